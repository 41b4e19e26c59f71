// The keys of slide mode, all of them: JupyterLab's own are off, so that no key can change the notebook.
// A control that has the focus keeps what it needs; Escape gives the focus back to the slides.
const NEXT = ["ArrowRight", "ArrowDown", "PageDown", " "];
const BACK = ["ArrowLeft", "ArrowUp", "PageUp", "Backspace"];
const ARROWS = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End"];
const BROWSER = ["+", "-", "=", "0", "c", "r", "w", "t", "Tab", "PageUp", "PageDown"]; // with Ctrl: zoom, copy, reload, tabs

export const KEYS = [
  ["→ ↓ Space Page Down", "next step"],
  ["← ↑ Backspace Page Up", "step before; Home and End: first and last"],
  ["1 … 9", "steps of the figure's story; before a guess is revealed: a vote for that option"],
  ["N · R", "next step of the story · reset the figure"],
  ["A", "the words of the answer, shown and hidden"],
  ["Tab, or a click", "focus a slider: then the arrows move it; Esc gives them back"],
  ["Enter", "run the notebook again, where a picture stands still"],
  ["Shift + Enter", "run the code on the slide again"],
  ["B or .", "black screen"],
  ["S", "speaker notes, in a window for your own screen"],
  ["F11", "full screen"],
  ["Alt + R or Q", "leave the slides"],
];

// which keys does the focused element need for itself?
function keeps(target, event) {
  const key = event.key;
  if (!target.matches || target.matches("body")) return false;
  if (target.closest(".cm-editor")) return !["PageUp", "PageDown"].includes(key);
  if (target.matches("input[type=checkbox], input[type=radio]")) return key === " ";
  if (target.matches("input, textarea, select")) return !["PageUp", "PageDown"].includes(key);
  if (target.matches("[role=slider], .noUi-handle")) return ARROWS.includes(key);
  return key === "Enter" && !!target.closest("button, summary, a");
}

function action(stage, event) {
  const {key, shiftKey, altKey} = event;
  if (altKey) return /^r$/i.test(key) || event.code === "KeyR" ? () => stage.leave() : null;
  if (key === "Enter") return shiftKey ? () => stage.runCell() : () => stage.runAgain();
  if (key === " " && shiftKey) return () => stage.go(-1);
  if (NEXT.includes(key)) return () => stage.go(1);
  if (BACK.includes(key)) return () => stage.go(-1);
  if (/^[1-9]$/.test(key)) return () => stage.choose(+key);
  return {
    Home: () => stage.go(-Infinity),
    End: () => stage.go(Infinity),
    Escape: () => stage.toggleHelp(),
    "?": () => stage.toggleHelp(),
    ".": () => stage.toggleBlack(),
    b: () => stage.toggleBlack(),
    n: () => stage.press(".live-next"),
    r: () => stage.press(".live-reset"),
    a: () => stage.toggleAnswer(),
    s: () => stage.openNotes(),
    q: () => stage.leave(),
  }[key.length === 1 ? key.toLowerCase() : key];
}

const stop = event => {
  event.preventDefault();
  event.stopImmediatePropagation();
};

export function onKey(stage, event) {
  if (!stage.on) return;
  const {target, key} = event, editing = target.closest?.(".cm-editor");
  if (key === "Tab" && !event.ctrlKey) return stage.keepFocus(event);
  if (key === "Escape" && (editing || target.matches?.("input, textarea, select, button, summary, [role=slider], .noUi-handle"))) {
    target.blur();
    return stop(event);
  }
  if (/^F\d+$/.test(key) || ["Shift", "Control", "Alt", "Meta"].includes(key)) return event.stopImmediatePropagation();
  const run = key === "Enter" && event.shiftKey;
  if (!event.altKey && !run && keeps(target, event)) {
    target.dataset.lmSuppressShortcuts = "true"; // the key goes to its element, and not to JupyterLab
    editing?.setAttribute("data-lm-suppress-shortcuts", "true");
    return;
  }
  if (event.ctrlKey || event.metaKey) return BROWSER.includes(key.toLowerCase()) || BROWSER.includes(key) ? event.stopImmediatePropagation() : stop(event);
  stop(event);
  if (target.matches?.("button, summary")) target.blur(); // or Space would press it once more
  action(stage, event)?.();
}
