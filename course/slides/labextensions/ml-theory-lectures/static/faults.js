// What goes wrong in a lecture room: a kernel that restarts, a cell that fails, a dialog that opens.
// The last picture stays on the wall, one sentence says so, one key runs the notebook again.
import {content, failed, isLive, remember, remembered, steps} from "./steps.js";

const LOST = ["restarting", "autorestarting", "dead", "terminating"];
const running = new WeakSet(); // notebooks that are being run

// figures of a kernel that is gone cannot move any more
function lose(panel) {
  for (const cell of panel.content.widgets)
    for (const part of cell.node.querySelectorAll(".live-figure, .live-guess")) part.dataset.lost = "";
}

export function watch(panel, tell) {
  const {sessionContext} = panel;
  sessionContext.statusChanged.connect((_, status) => {
    if (LOST.includes(status)) lose(panel);
    tell();
  });
  sessionContext.kernelChanged.connect((_, {oldValue}) => {
    if (oldValue) lose(panel);
    tell();
  });
}

// all cells are there, no section is folded, no text is open for editing; returns how it was
export function prepare(notebook) {
  const {windowingMode} = notebook.notebookConfig;
  if (windowingMode !== "contentVisibility") notebook.notebookConfig = {...notebook.notebookConfig, windowingMode: "none"};
  const folded = notebook.widgets.filter(cell => cell.headingCollapsed);
  for (const cell of folded) cell.headingCollapsed = false;
  for (const cell of notebook.widgets) if (cell.model.type === "markdown") cell.rendered = true;
  return {windowingMode, folded};
}

export function restore(notebook, {windowingMode, folded}) {
  if (notebook.notebookConfig.windowingMode !== windowingMode) notebook.notebookConfig = {...notebook.notebookConfig, windowingMode};
  for (const cell of folded) cell.headingCollapsed = true;
}

// does the kernel know the figures that the notebook shows? `names` are those it has
export function awake(panel, names) {
  const figures = steps(panel).filter(({cell}) => content(cell).kind === "figure" && isLive(cell));
  if (figures.length && !names.length) lose(panel);
  return figures.length > 0 && names.length > 0;
}

// run all cells; meanwhile the pictures that are shown stay
export async function run(app, panel, tell) {
  const {sessionContext} = panel;
  if (running.has(panel)) return;
  running.add(panel);
  for (const {cell} of steps(panel)) remember(cell);
  tell();
  try {
    if (sessionContext.session?.kernel?.status === "dead") await sessionContext.restartKernel();
    await app.commands.execute("notebook:run-all-cells");
  } finally {
    running.delete(panel);
  }
}

// a figure that does not live: its last picture and sentence take its place, unless the class is to vote first
export function still(cell, asks) {
  const {picture, words} = remembered(cell), {kind} = content(cell);
  const waits = kind === "figure" && !asks && !cell.node.querySelector(".live-figure");
  cell.node.classList.toggle("lecture-waiting", waits);
  let box = cell.node.querySelector(":scope > .lecture-still");
  if (!waits) return box?.remove();
  if (box?.dataset.picture === String(picture?.length)) return;
  box?.remove();
  box = cell.node.appendChild(document.createElement("div"));
  box.className = "lecture-still";
  box.dataset.picture = String(picture?.length);
  box.innerHTML = `<img alt="">${words}`;
  box.querySelector("img").src = picture ?? "";
}

// one sentence for the wall, or nothing
export function trouble(panel, cells) {
  const figures = cells.filter(cell => content(cell).kind === "figure");
  const wrong = cells.some(failed);
  if (running.has(panel)) return figures.length && !figures.every(isLive) ? "The notebook is running: the picture will move in a moment." : "";
  if (!wrong && figures.every(isLive)) return "";
  const what = wrong && !figures.length ? "This result is missing" : "The picture stands still";
  return `${what}: ${reason(panel)}. Press Enter to run the notebook again.`;
}

function reason(panel) {
  const {status, connectionStatus} = panel.sessionContext.session?.kernel ?? {};
  if (status === "dead" || !status) return "Python has stopped";
  if (connectionStatus !== "connected") return "the connection to Jupyter is lost";
  if (panel.content.widgets.some(failed)) return "a cell of the notebook failed";
  if (panel.node.querySelector("[data-lost]")) return "Python was restarted";
  return "its cell has not been run";
}

// for the lecturer's eyes: which cell failed, and how
export function failure(panel) {
  const at = panel.content.widgets.findIndex(failed);
  if (at < 0) return "";
  const {ename, evalue} = failed(panel.content.widgets[at]).toJSON();
  return `Cell ${at + 1} failed: ${ename}: ${evalue}`;
}

// JupyterLab's dialogs would wait behind the slides and hold the focus: the harmless button answers them
export function dismiss() {
  for (const dialog of document.querySelectorAll(".jp-Dialog")) {
    const buttons = [...dialog.querySelectorAll(".jp-Dialog-footer .jp-Dialog-button")];
    (buttons.find(one => one.classList.contains("jp-mod-reject")) ?? buttons.at(-1))?.click();
  }
}
