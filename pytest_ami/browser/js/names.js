// Roles, accessible names and visibility of elements, for sighted and blind users alike.
// A compact implementation of the ARIA in HTML and accname specifications; it never changes the page.

// A script cannot reach a closed shadow root, unless it saw its creation (record.js) or was handed the root.
const closedRoots = new WeakMap();
const shadowOf = (el) => el.shadowRoot || closedRoots.get(el) || null;

// A field of the name "id" is what `form.id` gives.
const idOf = (el) => el.getAttribute?.("id") || "";

// A cache of results per element during a survey, when nothing on the page changes. Null outside of a survey.
let known = null;
const remembered = (ask) => function remember(el, ...more) {
  if (!known) return ask(el, ...more);
  let said = known.get(remember);
  if (!said) known.set(remember, said = new Map());
  if (!said.has(el)) said.set(el, ask(el, ...more));
  return said.get(el);
};
function knowing(work) {
  if (known) return work();
  known = new Map();
  try { return work(); } finally { known = null; }
}

const fold = (text) => (text || "").replace(/\s+/g, " ").trim();
const cut = (text, length = 120) => { const t = fold(text); return t.length > length ? t.slice(0, length) : t; };

// A name without decoration: a badge, an arrow, dots, a plus sign, the mark of a required field.
const plainName = (text) => fold(text).replace(/\s*[([]\s*\d+\+?\s*[)\]]$/, "").replace(/(\s*(→|›|»|▸|▾|▼|↗|↓|⌄|…|\.\.\.|\*|:))+$/, "").replace(/^([+＋•←‹«]\s*)+(?=\S)/, "");

const INPUT_ROLES = {
  button: "button", submit: "button", reset: "button", image: "button", checkbox: "checkbox", radio: "radio",
  range: "slider", number: "spinbutton", search: "searchbox", file: "file", hidden: "",
};
const TAG_ROLES = {
  button: "button", textarea: "textbox", option: "option", summary: "button", dialog: "dialog", nav: "navigation",
  main: "main", header: "banner", footer: "contentinfo", aside: "complementary", form: "form", fieldset: "group",
  ul: "list", ol: "list", li: "listitem", table: "table", tr: "row", td: "cell", th: "columnheader",
  h1: "heading", h2: "heading", h3: "heading", h4: "heading", h5: "heading", h6: "heading", article: "article",
  output: "status", progress: "progressbar", img: "img",
};
const NAMED_BY_CONTENT = new Set(["button", "link", "menuitem", "menuitemcheckbox", "menuitemradio", "option",
  "tab", "checkbox", "radio", "switch", "treeitem", "heading", "cell", "gridcell", "columnheader", "row", "listitem",
  "tooltip", "summary"]);
const FIELD_ROLES = new Set(["textbox", "searchbox", "combobox", "listbox", "spinbutton", "slider", "checkbox",
  "radio", "switch", "file"]);

function roleNow(el) {
  const explicit = (el.getAttribute("role") || "").trim().split(/\s+/)[0].toLowerCase();
  const tag = el.localName;
  if (explicit === "listbox" && tag === "input") return "combobox";   // it takes text and opens a list, whatever its author calls it
  if (explicit && explicit !== "presentation" && explicit !== "none") return explicit;
  if (tag === "a" || tag === "area") return el.hasAttribute("href") ? "link" : "";
  if (tag === "input") return INPUT_ROLES[el.type] ?? (el.hasAttribute("list") ? "combobox" : "textbox");
  if (tag === "select") return el.multiple || el.size > 1 ? "listbox" : "combobox";
  if (tag in TAG_ROLES) return TAG_ROLES[tag];
  return el.isContentEditable && !el.parentElement?.isContentEditable ? "textbox" : "";
}

const roleOf = remembered(roleNow);
// The roles that are pressed, and those that take a kind of step.
const PRESSABLE = /^(button|link|menuitem|menuitemcheckbox|menuitemradio|tab|option|switch)$/;
const TAKES = {
  fill: /^(textbox|searchbox|combobox|spinbutton)$/, select: /^(combobox|listbox)$/, upload: /^file$/,
  check: /^(checkbox|radio|switch|menuitemcheckbox|menuitemradio)$/, uncheck: /^(checkbox|switch|menuitemcheckbox)$/,
};

const byIds = (el, attribute) => (el.getAttribute(attribute) || "").split(/\s+/).filter(Boolean)
  .map((id) => el.getRootNode().getElementById?.(id)).filter(Boolean);

// Two words that only the layout separates, such as a span that is displayed as a block.
const apart = (before, after) => !!before && !!after && !/\s$/.test(before) && !/^\s/.test(after);
const block = (el) => !/^(inline|contents|none)$/.test(getComputedStyle(el).display);
function contentName(el, depth = 0, most = 400) {
  if (depth > 12) return "";
  let out = "";
  const root = shadowOf(el);
  const nodes = root ? root.childNodes : el.localName === "slot" && el.assignedNodes().length
    ? el.assignedNodes() : el.childNodes;
  for (const node of nodes) {
    if (out.length > most && (out = out.replace(/\s+/g, " ")).length > most) break;   // the spaces of a template are no text
    if (node.nodeType === 3) {
      const before = node.previousSibling;
      out += before?.nodeType === 1 && apart(out, node.data) && block(before) ? ` ${node.data}` : node.data;
    } else if (node.nodeType === 1) {
      if (node.getAttribute("aria-hidden") === "true" || node.hidden) continue;
      const tag = node.localName;
      if (/^(script|style|template|noscript)$/.test(tag)) continue;
      const label = node.getAttribute("aria-label");
      const inner = label || (tag === "img" ? node.getAttribute("alt") || "" : tag === "svg"
        ? node.querySelector("title")?.textContent || "" : contentName(node, depth + 1, most));
      const spaced = /^(div|p|td|th|tr|li|br|section|h[1-6])$/.test(tag) || (apart(out, inner) && block(node));
      const before = node.previousSibling, after = !spaced && before?.nodeType === 1 && apart(out, inner) && block(before);
      out += spaced ? ` ${inner} ` : after ? ` ${inner}` : inner;
    }
  }
  return out;
}

// The text of an element. The entries of a menu below an entry are names of their own, open or not.
const BELOW = "li > ul,li > ol,li > [role=menu],li > [role=group]";
function entryText(el) {
  const menu = el.localName === "li" ? [...el.children].find((one) => one.matches(BELOW) && one.querySelector(ACTIVE)) : null;
  let before = "";
  for (let node = menu && el.firstChild; node && node !== menu; node = node.nextSibling) {
    before += ` ${node.nodeType === 3 ? node.data : node.nodeType === 1 && !node.hidden && node.ariaHidden !== "true" ? contentName(node) : ""}`;
  }
  return cut(before) || cut(contentName(el));
}

// The first family draws the text: those after it are for single signs ("Segoe UI Symbol" stands in many lists for text).
const drawsPictures = (style) => /icon|symbol|glyph|awesome/i.test(style.fontFamily.split(",")[0]);
const iconFont = (el) => drawsPictures(getComputedStyle(el));
// The words by which an icon font draws pictures in an element: people see no words there.
function drawnWord(el) {
  const walker = /(^|\s)[a-z0-9_]{2,40}(\s|$)/.test(fold(el.textContent)) ? document.createTreeWalker(el, NodeFilter.SHOW_TEXT) : null, words = [];
  for (let node = walker?.nextNode(); node; node = walker.nextNode()) {
    if (/^\s*[a-z0-9_]{2,40}\s*$/.test(node.data) && iconFont(node.parentElement)) words.push(node.data.trim());
  }
  return words.join(" ");
}
// A label without the words by which an icon font draws pictures in it.
const spoken = (label, text) => drawnWord(label).split(" ").reduce((rest, word) => rest.replace(word, ""), text);
function labelNow(el) {
  const named = byIds(el, "aria-labelledby");
  if (named.length) return cut(named.map((n) => contentName(n)).join(" "));
  if (el.labels?.length) {
    return cut([...el.labels].map((label) => {
      if (!label.contains(el)) return spoken(label, contentName(label));
      let text = "";
      for (const node of label.childNodes) if (!node.contains(el) && node.nodeType !== 8) text += node.textContent;
      return spoken(label, text || contentName(label));
    }).join(" "));
  }
  return "";
}

const labelOf = remembered(labelNow);

// A tooltip takes the title of an element away while the pointer rests there. The titles before that, outermost last.
let titlesBefore = new Map();
const drawnNow = (el) => ({ drawn: el.innerHTML, classes: [...el.classList] });
function keepTitles(el) {
  const before = titlesBefore;
  titlesBefore = new Map();
  for (let up = el, n = 0; up && n < 6; up = parentOf(up), n += 1) {
    const title = up.getAttribute?.("title"), kept = title ? { title, pressed: false, ...(up === el ? drawnNow(el) : {}) } : before.get(up);
    if (kept) titlesBefore.set(up, kept);
  }
}
// A press may make another button of its element. After that a title counts if the page still shows it somewhere, or if it
// was gone before the press and the element shows what it showed then.
const titlesPressed = () => titlesBefore.forEach((kept, el) => {
  Object.assign(kept, { pressed: true, taken: !el.hasAttribute("title"), ...drawnNow(el) });
});
const asDrawn = (el, kept) => el.innerHTML === kept.drawn && kept.classes.every((one) => el.classList.contains(one));
const asPressed = (el, kept) => kept.taken && asDrawn(el, kept);
function saysTitle(el, title, says = (text) => text === fold(title)) {
  if ([...el.attributes].some((one) => says(fold(one.value)))) return true;
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) if (says(fold(texts.currentNode.data)) && visible(texts.currentNode.parentElement)) return true;
  return false;
}
// As the pointer comes, a page may make another button of one that only its title names: the title is gone, the button is
// drawn in another way, and no tooltip says the title.
function titleTurned(el) {
  const kept = titlesBefore.get(el), title = fold(kept?.title);
  if (!kept || kept.pressed || kept.drawn === undefined || el.hasAttribute("title") || asDrawn(el, kept)) return false;
  return fold(nameOf(el, roleOf(el))) === title && !saysTitle(el, kept.title, (text) => text.includes(title));
}
const keptTitle = (el, kept) => (kept && (!kept.pressed || asPressed(el, kept) || saysTitle(el, kept.title)) ? kept.title : "");
const titleOf = (el) => el.getAttribute("title") || keptTitle(el, titlesBefore.get(el));

// A box that opens a list may hold the field of the list with its label: the label is its name, and what else stands in it is
// the present choice, as the value of a field is.
function labelWithin(el) {
  if (el.getAttribute("aria-haspopup") !== "listbox") return "";
  const labels = [...el.querySelectorAll("label")].filter((one) => one.control && el.contains(one.control));
  return labels.length === 1 ? cut(spoken(labels[0], contentName(labels[0]))) : "";
}

function nameNow(el, role = roleOf(el)) {
  const labelled = byIds(el, "aria-labelledby");
  if (labelled.length) return cut(labelled.map((n) => contentName(n)).join(" "));
  const aria = fold(el.getAttribute("aria-label"));
  if (aria) return cut(aria);
  const tag = el.localName;
  if (tag === "input" && /^(submit|reset|button)$/.test(el.type)) {
    return cut(el.value || { submit: "Submit", reset: "Reset" }[el.type] || "");
  }
  if (tag === "img" || tag === "area" || (tag === "input" && el.type === "image")) {
    return cut(el.getAttribute("alt") || titleOf(el));
  }
  const label = labelOf(el);
  if (label) return label;
  if (tag === "fieldset") return cut(el.querySelector("legend")?.textContent);
  if (NAMED_BY_CONTENT.has(role)) {
    const content = labelWithin(el) || entryText(el);
    if (content) return content;
  }
  return cut(titleOf(el) || el.getAttribute("placeholder") || el.getAttribute("aria-placeholder"));
}

const nameOf = remembered(nameNow);

// The present choice of a list, where its name says it beside the label that people read: "Selected Noon. Shift" is the
// list "Shift". It is the value of the list or the text nearest to it; a part of the label is no choice. A button that opens
// a list shows the choice itself, and may be called by its label and its own text.
const showsChoice = (el, role) => role === "combobox" || (role === "listbox" && el.localName === "input") || (role === "button" && el.getAttribute("aria-haspopup") === "listbox");
function choiceIn(el, name) {
  if (roleOf(el) === "button") return ((own) => own && /\p{L}{2}/u.test(name.replace(own, "")) && name.includes(own) ? own : "")(fold(el.innerText));
  let choice = fold(el.value || "");
  for (let up = parentOf(el), n = 0; up && n < 8 && up.textContent.length <= 200; up = parentOf(up), n += 1) {
    const shown = fold(up.innerText ?? up.textContent);
    if (!shown || shown === choice) continue;
    if (!choice) {
      choice = shown;
      continue;
    }
    const rest = name.replace(choice, ""), label = fold(shown.replace(choice, ""));
    return name.includes(choice) && /\p{L}{2}/u.test(label) && rest.includes(label) ? choice : "";
  }
  return "";
}

// Whether a box around an element is both hidden and transparent, such as the panel of a closed tab: then nothing of it is
// seen, although the element's own style makes it visible again. A box that is only transparent may wait for the pointer.
function sunk(el) {
  for (let up = parentOf(el); up; up = parentOf(up)) {
    const style = getComputedStyle(up);
    if (style.opacity === "0" && style.visibility === "hidden") return true;
  }
  return false;
}

const SEEN = { visibilityProperty: true, opacityProperty: true };
function visibleNow(el) {
  if (el.checkVisibility && !el.checkVisibility(SEEN) && (!el.checkVisibility({ visibilityProperty: true }) || sunk(el))) return false;
  if (el.closest("[aria-hidden=true],[inert]")) return false;
  const box = el.getBoundingClientRect();
  return box.width > 0 && box.height > 0;
}

const visible = remembered(visibleNow);
// The host of the shadow root that holds an element. A link that was taken out of the page is its own root, and has a host, too.
const hostOf = (el) => ((root) => (root?.nodeType === 11 && root.host) || null)(el.getRootNode());
const parentOf = (el) => el.parentElement || hostOf(el);
// The element in which another one is drawn: one that a component takes in stands in a slot of its shadow root.
const drawnIn = (el) => el.assignedSlot || parentOf(el);

// Whether an element lies where a person can scroll to: nothing scrolls beyond the left or the upper edge of a page or
// box, where style sheets park what is not shown now. How far the boxes around an element scroll back is added up.
const toStart = (el) => el.scrollLeft + (getComputedStyle(el).direction === "rtl" ? el.scrollWidth - el.clientWidth : 0);
function reachable(el) {
  let { right, bottom } = el.getBoundingClientRect();
  for (let up = parentOf(el); up && (right <= 0 || bottom <= 0); up = parentOf(up)) {
    right += toStart(up);
    bottom += up.scrollTop;
  }
  return right > 0 && bottom > 0;
}
// A control that a style sheet cuts to a pixel is there for a screen reader only: a pointer finds nothing to press.
function cutAway(el) {
  for (let up = el, n = 0; up && n < 4; up = parentOf(up), n += 1) {
    const { width, height } = up.getBoundingClientRect();
    if (width <= 1 && height <= 1 && (up === el || getComputedStyle(up).overflow !== "visible")) return true;
  }
  return false;
}
const attainable = remembered((el) => visible(el) && reachable(el));
const textual = (el) => !!el && (el.isContentEditable || el.localName === "textarea"
  || (el.localName === "input" && !/^(checkbox|radio|button|submit|reset|image|file|range|color)$/.test(el.type)));
const isInput = (el, types) => el.localName === "input" && types.test(el.type);
// Keys and files reach a field wherever it lies; a pointer does not.
const takesKeys = (el) => el.isContentEditable || el.localName === "textarea" || (el.localName === "input" && !/^(button|submit|reset|image|checkbox|radio|range|color)$/.test(el.type));

// File inputs and the inputs behind styled check boxes are often invisible, and still targets of a test.
const usable = (el) => (takesKeys(el) ? visible(el) : attainable(el)) || (el.localName === "input" && /^(file|checkbox|radio)$/.test(el.type)
  && ([...(el.labels || [])].some(visible) || (el.type === "file" && !!el.parentElement && visible(el.parentElement))));

const disabled = (el) => el.matches(":disabled") || el.getAttribute("aria-disabled") === "true"
  || !!el.closest("[inert],fieldset:disabled");

// An editor that draws its own text takes keys through a field that nobody sees. A box that is just appearing, transparent
// at the first moment of a transition, is no such box.
const appears = (box) => box.getAnimations().some(({ playState, effect }) => playState === "running" && Number.isFinite(effect?.getComputedTiming().endTime));
const unseenField = (el) => textual(el) && !el.isContentEditable && [el, parentOf(el), parentOf(parentOf(el) || el)].some((up) => {
  const box = up?.getBoundingClientRect();
  return !!up && (box.width < 4 || box.height < 4 || getComputedStyle(up).opacity === "0") && !appears(up);
});

// A field that ever was secret stays secret: "show password" only changes its type.
const secretFields = new WeakSet();
const SECRET_PURPOSE = /\b(one-time-code|cc-number|cc-csc|current-password|new-password)\b/;
const SECRET_FIELD = new RegExp("passw|passcode|pass ?phrase|kennwort|\\bpwd\\b|\\bsecrets?\\b|\\b(t?otp|pin|cvv2?|cvc2?|csc|mfa|2 ?fa|token)\\b"
  + "|one ?time|card ?(num|no\\b)|(security|verification|recovery|authentication|auth) ?code|\\b(api|access|private|auth) ?key\\b"
  + "|\u5bc6\u7801|\u5bc6\u78bc|\u53e3\u4ee4|\u9a8c\u8bc1\u7801|\u9a57\u8b49\u78bc|\u5361\u53f7", "i");
const inWords = (text) => text.replace(/([a-z0-9])([A-Z])/g, "$1 $2").replace(/[_\-.:[\]]+/g, " ");
// A code that is typed into a row of fields, each with one character.
const inBoxes = (el) => el.maxLength === 1 && ((n) => n >= 4 && n <= 8)(el.getRootNode().querySelectorAll("input[maxlength='1']").length);
// A list to choose from calls itself a new password, so that a browser offers no address below it: its choices are on view.
const choosesOpenly = (el) => el.type === "text" && el.getAttribute("role") === "combobox" && el.getAttribute("aria-haspopup") === "listbox" && el.getAttribute("aria-autocomplete") === "list";
// A field that only searches the entries of a list: it fills the place of the list before it, which nobody sees, and has no name, so that no form sends what it holds.
const searchesList = (el) => el.type === "text" && !el.name && [parentOf(el), parentOf(parentOf(el) || el)].some((box) => {
  const list = box?.previousElementSibling;
  return list?.localName === "select" && list.checkVisibility?.() === false && box.querySelectorAll("input,textarea,select,label").length === 1;
});
const secretPurpose = (el) => { const purpose = SECRET_PURPOSE.exec(el.getAttribute("autocomplete") || "")?.[1]; return !!purpose && !(purpose === "new-password" && (choosesOpenly(el) || searchesList(el))); };
function isSecret(el) {
  if (el.localName !== "input" && el.localName !== "textarea" && !el.isContentEditable) return false;
  if (/^(checkbox|radio|submit|button|reset|file|image|range|color)$/.test(el.type)) return false;
  if (secretFields.has(el)) return true;
  const labels = [...(el.labels || []), ...byIds(el, "aria-labelledby")].map((l) => l.textContent);
  const called = [el.getAttribute("name"), idOf(el), el.getAttribute("aria-label"), el.getAttribute("placeholder"), ...labels];
  const secret = el.type === "password" || secretPurpose(el)
    || SECRET_FIELD.test(inWords(called.filter(Boolean).join(" \n "))) || inBoxes(el);
  if (secret) secretFields.add(el);
  return secret;
}

// Whether one element is inside another one, also across shadow roots.
function holds(outer, el) {
  for (let node = el; node; node = node.parentNode || node.host) if (node === outer) return true;
  return false;
}
// All elements below a root, shadow roots included, in document order.
function* everything(root = document) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    yield node;
    const shadow = shadowOf(node);
    if (shadow) yield* everything(shadow);
  }
}

const ACTIVE = "a[href],area[href],button,input:not([type=hidden]),select,textarea,summary,[contenteditable=''],"
  + "[contenteditable=true],[contenteditable=plaintext-only],[onclick],[tabindex]:not([tabindex='-1']),[role=button],"
  + "[role=link],[role=menuitem],[role=menuitemcheckbox],[role=menuitemradio],[role=option],[role=tab],"
  + "[role=checkbox],[role=radio],[role=switch],[role=textbox],[role=searchbox],[role=combobox],[role=treeitem],"
  + "[role=slider],[role=spinbutton],[role=gridcell]";
const NOTICE = "[role=status],[role=alert],[role=alertdialog],[role=dialog],dialog[open],output,h1,h2,h3,[role=heading]";

const shadowed = remembered((root) => {
  for (const el of root.querySelectorAll("*")) if (shadowOf(el)) return true;
  return false;
});
function* matchingNow(root, selector) {
  if (!shadowed(root)) { yield* root.querySelectorAll(selector); return; }
  for (const el of everything(root)) if (el.matches(selector)) yield el;
}
const answers = new Map();              // selector -> cached results by root
function matching(selector, root = document) {
  if (!known) return matchingNow(root, selector);
  if (!answers.has(selector)) answers.set(selector, remembered((at) => [...matchingNow(at, selector)]));
  return answers.get(selector)(root);
}
