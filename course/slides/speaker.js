"use strict";
// The lecturer's window: what the class sees now, what comes next, what to say, and the time.

const speaker = {
  window: null,
  began: 0,

  open() {
    this.window = window.open("", "speaker", "width=1180,height=720");
    if (!this.window) return alert("The browser did not open the lecturer's window: allow pop-ups for this page.");
    const page = this.window.document;
    page.open();
    page.write('<!doctype html><html class="flat mirror"><head><title>for the lecturer</title></head><body></body></html>');
    page.close();
    for (const style of document.querySelectorAll("style")) page.head.append(page.importNode(style, true));
    page.body.innerHTML = `<header><b class="place"></b><span class="elapsed"></span><span class="clock"></span></header>
      <main><div class="shown"></div><div class="notes"></div><div class="later"></div></main>`;
    this.window.addEventListener("keydown", event => press(event) || Reveal.triggerKey(event.keyCode));
    page.addEventListener("click", event => this.click(event));
    this.began ||= Date.now();
    this.update();
    this.tick();
  },

  get there() { return this.window && !this.window.closed; },

  // a step or a vote chosen here is chosen on the wall
  click(event) {
    const button = event.target.closest?.("button"), now = Reveal.getCurrentSlide();
    if (!button || !button.closest(".shown")) return;
    const same = [...button.closest("section").querySelectorAll("button")].indexOf(button);
    now.querySelectorAll("button")[same].click();
  },

  update() {
    if (!this.there) return;
    const page = this.window.document, now = Reveal.getCurrentSlide(), next = sections[sections.indexOf(now) + 1];
    const put = (part, section) => page.querySelector(part).replaceChildren(section ? this.mirror(section) : "the end");
    put(".shown", now);
    put(".later", next);
    page.querySelector("main > .notes").innerHTML = now.querySelector("aside")?.innerHTML || "<p>no notes for this slide</p>";
    page.querySelector(".place").textContent = `${sections.indexOf(now) + 1} / ${sections.length}`;
  },

  mirror(section) {
    const frame = this.window.document.createElement("div"), slides = frame.cloneNode();
    frame.className = "reveal";
    slides.className = "slides";
    slides.append(this.window.document.adoptNode(twin(section)));
    frame.append(slides);
    return frame;
  },

  tick() {
    if (!this.there) return;
    const page = this.window.document, minutes = Math.floor((Date.now() - this.began) / 60000);
    page.querySelector(".clock").textContent = new Date().toTimeString().slice(0, 5);
    page.querySelector(".elapsed").textContent = `${minutes} min`;
    setTimeout(() => this.tick(), 1000);
  },
};
