// The parts of mutations: standing in, wrapping, moving, inventing; and the application's own view of it all.

const NativeError = Error;
// Does the application ask? Its scripts have an address; the scripts of a test have none.
function byApp() {
  const limit = NativeError.stackTraceLimit;
  NativeError.stackTraceLimit = 12;
  const lines = (new NativeError().stack || "").split("\n").slice(3);
  NativeError.stackTraceLimit = limit;
  const frame = lines.find((line) => /:\d+:\d+\)?$/.test(line));
  return !!frame && !/\beval at\b/.test(frame) && /(https?|file|blob):\/\/[^ )]*:\d+:\d+\)?$/.test(frame);
}

// ---- listeners that a moved element would lose -------------------------------------------------------------------

const listeners = new WeakMap();   // target -> set of event types the application listens for there
const HANDS = /^(click|dblclick|mousedown|mouseup|pointerdown|pointerup|input|change|submit|keydown|keyup|keypress|drag|dragstart|dragover|drop|focusin|focusout)$/;
EventTarget.prototype.addEventListener = new Proxy(EventTarget.prototype.addEventListener, { apply(native, self, args) {
  if (HANDS.test(args[0]) && byApp()) {
    const target = self ?? globalThis;
    listeners.set(target, (listeners.get(target) || new Set()).add(args[0]));
  }
  return Reflect.apply(native, self, args);
} });
const listensFor = (node) => (listeners.get(node)?.size || 0) > 0 || (node.getAttributeNames?.() || []).some((name) => name.startsWith("on"));
// Somebody above waits for what happens below: such an element may move within them, not out of their tree.
function delegated(el) {
  for (let up = el.parentNode; up; up = up.parentNode || up.host) if (listensFor(up)) return true;
  return listensFor(document) || listensFor(globalThis);
}

// ---- attributes that outsiders see in another form than the application -----------------------------------------------

const views = new Map();           // element -> Map(attribute -> [functions from the application's value to the shown one])
function show(el, attribute, seen) {
  const mine = views.get(el) || new Map();
  views.set(el, mine);
  const real = mine.has(attribute) ? mine.get(attribute).real : el.getAttribute(attribute);
  const ways = [...(mine.get(attribute)?.ways || []), seen];
  mine.set(attribute, { real, ways });
  put(el, attribute, ways.reduce((value, way) => (value === null ? null : way(value, el)), real));
  membrane();
}
const setAttribute = Element.prototype.setAttribute, removeAttribute = Element.prototype.removeAttribute, getAttribute = Element.prototype.getAttribute;
const put = (el, attribute, value) => (value === null ? removeAttribute.call(el, attribute) : setAttribute.call(el, attribute, value));
let within = 0;
// Runs with every attribute as the application wrote it, then shows outsiders their form again.
function asApp(run, only) {
  if (within) return run();
  within += 1;
  const touched = only ? (views.has(only) ? [[only, views.get(only)]] : []) : [...views];
  ourselves(() => { for (const [el, mine] of touched) for (const [attribute, view] of mine) put(el, attribute, view.real); });
  try { return run(); } finally {
    ourselves(() => {
      for (const [el, mine] of touched) for (const [attribute, view] of mine) {
        view.real = getAttribute.call(el, attribute);
        put(el, attribute, view.ways.reduce((value, way) => (value === null ? null : way(value, el)), view.real));
      }
    });
    within -= 1;
  }
}
let stretched = false;
function membrane() {
  if (stretched) return;
  stretched = true;
  const asked = (proto, names, alone) => {
    for (const name of names) {
      const native = proto[name];
      if (typeof native === "function") proto[name] = new Proxy(native, { apply: (fn, self, args) => (within || !byApp() ? Reflect.apply(fn, self, args) : asApp(() => Reflect.apply(fn, self, args), alone && self)) });
    }
  };
  const read = (proto, names, wrap) => {
    for (const name of names) {
      const own = Object.getOwnPropertyDescriptor(proto, name);
      if (!own?.get) continue;
      Object.defineProperty(proto, name, { ...own,
        get: new Proxy(own.get, { apply: (fn, self) => { const value = within || !views.has(self) || !byApp() ? Reflect.apply(fn, self, []) : asApp(() => Reflect.apply(fn, self, []), self); return wrap && byApp() ? wrap(value, self) : value; } }),
        set: own.set && new Proxy(own.set, { apply: (fn, self, args) => (within || !views.has(self) || !byApp() ? Reflect.apply(fn, self, args) : asApp(() => Reflect.apply(fn, self, args), self)) }) });
    }
  };
  elsewhere(Document.prototype, ["getElementById", "querySelector", "querySelectorAll"]);
  elsewhere(Element.prototype, ["querySelector", "querySelectorAll"]);
  asked(Document.prototype, ["getElementById", "querySelector", "querySelectorAll", "getElementsByClassName", "getElementsByName"]);
  asked(Element.prototype, ["querySelector", "querySelectorAll", "closest", "matches", "getElementsByClassName"]);
  asked(DocumentFragment.prototype, ["getElementById", "querySelector", "querySelectorAll"]);
  asked(Element.prototype, ["getAttribute", "setAttribute", "hasAttribute", "removeAttribute", "toggleAttribute"], true);
  read(Element.prototype, ["id", "className", "classList"], (value, self) => { if (value instanceof DOMTokenList) lists.set(value, self); return value; });
  for (const kind of [HTMLInputElement, HTMLSelectElement, HTMLTextAreaElement, HTMLButtonElement]) read(kind.prototype, ["name"]);
  read(HTMLFormElement.prototype, ["elements"], (value) => new Proxy(value, { get: (target, name) => { const got = asApp(() => target[name]); return typeof got === "function" ? got.bind(target) : got; } }));
  for (const name of ["add", "remove", "toggle", "contains", "replace"]) {
    const native = DOMTokenList.prototype[name];
    DOMTokenList.prototype[name] = new Proxy(native, { apply: (fn, self, args) => { const el = lists.get(self); return within || !el || !views.has(el) || !byApp() ? Reflect.apply(fn, self, args) : asApp(() => Reflect.apply(fn, self, args), el); } });
  }
}
// While the application looks, attributes are for a moment as it wrote them: other observers do not get these changes.
function quietly() {
  const strangers = new WeakSet(), fit = (records) => records.filter((r) => r.type !== "attributes" || !views.get(r.target)?.has(r.attributeName));
  const { takeRecords } = MutationObserver.prototype;
  MutationObserver.prototype.takeRecords = new Proxy(takeRecords, { apply: (fn, self, args) => { const records = Reflect.apply(fn, self, args); return strangers.has(self) ? fit(records) : records; } });
  globalThis.MutationObserver = new Proxy(MutationObserver, { construct(Native, [callback], target) {
    if (byApp()) return Reflect.construct(Native, [callback], target);
    const made = Reflect.construct(Native, [(records, own) => { const news = fit(records); if (news.length) callback.call(own, news, own); }], target);
    strangers.add(made);
    return made;
  } });
}
// An element that was moved into a frame or a shadow root is still part of the page, for the application.
function elsewhere(proto, names) {
  for (const name of names) {
    proto[name] = new Proxy(proto[name], { apply(fn, self, args) {
      const found = Reflect.apply(fn, self, args), all = name === "querySelectorAll";
      if (found && !all || !inner.size || !(within || byApp())) return found;
      const there = [...inner].filter((root) => self === document || self.contains(root.host || root.defaultView?.frameElement)).map((root) => root[name]?.(...args));
      if (!all) return there.find(Boolean) ?? null;
      return there.some((list) => list?.length) ? Object.assign([...found, ...there.flatMap((list) => [...list])], { item(n) { return this[n] ?? null; } }) : found;
    } });
  }
}
const inner = new Set();           // documents and shadow roots that we made
const lists = new WeakMap();       // class list -> its element
// A form sends the names that the server knows.
const sendOldNames = (target) => target.addEventListener("formdata", (event) => {
  const back = new Map();
  for (const el of event.target.elements) { const view = views.get(el)?.get("name"); if (view) back.set(getAttribute.call(el, "name"), view.real); }
  if (!back.size) return;
  const entries = [...event.formData.entries()];
  for (const [name] of entries) event.formData.delete(name);
  for (const [name, value] of entries) event.formData.append(back.get(name) ?? name, value);
}, true);
sendOldNames(globalThis);

// ---- standing in ---------------------------------------------------------------------------------------------------

// `fresh` takes the place of `el`. A click on it puts `el` back for the length of that click: the application's
// handlers, wherever they listen, meet the element they know, at the place they know.
function standInFor(el, fresh) {
  const app = standsFor.get(el) || el;
  standsFor.set(fresh, app);
  standIn.set(el, fresh);
  if (el !== app) standIn.set(app, fresh);
  el.replaceWith(fresh);
  fresh.addEventListener("click", (event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    passOn(app, event);
  }, true);
  if (!/^(a|button|input|summary)$/.test(fresh.localName)) {
    fresh.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === " ") { event.preventDefault(); passOn(app, event); }
    });
  }
  return true;
}
function passOn(app, event = {}) {
  const now = currentOf(app);
  forwarding += 1;
  const back = now !== app && now.isConnected;
  if (back) ourselves(() => now.replaceWith(app));
  try {
    app.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, composed: true, view: globalThis, detail: 1, ctrlKey: event.ctrlKey, shiftKey: event.shiftKey, metaKey: event.metaKey }));
  } finally {
    forwarding -= 1;
    if (back && app.isConnected) ourselves(() => app.replaceWith(now));
  }
}
function copyAttributes(from, to, except = []) {
  for (const { name, value } of from.attributes) if (!except.includes(name)) setAttribute.call(to, name, value);
}

// ---- small tools ---------------------------------------------------------------------------------------------------

function make(tag, attributes = {}, ...children) {
  const el = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) setAttribute.call(el, name, value);
  el.append(...children);
  return el;
}
// Part of the redesigned way, and nobody's element: touching it is no mistake.
const step = (el) => { added.set(el, "step"); return el; };
// Looks like somebody's element and is not: touching it is one.
const decoy = (el) => { added.set(el, "decoy"); for (const inner of el.querySelectorAll("*")) added.set(inner, "decoy"); return el; };
const pressable = (el) => /^(button|link|menuitem|tab|option)$/.test(roleOf(el));
const field = (el) => FIELD_ROLES.has(roleOf(el)) && roleOf(el) !== "file";
const textField = (el) => /^(textbox|searchbox|spinbutton|combobox)$/.test(roleOf(el));
// The block of an element: a designer would move it as one piece.
const sectionOf = (el) => el.closest("form,fieldset,section,article,nav,aside,[role=toolbar],[role=group],[role=region],[role=dialog],[role=navigation],table") || el.parentElement;
// A press on `el` does this instead of what the application meant.
function instead(el, act) {
  const app = standsFor.get(el) || el;
  replaced.set(app, act);
}
const replaced = new WeakMap();
const guard = (target) => target.addEventListener("click", (event) => {
  if (forwarding) return;
  for (const node of event.composedPath()) {
    const app = node.nodeType === 1 && (standsFor.get(node) || node);
    const act = app && replaced.get(app);
    if (!act) continue;
    event.preventDefault();
    event.stopImmediatePropagation();
    act(event);
    return;
  }
}, true);

// The text of a control: the longest piece of it that a person reads.
function words(el) {
  const walker = document.createTreeWalker(el, NodeFilter.SHOW_TEXT);
  let best = null;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.parentElement.closest("[aria-hidden=true],script,style,select,textarea")) continue;
    if (fold(node.data).length > fold(best?.data).length) best = node;
  }
  return best && fold(best.data) ? best : null;
}
// The name of a control, at each place where it is written; `change` maps the old words to new ones, or to null for none.
function reword(el, change) {
  const old = nameOf(el), now = old && change(old);
  if (!now || now === old) return false;
  let did = false;
  const swap = (node) => { if (node && fold(node.data)) { const to = fold(node.data) === old ? now : change(fold(node.data)); if (to) { node.data = node.data.replace(fold(node.data), to); did = true; } } };
  for (const attribute of ["aria-label", "title", "placeholder", "alt"]) {
    const text = getAttribute.call(el, attribute), to = text && (fold(text) === old ? now : change(fold(text)));
    if (to) { put(el, attribute, to); did = true; }
  }
  if (el.localName === "input" && /^(submit|button|reset)$/.test(el.type)) { put(el, "value", now); return true; }
  if (field(el) || el.type === "file") {
    for (const label of [...(el.labels || []), ...byIds(el, "aria-labelledby")]) swap(words(label));
  } else if (!/^(select|textarea)$/.test(el.localName)) swap(words(el));
  return did;
}
function notice(text, role = "status") {
  const place = [...document.querySelectorAll(`[role=${role}]`)].find((el) => !el.closest("[hidden]")) || document.body.appendChild(make("div", { role }));
  place.textContent = text;
}
