// A control may show several things and do another one for each: a card with "remove", a chip with a cross, an entry of a tree
// with an arrow. The page asks which part was clicked, so the part is recorded with the control and pressed again in it.
// A part is known by its text, by the words of its attributes, or by its path in the control.

const PICTURES = "svg,img,i,[class*=icon i]", PART_NODES = 120;
const picturesIn = (el) => el.querySelectorAll(PICTURES).length + Number(el.matches(PICTURES));
const showsNoMore = (el, part) => fold(el.textContent) === fold(part.textContent) && picturesIn(el) === picturesIn(part);
// The part of a control to which a node belongs; null for the control itself, and if the part is all that it shows.
function partAround(el, node) {
  if (!node || node === el || !el.contains(node) || el.ownerSVGElement) return null;
  let part = node;
  for (let svg = node.ownerSVGElement; svg && el.contains(svg); svg = svg.ownerSVGElement) part = svg;
  while (part.parentElement !== el && showsNoMore(part.parentElement, part)) part = part.parentElement;
  return showsNoMore(el, part) ? null : part;
}
const partsIn = (el) => [...new Set([...el.querySelectorAll("*")].slice(0, PART_NODES).map((node) => partAround(el, node)).filter(Boolean))];
const pathWithin = (el, part) => { const path = []; for (let up = part; up && up !== el; up = up.parentElement) path.unshift(`${up.localName}[${indexOf(up)}]`); return path.join("/"); };
const NAMING = ["aria-label", "title", "alt", "data-testid", "data-icon", "data-action", "name"];
const wordsOfPart = (part) => cut([part, ...part.querySelectorAll(PICTURES)].slice(0, 3).flatMap((node) => [...NAMING.map((key) => node.getAttribute(key)), ...lastingClasses(node)]).filter(Boolean).join(" "), 80);
// Pictures in a plain button or link are its decoration; in a chip, a tab, a row or a link with several texts they may be controls.
const TELLS = /[\p{L}\p{N}]/u, textsWithin = (el) => textNodes(el).filter((node) => TELLS.test(node.data)).length;
const decorated = (el) => el.matches("a:not([role]),button:not([role])") && textsWithin(el) < (el.localName === "a" ? 2 : 3);
// A single letter is a sign that is typed, such as an x.
const wordy = (part) => TELLS.test(part.textContent) && !/^[a-z]$/i.test(fold(part.textContent)), OF_TEXT = /^(text|label)$/;
const kindOfPart = (el, part) => (wordy(part) ? (decorated(el) ? "label" : "text") : decorated(el) ? "icon" : "sign");
function partText(el, part) {
  if (!part) return "itself";
  const said = cut(part.textContent, 60);
  return [kindOfPart(el, part), said, wordsOfPart(part), pathWithin(el, part), cut(fold(el.textContent).replace(said, ""), 80)].join(" \u00a6 ");
}
// The node that a click at a point of the control hits. Out of view nothing is hit, so the boxes tell it.
function hitWithin(el, x, y) {
  const hit = hitAt(x, y), over = (node) => { const box = node.getBoundingClientRect(); return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom; };
  return hit && holds(el, hit) ? hit : [...el.querySelectorAll("*")].slice(0, PART_NODES).filter(over).at(-1) || el;
}
// A point at which a click hits a part itself, and nothing else that stands in it.
function spotOf(el, part) {
  const box = part.getBoundingClientRect(), at = [0.5, 0.1, 0.9];
  if (!box.width || !box.height) return null;
  for (const down of at) for (const along of at) {
    const x = box.left + box.width * along, y = box.top + box.height * down;
    if (partAround(el, hitWithin(el, x, y)) === part) return [x, y];
  }
  return null;
}
// A word that all parts have, such as the name of the component, tells none of them from the others. A picture with none of its
// words is another one, although it has taken its path.
function likenessOfPart(el, part, [kind, said, words, path], common) {
  if (wordy(part) !== OF_TEXT.test(kind)) return 0;
  const own = wordsOfPart(part), shared = own.split(" ").some((word) => words.split(" ").includes(word) && !common.has(word));
  if (!OF_TEXT.test(kind) && !said && words && own && own !== words && !shared) return 0;
  return 4 * Number(!!said && fold(part.textContent) === said) + 2 * Number(!!words && own === words) + Number(shared) + Number(pathWithin(el, part) === path);
}
// The details of a control of which a part was recorded: the part that a click will hit now, and where, if not in the middle.
function partNow(el, recorded) {
  const wanted = recorded.split(" \u00a6 "), inCentre = partAround(el, hitWithin(el, ...middleOf(el)));
  const parts = partsIn(el), counts = new Map();
  for (const part of parts) for (const word of new Set(wordsOfPart(part).split(" "))) counts.set(word, (counts.get(word) || 0) + 1);
  const common = new Set([...counts].filter(([, n]) => n > 1).map(([word]) => word).concat(""));
  const ranked = wanted.length < 4 ? [] : parts.map((part) => [likenessOfPart(el, part, wanted, common), part]).filter(([n]) => n).sort((a, b) => b[0] - a[0]);
  const chosen = ranked[0]?.[1] || null, spot = chosen && chosen !== inCentre ? spotOf(el, chosen) : null;
  if (!spot) return { part: partText(el, inCentre), ...(wanted.length > 1 && !(chosen && chosen === inCentre) ? { part_lost: "yes" } : {}) };
  const box = el.getBoundingClientRect();
  return { part: partText(el, chosen), part_at: spot.map((one, n) => Math.round(10 * (one - [box.left + el.clientLeft, box.top + el.clientTop][n])) / 10).join(",") };
}
// The part that a press has hit; nothing of a control that shows one thing.
function partOfPress(el, hit) {
  if (!hit || !el.matches?.(ACTIVE) || el.matches("input,select,textarea,label,option,summary") || el.isContentEditable || !el.childElementCount) return {};
  const part = partAround(el, hit);
  return part || (hit === el && partsIn(el).length > 1) ? { part: partText(el, part) } : {};
}
