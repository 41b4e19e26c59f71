// One order of all that is shown: every slide, subslide and fragment is one step. And what stands on
// the wall at a step: text grows line by line, a figure takes the slide, its guess stays above it.
// A figure with a guess is two steps: first the class votes, then the picture shows.
const VIEW = "application/vnd.jupyter.widget-view+json";
const STARTS = ["slide", "subslide"];

export const typeOf = cell => cell.model.getMetadata("slideshow")?.slide_type;

// what cells have shown, by their id: while a cell runs again its outputs are gone
const known = new Map();
const last = new Map(); // what stood on the screen before they did

const outputsOf = cell => Array.from({length: cell.model.outputs?.length ?? 0}, (_, i) => cell.model.outputs.get(i));
const text = part => Array.isArray(part) ? part.join("") : part ?? "";

// {kind, guess, words, picture}; the kind is text, guess, figure or result, and a figure may have a guess
export function content(cell) {
  if (cell.model.type !== "code") return {kind: "text"};
  const before = known.get(cell.model.id), data = outputsOf(cell).map(output => output.data ?? {});
  const pages = data.map(part => text(part["text/html"])), find = name => pages.find(words => words.includes(`class="live-${name}"`));
  const [words, guess] = [find("still"), find("guess")], picture = data.map(part => text(part["image/png"])).find(Boolean);
  const kind = words ? "figure" : guess ? "guess" : null;
  // while its cell runs again, the guess of a figure is there before the figure
  if (kind && !(kind === "guess" && before?.kind === "figure"))
    known.set(cell.model.id, {kind, guess, words, picture: picture && `data:image/png;base64,${picture}`});
  return known.get(cell.model.id) ?? {kind: "result"};
}

// what a step shows: a figure's cell is a guess first
export const kindOf = step => step.asks ? "guess" : content(step.cell).kind;

// the answer of a cell's guess, as the notebook stores it
export function answerOf(cell) {
  const stored = new DOMParser().parseFromString(content(cell).guess ?? "", "text/html").querySelector("details");
  stored?.querySelector("summary").remove();
  return stored?.innerHTML ?? "";
}

// keep the picture and the sentence that are on the screen
export function remember(cell) {
  const image = cell.node.querySelector(".live-picture img");
  if (!image?.naturalWidth) return;
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
  canvas.getContext("2d").drawImage(image, 0, 0);
  const said = cell.node.querySelector(".live-say")?.innerHTML;
  last.set(cell.model.id, {picture: canvas.toDataURL(), words: said});
}

// what stands for a figure that does not live: what was seen of it, or else what is stored
export const remembered = cell => last.get(cell.model.id) ?? content(cell);

export const isLive = cell => outputsOf(cell).some(output => output.data?.[VIEW]) && !cell.node.querySelector("[data-lost]");
export const failed = cell => outputsOf(cell).find(output => output.type === "error");

// every step: its cell, the cell's number, the number of its slide, and whether its figure asks first
export function steps(panel) {
  const found = [];
  let slide = -1;
  panel.content.widgets.forEach((cell, index) => {
    const type = typeOf(cell);
    if (STARTS.includes(type)) slide++;
    if (slide < 0 || type !== "fragment" && !STARTS.includes(type)) return;
    const {kind, guess} = content(cell);
    if (kind === "figure" && guess) found.push({cell, index, slide, asks: true});
    found.push({cell, index, slide, asks: false});
  });
  return found;
}

// the first step at a cell, or the last one before it
export function stepAt(list, index) {
  const at = list.findIndex(step => step.index === index);
  return at < 0 ? Math.max(0, list.findLastIndex(step => step.index < index)) : at;
}

// does a picture show something while its answer is veiled?
function peeks(cell) {
  const veils = [...cell.node.querySelectorAll(".live-figure.peeks .live-veil")].map(veil => veil.style);
  const covered = veils.reduce((sum, {width, height}) => sum + parseFloat(width) * parseFloat(height) / 1e4, 0);
  return veils.length > 0 && covered < 0.75;
}

// the cells on the wall at a step, and the look of the slide
export function scene(list, here) {
  const now = list[here], same = list.filter(step => step.slide === now.slide);
  const place = same.indexOf(now), before = same.slice(0, place), head = same[0].cell;
  const {asks} = now, guess = content(now.cell).guess ? now.cell : null, cells = (...all) => [...new Set(all)];
  if (kindOf(now) === "figure") return {look: "figure", asks, cells: cells(guess ?? head, now.cell), guess, figure: now.cell};
  if (asks && peeks(now.cell)) return {look: "peek", asks, cells: cells(head, now.cell), guess, figure: now.cell};
  const since = before.slice(before.findLastIndex(step => kindOf(step) === "figure") + 1).map(step => step.cell);
  const look = since.length < before.length ? "after" : "text";
  return {look, asks, cells: cells(head, ...since, now.cell), guess};
}

// the words of a slide's first heading
export function titleOf(list, here) {
  const head = list.find(step => step.slide === list[here]?.slide)?.cell;
  const heading = head?.node.querySelector(".jp-RenderedMarkdown :is(h1, h2, h3)");
  return heading ? [...heading.childNodes].filter(node => !node.classList?.contains("jp-InternalAnchorLink")).map(node => node.textContent).join("") : "";
}
