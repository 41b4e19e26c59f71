"use strict";
// The deck: reveal.js turns the slides, figures play their films, one table of keys serves every window.

const PHONE = matchMedia("(max-width: 500px), (max-height: 430px)");
const boxes = [...document.querySelectorAll(".live-figure")];
const players = new Map(boxes.map(box => [box, new Player(box)]));
const playerOf = section => players.get(section?.querySelector(".live-figure"));

// a formula on a line of its own that is too wide is set smaller; says whether that is enough
function squeeze(formula) {
  formula.style.fontSize = "";
  const {paddingLeft, paddingRight} = getComputedStyle(formula.parentElement), scale = Reveal.getScale();
  const room = formula.parentElement.getBoundingClientRect().width - scale * (parseFloat(paddingLeft) + parseFloat(paddingRight));
  const share = 0.99 * room / formula.firstElementChild.getBoundingClientRect().width;
  if (share < 1) formula.style.fontSize = `${1.05 * share}em`;
  return share > 0.7;
}

// text is as large as the slide allows, from 40 px down to 22; what still overflows the rehearsal reports
function fit(section) {
  const text = section.querySelector(".text"), code = section.querySelectorAll("pre.code");
  if (!text) return;
  section.style.display = "flex";
  const formulas = [...text.querySelectorAll("math[display='block']")];
  const fits = () => formulas.map(squeeze).every(Boolean) && text.scrollHeight <= text.clientHeight + 1 && text.scrollWidth <= text.clientWidth + 1;
  const shrink = (from, to) => {
    for (let size = from; size >= to; size--) {
      text.style.setProperty("--size", `${size}px`);
      if (fits()) return true;
    }
  };
  if (!shrink(40, 28)) {
    for (const part of code) part.classList.add("columns");
    shrink(28, 22);
  }
  section.style.display = "";
}

// keys of the deck's own, wherever they are pressed; says whether it took the key
function press(event) {
  if (event.ctrlKey || event.altKey || event.metaKey) return false;
  const player = playerOf(Reveal.getCurrentSlide()), key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const own = {o: () => overview.turn(!overview.on), s: () => speaker.open(), l: () => here.overlay ? here.close() : here.show()};
  if (player) {
    own.r = () => player.act(0);
    if (player.film.states.length > 1) own.n = () => player.next();
    for (const number of player.film.states.keys()) if (number) own[number] = () => player.act(number);
  }
  if (overview.on) own.Enter = own.Escape = own.o;
  if (here.overlay) own.Escape = own.l;
  const action = Object.hasOwn(own, key) && own[key];
  if (!action) return false;
  event.preventDefault();
  action();
  return true;
}

// a focused control keeps its arrow keys; page keys (and the lecturer's remote) always turn the page; Escape lets go
function onKey(event) {
  const control = event.target.closest?.("[data-control]");
  const page = control && {PageDown: "next", PageUp: "prev"}[event.key];
  if (page) { event.preventDefault(); control.blur(); Reveal[page](); }
  else if (control && event.key === "Escape") control.blur();
  else if (!press(event)) {
    if (control) event.target.addEventListener("keydown", late => late.stopPropagation(), {once: true});
    return;
  }
  event.stopPropagation();
}

// the room is told of every change: the address, and the lecturer's window
function changed() {
  here.write();
  speaker.update();
}

function turned(shown) {
  return event => event.fragments.forEach(part => {
    const player = part.classList.contains("answer") && players.get(part.closest(".live-figure"));
    if (player && (!shown || player.box.dataset.mode === "ask")) player.vote.turned(shown);
  });
}

function lecture() {
  Reveal.initialize({
    width: 1280, height: 720, margin: 0, center: false, display: "flex", hash: false, transition: "none",
    slideNumber: "c/t", controls: false, navigationMode: "linear", overview: false, scrollActivationWidth: 0,
  }).then(() => {
    sections.forEach(fit);
    const go = () => Reveal.slide(sections.indexOf(here.read()));
    go();
    Reveal.on("slidechanged", changed);
    Reveal.on("fragmentshown", turned(true));
    Reveal.on("fragmenthidden", turned(false));
    document.addEventListener("figurechange", changed);
    addEventListener("hashchange", go);
    document.addEventListener("keydown", onKey, true);
    for (const [key, what] of [["1 … 9, N", "steps of the figure's story"], ["R", "reset the figure"],
      ["O", "all slides"], ["S", "the lecturer's window"], ["L", "a link to here"]]) Reveal.registerKeyboardShortcut(key, what);
    changed();
  });
}

// a phone has one long page, and the address leads to a place on it
function pocket() {
  root.classList.add("phone", "flat");
  boxes.forEach(stack);
  for (const [box, player] of players) { player.show(player.frame); copied(box); }
  const go = () => here.read().scrollIntoView();
  if (location.hash) go();
  addEventListener("hashchange", go);
}

// a button that was clicked gives the keys back
document.addEventListener("click", event => { if (event.detail) event.target.closest?.("button")?.blur(); });
PHONE.addEventListener("change", () => { if (!paper.kept) location.reload(); });

// the room that text takes is known once the font for formulas is there
document.fonts.load('20px "Deck Math"').finally(PHONE.matches ? pocket : lecture);
