// One order of all that is shown: every slide, subslide and fragment is one step. And what stands on
// the wall at a step: text grows line by line, a figure takes the slide, its guess stays above it.
const VIEW = "application/vnd.jupyter.widget-view+json";
const STARTS = ["slide", "subslide"];

export const typeOf = cell => cell.model.getMetadata("slideshow")?.slide_type;

// what cells have shown, by their id: while a cell runs again its outputs are gone
const known = new Map();
const last = new Map(); // what stood on the screen before they did

const outputsOf = cell => Array.from({length: cell.model.outputs?.length ?? 0}, (_, i) => cell.model.outputs.get(i));
const text = part => Array.isArray(part) ? part.join("") : part ?? "";

// {kind, words, picture}; the kind is text, guess, figure or result
export function content(cell) {
  if (cell.model.type !== "code") return {kind: "text"};
  const data = outputsOf(cell).map(output => output.data ?? {});
  const words = data.map(part => text(part["text/html"])).join("");
  const picture = data.map(part => text(part["image/png"])).find(Boolean);
  const kind = words.includes('class="live-still"') ? "figure" : words.includes('class="live-guess"') ? "guess" : null;
  if (kind) known.set(cell.model.id, {kind, words, picture: picture && `data:image/png;base64,${picture}`});
  return known.get(cell.model.id) ?? {kind: "result"};
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

// every step: its cell, the cell's number, and the number of its slide
export function steps(panel) {
  const found = [];
  let slide = -1;
  panel.content.widgets.forEach((cell, index) => {
    const type = typeOf(cell);
    if (STARTS.includes(type)) slide++;
    if (slide >= 0 && (type === "fragment" || STARTS.includes(type))) found.push({cell, index, slide});
  });
  return found;
}

// the step at a cell, or the last one before it
export const stepAt = (list, index) => Math.max(0, list.findLastIndex(step => step.index <= index));

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
  const kind = step => step && content(step.cell).kind;
  const guess = kind(before.at(-1)) === "guess" ? before.at(-1).cell : null;
  const cells = (...all) => [...new Set(all)];
  if (kind(now) === "figure") return {look: "figure", cells: cells(guess ?? head, now.cell), guess, figure: now.cell};
  const next = same[place + 1];
  if (kind(now) === "guess" && kind(next) === "figure" && peeks(next.cell))
    return {look: "peek", cells: cells(head, now.cell, next.cell), guess: now.cell, figure: next.cell};
  const since = before.slice(before.findLastIndex(step => kind(step) === "figure") + 1).map(step => step.cell);
  const look = since.length < before.length ? "after" : "text";
  return {look, cells: cells(head, ...since, now.cell), guess: kind(now) === "guess" ? now.cell : null};
}

// the words of a slide's first heading
export function titleOf(list, here) {
  const head = list.find(step => step.slide === list[here]?.slide)?.cell;
  const heading = head?.node.querySelector(".jp-RenderedMarkdown :is(h1, h2, h3)");
  return heading ? [...heading.childNodes].filter(node => !node.classList?.contains("jp-InternalAnchorLink")).map(node => node.textContent).join("") : "";
}
