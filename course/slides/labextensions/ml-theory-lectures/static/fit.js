// Make what stands on the wall as large as the slide allows.
const LARGEST = 28, SMALLEST = 20; // letters of a text, in units of a 720-line slide

export function fit(panel, {look, figure}) {
  const live = figure?.node.querySelector(".live-figure");
  if (live?.querySelector(".live-picture img")) fitFigure(live);
  fitText(panel, look);
}

// the picture takes what its words and controls leave; their room may grow and never shrinks, so that nothing jumps
function fitFigure(figure) {
  const image = figure.querySelector(".live-picture img");
  const aspect = image.getAttribute("width") / image.getAttribute("height");
  const unit = Math.min(innerWidth / 1280, innerHeight / 720);
  for (const part of figure.querySelectorAll(":scope > :is(.live-say, .live-claim)")) {
    const need = Math.ceil(part.scrollHeight / unit), kept = part.dataset.room ?? 0;
    if (need <= kept || !part.clientHeight) continue;
    part.dataset.room = need;
    part.style.setProperty("--room", need);
  }
  const [high, wide] = ["gridTemplateRows", "gridTemplateColumns"].map(track => parseFloat(getComputedStyle(figure)[track]));
  figure.style.setProperty("--picture", `${Math.floor(Math.min(wide, high * aspect))}px`);
}

// text that is a little too long is set a little smaller; long code in two columns, and alone if it must
function fitText(panel, look) {
  const {node} = panel, box = node.querySelector(".jp-WindowedPanel-outer");
  const formulas = [...node.querySelectorAll(".lecture-shown mjx-container[display]")];
  const over = () => box.scrollHeight > box.clientHeight + 1 || formulas.some(one => one.scrollWidth > one.clientWidth + 1);
  const set = size => node.style.setProperty("--size", size);
  node.classList.remove("lecture-columns", "lecture-tight");
  set(LARGEST);
  if (look === "figure" || look === "peek") return;
  const code = node.querySelector(".lecture-shown .jp-OutputArea .jp-RenderedMarkdown pre");
  if (code && over()) node.classList.add("lecture-columns");
  for (let size = LARGEST - 1; size >= SMALLEST && over(); size--) set(size);
  if (code && over()) node.classList.add("lecture-tight");
}
