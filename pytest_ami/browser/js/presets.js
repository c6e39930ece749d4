// The lists, groups of radio buttons and tabs that stand at a choice which nobody has made, and whether a deed takes them
// along. Python decides which of them are new, and which of their choices leave a deed as it was.

const MOST_PRESETS = 60;
const NO_SETTING = "[role=toolbar],[role=search],[role=grid],[class*=filter i],[class*=pagination i],[class*=sort i],[class*=toolbar i]";
const FILLABLE = "input,textarea,select,[contenteditable=''],[contenteditable=true],[role=textbox],[role=combobox]";
const saidBriefly = (text, length = 40) => plainText((text || "").replace(/[#/]/g, " "), length);
const filledBy = (box) => [...box.querySelectorAll(FILLABLE)].filter((one) => taken.has(one));
// The form, the dialog, or else the smallest box around a button in which the flow has filled a field.
function regionOf(el) {
  const form = el.form ?? el.closest("form,dialog,[role=dialog],[role=form]");
  if (form) return form;
  for (let up = parentOf(el), n = 0; up && n < 8; up = parentOf(up), n += 1) if (filledBy(up).length) return up;
  return null;
}
// The smallest box with all fields that the flow has filled, for a button in a dialog without any: it sends those.
function boxOfFilled(box) {
  const all = !box || filledBy(box).length ? [] : filledBy(document.documentElement).filter(visible);
  const own = all[0]?.closest("form,dialog,[role=dialog],[role=form]");
  if (own) return own;
  for (let up = all[0] && parentOf(all[0]), n = 0; up && up !== document.documentElement && n < 8; up = parentOf(up), n += 1) {
    if (all.every((one) => up.contains(one)) && up.querySelector("button,[role=button],input[type=submit]")) return up;
  }
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
// The words of a box or a radio button; some pages write them behind it, without a label.
const wordsBeside = (el) => nameOf(el) || (el.nextSibling?.nodeType === 3 && fold(el.nextSibling.data)) || (el.localName === "input" && el.name) || "";
// The value of a choice that sends nothing: the words of such a choice may be the label of its list.
const SENDS_NOTHING = /^(?:-1|none|null|undefined|default|auto)?$/i;
const FIELDS = "input,textarea,[contenteditable=''],[contenteditable=true],[role=textbox]";
const holdsText = (el) => (textual(el) || el.type === "range") && !/^(search|hidden)$/.test(el.type) && !isSecret(el);
const heldText = (el) => fold(el.value ?? el.textContent);
// Buttons side by side of which a class alone says that one is chosen: "Now", "In a year". Each has a name of its own; one
// that opens, sends or turns a page is no choice. Those before the fields may be steps or views, those behind the button
// tools of a list: only between them do they say how the deed is done.
const isLit = (el) => [...el.classList].some((one) => CHOSEN_CLASS.test(one));
const CHOSEN_CLASS = /^(?:is-|is_)?(?:on|active|selected|checked|chosen)$/i, NO_CHIP = "[type=submit]:not(button),[aria-haspopup],[aria-expanded],[aria-pressed],[aria-current],[href],[role=tab]";
const plainClass = (el) => [...el.classList].filter((one) => !CHOSEN_CLASS.test(one)).sort().join(" ");
function chipsOf(el) {
  const all = [...(el.parentElement?.children || [])].filter((one) => one.localName === el.localName && plainClass(one) === plainClass(el) && visible(one));
  const plain = all.every((one) => !one.matches(NO_CHIP) && /\p{L}{2}/u.test(nameOf(one)) && !(one.form && one.type === "submit"));
  return plain && all.filter(isLit).length === 1 && !el.closest("nav,header,footer,[role=navigation]") ? all : [];
}
const allPresets = remembered((root) => [...presetsIn(root)]);
function* presetsIn(root) {
  for (const el of root.querySelectorAll("select")) {
    const shown = fold([...el.selectedOptions].map((one) => one.textContent).join(", ")), nothing = el.selectedOptions[0]?.hasAttribute("value") && SENDS_NOTHING.test(el.value);
    yield { el, label: captionOf(el, shown) || el.name, value: nothing ? "" : shown, among: [...el.options].map((one) => one.label), own: byFlow(el), set: chosen(el) };
  }
  for (const el of root.querySelectorAll("input[type=radio]:checked,[role=radio][aria-checked=true]:not(input)")) {
    const group = radioGroup(el);
    yield { el, label: groupLabel(el.closest("fieldset,[role=radiogroup]")) || el.name, value: el.getAttribute("value") === "" ? "" : wordsBeside(el), among: group.map(wordsBeside), own: group.some(byFlow), set: group.some(chosen) };
  }
  for (const el of root.querySelectorAll("[role=tablist]")) {
    const tabs = [...el.querySelectorAll("[role=tab]")], now = tabs.find((one) => one.ariaSelected === "true");
    yield { el, label: fold(el.getAttribute("aria-label")), value: now ? nameOf(now) : "", among: tabs.map((one) => nameOf(one)), own: tabs.some(byFlow), tab: now ?? null };
  }
  for (const el of root.querySelectorAll("button[class],[role=button][class]")) {
    const chips = isLit(el) ? chipsOf(el) : [];
    if (chips.length > 1) yield { el, label: groupLabel(el.closest("fieldset,[role=group],[role=radiogroup]")), value: nameOf(el), among: chips.map((one) => nameOf(one)), own: chips.some(byFlow), tab: el, chip: true };
  }
  for (const el of root.querySelectorAll("input[type=checkbox],[role=switch]:not(input)")) {
    const on = el.localName === "input" ? el.checked : (el.ariaChecked ?? el.ariaPressed) === "true";
    if (wordsBeside(el)) yield { el, label: wordsBeside(el), value: on ? "on" : "", among: [wordsBeside(el)], own: byFlow(el), kind: "b_" };
  }
  for (const el of root.querySelectorAll(FIELDS)) {
    const label = el.isContentEditable ? fold(el.getAttribute("aria-label")) || labelOf(el) : nameOf(el);
    if (holdsText(el)) yield { el, label: label || el.name, value: heldText(el), among: [`${label}|${el.name}`], own: byFlow(el), kind: "w_" };
  }
  for (const el of root.querySelectorAll("button[aria-haspopup=listbox],[role=combobox]:not(input,select)")) {
    const shown = fold(el.innerText);
    yield { el, label: fold(el.getAttribute("aria-label")) || labelOf(el), value: shown, among: [shown, ""], own: byFlow(el), named: true };
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
// A text that says nothing: the page shows it elsewhere too, nobody can change it, or it is the day of today.
const DAY = /^\d{1,4}[-./ ]+\d{1,2}[-./ ]+\d{1,4}\.?(?:[T ].*)?$/;
function saysNothing({ el, value }) {
  const now = new Date(), today = [now.getFullYear(), now.getFullYear() % 100, now.getMonth() + 1, now.getDate()];
  const isToday = DAY.test(value) && value.match(/\d+/g).slice(0, 3).every((part) => today.includes(Number(part)));
  return el.readOnly || isToday || readTexts(document.documentElement).some(([at, text]) => text === value && !el.contains(at));
}
// Whether the browser itself sends a field along with the form of a button, or the field takes nothing but a number or a day.
const sentAlong = (at, el) => (!!at.name && !!at.form && at.form === el.form && el.type === "submit") || isInput(at, /^(number|range|date|month|week|time|datetime-local)$/);
// A row or an entry of a list is a record's, unless it is a line of a form, with a label and its field, or holds the button
// and is the only one.
const isLine = (record, at) => /^(select|input|textarea)$/.test(at.localName) && !/checkbox|radio/.test(at.type) && [...(at.labels || [])].some((one) => record.contains(one)) && record.querySelectorAll(CONTROLS).length === 1;
function recordAround(at, el, form) {
  const record = at.closest("tr,[role=row],[role=listitem],article") || (!/radio/.test(at.type || at.role) && at.closest("li"));
  if (!record || record.closest(FRAME_OF_PAGE) || (isLine(record, at) && (at.form ?? null) === form)) return null;
  return record.contains(el) && ![...record.parentElement.children].some((other) => sameMake(record, other)) ? null : record;
}
// The presets of a page; an empty text if there are too many to tell which ones are new.
function presetsOf(el) {
  const box = regionOf(el), other = boxOfFilled(box), form = el.form ?? el.closest("form"), found = [];
  for (const one of allPresets(document.documentElement)) {
    if (found.length >= MOST_PRESETS) return "";
    const at = one.el, theirs = at.form ?? at.closest("form");
    const inside = theirs ? theirs === form : box?.contains(at), around = theirs ? theirs === other : other?.contains(at);
    const along = (inside || around) && !at.closest(NO_SETTING) && (visible(at) || leftBehind(at, box)) && !(one.tab && showsPart(one.tab, el)) && (form || !toolOfRecords(at, el)) && (!one.chip || (isAfter(at, el) && filledBy(document.documentElement).some((field) => isAfter(field, at))));
    const value = one.kind === "w_" && (one.own || !along) ? "" : saidBriefly(one.value);
    if ((one.tab !== undefined && !value) || (!one.kind && one.among.length < 2) || (one.named && (!one.label || same(one.label) === same(value))) || at.matches(":disabled") || recordAround(at, el, form)) continue;
    const by = one.set ? "_set" : one.kind === "w_" && value && saysNothing(one) ? "_told" : sentAlong(at, el) ? "_sent" : "";
    const where = one.own || (one.set && !visible(at)) ? "own" : along ? (inside && (form || box.matches("dialog,[role=dialog]")) ? "along" : "beside") + by : visible(at) && !theirs && !one.tab && !one.kind && !one.set ? "page" : "else";
    found.push(`${where} ${saidBriefly(one.label)}=${value} #${one.tab ? "t_" : one.kind || ""}${brief([...one.among].sort().join("|"))} ${one.kind ? "" : cut(one.among.map((text) => saidBriefly(text, 24)).join("/"), 240)}`);
  }
  return found.join(" | ") || "none";
}
// The titles of a page; a list may later offer one of them, and stand at another.
const titlesOf = remembered((root) => [...new Set([...root.querySelectorAll(HEADINGS)].filter((one) => !inRecord(one) && visible(one)).map((one) => plainText(fold(one.textContent), 40)))].filter((text) => text.length > 1).slice(0, 12).join(" | "));
