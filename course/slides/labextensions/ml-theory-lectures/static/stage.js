// Slide mode: the notebook's own panel is put over everything (as a popover), and of its cells only
// those of the current step are shown. Nothing of the notebook is copied or changed.
import * as faults from "./faults.js";
import {fit} from "./fit.js";
import {Line, overlay} from "./line.js";
import {KEYS} from "./keys.js";
import {Notes} from "./notes.js";
import {content, scene, stepAt, steps, titleOf} from "./steps.js";
import * as vote from "./vote.js";

const FOCUSABLE = "button:enabled, input:enabled, select:enabled, summary, [tabindex='0']:not(.jp-Cell, .jp-Notebook, .jp-WindowedPanel-outer)";

export class Stage {
  constructor(app) {
    this.app = app;
    this.panel = null;
    this.here = 0;
    this.notes = new Notes(this);
    this.sized = new ResizeObserver(() => this.on && fit(this.panel, this.scene));
    this.grown = new MutationObserver(() => this.refresh());
    this.dialogs = new MutationObserver(() => faults.dismiss());
  }

  get on() { return this.panel !== null; }
  get list() { return steps(this.panel); }
  get scene() { return scene(this.list, this.here); }

  enter(panel) {
    if (!panel || !steps(panel).length) return this.refuse();
    this.panel = panel;
    const {content: notebook, node} = panel;
    this.before = faults.prepare(notebook);
    node.classList.add("lecture-stage");
    node.popover = "manual";
    node.showPopover();
    document.body.dataset.lecture = "on";
    this.line = new Line(node);
    this.help = overlay(node, "lecture-help");
    this.help.innerHTML = `<table>${KEYS.map(([key, does]) => `<tr><th>${key}</th><td>${does}</td></tr>`).join("")}</table>`;
    this.black = overlay(node, "lecture-black");
    this.deafen = vote.listen(node);
    this.dialogs.observe(document.body, {childList: true});
    document.activeElement?.blur();
    this.here = stepAt(this.list, notebook.activeCellIndex);
    this.show();
    this.wake();
  }

  refuse() {
    const message = "There are no slides here: open a notebook whose cells have a slide type.";
    this.app.commands.execute("apputils:notify", {message, type: "warning"});
  }

  // the notebook was closed
  forget() {
    for (const observer of [this.sized, this.grown, this.dialogs]) observer.disconnect();
    delete document.body.dataset.lecture;
    delete document.body.dataset.lectureAwake;
    this.line.remove();
    this.panel = null;
  }

  leave() {
    const {content: notebook, node} = this.panel;
    this.forget();
    this.deafen();
    this.help.remove();
    this.black.remove();
    for (const cell of notebook.widgets) cell.node.classList.remove("lecture-shown", "lecture-waiting");
    node.classList.remove("lecture-stage", "lecture-answer", "lecture-asks");
    node.hidePopover();
    node.removeAttribute("popover");
    delete node.dataset.look;
    faults.restore(notebook, this.before);
    notebook.node.focus();
    notebook.activeCell.node.scrollIntoView({block: "center"});
  }

  // walk along the one order of steps
  go(by) {
    const last = this.list.length - 1, to = Math.min(Math.max(this.here + by, 0), last);
    if (this.black.classList.contains("on")) return this.toggleBlack();
    this.help.classList.remove("on");
    this.panel.node.classList.remove("lecture-answer");
    if (to === this.here) return;
    this.here = to;
    this.show();
  }

  // put the current step on the wall
  show() {
    const {panel, list} = this, {cells, look, asks} = this.scene, {content: notebook} = panel;
    notebook.mode = "command";
    notebook.activeCellIndex = list[this.here].index;
    panel.node.dataset.look = look;
    panel.node.classList.toggle("lecture-asks", asks);
    for (const cell of notebook.widgets) cell.node.classList.toggle("lecture-shown", cells.includes(cell));
    for (const cell of cells) cell.node.classList.toggle("lecture-read", isRead(cell));
    cells.forEach(trim);
    panel.node.querySelector(".jp-WindowedPanel-outer").scrollTop = 0;
    this.sized.disconnect();
    this.grown.disconnect();
    for (const cell of cells) this.sized.observe(cell.node);
    for (const cell of cells) this.grown.observe(cell.node, {childList: true, subtree: true});
    this.refresh();
  }

  // the same step, after something on it has changed
  refresh() {
    if (!this.on) return;
    const {scene: now, list, here, panel} = this;
    if (now.look !== panel.node.dataset.look) return this.show();
    if (now.look === "figure") now.figure.node.querySelector(".live-figure")?.classList.remove("asleep");
    if (now.look === "figure" && now.guess) vote.reveal(now.guess); // also after the notebook was run again
    for (const cell of now.cells) faults.still(cell, now.asks);
    if (now.guess) vote.label(now.guess);
    fit(panel, now);
    const slides = list.at(-1).slide + 1;
    this.line.tell({slide: list[here].slide + 1, slides, share: here / Math.max(1, list.length - 1)});
    this.line.warn(faults.trouble(panel, now.cells));
    document.body.dataset.lectureStep = here;
    this.notes.tell();
  }

  title(by = 0) { return titleOf(this.list, this.here + by); }

  // run the notebook if its figures do not live yet
  async wake() {
    await this.notes.ask();
    if (this.on && !faults.awake(this.panel, this.notes.figures)) await this.run();
    else this.refresh();
    if (this.on) document.body.dataset.lectureAwake = "yes"; // what a rehearsal waits for
  }

  async run() {
    const {panel, list, here} = this;
    await faults.run(this.app, panel, () => this.refresh());
    if (this.panel === panel) panel.content.activeCellIndex = list[here].index;
    this.refresh();
    await this.notes.ask();
    this.refresh();
  }

  runAgain() {
    if (faults.trouble(this.panel, this.scene.cells)) this.run();
  }

  async runCell() {
    await this.app.commands.execute("notebook:run-cell");
    this.refresh();
  }

  // number keys: a vote before the guess is revealed, then the steps of the story
  choose(number) {
    const {look, guess} = this.scene;
    if (look !== "figure" && guess) vote.add(guess, number);
    else this.press(".live-step", number - 1);
  }

  press(what, index = 0) {
    const {look, figure} = this.scene;
    if (look === "figure") figure.node.querySelectorAll(`.live-figure ${what}`)[index]?.click();
  }

  toggleHelp() { this.help.classList.toggle("on"); }
  toggleBlack() { this.black.classList.toggle("on"); }

  // beside a figure the words come and go; a guess that stands alone is answered
  toggleAnswer() {
    const {look, guess} = this.scene;
    if (guess && ["text", "after"].includes(look)) vote.reveal(guess);
    else this.panel.node.classList.toggle("lecture-answer");
  }

  openNotes() { this.notes.open() || this.line.warn("The browser kept the notes back: allow this page to open windows, and press S again."); }

  // Tab stays on the slide: behind it lies JupyterLab
  keepFocus(event) {
    const found = this.scene.cells.flatMap(cell => [...cell.node.querySelectorAll(FOCUSABLE)]);
    const seen = found.filter(part => part.getClientRects().length && getComputedStyle(part).visibility === "visible");
    const at = seen.indexOf(event.target), to = at < 0 ? (event.shiftKey ? -1 : 0) : at + (event.shiftKey ? -1 : 1);
    if (!event.target.closest?.(".cm-editor")) seen.at(to % (seen.length || 1))?.focus();
    event.preventDefault();
    event.stopImmediatePropagation();
  }
}

// code stays folded unless its cell is tagged to be read; a call of source(...) shows its code as output
const isRead = cell => content(cell).kind === "result" && (cell.model.getMetadata("tags") || []).includes("read") &&
  !cell.model.sharedModel.getSource().startsWith("source(");

// sources are for readers, not for the wall
function trim(cell) {
  const parts = [...cell.node.querySelectorAll(".jp-RenderedMarkdown > *")];
  const from = parts.findIndex(part => part.textContent.startsWith("Sources."));
  parts.forEach((part, i) => part.classList.toggle("lecture-aside", from >= 0 && i >= from));
}
