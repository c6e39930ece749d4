// The redesign in the page: it changes what the application shows, and knows from then on which new element is which
// old one. All of that knowledge is in this closure. It reports through a binding that it takes off the window
// before any other script can see it. An event whose name nobody can guess asks for a report.
//
// Order: the application draws, its elements get their keys, the mutations change them. Elements that the application
// draws later are treated alike, before anything else can run. An element that was changed once is not changed again
// by the same mutation, so drawing and looking any number of times gives the same page.

try { if (parent !== self && parent[CONFIG.token]) return; } catch { /* a frame of another origin */ }
const told = globalThis[CONFIG.binding];
delete globalThis[CONFIG.binding];
const tell = (news) => { try { told?.(news)?.catch?.(() => {}); } catch { /* the page is going away */ } };

// ---- identities --------------------------------------------------------------------------------------------------

const origins = new WeakMap();     // application's element -> { key, near }
const standsFor = new WeakMap();   // new element -> the application's element that it stands for
const standIn = new WeakMap();     // application's element -> what stands for it now
const added = new WeakMap();       // element that no application drew -> "step" (harmless, part of the way) or "decoy"
const given = new WeakMap();       // application's element -> what it is called since the mutations
const originOf = (el) => origins.get(standsFor.get(el) || el);
const currentOf = (el) => { let now = el; while (standIn.has(now)) now = standIn.get(now); return now; };

const REPEATED = "tr,li,article,option,[role=row],[role=listitem],[role=article],[role=option]";
const GROUP = "dialog,[role=dialog],[role=alertdialog],[role=group],[role=region],fieldset,tr,li,article,section";
function nearOf(el) {
  const row = el.closest(REPEATED) || el.closest(GROUP);
  return row ? fold(row.innerText ?? row.textContent).slice(0, 300) : "";
}
function keyOf(el) {
  const role = roleOf(el) || el.localName;
  return `${role} "${nameOf(el, role)}"`;
}
// Seen for the first time, or drawn anew by the application: this is what it was before any mutation.
const know = (el) => origins.set(el, { key: keyOf(el), near: nearOf(el) });

// ---- chance that is no chance ------------------------------------------------------------------------------------

function chance(...of) {
  let h = 2166136261;
  for (const ch of [CONFIG.seed, ...of].join("\u0000")) { h ^= ch.codePointAt(0); h = Math.imul(h, 16777619); }
  h ^= h >>> 13; h = Math.imul(h, 0x5bd1e995); h ^= h >>> 15;
  return h >>> 0;
}

// ---- applying ----------------------------------------------------------------------------------------------------

const KINDS = {};                  // name -> { each(el, m), page(m), suits(el, m), late }
const done = new WeakMap();        // application's element -> indexes of the mutations that were applied to it
const pages = new Set();           // indexes of the mutations that were applied to this document
let counts = {}, sent = "";
const roots = new Set();           // shadow roots and documents of frames that belong to this page

// `button "Send" near Invoice`; a text that differs from run to run is written as an asterisk: `link "* Lunch"`.
function isKey(wanted, origin) {
  const cutAt = wanted.indexOf('" near '), key = cutAt < 0 ? wanted : wanted.slice(0, cutAt + 1), near = cutAt < 0 ? "" : wanted.slice(cutAt + 7);
  if (near && !origin.near.includes(near)) return false;
  if (!key.includes("*")) return origin.key === key;
  return new RegExp(`^${key.split("*").map((part) => part.trim().replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("[^]*")}$`).test(origin.key);
}
function hits(m, index, origin) {
  if (m.at && m.at !== "*") return isKey(m.at, origin);
  return (m.share ?? 100) > chance(index, origin.key) % 100;
}
function attempt(index, change) {
  let did = false;
  try { did = change() !== false; } catch (error) { tell({ fault: `${CONFIG.mutations[index].kind}: ${error.message}` }); }
  if (did) counts[index] = (counts[index] || 0) + 1;
  return did;
}
function mutate(actives) {
  CONFIG.mutations.forEach((m, index) => {
    const kind = KINDS[m.kind];
    if (kind.page && !pages.has(index) && attempt(index, () => kind.page(m))) pages.add(index);
    if (!kind.each) return;
    for (const el of actives) {
      const marks = done.get(el) || new Set();
      if (marks.has(index) || !el.isConnected && !standIn.has(el)) continue;
      const now = currentOf(el);
      if (!hits(m, index, origins.get(el)) || (kind.suits && !kind.suits(now, m, el))) continue;
      if (attempt(index, () => kind.each(now, m, el))) { marks.add(index); done.set(el, marks); }
    }
  });
  for (const el of actives) if (done.has(el) && origins.has(el)) given.set(el, keyOf(el));
  const news = JSON.stringify(counts);
  if (news !== sent) { sent = news; tell({ applied: counts, url: location.href }); }
}

function* activeIn(root) {
  if (root.nodeType === 1 && root.matches(ACTIVE)) yield root;
  if (root.nodeType !== 1 && root.nodeType !== 9 && root.nodeType !== 11) return;
  for (const el of root.querySelectorAll("*")) {
    if (el.matches(ACTIVE)) yield el;
    if (shadowOf(el)) yield* activeIn(shadowOf(el));
  }
  if (root.nodeType === 1 && shadowOf(root)) yield* activeIn(shadowOf(root));
}
const ours = (el) => added.has(el) || standsFor.has(el);
function take(nodes) {
  const fresh = [];
  for (const node of nodes) for (const el of activeIn(node)) {
    if (ours(el) || origins.has(el)) continue;
    know(el);
    fresh.push(el);
  }
  return fresh;
}

// For mutations of what is no control: everything that is drawn, and what changes its class.
function drawn(nodes, deep) {
  CONFIG.mutations.forEach((m, index) => {
    const each = pages.has(index) && KINDS[m.kind].drawn;
    if (each) for (const node of nodes) if (node.nodeType === 1) for (const el of deep ? [node, ...node.querySelectorAll("*")] : [node]) if (!ours(el)) each(el, m);
  });
}

const WATCH = { childList: true, subtree: true, characterData: true, attributes: true, attributeFilter: ["aria-label", "value", "class"] };
const observer = new MutationObserver((records) => settle(records));
function settle(records) {
  if (!running) return;
  const nodes = [], renamed = new Set();
  for (const r of records) {
    for (const node of r.addedNodes) if (node.isConnected) nodes.push(node);
    if (r.attributeName === "class") { drawn([r.target], false); continue; }
    const near = r.target.nodeType === 1 ? r.target : r.target.parentElement;
    { const el = near?.closest(ACTIVE); if (el && origins.has(el) && !standIn.has(el)) renamed.add(el); }
  }
  drawn(nodes, true);
  const fresh = take(nodes);
  for (const el of renamed) {
    if (given.get(el) === keyOf(el)) continue;                                  // it still is called what we made of it
    const was = origins.get(el).key;
    know(el);                                                                   // the application drew it anew
    if (origins.get(el).key !== was) { done.delete(el); fresh.push(el); }
  }
  mutate(fresh);
  still();
}
// Our own changes are no news; those of the application that came before them are kept for later.
function still() { observer.takeRecords(); }
const waiting = [];
function ourselves(change) {
  const before = observer.takeRecords();
  if (before.length && !waiting.length) queueMicrotask(() => settle(waiting.splice(0)));
  waiting.push(...before);
  try { return change(); } finally { still(); }
}

let running = false;
function begin() {
  if (running) return;
  running = true;
  veilOff?.();                     // nothing is painted before this script ends, and what is veiled has no text
  mutate(take([document]));
  drawn([document.documentElement], true);
  still();
}

// ---- deeds on the page -------------------------------------------------------------------------------------------

const DEEDS = ["click", "dblclick", "contextmenu", "input", "change", "dragstart", "drop", "keydown"];
const KEYS = new Set(["Enter", "Escape", " ", "Delete", "ArrowDown", "ArrowUp", "ArrowLeft", "ArrowRight", "Tab"]);
let forwarding = 0;                // depth of clicks that we pass on
function doer(event) {
  for (const el of event.composedPath()) {
    if (el.nodeType !== 1) continue;
    if (added.has(el)) return { added: added.get(el), key: keyOf(el), near: "" };
    const origin = originOf(el);
    if (origin) return origin;
    if (el.localName === "label" && el.control) { const named = originOf(el.control); if (named) return named; }
  }
  const el = event.composedPath()[0];
  return el?.nodeType === 1 ? { key: `${el.localName} "${cut(el.textContent, 60)}"`, near: nearOf(el), bare: true } : null;
}
const valueOf = (el) => (el.type === "file" ? [...el.files].map((file) => file.name).join("\n") : /^(checkbox|radio)$/.test(el.type) ? String(el.checked) : el.localName === "select" ? [...el.selectedOptions].map((one) => fold(one.label)).join("\n") : el.isContentEditable ? el.innerText : el.value ?? "");
// Dragging by the pointer has no events of its own: it goes down here, and up elsewhere. A thing without a name goes
// by the first thing within that has one.
const dragged = (el) => { for (let node = el; node; node = node.parentElement) { if (originOf(node)) return originOf(node); const one = node.matches(REPEATED) && [...activeIn(node)].find(originOf); if (one) return originOf(one); } return null; };
function listenForDrags(target) {
  let down = null;
  const under = (event) => target.document.elementFromPoint(event.clientX, event.clientY);
  target.addEventListener("pointerdown", (event) => { down = event.isTrusted && { x: event.clientX, y: event.clientY, el: under(event) }; }, true);
  target.addEventListener("pointercancel", () => { down = null; }, true);
  target.addEventListener("pointerup", (event) => {
    const to = under(event), from = down && Math.hypot(event.clientX - down.x, event.clientY - down.y) > 24 && down.el && to && to !== down.el && dragged(down.el), over = from && dragged(to);
    down = null;
    if (over && over !== from) { tell({ deed: "dragstart", ...from }); tell({ deed: "drop", ...over }); }
  }, true);
}
const heard = new WeakSet();       // events that were told already, by a listener in a closed root
function listen(target) {
  for (const type of DEEDS) {
    target.addEventListener(type, (event) => {
      if (heard.has(event) || forwarding || (!event.isTrusted && !/^(input|change)$/.test(type))) return;
      if (type === "keydown" && !KEYS.has(event.key)) return;
      if (type === "click" && event.detail === 0 && event.pointerType === "" && event.target.closest?.("label")) return;
      if (closedRoots.has(event.composedPath()[0])) return;                     // the listener inside reports the element
      heard.add(event);
      const whom = (type === "dragstart" && dragged(event.composedPath()[0])) || doer(event);
      if (whom) tell({ deed: type === "keydown" ? `press ${event.key}` : type, ...whom, value: /^(input|change)$/.test(type) ? valueOf(event.composedPath()[0]) : "" });
    }, true);
  }
}

// ---- the truth, for who knows how to ask -------------------------------------------------------------------------

const timeless = (text) => text.replace(/\d{1,2}:\d\d(?!\d)/g, "0:00");
function called(suits) {
  const found = new Set();
  for (const root of [document, ...roots]) for (const el of activeIn(root)) { const origin = originOf(el); if (origin && suits(origin) && currentOf(standsFor.get(el) || el) === el) found.add(el); }
  return [...found];
}
document.addEventListener(CONFIG.token, (event) => {
  const ask = event.detail;
  if (ask.what === "find") {
    ask.answer = called((origin) => isKey(ask.key, origin))[0] ?? null;
  } else if (ask.what === "best") {
    // Of several that were called so, the one whose surroundings had most words in common with these; in sight first.
    // A name that differs in what no run repeats is one that holds the same values and most of the same words.
    const { key, near, values, around } = JSON.parse(ask.key), role = key.split(" ")[0], words = (text) => new Set(text.split(/[\s",]+/));
    const alike = (a, b) => { const p = words(a), q = words(b), both = [...p].filter((word) => q.has(word)).length; return both / (p.size + q.size - both); };
    const same = called((origin) => timeless(origin.key) === timeless(key));
    const found = same.length || !values.length ? same : called((origin) => origin.key.startsWith(`${role} `) && values.every((value) => origin.key.includes(value)));
    ask.answer = found.map((el) => [el, (usable(el) ? 10 : 0) + 3 * around.filter((value) => originOf(el).near.includes(value)).length + alike(originOf(el).near, near) + 2 * alike(originOf(el).key, key)]).sort((a, b) => b[1] - a[1])[0]?.[0] ?? null;
  } else if (ask.what === "added") {
    ask.answer = [document, ...roots].flatMap((root) => [...root.querySelectorAll("*")]).filter((el) => added.get(el) === "step" && visible(el) && !el.disabled);
  } else if (ask.what === "counts") ask.answer = { ...counts };
  else if (ask.what === "keys") ask.answer = [...activeIn(document)].filter((el) => origins.has(el) && visible(currentOf(el))).map((el) => origins.get(el).key);
});

// ---- start -------------------------------------------------------------------------------------------------------

// Nobody is to see the page before it was changed.
let veilOff = null;
function veilOn() {
  if (!CONFIG.mutations.length) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(":root{visibility:hidden!important}");
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  veilOff = () => { document.adoptedStyleSheets = [...document.adoptedStyleSheets].filter((one) => one !== sheet); veilOff = null; };
}
const attachShadow = Element.prototype.attachShadow;
Element.prototype.attachShadow = new Proxy(attachShadow, { apply(native, host, args) {
  const root = Reflect.apply(native, host, args);
  if (root.mode === "closed") { closedRoots.set(host, root); listen(root); guard(root); }
  roots.add(root);
  sendOldNames(root);                // the event does not leave the root
  observer.observe(root, WATCH);
  return root;
} });
function start() {
  listenForDrags(globalThis);
  listen(globalThis);              // first of all: a deed is reported even if the page never gets its event
  guard(globalThis);
  if (CONFIG.mutations.length) quietly();
  veilOn();
  observer.observe(document, WATCH);
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", begin, { once: true });
  else begin();
}
