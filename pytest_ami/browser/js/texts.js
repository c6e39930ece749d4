// The texts of a page, and whether a value stands among them: anywhere, outside of fields, or alone.

// A page may set quotation marks, apostrophes and dashes as a printer does: each sign stands for the one that was typed.
const typewritten = (text) => text.replace(/[\u2018\u2019\u201b]/g, "'").replace(/[\u201c-\u201f]/g, '"').replace(/[\u2010-\u2015\u2212]/g, "-");
const folded = (text) => typewritten(fold(text)).toLowerCase();

const TEXT_KEY = /^(text|shown|line|alone|beyond)[|]/;

// All visible text, outside of fields and with their values (without secrets); a value counts only as a separate word.
function pageTexts() {
  const parts = [document.body?.innerText || ""], fields = [];
  for (const el of everything()) {
    if (shadowOf(el) && visible(el)) parts.push(...[...shadowOf(el).children].map((child) => child.innerText || ""));
    else if (/^(input|textarea)$/.test(el.localName) && el.value && !isSecret(el) && usable(el)) fields.push(el.value);
  }
  return gathered(parts, fields);
}
function gathered(parts, fields) {
  const [shown, typed] = [parts, fields].map((some) => folded(some.join(" \n ")));
  return { shown: ` ${shown} `, text: ` ${shown} ${typed} `, parts };
}
const alnum = /[a-z0-9]/;
// A page that shows a command writes a quotation mark within a text twice, or behind a stroke.
const spellings = (value) => (/['"]/.test(value) ? [value, value.replace(/(['"])/g, "\\$1"), value.replace(/(['"])/g, "$1$1")] : [value]);
function stands(text, value) {
  for (let at = text.indexOf(value); value && at >= 0; at = text.indexOf(value, at + 1)) {
    const first = alnum.test(value[0]) && alnum.test(text[at - 1]), last = alnum.test(value.at(-1)) && alnum.test(text[at + value.length]);
    if (!first && !last) return true;
  }
  return false;
}
function says(text, wanted) {
  const value = folded(wanted);
  return spellings(value).some((one) => stands(text, one)) || (inGroups(value)?.test(text) ?? false) || (asAmount(value)?.test(text) ?? false);
}
// An amount is the same with its thousands apart, and with cents that are zero, as is a part of ten of one.
function asAmount(value) {
  const [, whole, cents] = /^(\d+)(?:[.,](\d{1,2}))?$/.exec(value) || [];
  if (!whole || (whole.length < 4 && !cents)) return null;
  const apart = whole.replace(/\B(?=(?:\d{3})+$)/g, "[,.'’\\s]?");
  return new RegExp(`(?<!\\d|\\d[.,])${apart}(?:[.,]${cents || "00"}${cents?.length === 1 ? "0?" : ""})${cents ? "" : "?"}(?!\\d|[.,]\\d)`);
}
// A long number is the same number in groups, as an input mask writes it: a telephone number, the number of a card.
function inGroups(value) {
  const digits = value.replace(/\D/g, "");
  if (digits.length < 7 || /[^\d\s()/+.-]/.test(value)) return null;
  return new RegExp(`(?<!\\d)${[...digits].join("[\\s()/.-]{0,2}")}(?!\\d)`);
}

// A value is alone if it is a whole line or cell, or one of several in a line that only lists them. With a word before or
// behind it, it may be noted as something else. Beside buttons
// and links it is alone as well, but not in a lesson.
// A list that says that its record is an older one ("Heating cold, filed last year") is not about the one of this run.
const OF_BEFORE = /\b(?:last (?:year|month|week)|yesterday|already|previously|(?:years?|months?|weeks?|days?) ago|letzte[sn]? (?:jahr|monat|woche)|gestern|bereits|vor \d+ (?:jahr|monat|woche|tag)\w*|l['\u2019]an dernier|d\u00e9j\u00e0|il y a \d+ (?:ans?|mois|jours?)|a\u00f1o pasado|ayer)(?!\p{L})|\u53bb\u5e74|\u6628\u5929|\u5df2\u6709/iu;
const AROUND = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu;
const trimmed = (text) => folded(text).replace(AROUND, "");
function isAlone(text, value) {
  const has = trimmed(text), forms = [...spellings(value), value.replace(AROUND, "")];
  if (/^\d+$/.test(value)) forms.unshift(`${value}.0`, `${value}.00`, `${value},0`, `${value},00`);   // a column of decimals
  if (!has || !value || has.length > 4 * value.length + 400) return false;
  if (forms.includes(has)) return true;
  if ([inGroups(value), asAmount(value)].some((re) => re?.exec(has)?.[0] === has)) return true;
  const parts = has.includes(":") ? [] : has.split(/\s*[,;|·•]\s*/), wanted = forms.at(-1);
  return parts.includes(wanted) && !parts.some((part) => part !== wanted && OF_BEFORE.test(part));   // "Yesterday, The Beatles"
}
function standsAlone(parts, wanted, within) {
  const value = folded(wanted);
  if (parts.some((part) => part.split(/[\n\t]+/).some((line) => isAlone(line, value)))) return true;
  return within && [document.body, ...[...everything()].map(shadowOf)].some((root) => root && textNodes(root).some((node) => isAlone(node.data, value) && unlabelled(node)));
}
function textNodes(root) {
  const found = [], walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) found.push(walker.currentNode);
  return found;
}
// Whether nothing else in the line of a text has a word, but for the names of buttons and links.
function unlabelled(node) {
  const boxOf = (one) => { let el = one.parentElement; while (el?.parentElement && !block(el)) el = el.parentElement; return el; };
  const box = boxOf(node), control = (one) => one.parentElement.closest("button,a,select,[role=button],[role=link],script,style");
  if (!box || !visible(node.parentElement)) return false;
  return textNodes(box).every((one) => one === node || !/\p{L}/u.test(one.data) || boxOf(one) !== box || (control(one) && !control(one).contains(node)) || !visible(one.parentElement));
}
function tells(texts, key) {
  const kind = key.slice(0, key.indexOf("|")), wanted = key.slice(kind.length + 1);
  if (kind === "text") return says(texts.text, wanted);
  if (kind === "beyond") return standsBeyond(texts.parts, wanted.split("\n"));
  const there = says(texts.shown, wanted);
  if (!there || kind === "shown" || /\n/.test(wanted.trim())) return there && kind !== "line";      // a text of several lines is no part of one
  return standsAlone(texts.parts, wanted, kind === "alone");
}
// The lines outside of fields in which a text stands, and those in which it stood at some moments, as often as at one of them.
const linesWith = (parts, value) => parts.flatMap((part) => part.split(/[\n\t]+/)).filter((line) => says(` ${folded(line)} `, value)).map((line) => cut(fold(line), 200));
function stoodIn(moments, value) {
  const old = [], often = (some, line) => some.filter((one) => one === line).length;
  for (const lines of moments.map((one) => (one && says(one.shown, value) ? linesWith(one.parts, value) : []))) for (const line of lines) if (often(old, line) < often(lines, line)) old.push(line);
  return old.slice(0, 20);
}
// The longer lines that hold one of the texts of a row: each is a value maybe, and a line of another record holds it as well.
function stoodWithin(moment, texts) {
  const wanted = texts.filter((text) => text.length >= 3 && text.length <= 80 && /\p{L}/u.test(text)).slice(0, 6);
  const longer = (line) => wanted.some((text) => line.length > text.length && says(` ${folded(line)} `, text));
  const lines = wanted.length ? moment.parts.flatMap((part) => part.split(/[\n\t]+/)).filter((line) => line.length < 400).slice(0, 2000) : [];
  return [...new Set(lines.filter(longer).map((line) => cut(fold(line), 200)))].slice(0, 20);
}
// Whether a text stands in other lines than these.
function standsBeyond(parts, [value, ...old]) {
  return linesWith(parts, value).some((line) => { const at = old.indexOf(line); if (at >= 0) old.splice(at, 1); return at < 0; });
}

// Whether a row holds each of some texts as a whole cell of its own; of a row without cells, as a whole text. Digits
// count, unlike in the names of controls. A text behind "Head\t" stands in the column of this head, and one behind a bare
// "\t" anywhere in the row, its words in this order. While the element of the deed, or what may be this
// element, is there, its own row counts.
const RECORD_KEY = /^record[|]/;
const CELL_PARTS = "td,th,[role=gridcell],[role=cell],[role=rowheader]";
const lowered = (text) => fold(text || "").toLowerCase();
function holdsCells(row, wanted) {
  const parts = [...row.querySelectorAll(CELL_PARTS)].filter((el) => el.closest("tr,[role=row]") === row);
  const cells = (parts.length ? parts : textNodes(row).filter((one) => visible(one.parentElement))).map((one) => [one, lowered(one.innerText ?? one.data)]);
  return wanted.every(([text, head]) => {
    if (head === "") return ` ${lowered(contentName(row))} `.includes(` ${text} `);
    const at = cells.findIndex(([one, said]) => said === text && (!head || (one.nodeType === 1 && lowered(columnHead(one)) === head)));
    return at >= 0 && !!cells.splice(at, 1).length;
  });
}
function holdsRecord(key, deeds) {
  const wanted = key.replace(RECORD_KEY, "").split("\n").map((line) => line.split("\t").map(lowered).reverse());
  const own = deeds.map((el) => el && live(el) && visible(el) && el.closest(ROW)).filter((row) => row && holdsCells(row, wanted.slice(0, 1)));
  if (own.length) return own.some((row) => holdsCells(row, wanted));
  const rows = [...matching("tr,[role=row]")];
  return (rows.length ? rows : [...matching(ROW)]).some((row) => visible(row) && holdsCells(row, wanted));
}
