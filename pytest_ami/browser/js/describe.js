// The complete evidence about one element, with the fields of Fingerprint in pytest_ami.model.

const TEST_IDS = ["data-testid", "data-test-id", "data-test", "data-cy", "data-qa", "data-pw"];
const KEPT = ["id", "name", "type", "placeholder", "title", "alt", "href", "autocomplete", "aria-label", ...TEST_IDS];

// Generated values: long numbers, hex, framework counters (:r1:, mui-4812, ember123, radix-:r3:).
const counted = (value) => /\d{3,}|^:|:r[0-9a-z]+:|[0-9a-f]{8}-[0-9a-f]{4}|(^|[-_:.])\d{2,}$/.test(value)
  || (/[0-9a-f]{8,}/i.test(value) && /\d/.test(value)) || /^(ember|radix|headlessui|mui|ext-gen|yui|react-aria)[-_:]?/i.test(value);
// Unpronounceable letters, and letters mixed with digits, count as generated too.
const unspoken = (value) => /[a-z]\d+[a-z]+\d/i.test(value)
  || (/^[a-z]{6,}$/.test(value) && (value.match(/[aeiouy]/g) || []).length * 6 <= value.length + 2);
const generated = (value) => counted(value) || unspoken(value);
const transientClass = (token) => /^(is-|has-|js-|ng-|css-|sc-|jsx-|svelte-|_)|^(active|focus|focused|hover|open|opened|selected|loading|disabled|visible|show|hidden|current)$|[-_](focus|focused|focus-visible|focus-within|hover|hovered|blank|dirty|touched|pristine|untouched)$|\d{2,}|__[a-zA-Z0-9]{5,}$/.test(token)
  || (/[A-Z]/.test(token) && /\d/.test(token));

const indexOf = (el) => {
  let n = 1;
  for (let s = el.previousElementSibling; s; s = s.previousElementSibling) if (s.localName === el.localName) n += 1;
  return n;
};
function absoluteXPath(el) {
  const parts = [];
  for (let node = el; node && node.nodeType === 1; node = node.parentElement) {
    parts.unshift(`${/^[a-z][a-z0-9]*$/.test(node.localName) ? node.localName : `*[local-name()='${node.localName}']`}[${indexOf(node)}]`);
  }
  return `/${parts.join("/")}`;
}
function cssPath(el) {
  const parts = [];
  for (let node = el; node && node.nodeType === 1; node = node.parentElement) {
    if (idOf(node) && !generated(idOf(node))) { parts.unshift(`#${CSS.escape(idOf(node))}`); break; }
    let n = 1;
    for (let s = node.previousElementSibling; s; s = s.previousElementSibling) if (s.localName === node.localName) n += 1;
    parts.unshift(`${CSS.escape(node.localName)}:nth-of-type(${n})`);
  }
  return parts.join(" > ");
}
const quoted = (text) => (!text.includes("'") ? `'${text}'` : !text.includes('"') ? `"${text}"`
  : `concat('${text.split("'").join(`', "'", '`)}')`);

function robustXPath(el, role, name) {
  const tag = el.localName;
  for (const key of TEST_IDS) if (el.hasAttribute(key)) return `//*[@${key}=${quoted(el.getAttribute(key))}]`;
  if (idOf(el) && !generated(idOf(el))) return `//${tag}[@id=${quoted(idOf(el))}]`;
  const field = el.getAttribute("name");
  if (field && !generated(field)) return `//${tag}[@name=${quoted(field)}]`;
  const aria = el.getAttribute("aria-label");
  if (aria) return `//${tag}[@aria-label=${quoted(aria)}]`;
  const hint = el.getAttribute("placeholder");
  if (hint) return `//${tag}[@placeholder=${quoted(hint)}]`;
  if (tag === "input" && /^(submit|button|reset)$/.test(el.type) && name) return `//input[@value=${quoted(el.value)}]`;
  const text = fold(el.textContent);
  if (text && text.length <= 60 && NAMED_BY_CONTENT.has(role)) return `//${tag}[normalize-space()=${quoted(text)}]`;
  for (let up = el.parentElement, tail = `${tag}[${indexOf(el)}]`; up; tail = `${up.localName}[${indexOf(up)}]/${tail}`, up = up.parentElement) {
    if (idOf(up) && !generated(idOf(up))) return `//${up.localName}[@id=${quoted(idOf(up))}]/${tail}`;
  }
  return absoluteXPath(el);
}

const LANDMARK = "dialog,[role=dialog],[role=alertdialog],[role=menu],form,nav,main,header,footer,aside,section[aria-label],"
  + "[role=navigation],[role=main],[role=banner],[role=contentinfo],[role=complementary],[role=region],[role=search],[role=form]";
const ITEM = "tr,li,article,[role=row],[role=listitem],[role=option],[role=article],fieldset,[role=group][aria-label]";

// A list that a field opens may be drawn at the end of the document. Its options stand where the field stands.
const listOf = (el) => (roleOf(el) === "option" ? el.closest("[role=listbox][id]") : null);
const opener = remembered((list) => byCss(`[aria-controls~="${CSS.escape(idOf(list))}"],[aria-owns~="${CSS.escape(idOf(list))}"]`, list.getRootNode()).find((one) => !one.contains(list) && !list.contains(one)));
const standIn = (el) => ((list) => (list && opener(list)) || el)(listOf(el));
function landmarkOf(one) {
  const el = standIn(one);
  for (let up = parentOf(el); up; up = parentOf(up)) {
    if (up.matches(LANDMARK)) {
      const role = roleOf(up) || up.localName;
      return `${role}|${cut(up.getAttribute("aria-label") || byIds(up, "aria-labelledby").map((n) => n.textContent).join(" "), 60)}`;
    }
  }
  return "";
}
// Nobody reads the heading of a panel that is not shown: it may have been drawn already, or not yet.
const TITLES = "h1,h2,h3,h4,h5,h6,legend,[role=heading]";
// The title of a box that only stands beside, such as an advertisement or a group of choices, is the title of nothing
// outside of it.
const ASIDE = "aside,[role=complementary],fieldset,[role=group],[role=radiogroup]";
function titleOver(one) {
  const el = standIn(one);
  const asideOf = (h) => ((box) => !!box && !box.contains(el))(h.closest(ASIDE));
  const unseen = (h) => asideOf(h) || (!!h.checkVisibility && !h.checkVisibility() && el.checkVisibility());
  for (let up = el, n = 0; up && n < 8; up = up.parentElement, n += 1) {
    for (let s = up.previousElementSibling; s; s = s.previousElementSibling) {
      const first = s.matches(TITLES) ? s : s.querySelector?.(TITLES);
      const h = first && unseen(first) ? [...s.querySelectorAll(TITLES)].find((one) => !unseen(one)) : first;
      if (h) return h;
    }
  }
  return null;
}
const LONGEST_TITLE = 200;
const headingOf = (el) => cut(titleOver(el)?.textContent, LONGEST_TITLE);
// The title over an element may be that of a record before it, such as a card above a button: a title of its own stands
// beside it, alone or in a bar of titles.
const TITLE_BAR = "header,hgroup,[class*=head i],[class*=title i]";
function underRecord(el) {
  const title = titleOver(el);
  let box = title;
  while (box && !box.parentElement?.contains(standIn(el))) box = box.parentElement;
  const others = [...(title?.parentElement?.children || [])].filter((one) => one !== title && one.localName === title.localName);
  if (box === title) return others.length > 0;
  return !!box && fold(box.textContent) !== fold(title.textContent) && (!box.matches(TITLE_BAR) || box.querySelectorAll(title.localName).length > 1);
}
// A box with many controls is more than one record. The entries of a menu that is not open do not count.
// The only box around the main part of a page is that page, such as a drawer with a list, however few controls it has.
const aroundMain = (box) => !!box.querySelector("main,[role=main]") && new Set([...matching("main,[role=main]")].map((one) => one.closest(ITEM)).filter(Boolean)).size === 1;
const crowded = remembered((box) => {
  if (box.matches(ITEM) && aroundMain(box)) return true;
  const all = [...box.querySelectorAll("a,button,input,select,textarea")];
  return all.length > 12 && (all.length > 400 || all.filter((one) => !one.checkVisibility || one.checkVisibility()).length > 12);
});
const textOfItem = remembered((item) => (crowded(item) ? "" : cut(contentName(item), 400)));
const itemOf = (el) => { let item = el; while (item && !item.matches(ITEM)) item = parentOf(item); return item; };   // also out of a shadow root
// A row that holds many records, such as that of a board, is none: then a box in it may be a row.
const rowOf = (el) => { const item = itemOf(el); return item && !crowded(item) ? item : plainRow(el) || item; };
const plainRowOf = (el) => { const row = rowOf(el); return row && !row.matches(ITEM) ? row : null; };
function contextOf(el) {
  const item = rowOf(el), text = item ? textOfItem(item) : "";
  return text === nameOf(el) ? "" : text;
}
// Nobody reads scripts and styles, wherever a page or a browser extension has put them.
const UNREAD = "script,style,template,noscript";
const NEAR = 40;                                     // characters of a text beside an element
// A menu that is open while its opener is described, as if it were not. Outside of a survey, which remembers texts.
let foldedPart = null;
function without(menu, work) {
  foldedPart = menu;
  try { return work(); } finally { foldedPart = null; }
}
function readText(el) {
  if (el === foldedPart) return "";
  if (!foldedPart && !el.querySelector(UNREAD)) return el.textContent;
  const walk = document.createTreeWalker(el, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) => (node === foldedPart || (node.nodeType === 1 && node.matches(UNREAD)) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT));
  let text = "";
  while (fold(text).length <= NEAR && walk.nextNode()) text += walk.currentNode.nodeType === 3 ? walk.currentNode.data : "";
  return text;
}
function beside(el, next) {
  let s = el[next];
  while (s?.matches(UNREAD)) s = s[next];
  return s;
}
// A unit that the style of a field's box draws before or behind it: "€". Icons and stars are no units.
const DRAWN_UNIT = /^["']([\p{L}\p{Sc}%‰°]{1,4})["']$/u;
function unitsBeside(el) {
  const box = el.matches("input,textarea") ? el.parentElement : null;
  return box ? ["::before", "::after"].flatMap((where) => DRAWN_UNIT.exec(getComputedStyle(box, where).content)?.[1] || []) : [];
}
function neighboursOf(el) {
  const found = unitsBeside(el);
  for (let up = el, n = 0; up && found.length < 4 && n < 4; up = up.parentElement, n += 1) {
    for (const s of [beside(up, "previousElementSibling"), beside(up, "nextElementSibling")]) {
      const text = s && !s.isContentEditable && found.length < 4 ? cut(readText(s), NEAR) : "";
      if (text) found.push(text);
    }
  }
  return found;
}
// The words that stand in the row of an element and in all rows beside it: structure of the list, not data of a record.
const wordsIn = (text) => fold(text).toLowerCase().match(/[\p{L}\p{N}]+/gu) || [];
function sharedBy(el) {
  const row = rowOf(el), beside = row ? [...row.parentElement?.children || []].filter((one) => one !== row && one.localName === row.localName && visible(one)).slice(0, 12) : [];
  const others = beside.map((one) => new Set(wordsIn(textOfItem(one)))).filter((words) => words.size), own = new Set(others.length ? wordsIn(contextOf(el)) : []);
  const shared = [...own].filter((word) => others.every((words) => words.has(word))).join(" ");
  return shared ? { shared: cut(shared, 200) } : {};
}
const hrefOf = remembered((el) => {
  const raw = el.getAttribute("href");
  if (!raw || /^(javascript:|#)/i.test(raw)) return "";
  try { const url = new URL(raw, location.href); return (url.origin === location.origin ? "" : url.origin) + url.pathname; } catch { return ""; }
});

// ---- the surroundings of an element, and the effect of a press ----------------------------------------------------------

const DIALOGS = "dialog,[role=dialog],[role=alertdialog],[aria-modal=true]";
const SCOPE = `${LANDMARK},${DIALOGS},section[aria-labelledby],fieldset,[role=group],[role=radiogroup],[role=tabpanel],[role=toolbar],[role=menubar]`;
const HEADINGS = "h1,h2,h3,h4,h5,h6,[role=heading]";
const scopeName = remembered((box) => {
  const dialog = box.matches(DIALOGS), role = dialog ? "dialog" : roleOf(box) || box.localName;
  const labelled = fold(box.getAttribute("aria-label")) || fold(byIds(box, "aria-labelledby").map((n) => n.textContent).join(" "));
  const own = dialog ? box.querySelector(HEADINGS) : box.localName === "fieldset" ? box.querySelector("legend") : null;
  return `${role}|${cut(labelled || own?.textContent, dialog ? LONGEST_TITLE : 60)}`;
});
// The containers around an element, nearest first. The last entry is the document, so a described element always has one.
function scopeOf(one) {
  const el = standIn(one), found = [];
  for (let up = parentOf(el); up && found.length < 10; up = parentOf(up)) if (up.matches(SCOPE)) found.push(scopeName(up));
  return [...found, window === top ? "page|" : `frame|${/^[\w -]{1,60}$/.test(window.name) && !generated(window.name) ? window.name : ""}`];
}

// The row, card or box of an element: the item around it, or else the nearest ancestor that says more than its name.
const CONTROLS = "button,input,select,textarea,[role=button],[role=switch],[role=menuitem]";
function boxOf(el, name, held = "") {
  const item = rowOf(el);
  if (item && !crowded(item)) return item;
  // One of several boxes of one kind is a row by itself, whatever its element is called; the pointer may have marked it.
  if (!name && !roleOf(el) && [el.previousElementSibling, el.nextElementSibling].some((other) => other && sameKind(el, other))) return el;
  for (let up = parentOf(el), n = 0; up && n < 5 && up !== document.body; up = parentOf(up), n += 1) {
    if (crowded(up) || up.matches("main,form,nav,[role=main]")) break;
    const whole = fold(up.textContent), text = held ? whole.replace(held, "") : whole;
    if (whole.length > 300) break;
    if (text.length > name.length + 1 && /[\p{L}\p{N}]/u.test(text.replace(name, ""))) return saysOthers(el, up) ? el : up;
  }
  return el;
}
// A cell that is edited in its place may be a button: then its text is data, if it is all of the cell and the rows beside
// have texts of their own there. A text that all rows share says what the button does.
const CELL = "td,[role=cell],[role=gridcell]";
function isCellText(el) {
  const cell = el.matches("button,input,select,textarea,[aria-label]") ? null : el.closest(CELL), row = cell?.parentElement, own = fold(el.textContent);
  if (!row || !own || fold(cell.textContent) !== own) return false;
  const at = [...row.children].indexOf(cell), others = [...(row.parentElement?.children || [])].filter((one) => one !== row && one.localName === row.localName).slice(0, BESIDE);
  return new Set([own, ...others.map((one) => fold(one.children[at]?.textContent))]).size > 2;
}
// The texts of a box as people see them: cells (kept together by the layout) and text nodes; buttons apart.
const OPEN_LIST = "[role=listbox],[role=menu],[role=tooltip]";
// A box that lies on the page is an open list, too, if it has a list and nothing that is said or done besides choosing.
const MORE = `button,input:not([type=hidden]),select,textarea,label,a[href],${DIALOGS},${HEADINGS},[role=button],[role=switch],[role=checkbox],[role=combobox]`;
const isOpenList = (node) => node.matches(OPEN_LIST) || (!node.matches(DIALOGS) && !!node.querySelector("[role=listbox]") && !node.querySelector(MORE));
const LISTED = 24;                                     // texts that are listed of a box
const partsOfBox = remembered((box, own) => {
  const cells = [], texts = [];
  let run = "", count = 0;
  const add = (list, text) => { const t = cut(text, 200); if (t && list.length < LISTED && !list.includes(t)) list.push(t); };
  const end = () => { add(cells, run); run = ""; };
  const walk = (node, depth) => {
    if ((count += 1) > 400 || depth > 14 || node === foldedPart) return;
    if (node.nodeType === 3) { run += node.data; add(texts, node.data); return; }
    const label = node.nodeType === 1 && labelWithin(node);
    if (label) { end(); add(cells, label); add(texts, label); return; }            // the rest is its choice
    const entry = node.nodeType === 1 && (/^(select|textarea|input)$/.test(node.localName) || (node.isContentEditable && node !== own && !own?.isContentEditable));
    if (entry || node.nodeType !== 1 || /^(script|style|template|noscript|img|svg|option)$/.test(node.localName)) { if (entry) end(); return; }
    const style = getComputedStyle(node);
    if (style.display === "none" || style.visibility === "hidden" || iconFont(node)) return;
    if (node !== box && /^(absolute|fixed)$/.test(style.position) && isOpenList(node)) return;       // the choices of a field, as long as the list is open
    if (node.ariaHidden === "true" && node.textContent.trim().length <= 2) return;     // a bullet, the initials of a person
    const control = node !== own && node.matches(CONTROLS) && !isCellText(node);
    const apart = control || node.localName === "br" || !/^(inline|contents)$/.test(style.display);
    if (apart) end();
    if (!control) {
      const root = shadowOf(node);
      for (const child of root ? root.childNodes : node.localName === "slot" && node.assignedNodes().length ? node.assignedNodes() : node.childNodes) walk(child, depth + 1);
    }
    if (apart) end();
  };
  walk(box, 0);
  end();
  return { cells, texts };
});
// A box may hold more texts than are listed, such as the days of a month: the element's own ones are never left out.
function partsOf(el, name, held = "") {
  const box = boxOf(el, name, held), parts = partsOfBox(box, box === el ? el : null), full = (list) => list.length >= LISTED;
  if (box === el || !full(parts.texts) || el.closest(CONTROLS)) return parts;
  const own = partsOfBox(el, el), withOwn = (list, more) => (full(list) ? [...new Set([...list, ...more])] : list);
  return { cells: getComputedStyle(el).display === "inline" ? parts.cells : withOwn(parts.cells, own.cells), texts: withOwn(parts.texts, own.texts) };
}

// The texts beside a button, outside of all controls: those of the nearest box that says so many things, as long as it is small.
function textsBeside(el, least, levels, outside) {
  for (let up = parentOf(el), n = 0; up && n < levels && !up.matches(outside); up = parentOf(up), n += 1) {
    const { texts } = partsOfBox(up, null), said = texts.join(" | ");
    if (texts.length >= least) return texts.length < LISTED && said.length < 190 ? said : "";
  }
  return "";
}
// A box of its own may be a question, whatever its role; that of a whole page, form or record is none.
const proseBeside = (el) => textsBeside(el, 1, 5, "body,main,form,tr,[role=row],li");
const statedBeside = (el) => textsBeside(el, 2, 8, "html");

// Whether a box around an element is transparent: a copy of a table that only measures widths, or a menu before it fades in.
function transparent(el) {
  for (let up = el, n = 0; up && n < 8; up = parentOf(up), n += 1) if (Number(getComputedStyle(up).opacity) === 0) return true;
  return false;
}

// A control without a word or a picture is known by its own colour. A style sheet may give a hovered one another colour, so
// only inline styles count.
function inkOf(el) {
  const ink = [el, ...el.children].slice(0, 3).map((node) => node.style?.backgroundColor || node.style?.backgroundImage || node.style?.background || node.getAttribute("fill")).find(Boolean);
  return ink ? cut(`shows colour ${ink}`, 120) : "";
}
// How many of one kind stand side by side, if nothing but their order tells them apart: the stars of a rating.
function seriesOf(el, name) {
  if (name || !el.parentElement) return "";
  const mine = iconOf(el, name), alike = [...el.parentElement.children].filter((one) => one.localName === el.localName && !fold(one.textContent) && !nameOf(one) && (one === el || iconOf(one, "") === mine));
  return alike.length > 1 ? String(alike.length) : "";
}
// The text above the grid of a day: its month, which may stand in fields.
const shownText = (box) => fold([...box.childNodes].map((node) => (node.nodeType !== 1 ? node.data || "" : node.localName === "select" ? node.selectedOptions[0]?.textContent : node.localName === "input" ? node.value : shownText(node))).join(" "));
function calendarOf(el, name) {
  let above = /^\d{1,2}$/.test(name) ? el.closest("table,[role=grid],[role=table]") : null, text = "";
  for (let n = 0; above && !text && n < 3; above = parentOf(above), n += 1) {
    for (let s = above.previousElementSibling; s && !text; s = s.previousElementSibling) text = ((said) => (/\p{L}|\d{4}/u.test(said) && said.length < 120 ? said : ""))(s.textContent.length < 400 ? shownText(s) : "");
  }
  return cut(text, 60);
}
// Whether another cell of the row has a control of the same role, name and picture: only the head of the column differs.
function twinInRow(el, role, name) {
  const host = outOfShadow(el);
  if (host !== el) {                                               // in a component: another cell has one in a component, too
    const row = host.closest("tr,[role=row]"), cell = row && [...row.children].find((one) => one.contains(host));
    return !!cell && !!name && [...row.children].some((one) => one !== cell && activeWithin(one).some((other) => roleOf(other) === role && nameOf(other, role) === name));
  }
  const row = el.closest("tr,[role=row]"), cell = row && [...row.children].find((one) => one.contains(el));
  return !!cell && cell !== el && [...row.querySelectorAll(el.localName)].some((one) => !cell.contains(one) && roleOf(one) === role && nameOf(one, role) === name && iconOf(one, name) === iconOf(el, name));
}

const placeOf = (address) => { try { const url = new URL(address, location.href); return (url.origin === location.origin ? "" : url.origin) + url.pathname; } catch { return ""; } };
const pictured = (el) => fold(el.getAttribute("alt") || el.getAttribute("aria-label") || titleOf(el) || (el.localName === "svg" ? el.querySelector("title")?.textContent : ""));
// The word by which a set of icons knows a picture that its style draws: data-icon=search, icon-search, fa-search. In a
// row of one sign, such as the stars of a rating, it makes no difference which ones are drawn full. A sign that stands
// alone shows by it whether it is on.
const ICON_CLASS = /^(icon|fa|bi|mdi|ri|ti|pi|la|ph|bx|glyphicon|lucide|feather|octicon|anticon)-[a-z]/, FILLING = /[-_ ]?(?:o|border|outlined?|outline[-_]blank|blank|fill|filled|empty|half|solid|regular)$/;
function iconMark(el) {
  const marked = el.matches("[data-icon]") ? el : el.querySelector("[data-icon]");
  if (marked) return marked.getAttribute("data-icon");
  const classes = (node) => [...node.classList].filter((c) => ICON_CLASS.test(c) && !transientClass(c));
  return [el, ...el.querySelectorAll("*")].slice(0, 6).map(classes).find((some) => some.length)?.join(" ") || "";
}
const unfilled = (word) => word.split(" ").map((part) => part.replace(FILLING, "")).join(" ");
function iconWord(el, mark = iconMark(el)) {
  const word = unfilled(mark), twin = (one) => one !== el && one.localName === el.localName && !fold(one.textContent) && unfilled(iconMark(one)) === word;
  return word && [...(el.parentElement?.children || [])].some(twin) ? word : mark;
}
function iconOf(el, name) {
  const icon = el.matches("img,svg,i,input[type=image]") ? el : el.querySelector("img,svg,i,[class*=icon]");
  if (!icon) return name || el.textContent.trim() ? "" : inkOf(el) || ((word) => word && cut(`shows ${word}`, 120))(iconWord(el));
  const said = icon === el ? "" : pictured(icon);
  if (said || name) return said ? `says ${cut(said, 60)}` : "";
  const file = (icon.getAttribute("src") || icon.querySelector("use")?.getAttribute("href") || icon.querySelector("use")?.getAttribute("xlink:href") || "").split(/[?]/)[0].split("/").pop();
  const drawn = [...icon.querySelectorAll("path")].map((path) => path.getAttribute("d") || "").join(" ");
  const glyph = /^[a-z0-9_ -]{2,40}$/.test(icon.textContent.trim()) ? icon.textContent.trim() : "";   // the word that an icon font draws
  const classes = [...icon.classList].filter((c) => !transientClass(c)), word = file || glyph || drawn || classes.some((c) => ICON_CLASS.test(c)) ? "" : iconWord(el, iconMark(icon) || iconMark(el));
  return cut(`shows ${file} ${glyph || word} ${classes.join(" ")} ${drawn}`, 120);
}
// The picture beside a field without a name says what the field is for.
const signBeside = (el) => { const mark = [...(el.parentElement?.children || [])].filter((one) => one !== el && !fold(one.textContent) && !one.matches(ACTIVE)).map(iconMark).find(Boolean); return mark ? cut(`beside ${mark}`, 120) : ""; };
// The words that a style adds to an element or to a child of it; an icon font draws with characters of the private area.
function styledText(el) {
  const parts = [];
  for (const node of [el, ...el.children].slice(0, 6)) {
    for (const where of ["::before", "::after"]) {
      const style = getComputedStyle(node, where), picture = drawsPictures(style);
      const text = (picture ? "" : /^"(.*)"$/.exec(style.content)?.[1] || "").replace(/[\u{e000}-\u{f8ff}]/gu, "");
      if (/\p{L}{2}/u.test(text)) parts.push(text);
    }
  }
  return cut(parts.join(" "), 100);
}
// The heads of the table in which an element's row stands: they say in which unit or order the cells are meant.
// A table that only lays out boxes, such as a board, has no heads for the texts in a box.
const tableRow = (el) => (plainRowOf(el) ? null : el.closest("tr,[role=row]"));
// The component that shows an element in a row of a table: a row does not reach into shadow roots.
function outOfShadow(el) {
  for (let up = el; up; up = hostOf(up)) if (up.closest("tr,[role=row]")) return up;
  return el;
}
function headsOf(one) {
  const el = outOfShadow(one);
  const row = tableRow(el), table = row?.closest("table,[role=table],[role=grid],[role=treegrid]");
  const heads = table ? [...table.querySelectorAll("th,[role=columnheader]")].filter((head) => !row.contains(head)) : [];
  return cut(heads.slice(0, 12).map((head) => head.textContent.trim()).join(" | "), 190);
}
// The head of an element's own column; a cell may span several columns, and a table may have several rows of heads.
// A grid that numbers its columns may keep their cells in any order.
const spansOf = (row) => { let at = 0; return [...row.children].map((one) => [one, at = Number(one.getAttribute("aria-colindex")) || at, at += Number(one.colSpan || one.getAttribute("aria-colspan")) || 1]); };
function columnHead(inner) {
  const el = outOfShadow(inner);
  const row = tableRow(el), table = row?.closest("table,[role=table],[role=grid],[role=treegrid]");
  const mine = table ? spansOf(row).find(([one]) => one === el || one.contains(el)) : null, found = [];
  for (const head of mine ? table.querySelectorAll("th,[role=columnheader]") : []) {
    const line = head.closest("tr,[role=row]"), at = line && line !== row ? spansOf(line).find(([one]) => one === head || one.contains(head)) : null;
    if (at && at[1] <= mine[1] && mine[1] < at[2] && line.querySelectorAll("td,[role=gridcell]").length === 0) found.push(head.textContent.trim());
  }
  return cut(found.slice(0, 3).join(" | "), 120);
}
// A grid of days: the column in which the first day of the month of a day would stand, the same for all its days, and the
// label of the grid, because several months have the same shape. Days are the numbers of one month, each once and in order.
function firstDay(el, name) {
  const row = /^\d{1,2}$/.test(name) ? tableRow(el) : null, table = row?.closest("table,[role=table],[role=grid],[role=treegrid]");
  if (!table || !/^[78]$/.test(headsOf(el).split(" | ").length)) return "";
  const [, mine] = spansOf(row).find(([one]) => one === el || one.contains(el)) || [], label = aboveOf(table);
  const days = [...table.querySelectorAll("td,[role=gridcell]")].map((one) => fold(one.textContent)).join(" ");
  return mine !== undefined && label && ` ${days} `.includes(WHOLE_MONTH) ? `${(mine - Number(name) + 36) % 7} of ${label}` : "";
}
const WHOLE_MONTH = ` ${[...Array(28).keys()].map((day) => day + 1).join(" ")} `;
// The text of a table's caption or label, or the last text before it.
function aboveOf(table) {
  let label = fold(table.caption?.textContent) || fold(table.getAttribute("aria-label")) || labelOf(table);
  for (let at = table; !label && at; at = at.parentElement) {
    for (let one = at.previousElementSibling; !label && one; one = one.previousElementSibling) {
      if (visible(one) && /[\p{L}\p{N}]/u.test(one.innerText || "")) label = one.innerText;
    }
  }
  return cut(label, 60);
}
// The view that a page shows: its chosen tab, its place in the navigation. A date, a number or a record is none.
const CHOSEN = "[role=tab][aria-selected=true],[aria-current]:not([aria-current=false]):not([aria-current=date]),[role=tab].active,.nav-tabs .active,.tabs .active,[role=radio][aria-checked=true],[role=group] [aria-pressed=true],[class*=toggle] .active,[class*=toggle] .selected,[class*=segment] .active,[class*=segment] .selected";
// But tabs that differ in nothing but a number are parts of one thing: its terms, its halves.
const inSeries = (el) => {
  const tabs = [...(el.closest("[role=tablist]")?.querySelectorAll("[role=tab]") || [])].map((tab) => fold(tab.textContent));
  return tabs.length > 1 && new Set(tabs.map((text) => text.replace(/\d{1,2}/, "#"))).size === 1 && new Set(tabs).size === tabs.length;
};
const viewsShown = remembered((root) => {
  const found = new Map();
  for (const el of matching(CHOSEN)) {
    const said = cut(el.getAttribute("aria-label") || el.textContent, 40);
    if (/\p{L}{2}/u.test(said) && (!/\d/.test(said) || inSeries(el)) && !el.closest("tr,[role=row]") && visible(el)) found.set(said, el);
    if (found.size > 6) return new Map();
  }
  return found;
});
// The address to which a place in the navigation leads. It stays when the place is renamed; that of a start page tells nothing.
function addressOf(el) {
  const link = el.closest("a[href]") || el.querySelector("a[href]");
  if (!link || /^javascript:/i.test(link.getAttribute("href"))) return "";
  const { pathname, search, hash } = new URL(link.href, location.href), whole = pathname + search + hash;
  return /[^/#!]/.test(whole) ? whole : "";
}
// Choices side by side of which nothing but a class says which one is made, as "Yearly of Monthly/Yearly".
const LIT_CLASS = /^(?:is-|is_)?(?:on|active|selected|checked|chosen|current)$/i;
const TURNS_BY_ITSELF = "[class*=carousel i],[class*=slide i],[class*=swiper i],nav,[role=navigation],tr,[role=row]";
const litChoices = remembered((root) => {
  const found = [], unlit = (el) => [...el.classList].filter((one) => !LIT_CLASS.test(one)).sort().join(" ");
  for (const el of root.querySelectorAll(".on,.active,.selected,.is-active,.is-selected,.is-on,.current,.chosen,.checked")) {
    const all = found.length < 4 ? [...(el.parentElement?.children || [])].filter((one) => one.localName === el.localName && unlit(one) === unlit(el)) : [];
    const names = all.map((one) => cut(one.textContent, 24)), plain = names.length > 1 && names.length < 7 && names.every((name) => /^\p{L}[\p{L} ]*$/u.test(name));
    const lit = all.filter((one) => [...one.classList].some((c) => LIT_CLASS.test(c)));
    if (plain && lit.length === 1 && new Set(names).size === names.length && !el.closest(TURNS_BY_ITSELF) && visible(el)) found.push(`${names[all.indexOf(el)]} of ${names.join("/")}`);
  }
  return found.join(" | ");
});
// The state that a button shows by a class alone.
const SWITCHED = /^(is-|mui-|ant-\w+-)?(on|checked|toggled|starred|liked|favou?rited|subscribed|following)$/i;
const switchedBy = (el) => ([el, el.firstElementChild].some((node) => node && [...node.classList].some((c) => SWITCHED.test(c))) ? "on" : "off");
function detailsOf(el, role, name, recorded) {
  const said = {}, put = (key, value) => { if (typeof value === "string" && value && value.length < 200) said[key] = fold(value); };
  const form = el.closest("form") || (el.getAttribute("form") && el.getRootNode().getElementById?.(el.getAttribute("form")));
  const button = el.matches("button,input[type=submit],input[type=image],input[type=button],input[type=reset]");
  const types = button && form ? (el.getAttribute("type") || "").toLowerCase() || (el.localName === "button" ? "submit" : "") : "";
  put("type", types);
  if (form && (/^(submit|image)$/.test(types) || FIELD_ROLES.has(role))) {
    const action = el.getAttribute("formaction") || form.getAttribute("action"), method = el.getAttribute("formmethod") || form.getAttribute("method");
    if (idOf(form) && !generated(idOf(form)) && /^(submit|image)$/.test(types)) put("form", idOf(form));
    if (action) put("action", placeOf(action));
    if (action || method) put("method", (method || "get").toLowerCase());
    const first = [...form.querySelectorAll("button:not([type]),button[type=submit],input[type=submit],input[type=image]")].find((one) => !one.matches(":disabled"));
    if (!button && first) put("default", nameOf(first));
    said.orders = ordersOf(form);
    if (/^(submit|image)$/.test(types)) put("along", wordsAlong(form));
  }
  if (el.localName === "select") put("groups", [...el.querySelectorAll("optgroup")].map((one) => fold(one.label)).join(" | "));
  if (textual(el) && !isSecret(el) && fold(valueOf(el))) put("filled", "yes");
  if (textual(el) && !isSecret(el) && el.value) put("offered", offersOf(el));
  if (button && el.getAttribute("name")) put("value", el.localName === "button" || el.type === "image" ? el.getAttribute("value") : "");
  for (const key of ["pressed", "checked", "expanded", "selected", "haspopup"]) put(key, el.getAttribute(`aria-${key}`));
  if (el.localName === "summary" && el.parentElement?.localName === "details") put("expanded", String(el.parentElement.open));
  const href = el.getAttribute("href");
  if (href && !/^javascript:/i.test(href)) {
    try { const url = new URL(href, location.href); put("query", url.search.slice(1)); if (/[/!]/.test(url.hash)) put("fragment", url.hash.slice(1)); } catch { /* no address */ }
  }
  if (role === "button") put("choices", [formAround(el) ? choicesOf(formAround(el)) : "", ...litBeside(el)].filter(Boolean).join(" | "));
  if (role === "button") {
    put("stated", statedBeside(el));
    put("prose", proseBeside(el));
    const views = viewsShown(document.documentElement);
    put("view", [...views.keys()].join(" | "));
    put("viewed", [...views].filter(([, one]) => addressOf(one)).map(([said, one]) => `${said}=${addressOf(one)}`).join(" | "));
    if (!views.size) put("lit", litChoices(document.documentElement));
    if (!el.hasAttribute("aria-pressed")) put("switched", switchedBy(el));
  }
  put("icon", iconOf(el, name) || (textual(el) && !name ? signBeside(el) : ""));
  if (PRESSABLE.test(role) && !el.getAttribute("aria-label")) put("drawn", drawnWord(el));
  if (textual(el) && el.labels?.length) put("signed", [...el.labels].map(drawnWord).join(" "));
  if (showsChoice(el, role)) put("choice", choiceIn(el, name));
  if (!role && !name) put("chooses", labelAbove(el));
  put("row", levelsToRow(el));
  put("entries", entriesOf(el, recorded));
  if (PRESSABLE.test(role) && countIn(el, name)) { put("count", countIn(el, name)); put("face", faceOf(el)); }
  put("transparent", transparent(el) ? "yes" : "");
  put("heads", headsOf(el));
  put("head", columnHead(el));
  put("series", seriesOf(el, name));
  const day = name || (el.closest(CELL) ? fold(el.textContent) : "");     // a day may be a plain text in its cell
  put("calendar", calendarOf(el, day));
  put("first", firstDay(el, day));
  put("vacant", textual(el) && !isSecret(el) && (!fold(valueOf(el)) || wasLast(el)) ? "yes" : "");
  put("styled", styledText(el));
  if (!FIELD_ROLES.has(role) && el.innerText !== undefined && !labelWithin(el)) {
    const marks = [...el.querySelectorAll("i,[class*=icon],[class*=symbol],kbd")].filter((node) => node.ariaHidden === "true");   // an icon by its word, a key
    const shown = cut(marks.reduce((text, node) => text.replace(node.innerText, ""), el.innerText)), squashed = (text) => text.replace(/\s+/g, "").toLowerCase();
    if (shown && squashed(shown) !== squashed(cut(contentName(el)))) put("shown", shown);
  }
  return said;
}

// The path of an element in its row, and whether the rows beside it have names of their own at that path. The state that
// a command shows has few words, and they repeat.
const BESIDE = 12;
function columnOf(el, role) {
  const row = plainRowOf(el) || el.closest(ROW), parts = [], names = [];
  const plain = role === "button" ? isCellText(el) : /^(link|cell|gridcell|)$/.test(role) && !(!role && el.matches(ACTIVE));
  if (!row || row === el || !plain) return {};
  for (let up = el; up && up !== row; up = up.parentElement) parts.unshift(`${up.localName}[${indexOf(up)}]`);
  const path = parts.join("/"), called = (one) => nameOf(one, role) || cut(contentName(one));
  for (const one of row.parentElement?.children || []) {
    if (one === row || one.localName !== row.localName || names.length >= BESIDE) continue;
    const other = byXPath(path, one)[0];
    if (other && roleOf(other) === role) names.push(called(other));
  }
  if (names.length < 2) {                                          // the list shows one row
    if (!role) return { column: path };                            // a search by role would never come to it in another row
    return /^(cell|gridcell)$/.test(role) && columnHead(el) ? { column: path, varies: "yes" } : {};
  }
  if (role === "button") return { column: path };                  // its words may be the deed: only a number or a time is data
  const own = same(called(el)), said = new Set(names.map(same)), varies = !said.has(own) && said.size > 2 && said.size * 2 > names.length;
  return varies ? { column: path, varies: "yes" } : { column: path };
}

// The number in an element of its own at the end of a name ("Star 214"), and whether a row beside has the same words and
// another number at the same path.
function countIn(el, name) {
  const last = /\d[km]?\+?$/i.test(name) ? textNodes(el).filter((node) => node.data.trim()).at(-1) : null, own = fold(last?.data);
  return last && last.parentElement !== el && /^\d[\d.,]*[km]?\+?$/i.test(own) && fold(last.parentElement.textContent) === own && name.endsWith(own) ? own : "";
}
const wordsBefore = (name, count) => fold(name.slice(0, name.length - count.length));
const withoutCount = (el, name) => wordsBefore(name, countIn(el, name));
// The signs, besides words, of a reaction that was given already: classes, styles and pictures.
const FACE = ["class", "style", "fill", "src", "href", "d"];
// So may a class of the row or of a box in it, and an attribute that is a switch.
const REACTED = /^(?:is-|has-|\w+-)?(?:on|active|selected|checked|toggled|starred|liked|loved|voted|upvoted|downvoted|favou?rited|bookmarked|subscribed|follow(?:ed|ing)|watch(?:ed|ing)|reacted)$/i;
const SWITCH = /^(?:on|off|true|false|yes|no|active|inactive|checked|unchecked|)$/i;
function stateAround(el) {
  const found = [...el.attributes].filter((one) => one.name.startsWith("data-") && SWITCH.test(one.value)).map((one) => `${one.name}=${one.value}`);
  const row = rowOf(el);
  for (let up = row && el; up; up = up === row ? null : parentOf(up)) if (up !== el) found.push(...[...up.classList].filter((c) => REACTED.test(c)));
  return found.length ? [found.join(" ")] : [];
}
const faceOf = (el) => fold([...stateAround(el), ...[el, ...el.querySelectorAll("svg,img,i,path,use,[class*=icon],[aria-hidden=true]")].slice(0, 8)
  .map((node) => [...FACE.map((key) => node.getAttribute(key)?.slice(0, 40)), node.ariaHidden === "true" ? node.textContent.slice(0, 4) : ""].filter(Boolean).join(" "))].join(" / ")).slice(0, 190);
function countsVary(el, role, name) {
  const count = countIn(el, name), row = count ? rowOf(el) : null, parts = [];
  for (let up = row && el; up && up !== row; up = parentOf(up)) parts.unshift(`${up.localName}[${indexOf(up)}]`);
  return [...(row && row !== el ? row.parentElement?.children || [] : [])].filter((one) => one !== row && one.localName === row.localName).slice(0, BESIDE).some((one) => {
    const other = byXPath(parts.join("/"), one)[0], called = other && roleOf(other) === role ? nameOf(other, role) : "", its = called && countIn(other, called);
    return its && its !== count && wordsBefore(called, its) === wordsBefore(name, count);
  });
}

// The values of text fields that may be all that names a record: no person entered them, and in a recording no row beside
// has them, and one has the same texts.
const enteredIn = (box) => [...box.querySelectorAll("input,textarea")].slice(0, 12).filter((one) => textual(one) && fold(one.value) && !isSecret(one) && !usedByHand.has(one) && !taken.has(one) && visible(one)).map((one) => fold(one.value));
function entriesOf(el, recorded) {
  const row = rowOf(el), said = (box) => partsOfBox(box, null).texts.join("\n");
  if (!row || row === el || textual(el) || crowded(row)) return "";
  let own = enteredIn(row);
  if (recorded && own.length) {
    const beside = [...(row.parentElement?.children || [])].filter((one) => one !== row && one.localName === row.localName).slice(0, BESIDE), others = new Set(beside.flatMap(enteredIn));
    own = beside.some((one) => enteredIn(one).length && said(one) === said(row)) ? own.filter((text) => !others.has(text)) : [];
  }
  return own.join(" | ");
}

// The label before the box of a text without a role, if the box shows nothing else: the text may be a choice.
function labelAbove(el) {
  const own = fold(el.textContent);
  for (let up = el, n = 0; own && own.length <= 80 && up && n < 8 && fold(up.textContent) === own; up = up.parentElement, n += 1) {
    const before = up.previousElementSibling, text = before && !before.matches(CONTROLS) && !before.querySelector(CONTROLS) ? fold(before.textContent) : "";
    if (text) return text.length <= 40 && /^\p{L}/u.test(text) ? text : "";
  }
  return "";
}
const lastingClasses = (el) => [...el.classList].filter((c) => !transientClass(c)).slice(0, 8);
function describe(el, statistics = false) {
  const role = roleOf(el), name = nameOf(el, role), held = name ? "" : heldWithoutName(el);
  const attributes = {}, made = [];
  for (const key of KEPT) {
    const value = key === "href" ? hrefOf(el) : key === "title" ? titleOf(el) : el.getAttribute(key);
    if (value && value.length < 200) {
      attributes[key] = value;
      if ((key === "id" || key === "name") && generated(value)) made.push(key);
    }
  }
  const box = el.getBoundingClientRect(), shadow = [];
  for (let host = hostOf(el); host; host = hostOf(host)) shadow.unshift(cssPath(host));
  const ancestors = [];
  for (let up = parentOf(el); up && ancestors.length < 6; up = parentOf(up)) ancestors.push(up.localName);
  const print = {
    tag: el.localName, role, name, label: labelOf(el),
    text: FIELD_ROLES.has(role) ? "" : labelWithin(el) || entryText(el), attributes, generated: made,
    classes: lastingClasses(el),
    xpath: robustXPath(el, role, name), absolute_xpath: absoluteXPath(el), css: cssPath(el),
    landmark: landmarkOf(el), heading: headingOf(el), context: contextOf(el), neighbours: neighboursOf(el),
    scope: scopeOf(el), ...(unseenField(el) ? { cells: [], texts: [], neighbours: [], context: "", heading: "" } : partsOf(el, name, held)), details: detailsOf(el, role, name, statistics),
    ancestors, shadow, box: [box.x + scrollX, box.y + scrollY, box.width, box.height].map(Math.round),
  };
  if (el === document.body || el === document.documentElement) Object.assign(print, { text: "", context: "", neighbours: [], cells: [], texts: [], details: {} });   // a key for the page
  Object.assign(print, withoutCopies(print, held));
  if (statistics || wantsSurroundings) Object.assign(print.details, aroundDeed(el));
  if (wantedPart) Object.assign(print.details, partNow(el, wantedPart));
  if (statistics) {
    Object.assign(print.details, columnOf(el, role), sharedBy(el), twinInRow(el, role, name) ? { twins: "yes" } : {}, underRecord(el) ? { over: "record" } : {}, countsVary(el, role, name) ? { counts: "vary" } : {});
    const rivals = [];
    const counts = { name: 0, text: 0, id: 0, field: 0, href: 0 }, tested = TEST_IDS.filter((key) => attributes[key]);
    for (const key of tested) counts[key] = 0;
    for (const other of matching(ACTIVE)) {
      const sameRole = roleOf(other) === role;
      const otherName = sameRole ? nameOf(other, role) : "";
      if (sameRole && otherName === name && (other === el || usable(other))) counts.name += 1;   // hidden elements are no rivals
      if (attributes.id && idOf(other) === attributes.id) counts.id += 1;
      if (attributes.name && other.getAttribute("name") === attributes.name) counts.field += 1;
      if (attributes.href && hrefOf(other) === attributes.href) counts.href += 1;
      for (const key of tested) if (other.getAttribute(key) === attributes[key]) counts[key] += 1;
      if (sameRole && other !== el && rivals.length < 40 && visible(other)) {
        const b = other.getBoundingClientRect();
        rivals.push([Math.hypot(b.x - box.x, b.y - box.y), other, otherName]);
      }
    }
    print.counts = Object.fromEntries(Object.entries(counts).filter(([, n]) => n > 0));
    print.lookalikes = rivals.sort((a, b) => a[0] - b[0]).slice(0, 3)
      .map(([, other, called]) => `${role}|${called}|${cut(contextOf(other), 60)}`);
  }
  return print;
}

// A control beside nothing but a word of work, such as "Running... Stop", comes and goes with the work.
const OF_WORK = /^\p{L}[\p{L} ]{1,30}(\.{3}|\u2026)$/u;
const ofWork = (el, name) => {
  for (let up = parentOf(el), n = 0; up && up !== document.body && n < 4; up = parentOf(up), n += 1) {
    const shown = up.textContent.length > 80 ? "." : fold(up.innerText ?? up.textContent), alt = shown === fold(el.innerText) ? pictured(up.querySelector("img,svg,[role=img][aria-label]") || up) : "";
    if (shown !== fold(el.innerText) || alt) return OF_WORK.test(alt || fold(shown.replace(fold(el.innerText) || name, "")));
  }
  return false;
};
// The elements that a person could see and use now; bounded, so that a huge page costs milliseconds.
function state() {
  const controls = new Set();
  for (const el of matching(ACTIVE)) {
    if (controls.size >= 300) break;
    if (!usable(el)) continue;
    const role = roleOf(el), name = nameOf(el, role);
    if (role !== "button" || !ofWork(el, name)) controls.add(`${role}|${cut(name, 80)}`);
  }
  return { url: location.href, controls: [...controls], notices: [...noticesNow(), ...flawsNow()] };
}
// The rows that a filter shows or hides, digits aside; bounded, and without the menus of the page.
const ROW = "tr,li,article,[role=row],[role=listitem],[role=option],[role=treeitem]";
function rowsNow() {
  const rows = new Set();
  for (const el of matching(ROW)) {
    if (rows.size >= 80) break;
    if (!visible(el) || el.closest("nav,[role=navigation],[role=menu],[role=menubar],[role=tablist]")) continue;
    const text = cut(contentName(el), 80);
    if (text) rows.add(text);
  }
  for (const el of rows.size ? [] : matching("p")) if (rows.size < 80 && visible(el)) rows.add(`\u00b6 ${cut(el.textContent, 80)}`);   // a page without rows
  return [...rows];
}
function noticesNow() {
  const notices = new Set();
  for (const el of matching(NOTICE)) {
    if (notices.size >= 60) break;
    if (visible(el)) { const text = noticeText(el); if (text) notices.add(text); }
  }
  return [...notices];
}
// Texts that a page shows as errors by their class alone. An entry of a list may report a failure of its own, but a row
// with a field, or the only row, is a part of a form.
const FLAWS = new Set(["err", "error", "errors", "errorlist", "errornote", "invalid", "danger", "failed", "failure"]);
const flawed = (el) => [...el.classList].some((token) => token.split(/[-_]|(?<=[a-z])(?=[A-Z])/).some((part) => FLAWS.has(part.toLowerCase())));
const ofForm = (row) => !row || !!row.querySelector("input:not([type=hidden]):not([type=checkbox]):not([type=radio]),textarea,select") || (row.parentElement?.children.length || 0) < 2;
const MAY_FLAW = "[class*=err i],[class*=invalid i],[class*=danger i],[class*=fail i]";
const flawsNow = () => [...new Set([...flawsIn(document), ...framesShown().flatMap((root) => [...flawsIn(root), ...alarmsIn(root)])])];
// A frame of the page's own origin is a part of the page: an error that it reports is one of the page. Its other messages
// are not, since nothing says that they speak of the page's deed.
const ownDocument = (frame) => { try { return frame.contentDocument; } catch { return null; } };
const ownFrames = (root = document) => [...matching("iframe,frame", root)].slice(0, 8).filter((frame) => ownDocument(frame)?.body);
const framesShown = (root = document, depth = 0) => ownFrames(root).filter(visible).flatMap((frame) => [frame.contentDocument, ...(depth < 2 ? framesShown(frame.contentDocument, depth + 1) : [])]);
const alarmsIn = (root) => [...matching("[role=alert]", root)].slice(0, 12).filter(visible).map((el) => cut(contentName(el, 0, 300), 300)).filter((text) => /\p{L}/u.test(text)).map((text) => `error|${text}`);
// A frame whose content stands in the page is drawn a moment after it came.
const framesSince = new WeakMap(), DRAWN_IN = 1000;
function drawsFrames() {
  return ownFrames().some((frame) => {
    if (!framesSince.has(frame)) framesSince.set(frame, clock());
    const { URL: at, readyState } = frame.contentDocument;
    return frame.hasAttribute("srcdoc") && (at === "about:blank" || readyState !== "complete") && clock() - framesSince.get(frame) < DRAWN_IN;
  });
}
function flawsIn(root) {
  const flaws = new Set();
  for (const el of matching(MAY_FLAW, root)) {
    if (flaws.size >= 12) break;
    if (!flawed(el) || !visible(el) || el.closest(`${ACTIVE},[role=status],[role=alert],output,nav,label,legend`) || !ofForm(el.closest(ROW))) continue;
    const text = cut(contentName(el, 0, 300), 300);
    if (/\p{L}/u.test(text) && !text.startsWith("*")) flaws.add(`error|${text}`);
  }
  return [...flaws];
}
// The key of a dialog is its name, not its content; the key of a message or heading is its text, to the last word.
const WHOLE_MESSAGE = 4000;
function noticeText(el, length = WHOLE_MESSAGE) {
  const role = roleOf(el);
  const text = /dialog/.test(role) ? cut(nameOf(el, role) || el.querySelector("h1,h2,h3,h4,legend,[role=heading]")?.textContent, 100)
    : cut(contentName(el, 0, length), length);
  return text || /dialog/.test(role) ? `${role}|${text}` : "";
}
