"use strict";
// What a rehearsal measures of any page, deck or live slide: what is seen, what is cut off, contrast.
window.measure = (() => {
  const inside = (inner, outer) =>
    inner.left >= outer.left - 1 && inner.right <= outer.right + 1 &&
    inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1;

  // contrast of letters to their ground, as the accessibility guidelines measure it
  const numbers = colour => colour.match(/[\d.]+/g).map(Number);
  const light = colour => numbers(colour).slice(0, 3).map(c => c / 255)
    .map(c => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
    .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
  const ground = e => {
    for (; e; e = e.parentElement) {
      const colour = getComputedStyle(e).backgroundColor, alpha = numbers(colour)[3];
      if (alpha === undefined || alpha > 0.5) return colour;
    }
    return "rgb(255, 255, 255)";
  };
  const contrast = e => {
    const [a, b] = [light(getComputedStyle(e).color), light(ground(e))].sort((x, y) => y - x);
    return (a + 0.05) / (b + 0.05);
  };

  // every piece of text below an element, with the element that it stands in
  function* texts(root) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode, words = node.data.trim();
      if (words) yield {node, words, e: node.parentElement};
    }
  }

  // findings of one slide: the first of a kind is enough
  function teller(found, slide, title) {
    const kinds = new Set();
    return (kind, detail = "") => {
      if (!kinds.has(kind)) found.push({slide, title, kind, detail});
      kinds.add(kind);
    };
  }

  return {inside, contrast, texts, teller};
})();
