// Copies of the text of a field: in a hidden field, and on the page.
//
// An editor may write its text into a hidden field of its form, a moment after the last key. Only whether a hidden field
// has taken over the whole text leaves this file, never what such a field holds.

// For each editor its text before the typing, and what the hidden fields held then.
const untyped = new WeakMap();
function hiddenBeside(el) {
  let form = el;
  while (form && form.localName !== "form") form = parentOf(form);
  const all = [...(form || el.getRootNode()).querySelectorAll("input[type=hidden],textarea")];
  return all.filter((one) => !el.contains(one) && (one.type === "hidden" || !visible(one)) && !isSecret(one)).slice(0, 40);
}
function noteUntyped(el, begun = false) {
  if (!el?.isContentEditable || isSecret(el)) return;
  untyped.set(el, { text: begun ? null : valueOf(el), held: new Map(hiddenBeside(el).map((one) => [one, one.value])) });
}

// The field may hold the text itself, Markdown, HTML, or the texts of a structure in JSON. Spaces and signs of Markdown
// are no difference; the keys of a structure and the attributes of HTML are no text.
const bareText = (text) => text.replace(UNSEEN, "").replace(/[\s*_`~#>\\]+/g, "");
const SIGNS = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };
const signOfCode = (code) => (code <= 0x10ffff ? String.fromCodePoint(code) : "");
const withoutTags = (text) => text.replace(/<\/?[a-z][^>]*>/gi, "")
  .replace(/&(?:#(\d+)|#x([\da-f]+)|(amp|lt|gt|quot|apos|nbsp));/gi, (_, dec, hex, name) => (name ? SIGNS[name.toLowerCase()] : signOfCode(dec ? Number(dec) : parseInt(hex, 16))));
function textsInJson(value) {
  if (!/^\s*[[{]/.test(value)) return null;
  const texts = [], walk = (one) => { if (typeof one === "string") texts.push(one); else if (one && typeof one === "object") Object.values(one).forEach(walk); };
  try { walk(JSON.parse(value)); return texts.join("\n"); } catch { return null; }
}
const readingsOf = new WeakMap();      // a wait reads them many times
function readings(field) {
  const { value } = field, known = readingsOf.get(field);
  if (known?.value === value) return known.texts;
  const text = textsInJson(value) ?? value, texts = [withoutTags(text), ...(/^\s*</.test(text) ? [] : [text])].map(bareText);
  readingsOf.set(field, { value, texts });
  return texts;
}
// The hidden fields by name: "+" if a field has changed since the typing began and holds all lines of the editor, "-" if
// it has not; null if nobody can tell. A name that a framework made says nothing.
function takenOver(el) {
  const before = untyped.get(el), text = before && live(el) ? valueOf(el) || "" : "";
  const lines = text.split("\n").map(bareText).filter(Boolean), beside = lines.length ? hiddenBeside(el) : [];
  if (!beside.length) return null;
  const written = (one) => one.value !== before.held.get(one) || text === before.text;
  const holds = (one) => written(one) && readings(one).some((known) => lines.every((line) => known.includes(line)));
  const named = (one) => (generated(one.name || "") ? "" : encodeURIComponent(one.name || ""));
  return beside.map((one) => `${holds(one) ? "+" : "-"}${named(one)}`);
}

// A text that shows again what a field without a name holds says nothing about its place, as long as other words stand
// beside it. In a row such a text may name the record.
const heldWithoutName = (el) => (textual(el) && !isSecret(el) && !labelOf(el) && !itemOf(el) && !plainRow(el) ? fold(valueOf(el)) : "");
function withoutCopies(print, held) {
  const without = (list) => list.filter((text) => text !== held && !(text.length === NEAR && held.startsWith(text)));
  if (!held || !without(print.texts).some((text) => /\p{L}/u.test(text))) return {};
  return { cells: without(print.cells), texts: without(print.texts), neighbours: without(print.neighbours) };
}

const squeezed = (text) => text.replace(UNSEEN, "").replace(/\s+/g, "");
// The text of an editor that has the focus, if the caret stands at its end and no words are selected; null otherwise.
function heldBeforeCaret({ ref = "target" }) {
  const el = ref === "target" ? registry.target : registry.refs.get(ref), at = getSelection();
  if (!el?.isContentEditable || !document.hasFocus() || !el.contains(document.activeElement) || !at.isCollapsed || !el.contains(at.anchorNode)) return null;
  const after = document.createRange();
  after.selectNodeContents(el);
  after.setStart(at.anchorNode, at.anchorOffset);
  const rest = after.cloneContents();
  if (squeezed(rest.textContent) || rest.querySelector("img,video,table,hr,input")) return null;
  return el.innerText.replace(UNSEEN, "").replace(/\u00a0/g, " ").replace(/\n$/, "");
}
// Selects the text of a field as Playwright does before it replaces it. False if that is better left to Playwright. If a
// text may go on where that of an editor ends, and the caret stands there, it returns that text and selects nothing.
const PLAIN = /^(text|search|email|url|tel|password)$/;
const takesText = (el) => !!el && window === window.top && (el.localName === "textarea" || (el.localName === "input" && PLAIN.test(el.type)) || el.isContentEditable);
function selectText({ goesOn = false }) {
  const el = registry.target, held = goesOn ? heldBeforeCaret({}) : null;
  if (held !== null) return held;
  if (!takesText(el) || !document.hasFocus() || !live(el) || !visible(el) || disabled(el) || el.readOnly || changeSince(el)) return false;
  if (el.isContentEditable) getSelection().selectAllChildren(el); else el.select();
  el.focus();
  return true;
}
