"use strict";
// What lectures need on top of jupyterlab-slideshow, as a prebuilt JupyterLab extension small enough to be written by
// hand: keys for a figure's story, Shift-Enter that runs and goes on, speaker notes, code shown only where it is tagged.

(() => {
  const HERE = document.currentScript.src;
  const VIEW = "application/vnd.jupyter.widget-view+json";
  // what the kernel knows and no notebook shows: the notes of every figure, by name; in hex, so that no quoting is needed
  const ASK = '__import__("json").dumps({f.name: getattr(f, "notes", "") for f in ' +
    '__import__("helpers.live", fromlist=["figures"]).figures()}).encode().hex()';
  let notes = null; // the lecturer's own window
  let figureNotes = {};

  const presenting = () => document.body.dataset.jpDeckMode === "presenting";
  const kindOf = cell => cell.model.getMetadata("slideshow")?.slide_type;
  const typing = target => target.matches("input, textarea, select, [contenteditable=true]") || target.closest(".cm-editor");

  function panelOf(app) {
    const panel = app.shell.currentWidget;
    return panel?.content?.widgets?.[0]?.model?.getMetadata ? panel : null; // a notebook
  }

  // code stays folded unless its cell is tagged to be read; a call of source(...) shows its code as output
  function markCells(panel) {
    for (const cell of panel.content.widgets) {
      const read = (cell.model.getMetadata("tags") || []).includes("read");
      cell.toggleClass("lecture-read", read && !cell.model.sharedModel.getSource().startsWith("source("));
    }
  }

  // slide mode saves that it is on, and every page opened later would start in it: save that it is off
  async function forget(app) {
    const {settings} = app.serviceManager, id = "jupyterlab-slideshow:plugin", {raw} = await settings.fetch(id);
    await settings.save(id, raw.replace(/("active"\s*:\s*)true/, "$1false"));
  }

  // a notebook that was opened but not run shows stored pictures: run it, and stay at the cell where we are
  async function runFirst(app, panel) {
    const ran = panel.content.widgets.some(cell => cell.model.outputs?.toJSON().some(output => output.data?.[VIEW]));
    if (ran) return;
    const here = panel.content.activeCellIndex;
    const done = app.commands.execute("notebook:run-all-cells");
    panel.content.activeCellIndex = here;
    await done;
    if (presenting() && panel.content.activeCellIndex === panel.content.widgets.length - 1) panel.content.activeCellIndex = here;
  }

  // the cells of the slide that holds cell number `index`: from its heading to the next one
  function slideAround(cells, index) {
    const starts = i => ["slide", "subslide"].includes(kindOf(cells[i]));
    let first = index, end = index + 1;
    while (first > 0 && !starts(first)) first--;
    while (end < cells.length && !starts(end)) end++;
    return [cells.slice(first, end), cells[end]];
  }

  // a class has voted already: no figure sleeps; a very wide one has its controls below; the picture takes what is left
  const resized = new ResizeObserver(entries => {
    for (const figure of new Set(entries.map(entry => entry.target.closest(".jp-Deck .live-figure"))))
      if (figure && presenting()) fitFigure(figure);
  });

  function fitFigure(figure) {
    const image = figure.querySelector(".live-picture img"), aspect = image.getAttribute("width") / image.getAttribute("height");
    figure.classList.remove("asleep");
    figure.classList.toggle("lecture-wide", aspect > 2.45);
    const [high, wide] = ["gridTemplateRows", "gridTemplateColumns"].map(track => parseFloat(getComputedStyle(figure)[track]));
    figure.style.setProperty("--picture", `${Math.min(wide, high * aspect)}px`);
    for (const words of figure.querySelectorAll(":scope > :is(.live-say, .live-story, .live-claim)")) resized.observe(words);
  }

  // text that is a little too long is set a little smaller; long code in two columns, and alone if it must
  function fit(panel) {
    const box = panel.node.querySelector(".jp-WindowedPanel-outer");
    const formulas = [...panel.node.querySelectorAll(".jp-deck-mod-visible mjx-container[display]")];
    const over = () => box.scrollHeight > box.clientHeight + 1 || formulas.some(f => f.scrollWidth > f.clientWidth + 1);
    const set = size => panel.node.style.setProperty("--size", size);
    const figure = panel.node.querySelector(".jp-deck-mod-visible .live-figure");
    if (figure?.querySelector(".live-picture img")) fitFigure(figure);
    panel.removeClass("lecture-columns");
    panel.removeClass("lecture-tight");
    set(28);
    const code = panel.node.querySelector(".jp-deck-mod-visible .jp-OutputArea .jp-RenderedMarkdown pre");
    if (code && over()) panel.addClass("lecture-columns");
    for (let size = 27; size >= 20 && over(); size--) set(size);
    if (code && over()) panel.addClass("lecture-tight");
  }

  const html = cell => cell?.node.querySelector(".jp-RenderedMarkdown")?.innerHTML || "";

  async function askFigures(panel) {
    const kernel = panel.sessionContext.session?.kernel;
    if (!kernel) return;
    const asked = {code: "", silent: true, store_history: false, user_expressions: {notes: ASK}};
    const {content} = await kernel.requestExecute(asked).done;
    const hex = content.user_expressions?.notes?.data?.["text/plain"]?.replaceAll("'", "");
    if (!hex) return;
    const bytes = Uint8Array.from(hex.match(/../g), pair => parseInt(pair, 16));
    figureNotes = JSON.parse(new TextDecoder().decode(bytes));
  }

  // the notes of the figures that some cells show
  function notesOf(cells) {
    const text = cells.map(cell => cell.model.sharedModel.getSource()).join("\n");
    const shown = ([name]) => new RegExp(`\\b${name}\\(|name="${name}"`).test(text);
    return Object.entries(figureNotes).filter(entry => entry[1] && shown(entry)).map(([, words]) => words);
  }

  function showNotes(app) {
    const panel = panelOf(app);
    if (!notes || notes.closed || !panel || !presenting()) return;
    const [cells, next] = slideAround(panel.content.widgets, panel.content.activeCellIndex);
    const found = cells.filter(cell => kindOf(cell) === "notes").map(html).join("");
    const page = notes.document, said = page.createElement("div");
    for (const words of notesOf(cells).flatMap(text => text.split(/\n\s*\n/)))
      said.appendChild(page.createElement("p")).textContent = words;
    page.title = "Speaker notes";
    page.body.innerHTML = `<p id="clock"></p><div>${found}</div><hr><p>Next:</p><div>${html(next)}</div>`;
    if (!found && !said.children.length) said.textContent = "No notes for this slide.";
    page.body.insertBefore(said, page.querySelector("hr"));
    page.body.style.cssText = "font: 20px/1.5 sans-serif; margin: 1.5em; max-width: 40em";
    tick();
  }

  function tick() {
    const clock = notes && !notes.closed && notes.document.getElementById("clock");
    if (clock) clock.textContent = new Date().toLocaleTimeString([], {hour: "2-digit", minute: "2-digit"});
  }

  function openNotes(app) {
    notes = window.open("", "speaker-notes", "width=700,height=600");
    showNotes(app);
    const panel = panelOf(app);
    if (panel) askFigures(panel).then(() => showNotes(app));
  }

  const turn = (app, forth) => app.commands.execute("deck:go",
    forth ? {direction: "down", alternate: "forward"} : {direction: "up", alternate: "back"});

  function onKey(app, event) {
    if (!presenting() || event.ctrlKey || event.altKey || event.metaKey) return;
    const panel = panelOf(app), target = event.target;
    if (!panel) return;
    const figure = panel.node.querySelector(".jp-deck-mod-visible .live-figure");
    const step = number => figure?.querySelectorAll(".live-step")[number - 1];
    const control = target.closest(".live-figure");
    const act = {
      PageDown: () => turn(app, true),
      PageUp: () => turn(app, false),
      Escape: control && (() => panel.content.activeCell.node.focus()), // let the slider go, stay in the deck
    }[event.key];
    if (act) act();
    else if (event.key === "Enter" && event.shiftKey) app.commands.execute("notebook:run-cell").then(() => turn(app, true));
    else if (typing(target) || event.shiftKey) return;
    else if (/^[1-9]$/.test(event.key)) step(+event.key)?.click(); // else JupyterLab makes a heading of the cell
    else if (event.key === "r") figure?.querySelector(".live-reset")?.click();
    else if (event.key === "n") figure?.querySelector(".live-next")?.click();
    else if (event.key === "s") openNotes(app);
    else return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  function activate(app) {
    const style = document.createElement("link");
    style.rel = "stylesheet";
    style.href = new URL("lecture.css", HERE);
    document.head.append(style);
    window.addEventListener("keydown", event => onKey(app, event), true);
    app.commands.addKeyBinding({command: "deck:toggle", keys: ["Alt R"], selector: "body"});
    let watched = null;
    const settle = () => {
      showNotes(app);
      if (presenting() && panelOf(app)) requestAnimationFrame(() => fit(panelOf(app)));
    };
    window.addEventListener("resize", () => setTimeout(settle, 200));
    // a figure may arrive after its slide did, a cell become visible after it became active
    const drawn = node => node.nodeType === 1 && (node.closest(".live-picture") || node.querySelector(".live-picture"));
    const news = ({type, target, addedNodes, oldValue}) => type === "childList" ? [...addedNodes].some(drawn)
      : target.matches(".jp-deck-mod-visible") ? !oldValue?.includes("jp-deck-mod-visible")
      : target.matches(".jp-deck-mod-visible .live-figure.asleep");
    new MutationObserver(records => { if (presenting() && records.some(news)) settle(); }).observe(document.body,
      {childList: true, subtree: true, attributes: true, attributeFilter: ["class"], attributeOldValue: true});
    new MutationObserver(() => {
      const panel = panelOf(app);
      if (!presenting() || !panel) return;
      setTimeout(() => forget(app), 1500); // after slide mode has saved its setting
      markCells(panel);
      runFirst(app, panel);
      setTimeout(settle, 500);
      if (watched !== panel) panel.content.activeCellChanged.connect(settle);
      watched = panel;
    }).observe(document.body, {attributes: true, attributeFilter: ["data-jp-deck-mode"]});
    setInterval(tick, 10_000);
  }

  const plugin = {id: "ml-theory-lectures:plugin", autoStart: true, activate};
  window._JUPYTERLAB = window._JUPYTERLAB || {};
  window._JUPYTERLAB["ml-theory-lectures"] = {init() {}, get: async () => () => ({__esModule: true, default: plugin})};
})();
