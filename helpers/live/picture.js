// A PNG and the handles on it. A handle only reports where the hand is; the kernel answers
// with the next picture and the handle's new place, so that picture and handle never disagree.
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function render({ model, el }) {
  const img = el.appendChild(document.createElement("img"));
  const layer = el.appendChild(document.createElement("div"));
  img.draggable = false;
  // the place is kept before the picture is there: nothing below it jumps
  img.width = model.get("width");
  img.height = model.get("height");
  el.style.maxWidth = `${model.get("width")}px`;

  let shown = "";
  const draw = () => {
    const url = URL.createObjectURL(new Blob([model.get("png")], { type: "image/png" }));
    URL.revokeObjectURL(shown);
    img.src = shown = url;
  };
  const describe = () => { img.alt = model.get("alt"); };

  // ipywidgets keeps one message on its way and merges the rest: no hand floods the kernel
  let count = 0;
  const pull = (name, what) => {
    model.set("pull", { name, count: ++count, ...what });
    model.save_changes();
  };

  const grip = (name) => {
    const knob = document.createElement("div");
    knob.className = "live-handle";
    knob.tabIndex = 0;
    knob.setAttribute("role", "slider");
    knob.dataset.lmSuppressShortcuts = "true"; // else JupyterLab takes the arrow keys
    let offset = [0, 0]; // from the middle of the handle to where it was taken
    knob.addEventListener("pointerdown", (event) => {
      const box = knob.getBoundingClientRect();
      offset = [event.clientX - box.left - box.width / 2, event.clientY - box.top - box.height / 2];
      knob.setPointerCapture(event.pointerId);
      knob.focus({ preventScroll: true });
      event.preventDefault();
    });
    knob.addEventListener("pointermove", (event) => {
      if (!knob.hasPointerCapture(event.pointerId)) return;
      const box = img.getBoundingClientRect();
      const inside = (x) => Math.min(Math.max(x, 0), 1);
      pull(name, {
        u: inside((event.clientX - offset[0] - box.left) / box.width),
        v: inside((event.clientY - offset[1] - box.top) / box.height),
      });
    });
    knob.addEventListener("keydown", (event) => {
      const arrow = ARROWS[event.key];
      if (!arrow) return;
      event.preventDefault();
      event.stopPropagation(); // the notebook would select another cell
      pull(name, { arrow });
    });
    return layer.appendChild(knob);
  };

  const place = () => {
    const handles = model.get("handles");
    while (layer.children.length > handles.length) layer.lastChild.remove();
    handles.forEach((handle, i) => {
      const knob = layer.children[i] ?? grip(i);
      knob.hidden = Boolean(handle.hidden);
      if (handle.hidden) return;
      knob.style.left = `${100 * handle.u}%`;
      knob.style.top = `${100 * handle.v}%`;
      knob.title = `drag: ${handle.label}`;
      knob.setAttribute("aria-label", handle.label);
      knob.setAttribute("aria-valuenow", handle.value);
      knob.setAttribute("aria-valuetext", handle.text);
    });
  };

  const veils = el.appendChild(document.createElement("div"));
  const veil = () => {
    veils.replaceChildren(...model.get("veils").map(([left, top, width, height]) => {
      const cover = document.createElement("div");
      cover.className = "live-veil";
      Object.entries({ left, top, width, height }).forEach(([side, share]) => {
        cover.style[side] = `${100 * share}%`;
      });
      return cover;
    }));
  };

  // an answered guess brings its figure into sight, down to the theorem, and no further than it must:
  // of what was said above it as much stays as there is room for
  const come = () => requestAnimationFrame(() => requestAnimationFrame(() => {
    const figure = el.closest(".live-figure"), parts = [el, figure?.querySelector(".live-claim")];
    if (!figure || figure.closest(".lecture-stage")) return;
    const bottom = (part) => part.getBoundingClientRect().bottom;
    const last = parts.reduce((a, b) => bottom(b) > bottom(a) ? b : a);
    const room = figure.closest(".jp-WindowedPanel-outer")?.clientHeight ?? innerHeight;
    const fits = bottom(last) - figure.getBoundingClientRect().top < room;
    (fits ? last : figure).scrollIntoView({ behavior: "smooth", block: fits ? "nearest" : "start" });
  }));

  model.on("msg:custom", come);
  model.on("change:veils", veil);
  model.on("change:png", draw);
  model.on("change:alt", describe);
  model.on("change:handles", place);
  draw(); describe(); place(); veil();
  return () => URL.revokeObjectURL(shown);
}

export default { render };
