// The lecturer's own window: what to say at this figure, its state, the votes, what comes next. Its keys are
// those of the slides.
import {failure} from "./faults.js";
import {onKey} from "./keys.js";
import {answerOf, kindOf, typeOf} from "./steps.js";
import {told} from "./vote.js";

// what the kernel knows and no notebook shows: the notes of every figure, by name; in hex, so that no quoting is needed
const ASK = '__import__("json").dumps({f.name: getattr(f, "notes", "") for f in ' +
  '__import__("helpers.live", fromlist=["figures"]).figures()}).encode().hex()';
const LOOK = "body{font:20px/1.45 sans-serif;margin:1em 1.5em;max-width:46em;color:#111;background:#fff}" +
  "canvas{max-width:100%;border:1px solid #bbb}#line{color:#555;margin:0}h1{font-size:26px;margin:.2em 0}" +
  "h2{font-size:17px;margin:1em 0 0;color:#555}p{margin:.3em 0}#failure{color:#a63d00}details{display:contents}";

export class Notes {
  constructor(stage) {
    this.stage = stage;
    this.said = {}; // figure -> notes; kept when the kernel is gone
    this.figures = []; // names of the figures that the kernel has now
    setInterval(() => this.tick(), 5000);
  }

  get window() { return this.opened && !this.opened.closed ? this.opened : null; }

  async ask() {
    const kernel = this.stage.panel?.sessionContext.session?.kernel;
    this.figures = [];
    if (!kernel) return;
    const asked = {code: "", silent: true, store_history: false, user_expressions: {notes: ASK}};
    const reply = await kernel.requestExecute(asked).done.catch(() => null); // the kernel was restarted meanwhile
    const hex = reply?.content.user_expressions?.notes?.data?.["text/plain"]?.replaceAll("'", "");
    if (!hex) return;
    const bytes = Uint8Array.from(hex.match(/../g), pair => parseInt(pair, 16));
    const found = JSON.parse(new TextDecoder().decode(bytes));
    this.figures = Object.keys(found);
    Object.assign(this.said, found);
  }

  open() {
    this.opened = window.open("", "speaker-notes", "width=900,height=800");
    if (!this.opened) return false;
    const page = this.opened.document;
    page.title = "Speaker notes";
    page.head.innerHTML = `<style>${LOOK}</style>`;
    page.body.innerHTML = '<p id="line"></p><h1></h1><p id="failure"></p><div id="say"></div><div id="vote"></div>' +
      '<div id="state"><canvas></canvas><p></p></div><h2>Next</h2><p id="next"></p>';
    this.opened.onkeydown = event => onKey(this.stage, event);
    this.tell();
    return true;
  }

  // bring the window up to date
  tell() {
    const page = this.window?.document, {stage} = this;
    if (!page || !stage.on) return;
    const {scene, list, here} = stage, find = id => page.getElementById(id);
    page.querySelector("h1").textContent = stage.title();
    find("failure").textContent = failure(stage.panel);
    this.write(find("say"), this.words(scene, list, here));
    const answer = scene.guess ? answerOf(scene.guess) : "";
    find("vote").innerHTML = answer && `<h2>The guess</h2>${answer}`;
    if (scene.guess) this.write(find("vote"), told(scene.guess), false);
    find("next").textContent = next(stage);
    this.mirror(scene);
    this.tick();
  }

  // the notes of this slide: cells of that type, and what the figure's author wrote
  words({figure}, list, here) {
    const shown = figure ?? list[here + 1]?.cell ?? list[here].cell;
    const source = shown.model.sharedModel.getSource();
    const own = Object.entries(this.said).filter(([name, words]) => words && new RegExp(`\\b${name}\\(|name="${name}"`).test(source));
    const first = list.findIndex(step => step.slide === list[here].slide), end = list.findIndex(step => step.slide > list[here].slide);
    const cells = this.stage.panel.content.widgets.slice(list[first].index, list[end]?.index);
    const written = cells.filter(cell => typeOf(cell) === "notes").map(cell => cell.node.textContent);
    return [...written, ...own.flatMap(([, words]) => words.split(/\n\s*\n/))];
  }

  write(box, paragraphs, afresh = true) {
    if (afresh) box.replaceChildren();
    for (const words of paragraphs) box.appendChild(box.ownerDocument.createElement("p")).textContent = words;
    if (afresh && !paragraphs.length) box.textContent = "No notes for this slide.";
  }

  // the picture as the class sees it, and its numbers
  mirror({look, figure}) {
    const state = this.window.document.getElementById("state"), image = figure?.node.querySelector(".live-picture img");
    state.hidden = look !== "figure" || !image;
    if (state.hidden) return;
    image.onload = () => this.window && this.mirror(this.stage.on ? this.stage.scene : {});
    const canvas = state.querySelector("canvas");
    if (image.naturalWidth) [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
    canvas.getContext("2d").drawImage(image, 0, 0);
    state.querySelector("p").textContent = image.alt;
  }

  tick() {
    const line = this.window?.document.getElementById("line");
    if (line && this.stage.on) line.textContent = this.stage.line.told;
  }
}

function next(stage) {
  const {list, here} = stage, after = list[here + 1];
  if (!after) return "the end";
  if (after.slide !== list[here].slide) return stage.title(1) || "a slide without a title";
  return {guess: "a guess, to vote", figure: "the figure, with the answer", text: "more text", result: "a result"}[kindOf(after)];
}
