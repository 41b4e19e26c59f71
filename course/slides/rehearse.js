// One pass over all slides of a deck; returns what would go wrong, an object each.
async letters => {
  if (!Reveal.isReady()) await new Promise(ready => Reveal.on("ready", ready));
  const found = [];
  const {inside, contrast, texts, teller} = window.measure;
  const shown = e => e.getClientRects().length && !e.closest("aside, [hidden]") &&
    getComputedStyle(e).visibility === "visible";
  const cutOff = e => !inside(e.getBoundingClientRect(), e.closest("section").getBoundingClientRect());

  function inspect(section, i) {
    const title = section.querySelector("h2").textContent.trim(), say = teller(found, i + 1, title);
    if (!title) say("no title");
    const read = () => {
      for (const {e, words} of texts(section)) {
        if (!shown(e) || e.closest(".fragment:not(.visible), option")) continue;
        const size = parseFloat(getComputedStyle(e).fontSize), quote = words.slice(0, 30);
        if (e.closest("math")) { if (size < 13.9) say("small formula", `${e.closest("math").textContent.slice(0, 40)}: ${size.toFixed(1)} px`); }
        else if (size < 16) say("small text", `${quote}: ${size} px`);
        if (contrast(e) < (size >= 24 ? 3 : 4.5)) say("pale text", `${quote}: contrast ${contrast(e).toFixed(1)}`);
      }
    };
    const look = where => {
      const out = [...section.querySelectorAll("*")].find(e => shown(e) && cutOff(e));
      if (!out) return;
      const box = out.getBoundingClientRect(), words = out.textContent.trim().slice(0, 40);
      say("overflow", `${where}${words || out.tagName} ends at ${Math.round(box.right)} × ${Math.round(box.bottom)} px`);
    };
    read();
    look("");
    for (const control of section.querySelectorAll("input, select, textarea")) {
      const name = control.closest("label")?.querySelector(".name")?.textContent.trim();
      if (!name) say("no label", control.dataset.control || control.type);
    }
    for (const image of section.querySelectorAll("img:not([aria-hidden])")) {
      const figure = image.closest("[data-figure]")?.dataset.figure || image.getAttribute("src")?.slice(0, 40);
      if (!image.alt.trim()) say("no alt text", figure);
      if (image.complete && !image.naturalWidth) say("broken picture", figure);
    }
    const player = playerOf(section);
    if (player) play(section, player, say, look, read);
  }

  function play(section, player, say, look, read) {
    const {film, box} = player, stage = box.querySelector(".stage"), tells = box.querySelector(".tells");
    if (film.states.length < 2) say("no story", film.name);
    for (const state of film.states.slice(1)) if (!state.name.trim() || !state.look.trim()) say("no sentence", state.name || film.name);
    film.controls.forEach((control, k) => { // neither a hand nor a step of the story moves anything with it
      const tracks = film.states.filter(state => state.tracks[control.name]);
      const values = new Set(film.states.map(state => film.frames[state.frame].shown[k]));
      if (!tracks.length && values.size < 2) say("dead slider", control.label || control.name);
    });
    const high = film.letters * 100 / 72 * stage.clientWidth / film.width;
    if (high < letters) say("small picture", `its smallest words are ${high.toFixed(1)} px high`);
    const first = stage.getBoundingClientRect();
    const test = where => {
      look(where);
      const now = stage.getBoundingClientRect();
      if (Math.abs(now.top - first.top) + Math.abs(now.height - first.height) > 1) say("picture jumps", where);
      if (tells.scrollHeight > tells.clientHeight + 1 || tells.scrollWidth > tells.clientWidth + 1)
        say("long caption", `${where}${tells.scrollHeight - tells.clientHeight} px too high`);
      if (!box.querySelector(".told").textContent.trim()) say("no caption", where);
      const broken = box.querySelector(".broken");
      if (broken) say("claim fails", `${where}${broken.textContent.trim().slice(0, 120)}`);
    };
    if (player.vote) { player.vote.reveal(); look("with its answer: "); }
    for (const number of film.states.keys()) {
      player.act(number);
      test(`at ${player.state.name}: `);
      if (number < 2) read();
    }
    for (const [number, frame] of film.frames.entries()) {
      player.show(number);
      test(`at ${frame.shown.join(", ")}: `);
    }
    player.choose(0);
  }

  for (const [i, section] of sections.entries()) {
    Reveal.slide(i, 0, 99);
    try { inspect(section, i); }
    catch (error) { found.push({slide: i + 1, title: section.querySelector("h2")?.textContent || "", kind: "script error", detail: String(error)}); }
  }
  return found;
}
