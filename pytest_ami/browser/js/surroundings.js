// Texts that say where, as whom and for whom a deed is done. Python decides which of them count; the words that name an
// environment, a visibility or a company come from pytest_ami.lexicon.circumstances.

const NO_TEXT = "option,textarea,[contenteditable],pre,svg,script,style,template,noscript,[role=option],[role=tooltip],[role=timer],[role=progressbar]";
const FRAME_OF_PAGE = "nav,header,footer,aside,[role=navigation],[role=banner],[role=contentinfo],[role=menubar],[class*=navbar],[class*=breadcrumb]";
const SHOWS_CHOICE = "select:not([multiple]),[role=combobox]:not(input),button[aria-haspopup=listbox]";
const SHOWS_MENU = "button[aria-haspopup=menu],button[aria-haspopup=true],.dropdown-toggle,summary";
const SWITCHES = "input[type=checkbox],[role=switch]:not(input)";
const NAMED_FIELD = "input:not([type]),input[type=text],input[type=number]";
const PATHS = "[aria-label*=breadcrumb i],[class*=breadcrumb]";
const MOST_PLACES = 40, MOST_SAID = 40, MOST_STATEMENTS = 24;

const inRecord = (el) => { const record = el.closest("tr,li,article,[role=row],[role=option],[role=listitem],[role=treeitem]"); return !!record && !record.closest(FRAME_OF_PAGE); };
const plainText = (text, length = 60) => cut(text.replace(/[|=]/g, " "), length);
const LABELLED = /^([\p{L}][\p{L} ]{1,29})[:\uff1a]\s*(.+)$/u;
// The words before a text that say what it is: the term of a definition, the head of a row of facts, "Status: Draft".
const endsInColon = (text) => /^\p{L}[\p{L} ]{0,38}[:\uff1a]$/u.test(text);
function termOf(el) {
  const before = el.previousElementSibling, fact = el.localName === "td" && before?.matches("th,td") && el.parentElement.children.length === 2 && !el.closest("table")?.tHead;
  if ((el.localName === "dd" && before?.localName === "dt") || fact) return fold(before.textContent).replace(/[:\uff1a]$/, "");
  const said = el.previousSibling?.nodeType === 3 && el.previousSibling.data.trim() ? el.previousSibling.data : before && !before.childElementCount ? before.textContent : "";
  return said.length < 60 && endsInColon(fold(said)) ? fold(said).slice(0, -1) : "";
}
// The text of an element and of those of its make that follow it: the other receivers, which stand behind one label.
function withOthers(el, text) {
  const all = [text];
  for (let next = el.nextElementSibling; next && all.length < 5 && el.className && sameMake(el, next); next = next.nextElementSibling) if (visible(next)) all.push(fold(next.textContent));
  return all.filter(Boolean).join(", ");
}
// The words above or before a control that say what it chooses.
function captionOf(el, shown) {
  const label = fold(el.getAttribute("aria-label")) || labelOf(el);
  if (label && same(label) !== same(shown)) return label;
  const term = termOf(el);
  for (let up = el, n = 0; !term && up && n < 3; up = parentOf(up), n += 1) {
    const before = up.previousElementSibling, text = before && !before.matches(CONTROLS) && !before.querySelector(CONTROLS) ? fold(before.textContent) : "";
    if (text) return text.length <= 30 && /^\p{L}/u.test(text) ? text : "";
  }
  return term;
}
// The number between two buttons that raise and lower it: a count that a deed takes along, wherever its button stands.
const RAISES = /^[+\uff0b]$|^(?:more|add|plus|increase|increment|mehr|erh\u00f6hen|augmenter|m\u00e1s|aumentar)(?!\p{L})/iu;
const LOWERS = /^[-\u2212\u2013\uff0d]$|^(?:fewer|less|remove|minus|decrease|decrement|weniger|verringern|moins|diminuer|menos|disminuir|reducir)(?!\p{L})/iu;
function countBetween(el) {
  for (let up = parentOf(el), n = 0; up && n < 3; up = parentOf(up), n += 1) {
    const buttons = [...up.querySelectorAll("button,[role=button]")];
    if (buttons.length > 2) return null;
    if (buttons.length < 2 || !buttons.some((one) => LOWERS.test(nameOf(one)))) continue;
    const numbers = [...up.querySelectorAll("*")].filter((one) => !buttons.some((it) => it.contains(one)) && /^\d{1,3}$/.test(fold(one.value ?? (one.childElementCount ? "" : one.textContent))) && visible(one));
    return numbers.length === 1 ? { count: fold(numbers[0].value ?? numbers[0].textContent), of: numbers[0], box: up } : null;
  }
  return null;
}
const placesOf = remembered((root) => {
  const found = [], add = (el, kind, key, text) => { if (key && /[\p{L}\d]/u.test(text) && found.length < 4 * MOST_PLACES && visible(el)) found.push({ el, kind, key: plainText(`${kind}${key}`).toLowerCase(), text: plainText(text) }); };
  for (const el of root.querySelectorAll(PATHS)) {
    if (!el.parentElement?.closest(PATHS)) add(el, "", "path", [...el.querySelectorAll("*")].map(ownText).filter((text) => /\p{L}/u.test(text)).join(" / "));
  }
  for (const el of root.querySelectorAll(SHOWS_CHOICE)) {
    if (inRecord(el)) continue;
    const shown = fold(el.localName === "select" ? el.selectedOptions[0]?.textContent : el.innerText);
    const among = el.localName === "select" ? ` #${brief([...el.options].map((option) => option.label).sort().join("|"))}` : "";   // other options are those of another record
    add(el, "choice of ", `${captionOf(el, shown) || lastingClasses(el).slice(0, 3).join(".") || "a list"}${among}`, shown);
  }
  for (const el of root.querySelectorAll(`${SHOWS_MENU},button`)) {
    const shown = fold(el.innerText), [, label, value] = LABELLED.exec(fold(el.getAttribute("aria-label"))) || [];
    const named = el.matches(SHOWS_MENU) && fold(el.getAttribute("aria-label")), chosen = named && !label && shown && !same(shown).includes(same(named)) ? "choice of " : "";
    if (!inRecord(el) && !el.matches(SHOWS_CHOICE)) add(el, chosen, label || (el.matches(SHOWS_MENU) ? captionOf(el, shown) : ""), value || shown);
  }
  for (const el of root.querySelectorAll("button,[role=button]")) {
    const name = fold(el.getAttribute("aria-label") || el.textContent), between = RAISES.test(name) && !inRecord(el) ? countBetween(el) : null;
    if (between) add(between.of, "choice of ", ownText(between.box) || captionOf(between.box, between.count) || name, between.count);
  }
  for (const el of root.querySelectorAll("input[role=combobox]")) {                         // a list whose choice stands beside its field
    let shown = fold(el.value);
    for (let up = parentOf(el), n = 0; !shown && up && n < 3; up = parentOf(up), n += 1) shown = up.querySelector("label") || up.textContent.length > 60 ? "" : fold(up.innerText);
    if (labelOf(el) && !inRecord(el) && !isSecret(el)) add(el, "choice of ", labelOf(el), shown);
  }
  for (const el of root.querySelectorAll(SWITCHES)) if (!inRecord(el) && !ownChoice(el)) add(el, "switch ", nameOf(el), el.checked || el.ariaChecked === "true" ? "on" : "off");
  for (const el of root.querySelectorAll(NAMED_FIELD)) if (el.value && el.value.length <= 60 && LABELS.test(labelOf(el)) && !isSecret(el) && !inRecord(el)) add(el, "", labelOf(el), el.value);
  return found;
});
// A class may say what a text is, such as that of the workspace: then its words are the label.
const madeFor = (el, text) => (text.length <= 40 && OWNERS.test(el.getAttribute("class") || "") && !el.matches(CONTROLS) ? fold([...el.classList].filter((one) => OWNERS.test(one)).map((one) => one.replace(/[-_]+/g, " ")).join(" ")) : "");
// Where in a text a word may name a circumstance; the texts of a page are asked for at every event.
const judged = new Map();
function namedIn(text) {
  if (judged.size > 5000) judged.clear();
  if (!judged.has(text)) judged.set(text, text.search(CIRCUMSTANCES));
  return judged.get(text);
}
const MOST_TEXTS = 5000, LONG_TEXT = 100, LONG_SENTENCE = 160, LONGEST_TEXT = 6000;
// Of a long text the sentences that deny something, and the last two: they often say the decisive thing.
const DENIES = /\b(not|no|never|none|nobody|nothing|neither|nicht|kein\w*|nie|niemand\w*|ne|pas|jamais|aucune?|sans|nunca|sin|ning\w+|nadie)\b|n['\u2019]t\b|[\u4e0d\u672a\u65e0\u6ca1\u975e\u52ff]/i;
function sentencesOf(text) {
  const all = text.split(/(?<=[.!?])\s+|(?<=[\u3002\uff01\uff1f])/);
  return all.filter((one, n) => n >= all.length - 2 || DENIES.test(one)).slice(-6);
}
function* textsShown() {
  const roots = [document.documentElement, ...(shadowed(document) ? [...everything()].map(shadowOf).filter(Boolean) : [])];
  for (const root of roots) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(), n = 0; node && n < MOST_TEXTS; node = walker.nextNode(), n += 1) {
      const text = node.data.length > 1 && node.data.length < LONGEST_TEXT && node.parentElement ? fold(node.data) : "";
      for (const part of text.length < 500 ? [text] : sentencesOf(text)) if (part) yield [node.parentElement, part];
    }
  }
  for (const img of document.documentElement.querySelectorAll("img[alt]")) if (fold(img.alt)) yield [img, fold(img.alt)];
}
const readTexts = remembered(() => [...textsShown()]);
// The names at the head of a page: a place, a company, a person; links lead elsewhere, and a brand is none.
const HEAD_OF_PAGE = "header,nav,[role=banner],[class*=topbar],[class*=navbar],[class*=appbar]", NO_NAME = "a,h1,h2,h3,h4,h5,h6,b,time,[class*=brand],[class*=logo],[role=menuitem],[role=tab],tr,article";
// A text that goes on in the same line is one name: "Stock <span>Hamburg</span>". A head that is one word names a place or a
// company if the title of the page stands elsewhere, and so does a lower title in it.
const inLine = (el) => [...el.childNodes].every((node) => node.nodeType !== 1 || (node.matches("span,small,em") && !node.childElementCount && !node.ariaLive));
function wholeName(el) {
  const goesOn = el.childElementCount && inLine(el) && el.firstChild.nodeType === 3 && el.firstChild.data.trim() && !el.closest("nav");
  return goesOn ? fold(el.innerText) : "";
}
function loneName(head) {
  const text = fold(head.innerText), lone = /^\p{Lu}[\p{L}'\u2019-]{2,29}$/u.test(text) && !head.querySelector(`a,b,h1,[class*=brand],[class*=logo],${CONTROLS}`);
  return lone && !inRecord(head) && visible(head) && [...document.querySelectorAll("h1")].some((one) => !one.closest(HEAD_OF_PAGE) && visible(one)) ? text : "";
}
const mastheadOf = remembered((root) => {
  const found = new Set();
  for (const [el, text] of readTexts(document.documentElement)) {
    if (found.size >= 12 || text.length > 40 || !el.closest(HEAD_OF_PAGE) || el.closest(NO_NAME) || !visible(el)) continue;
    for (const name of [text, wholeName(el)]) if (/ /.test(name) && name.length <= 40) found.add(plainText(name));
  }
  for (const head of root.querySelectorAll("header,[role=banner]")) if (loneName(head)) found.add(loneName(head));
  return [...found].join(" | ");
});
// A text of one or two words whose class says that it is a state, such as the badge beside the title of a record.
const BADGE = /(?:^|[-_])(?:badge|status|state|pill|chip|lozenge|tag)(?:$|[-_\d])/i, NO_STATEMENT = `${NO_TEXT},${CONTROLS},a,nav`;
const isBadge = (el, text) => text.length <= 24 && /^\p{L}+(?: \p{L}+)?$/u.test(text) && [...el.classList].some((c) => BADGE.test(c));
// The statements of a page, in several words, outside of its records and controls: an edit of one may tell another deed.
const statementsOf = remembered((root) => {
  const found = new Set(), badges = new Set();
  for (const [el, text] of readTexts(document.documentElement)) {
    if (found.size >= MOST_STATEMENTS) break;
    if (badges.size < 6 && isBadge(el, text) && !inRecord(el) && !el.closest(`${NO_STATEMENT},header`) && visible(el)) badges.add(text);
    const parts = (text.length <= LONG_TEXT ? [text] : sentencesOf(text)).filter((part) => part.length <= LONG_SENTENCE && (part.match(/ /g) || []).length > 1);
    if (parts.length && !inRecord(el) && !el.closest(NO_STATEMENT) && visible(el)) for (const part of parts) found.add(plainText(part, LONG_SENTENCE));
  }
  return [...badges, ...found].join(" | ");
});
// The sentences that go on in elements of their own, each of these in signs of code: "into `main` from `login-fix`".
const IN_SENTENCE = "code,b,strong,em,i,a,span,kbd,mark,samp,var";
const joinedOf = remembered((root) => {
  const found = new Set(), known = new Set();
  for (const part of root.querySelectorAll(IN_SENTENCE)) {
    const el = part.parentElement;
    if (found.size >= 12 || known.size >= 200 || known.has(el) || part.childElementCount) continue;
    known.add(el);
    const own = fold(ownText(el)), whole = [...el.childNodes].map((node) => (node.nodeType === 3 ? node.data : node.nodeType !== 1 ? "" : node.matches(IN_SENTENCE) && !node.childElementCount ? ` \`${fold(node.textContent)}\` ` : " | ")).join("");
    if ((own.match(/\p{L}+/gu) || []).length < 3 || whole.length > LONG_SENTENCE || inRecord(el) || el.closest(NO_STATEMENT) || !visible(el)) continue;
    found.add(plainText(whole, LONG_SENTENCE));
  }
  return [...found].join(" | ");
});
// The parts of the title of the document that are names and that the page shows nowhere: neither one of its parts nor the
// application is called so.
const TITLE_PARTS = /\s+[-\u2013\u2014|\u00b7\u2022\u00bb\u203a]\s+|\s*:\s+/, NAME_IN_TITLE = /^\p{Lu}[\p{L}'\u2019&-]+(?: \p{Lu}[\p{L}'\u2019&-]+){0,2}$/u;
const OWN_NAMES = "head > meta[name=application-name],head > meta[name=apple-mobile-web-app-title],head > meta[property='og:site_name']";
const documentParts = remembered((root) => {
  const parts = fold(root.querySelector("head > title")?.textContent).split(TITLE_PARTS);
  if (parts.length < 2) return "";
  const shown = [...[...document.querySelectorAll(OWN_NAMES)].map((one) => one.content), ...readTexts(root).filter(([el]) => !el.closest(`head,${UNREAD}`)).map(([, text]) => text)].map((text) => ` ${text.toLowerCase()} `);
  return parts.filter((part) => NAME_IN_TITLE.test(part) && !shown.some((text) => text.includes(` ${part.toLowerCase()} `))).map((part) => plainText(part)).join(" | ");
});
// The texts that may name a circumstance, and those that a label explains: of the whole page, but for its records.
const saidOn = remembered(() => {
  const said = new Set(), facts = [];
  const note = (text, at) => { if (at >= 0 && said.size < MOST_SAID) said.add(plainText(text.slice(Math.max(0, at - 40)), 100)); };
  const title = fold(document.documentElement.querySelector("head > title")?.textContent);
  note(title, namedIn(title));
  for (const [el, text] of readTexts(document.documentElement)) {
    const at = namedIn(text), [, key, value] = (/[:\uff1a]/.test(text) && LABELLED.exec(text)) || [null, termOf(el) || madeFor(el, text), withOthers(el, text)];
    const fact = key && value.length <= 60 && facts.length < 4 * MOST_PLACES && (el.localName === "td" || !inRecord(el));
    if ((!fact && (at < 0 || inRecord(el))) || el.closest(NO_TEXT) || !visible(el)) continue;
    if (fact) facts.push({ el, key: plainText(key).toLowerCase(), text: plainText(value) });
    note(text, at);
  }
  return { said: [...said], facts };
});
// The documents around that of a frame, as far as the frame may read them: a choice there holds in the frame.
function rootsAround() {
  const roots = [document.documentElement];
  try { for (let up = window; up !== up.parent && roots.length < 6; up = up.parent) roots.push(up.parent.document.documentElement); } catch { /* another origin */ }
  return roots;
}
// The places of a document as ``key=text``; the choices of the form around an element are told by its own details.
function surroundingsOf(el) {
  const form = formAround(el), places = new Map(), often = new Set();
  for (const { el: at, kind, key, text } of [...rootsAround().flatMap(placesOf), ...saidOn(document.documentElement).facts]) {
    const theirs = kind === "choice of " ? at.closest("form") : null;                        // sent along with that form only
    if ((theirs && theirs !== el.closest("form")) || (form?.contains(at) && at.matches(`select,${SWITCHES}`))) continue;
    if (places.has(key) && places.get(key) !== text) often.add(key);                         // several of one name are records
    if (places.size < MOST_PLACES) places.set(key, text);
  }
  return [...places].filter(([key]) => !often.has(key)).map(([key, text]) => `${key}=${text}`).join(" | ") || "none";
}

// The boxes of a list that are ticked beside those that a person ticked there: a deed takes them along as well.
const LISTS = "table,ul,ol,[role=grid],[role=table],[role=list],[role=listbox],[role=tree]";
function alsoTicked() {
  const also = new Set();
  let lists = 0;
  for (const list of document.querySelectorAll(LISTS)) {
    const boxes = [...list.querySelectorAll("input[type=checkbox]")].filter((box) => box.closest(LISTS) === list && box.closest("tr,li,[role=row],[role=listitem],[role=option]"));
    if (!boxes.some((box) => usedByHand.has(box) && box.checked)) continue;
    lists += 1;
    for (const box of boxes) if (box.checked && !usedByHand.has(box) && visible(box)) also.add(cut(nameOf(box) || textOfItem(itemOf(box)), 40) || "a box");
  }
  return lists ? [...also].slice(0, 4).join(", ") || "none" : "";
}
// The name of the branch under which an element stands: in a tree, or in a list within an entry of another list.
function branchOf(el) {
  const item = el.closest("[role=treeitem]"), above = item?.parentElement?.closest("[role=treeitem]");
  if (above) return cut(above.getAttribute("aria-label") || contentName(above).split(contentName(item.parentElement))[0], 60);
  const inner = item ? null : el.closest("li")?.parentElement, entry = inner?.parentElement?.closest("li");
  if (!entry || !inner.matches("ul,ol")) return "";
  const title = [...entry.childNodes].filter((node) => !node.contains(inner) && node.nodeType !== 8).map((node) => node.textContent).join(" ");
  return /\p{L}/u.test(title) ? cut(title, 60) : "";
}
// A control that moves its record on ("Move right") does another deed where another box stands there: the box beyond, by
// its label. The outermost boxes of one make count; those further inside are records.
const ONWARD = /\b(right|next|forward|rechts|weiter|droite|derecha)\b|[\u2192\u00bb\u25b6\u203a]|右/i, BACKWARD = /\b(left|previous|back|links|zur\u00fcck|gauche|izquierda)\b|[\u2190\u00ab\u25c0\u2039]|左/i;
const boxTitle = (box) => cut(box?.getAttribute("aria-label") || box?.querySelector(HEADINGS)?.textContent, 60);
function beyondOf(el, name) {
  const step = ONWARD.test(name) ? 1 : BACKWARD.test(name) ? -1 : 0;
  let beyond = "";
  for (let up = parentOf(el), n = 0; step && up && up !== document.body && n < 10; up = parentOf(up), n += 1) {
    const boxes = up.matches(ITEM) ? [] : [...(up.parentElement?.children || [])].filter((other) => other === up || sameMake(up, other));
    if (boxes.length > 1 && boxTitle(up)) beyond = boxTitle(boxes[boxes.indexOf(up) + step]) || "none";
  }
  return beyond;
}
const aroundDeed = (el) => Object.fromEntries(Object.entries({ surroundings: surroundingsOf(el), says: saidOn(document.documentElement).said.join(" | ") || "none", statements: statementsOf(document.documentElement) || "none", masthead: mastheadOf(document.documentElement) || "none", joined: joinedOf(document.documentElement), document: documentParts(document.documentElement), ticked: alsoTicked(), branch: branchOf(el), beyond: beyondOf(el, nameOf(el)), presets: presetsOf(el), titles: titlesOf(document.documentElement) || "none" }).filter(([, said]) => said));
