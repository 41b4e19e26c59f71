"use strict";
// A guess above its picture: the lecturer taps what the class says; the answer wakes the picture.

class Vote {
  constructor(player) {
    this.box = player.box;
    this.answer = this.box.querySelector(".answer");
    this.options = [...this.box.querySelectorAll("[data-option]")];
    this.box.dataset.mode = "ask";
    for (const option of this.options) {
      option.addEventListener("click", event => this.tap(option, event.shiftKey ? -1 : 1));
      option.addEventListener("contextmenu", event => { event.preventDefault(); this.tap(option, -1); });
    }
    this.box.querySelector(".show").addEventListener("click", () => this.reveal());
  }

  // one hand more, or one less; somebody who reads alone sees the answer to their own guess
  tap(option, hands) {
    const count = option.querySelector("output");
    count.textContent = Math.max(0, +count.textContent + hands);
    option.classList.toggle("chosen", +count.textContent > 0);
    if (document.documentElement.classList.contains("phone")) this.reveal();
    this.changed();
  }

  reveal() {
    if (this.box.dataset.mode !== "ask") return;
    this.answer.classList.add("visible");
    this.mode("answer");
  }

  // arrow keys turn the answer like any fragment
  turned(shown) {
    this.mode(shown ? "answer" : "ask");
  }

  // the picture moves: its own words take the place of the answer
  leave() {
    this.answer.classList.add("visible");
    this.mode("tells");
  }

  mode(name) {
    this.box.dataset.mode = name;
    this.changed();
  }

  changed() {
    this.box.dispatchEvent(new Event("figurechange", {bubbles: true}));
  }
}
