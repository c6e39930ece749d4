// The toolbar that a person sees while recording by hand. It runs before the scripts of the recorder and of the
// page: its listeners on window come first and stop every event in the toolbar. Neither the page (menus that close
// on a click elsewhere, shortcuts, focus traps) nor the recorder receives these events.
//
// The page can see only one empty element of it below <html>, in the top layer. The rest is in a closed shadow root,
// which looks like a root without listeners to any script that gets hold of it. The toolbar keeps no state: Python
// sends the state to show to every new document.

const HOST = "ami-recorder";
const say = (message) => globalThis.__ami_overlay?.(message);
const attach = Element.prototype.attachShadow;
const bundleOf = () => globalThis[Symbol.for("pytest-ami")];
const view = { face: null, panel: "", picking: false, at: null, drag: null, back: null, cycle: -1 };
let host = null, root = null;
const parts = {};

const LOOK = `
:host { all: initial; display: block; position: fixed !important; top: auto !important; left: auto !important; margin: 0 !important;
  padding: 0 !important; border: 0 !important; background: none !important; overflow: visible !important; opacity: 1 !important;
  transform: none !important; filter: none !important; z-index: 2147483647; color-scheme: dark; pointer-events: none; }
:host([hidden]) { display: none !important; }
@media print { :host { display: none !important; } }
* { box-sizing: border-box; }
button, input { font: inherit; }
.box { font: 500 13px/1.3 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", sans-serif; pointer-events: auto; color: #f4f4f6; background: #1d1e24; border: 1px solid #3b3d48; border-radius: 12px;
  box-shadow: 0 10px 30px rgb(0 0 0 / .28), 0 1px 3px rgb(0 0 0 / .3); }
.bar { display: flex; align-items: center; gap: 2px; padding: 5px; white-space: nowrap; width: max-content; margin-left: auto; }
.grip { display: flex; align-items: center; gap: 8px; padding: 0 8px 0 6px; height: 32px; cursor: grab; touch-action: none; user-select: none; }
.grip:active { cursor: grabbing; }
.grip svg { color: #8d90a0; width: 12px; height: 16px; stroke-width: 2.6; }
.dot { width: 10px; height: 10px; border-radius: 50%; background: #ff4d4f; flex: none; }
.dot.on { animation: pulse 1.8s ease-in-out infinite; }
.dot.off { background: none; border: 2px solid #9a9cab; }
@keyframes pulse { 50% { box-shadow: 0 0 0 5px rgb(255 77 79 / .22); } }
@media (prefers-reduced-motion: reduce) { .dot.on { animation: none; } }
.count { font-variant-numeric: tabular-nums; min-width: 54px; }
.rule { width: 1px; height: 20px; background: #3b3d48; margin: 0 4px; flex: none; }
button { display: inline-flex; align-items: center; gap: 6px; height: 32px; padding: 0 10px; color: inherit; background: none;
  border: 0; border-radius: 8px; cursor: pointer; }
button:hover { background: #2d2f39; }
button[aria-pressed=true], button[aria-expanded=true] { background: #393c49; }
button:focus-visible, input:focus-visible { outline: 2px solid #8ab4ff; outline-offset: 1px; }
button.stop { background: #c62f36; font-weight: 600; }
button.stop:hover { background: #d93b42; }
button.save { background: #f4f4f6; color: #1d1e24; font-weight: 600; }
button.save:hover { background: #fff; }
svg { width: 14px; height: 14px; fill: none; stroke: currentColor; stroke-width: 1.7; stroke-linecap: round; stroke-linejoin: round; flex: none; }
.panel { width: 320px; margin: 0 0 8px auto; padding: 14px; }
.panel[hidden], .note[hidden] { display: none; }
.title { font-weight: 600; margin-bottom: 4px; }
.dim { color: #b3b5c2; font-weight: 400; }
.dim .value { color: #f4f4f6; overflow-wrap: anywhere; }
.fields { display: grid; gap: 10px; margin-top: 12px; }
label { display: grid; gap: 5px; font-weight: 400; color: #d5d6de; }
label.tick { display: flex; align-items: center; gap: 8px; cursor: pointer; }
input[type=text] { height: 32px; padding: 0 10px; color: #f4f4f6; background: #121318; border: 1px solid #4a4d5b; border-radius: 8px; width: 100%;
  font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: 13px; }
input[type=checkbox] { width: 15px; height: 15px; margin: 0; accent-color: #8ab4ff; }
.row { display: flex; justify-content: flex-end; gap: 8px; margin-top: 2px; }
.note { width: max-content; max-width: 360px; margin: 0 0 8px auto; padding: 8px 12px; font-weight: 400; }
.frame { position: fixed; pointer-events: none; border: 2px solid #2f6fed; background: rgb(47 111 237 / .14); border-radius: 4px; }
.frame.no { border: 2px dashed #9a9cab; background: none; }
.frame[hidden] { display: none; }`;

const SHAPES = {
  pause: "M5 3v10M11 3v10", resume: "M4.5 2.8l8 5.2-8 5.2z", parameter: "M6 2.5C4 2.5 4.4 5 4.4 6.3 4.4 7.3 3 8 3 8s1.4.7 1.4 1.7C4.4 11 4 13.5 6 13.5M10 2.5c2 0 1.6 2.5 1.6 3.8 0 1 1.4 1.7 1.4 1.7s-1.4.7-1.4 1.7c0 1.3.4 3.8-1.6 3.8",
  grip: "M6 4v.01M6 8v.01M6 12v.01M11 4v.01M11 8v.01M11 12v.01",
  pick: "M2.5 8.5l3.5 3.5 7.5-8", stop: "M4 4h8v8H4z",
};

// ---- building: without innerHTML, which a page's policy may forbid ------------------------------------------------

function make(tag, { text, icon, parent, ...attributes } = {}) {
  const el = document.createElement(tag);
  if (icon) {
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg"), path = document.createElementNS("http://www.w3.org/2000/svg", "path");
    svg.setAttribute("viewBox", "0 0 16 16");
    svg.setAttribute("aria-hidden", "true");
    path.setAttribute("d", SHAPES[icon]);
    svg.append(path);
    el.append(svg);
  }
  if (text !== undefined) { const words = document.createElement("span"); words.textContent = text; el.append(words); }
  for (const [key, value] of Object.entries(attributes)) if (value !== false) el.setAttribute(key, value);
  parent?.append(el);
  return el;
}
const button = (parent, name, text, more = {}) => make("button", { parent, type: "button", text, "data-do": name, ...more });

function build() {
  host = document.createElement(HOST);
  host.hidden = true;
  root = attach.call(host, { mode: "closed" });
  Object.defineProperties(root, { mode: { value: "open" }, addEventListener: { value: () => {} } });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(LOOK);
  root.adoptedStyleSheets = [sheet];
  parts.frame = make("div", { parent: root, class: "frame", hidden: "" });
  parts.note = make("div", { parent: root, class: "box note", role: "status", hidden: "" });
  parts.panel = make("div", { parent: root, class: "box panel", role: "group", "aria-label": "Parameter", hidden: "" });
  make("div", { parent: parts.panel, class: "title", text: "Parameter" });
  parts.field = make("div", { parent: parts.panel, class: "dim" });
  const fields = make("div", { parent: parts.panel, class: "fields" });
  parts.name = make("input", { parent: make("label", { parent: fields, text: "Name" }), type: "text", spellcheck: "false", autocomplete: "off", maxlength: "40" });
  const tick = make("label", { parent: fields, class: "tick" });
  parts.secret = make("input", { parent: tick, type: "checkbox" });
  make("span", { parent: tick, text: "Secret: only its name is kept" });
  const row = make("div", { parent: fields, class: "row" });
  button(row, "close", "Cancel");
  button(row, "save", "Save", { class: "save" });
  const bar = make("div", { parent: root, class: "box bar", role: "toolbar", "aria-label": "Recording" });
  parts.grip = make("div", { parent: bar, class: "grip", icon: "grip", title: "Drag to move" });
  parts.dot = make("span", { parent: parts.grip, class: "dot on" });
  parts.count = make("span", { parent: parts.grip, class: "count" });
  make("span", { parent: bar, class: "rule" });
  parts.pause = button(bar, "pause", "Pause", { icon: "pause", "aria-pressed": "false" });
  parts.parameter = button(bar, "parameter", "Parameter", { icon: "parameter", "aria-expanded": "false", title: "Make what was typed last a parameter or a secret" });
  parts.pick = button(bar, "pick", "Must be true", { icon: "pick", "aria-pressed": "false", title: "Choose something that must be on the page at the end" });
  make("span", { parent: bar, class: "rule" });
  button(bar, "stop", "Stop", { icon: "stop", class: "stop", title: "Stop and store" });
}

// ---- showing ------------------------------------------------------------------------------------------------------

// An open modal dialog makes the rest of the page inert, the toolbar too. Then the toolbar moves into the dialog.
function settleIn() {
  if (!document.body || !view.face) return;
  const home = [...document.querySelectorAll("dialog:modal")].pop() || document.documentElement;
  if (!host) build();
  if (host.parentNode !== home) {
    const typed = parts.name === root.activeElement;
    host.popover = "manual";
    home.append(host);
    if (typed) parts.name.focus();
  }
  if (host.hidden) host.hidden = false;
  try { if (!host.matches(":popover-open")) host.showPopover(); } catch { /* being moved; the next turn does it */ }
}
const setText = (el, text) => { if (el.textContent !== text) el.textContent = text; };
function keyText(key) { const [role, ...text] = key.split("|"); return `${role} “${text.join("|")}”`; }
function draw() {
  settleIn();
  if (!host) return;
  const { face } = view;
  parts.dot.className = `dot ${face.recording ? "on" : "off"}`;
  setText(parts.count, face.ended ? "saving…" : !face.recording ? "paused" : `${face.steps} step${face.steps === 1 ? "" : "s"}`);
  setText(parts.pause.lastChild, face.recording ? "Pause" : "Resume");
  parts.pause.querySelector("path").setAttribute("d", SHAPES[face.recording ? "pause" : "resume"]);
  parts.pause.setAttribute("aria-pressed", String(!face.recording));
  setText(parts.pick.lastChild, view.picking ? "Choose…" : face.checks.length ? `Must be true: ${face.checks.length}` : "Must be true");
  parts.pick.setAttribute("aria-pressed", String(view.picking));
  parts.pick.title = face.checks.length ? face.checks.map(keyText).join("\n") : "Choose something that must be on the page at the end";
  parts.parameter.setAttribute("aria-expanded", String(view.panel === "parameter"));
  parts.panel.hidden = view.panel !== "parameter";
  const note = view.picking ? view.hint : face.note;
  parts.note.hidden = !note;
  setText(parts.note, note || "");
  if (!view.drag) place(face.place);
}
function place(at) {
  const width = innerWidth - host.offsetWidth, height = innerHeight - host.offsetHeight;
  host.style.right = `${Math.max(8, Math.min(at?.[0] ?? 16, width - 8))}px`;
  host.style.bottom = `${Math.max(8, Math.min(at?.[1] ?? 16, height - 8))}px`;
}
// Returns the focus to its origin: the page's field, or the toolbar's button if the keyboard was used.
function closePanel() {
  view.panel = "";
  const within = parts.panel.contains(root.activeElement), back = view.back;
  view.back = null;
  draw();
  if (within && back?.isConnected) back.focus({ preventScroll: true });
}
function openPanel(field) {
  const at = document.activeElement;
  view.back = at === host ? parts.parameter : at;
  view.panel = "parameter";
  draw();
  parts.field.replaceChildren();
  make("span", { parent: parts.field, text: `Typed into ${field.name ? `“${field.name}”` : "the last field"}: ` });
  make("span", { parent: parts.field, class: "value", text: field.value });
  parts.name.value = field.suggested;
  parts.secret.checked = field.secret;
  parts.secret.disabled = field.locked;
  parts.name.focus();
  parts.name.select();
}

// ---- choosing what must be true at the end ------------------------------------------------------------------------

const CHECKED = "[role=status],[role=alert],[role=alertdialog],[role=dialog],dialog[open],output,h1,h2,h3,[role=heading],"
  + "a[href],button,input:not([type=hidden]),select,textarea,summary,[role=button],[role=link],[role=menuitem],[role=tab],"
  + "[role=option],[role=checkbox],[role=radio],[role=switch],[role=textbox],[role=treeitem],[role=gridcell],[onclick],[tabindex]:not([tabindex='-1'])";
const parentOf = (el) => el.parentElement || ((root) => (root.nodeType === 11 && root.host) || null)(el.getRootNode());
// The thing that a replay can look for: the key of a message, heading or control as in the page's state.
function keyOf(el, state) {
  const print = bundleOf()?.describe(el);
  if (!print) return "";
  const have = new Set([...state.notices, ...state.controls]);
  const heading = el.querySelector("h1,h2,h3,h4,legend,[role=heading]")?.textContent.replace(/\s+/g, " ").trim();
  const keys = [print.text.slice(0, 100), print.name.slice(0, 100), heading?.slice(0, 100), print.name.slice(0, 80)].filter(Boolean).map((text) => `${print.role}|${text}`);
  return keys.find((key) => have.has(key)) || "";
}
function checkable(el, state = bundleOf()?.state()) {
  for (let up = el; up && state; up = parentOf(up)) {
    const key = up.matches(CHECKED) && up !== host ? keyOf(up, state) : "";
    if (key) return [up, key];
  }
  return [el, ""];
}
function under(x, y) {
  let el = document.elementsFromPoint(x, y).find((n) => n !== host);
  for (let deeper; (deeper = el?.shadowRoot?.elementFromPoint(x, y)) && deeper !== el;) el = deeper;
  return el;
}
function point(el) {
  const [on, key] = el ? checkable(el) : [null, ""];
  view.at = on && key ? { el: on, key } : null;
  parts.frame.hidden = !on || on === document.documentElement;
  parts.frame.classList.toggle("no", !key);
  if (on) {
    const box = on.getBoundingClientRect();
    Object.assign(parts.frame.style, { left: `${box.x - 3}px`, top: `${box.y - 3}px`, width: `${box.width + 6}px`, height: `${box.height + 6}px` });
  }
  view.hint = key ? `${keyText(key)} must be there at the end. Click or Enter to choose, Esc to cancel.`
    : "Point at a message, a heading, a link, a button or a field. Arrow keys work too; Esc cancels.";
  draw();
}
function cycle(by) {
  const state = bundleOf()?.state();
  const found = [...document.querySelectorAll(CHECKED)].map((el) => [el, state && el.checkVisibility?.() ? keyOf(el, state) : ""]).filter(([, key]) => key);
  if (!found.length) return;
  view.cycle = (view.cycle + by + found.length) % found.length;
  found[view.cycle][0].scrollIntoView({ block: "nearest" });
  point(found[view.cycle][0]);
}
function pick(on) {
  view.picking = on;
  view.cycle = -1;
  view.at = null;
  view.panel = "";
  if (on) point(null);
  parts.frame.hidden = true;
  draw();
}
function choose() {
  if (view.at) say({ do: "check", key: view.at.key });
  if (view.at) pick(false);
}

// ---- acting -------------------------------------------------------------------------------------------------------

const DOES = {
  pause: () => say({ do: view.face.recording ? "pause" : "resume" }),
  parameter: () => { if (view.panel) closePanel(); else { pick(false); say({ do: "parameter" }); } },
  pick: () => pick(!view.picking),
  stop: () => say({ do: "stop" }),
  close: closePanel,
  save: () => say({ do: "name", name: parts.name.value.trim(), secret: parts.secret.checked }),
};
const hitOf = (event) => (event.type === "click" && event.detail === 0 ? root.activeElement : root.elementFromPoint(event.clientX, event.clientY));
const IN_TOOLBAR = {
  pointerdown(event) {
    if (!hitOf(event)?.closest(".grip")) return;
    const box = host.getBoundingClientRect();
    view.drag = { x: event.clientX, y: event.clientY, right: innerWidth - box.right, bottom: innerHeight - box.bottom, id: event.pointerId };
    host.setPointerCapture(event.pointerId);
  },
  pointermove(event) {
    const d = view.drag;
    if (d) place(d.to = [d.right + d.x - event.clientX, d.bottom + d.y - event.clientY]);
  },
  pointerup() {
    const to = view.drag?.to;
    view.drag = null;
    if (to) { view.face.place = to; say({ do: "moved", place: to.map(Math.round) }); }
  },
  mousedown(event) { if (!hitOf(event)?.closest("input,label")) event.preventDefault(); },   // the page keeps its focus
  click(event) { const hit = hitOf(event)?.closest("[data-do]"); if (hit && !view.face.ended) DOES[hit.dataset.do](); },
  keydown(event) {
    if (event.key === "Escape" && view.panel) closePanel();
    if (event.key === "Enter" && root.activeElement === parts.name) { event.preventDefault(); DOES.save(); }
  },
};
const WHILE_PICKING = {
  pointermove: (event) => point(under(event.clientX, event.clientY)),
  click: (event) => { if (event.detail) point(under(event.clientX, event.clientY)); choose(); },
  keydown(event) {
    const does = { Escape: () => pick(false), Enter: choose, ArrowDown: () => cycle(1), ArrowUp: () => cycle(-1) }[event.key];
    does?.();
    return !!does;
  },
};
const POINTING = /^(pointer|mouse|click|dblclick|auxclick|contextmenu|touch|drag|drop)/;
function hear(event) {
  if (!host) return;
  if (event.target === host) {
    event.stopImmediatePropagation();
    if (event.isTrusted) {
      if (view.picking && event.type === "keydown" && root.activeElement === parts.pick && event.key !== "Enter") WHILE_PICKING.keydown(event);
      else IN_TOOLBAR[event.type]?.(event);
    }
  } else if (view.picking && event.isTrusted && (POINTING.test(event.type) || event.type === "keydown")) {
    const mine = WHILE_PICKING[event.type]?.(event);
    if (event.type === "keydown" && !mine) return;
    event.stopImmediatePropagation();
    if (event.cancelable && !event.type.startsWith("touch")) event.preventDefault();
  }
}
const EVENTS = ["pointerdown", "pointerup", "pointermove", "pointerover", "pointerout", "pointercancel", "mousedown", "mouseup", "mousemove", "mouseover",
  "mouseout", "click", "dblclick", "auxclick", "contextmenu", "wheel", "touchstart", "touchend", "touchmove", "dragstart", "dragover", "drop",
  "keydown", "keyup", "keypress", "beforeinput", "input", "change", "focusin", "focusout", "focus", "blur", "scroll", "paste", "copy", "cut",
  "compositionstart", "compositionupdate", "compositionend", "toggle", "beforetoggle", "select", "animationstart", "animationiteration", "animationend"];
function listen() { for (const type of EVENTS) addEventListener(type, hear, { capture: true, passive: false }); }

// ---- coming and going: called by Python -----------------------------------------------------------------------------

const api = {
  show(face) { view.face = face; draw(); if (face.ended) pick(false); },
  ask(field) { openPanel(field); },
  saved: closePanel,
  remove() { view.face = null; clearInterval(view.turn); for (const type of EVENTS) removeEventListener(type, hear, true); host?.remove(); host = null; },
};
Object.defineProperty(globalThis, Symbol.for("pytest-ami-overlay"), { value: api, enumerable: false });
listen();
new MutationObserver((records) => { if (records.some((r) => r.target === document)) { listen(); settleIn(); } }).observe(document, { childList: true });
view.turn = setInterval(settleIn, 250);                          // a dialog opened, or the page rendered again
if (document.readyState === "loading") addEventListener("DOMContentLoaded", () => say({ do: "hello" }), { once: true });
else say({ do: "hello" });
