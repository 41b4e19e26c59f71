// A guess on the wall is a vote: a tap, a click or a number key counts a hand, holding the button counts
// on, the right mouse button takes one back. Nothing is sent to the notebook until the answer is revealed.
const HOLD = 500, PACE = 120; // milliseconds before a held button counts on, and between two counts
const votes = new Map(); // question and option -> count

const options = cell => [...cell.node.querySelectorAll(".live-guess .live-option")];
const named = option => option.textContent.replace(/^[✓✗] /, "");
const keyOf = option => `${option.closest(".live-guess").querySelector(".live-question")?.textContent}\n${named(option)}`;

function count(option, by = 1) {
  if (option.disabled) return;
  const chosen = typed(option) ?? option;
  votes.set(keyOf(chosen), Math.max(0, (votes.get(keyOf(chosen)) ?? 0) + by));
  mark(chosen);
}

function mark(option) {
  const found = votes.get(keyOf(option));
  if (found) option.dataset.votes = found;
  else delete option.dataset.votes;
}

// a guess that is a number: what the class calls out becomes an option
function typed(option) {
  const box = option.parentElement.querySelector("input[type=text]");
  if (!box || option.classList.contains("lecture-called")) return null;
  const number = box.value.trim(), there = [...option.parentElement.querySelectorAll(".lecture-called")];
  if (!number) return option;
  const found = there.find(one => one.textContent === number);
  if (found) return found;
  const made = option.cloneNode();
  made.classList.add("lecture-called");
  made.textContent = number;
  option.before(made);
  return made;
}

export const add = (cell, number) => {
  const option = options(cell)[number - 1];
  if (option) count(option);
};

export const label = cell => options(cell).forEach(mark);

// what the class has said, for the lecturer's own window: "no: 12 hands"
export const told = cell => options(cell).filter(option => option.dataset.votes).map(option => `${named(option)}: ${option.dataset.votes}`);

// the figure shows the answer: the notebook is asked, once, to mark it
export function reveal(cell) {
  const skip = cell.node.querySelector(".live-guess:not([data-lost]) .live-skip");
  if (!skip || skip.dataset.asked || skip.style.display === "none") return;
  skip.dataset.asked = "yes";
  skip.click();
}

export function listen(node) {
  let held = 0;
  const optionOf = event => event.target.closest?.(".live-guess .live-option");
  const stop = event => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const release = () => clearInterval(held);
  const hold = option => { held = setInterval(() => count(option), PACE); };
  const heard = {
    pointerdown: event => {
      const option = optionOf(event);
      release();
      if (option && event.button === 0) held = setTimeout(() => hold(option), HOLD);
    },
    pointerup: release,
    pointercancel: release,
    click: event => {
      const option = optionOf(event);
      if (!option) return;
      stop(event);
      count(option);
    },
    contextmenu: event => {
      const option = optionOf(event);
      stop(event); // a menu has no place on the wall
      if (option && event.pointerType !== "touch") count(option, -1); // a finger that holds counts on
    },
    dblclick: event => { if (event.target.closest?.(".jp-MarkdownCell")) stop(event); }, // else its source opens
  };
  for (const [kind, act] of Object.entries(heard)) node.addEventListener(kind, act, true);
  return () => {
    release();
    for (const [kind, act] of Object.entries(heard)) node.removeEventListener(kind, act, true);
  };
}
