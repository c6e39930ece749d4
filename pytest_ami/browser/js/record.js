// Listeners that report each operation and its element. Everything is computed here, at the moment of the event and
// before the page's own handlers run; Python only appends. Nothing here may disturb the page or throw into it.
//
// No duplicates: the second click of a label, the synthetic click of Enter, the untrusted click of a chooser, a click
// that the page makes while it handles another, and a click after a drag all echo an event that was already reported.

const recorder = { on: false, n: 0, typing: null, last: null, down: null, debounce: 1500, snapshots: false, edits: [], deaf: new Set(), past: [] };
// The most moves in a document whose texts are kept: a text that is typed later may have been a word of the page then.
const MOVES_BEFORE = 12;

// The texts of the fields that were entered, read when the next event is reported: after the handlers of the page.
const typedInto = new Map();
// The pressed elements below a label that show a text and have no role: what they show later may be what was chosen.
const choosers = new Map();
function fieldsTyped() {
  const found = {};
  for (const [el, key] of typedInto) { const value = live(el) ? valueOf(el) : null; if (value !== null) found[key] = value; }
  for (const [el, key] of choosers) if (live(el) && el.textContent.length < 200) found[key] = fold(el.textContent);
  return found;
}
function stateBefore() {
  const now = state();
  now.last_value = live(recorder.last) ? valueOf(recorder.last) : null;
  now.copied = copiedNow();
  if (recorder.socketMessages) now.socket_messages = recorder.socketMessages;
  return now;
}
// The editors among them whose text a hidden field has taken over: read before the press, which may itself write it.
const copiedNow = () => Object.fromEntries([...typedInto].filter(([el]) => el.isContentEditable).map(([el, key]) => [key, takenOver(el) || []]).filter(([, some]) => some.some((one) => one[0] === "+")).map(([key, some]) => [key, some.join(" ")]));
function send(payload) {
  const event = { url: location.href, timestamp: today(), ...payload };
  withBrowsersJson(() => globalThis.__ami_emit?.(plainly() ? asText(event) : event));
}
const complain = (error) => console.debug("pytest-ami recorder:", error);
function emit(type, el, { print = null, before = null, fields = null, ...more } = {}) {
  settleEditor(el, more.value);
  settleTick();
  settleFocus(el, type);
  settleScroll(el);
  const known = print || (el ? describe(el, true) : null);
  recorder.n += 1;
  if (type !== "input") recorder.past = [...recorder.past.slice(1 - MOVES_BEFORE), pageTexts()];
  const stood = type === "click" && known?.cells?.length ? stoodWithin(recorder.past.at(-1), known.cells) : [];
  noteOffsets(el);
  send({
    type, ref: `e${recorder.n}`, role: known?.role || "", text: known?.name || "", value: "", xpath: known?.absolute_xpath || "",
    trusted: true, fingerprint: known, ...more, before: { ...(stood.length ? { stood } : {}), ...(before || { ...stateBefore(), came: cameByTyping(el) }), fields: fields || fieldsTyped(), ...((recorder.lists && type !== "input") || /^(select|click)$/.test(type) ? { rows: before?.rows ?? rowsNow() } : {}) },
    ...(recorder.snapshots ? { snapshot: document.documentElement.outerHTML.slice(0, 500000) } : {}),
  });
  if (el) recorder.last = el;
  if (type !== "input") recorder.entered = recorder.taken = null;
  recorder.chose = type === "click" && known?.role === "option";
  recorder.lists = /^(input|select|click)$/.test(type);      // a list may follow what is entered or pressed
  if (type === "click" && known?.details.chooses && choosers.size < 20) choosers.set(el, `e${recorder.n}|${known.absolute_xpath}`);
  if (el && /^(input|select|check|uncheck)$/.test(type)) typedInto.set(el, `e${recorder.n}|${known?.absolute_xpath || ""}`);
}

// The element of an event, as far as this listener can see; the listener of a closed root sees further.
function realTarget(event) {
  const el = event.composedPath().find((n) => n.nodeType === 1) || null;
  return el && closedRoots.has(el) && event.currentTarget !== closedRoots.get(el) ? null : el;
}
// A click on the icon in a button is a click on the button.
// A container that listens for its descendants (a table, a list, a form) is not the clicked element.
const holdsMany = (el) => el.matches("table,tbody,thead,ul,ol,form,main,body,nav,section,[role=listbox],[role=menu],[role=grid],[role=tree]")
  || (!el.matches("a,button,label,summary,option,[role]") && el.querySelectorAll("*").length > 8);
// An icon is clicked for the element in which it stands, up to the one that shows a hand; a large drawing is itself clicked.
const ICON = 48;
function holderOf(el) {
  const svg = el.closest("svg"), box = svg?.getBoundingClientRect();
  for (let up = el; svg && up !== svg.parentElement; up = up.parentElement) if (up.matches(`${ACTIVE},[role]`)) return el;
  if (!svg || box.width > ICON || box.height > ICON || !parentOf(svg)) return el;
  const pointed = (node) => getComputedStyle(node).cursor === "pointer";
  let holder = parentOf(svg);
  for (let n = 0; n < 5 && parentOf(holder) && pointed(holder) && pointed(parentOf(holder)) && !holdsMany(parentOf(holder)); n += 1) holder = parentOf(holder);
  return holdsMany(holder) ? svg : holder;
}
// In the label of a text field, what shows a hand of its own is pressed for itself, such as an icon that opens a calendar.
function ownHand(el, label) {
  const pointed = (node) => getComputedStyle(node).cursor === "pointer";
  if (!textual(label.control) || pointed(label) || label.control.contains(el)) return null;
  let hand = null;
  for (let up = el; up && up !== label && pointed(up); up = parentOf(up)) hand = up;
  return hand;
}
// A click on an element in a slot is a click on the control around the slot, if that control shows nothing else. Of one
// that shows more, such as a card with a cross, the part is recorded: the page may ask which part was clicked.
function actor(el) {
  for (let up = el, light = el, n = 0, alone = true; up && n < 8; up = drawnIn(up)) {
    const taken = up !== light;
    if (!taken) { light = parentOf(light); n += 1; }
    alone &&= up.localName !== "slot" || up.assignedElements().length < 2;
    if (taken && !(alone && fold(contentName(up)) === fold(contentName(el)))) continue;
    const hand = up.localName === "label" ? ownHand(el, up) : null;
    if (hand) return hand;
    if (up.matches?.("label,option") || (up.matches?.(ACTIVE) && (up === el || !holdsMany(up)))) return up;
  }
  return entryOf(el) || underCover(el) || holderOf(el);
}
// An empty element that lies over all of a box with a text only takes its clicks: the box is pressed.
function underCover(el) {
  const box = parentOf(el), [own, its] = [el, box].map((one) => one?.getBoundingClientRect());
  if (!its || el.childElementCount || fold(contentName(el)) || el.matches(`${ACTIVE},[role],[title],[aria-label],canvas,img,svg,video,iframe,object`) || holdsMany(box) || !fold(box.textContent) || box.textContent.length > 80) return null;
  const style = getComputedStyle(el), drawn = style.backgroundImage !== "none" || ["::before", "::after"].some((where) => !/^(none|normal|)$/.test(getComputedStyle(el, where).content));
  const covers = own.width * own.height >= 0.8 * its.width * its.height && /^(absolute|fixed)$/.test(style.position);
  return covers && !drawn ? box : null;
}
// An entry of a list of suggestions marks the words that were typed, each for itself: the entry is chosen, not the mark.
function entryOf(mark) {
  const field = recorder.typing?.el || recorder.last, entry = mark.parentElement, text = fold(mark.textContent).toLowerCase();
  if (!text || !entry || !live(field) || !textual(field) || isSecret(field) || !fold(valueOf(field)).toLowerCase().includes(text)) return null;
  const inline = (node) => getComputedStyle(node).display === "inline";
  return inline(mark) && !inline(entry) && !holdsMany(entry) && [...entry.querySelectorAll("*")].every((one) => inline(one) && !one.matches(`${ACTIVE},[role]`)) ? entry : null;
}
// Whether a click brings another tab: the browser may open it long after the page has come to rest.
function opensTab(el) {
  const link = el.closest("a[href],area[href]"), form = link ? null : el.closest("button,input[type=submit],input[type=image]")?.form;
  const holder = link || form;
  if (!holder || link?.hasAttribute("download")) return false;
  const name = (form && el.closest("[formtarget]")?.getAttribute("formtarget")) || holder.getAttribute("target") || document.querySelector("base[target]")?.target || "";
  return !!name && !/^_(self|parent|top)$/i.test(name) && !document.getElementsByName(name).length;
}
function editable(el) {
  if (!el) return null;
  if (el.isContentEditable) { let top = el; while (top.parentElement?.isContentEditable) top = top.parentElement; return top; }
  return textual(el) || isInput(el, /^(range|color)$/) ? el : null;
}

// ---- typing ------------------------------------------------------------------------------------------------------

function prepareTyping(el, event) {
  const field = editable(el);
  if (!field || recorder.typing?.el === field || (field.readOnly && event.type === "keydown")) return;
  noteExpanded(field);
  const taken = takenByFocus(field);
  flushTyping();
  recorder.locked = new Set([...matching("button:disabled,[role=button][aria-disabled=true],input[type=submit]:disabled")].slice(0, 40));
  noteUntyped(field, event.type === "input");
  const secret = isSecret(field), before = stateBefore();
  before.controls.push(...minus(taken, before.controls));
  recorder.typing = { el: field, print: describe(field, true), before: { ...before, rows: rowsNow(), came: cameByTyping(field) }, shown: recorder.focused?.el === field ? recorder.focused.shown : glance(), at: today(), trusted: event.isTrusted, changed: false, typed: "", atEnter: null,
    texts: secret || (event.type === "input" && field.isContentEditable) ? null : pageTexts(),
    // The value before the first key; a fill by script, a slider and a colour input send nothing before it changes.
    was: event.type === "input" ? null : secret ? field.value : valueOf(field) };
  if (event.type === "input") delete recorder.typing.print.details.filled;
}
// A page may take what is typed into a field at once, and leave the field empty; then the keys tell the text.
function noteTyped(event) {
  const t = recorder.typing;
  t.changed = true;
  if (event.isTrusted && event.inputType === "insertText" && !event.isComposing && t.typed !== null) t.typed += event.data ?? "";
  else t.typed = null;
}
function awaitRest() { recorder.timer?.(); recorder.timer = after(recorder.debounce, guarded(flushTyping)); }
function flushTyping() {
  settleEnter();
  settleEdits();
  const t = recorder.typing;
  recorder.typing = null;
  recorder.timer?.();
  if (!t) return;
  const secret = isSecret(t.el), held = t.atEnter ?? (secret ? t.el.value : valueOf(t.el)) ?? "", value = held || t.typed || "";
  // Nothing was typed, or the edit was undone. A text that was typed as a whole over the same text was meant.
  if (t.was === null ? !t.changed : value === t.was && (!value || t.typed !== value)) return;
  settleSelection(t.el, "input");
  emit("input", t.el, { value, secret, before: { ...t.before, stood: secret ? [] : stoodIn([...recorder.past, t.texts], value) }, print: t.print, trusted: t.trusted, timestamp: t.at });
  if (recorder.entered?.el !== t.el) recorder.entered = { el: t.el, shown: t.shown };
}
// Whether an element has come on screen since the text before it was typed: a list of any make may follow the keys. A button
// that was disabled then may have waited for the keys.
const cameByTyping = (el) => (!!el && !!recorder.locked?.has(el) && !disabled(el)) || (!!el && !!recorder.entered && el !== recorder.entered.el && visible(el) && !recorder.entered.shown(el));

// ---- scrolling: by a person, or because the next element was not there before ----------------------------------------

// A click scrolls its element into view, and scripts scroll as they like. Without a wheel, a scroll counts only if it
// brought the element of the next event.
// An element that the last move added, such as a menu that still unfolds, was not brought by a scroll after it.
// The browser scrolls a new document to the part that its address names, which is no move either.
const toFragment = (el) => {
  const part = recorder.spokeAt || !location.hash ? null : document.querySelector(":target");
  if (!part || !el.contains(part)) return false;
  const from = part.getBoundingClientRect().top - (el === document.scrollingElement ? 0 : el.getBoundingClientRect().top);
  return from > -40 && from < el.clientHeight;           // parts that the page loads later may move it
};
const cameBefore = (el, at) => bornSince(el, recorder.spokeAt || Infinity) && !bornSince(el, at);
function settleScroll(next = null, ended = false) {
  const s = recorder.scrolled;
  if (!s || (ended && !s.wheel && s.at - (recorder.spokeAt || -1e9) < 600)) return;
  recorder.scrolled = null;
  recorder.scrollTimer?.();
  if (s.scripted || (!s.wheel && toFragment(s.el)) || (!s.wheel && !ended && !(next && s.el.contains(next) && visible(next) && !s.shown(next) && !cameBefore(next, s.at)))) return;
  if (!s.wheel && s.el.scrollTop <= s.top && s.el.scrollLeft <= s.left) return;    // the page became shorter; nobody scrolled
  const el = s.el, end = el.scrollTop > 0 && el.scrollTop + el.clientHeight >= el.scrollHeight - 2;
  if (Math.abs(el.scrollTop - s.top) + Math.abs(el.scrollLeft - s.left) < 40) return;
  emit("scroll", el, { value: end ? "end" : `${Math.round(el.scrollLeft)},${Math.round(el.scrollTop)}`, print: s.print, before: s.before });
}
// The event of a scroll comes later than the scroll: one that a click needed to reach its element comes after the click.
function noteOffsets(el) {
  for (const up of [document.scrollingElement, ...(el ? ancestry(el) : [])]) if (up) recorder.offsets?.set(up, [up.scrollLeft, up.scrollTop]);
}
function* ancestry(el) { for (let up = parentOf(el); up; up = parentOf(up)) if (up.nodeType === 1) yield up; }
function noteScroll(event) {
  const el = event.target === document ? document.scrollingElement : event.target;
  if (!el || el.nodeType !== 1 || el.localName === "input") return;      // a long text scrolls within its own field
  const known = recorder.offsets.get(el) || [0, 0], wheel = clock() - (recorder.wheelAt || -1e9) < 600;
  if (recorder.scrolled && (recorder.scrolled.el !== el || recorder.scrolled.wheel !== wheel)) settleScroll();
  recorder.scrolled ||= { el, top: known[1], left: known[0], print: describe(el, false), before: stateBefore(), wheel, scripted: !wheel && clock() - (recorder.scriptedAt || -1e9) < 150, at: clock(), shown: wheel ? null : glance() };
  recorder.offsets.set(el, [el.scrollLeft, el.scrollTop]);
  recorder.scrollTimer?.();
  if (wheel) recorder.scrollTimer = after(180, guarded(() => settleScroll()));
}

// ---- pointer -----------------------------------------------------------------------------------------------------

function pressed(el, event = null, hovered = recorder.hovered) {
  const box = el.getBoundingClientRect(), centre = [box.x + box.width / 2, box.y + box.height / 2];
  const print = asBeforePointing(el, describe(el, true), hovered);
  if (event) Object.assign(print.details, partOfPress(el, realTarget(event)));
  return { el, print, before: { ...stateBefore(), came: cameByTyping(el) }, x: event?.clientX, y: event?.clientY, centre, at: clock(), time: today(), openers: openersOfHover(el) };
}
const ANSWER_OF_ENTER = 5000;                        // most milliseconds until Enter's own click on a busy page; another key, or its release, ends it
const ECHO = 60;                                     // milliseconds within which a click is the echo of a pointer event
// Text that keys selected: the next move may be for the selection, such as "Bold", and keys in the field replace it.
function settleSelection(el = null, type = "") {
  const kept = recorder.selected;
  recorder.selected = null;
  if (kept && !(type === "input" && (el === kept.el || el?.contains(kept.el)))) told("press", kept.el, { value: kept.value });
}
function told(type, el, { openers = openersOfHover(el), ...more } = {}) {
  settleSelection(el, type);
  settleFocus(el, type);
  tellHover(openers);
  emit(type, el, more);
  recorder.spokeAt = clock();
}

// The press that changed a check box or radio: its own, or that of its label. A label shows no other element by a hover.
function pressFor(el) {
  const label = recorder.labelled?.el === el && clock() - recorder.labelled.at < 500 ? recorder.labelled : null;
  return label ? label.down : recorder.down;
}
// A page may write the state of a box into its name: a box is described before it is ticked.
const isBox = (el) => isInput(el, /^(checkbox|radio)$/);
function noteBox(hit) {
  const label = actor(hit), el = isBox(hit) ? hit : label.localName === "label" && label.control && isBox(label.control) ? label.control : null;
  recorder.box = el && { el, print: describe(el, true), at: clock(), on: el.checked };
}
const untickedPrint = (el) => (recorder.box?.el === el && clock() - recorder.box.at < 2000 ? recorder.box.print : null);

// A page may take the files at the first of the two events and remove the field: then the second one is not heard.
function tellFiles(el, { isTrusted, type }) {
  if (type === "input") { recorder.chosen = el; after(0, () => { recorder.chosen = null; }); }
  flushTyping();
  told("upload", el, { value: [...el.files].map((f) => f.name).join("\n"), trusted: isTrusted });
}

// A cell that is edited in its place takes its text away as soon as it has the focus, and so the browser makes no click. A
// field that draws its text anew only has the focus.
const replaced = ({ el, hit }) => !hit.isConnected && !textual(el) && !el.matches("input,select,option,label");

// A list that a choice closes may take its options out of the document at mouse-up and put them back: no click follows.
const putBack = ({ el, hit, at }) => (bornSince(hit, at) || !hit.isConnected) && !textual(el) && !el.matches("input,select,option,label");

// The details of a click, if they matter: modifier keys, and the position on an element without parts.
function manner(event, el) {
  const words = [event.ctrlKey && "Control", event.metaKey && "Meta", event.altKey && "Alt", event.shiftKey && "Shift"].filter(Boolean);
  if (/^(canvas|svg|video)$/.test(el.localName) || el.matches("img[usemap],input[type=image]")) {
    const box = el.getBoundingClientRect();
    words.push(`@${Math.round(event.clientX - box.x)},${Math.round(event.clientY - box.y)}`);
  }
  return words.join(" ");
}

// Playwright stops all events of a press that would hit another element than it was meant for, and presses again: nothing
// but the window hears of the first press.
function kept(event) {
  const reached = { yes: event.currentTarget !== window };        // a closed root is told after the document
  listen(document, event.type, (one) => { if (one === event) reached.yes = true; }, { capture: true, once: true, passive: true });
  return reached;
}
const stoppedAtOnce = (down) => down.event.isTrusted && down.event.defaultPrevented && !down.reached.yes;

const LISTENERS = {
  pointerdown(event) {
    const hit = realTarget(event);
    if (!hit || event.button === 2) return;
    recorder.deafUntil = 0;                                                  // the click of a new press is no echo of the last one
    flushTyping();
    const el = actor(hit), field = textual(el) ? editable(el) : null, hovered = recorder.hovered;
    if (recorder.focused?.el !== (field || el)) settleFocus(el);             // a list may close before the click comes
    if (!recorder.scrolled?.wheel) settleScroll(el);
    noteOffsets(el);
    recorder.down = { ...pressed(el, event, hovered), hit, event, reached: kept(event) };
    noteBox(hit);
    if (field) noteFocus(field, field === el ? recorder.down : pressed(field, event));
  },
  pointerup(event) {
    const down = recorder.down;
    recorder.stopped = null;
    if (!down) return;
    if (stoppedAtOnce(down)) {
      recorder.down = null;
      recorder.stopped = down;
      if (recorder.focused?.at >= down.at) recorder.focused = null;
      return;
    }
    const far = Math.hypot(event.clientX - down.x, event.clientY - down.y) > FAR;
    if (!down.el.isConnected || (event.isTrusted && !far && replaced(down))) {   // removed between mouse-down and mouse-up: no click event follows
      recorder.down = null;
      recorder.deafUntil = clock() + ECHO;
      told("click", down.el, { print: down.print, before: down.before, openers: down.openers });
      return;
    }
    after(0, guarded(() => {                         // taken away at mouse-up: no click event follows either
      if (recorder.down !== down || (down.el.isConnected && visible(down.el) && (far || !event.isTrusted || !putBack(down)))) return;
      recorder.down = null;
      told("click", down.el, { print: down.print, before: down.before, openers: down.openers });
    }));
    if (far && drags(down.el)) {
      recorder.down = null;
      recorder.deafUntil = clock() + ECHO;
      tellDrag(down, event, document.elementsFromPoint(event.clientX, event.clientY));
    }
  },
  ...DRAGGING,
  pointerover: notePointing,
  mouseover: noteHover,
  wheel() { recorder.wheelAt = clock(); },
  scroll: noteScroll,
  click(event) {
    const hit = realTarget(event), now = clock();
    if (recorder.stopped && event.isTrusted) {
      const down = recorder.stopped, reached = kept(event);
      recorder.stopped = null;
      after(0, guarded(() => { if (hit && (reached.yes || !event.defaultPrevented)) told("click", down.el, { print: down.print, before: down.before, openers: down.openers }); }));
      return;
    }
    if (!hit) return;
    registry.opening = opensTab(hit) ? event : null;
    let el = actor(hit);
    const down = recorder.down;
    recorder.down = null;
    if (now < (recorder.deafUntil || 0)) return;
    if (!event.isTrusted && recorder.handling) return;                       // made by the page itself
    if (event.isTrusted) { recorder.handling = true; after(0, () => { recorder.handling = false; }); }
    if (el.localName === "label" && el.control) {                            // the control's own click follows
      if (el.control !== hit) { recorder.labelled = { el: el.control, at: now, down }; awaitLabel(el, event, down); return; }
      el = el.control;
    }
    if (event.detail === 0 && event.isTrusted && recorder.enterUntil > now) return;      // Enter's synthetic click
    if (textual(el) || el.localName === "select" || el.localName === "option") return;     // only focus; the next event is reported
    if (isBox(el)) awaitChange(el, down);
    if (isInput(el, /^(checkbox|radio|file|range|color)$/)) return;                      // its change event is reported
    flushTyping();
    if (event.detail > 1 && event.detail % 2 === 0) {       // a page that opens an editor at its mouse-up may hold the event back
      const held = Math.min(clock() - event.timeStamp, clock() - (recorder.spokeAt || 0));
      told("dblclick", el, { timestamp: Math.round(today() - Math.max(0, held)) });
      return;
    }
    // Mouse-down on one element, mouse-up on the one behind it: the person meant the first one.
    const known = down && (down.el === el || !down.el.isConnected || el.contains(down.el)) ? down : null;
    const into = event.isTrusted ? editorClicked(el) : null, time = today();
    const tell = () => told("click", known ? known.el : el, { value: manner(event, el), trusted: event.isTrusted, before: known?.before, print: known?.print, timestamp: time, ...(known ? { openers: known.openers } : {}) });
    if (into) noteEditor(into, tell); else tell();
  },
  auxclick(event) {
    const hit = realTarget(event);
    if (hit && event.button === 1) { flushTyping(); told("click", actor(hit), { value: `${manner(event, hit)} middle`.trim() }); }
  },
  contextmenu(event) { const hit = realTarget(event); if (hit) { flushTyping(); told("contextmenu", actor(hit)); } },
  beforeinput(event) { prepareTyping(realTarget(event), event); expectEdit(event); },
  paste(event) { prepareTyping(realTarget(event), event); awaitRest(); },
  focus(event) {
    const field = editable(realTarget(event));
    noteTaken(field);
    if (field?.matches("[role=combobox],[aria-haspopup],[aria-expanded]") && !recorder.down) noteFocus(field);
  },
  input(event) {
    const hit = realTarget(event), field = editable(hit);
    if (hit && isInput(hit, /^file$/)) tellFiles(hit, event);
    if (!field) return;
    prepareTyping(hit, event);
    noteTyped(event);
    awaitRest();
  },
  change(event) {
    const el = realTarget(event), trusted = event.isTrusted;
    if (!el) return;
    if (el.localName === "select") { flushTyping(); told("select", el, { value: el.multiple ? [...el.selectedOptions].map((o) => fold(o.label)).join("\n") : valueOf(el), option: el.multiple || el.value === valueOf(el) ? "" : cut(el.value, 400), trusted }); }
    else if (isBox(el) && trusted && setBack(el)) return;
    else if (isBox(el)) { const d = pressFor(el); recorder.ticked = recorder.labelled = null; flushTyping(); told(el.checked ? "check" : "uncheck", el, { trusted, before: d?.before, print: untickedPrint(el), ...(d ? { openers: d.openers } : {}) }); }
    else if (isInput(el, /^file$/)) { if (recorder.chosen !== el) tellFiles(el, event); }
    else if (editable(el)) { if (recorder.typing?.el !== el) return; recorder.typing.changed ||= valueOf(el) !== recorder.typing.was; flushTyping(); }
  },
  keydown(event) {
    const key = event.key, hit = realTarget(event);
    settleEnter();
    if (key !== "Enter") recorder.enterUntil = 0;
    if (key === " " && hit && isBox(hit)) noteBox(hit);
    if (!key || !hit || event.repeat || /^(Shift|Control|Alt|Meta|Process|Dead|Unidentified|Tab|CapsLock)$/.test(key)) return;
    const chord = (event.ctrlKey || event.metaKey || event.altKey) && (key.length === 1 || /^(Enter|Backspace|Delete|F\d+|Arrow\w+)$/.test(key));
    const field = textual(hit), many = hit.localName === "textarea" || hit.isContentEditable;
    // A page that edits by itself prevents the events of input: the text before the key tells whether it changed.
    if (field && event.isTrusted && (chord ? /^([vxzy]|Backspace|Delete)$/i : /^(.|Backspace|Delete)$/u).test(key)) { prepareTyping(hit, event); awaitRest(); }
    const combined = (name) => [event.metaKey && "Meta", event.ctrlKey && "Control", event.altKey && "Alt", event.shiftKey && "Shift", name].filter(Boolean).join("+");
    if (chord && /^a$/i.test(key) && unseenField(hit)) { flushTyping(); told("press", hit, { value: combined("a") }); return; }
    if (many && (chord ? /^a$/i.test(key) : event.shiftKey && /^(Arrow\w+|Home|End)$/.test(key))) {
      flushTyping();
      settleSelection();
      recorder.selected = { el: hit, value: combined(chord ? "a" : key) };
      if (window.top !== window) settleSelection();      // the command for it may stand in another document
      return;
    }
    if (chord && field && /^([acvxzy]|Backspace|Delete|Arrow\w+)$/i.test(key)) return;   // editing: its input event is reported
    const letter = /^[^\d]$/.test(key) && !event.ctrlKey && !event.metaKey && !event.altKey && !field && hit.localName !== "select"
      && !hit.isContentEditable && !(key === " " && hit.matches(ACTIVE));
    const space = key === " " && event.isTrusted && hit.matches(ACTIVE) && !field && !hit.matches("a[href]:not([role]),button,summary,input,select");   // the others are clicked by it
    const special = letter || space || /^(Enter|Escape|Arrow\w+|Page\w+|Home|End|F\d+|Delete)$/.test(key);
    if (!chord && !special) return;
    // A shortcut has one letter or two. More letters in a row spell a text, which must not be recorded.
    recorder.letters = letter && clock() - (recorder.letterAt || 0) < 2000 ? recorder.letters + 1 : 1;
    if (letter) recorder.letterAt = clock();
    if (letter && recorder.letters > 2) return;
    const mods = [event.ctrlKey && "Control", event.metaKey && "Meta", event.altKey && "Alt", event.shiftKey && (chord || special) && !letter && "Shift"].filter(Boolean), value = [...mods, space ? "Space" : key].join("+");
    if (!chord && many && key === "Enter" && event.isTrusted) { noteEnter(editable(hit), value); return; }
    if (!chord && many && key !== "Escape") return;
    if (!chord && field && /^(Arrow\w+|Home|End|Delete|Page\w+)$/.test(key) && hit.getAttribute("role") !== "combobox" && !hit.hasAttribute("aria-controls")) return;
    if (!chord && /^(Arrow\w+|Home|End|Page\w+)$/.test(key) && (hit.localName === "select" || isInput(hit, /^(radio|range)$/))) return;
    if (!chord && key === "Enter" && hit.matches("button,a[href],summary,input[type=submit],input[type=button],input[type=reset]")) return;  // its click is reported
    flushTyping();
    if (key === "Enter") recorder.enterUntil = clock() + ANSWER_OF_ENTER;
    told("press", actor(hit), { value });
  },
  keyup(event) { if (event.key === "Enter") { recorder.enterUntil = 0; settleEnter(); } },
  blur(event) { noteTaken(event.relatedTarget?.nodeType === 1 ? editable(event.relatedTarget) : null); },
  focusout(event) { if (recorder.typing && recorder.typing.el === realTarget(event)) flushTyping(); },
};

// ---- coming and going --------------------------------------------------------------------------------------------

// Runs fn only while recording, and lets no fault of the recorder reach the page. The page does not change meanwhile.
const guarded = (fn) => (event) => { if (recorder.on) try { knowing(() => fn(event)); } catch (error) { complain(error); } };
const handlers = Object.entries(LISTENERS).map(([type, fn]) => [type, guarded((event) => { if (!notMoved(event)) fn(event); })]);
const CAPTURE = { capture: true, passive: true };
const hearInput = handlers.find(([type]) => type === "input")[1];
function listenIn(root) {                                      // "change" does not leave a shadow root; a closed root hides the target
  for (const [type, fn] of handlers) if (root.mode === "closed" || type === "change") listen(root, type, fn, CAPTURE);
}
// The roots that were known before the recorder came.
function listenInAll() { for (const el of everything()) if (shadowOf(el)) listenIn(shadowOf(el)); }
function rearm() {
  if (!recorder.on) return;
  for (const [type, fn] of handlers) { unlisten(window, type, fn, CAPTURE); listen(window, type, fn, CAPTURE); }
}
Object.assign(hooks, { came(records) { if (recorder.on) { noteBorn(records); notePassing(records); } }, listenIn, rearm, scrolled() { recorder.wheelAt = clock(); } });
// The page is about to navigate or to change its URL. A navigation without this event came from outside (goto).
const leaving = guarded((event) => {
  if (event.downloadRequest) return;
  if (event.navigationType === "traverse") return;             // the wrapped history functions report it; the browser's button is not reported
  const kind = event.navigationType === "reload" ? "reload"
    : event.hashChange ? "hash" : event.userInitiated && !event.formData ? "link" : "script";
  flushTyping();
  listenLast();
  send({ type: "leaving", value: kind, text: event.destination.url });
});
// Wraps a function of the page so that its call is reported; the page gets the original result. A page that asks whether
// the function is the browser's own, or how it is called, sees no difference.
function wrap(owner, name, tell, before = () => {}) {
  const original = owner[name];
  if (typeof original !== "function") return;
  const told = (how, ...what) => { try { if (recorder.on) how(...what); } catch (error) { complain(error); } };
  owner[name] = new Proxy(original, { apply(fn, self, args) { told(before); const result = Reflect.apply(fn, self, args); told(tell, self, args, result); return result; } });
}
const WHOLE = 20000;                                           // a question is recorded to its last word
// A page that asks before it is left: the last listener knows whether it asks. The browser asks only after an interaction.
const asksToStay = guarded((event) => {
  if ((event.defaultPrevented || event.returnValue) && navigator.userActivation?.hasBeenActive !== false) {
    send({ type: "dialog", role: "beforeunload", text: "", value: "true" });
  }
});
function listenLast() { unlisten(window, "beforeunload", asksToStay); listen(window, "beforeunload", asksToStay); }
function instrument() {
  if (recorder.instrumented) return;
  recorder.instrumented = true;
  const emitter = Object.getOwnPropertyDescriptor(globalThis, "__ami_emit");       // a page may list its names
  if (emitter?.configurable) Object.defineProperty(globalThis, "__ami_emit", { enumerable: false });
  recorder.offsets = new WeakMap();
  for (const [owner, names] of [[Element.prototype, ["scrollIntoView", "scrollTo", "scrollBy", "scroll"]], [window, ["scrollTo", "scrollBy", "scroll"]]]) {
    for (const name of names) wrap(owner, name, () => { if (madeByPage()) recorder.scriptedAt = clock(); });
  }
  wrap(Element.prototype, "attachShadow", (_host, _args, root) => adoptRoot(root));
  for (const kind of ["alert", "confirm", "prompt"]) {
    wrap(window, kind, (_w, args, result) => { settleEnter(); send({ type: "dialog", role: kind, text: cut(String(args[0] ?? ""), WHOLE), value: result === undefined ? "" : String(result) }); });
  }
  for (const name of ["back", "forward", "go"]) {
    wrap(History.prototype, name, () => {}, () => { flushTyping(); send({ type: "leaving", value: "history", text: "" }); });
  }
  // Playwright reports a socket only when it opens, which may be before anybody listens.
  if (globalThis.WebSocket) wrap(WebSocket.prototype, "send", () => { recorder.socketMessages += 1; });
  wrap(window, "close", () => {}, () => send({ type: "closing" }));
  if (globalThis.navigation) listen(globalThis.navigation, "navigate", leaving);
  const how = performance.getEntriesByType?.("navigation")[0]?.type;
  if (self === top && /^(reload|back_forward)$/.test(how) && clock() < 5000) send({ type: "arrived", value: how === "reload" ? "reload" : "history" });
  listen(window, "pagehide", guarded(flushTyping), CAPTURE);
}
// The first description of a document costs ten times the second. It is made before the page has loaded, when nobody acts.
function warmUp() {
  const once = guarded(() => { const [el] = matching(ACTIVE); if (el) { describe(el, true); stateBefore(); styledOpeners(el); } });
  if (document.readyState === "loading") listen(window, "DOMContentLoaded", once, { once: true });
  else idle(once);
}
// Returns whether Python gets the events.
function record({ on, debounce = 1500, snapshots = false }) {
  recorder.debounce = debounce;
  recorder.snapshots = snapshots;
  const reports = !!browsersJson || plainly();
  if (recorder.on === on) return reports;
  recorder.on = on;
  recorder.past = [];
  recorder.socketMessages = 0;                                 // messages of an earlier lesson prove nothing
  if (on) { warmUp(); instrument(); rearm(); adoptOpenRoots(); listenInAll(); listen(window, "DOMContentLoaded", guarded(adoptOpenRoots), { once: true }); }
  else for (const [type, fn] of handlers) unlisten(window, type, fn, CAPTURE);
  return reports;
}
// Reports pending typed text, and returns the present state of the page: the effects of the last step.
function flush() { if (recorder.on) { flushTyping(); settleEditor(null); settleTick(); settleLastFocus(); settleScroll(null, true); } return { ...stateBefore(), fields: fieldsTyped(), socket_messages: recorder.socketMessages ?? 0, ...(recorder.lists ? { rows: rowsNow() } : {}) }; }
