// The thorough look, used if the quick look found no target: all elements that share any key with the target, the
// cover of the page, and the controls that lead to hidden content. Nothing is decided or changed here.

const AS_CELL = /^(gridcell|cell)$/;
const headWords = (text) => (text.toLowerCase().match(/[\p{L}\p{N}]+|[%€$£¥]/gu) || []).join(" ");   // without the signs of a menu or an order
// A cell of a table in place of the control that stood in it: it has the same head, and no control of its own.
const cellOf = (el, role, want) => !!want.head && AS_CELL.test(role) && PRESSABLE.test(want.role) && !TAKES[want.kind]
  && headWords(columnHead(el)) === headWords(want.head) && ![...el.querySelectorAll(ACTIVE)].some(usable);
const fits = (role, want) => (TAKES[want.kind] ? TAKES[want.kind].test(role) || role === want.role
  : role === want.role || (PRESSABLE.test(role) && (PRESSABLE.test(want.role) || !want.role))
  || (TAKES.fill.test(role) && TAKES.fill.test(want.role)));

// A test id stays when a project renames the attribute that holds it.
const markedAs = (el, key, value) => (TEST_IDS.includes(key) && TEST_IDS.some((other) => el.getAttribute(other) === value) ? value : null);

// The number of recorded keys that lead to an element: good enough to put likely ones first, never a verdict.
function leads(el, want, words, home) {
  const role = roleOf(el);
  if (!fits(role, want) && !cellOf(el, role, want)) return 0;
  const name = bareName(el, want, nameOf(el, role)), called = same(name);
  if (want.holds?.length) {
    const text = same(`${name} ${contextOf(el)}`);
    if (!want.holds.every((part) => text.includes(same(part)))) return 0;
  }
  let n = want.holds?.length ? 4 + wordly(el, want) : 0;
  if (want.name && called === same(want.name)) n += 6;
  else if (called && words.has(same(plainName(name)))) n += 4;
  const label = want.label ? same(labelOf(el)) : "";
  if (label) n += label === same(want.label) ? 3 : words.has(label) ? 2 : 0;
  for (const [key, value] of Object.entries(want.attributes || {})) {
    if ((want.generated || []).includes(key) || key === "type") continue;
    const now = key === "href" ? hrefOf(el) : el.getAttribute(key) ?? markedAs(el, key, value);
    if (now && (now === value || same(now) === same(value))) n += /^(title|autocomplete|placeholder)$/.test(key) ? 1 : key === "href" ? 3 : 4;
  }
  if (home.has(el)) n += 2;
  if (TAKES[want.kind] && !want.name && !want.label && !want.holds?.length && role === want.role) n += 1;   // only its place tells such a field apart
  return n && n + (role === want.role ? 0.5 : 0) + (el.localName === want.tag ? 0.3 : 0) + (usable(el) ? 0.2 : 0);
}

// ---- covers of the page ----------------------------------------------------------------------------------------------

// The cover of the middle of the window. A fixed box under which no control lies is no cover: it is the frame in which
// the page itself stands.
function overPage() {
  const layer = coverOver(null);
  const under = (el) => !layer.contains(el) && !el.contains(layer) && rendered(el) && layerOf(inMiddle(el)) === layer;
  return !layer || layer.matches(DIALOG) || [...matching(ACTIVE)].some(under) ? layer : null;
}
const rendered = (el) => (el.checkVisibility?.({ visibilityProperty: true }) ?? true) && el.getBoundingClientRect().width > 0;
const refTo = (el) => { const ref = `w${registry.refs.size + 1}`; registry.refs.set(ref, el); return ref; };
const button = (el) => { const role = roleOf(el); return { ref: refTo(el), role, name: nameOf(el, role), fingerprint: describe(el) }; };
const ENTRIES = "input:not([type=hidden]):not([type=checkbox]):not([type=radio]):not([type=submit]):not([type=button]):not([type=image]),textarea,select,[contenteditable=true]";
function layer(box, kind) {
  const controls = [...matching(ACTIVE, box)].filter((el) => usable(el) && !disabled(el)), text = fold(box.innerText);
  return {
    kind, name: cut(nameOf(box) || box.querySelector("h1,h2,h3,h4,legend,[role=heading]")?.textContent || "", 100), text: cut(text, 800), long: text.length,
    fields: [...matching(ENTRIES, box)].filter(usable).length, controls: controls.length,
    buttons: controls.filter((el) => PRESSABLE.test(roleOf(el))).slice(0, 8).map(button),
  };
}
const modal = (el) => el.matches("[aria-modal=true],:modal");
// A dialog in which the flow itself has just acted is in nobody's way.
const actedIn = (box) => { for (let up = live(registry.last) ? registry.last : null; up; up = parentOf(up)) if (up === box) return true; return false; };
// A dialog in front, or an interstitial page with almost no content. With "outside", the element was recorded outside
// of all dialogs: then a modal dialog is in the way, also if it holds an element that looks like it.
function coverNow(el, outside) {
  const front = outside ? [...matching(DIALOG)].filter((one) => visible(one) && modal(one) && !actedIn(one)).pop() : null;
  if (front) return layer(front, "dialog");
  const found = !!el && usable(el);                                          // a dialog beside it covers nothing
  const over = found ? coverOver(el) : [...matching(DIALOG)].filter((one) => visible(one) && modal(one) && !(el && one.contains(el))).pop() || overPage();
  if (over && !actedIn(over)) return layer(over, "dialog");
  if (found || over) return null;
  const few = [];
  for (const one of matching(ACTIVE)) { if (usable(one)) few.push(one); if (few.length > 4) return null; }
  return document.body && few.length ? layer(document.body, "page") : null;
}

// ---- other ways to what is not in sight -------------------------------------------------------------------------------

const sharedForm = (el) => { let up = el; while (up && !attainable(up)) up = parentOf(up); return el.closest("form") || up; };
// Elements that may scroll in the window: reading the heights of all elements would be the largest cost of a survey.
function scrollable() {
  const found = new Set(document.scrollingElement ? [document.scrollingElement] : []);
  const below = (el) => {
    for (const one of el.children) {
      const box = one.getBoundingClientRect(), empty = !box.width && !box.height;
      if (!empty && (box.bottom < 0 || box.top > innerHeight)) continue;
      if (box.height >= 40) found.add(one);
      if (empty || box.height >= 40) below(one);
    }
  };
  if (document.body) below(document.body);
  for (const x of [0.1, 0.5, 0.9]) for (let up = hitAt(innerWidth * x, innerHeight / 2); up; up = parentOf(up)) found.add(up);   // fixed elements
  return found;
}
function waysFrom(el) {
  const ways = [], scope = el ? sharedForm(el) : null;
  let buttons = 0;
  for (const one of matching(ACTIVE)) {
    const role = roleOf(one);
    const near = !!scope && scope.contains(one);
    if ((buttons > 40 && !near) || !PRESSABLE.test(role) || !usable(one) || disabled(one)) continue;
    const name = nameOf(one, role), opens = one.getAttribute("aria-expanded") === "false" || /^(true|menu|dialog|listbox)$/.test(one.getAttribute("aria-haspopup") || "") || (one.localName === "summary" && !one.parentElement.open);
    if (name.length > 40 || (!opens && role === "option")) continue;
    buttons += 1;
    const submits = /^(submit|image)$/.test(one.type || "") && !!one.form;
    if (role === "tab") continue;                                             // opened only for its hidden content
    ways.push({ kind: opens ? "menu" : "button", ref: refTo(one), role, name, near, submits, turns: one.rel === "next", takes: !opens && !submits && formAround(one) ? /=on(?: [|]|$)/.test(choicesOf(formAround(one))) : false, el: one });
  }
  for (const one of ways) { if (one.el && (one.kind === "menu" || (one.near && !one.submits))) one.fingerprint = describe(one.el); delete one.el; }
  for (const one of scrollable()) {
    if (ways.length > 60) break;
    if (one.clientHeight < 40 || one.scrollHeight < one.clientHeight + 40) continue;
    if (one !== document.scrollingElement && !/auto|scroll/.test(getComputedStyle(one).overflowY)) continue;
    if (one.scrollTop + one.clientHeight < one.scrollHeight - 2) ways.push({ kind: "scroll", ref: refTo(one), role: "", name: "", by: `${one.scrollLeft},${Math.round(one.scrollTop + 0.8 * one.clientHeight)}` });
  }
  return ways;
}

// ---- the survey ------------------------------------------------------------------------------------------------------

// Whether a component may keep elements in a closed root that was not seen yet: it may hold rivals.
const asked = new WeakSet();
function sealed() {
  let any = false;
  for (const el of shadowed(document) ? everything() : document.getElementsByTagName("*")) {
    if (!el.localName.includes("-") || shadowOf(el) || asked.has(el) || !customElements.get(el.localName)) continue;
    asked.add(el);
    any = true;
  }
  return any;
}
const MOST = 24;
const survey = (asked) => knowing(() => seeking(asked.target, () => surveyed(asked)));
function surveyed({ target, watch = [], others = {}, kind = "", around = true, outside = false }) {
  for (const ref of [...registry.refs.keys()]) if (ref.startsWith("w")) registry.refs.delete(ref);
  const words = new Set((target.words || []).map(same)), found = new Map();
  const home = new Set(target.absolute_xpath ? byXPath(target.absolute_xpath) : []);   // inside shadow roots the path is not precise
  for (const el of gather(target)) if (!found.has(el)) found.set(el, leads(el, target, words, home));
  for (const el of matching(ACTIVE)) { const n = leads(el, target, words, home); if (n >= 1) found.set(el, n); }
  if (!PRESSABLE.test(target.role) && !TAKES[target.kind]) {           // clickable elements without a role
    for (const el of widen(target, new Set())) if (!found.has(el)) found.set(el, 3);
    for (const el of document.getElementsByTagName(target.tag)) {
      if (found.size > 200) break;
      if (!found.has(el) && same(nameOf(el) || cut(contentName(el))) === same(target.name || target.text || "")) found.set(el, 4);
    }
  }
  const ranked = [...found].filter(([, n]) => n > 0).sort((a, b) => b[1] - a[1]).slice(0, MOST);
  registry.slot = "target";
  registry.wanted = target.absolute_xpath;
  registry.choices = ranked.map(([el]) => el);
  registry.choices.forEach((el) => portray(el, target.holds));
  const withColumn = (el, role) => { const print = describe(el); return cellOf(el, role, target) ? { ...print, details: { ...print.details, ...columnOf(el, role) } } : print; };
  const rows = ranked.map(([el, n]) => ({
    fingerprint: withColumn(el, roleOf(el)), agree: agrees(el, target), problem: readiness(el, kind), leads: n,
    used: taken.has(el) && taken.get(el) !== target.absolute_xpath,
  }));
  let kindred = 0;                     // a list without the entry differs from a missing list
  if (target.holds?.length && !rows.length) for (const el of matching(ACTIVE)) {
    if (el.localName !== target.tag || roleOf(el) !== target.role || !usable(el)) continue;
    const up = [];
    for (let at = parentOf(el); at && up.length < (target.ancestors || []).length; at = parentOf(at)) up.push(at.localName);
    if (up.length && up.join() === target.ancestors.join()) kindred += 1;
  }
  let opened = 0;
  for (const [i, row] of rows.entries()) if (row.problem === "hidden" && (opened += 1) < 8) row.ways = openersOf(ranked[i][0]).map((one) => ({ kind: one.kind, ...button(one.el) }));
  const hidden = ranked.find(([el], i) => rows[i].problem === "hidden")?.[0], first = ranked[0]?.[0] ?? null;
  return {
    sealed: sealed(), candidates: rows, others: kindred, before: watch.length ? effectsNow(watch, null, others, false, registry.choices).present : {},
    cover: around ? coverNow(first, outside) : null, ways: around ? waysFrom(hidden || null) : [], hidden: hidden ? registry.choices.indexOf(hidden) : -1,
  };
}
