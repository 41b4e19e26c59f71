"use strict";
// All slides at once: a page for phones, the pages of a print, the overview.

const root = document.documentElement;
const sections = [...document.querySelectorAll(".slides > section")];

// side by side on a phone, two panels would be as small as stamps: they stand one above the other
function stack(box) {
  const stage = box.querySelector(".stage"), {cuts, width, height} = films[box.dataset.figure];
  const images = [...stage.querySelectorAll("img")], veils = films[box.dataset.figure].veils;
  cuts.slice(1).forEach((right, k) => {
    const left = cuts[k], share = right - left, slice = document.createElement("div");
    slice.className = share > 0.7 ? "slice long" : "slice";
    const veiled = !veils.length || veils.some(([x, , wide]) => x + wide / 2 > left && x + wide / 2 < right);
    slice.classList.toggle("veiled", veiled);
    slice.style.aspectRatio = share > 0.7 ? "1.25" : `${share * width} / ${height}`;
    for (const image of images) {
      const copy = k ? image.cloneNode() : image;
      copy.style.cssText = share > 0.7 ? "width: auto" : `width: ${100 / share}%; left: ${-100 * left / share}%`;
      if (k) copy.alt = "";
      slice.append(copy);
    }
    stage.append(slice);
  });
  box.addEventListener("figurechange", () => copied(box));
}

// the slices show the same picture
function copied(box) {
  for (const kind of ["still", "over"]) {
    const [first, ...others] = box.querySelectorAll("." + kind);
    for (const image of others) {
      if (first.src) image.src = first.src;
      image.hidden = first.hidden;
    }
  }
}

const overview = {
  get on() { return root.classList.contains("overview"); },
  turn(on) {
    root.classList.toggle("flat", on);
    root.classList.toggle("overview", on);
    if (on) Reveal.getCurrentSlide().scrollIntoView({block: "center"});
    else Reveal.layout();
  },
};

document.addEventListener("click", event => {
  const section = overview.on && event.target.closest?.("section");
  if (!section) return;
  overview.turn(false);
  Reveal.slide(sections.indexOf(section));
});

// a print has a page for each step of a story, with the answer on the first; afterwards all is as it was
const paper = {
  kept: null,
  lay() {
    if (this.kept) return;
    this.kept = {flat: root.classList.contains("flat"), pages: [], before: []};
    root.classList.add("flat");
    for (const [box, player] of players) this.unfold(box, player);
  },
  unfold(box, player) {
    const section = box.closest("section"), where = player.where, mode = box.dataset.mode;
    this.kept.before.push(() => { player.where = where; if (mode) player.vote.mode(mode); });
    let last = section;
    for (const number of player.film.states.keys()) {
      if (!number) continue;
      player.act(number);
      last.after(last = twin(section));
      this.kept.pages.push(last);
    }
    player.choose(0);
    player.vote?.mode("answer");
  },
  clear() {
    if (!this.kept) return;
    for (const page of this.kept.pages) page.remove();
    for (const restore of this.kept.before) restore();
    root.classList.toggle("flat", this.kept.flat);
    this.kept = null;
    if (!root.classList.contains("phone")) Reveal.layout();
  },
};

// a section as it looks now; a copy of a list forgets what was chosen
function twin(section) {
  const copy = section.cloneNode(true), lists = section.querySelectorAll("select");
  copy.querySelectorAll("select").forEach((list, k) => { list.selectedIndex = lists[k].selectedIndex; });
  return copy;
}

addEventListener("beforeprint", () => paper.lay());
addEventListener("afterprint", () => paper.clear());
