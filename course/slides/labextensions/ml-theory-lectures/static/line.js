// What the lecturer wants to see and the class may overlook: slide number, clock, minutes, progress.
// And the one sentence that the class should see when something is wrong.
export function overlay(node, look) {
  const made = node.appendChild(document.createElement("div"));
  made.className = look;
  return made;
}

const started = new WeakMap(); // panel -> when its lecture began

export const clock = () => new Date().toLocaleTimeString([], {hour: "2-digit", minute: "2-digit", hourCycle: "h23"});

export class Line {
  constructor(node) {
    this.node = node;
    this.words = overlay(node, "lecture-line");
    this.bar = overlay(node, "lecture-progress");
    this.sentence = overlay(node, "lecture-warning");
    this.sentence.setAttribute("role", "alert");
    this.timer = setInterval(() => this.tick(), 5000);
  }

  get minutes() { return Math.floor((Date.now() - started.get(this.node)) / 60_000); }

  tell({slide, slides, share}) {
    if (!started.has(this.node) || share === 0) started.set(this.node, Date.now());
    this.place = `${slide} / ${slides}`;
    this.bar.style.width = `${100 * share}%`;
    this.tick();
  }

  tick() {
    this.words.textContent = this.told = `${this.place} · ${clock()} · ${this.minutes} min`;
  }

  warn(sentence) {
    if (this.sentence.textContent !== sentence) this.sentence.textContent = sentence;
  }

  remove() {
    clearInterval(this.timer);
    for (const part of [this.words, this.bar, this.sentence]) part.remove();
  }
}
