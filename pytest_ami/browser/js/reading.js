// The texts that a teacher reads beside the elements: messages that came and went, paragraphs, tables, refused values.

// ---- messages that come and go ------------------------------------------------------------------------------------------

// A message may be gone before the teacher looks again: a lesson keeps each from the moment at which it appears.
const LIVE = "[role=status],[role=alert],output", passing = new Set(), MOST_PASSING = 20;
function notePassing(records) {
  const boxes = new Set();
  for (const { target, addedNodes } of records) {
    const live = (target.nodeType === 1 ? target : target.parentElement)?.closest(LIVE);
    if (live) boxes.add(live);
    for (const node of addedNodes) if (node.nodeType === 1) for (const el of [node, ...node.querySelectorAll(LIVE)]) if (el.matches(LIVE)) boxes.add(el);
  }
  for (const el of boxes) {
    const text = passing.size < MOST_PASSING && visible(el) ? noticeText(el, 100) : "";
    if (text) passing.add(text);
  }
}

// ---- the text of a page ---------------------------------------------------------------------------------------------------

// The lines that a person reads beside the controls and the notices: paragraphs, cells in rows, the heads of tables.
const UNTOLD = `${UNREAD},${ACTIVE},${NOTICE},svg,canvas,iframe,[aria-hidden=true]`, TABLE_CELL = "td,th,[role=cell],[role=columnheader],[role=rowheader]";
const MOST_LINES = 200, LONGEST_LINE = 240;
function* piecesOf(node, block) {
  for (const part of drawn(node)) {
    if (part.nodeType === 3) { yield [block, fold(part.data) ? part.data : " "]; continue; }
    if (part.nodeType !== 1 || part.matches(UNTOLD) || (part.localName === "label" && part.control)) continue;
    if (part.checkVisibility && !part.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    if (part.matches(TABLE_CELL)) {
      yield [block, "\n"];
      if (part.matches("th,[role=columnheader]")) { yield [block, cut(part.textContent, 40)]; continue; }
    }
    const { display } = getComputedStyle(part);
    yield* piecesOf(part, /^(inline|contents|table-cell)/.test(display) || part.matches(TABLE_CELL) ? block : part);
  }
}
const headsOnly = (row) => row.localName === "tr" && row.cells.length > 1 && [...row.cells].every((cell) => cell.localName === "th");
function textLines(root) {
  const blocks = new Map();
  for (const [block, text] of root ? piecesOf(root, root) : []) {
    if (blocks.size > MOST_LINES) break;
    blocks.set(block, (blocks.get(block) || "") + text);
  }
  const lines = [...blocks].map(([block, text]) => {
    const line = text.split("\n").map((cell) => fold(cell)).filter(Boolean).join(" | ");
    return line && cut(headsOnly(block) ? `columns: ${line}` : line, LONGEST_LINE);
  });
  const refused = invalidFields();
  return [...new Set([...refused, ...lines.filter((line) => /[\p{L}\d]/u.test(line) && !refused.some((one) => one.endsWith(`: ${line}`)))])].slice(0, MOST_LINES);
}
const refuses = (el) => { try { return el.matches("[aria-invalid=true],:user-invalid"); } catch { return el.getAttribute("aria-invalid") === "true"; } };
function invalidFields() {
  return [...matching("input,select,textarea")].slice(0, 200).filter((el) => visible(el) && refuses(el) && !isSecret(el)).map((el) => {
    const why = ["aria-errormessage", "aria-describedby"].map((key) => fold(byIds(el, key).map((one) => one.textContent).join(" "))).find(Boolean) || el.validationMessage;
    return why ? `invalid ${cut(nameOf(el) || labelOf(el), 60)}: ${cut(why, 120)}` : "";
  }).filter(Boolean);
}
