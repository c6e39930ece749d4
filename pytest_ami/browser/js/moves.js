// The moves of a person that no single event tells: the source of an event, a click that only gave the focus, an Enter in
// a text of several lines. Each is noted when it is made, before the handlers of the page, and judged by what followed.

// ---- the source of an event ----------------------------------------------------------------------------------------

// The events of a page's own scripts are no moves. An event by a script runs its listeners at once, so the script is on
// the stack; the frames of a test or a driver have no address.
const ADDRESS = /(?:^|[\s(@])(?:https?|file|blob|data|about|filesystem|chrome-extension|webpack[\w-]*):\S*:\d+/m;
function framesNow() {
  const { prepareStackTrace: prepare, stackTraceLimit: limit } = Error;
  try {
    if (prepare) Error.prepareStackTrace = undefined;
    Error.stackTraceLimit = 40;
    return String(new Error().stack || "");
  } catch { return ""; } finally {
    Error.stackTraceLimit = limit;
    if (prepare) Error.prepareStackTrace = prepare;
  }
}
// Where a page has replaced addEventListener before the recorder came, its frames are on every stack and tell nothing.
const madeByPage = () => ownListening && ADDRESS.test(framesNow());
const MADE = /^(click|dblclick|auxclick|contextmenu|input|beforeinput|change|focus|blur|keydown|pointerdown|pointerup|drop|dragstart)$/;
const hiddenField = (el) => el.localName === "input" && el.type === "hidden";
// No move: an event of the page's scripts, an event that no person made on a field that no person sees.
function notMoved(event) {
  if (!MADE.test(event.type)) return false;
  const el = realTarget(event);
  if (el && hiddenField(el)) return true;
  if (el && el === recorder.labelled?.el && clock() - recorder.labelled.at < 500) return false;      // a page ticks a box for its label
  if (!event.isTrusted && el && /^(input|change)$/.test(event.type) && !ownListening && !usable(el)) return true;
  return (!event.isTrusted || /^(click|input|beforeinput|change|focus|blur)$/.test(event.type)) && madeByPage();
}

// ---- the elements on screen at a moment ------------------------------------------------------------------------------

// Returns a function that tells whether an element, with the text that it has now, was on screen at this moment.
// Of a huge page only the beginning is looked at; of the rest it is known when an element was added.
const GLANCE = 4000;
const born = new WeakMap();
function noteBorn(records) { for (const r of records) for (const node of r.addedNodes) born.set(node, clock()); }
function bornSince(el, at) {
  for (let up = el; up; up = parentOf(up)) if (born.get(up) >= at) return true;
  return false;
}
function glance() {
  const shown = new WeakMap(), at = clock();
  let n = 0;
  for (const el of everything()) {
    if ((n += 1) > GLANCE) break;
    if (visible(el)) shown.set(el, el.childElementCount ? "" : cut(el.textContent, 80));
  }
  return (el) => {
    if (!shown.has(el)) return n > GLANCE && !bornSince(el, at);
    for (const part of [el, ...[...el.querySelectorAll("*")].slice(0, 12)]) {
      const text = part.childElementCount || !visible(part) ? "" : cut(part.textContent, 80);
      if (text && shown.get(part) !== text) return false;
    }
    return true;
  };
}

// ---- a click that gave the focus ----------------------------------------------------------------------------------------

// A click into a field is a step only if the next element came with it, such as an option of a list; else whatever is
// done with the field gives it the focus again.
function noteFocus(el, down = null) {
  if (recorder.focused?.el === el) return;
  settleFocus(el);
  recorder.focusAt = clock();
  recorder.focused = { ...(down || pressed(el)), el, locked: !!el.readOnly || disabled(el), shown: glance(), rows: rowsNow(), expanded: el.getAttribute("aria-expanded") };
}
const BY_FOCUS = 100;                                    // milliseconds in which a page answers to the focus
// A control that goes as a field gets the focus may be the only sign of the step before: it was there when that ended.
function noteTaken(field) {
  if (!field || recorder.taken?.el === field) return;
  const had = state().controls, note = { el: field, settle: () => { note.gone ??= minus(had, state().controls); } };
  recorder.taken = note;
  after(BY_FOCUS, guarded(note.settle));
}
const minus = (some, others) => some.filter((key) => !others.includes(key));
function takenByFocus(field) {
  const note = recorder.taken?.el === field ? recorder.taken : null;
  recorder.taken = null;
  note?.settle();
  return note?.gone ?? [];
}
// A click that opens the list of a field may be what asks for its options: it was open before the first key.
function noteExpanded(field) {
  const focused = recorder.focused;
  if (focused?.el === field && focused.expanded !== "true") focused.unfolded ||= field.getAttribute("aria-expanded") === "true";
}
function opened(focused, el, type) {
  if (el === focused.el) return type === "input" ? focused.locked || focused.unfolded : type === "press" && focused.expanded !== null && focused.expanded !== focused.el.getAttribute("aria-expanded");
  return !!el && visible(el) && !focused.shown(el);
}
// A list in which an option was chosen may stay open for more, until a click into another field closes it.
const isOption = (key) => key.startsWith("option|");
const shutList = (focused) => recorder.chose && focused.before.controls.some(isOption) && !state().controls.some(isOption);
function settleFocus(el, type = "", sure = false) {
  const focused = recorder.focused;
  if (!focused) return;
  const needed = sure || opened(focused, el, type) || shutList(focused);
  if (!needed && type === "scroll") return;
  recorder.focused = null;
  if (needed) told("click", focused.el, { print: focused.print, before: { ...focused.before, rows: focused.rows }, openers: focused.openers, timestamp: focused.time });
}
// At the end of a recording no next element tells: then the click counts if it showed anything to use.
function settleLastFocus() {
  if (!recorder.focused?.el.isConnected) return;
  const now = [...state().controls, ...rowsNow()], before = new Set([...recorder.focused.before.controls, ...recorder.focused.rows]);
  if (now.some((key) => !before.has(key))) settleFocus(null, "", true);
}

// ---- Enter in a text of several lines ---------------------------------------------------------------------------------------

// Enter makes a new line, or it is a command: it sends, saves, chooses. It was a command if no line was added, or if the
// text is another one afterwards. The typed text is read at the key, before a handler can take it away.
const rawOf = (el) => (el.isContentEditable ? el.innerText : el.value) ?? "";
function noteEnter(el, value) {
  prepareTyping(el, { type: "keydown", isTrusted: true });
  const now = state(), text = isSecret(el) ? null : valueOf(el);
  now.last_value = text;
  recorder.enter = { el, value, raw: rawOf(el), text, print: describe(el, true), before: now, fields: fieldsTyped(), typing: recorder.typing, time: today() };
  recorder.typing.atEnter = isSecret(el) ? el.value : text ?? "";
  send({ type: "pending" });
}
function settleEnter() {
  const enter = recorder.enter;
  if (!enter) return;
  recorder.enter = null;
  const raw = live(enter.el) && visible(enter.el) ? rawOf(enter.el) : "";
  if (raw !== enter.raw && squeezed(raw) === squeezed(enter.raw) && raw) {          // a new line
    enter.typing.atEnter = null;
    send({ type: "settled" });
    return;
  }
  if (recorder.typing === enter.typing) flushTyping();
  const key = typedInto.get(enter.el), fields = { ...enter.fields, ...(key && enter.text !== null ? { [key]: enter.text } : {}) };
  told("press", enter.el, { value: enter.value, print: enter.print, before: enter.before, fields, openers: [], timestamp: enter.time });
}

// ---- an edit of a rich text ---------------------------------------------------------------------------------------------

// The browser changes a rich text before it fires "input". Observers of mutations wait for the end of the first listener:
// alone, the page handles "input" before them; with a listener of the recorder in front, they would come before the page.
// So nobody listens to that event during such an edit, and what "beforeinput" has told is noted afterwards.
const focusedIn = (el) => { const inner = el && closedRoots.get(el)?.activeElement; return inner ? focusedIn(inner) : el; };
function expectEdit(event) {
  const hit = event.composedPath().find((n) => n.nodeType === 1), field = editable(realTarget(event));
  if (!event.isTrusted || !focusedIn(hit)?.isContentEditable) { settleEdits(); return; }
  unlisten(event.currentTarget, "input", hearInput, CAPTURE);
  recorder.deaf.add(event.currentTarget);
  if (field) recorder.edits.push({ event, field });
  after(0, settleEdits);
}
function settleEdits() {
  for (const root of recorder.deaf) if (recorder.on || root !== window) listen(root, "input", hearInput, CAPTURE);
  recorder.deaf.clear();
  const made = recorder.edits.splice(0).filter(({ event, field }) => !event.defaultPrevented && recorder.typing?.el === field);
  for (const { event } of made) noteTyped(event);
  if (made.length) awaitRest();
}

// ---- an editor that draws its own text ---------------------------------------------------------------------------------

// A click into an editor that takes keys through a field that nobody sees only gives the focus, if it is empty or if all
// of its text is selected next; else the click says where the text goes.
const EDITOR = 4;                                    // levels between such a field and its editor
function editorClicked(el) {
  const field = document.activeElement;
  if (!field || el.matches(ACTIVE) || el.contains(field) || !unseenField(field)) return null;
  for (let up = parentOf(field), n = 0; up && n < EDITOR; up = parentOf(up), n += 1) if (up.contains(el)) return { field, empty: !/\D/.test(squeezed((parentOf(parentOf(el) || el) || el).textContent)) };   // apart from numbers of lines
  return null;
}
function noteEditor(into, tell) {
  settleEditor(null);
  if (!into.empty) recorder.editor = { ...into, tell };
}
function settleEditor(el, value = "") {
  const editor = recorder.editor;
  recorder.editor = null;
  if (editor && !(el === editor.field && /^(Control|Meta)\+a$/i.test(value))) editor.tell();
}

// ---- a box whose change the page swallows -----------------------------------------------------------------------------

// A page that draws its boxes from a state of its own sets a box back or removes it while it handles the click. Then the
// browser sends no "change", or one that tells of the old state. A box that has its new state soon after was ticked. A
// label that is an option by its role is itself what was chosen.
const OPTION_LABEL = "label[role=option],label[role^=menuitem],label[role=treeitem]";
function awaitChange(el, down) {
  const box = recorder.box?.el === el && clock() - recorder.box.at < 2000 ? recorder.box : null;
  settleTick();
  const tick = { el, box, press: recorder.labelled?.el === el ? recorder.labelled.down : down, on: el.checked, changed: false, time: today() };
  recorder.ticked = tick;
  after(ECHO, guarded(() => { if (recorder.ticked === tick) settleTick(); }));
}
// A page that keeps the press of a label from its control ("preventDefault") answers the press itself: the control hears no
// click. A box that has its new state soon after was ticked by it; any other press is one of the label.
function awaitLabel(label, event, down) {
  const el = label.control, mark = recorder.labelled, time = today(), more = down ? { before: down.before, openers: down.openers, print: down.print } : {};
  after(0, guarded(() => {
    if (!event.isTrusted || !event.defaultPrevented || recorder.labelled !== mark || textual(el) || isInput(el, /^file$/)) return;
    const box = isBox(el) && recorder.box?.el === el && clock() - recorder.box.at < 2000 ? recorder.box : null;
    settleTick();
    const tick = { el, box, press: down, on: box ? !box.on : el.checked, changed: false, time, label: () => told("click", label, { ...more, timestamp: time }) };
    if (!box) { tick.label(); return; }
    recorder.ticked = tick;
    after(ECHO, guarded(() => { if (recorder.ticked === tick) settleTick(); }));
  }));
}
function setBack(el) {
  if (recorder.ticked?.el !== el || recorder.ticked.on === el.checked) return false;
  recorder.ticked.changed = true;
  return true;
}
function settleTick() {
  const tick = recorder.ticked;
  recorder.ticked = null;
  if (!tick) return;
  const { el, box, press, on } = tick, more = { timestamp: tick.time, ...(press ? { before: press.before, openers: press.openers } : {}) };
  if (press?.el.matches(OPTION_LABEL)) told("click", press.el, { ...more, print: press.print });
  else if (tick.changed || (box && box.on !== on && el.checked === on)) told(el.checked ? "check" : "uncheck", el, { ...more, print: box?.print });
  else tick.label?.();
}
