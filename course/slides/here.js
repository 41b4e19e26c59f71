"use strict";
// A link to here: the address always says which slide, which step and which slider's place is shown.

const here = {
  overlay: null,

  // the slide's number, or the figure's name with its position
  get fragment() {
    const section = Reveal.getCurrentSlide(), player = playerOf(section);
    const asleep = player?.vote && section.querySelector(".live-figure").dataset.mode === "ask";
    return section.dataset.name + (player && !asleep ? "." + player.where : "");
  },

  // where others can open this file; a file on a disk is known only if the build said where it will be
  get address() {
    const file = location.href.split("#")[0], published = document.querySelector("meta[name=published-at]").content;
    if (!file.startsWith("file:")) return file;
    return published && published.replace(/\/?$/, "/") + file.split("/").pop().split("?")[0];
  },

  write() {
    history.replaceState(null, "", "#" + this.fragment);
  },

  // open the place that the address names; an unknown one is the first slide
  read() {
    const words = decodeURIComponent(location.hash.replace(/^#\/?/, ""));
    const [name, ...rest] = words.split("."), section = sections.find(one => one.dataset.name === name);
    const player = playerOf(section);
    if (player && rest.length) {
      player.where = rest.join(".");
      player.vote?.leave();
    }
    return section || sections[0];
  },

  show() {
    this.close();
    const link = this.address && this.address + "#" + this.fragment;
    const lines = link
      ? [square(link), line("p", link.replace(/^https?:\/\//, "")), line("small", "this figure, at this position, on your own screen")]
      : [line("p", "#" + this.fragment), line("small", "Open your copy of this file and add this to its address. " +
         "For a code to photograph, put the file on a web page, or build it with make slides AT=address.")];
    this.overlay = Object.assign(document.createElement("div"), {className: "overlay"});
    this.overlay.append(...lines);
    this.overlay.addEventListener("click", () => this.close());
    document.body.append(this.overlay);
  },

  close() {
    this.overlay?.remove();
    this.overlay = null;
  },
};

function line(tag, words) {
  return Object.assign(document.createElement(tag), {textContent: words});
}

// a QR code as large as it needs to be
function square(words) {
  const code = qrcode(0, "M");
  code.addData(words, "Byte");
  code.make();
  const frame = document.createElement("div");
  frame.innerHTML = code.createSvgTag({cellSize: 4, margin: 16, scalable: true});
  frame.firstChild.setAttribute("aria-label", words);
  return frame.firstChild;
}
