"use strict";
// A figure without a kernel: its sliders choose among pictures that were made beforehand.

const films = JSON.parse(document.getElementById("films").textContent);
const WEBP = "data:image/webp;base64,";
const REST = "One slider at a time in this file: reset (R), or a step of the story, wakes the others.";

class Player {
  constructor(box) {
    this.box = box;
    this.film = films[box.dataset.figure];
    this.find = part => box.querySelector(part);
    this.inputs = [...box.querySelectorAll("[data-control]")];
    this.outputs = [...box.querySelectorAll(".dials .value")];
    this.buttons = [...box.querySelectorAll("[data-state]")];
    this.vote = this.find(".vote") && new Vote(this);
    for (const input of this.inputs) {
      input.addEventListener("input", () => this.move(input));
      input.addEventListener("keydown", event => this.key(event, input));
    }
    for (const button of this.buttons)
      button.addEventListener("click", () => this.act(+button.dataset.state));
    this.find(".next")?.addEventListener("click", () => this.next());
    this.choose(0);
  }

  // what a hand asks for: it also ends the vote
  act(number) {
    this.vote?.leave();
    this.choose(number);
  }

  next() {
    const count = this.film.states.length;
    if (count > 1) this.act(this.number % (count - 1) + 1);
  }

  // the first picture or a step of the story
  choose(number) {
    this.number = number;
    this.state = this.film.states[number];
    this.moved = null;
    for (const button of this.buttons) button.setAttribute("aria-pressed", +button.dataset.state === number);
    this.inputs.forEach((input, i) => {
      if (input.tagName !== "SELECT") return;
      const texts = this.track(input).map(frame => this.film.frames[frame].shown[i]);
      input.replaceChildren(...texts.map((text, place) => new Option(text, place)));
    });
    this.show(this.state.frame);
  }

  // the pictures along a control from here; where there are none, the one that is shown
  track(input) {
    return this.state.tracks[input.dataset.control] || [this.state.frame];
  }

  // does the control rest? It has no pictures from here, or another one has been moved
  rests(input) {
    return this.track(input).length < 2 || Boolean(this.moved && this.moved !== input);
  }

  move(input) {
    if (this.rests(input)) return this.refuse();
    const track = this.track(input);
    if (input.type === "checkbox") return this.go(input, +input.checked);
    if (input.tagName === "SELECT") return this.go(input, +input.value);
    const i = this.inputs.indexOf(input), gap = frame => Math.abs(this.film.frames[frame].at[i] - input.value);
    this.go(input, track.reduce((best, frame, place) => gap(frame) < gap(track[best]) ? place : best, 0));
  }

  // a slider's keys go from picture to picture
  key(event, input) {
    if (input.type !== "range" || event.ctrlKey || event.altKey || event.metaKey) return;
    const step = {ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, Home: -99, End: 99}[event.key];
    if (!step) return;
    event.preventDefault();
    if (this.rests(input)) return this.refuse();
    const track = this.track(input), place = track.indexOf(this.frame) + step;
    this.go(input, Math.min(Math.max(place, 0), track.length - 1));
  }

  go(input, place) {
    this.vote?.leave();
    const frame = this.track(input)[place];
    this.moved = frame === this.state.frame ? null : input;
    this.show(frame);
  }

  // the picture does not change, so no slider may seem to
  refuse() {
    this.show(this.frame);
    this.find(".look").hidden = false;
    this.find(".look").textContent = REST;
  }

  show(number) {
    const frame = this.film.frames[number];
    this.frame = number;
    this.find(".over").hidden = !frame.src;
    if (frame.src) this.find(".over").src = WEBP + frame.src;
    this.find(".still").alt = frame.alt;
    this.find(".told").innerHTML = frame.told;
    this.find(".proved").innerHTML = frame.proved;
    this.tell(number);
    this.squeeze();
    this.inputs.forEach((input, i) => this.place(input, frame, i));
    this.box.dispatchEvent(new Event("figurechange", {bubbles: true}));
  }

  // the sentence of a step stands as long as its picture does
  tell(number) {
    const look = this.find(".look"), here = this.state.look && number === this.state.frame;
    look.hidden = !here;
    look.innerHTML = "";
    if (here) look.append(Object.assign(document.createElement("b"), {textContent: `${this.number} · ${this.state.name}. `}), this.state.look);
  }

  // words that do not fit into their place are set a little smaller; the place never grows
  squeeze() {
    const tells = this.find(".tells");
    tells.classList.remove("tight");
    if (tells.scrollHeight > tells.clientHeight + 1) tells.classList.add("tight");
  }

  // every control stands at its true value, whether it rests or not
  place(input, frame, i) {
    this.outputs[i].textContent = frame.shown[i];
    input.setAttribute("aria-valuetext", frame.shown[i]);
    input.setAttribute("aria-disabled", this.rests(input));
    input.title = this.rests(input) ? REST : "";
    if (input.type === "checkbox") input.checked = frame.shown[i] === "on";
    else if (input.tagName === "SELECT") input.value = Math.max(0, this.track(input).indexOf(this.frame));
    else input.value = frame.at[i];
  }

  // where it stands, in the words of a link: step, and the control that was moved from there
  get where() {
    const input = this.moved, place = input && this.track(input).indexOf(this.frame);
    return this.number + (input ? `.${input.dataset.control}.${place}` : "");
  }

  set where(words) {
    const [number, control, place] = words.split(".");
    this.choose(this.film.states[+number] ? +number : 0);
    const input = this.inputs.find(one => one.dataset.control === control);
    if (input && this.track(input)[+place] !== undefined) this.go(input, +place);
  }
}
