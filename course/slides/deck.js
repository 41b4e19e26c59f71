"use strict";
// A deck without a kernel: sliders choose among pictures that were made beforehand.

const films = JSON.parse(document.getElementById("films").textContent);

class Player {
  constructor(box) {
    this.film = films[box.dataset.figure];
    this.still = box.querySelector(".still");
    this.over = box.querySelector(".over");
    this.words = box.querySelector(".words");
    this.look = box.querySelector(".look");
    this.inputs = [...box.querySelectorAll("[data-control]")];
    this.outputs = [...box.querySelectorAll(".value")];
    this.buttons = [...box.querySelectorAll("[data-state]")];
    for (const input of this.inputs) input.addEventListener("input", () => this.move(input));
    for (const button of this.buttons) button.addEventListener("click", () => this.choose(+button.dataset.state));
    this.choose(0);
  }

  // the first picture or a step of the story; controls without pictures from here show their value and rest
  choose(number) {
    this.state = this.film.states[number];
    for (const button of this.buttons) button.setAttribute("aria-pressed", +button.dataset.state === number);
    this.inputs.forEach((input, i) => {
      const track = this.state.tracks[input.dataset.control];
      const texts = (track || [this.state.frame]).map(f => this.film.frames[f].shown[i]);
      if (input.tagName === "SELECT") input.replaceChildren(...texts.map((text, k) => new Option(text, k)));
      else if (input.type === "range") input.max = texts.length - 1;
      input.disabled = !track;
      input.title = track ? "" : "press reset (R) to move this one";
    });
    this.show(this.state.frame);
  }

  move(input) {
    const place = input.type === "checkbox" ? +input.checked : +input.value;
    this.show(this.state.tracks[input.dataset.control][place], input);
  }

  // one control at a time: the others go back to where the state has them
  show(number, moved) {
    const frame = this.film.frames[number];
    this.over.hidden = !frame.src;
    if (frame.src) this.over.src = "data:image/png;base64," + frame.src;
    this.still.alt = frame.alt;
    this.words.innerHTML = frame.words;
    // the sentence of a step stands as long as its picture does
    this.look.hidden = !this.state.look || number !== this.state.frame;
    this.look.textContent = this.state.look;
    this.inputs.forEach((input, i) => {
      this.outputs[i].textContent = frame.shown[i];
      input.setAttribute("aria-valuetext", frame.shown[i]);
      if (input === moved) return;
      const track = this.state.tracks[input.dataset.control] || [this.state.frame];
      const place = Math.max(0, track.indexOf(this.state.frame));
      if (input.type === "checkbox") input.checked = frame.shown[i] === "on"; else input.value = place;
    });
  }
}

// text that is a little too long is set a little smaller, never under 22 px; what still overflows the rehearsal reports
function fit(section) {
  section.style.display = "flex";
  const text = section.querySelector(".text"), code = section.querySelectorAll("pre.code");
  const over = () => section.scrollHeight > section.clientHeight + 1 || text?.scrollWidth > text?.clientWidth + 1;
  if (over()) for (const part of code) part.classList.add("columns");
  for (let size = 27; text && size >= 22 && over(); size--) text.style.setProperty("--size", size + "px");
  section.style.display = "";
}

const players = new Map([...document.querySelectorAll(".live-figure")].map(box => [box, new Player(box)]));

// the room that text takes is known once the font for formulas is there
document.fonts.load('20px "Deck Math"').finally(() => {
  for (const section of document.querySelectorAll(".slides > section")) fit(section);
  Reveal.initialize({
    width: 1280, height: 720, margin: 0, center: false, display: "flex", hash: true, transition: "none",
    slideNumber: "c/t", controls: false, navigationMode: "linear", pdfMaxPagesPerSlide: 1, pdfSeparateFragments: false,
    plugins: [RevealNotes],
  });
});

// a focused control keeps its arrow keys; page keys (and the lecturer's remote) always turn the page; Escape lets go
document.addEventListener("keydown", event => {
  const control = event.target.closest?.("[data-control]");
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const box = Reveal.getCurrentSlide()?.querySelector(".live-figure"), player = box && players.get(box);
  const page = {PageDown: "next", PageUp: "prev"}[event.key];
  if (control && page) { event.preventDefault(); control.blur(); Reveal[page](); }
  else if (control && event.key === "Escape") control.blur();
  else if (player && /^[1-9]$/.test(event.key) && player.film.states[+event.key]) player.choose(+event.key);
  else if (player && event.key.toLowerCase() === "r") player.choose(0);
  else if (!control) return;
  event.stopPropagation();
}, true);
