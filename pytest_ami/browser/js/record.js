// Listeners that report what was done and to whom. Everything is computed here, at the moment of the event and
// before the page's own handlers run; Python only appends. Nothing here may disturb the page or throw into it.

const recorder = { on: false, n: 0, typing: null, last: null, downAt: null, clickAt: 0 };

function stateBefore() {
  const now = state();
  now.last_value = live(recorder.last) ? valueOf(recorder.last) : null;
  return now;
}
function emit(type, el, more = {}) {
  try {
    recorder.n += 1;
    const print = el ? (more.print || describe(el, true)) : null;
    const { before, print: _, ...rest } = more;
    globalThis.__ami_emit?.({
      type, url: location.href, ref: `e${recorder.n}`, role: print?.role || "", text: print?.name || "",
      value: "", xpath: print?.absolute_xpath || "", timestamp: Date.now(), trusted: true, fingerprint: print,
      before: before || stateBefore(), ...rest,
    });
    if (el) recorder.last = el;
  } catch (error) { console.debug("pytest-ami recorder:", error); }
}

const realTarget = (event) => event.composedPath().find((n) => n.nodeType === 1) || null;
// A click on the icon in a button is a click on the button.
function actor(el) {
  for (let up = el, n = 0; up && n < 8; up = parentOf(up), n += 1) if (up.matches?.(ACTIVE) || up.matches?.("label,option")) return up;
  return el;
}
const textual = (el) => el && (el.isContentEditable || el.localName === "textarea"
  || (el.localName === "input" && !/^(checkbox|radio|button|submit|reset|image|file|range|color)$/.test(el.type)));

function flushTyping() {
  const t = recorder.typing;
  recorder.typing = null;
  if (!t) return;
  const secret = isSecret(t.el), value = secret ? t.el.value : valueOf(t.el) ?? "";
  emit("input", t.el, { value, secret, before: t.before, print: t.print, trusted: t.trusted, timestamp: t.at });
}

// Runs fn only for what a recording is for, and never lets a fault of ours reach the page.
const guarded = (fn) => (event) => { if (recorder.on) try { fn(event); } catch (error) { console.debug("pytest-ami recorder:", error); } };

const LISTENERS = {
  pointerdown(event) {
    const el = realTarget(event);
    if (!el || event.button === 2) return;
    flushTyping();
    recorder.downAt = { el: actor(el), print: describe(actor(el), true), before: stateBefore(), at: performance.now() };
  },
  click(event) {
    const hit = realTarget(event);
    if (!hit) return;
    let el = actor(hit);
    const down = recorder.downAt;
    recorder.downAt = null;
    if (el.localName === "label" && el.control) {          // the control's own click follows
      if (el.control !== hit) return;
      el = el.control;
    }
    if (!event.isTrusted && el.localName === "input" && el.type === "file") return;     // a chooser being opened by script
    if (event.detail === 0 && recorder.enterAt && performance.now() - recorder.enterAt < 100) return;   // Enter's synthetic click
    if (textual(el) || el.localName === "select" || el.localName === "option") return;    // only focus; what follows is recorded
    if (el.localName === "input" && /^(checkbox|radio)$/.test(el.type)) return;          // its change event says more
    if (el.localName === "input" && el.type === "file") return;                          // the chosen files are recorded
    flushTyping();
    if (event.detail > 1) { emit("dblclick", el); return; }
    const known = down && (down.el === el || !down.el.isConnected) ? down : null;
    emit("click", known ? known.el : el, { trusted: event.isTrusted, ...(known ? { print: known.print, before: known.before } : {}) });
  },
  pointerup() {
    const down = recorder.downAt;                           // removed while pressed: no click will come
    if (down && !down.el.isConnected) { recorder.downAt = null; flushTyping(); emit("click", down.el, { print: down.print, before: down.before }); }
  },
  contextmenu(event) { const el = realTarget(event); if (el) { flushTyping(); emit("contextmenu", actor(el)); } },
  beforeinput(event) { prepareTyping(realTarget(event), event); },
  input(event) {
    const el = realTarget(event), field = editable(el);
    if (!field) return;
    prepareTyping(el, event);
    recorder.typing.value = field.value;
  },
  change(event) {
    const el = realTarget(event);
    if (!el) return;
    if (el.localName === "select") { flushTyping(); emit("select", el, { value: valueOf(el), trusted: event.isTrusted }); }
    else if (el.type === "checkbox" || el.type === "radio") { flushTyping(); emit(el.checked ? "check" : "uncheck", el, { trusted: event.isTrusted }); }
    else if (el.type === "file") { flushTyping(); emit("upload", el, { value: [...el.files].map((f) => f.name).join("\n"), trusted: event.isTrusted }); }
    else if (textual(el)) { if (recorder.typing?.el !== el) prepareTyping(el, event); flushTyping(); }
  },
  keydown(event) {
    const key = event.key;
    if (!key || /^(Shift|Control|Alt|Meta|Process|Dead|Unidentified)$/.test(key)) return;
    const el = realTarget(event), chord = (event.ctrlKey || event.metaKey || event.altKey) && key.length === 1;
    const multiline = el && (el.localName === "textarea" || el.isContentEditable);
    const special = /^(Enter|Escape|Tab|Arrow\w+|Page\w+|Home|End|F\d+|Delete)$/.test(key);
    if (!chord && !(special && !(multiline && key !== "Escape") && !(textual(el) && /^(Arrow|Home|End|Delete|Tab)/.test(key)))) return;
    if (key === "Tab") return;
    if (chord && /^[acvxzyACVXZY]$/.test(key) && textual(el)) return;                   // editing: its input event says more
    flushTyping();
    if (key === "Enter") recorder.enterAt = performance.now();
    if (/^(Enter| )$/.test(key) && el?.matches?.("button,a[href],[role=button]")) {      // a click by keyboard
      recorder.enterAt = performance.now();
      emit("click", actor(el));
      return;
    }
    const mods = [event.ctrlKey && "Control", event.metaKey && "Meta", event.altKey && "Alt", event.shiftKey && "Shift"].filter(Boolean);
    emit("press", actor(el || document.body), { value: [...mods, key].join("+") });
  },
  focusout(event) { if (recorder.typing && recorder.typing.el === realTarget(event)) flushTyping(); },
};
function editable(el) {
  if (!el) return null;
  if (el.isContentEditable) { let top = el; while (top.parentElement?.isContentEditable) top = top.parentElement; return top; }
  return textual(el) ? el : null;
}
function prepareTyping(el, event) {
  const field = editable(el);
  if (!field) return;
  if (recorder.typing?.el === field) return;
  flushTyping();
  recorder.typing = { el: field, print: describe(field, true), before: stateBefore(), at: Date.now(), trusted: event.isTrusted };
}

const handlers = Object.entries(LISTENERS).map(([type, fn]) => [type, guarded(fn)]);
function record({ on }) {
  if (recorder.on === on) return;
  recorder.on = on;
  for (const [type, fn] of handlers) (on ? addEventListener : removeEventListener).call(window, type, fn, { capture: true, passive: true });
}
// Events typed but not yet reported, and the page as it is now: the effects of the last step.
function flush() { flushTyping(); return stateBefore(); }
// The page itself is about to leave or to change its URL; a navigation without this came from outside (goto, back).
globalThis.navigation?.addEventListener("navigate", guarded((event) => {
  if (event.downloadRequest === null || event.downloadRequest === undefined) {
    globalThis.__ami_emit?.({ type: "leaving", url: location.href, value: event.destination.url, timestamp: Date.now() });
  }
}));
addEventListener("pagehide", () => { if (recorder.on) flushTyping(); }, { capture: true });
