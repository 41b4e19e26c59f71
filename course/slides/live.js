// A walk along the live slides of a notebook, there and back, with the keys of the lecturer; returns
// what would go wrong, an object each. It waits for what a key should do, and says so if that never comes.
async ({steps: expected, figures, letters, patience}) => {
  const {inside, contrast, texts, teller} = window.measure;
  const panel = window.jupyterapp.shell.currentWidget, cells = panel.content.widgets;
  const style = document.querySelector('link[href*="ml-theory-lectures"]').href;
  const {steps, titleOf} = await import(new URL("steps.js", style));
  const list = steps(panel), found = [], unit = Math.min(innerWidth / 1280, innerHeight / 720);

  const frame = () => new Promise(done => requestAnimationFrame(() => setTimeout(done)));
  const until = async happened => {
    for (const end = performance.now() + 1000 * patience; performance.now() < end; await frame()) if (happened()) return true;
    return happened();
  };
  const press = (key, target = document.body) =>
    target.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true, cancelable: true}));
  const onTheWall = () => cells.flatMap((cell, i) => cell.node.matches(".lecture-shown") && cell.node.getClientRects().length ? [i] : []);
  const seen = e => e.checkVisibility({visibilityProperty: true}) && !e.closest("mjx-assistive-mml, .sr-only, option, style");
  const warning = () => panel.node.querySelector(".lecture-warning").textContent;
  const boxOf = e => e.getBoundingClientRect();

  // where a step belongs: number and title of its slide
  const place = at => [list[at].slide + 1, titleOf(list, at)];

  // cells that failed when the notebook was run, on slides or not
  function failures() {
    cells.forEach((cell, index) => {
      const outputs = cell.model.outputs, at = list.findIndex(step => step.index === index);
      for (let i = 0; i < (outputs?.length ?? 0); i++) {
        const output = outputs.get(i).toJSON();
        if (output.output_type !== "error") continue;
        const [slide, title] = at < 0 ? [0, ""] : place(at);
        found.push({slide, title, kind: "does not run", detail: `cell ${index + 1}, ${output.ename}: ${output.evalue}`.slice(0, 200)});
      }
    });
  }

  // letters: large enough, dark enough, and not under the slide's number
  function read(shown, say) {
    const line = boxOf(panel.node.querySelector(".lecture-line"));
    for (const root of shown) {
      for (const {node, e, words} of texts(root)) {
        if (!seen(e)) continue;
        const size = parseFloat(getComputedStyle(e).fontSize) / unit, quote = words.slice(0, 30), range = document.createRange();
        if (size < 15.9) say("small text", `${quote}: ${size.toFixed(1)} px`);
        if (!e.closest(":disabled") && contrast(e) < (size >= 24 ? 3 : 4.5)) say("pale text", `${quote}: contrast ${contrast(e).toFixed(1)}`);
        range.selectNodeContents(node);
        if ([...range.getClientRects()].some(box => box.right > line.left && box.bottom > line.top + 2 && box.left < line.right && box.top < line.bottom))
          say("covered", quote);
      }
      for (const glyph of root.querySelectorAll("mjx-c")) {
        const size = parseFloat(getComputedStyle(glyph).fontSize) / unit;
        if (seen(glyph) && size < 13.9) say("small formula", `${size.toFixed(1)} px in ${glyph.closest("mjx-container").textContent.slice(0, 40)}`);
      }
      for (const image of root.querySelectorAll("img"))
        if (seen(image) && image.complete && !image.naturalWidth) say("broken picture", image.alt || image.src.slice(0, 40));
    }
  }

  // TeX that the notebook could not set
  const raw = root => [...texts(root)].find(({e, words}) => /\$[^$]+\$/.test(words) && !e.closest("code, pre, .cm-editor, script"));
  function formulas(shown, say) {
    for (const root of shown) {
      const wrong = root.querySelector('mjx-merror, [data-mjx-error], mjx-mtext[style*="red"], mjx-mtext[color]');
      if (wrong) say("broken formula", wrong.getAttribute("data-mjx-error") ?? wrong.closest("mjx-container").textContent.slice(0, 60));
      if (raw(root)) say("broken formula", raw(root).words.slice(0, 60));
    }
  }

  // everything stands on the wall; only a listing may be longer, and is scrolled with the wheel
  function look(shown, say, where = "") {
    const outer = panel.node.querySelector(".jp-WindowedPanel-outer"), wall = boxOf(outer);
    const listing = shown.some(root => [...root.querySelectorAll(".jp-OutputArea pre, .cm-editor")].some(seen));
    const down = listing ? wall.top + outer.scrollHeight : Math.min(wall.bottom, innerHeight);
    const box = {left: wall.left, right: wall.left + outer.clientWidth, top: wall.top, bottom: down};
    const parts = "img, p, li, h1, h2, h3, td, pre, button, label, input, select, mjx-container, .live-bar, .noUi-target";
    for (const root of shown) {
      for (const part of root.querySelectorAll(parts)) {
        const at = boxOf(part), words = part.textContent.trim().slice(0, 40) || part.tagName.toLowerCase();
        if (!at.width || !seen(part)) continue;
        if (!inside(at, box)) say("overflow", `${where}${words} ends at ${Math.round(at.right)} × ${Math.round(at.bottom)} px`);
        if (part.matches("button, mjx-container[display]") && part.scrollWidth > part.clientWidth + 1)
          say("overflow", `${where}${words} is cut off`);
      }
    }
  }

  // a guess: the number keys vote for its options; if it has no figure, A answers it
  async function vote(guess, alone, say) {
    const first = () => guess.querySelector(".live-option"), votes = () => +(first().dataset.votes ?? 0);
    if (!await until(first)) return say("stands still", "the guess has no options");
    const before = votes();
    press("1");
    if (votes() !== before + 1) say("dead key", "1 does not vote for the first option");
    if (alone) press("a");
    if (alone && !await until(() => first().disabled)) say("no answer", "A does not show it");
  }

  // a figure on the wall: its picture, and what is said of it
  class Act {
    constructor(cell, name, shown, say) { Object.assign(this, {cell, name, shown, say}); }
    get box() { return this.cell.querySelector(".live-figure"); }
    get image() { return this.box?.querySelector(".live-picture img"); }
    get here() { return this.box.querySelector(".live-step.here"); }
    get error() { return this.box.querySelector(".live-error"); }
    get awake() { return this.image?.naturalWidth && this.image.clientWidth > 100 && !this.box.matches(".asleep") && !warning(); }

    async drawn() {
      await frame();
      await this.image.decode().catch(() => {});
      await frame();
    }

    // awake, its story by its number keys, its sliders at both ends
    async play() {
      const lost = () => warning() && !warning().includes("is running");
      if (!await until(() => this.awake || lost()) || !this.awake) return this.say("stands still", warning() || this.name);
      for (const guess of this.shown.flatMap(root => [...root.querySelectorAll(".live-guess")]))
        if (!await until(() => guess.querySelector(".live-option:disabled"))) this.say("no answer", guess.textContent.slice(0, 40));
      await this.drawn();
      [this.first, this.start] = [boxOf(this.image), this.image.alt];
      const high = letters[this.name] * 100 / 72 * this.image.clientWidth / this.image.getAttribute("width") / unit;
      if (!(high >= letters.smallest)) this.say("small picture", `its smallest words are ${high.toFixed(1)} px high`);
      this.test("");
      await this.story();
      for (const handle of this.box.querySelectorAll(".live-grid .noUi-handle")) await this.slide(handle);
    }

    // words and picture keep their places; nothing is missing, nothing fails
    test(where) {
      const {box, first, say} = this, now = boxOf(this.image);
      look(this.shown, say, where);
      read(this.shown, say);
      if (this.error) say("figure fails", `${where}${this.error.textContent.slice(0, 120)}`);
      if (Math.abs(now.top - first.top) + Math.abs(now.height - first.height) > 1) say("picture jumps", where);
      if (!box.querySelector(".live-said .now, .live-said p:last-child")?.textContent.trim()) say("no caption", where);
      const broken = box.querySelector(".live-theorem.broken") ?? [...box.querySelectorAll(".live-identities li")].find(li => /^✗/.test(li.textContent));
      if (broken) say("claim fails", `${where}${broken.textContent.trim().slice(0, 120)}`);
    }

    // a key that leads to a step of the story, or (0) to the first picture
    async choose(key, number) {
      const there = () => number ? this.here?.textContent.startsWith(`${number} `) : this.image.alt === this.start;
      press(key);
      if (!await until(() => there() || this.error)) this.say("dead key", `${key} does not show ${number ? `step ${number}` : "the first picture"}`);
      await this.drawn();
    }

    async story() {
      const count = this.box.querySelectorAll(".live-step").length;
      if (!count) return this.say("no story", this.name);
      if (count > 9) this.say("dead key", `step 10 has no number key`);
      for (let number = 1; number <= Math.min(count, 9); number++) {
        await this.choose(String(number), number);
        this.test(`at step ${number}: `);
      }
      await this.reset();
      await this.choose("n", 1);
      await this.reset();
    }

    // only where it can be seen: keys overtake a reset that changes nothing, and would then be undone by it
    async reset() {
      if (this.image.alt !== this.start) await this.choose("r", 0);
    }

    // both ends of a slider, by its own keys
    async slide(handle) {
      const label = handle.closest(".live-number")?.textContent.trim() ?? "";
      for (const [key, end, side] of [["Home", "aria-valuemin", "left"], ["End", "aria-valuemax", "right"]]) {
        const before = this.image.alt, moves = handle.getAttribute("aria-valuenow") !== handle.getAttribute(end);
        handle.focus();
        press(key, handle);
        if (moves && !await until(() => this.image.alt !== before || this.error)) this.say("dead slider", `${label}, ${key}`);
        await this.drawn();
        this.test(`${label} at its ${side} end: `);
      }
      handle.blur();
      await this.reset();
    }
  }

  failures();
  await until(() => !list.some(({cell}) => raw(cell.node))); // formulas are set after the text is there
  press("Home");
  const walls = [];
  for (const [at, index] of expected.entries()) {
    const say = teller(found, ...place(Math.min(at, list.length - 1)));
    await frame();
    await frame();
    walls.push(onTheWall());
    if (!walls[at].includes(index) || !figures[index] && cells[index].node.clientHeight < 5) say("lost step", `cell ${index + 1} shows nothing`);
    // the cell of a figure that asks comes twice: first the class votes, then the picture shows
    const asks = index === expected[at + 1], shown = walls[at].map(i => cells[i].node), name = asks ? "" : figures[index];
    formulas(shown, say);
    read(shown, say);
    if (!name) look(shown, say);
    if (!name && warning()) say("stands still", warning());
    try {
      const guess = cells[index].node.querySelector(".live-guess");
      if (name) await new Act(cells[index].node, name, shown, say).play();
      else if (guess) await vote(guess, !asks, say);
    } catch (error) { say("script error", String(error)); }
    press("ArrowRight");
  }
  for (let at = expected.length - 1; at >= 0; at--) {
    if (String(onTheWall()) !== String(walls[at])) teller(found, ...place(at))("lost step", "on the way back");
    press("ArrowLeft");
  }
  return found;
}
