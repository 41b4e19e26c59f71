"use strict";
// What lectures need on top of jupyterlab-slideshow, as a prebuilt JupyterLab extension small enough to be written by
// hand: keys for presets and reset, Shift-Enter that runs and goes on, speaker notes, code shown only where it is tagged.

(() => {
  const HERE = document.currentScript.src;
  const VIEW = "application/vnd.jupyter.widget-view+json";
  let notes = null; // the lecturer's own window

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

  // text that is a little too long is set a little smaller; long code in two columns, and alone if it must
  function fit(panel) {
    const box = panel.node.querySelector(".jp-WindowedPanel-outer");
    const formulas = [...panel.node.querySelectorAll(".jp-deck-mod-visible mjx-container[display]")];
    const over = () => box.scrollHeight > box.clientHeight + 1 || formulas.some(f => f.scrollWidth > f.clientWidth + 1);
    const set = size => panel.node.style.setProperty("--size", size);
    const figure = panel.node.querySelector(".jp-deck-mod-visible .live-figure"), image = figure?.querySelector("img");
    figure?.classList.toggle("lecture-wide", image.naturalWidth > 2.45 * image.naturalHeight); // controls under the picture
    panel.removeClass("lecture-columns");
    panel.removeClass("lecture-tight");
    set(28);
    const code = panel.node.querySelector(".jp-deck-mod-visible .jp-OutputArea .jp-RenderedMarkdown pre");
    if (code && over()) panel.addClass("lecture-columns");
    for (let size = 27; size >= 20 && over(); size--) set(size);
    if (code && over()) panel.addClass("lecture-tight");
  }

  const html = cell => cell?.node.querySelector(".jp-RenderedMarkdown")?.innerHTML || "";

  function showNotes(app) {
    const panel = panelOf(app);
    if (!notes || notes.closed || !panel || !presenting()) return;
    const [cells, next] = slideAround(panel.content.widgets, panel.content.activeCellIndex);
    const found = cells.filter(cell => kindOf(cell) === "notes").map(html).join("");
    const page = notes.document;
    page.title = "Speaker notes";
    page.body.innerHTML =
      `<p id="clock"></p><div>${found || "<p>No notes for this slide.</p>"}</div><hr><p>Next:</p><div>${html(next)}</div>`;
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
  }

  const turn = (app, forth) => app.commands.execute("deck:go",
    forth ? {direction: "down", alternate: "forward"} : {direction: "up", alternate: "back"});

  function onKey(app, event) {
    if (!presenting() || event.ctrlKey || event.altKey || event.metaKey) return;
    const panel = panelOf(app), target = event.target;
    if (!panel) return;
    const figure = panel.node.querySelector(".jp-deck-mod-visible .live-figure");
    const button = number => figure?.querySelectorAll(":scope > :nth-child(2) button")[number]; // 0 is reset
    const control = target.closest(".live-figure");
    const act = {
      PageDown: () => turn(app, true),
      PageUp: () => turn(app, false),
      Escape: control && (() => panel.content.activeCell.node.focus()), // let the slider go, stay in the deck
    }[event.key];
    if (act) act();
    else if (event.key === "Enter" && event.shiftKey) app.commands.execute("notebook:run-cell").then(() => turn(app, true));
    else if (typing(target) || event.shiftKey) return;
    else if (/^[1-9]$/.test(event.key)) button(+event.key)?.click(); // else JupyterLab makes a heading of the cell
    else if (event.key === "r") button(0)?.click();
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
