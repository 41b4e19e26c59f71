// Keeps a line of Python in the cell that this output belongs to. The cell's editor is asked, as
// CodeMirror's own findFromDOM does; a front end without one shows the line to be typed instead.
function editor(el) {
  const content = el.closest(".jp-Cell")?.querySelector(".cm-content");
  return content?.cmView?.view ?? content?.cmTile?.view;
}

function written(view, opening, line) {
  const text = view.state.doc.toString();
  const from = text.indexOf(opening);
  if (from < 0) return false;
  const end = text.indexOf("\n", from);
  const to = end < 0 ? text.length : end;
  if (text.slice(from, to) !== line) view.dispatch({ changes: { from, to, insert: line } });
  return true;
}

function render({ model, el }) {
  el.setAttribute("role", "status");
  const show = () => {
    const line = model.get("line");
    const view = line && editor(el);
    const kept = view && written(view, model.get("opening"), line);
    el.textContent = !line ? "No answer yet." : kept
      ? "Your answer stands in this cell. Save the notebook; you can change it until you hand it in."
      : "To keep this answer, write this line into the cell: ";
    if (line && !kept) el.appendChild(document.createElement("code")).textContent = line;
  };
  model.on("change:line", show);
  // the cell's editor may be made after its output
  setTimeout(show);
}

export default { render };
