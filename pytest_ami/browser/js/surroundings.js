// The short texts that say where, as whom and on what a deed is done: an environment, an account, a state, a path, a choice
// outside of the form. Records, headings, labels and messages are none of them.

const NO_PLACE = "tr,li,article,[role=row],[role=option],[role=listitem],[role=treeitem],[role=menu],[role=tooltip],[role=status],[role=alert],[role=log],[role=timer],[role=progressbar],[aria-live]:not([aria-live=off]),"
  + "label,legend,caption,dt,h1,h2,h3,h4,h5,h6,[role=heading],button,a,input,select,textarea,[role=button],[role=link],[role=tab],[role=combobox],[contenteditable],time,output,footer,[role=contentinfo],pre,code,svg,script,style,template,noscript";
// A control that shows its present choice. Those of a record, and lists inside a form, are no place.
const SHOWS_CHOICE = "select:not([multiple]),[role=combobox]:not(input),button[aria-haspopup=listbox],button[aria-haspopup=menu],button[aria-haspopup=true],.dropdown-toggle";
const PATHS = "[aria-label*=breadcrumb i],[class*=breadcrumb]";
const MOST_PLACES = 24;

const madeLike = (el) => `${el.localName}${lastingClasses(el).slice(0, 3).map((one) => `.${one}`).join("")}`;
// A text is known by the words before it ("Status: Draft"), or else by the make of its element and of the box around it.
function placeKey(el) {
  const before = el.previousElementSibling, term = el.localName === "dd" && before?.localName === "dt" ? fold(before.textContent) : "";
  const said = term || fold(el.previousSibling?.nodeType === 3 ? el.previousSibling.data : "");
  return term || /\p{L}.*:$/u.test(said) ? said.replace(/:$/, "") : `${el.parentElement ? madeLike(el.parentElement) : ""}>${madeLike(el)}`;
}
const plainText = (text) => cut(text.replace(/[|=]/g, " "), 60);
const placesOf = remembered((root) => {
  const found = [], add = (el, key, text) => { if (/\p{L}{2}/u.test(text) && visible(el)) found.push({ el, key: plainText(key).toLowerCase(), text: plainText(text) }); };
  for (const el of root.querySelectorAll(PATHS)) {
    if (!el.parentElement?.closest(PATHS)) add(el, "path", [...el.querySelectorAll("*")].map(ownText).filter((text) => /\p{L}/u.test(text)).join(" / "));
  }
  for (const el of root.querySelectorAll(SHOWS_CHOICE)) {
    if (el.closest("tr,li,article,[role=row],[role=listitem],[role=option]")) continue;
    const shown = el.localName === "select" ? el.selectedOptions[0]?.textContent : el.innerText, called = fold(el.getAttribute("aria-label") || [...(el.labels || [])].map((one) => one.innerText).join(" "));
    const among = el.localName === "select" ? ` #${brief([...el.options].map((option) => option.label).sort().join("|"))}` : "";   // other options are those of another record
    add(el, `choice of ${called && same(called) !== same(shown) ? called : placeKey(el)}${among}`, shown || "");
  }
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(), n = 0; node && n < 4000 && found.length < 3 * MOST_PLACES; node = walker.nextNode(), n += 1) {
    const el = node.parentElement, own = /\p{L}{2}/u.test(node.data) && node.data.length < 200 && el ? ownText(el) : "";
    if (!own || own.length > 60 || own.endsWith(":") || node.data.trim() !== own || el.closest(NO_PLACE) || el.closest(PATHS)) continue;
    const [, key, text] = /^([\p{L} ]{2,30}): (.+)$/u.exec(own) || [null, placeKey(el), own];
    add(el, key, text);
  }
  return found;
});
// The places of a document as ``key=text``; the choices of the form around an element are told by its own details.
function surroundingsOf(el) {
  const form = formAround(el), said = new Map(), often = new Set();
  for (const { el: at, key, text } of placesOf(document.documentElement)) {
    const theirs = key.startsWith("choice of ") ? at.closest("form") : null;                  // sent along with that form only
    if ((theirs && theirs !== el.closest("form")) || (form?.contains(at) && at.localName === "select")) continue;
    if (said.has(key)) often.add(key);                                                      // several of one make are records
    if (said.size < MOST_PLACES) said.set(key, text);
  }
  return [...said].filter(([key]) => !often.has(key)).map(([key, text]) => `${key}=${text}`).join(" | ") || "none";
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
// The name of the branch of a tree under which an element stands.
function branchOf(el) {
  const item = el.closest("[role=treeitem]"), above = item?.parentElement?.closest("[role=treeitem]");
  return above ? cut(above.getAttribute("aria-label") || contentName(above).split(contentName(item.parentElement))[0], 60) : "";
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
const aroundDeed = (el) => Object.fromEntries(Object.entries({ surroundings: surroundingsOf(el), ticked: alsoTicked(), branch: branchOf(el), beyond: beyondOf(el, nameOf(el)) }).filter(([, said]) => said));
