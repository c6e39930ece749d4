// The lists, groups of radio buttons and tabs that stand at a choice which nobody has made, and whether a deed takes them
// along. Python decides which of them are new, and which of their choices leave a deed as it was.

const MOST_PRESETS = 30;
const NO_SETTING = "[role=toolbar],[role=search],[role=grid],[class*=filter i],[class*=pagination i],[class*=sort i],[class*=toolbar i]";
const FILLABLE = "input,textarea,select,[contenteditable=''],[contenteditable=true],[role=textbox],[role=combobox]";
const saidBriefly = (text, length = 40) => plainText(text.replace(/[#/]/g, " "), length);
const filledBy = (box) => [...box.querySelectorAll(FILLABLE)].filter((one) => taken.has(one));
// The form, the dialog, or else the smallest box around a button in which the flow has filled a field.
function regionOf(el) {
  const form = el.form ?? el.closest("form,dialog,[role=dialog],[role=form]");
  if (form) return form;
  for (let up = parentOf(el), n = 0; up && n < 8; up = parentOf(up), n += 1) if (filledBy(up).length) return up;
  return null;
}
// A part of a form that the flow has left: another part of its make holds a field that the flow filled.
function leftBehind(el, box) {
  for (let up = parentOf(el); up && up !== box; up = parentOf(up)) {
    if (!visible(up) && [...(up.parentElement?.children || [])].some((one) => sameMake(up, one) && filledBy(one).length)) return true;
  }
  return false;
}
const byFlow = (one) => taken.has(one) || usedByHand.has(one);
const radioGroup = (el) => (el.localName === "input" ? [...(el.form ?? el.getRootNode()).querySelectorAll("input[type=radio]")].filter((one) => one.name === el.name && one.form === el.form) : [...(el.closest("[role=radiogroup]")?.querySelectorAll("[role=radio]") || [])]);
const groupLabel = (box) => (box ? fold(box.getAttribute("aria-label")) || (box.localName === "fieldset" ? fold(box.querySelector("legend")?.textContent) : labelOf(box)) : "");
function* presetsIn(root) {
  for (const el of root.querySelectorAll("select:not([multiple])")) {
    const shown = fold(el.selectedOptions[0]?.textContent);
    yield { el, label: captionOf(el, shown) || el.name, value: shown, among: [...el.options].map((one) => one.label), own: byFlow(el) || chosen(el) };
  }
  for (const el of root.querySelectorAll("input[type=radio]:checked,[role=radio][aria-checked=true]:not(input)")) {
    const group = radioGroup(el);
    yield { el, label: groupLabel(el.closest("fieldset,[role=radiogroup]")) || el.name, value: nameOf(el), among: group.map((one) => nameOf(one)), own: group.some((one) => byFlow(one) || (one.localName === "input" && one.checked !== one.defaultChecked)) };
  }
  for (const el of root.querySelectorAll("[role=tablist]")) {
    const tabs = [...el.querySelectorAll("[role=tab]")], now = tabs.find((one) => one.ariaSelected === "true");
    yield { el, label: fold(el.getAttribute("aria-label")), value: now ? nameOf(now) : "", among: tabs.map((one) => nameOf(one)), own: tabs.some(byFlow), tab: now };
  }
  for (const el of root.querySelectorAll("button[aria-haspopup=listbox],[role=combobox]:not(input,select)")) {
    const shown = fold(el.innerText);
    yield { el, label: captionOf(el, shown), value: shown, among: [shown, ""], own: byFlow(el) };
  }
}
// A list of tabs that shows the part of the page with the button says what is shown, and nothing else.
function showsPart(tab, el) {
  const panel = tab && idOf(tab) !== undefined && tab.getRootNode().getElementById?.(tab.getAttribute("aria-controls"));
  return !!panel || !!el.closest("[role=tabpanel]");
}
// A list behind the button, with records behind it, decides which of them a page shows.
const RECORDS = "table,[role=grid],[role=table],[role=list],ul,ol";
const isAfter = (el, other) => !!(el.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING);
const toolOfRecords = (at, el) => isAfter(el, at) && [...document.querySelectorAll(RECORDS)].some((one) => isAfter(at, one) && visible(one));
function presetsOf(el) {
  const box = regionOf(el), form = el.form ?? el.closest("form"), found = [];
  for (const one of presetsIn(document.documentElement)) {
    if (found.length >= MOST_PRESETS) break;
    const at = one.el, value = saidBriefly(one.value), record = at.closest("tr,[role=row],[role=listitem],article") || (!/radio/.test(at.type || at.role) && at.closest("li"));
    if (!value || one.among.length < 2 || at.matches(":disabled") || (record && !record.closest(FRAME_OF_PAGE))) continue;
    const theirs = at.form ?? at.closest("form"), inside = (!theirs || theirs === form) && box?.contains(at) && !at.closest(NO_SETTING);
    const along = inside && (visible(at) || leftBehind(at, box)) && !(one.tab && showsPart(one.tab, el)) && (form || !toolOfRecords(at, el));
    const where = one.own ? "own" : along ? (form || box.matches("dialog,[role=dialog]") ? "along" : "beside") : visible(at) && !theirs && !one.tab ? "page" : "else";
    found.push(`${where} ${saidBriefly(one.label)}=${value} #${brief([...one.among].sort().join("|"))} ${cut(one.among.map((text) => saidBriefly(text, 24)).join("/"), 240)}`);
  }
  return found.join(" | ");
}
// The titles of a page; a list may later offer one of them, and stand at another.
const titlesOf = remembered((root) => [...new Set([...root.querySelectorAll(HEADINGS)].filter((one) => !inRecord(one) && visible(one)).map((one) => plainText(fold(one.textContent), 40)))].filter((text) => text.length > 1).slice(0, 12).join(" | "));
