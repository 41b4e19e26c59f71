// One pass over all slides of a deck; returns what would go wrong, an object each.
// A picture's smallest letters are 15.3 px (11 pt at 100 dpi) where it is shown in full size.
async letters => {
  if (!Reveal.isReady()) await new Promise(ready => Reveal.on("ready", ready));
  const found = [], sections = [...document.querySelectorAll(".slides > section")];
  const inside = (inner, outer) =>
    inner.left >= outer.left - 1 && inner.right <= outer.right + 1 &&
    inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1;
  const shown = e => e.getClientRects().length && !e.closest("aside, [hidden]");
  const cutOff = e => !inside(e.getBoundingClientRect(), e.closest("section").getBoundingClientRect());

  for (const [i, section] of sections.entries()) {
    Reveal.slide(i, 0, 99);
    const title = section.querySelector("h2").textContent.trim();
    const say = (kind, detail) => found.push({slide: i + 1, title, kind, detail});
    if (!title) say("no title", "");

    const look = where => {
      const out = [...section.querySelectorAll("*")].find(e => shown(e) && cutOff(e));
      if (out) {
        const box = out.getBoundingClientRect(), words = out.textContent.trim().slice(0, 40);
        const end = `${Math.round(box.right)} × ${Math.round(box.bottom)} px`;
        say("overflow", `${where}${words || out.tagName} ends at ${end}`);
      }
      const picture = section.querySelector("img.still");
      const high = picture ? 15.3 * picture.clientWidth / picture.naturalWidth : letters;
      if (high < letters) say("small picture", `${where}its labels are ${high.toFixed(1)} px high`);
    };

    const walker = document.createTreeWalker(section, NodeFilter.SHOW_TEXT), small = new Set();
    while (walker.nextNode()) {
      const e = walker.currentNode.parentElement, words = walker.currentNode.data.trim();
      if (words && shown(e) && !e.closest("math") && parseFloat(getComputedStyle(e).fontSize) < 16)
        small.add(words.slice(0, 30));
    }
    if (small.size) say("small text", [...small].slice(0, 3).join(" | "));

    for (const control of section.querySelectorAll("input, select, textarea")) {
      const nodes = [...(control.labels || [])].flatMap(label => [...label.childNodes]);
      const words = nodes.filter(node => node.nodeType === 3).map(node => node.data).join("");
      if (!words.trim()) say("no label", control.dataset.control || control.type);
    }
    for (const image of section.querySelectorAll("img:not([aria-hidden])"))
      if (!image.alt.trim()) say("no alt text", image.closest("[data-figure]")?.dataset.figure || "");

    const box = section.querySelector(".live-figure"), player = box && players.get(box);
    if (!player) { look(""); continue; }
    if (player.film.states.length < 2) say("no story", box.dataset.figure);
    const before = found.length;
    for (const number of player.film.states.keys())
      if (found.length === before) {
        player.choose(number);
        look(`at step ${player.state.name}: `);
      }
    for (const [number, frame] of player.film.frames.entries())
      if (found.length === before) {
        player.show(number);
        look(`at ${frame.shown.join(", ")}: `);
      }
    player.choose(0);
  }
  return found;
}
