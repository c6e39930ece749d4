// One look per step: find the target, check that it is ready, report the present effects.
// Python decides (elements.identity, engine.effects); this file holds only the parts that must be quick.

const UNSEEN = /[\u00ad\u200b-\u200f\u2060-\u2064\ufeff\u180e]/g;   // soft hyphens, zero-width characters, marks of direction
const same = (text) => fold((text || "").replace(UNSEEN, "")).toLowerCase().replace(/\d+/g, "#");
const registry = { target: null, drop: null, last: null, refs: new Map() };
let changed = clock(), stirred = changed, wake = null;
// The recorder, as soon as a lesson has brought it: nodes that came, a root to listen in, listeners to renew, a scroll for a person.
const hooks = { came: () => {}, listenIn: () => {}, rearm: () => {}, scrolled: () => {} };
// Resolves at the next change of the page or at the time limit: an expected effect usually comes with a change.
const nextChange = (ms) => new Later((go) => { wake = go; after(ms, go); });
// The text that an action enters in an editor is a part of the document; a page that comes to life changes more than that.
const isTyped = (node) => !!registry.target?.isContentEditable && registry.target.contains(node);
// A style animation is no change of the page: observe structure, text, and the states that assistive tools use.
const WATCHED = {
  childList: true, subtree: true, characterData: true, attributes: true,
  attributeFilter: ["hidden", "disabled", "aria-disabled", "aria-expanded", "aria-hidden", "open", "href", "value", "type"],
  attributeOldValue: true,
};
const watcher = observer((records) => {
  changed = clock();
  if (!records.every((r) => isTyped(r.target))) stirred = changed;
  wake?.();
  hooks.came(records);
  for (const r of records) if (r.attributeName === "type" && r.oldValue === "password") secretFields.add(r.target);
  if (records.some((r) => r.target === document)) hooks.rearm();      // document.open() drops all listeners
});
const observed = undisturbed(observes);
watcher?.observe(document, WATCHED);
// Without observers the page is compared with itself, once a look.
let face = "";
function compareFaces() {
  const now = observed ? "" : `${document.getElementsByTagName("*").length}|${document.body?.innerText}`;
  if (now !== face) changed = stirred = clock();
  face = now;
}

// Registers a shadow root that was created, found, or handed in: its changes count, its elements are found.
const adopted = new WeakSet();
function adoptRoot(root) {
  hooks.listenIn(root);
  if (adopted.has(root)) return;
  adopted.add(root);
  if (root.mode === "closed") closedRoots.set(root.host, root);
  watcher?.observe(root, WATCHED);
  for (const el of root.querySelectorAll("*")) if (el.shadowRoot) adoptRoot(el.shadowRoot);
}
function adoptOpenRoots() { for (const el of document.querySelectorAll("*")) if (el.shadowRoot) adoptRoot(el.shadowRoot); }

// The names of shapes stand in a name space of their own.
const ofShapes = (path) => path.replace(/([a-z][\w-]*)\[(\d+)\]/gi, "*[local-name()='$1'][$2]");
function byXPath(path, root = document) {
  try {
    const found = document.evaluate(root.ownerSVGElement ? ofShapes(path) : path, root, null, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE, null);
    return Array.from({ length: Math.min(found.snapshotLength, 8) }, (_, i) => found.snapshotItem(i)).filter((n) => n.nodeType === 1);
  } catch { return []; }
}
const byCss = (selector, root) => { try { return [...root.querySelectorAll(selector)].slice(0, 8); } catch { return []; } };

function rootsFor(shadow) {
  let root = document;
  for (const path of shadow || []) { const host = byCss(path, root)[0], next = host && shadowOf(host); if (!next) return null; root = next; }
  return root;
}

// Agreement on the keys that lead to candidates, compared loosely; elements.identity decides which of them is the element.
// If only the id differs, on an element with the same name in the same place, the id was generated for this visit.
const newIdOnly = (el, want) => !!want.name && same(nameOf(el)) === same(want.name) && absoluteXPath(el) === want.absolute_xpath;
// The name of a list of choices without its present choice, as it is wanted ("Selected \u2026. Shift").
function bareName(el, want, name) {
  if (!want.name && want.role === "button" && el.getAttribute("aria-haspopup") === "listbox") return "";   // its name is its present choice
  const drawn = want.name && same(name) !== same(want.name) ? drawnWord(el) : "";
  if (drawn && name === drawn && el.title) return el.title;                 // its title says what the picture means
  if (drawn && name.startsWith(`${drawn} `)) return fold(name.slice(drawn.length));
  if (want.holds?.length && want.name && same(name) !== same(want.name) && same(withoutCount(el, name)) === same(want.name)) return withoutCount(el, name);
  const choice = want.name?.includes("\u2026") && showsChoice(el, roleOf(el)) ? choiceIn(el, name) : "";
  return choice ? name.replace(choice, "\u2026") : name;
}
function agrees(el, want) {
  if (want.role && roleOf(el) !== want.role) return false;
  for (const [key, value] of Object.entries(want.attributes || {})) {
    if ((want.generated || []).includes(key) || key === "autocomplete" || key === "title") continue;
    if (key === "id" && idOf(el) !== value && newIdOnly(el, want)) continue;
    const now = key === "href" ? hrefOf(el) : el.getAttribute(key);
    if (/^(aria-label|placeholder|alt)$/.test(key) ? same(now) !== same(value) : fold(now) !== fold(value)) return false;
  }
  const name = bareName(el, want, nameOf(el));
  const called = same(name) === same(want.name) || same(plainName(name)) === same(plainName(want.name));   // apart from a badge or an arrow
  if (want.holds?.length && want.name && !called) return false;
  if (want.holds?.length) { if (!want.holds.every((part) => same(`${name || cut(contentName(el))} ${contextOf(el)}`).includes(same(part)))) return false; }
  else if (!called) return false;
  if (want.landmark && want.shared && landmarkOf(el).split("|")[0] !== want.landmark.split("|")[0]) return false;
  return !want.shared || !!want.holds?.length || sameRow(el, want);
}
// A row keeps its first word, whatever is added to it later.
const firstWord = (text) => same(text).split(" ")[0];
const sameRow = (el, want) => (!want.context && !itemOf(el)) || firstWord(contextOf(el)) === firstWord(want.context);
// The signs of the recorded place: of many like-named elements those in place come first, ready or not.
const homely = (el, want) => Number(same(contextOf(el)) === same(want.context)) * 2 + Number(landmarkOf(el) === want.landmark) + Number(absoluteXPath(el) === want.absolute_xpath);


// If many elements agree except for numbers, those with the exact values come first: 10 is not 7, nor 110.
function wordly(el, want) {
  if (!want.name && want.holds.includes(fold(nameOf(el)))) return 8;   // the value is its whole name
  const { cells, texts } = partsOf(el, nameOf(el));
  if (want.holds.every((part) => cells.includes(fold(part)) || texts.includes(fold(part)))) return 4;
  const text = ` ${fold(`${nameOf(el)} ${contextOf(el)}`).toLowerCase().replace(/\b(\d{1,2})(st|nd|rd|th)\b/g, "$1")} `;   // a day is a number
  return Number(want.holds.every((part) => text.includes(` ${fold(part).toLowerCase()} `))) * 2 + Number(want.holds.every((part) => text.includes(fold(part).toLowerCase())));
}

// A sign that is hidden from screen readers only, and that shows a hand: people see it and press it.
const signOnly = (el) => el.ariaHidden === "true" && el.localName !== "input" && getComputedStyle(el).cursor === "pointer" && el.getBoundingClientRect().width > 0
  && el.checkVisibility?.({ visibilityProperty: true }) && !parentOf(el)?.closest("[aria-hidden=true],[inert]");
function readiness(el, kind) {
  if (!el.isConnected) return "detached";
  if (kind === "press" && (el === document.body || el === document.documentElement)) return "";      // a key for the page, whatever its box
  if (!usable(el) && !signOnly(el)) return "hidden";
  if (disabled(el)) return "disabled";
  if (kind === "fill" && (el.readOnly || el.getAttribute("aria-readonly") === "true")) return "read-only";
  return coverOver(el) ? "covered" : "";
}

function gather(want) {
  const found = new Set(), root = rootsFor(want.shadow) || document;
  const attributes = want.attributes || {}, made = want.generated || [];
  if (!want.holds?.length && want.absolute_xpath && root === document) byXPath(want.absolute_xpath).forEach((el) => found.add(el));
  else if (!want.holds?.length && want.css) byCss(want.css, root).slice(0, 1).forEach((el) => found.add(el));
  for (const key of TEST_IDS) if (attributes[key]) byCss(`[${key}="${CSS.escape(attributes[key])}"]`, root).forEach((el) => found.add(el));
  if (attributes.id && !made.includes("id")) byCss(`#${CSS.escape(attributes.id)}`, root).forEach((el) => found.add(el));
  if (attributes.name && !made.includes("name")) byCss(`[name="${CSS.escape(attributes.name)}"]`, root).forEach((el) => found.add(el));
  if (want.xpath && !want.holds?.length && root === document) byXPath(want.xpath).forEach((el) => found.add(el));
  return found;
}
// Whether an element and its row hold the values as they are written; "same" takes 10 for 11.
const written = (text, want) => { const folded = fold(text).toLowerCase(); return want.holds.every((part) => folded.includes(fold(part).toLowerCase())); };
const holdsNow = (el, want, name) => written(`${name} ${contextOf(el)}`, want);
function widen(want, found) {
  const name = same(want.name), label = same(want.label);
  if (want.column && want.holds?.length) for (const row of matching(want.ancestors?.includes("svg") ? `${ROW},${FIGURES}` : ROW)) {
    if (found.size <= 40 && want.holds.every((part) => same(contentName(row)).includes(same(part)))) byXPath(want.column, row).forEach((el) => found.add(el));
  }
  for (const el of matching(ACTIVE)) {
    if (found.size > (want.holds?.length ? 400 : 40)) break;
    const role = roleOf(el);
    if (want.holds?.length) {
      const called = role === want.role ? nameOf(el, role) : null;
      if (called === null) continue;
      if (found.size > 40 ? holdsNow(el, want, called) : want.holds.every((part) => same(`${called} ${contextOf(el)}`).includes(same(part)))) found.add(el);
    } else if (name ? [same(bareName(el, want, nameOf(el, role))), same(plainName(nameOf(el, role)))].includes(name) : label && same(labelOf(el)) === label) found.add(el);
  }
  if (!want.holds?.length && !name && !label && TAKES.fill.test(want.role)) {   // the only field without a name
    const alone = [...matching(ACTIVE)].filter((el) => el.localName === want.tag && roleOf(el) === want.role && !nameOf(el) && usable(el));
    if (alone.length === 1) found.add(alone[0]);
  }
  if (want.holds?.length && !found.size) {   // rows that are clickable without a role
    const length = new Map(), exact = new Set();
    for (const el of everything()) {
      if (exact.size > 60) break;
      if (el.localName !== want.tag) continue;
      const text = el.ariaLabel ? `${el.ariaLabel} ${contentName(el)}` : contentName(el);
      if (written(text, want)) exact.add(el);
      if (exact.has(el) || (length.size < 60 && want.holds.every((part) => same(text).includes(same(part))))) length.set(el, Math.max(text.length, el.textContent.length));
    }
    // The boxes around a row hold its value too. The text of a box with a shadow root is in the root.
    [...length.keys()].sort((a, b) => exact.has(b) - exact.has(a) || length.get(a) - length.get(b)).slice(0, 8).forEach((el) => found.add(el));
  }
  return found;
}

// The scroll position of an element: "end", pixels, or "by:" a number of pixels from the present position.
const scrolls = (el) => el.scrollHeight > el.clientHeight + 8 && /auto|scroll/.test(getComputedStyle(el).overflowY);
function scrollTo_({ ref, value }) {
  let el = ref === "page" ? document.scrollingElement : registry.refs.get(ref) ?? take(ref);   // a list that is scrolled is not acted on
  if (!el) return false;
  hooks.scrolled();                                              // a scroll on behalf of a person
  if (value.startsWith("by:")) {
    while (el && el !== document.scrollingElement && !scrolls(el)) el = parentOf(el);
    if (!el) el = document.scrollingElement;
    const [x, y] = value.slice(3).split(",").map(Number);
    el.scrollBy({ left: x, top: y, behavior: "instant" });
    return true;
  }
  const [x, y] = value === "end" ? [el.scrollLeft, el.scrollHeight] : value.split(",").map(Number);
  el.scrollTo({ left: x, top: y, behavior: "instant" });
  return true;
}

const live = (el) => el && el.isConnected;
// The text of an editor line by line: each block is a line, whatever space the style leaves between them.
function linesOf(el) {
  const lines = [];
  let run = "", begun = false;
  const end = () => { if (begun) lines.push(fold(run)); run = ""; begun = false; };
  const walk = (node) => {
    for (const part of node.childNodes) {
      if (part.nodeType === 3) { run += part.data; begun ||= !!part.data.trim(); }
      else if (part.localName === "br") { begun = true; if (part.nextSibling) end(); }
      else if (part.nodeType === 1 && !/^(script|style)$/.test(part.localName) && getComputedStyle(part).display !== "none") {
        const line = block(part);
        if (line) end();
        walk(part);
        if (line) end();
      }
    }
  };
  walk(el);
  end();
  return lines.join("\n").replace(UNSEEN, "").trim();
}
const valueOf = (el) => (isSecret(el) ? null : el.type === "checkbox" || el.type === "radio" ? (el.checked ? "checked" : "unchecked")
  : el.localName === "select" ? cut(el.selectedOptions[0]?.textContent) : /^(input|textarea)$/.test(el.localName) ? el.value
  : el.isContentEditable ? linesOf(el) : null);

// A button may become a link, and a name may get a badge or a synonym. The effect is the same then, but only "like"
// the recorded one. It proves nothing if something like it was there before.
const effectKeys = new Map();          // cached: a wait for an effect reads them many times
function effectKey(key) {
  let known = effectKeys.get(key);
  if (known === undefined) {
    const at = key.indexOf("|"), role = key.slice(0, at);
    if (effectKeys.size > 4000) effectKeys.clear();
    effectKeys.set(key, known = `${PRESSABLE.test(role) && role !== "menuitem" ? "press" : role === "gridcell" ? "cell" : role}|${same(plainName(key.slice(at + 1))).replace(/[\s@:;,/|–—-]+/g, " ")}`);
  }
  return known;
}
// The last part of the title of a page, and of the trail that leads to it: the thing that the page shows.
const TRAILS = "h1,[role=heading][aria-level='1'],[aria-label*=breadcrumb i],[class*=breadcrumb i]";
function titleEnds() {
  const ends = new Set();
  for (const el of [...matching(TRAILS)].slice(0, 40)) {
    if (visible(el) && el.textContent.length < 400) ends.add(fold(lastText(el)).toLowerCase());
  }
  return ends;
}
function lastText(el) {
  for (const node of [...el.childNodes].reverse()) {
    if (node.nodeType === 3 && /[\p{L}\p{N}]/u.test(node.data)) return node.data;
    const said = node.nodeType === 1 && visible(node) && !iconFont(node) ? lastText(node) : "";
    if (said) return said;
  }
  return "";
}
const isItself = (name) => live(registry.last) && visible(registry.last) && cut(nameOf(registry.last, roleOf(registry.last)), 80) === name;
// On a page that was just opened, elements in a closed tab or fold count as absent before, too.
const CURTAIN = "[role=tabpanel],details:not([open])";
function behindCurtains() {
  const keys = new Set(), parts = [];
  let text = "";
  for (const box of matching(CURTAIN)) {
    if (visible(box) && box.localName !== "details") continue;
    text += ` ${box.textContent}`;
    parts.push(...textNodes(box).map((node) => node.data));
    for (const el of matching(`${ACTIVE},${NOTICE}`, box)) { const role = roleOf(el); keys.add(effectKey(`${role}|${cut(nameOf(el, role), 80)}`)); }
  }
  return { keys, ...gathered([text], []), parts };
}
// A long message is stored as its head. Python compares the whole text with its digest (engine.message_text).
const HEAD = 60;
const headOf = (key) => (key.length > HEAD ? same(key).slice(0, HEAD) : null);
function effectsNow(keys, route, others = {}, leads = false, deeds = [registry.last]) {
  const present = {}, now = keys.length ? state() : { notices: [...noticesNow(), ...flawsNow()] };
  if (keys.length) {
    const all = [...now.controls, ...now.notices], exact = new Set(all.map(same));
    let like = null;                                                          // computed only if an exact key is missing
    const alike = (one) => (like ||= new Set(all.map(effectKey))).has(effectKey(one));
    const begins = (head) => head && now.notices.some((one) => same(one).startsWith(head));
    const texts = keys.some((key) => TEXT_KEY.test(key)) ? pageTexts() : null;
    for (const key of keys) {
      present[key] = TEXT_KEY.test(key) ? tells(texts, key) : RECORD_KEY.test(key) ? holdsRecord(key, deeds) : key.startsWith("itself|") ? isItself(key.slice(7)) : key.startsWith("title|") ? titleEnds().has(fold(key.slice(6)).toLowerCase()) : exact.has(same(key)) || begins(headOf(key)) || ([key, ...(others[key] || [])].some(alike) && "like");
    }
    const behind = leads && keys.some((key) => !present[key]) ? behindCurtains() : null;
    for (const key of behind ? keys : []) present[key] ||= TEXT_KEY.test(key) ? tells(behind, key) : behind.keys.has(effectKey(key)) && "like";
  }
  const here = location.pathname + location.search + location.hash;
  return { present, notices: now.notices, fresh: !registry.last, here: location.pathname + location.search, route: route ? new RegExp(route).test(here) : null, last: live(registry.last) ? valueOf(registry.last) : null, gone: !live(registry.last) };
}
// Mirrors missing() in engine.effects, which applies the same rule again to this result.
const shows = (expect, now, key) => now.present[key] === true || (now.present[key] === "like" && !expect.exact.includes(key));
function satisfied(expect, now) {
  if (!expect) return true;
  if (expect.route && !now.route) return false;
  if (expect.left && now.here === expect.left) return false;
  if (!expect.required.every((key) => now.present[key])) return false;
  if (expect.filters && expect.rows && rowsNow().map(same).sort().join("\n") === expect.rows.map(same).sort().join("\n")) return false;
  if (typeof expect.value === "string" && now.last !== null && fold(now.last) !== fold(expect.value) && !inGroups(fold(expect.value))?.test(fold(now.last))) return false;
  if (expect.appearing.some((key) => shows(expect, now, key))) return true;
  // A document that is still loading lacks everything, so nothing vanished from it; and a vanished element alone proves
  // nothing if something was to appear.
  const gone = document.readyState === "complete" && expect.vanishing.some((key) => !shows(expect, now, key));
  return expect.appearing.length || expect.vanishing.length ? gone && (!expect.appearing.length || expect.shown || expect.leads || !!expect.left || expect.tabs > 0 || !!expect.download || (!expect.last && !!registry.last)) : true;
}

// Signs that a page is still working: a box that says so, a bar without an end, a skeleton, a spinner.
const WORKING = "[aria-busy=true],progress:not([value]),[role=progressbar]:not([aria-valuenow]),[class*=skeleton i],[class*=shimmer i],[class*=spinner i]";
const working = () => [...matching(WORKING)].slice(0, 20).some(visible) || [...matching("button")].slice(0, 40).some((el) => visible(el) && ofWork(el, nameOf(el)));

// A selector by which Playwright finds the element without a handle. A path may lead to another element by then, and
// Playwright would wait for that one: it serves only for a press, and for a text, that need no selector.
const aimable = (el) => !!el && el.getRootNode() === document && handOf(el) === el && !mayBeCovered(el);
function aimOf(el) {
  const selector = aimable(el) && idOf(el) && `#${CSS.escape(idOf(el))}`;
  return selector && byCss(selector, document).length === 1 ? `css:light=${selector}` : "";
}
function pathTo(el) {
  const path = absoluteXPath(el), found = byXPath(path);
  return found.length === 1 && found[0] === el ? `xpath=${path}` : "";
}
// An element that stands still, with nothing over its middle, may be pressed without further checks, if the page has not
// changed for two frames. A frame does not know the things that lie over it.
const FRAMES = 34, DRAWN = 60;                                                                              // milliseconds
const SHADES = /^(offset|computedOffset|easing|composite|opacity|visibility|filter|backdropFilter|fill|stroke|boxShadow|textShadow|background\w*|\w*[cC]olor)$/;   // they move nothing
// A finite animation means that the page still moves; an endless one is decoration.
const runs = (a) => a.playState === "running" && Number.isFinite(a.effect?.getComputedTiming().endTime);
const displaces = (a) => runs(a) && !a.effect.getKeyframes().every((frame) => Object.keys(frame).every((key) => SHADES.test(key)));
const UNFOLDS = 300;                                                                            // milliseconds
const inDialog = (el) => !!el && (el.matches(DIALOG) || inDialog(parentOf(el)));
const unfolds = (el) => document.getAnimations().some((a) => runs(a) && holds(a.effect.target, el));
const animated = (el) => document.getAnimations().some((a) => displaces(a) && holds(a.effect.target, el));
function standsStill(el) {
  const hit = inMiddle(el);
  return window === window.top && (visualViewport?.scale ?? 1) === 1 && el.getClientRects().length === 1 && !!hit && holds(el, hit) && !animated(el);
}
// Whether it still does so when two frames have passed without a change since then. A page that went on changing is looked
// at again.
async function restsNow(el, was) {
  await sleep(Math.max(0, FRAMES - (clock() - was)));
  compareFaces();
  return stirred === was && standsStill(el);
}

function rankedNow(target, kind) {
  let found = [...gather(target)].map((el) => [el, agrees(el, target)]);
  if (!found.some(([el, ok]) => ok && usable(el)) || target.holds?.length || target.shared) {
    found = [...widen(target, new Set(found.map(([el]) => el)))].map((el) => [el, agrees(el, target)]);
  }
  return found.map(([el, ok]) => ({ el, ok, problem: readiness(el, kind), word: found.length > 6 && target.holds?.length ? wordly(el, target) : 0, home: found.length > 1 ? homely(el, target) : 0 }))
    .sort((a, b) => (b.ok - a.ok) || (b.word - a.word) || (b.home - a.home) || (!b.problem - !a.problem));
}
// The fields that steps filled, by number. They are read again before the form is used: a handler may replace a text.
const entered = new Map();
function keep(number) {
  if (!number || !registry.last) return;
  for (const [other, el] of entered) if (el === registry.last) entered.delete(other);
  entered.set(number, registry.last);
  if (live(registry.last)) signs.set(number, signOf(registry.last));
}
// A page that renders its form again puts a new node in a field's place: the only one of the same kind and name.
const signs = new Map();
const lasting = (value) => (generated(value || "") ? "" : value);
const signOf = (el) => [el.localName, el.type, lasting(el.name), lasting(idOf(el)), nameOf(el, roleOf(el))].join("\n");
const successors = (number) => [...matching("input,textarea,select,[contenteditable]")].filter((el) => visible(el) && signOf(el) === signs.get(number));
const heldBy = (number, el) => (live(el) ? el : ((others) => (others.length === 1 ? others[0] : null))(successors(number)));
// A text field that is gone and has no successor holds nothing; of several successors nobody knows which one it is.
function fieldsNow() {
  const found = {};
  for (const [number, el] of entered) {
    const others = live(el) ? [el] : successors(number), now = others.length === 1 ? others[0] : null;
    const value = now ? valueOf(now) : !others.length && textual(el) && !isSecret(el) ? "" : null;
    if (value !== null) found[now === el ? number : `${number}~`] = value;
    const copied = now === el && el.isContentEditable ? takenOver(el) : null;
    if (copied !== null) found[`${number}=`] = copied.join(" ");
  }
  return found;
}
// A document that leads on at once by itself has not loaded yet; one that is still there a while later has only begun a
// download.
const AT_ONCE = /^\s*0*(?:\.\d*)?\s*(?:[;,]|$)/, LEFT_AFTER = 300;
let complete = 0;
function hasLoaded() {
  if (document.readyState !== "complete") return false;
  complete ||= clock();
  return clock() - complete > LEFT_AFTER || ![...document.querySelectorAll("meta[http-equiv=refresh i]")].some((one) => AT_ONCE.test(one.content));
}
// A look that Python no longer waits for must not touch what a later look has found.
let turn = 0;
async function look({ target, expect, watch = [], others = {}, slice = 250, kind = "", slot = "target", acted = false, entered: number = 0, rows = false, arms = 0, timers: watched = false, ends = false }) {
  const withheld = ends && disarm();
  if (withheld) return { withheld };
  const presses = PRESSES.test(kind), open = presses ? takenOverIn() : 0, takenOverAt = open ? clock() + open : 0, followsPress = presses && PRESSES.test(timers.last);
  if (watched || presses || ENTERS.test(kind)) watchTimers(); else unwatchTimers();
  if (acted) note(registry.target);
  keep(number);
  const started = clock(), end = started + slice, mine = turn += 1;
  const keys = expect ? [...expect.required, ...expect.appearing, ...expect.vanishing] : [];
  // A page may take an entry over when it is drawn. A page that nobody sees is not drawn.
  const drawing = kind === "click" && slice && ENTERS.test(timers.last) ? new Later((go) => { frame(() => frame(go)); after(DRAWN, go); }) : null;
  // A deed, or a press in a dialog, waits for what the press before it still does: at the end of it the page may take the record over.
  const turns = (el) => clock() <= takenOverAt || (clock() < started + UNFOLDS && unfolds(el));
  let rests = false, rested = false;
  const once = () => {
    compareFaces();
    const now = effectsNow(keys, expect?.route, others, !!expect?.leads), met = satisfied(expect, now) && !(expect?.judges && drawsFrames());
    const over = clock() >= end;
    if (!over && !followsPress && clock() <= takenOverAt) return null;
    const ranked = target && (met || over) ? rankedNow(target, kind) : [];
    const sure = ranked.filter((r) => r.ok && !r.problem);
    if (!over && !(met && (!target || sure.length === 1 || (sure.length > 1 && clock() - changed > 60)))) return null;
    if (!over && followsPress && sure[0] && (target.surroundings || watched || inDialog(sure[0].el)) && turns(sure[0].el)) return null;
    registry[slot] = ranked[0]?.el ?? null;
    registry.slot = slot;
    if (slot === "target") Object.assign(registry, { wanted: target?.absolute_xpath, kind });
    if (kind === "fill") noteUntyped(registry[slot]);
    registry.choices = ranked.slice(0, 6).map((r) => r.el);
    if (slot === "target") registry.held = [...entered].filter(([, el]) => live(el) && !isSecret(el)).map(([number, el]) => [number, el, valueOf(el)]);
    registry.choices.forEach((el) => portray(el, target?.holds));
    const turned = kind === "fill" && !!registry[slot] && undisturbed(() => turnedOver(registry[slot]));
    if (kind === "fill" && registry[slot]) noteRegion(registry[slot]);
    const found = registry[slot], alone = sure.length === 1 && sure[0].el === found, mayArm = slot === "target" && !!arms && alone && armsAtOnce(found);
    const pressable = mayArm && kind === "click" && aimable(found) && standsStill(found), still = pressable && clock() - stirred >= FRAMES ? middleOf(found) : null;
    rests = pressable && !still && !over && !rested;
    const atOnce = still || (mayArm && kind === "fill" && found.getRootNode() === document && takesText(found));
    const aim = slot === "target" ? aimOf(found) || (atOnce && pathTo(found)) || "" : "", armed = mayArm && !!aim;
    if (armed) arm({ timeout: arms, still: !!still, rests: kind === "click" ? "all" : "" });
    if (sure.length) noteAct(kind);
    const before = watch.length ? effectsNow(watch, null, others, false, registry.choices).present : {};
    return {
      aim, armed, still, sealed: !!target?.shadow?.length && !rootsFor(target.shadow), url: location.href, met, quiet: clock() - changed, loaded: hasLoaded(),
      busy: !(met && (!target || sure.length)) && working(), waited: clock() - started, due: watched ? timersDue() : 0, effects: { ...now, before, fields: fieldsNow(), rows: rows ? rowsNow() : null, text: met ? "" : asList(state().notices.slice(0, 8)) },
      candidates: ranked.slice(0, 6).map((r) => ({ fingerprint: describe(r.el), agree: r.ok, problem: r.problem, acted: wasLast(r.el), turned: turned && r.el === registry[slot] })),
    };
  };
  if (ends && armed.clicked) await sleep(0);                              // a form is sent a moment after its press
  for (;;) {
    const seen = mine === turn ? undisturbed(() => seeking(target, () => knowing(once))) : { late: true };
    if (!seen) { await nextChange(16); continue; }
    if (rested || !(rests || (drawing && seen.still))) return seen;
    const el = registry.target, was = stirred;
    await drawing;
    if (await restsNow(el, was) && mine === turn && !arm({ timeout: arms, still: true, rests: "all" })) return { ...seen, aim: seen.aim || pathTo(el), armed: true, still: middleOf(el), waited: clock() - started };
    rested = true;
  }
}

// Python selected this candidate as the target.
function choose({ index = 0 }) {
  const chosen = registry.choices?.[index] ?? null;
  registry[registry.slot] = chosen;
  return !!chosen;
}
function take(ref) {
  const el = ref === "target" || ref === "drop" ? registry[ref] : registry.refs.get(ref);
  if (ref === "target") {
    if (el && arm()) return null;
    note(el);
  } else if (ref !== "drop") registry.last = el ?? null;
  return el ?? null;
}
// A check box or radio that a style hides, or that a drawn one in its own label covers, is pressed through its label,
// beside any link in it.
const middleOf = (el) => ((box) => [box.x + box.width / 2, box.y + box.height / 2])(el.getBoundingClientRect());
const inMiddle = (el) => hitAt(...middleOf(el));
const atItself = (el) => inMiddle(el) === el;
// A thing over both for the moment, such as a list that is just closing, does not tell which of the two is above.
function labelOver(el) {
  const labels = [...(el.labels || [])], hit = el.getRootNode().elementsFromPoint(...middleOf(el)).find((one) => one === el || labels.some((label) => label.contains(one)));
  return hit && hit !== el ? labels.find((label) => label.contains(hit)) : null;
}
// A transparent box below the picture that stands for it, beside it in one part of the page: people see and press the picture.
function drawnOver(el) {
  const hit = getComputedStyle(el).opacity === "0" ? inMiddle(el) : null;
  return !!hit && hit !== el && hit.parentElement === el.parentElement && !hit.matches(ACTIVE) && !hit.querySelector(ACTIVE);
}
function handOf(el) {
  const over = isInput(el, /^(checkbox|radio)$/) && visible(el) ? labelOver(el) : null;
  if (!isInput(el, /^(checkbox|radio)$/) || (attainable(el) && !over && !drawnOver(el))) return el;
  const others = (part) => [...part.querySelectorAll(ACTIVE)].some((one) => one !== el);
  for (const label of over ? [over] : el.labels || []) {
    const part = [label, ...label.children].find((one) => one !== el && !one.matches("a,button") && visible(one) && !others(one));
    if (part) return part;
    if (freePoint(label)) return label;
  }
  return el;
}
// A point of a label beside the links and buttons in it; null if it holds none, or nothing but them.
function freePoint(label) {
  if (label.localName !== "label" || ![...label.querySelectorAll(ACTIVE)].some((one) => one !== label.control)) return null;
  const box = label.getBoundingClientRect();
  for (const part of label.getClientRects()) {
    for (let x = part.left + 4; x < part.right; x += 8) {
      const y = part.top + part.height / 2, hit = document.elementFromPoint(x, y);
      if (hit === label || (hit && hit === label.control)) return { x: x - box.left, y: y - box.top };
    }
  }
  return null;
}
// The element that covers a box is not known before the box is in view.
const mayBeCovered = (el) => !!el.labels?.length && isInput(el, /^(checkbox|radio)$/) && !atItself(el);
function takeHand(ref) {
  const el = take(ref);
  el?.scrollIntoView({ block: "nearest", behavior: "instant" });
  if (el && !atItself(el) && !labelOver(el)) el.scrollIntoView({ block: "center", behavior: "instant" });   // a bar that stays covers it
  return el && handOf(el);
}
// An element already claimed by one recorded element is never a candidate for another one.
function note(el) {
  registry.last = el ?? null;
  registry.lastPlace = el ? [absoluteXPath(el), el.getAttribute("href")].join() : "";
  if (el && registry.wanted) taken.set(el, registry.wanted);
}
// The element of the last action, or the one that was drawn in its place.
const wasLast = (el) => !!registry.last && (el === registry.last || (!registry.last.isConnected && [absoluteXPath(el), el.getAttribute("href")].join() === registry.lastPlace));
const present = ({ keys, route = null, others = {} }) => { const now = effectsNow(keys, route, others); return { present: now.present, route: now.route, notices: now.notices }; };

const moving = () => document.getAnimations().some(runs);

// With "anew", quiet counts from now: a page that has not yet reacted to the last action is not quiet.
async function settle({ quiet = 250, slice = 2000, anew = false, busy = false }) {
  const end = clock() + slice;
  if (anew) changed = clock();
  while (clock() < end && (clock() - changed < quiet || document.readyState !== "complete" || moving() || (busy && working()))) {
    if (moving()) changed = clock();
    compareFaces();
    await sleep(20);
  }
  const opens = !!registry.opening && !registry.opening.defaultPrevented;
  registry.opening = null;
  return { url: location.href, quiet: busy && working() ? 0 : clock() - changed, loaded: hasLoaded(), opens };
}
