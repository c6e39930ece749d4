// The last check before an action: is the element under the pointer still the one that Python judged? A list may have
// recycled its node, or rendered it again, since the look. One listener in the capture phase compares at the first
// event; if it is another, no handler of the page sees that event or the rest of the sequence, and Python looks again.

// A picture of an element, taken when it was looked at: its own evidence, and the texts of its row.
const pictures = new WeakMap();
const OWN_KEYS = ["id", "name", "type", "formaction", "data-id", "data-key"];
const ownOf = (el) => [roleOf(el), nameOf(el), hrefOf(el), el.getAttribute("href"), /^(button|submit|image|radio|checkbox|reset)$/.test(el.type) ? el.value : "", el.form?.getAttribute("action"), ...OWN_KEYS.map((key) => el.getAttribute(key))]
  .map((part) => part ?? "").join("\n");
const sameMake = (el, other) => other !== el && other.localName === el.localName && other.className === el.className;
// A class may say in which state a record is: two boxes are of one kind if each has at most one class that the other lacks.
const sameKind = (el, other) => sameMake(el, other) || (other !== el && other.localName === el.localName && [...el.classList].some((one) => other.classList.contains(one))
  && [[el, other], [other, el]].every(([a, b]) => [...a.classList].filter((one) => !b.classList.contains(one)).length < 2));
// The record that an element belongs to: an item of a list, or else a box among boxes of the same make. A box that shows
// nothing but the element, such as its cell in a table, is no record.
function recordOf(el) {
  let box = null;
  for (let up = el, n = 0; up && up !== document.body && n < 8; up = parentOf(up), n += 1) {
    if (crowded(up)) break;                                                                     // more than one record
    if (up.matches(ITEM)) return up;
    if (!box && fold(up.textContent) !== fold(el.textContent) && [up.previousElementSibling, up.nextElementSibling].some((other) => other && sameMake(up, other))) box = up;
  }
  return box;
}

// ---- rows without a role ---------------------------------------------------------------------------------------

// One of several boxes of one kind, each with a control like this one beside its own data, be it a picture. A count at the
// end of its name is data as well, and so is a name without a letter, such as the number of a record.
const ROW_CONTROL = /^(button|link|checkbox|radio|switch|menuitem)$/;
const holdsLike = (box, role, name, icon) => [...box.querySelectorAll(ACTIVE)].slice(0, 12).some((one) => roleOf(one) === role && withoutCount(one, nameOf(one, role)) === name && (name || iconOf(one, name) === icon));
// The same for a component: its controls are in its shadow root, and in those of the components there.
const inComponent = (box, el) => !!shadowOf(box) && !box.contains(el);
function activeWithin(root, found = []) {
  for (const node of [...root.querySelectorAll("*")].slice(0, 200)) {
    if (found.length >= 24) break;
    if (node.matches(ACTIVE)) found.push(node);
    if (shadowOf(node)) activeWithin(shadowOf(node), found);
  }
  return found;
}
const componentHolds = (box, role, name) => !!name && !!shadowOf(box) && activeWithin(shadowOf(box)).some((one) => roleOf(one) === role && withoutCount(one, nameOf(one, role)) === name);
const NUMBER = /^[^\p{L}\d]{0,3}\d+[^\p{L}\d]{0,3}$/u;
const numberedLike = (box, el, role) => [...box.querySelectorAll(el.localName)].filter((one) => one.className === el.className && NUMBER.test(nameOf(one, role))).slice(0, 2).length === 1;
// A shape of a drawing belongs to the nearest group that shows a text, among groups of its kind that show texts.
const FIGURES = "svg g";
function figureOf(el) {
  let group = el.closest(FIGURES);
  while (group && !contentName(group)) group = parentOf(group)?.closest(FIGURES);
  const others = group && group !== el ? [...group.parentElement.children].filter((other) => sameKind(group, other)).slice(0, 40) : [];
  return others.some((other) => contentName(other)) && !saysOthers(el, group) ? group : null;
}
// People read a text as that of the shape at which it stands. If it stands far from the shape of its group, at a shape whose
// own text is as far away, the groups tell nothing.
const gapOf = (a, b) => Math.hypot(Math.max(0, a.left - b.right, b.left - a.right), Math.max(0, a.top - b.bottom, b.top - a.bottom));
function saysOthers(el, group) {
  if (!el.ownerSVGElement) return false;
  const marked = (box) => ((shape, text) => shape && text && [shape, text].map((one) => one.getBoundingClientRect()))(box === group ? el : box.querySelector(el.localName), box.querySelector("text"));
  const far = ([shape, text]) => gapOf(shape, text) > Math.max(shape.width, shape.height, 2 * text.height);
  const own = marked(group);
  const others = [...group.parentElement.children].filter((other) => other !== group && other.localName === group.localName).slice(0, 40);
  return !!own && far(own) && others.map(marked).some((other) => !!other && far(other) && 4 * gapOf(other[0], own[1]) < gapOf(...own));
}
const plainRow = remembered((el) => {
  if (el.ownerSVGElement) return figureOf(el);
  const role = roleOf(el), name = withoutCount(el, nameOf(el, role)), icon = name ? "" : iconOf(el, name), own = fold(el.textContent), number = NUMBER.test(name);
  for (let up = parentOf(el), n = 0; ROW_CONTROL.test(role) && up && n < 10 && !up.matches("body,main,form,nav"); up = parentOf(up), n += 1) {
    if (crowded(up)) return null;
    if (inComponent(up, el)) {
      const said = fold(contentName(up)), alone = [fold(contentName(el)), fold(name)].includes(said);
      if (!alone && [...(up.parentElement?.children || [])].filter((other) => sameKind(up, other)).slice(0, 40).some((other) => componentHolds(other, role, name))) return up;
      continue;
    }
    const others = fold(up.textContent) === own && !pictured(up.querySelector("img[alt],[role=img]") || up) ? [] : [...(up.parentElement?.children || [])].filter((other) => sameKind(up, other)).slice(0, 40);
    if (others.some((other) => holdsLike(other, role, name, icon))) return up;
    if (number && others.length && numberedLike(up, el, role) && others.some((other) => numberedLike(other, el, role))) return up;
  }
  return rowAbove(el, role, name);
});
// A list that shows one row has no other to compare it with: then the row is as many levels up as in the recording.
// The texts around a deed are read only where the recording has some.
let wantedRow = null, wantsSurroundings = false, wantedPart = "";
const seeking = (want, work) => {
  wantedRow = want?.row ? want : null;
  wantsSurroundings = want?.surroundings || false;
  wantedPart = want?.part || "";
  try { return work(); } finally { wantedRow = null; wantsSurroundings = false; wantedPart = ""; }
};
function rowAbove(el, role, name) {
  let up = wantedRow && wantedRow.role === role && [name, nameOf(el, role)].some((one) => same(wantedRow.name) === same(one)) ? el : null;
  for (let n = Number(wantedRow?.row); up && n > 0; n -= 1) up = parentOf(up);
  return up && !up.matches("body,main,form,nav") && !crowded(up) ? up : null;
}
function levelsToRow(el) {
  const row = rowOf(el);
  if (!row || row.matches(ITEM)) return "";
  let n = 0;
  for (let up = el; row && up !== row; up = parentOf(up)) n += 1;
  return n ? String(n) : "";
}

// ---- changes since the look -------------------------------------------------------------------------------------

const ownText = (el) => fold([...el.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data).join(" "));
// The texts of a record by their elements. Where values tell it from others, the texts that hold them are enough: a
// clock or a counter beside them may go on.
function textsOf(row, values) {
  const texts = [];
  for (const el of [row, ...row.querySelectorAll("*")]) {
    const text = ownText(el);
    if (text && texts.push([el, text]) >= 200) break;
  }
  const telling = texts.filter(([, text]) => values.some((value) => text.includes(fold(value))));
  return values.length && values.every((value) => telling.some(([, text]) => text.includes(fold(value)))) ? telling : texts;
}
const rowKeys = (row) => [idOf(row), ...[...row.attributes].filter((a) => /^data-.*(id|key|index|href)$/.test(a.name)).map((a) => a.value)].join("\n");
function portray(el, values = []) {
  if (!el) return;
  const row = recordOf(el);
  pictures.set(el, { own: ownOf(el), heading: plainName(headingOf(el)), row, keys: row ? rowKeys(row) : "", texts: row ? textsOf(row, values) : [], held: values.length > 0 });
}
// How an element differs from its picture; empty for not at all. A text may vanish from a row or come into
// it, as on hover. A text that was rewritten, or replaced where it was, belongs to another record.
function changeSince(el) {
  const was = pictures.get(el);
  if (!el?.isConnected) return "it is no longer in the page";
  if (!was) return "";
  if (ownOf(el) !== was.own) return "it has another name, role or destination now";
  if (plainName(headingOf(el)) !== was.heading) return "it stands under another heading now";
  return rowSince(el, was);
}
function rowSince(el, was) {
  if (!was?.row) return "";
  if (!holds(was.row, el)) return "it is in another row now";
  if (rowKeys(was.row) !== was.keys) return "its row is another record now";
  const now = fold(was.row.textContent);
  if (was.texts.some(([at, text]) => (at.isConnected ? ownText(at) && ownText(at) !== text : !now.includes(text)))) return "its row shows another text now";
  return "";
}

// Whether the page has drawn its list anew, and an event comes to the control of another record than the one that was judged.
function inAnotherRow(event) {
  const was = pictures.get(armed.el), one = event.composedPath()[0]?.closest?.(ACTIVE), row = one && recordOf(one);
  const said = row && was?.held && roleOf(one) === roleOf(armed.el) ? fold(row.textContent) : null;
  return said !== null && was.texts.some(([, text]) => !said.includes(text)) ? "another record is in its place" : "";
}

// The texts around a field, taken when it was looked at to be filled. If one of them has another number or another word
// when the field is empty again, the field belongs to another record.
const regions = new WeakMap();
const textOf = (el) => (el.localName === "input" ? fold(el.value) : ownText(el));
function noteRegion(el) {
  const box = el.closest("form,dialog,[role=dialog],main,[role=main]") || document.body;
  regions.set(el, [...textsOf(box, []), ...[...box.querySelectorAll("input[readonly]")].filter((field) => !isSecret(field)).map((field) => [field, textOf(field)])]);
}
function anotherRecord(was, now) {
  const [old, other] = [was, now].map((text) => text.split(" ")), apart = old.filter((word, at) => word !== other[at]);
  return old.length === other.length && apart.length === 1 && (old.length > 1 || /\d/.test(was));
}
const turnedOver = (el) => (regions.get(el) || []).some(([at, was]) => was && at.isConnected && anotherRecord(was, textOf(at)));

// If an element is pressed without further checks, it must not have left its place since the look. To be raised a little
// under the pointer is no such move.
const GLIDE = 8;
const standingAt = (el) => { const box = el.getBoundingClientRect(); return [box.x, box.y, box.width, box.height]; };
const glides = (el, was) => standingAt(el).some((now, at) => Math.abs(now - was[at]) > Math.min(GLIDE, was[2 + (at % 2)] / 4));

const armed = { el: null, until: 0, first: true, moved: "", begun: false, clicked: false, says: "", place: null, frame: null, rests: "", came: 0, left: 0, pause: "", again: false };
const belongs = (event, el) => {
  const path = event.composedPath();
  for (let at = el; at; at = hostOf(at)) if (path.includes(at)) return true;      // a closed root hides its content
  return [...(el.labels || [])].some((label) => path.includes(label)) || (el.control && path.includes(el.control));
};
// The pointer of a person rests on an element before it goes down, and is down for a moment: what the page does within them,
// by timers that it sets as the pointer comes, or as the press takes the focus out of a field, is done before the press or
// before the click. There the press is withheld, and goes on when the timers have run: the page sees one long press.
function noteMoment(event) {
  if (!armed.el || !event.isTrusted || armed.moved) return;
  if (event.type === "pointerover") armed.came ||= clock();
  else if (!armed.first && (event.type === "change" || textual(event.composedPath()[0]))) armed.left ||= clock();
}
function pauses({ type, button }) {
  if (button || !armed.rests) return;
  if (type === "pointerdown" && armed.rests === "all" && armed.came && dueSince(armed.came, RESTS).length) armed.pause = "came";
  if (type === "pointerup" && armed.left && dueSince(armed.left, DOWN).length) armed.pause = "left";
  if (armed.pause) Object.assign(armed, { moved: "the page takes a moment to follow the pointer", begun: armed.again || armed.pause === "left" });
}
// Waits for those timers and arms again. Returns the difference if the element is another one now.
async function goOn({ timeout }) {
  const { pause, came, left, begun } = armed;
  await (pause === "left" ? haveRun(left, DOWN) : haveRun(came, RESTS));
  const moved = undisturbed(() => arm({ timeout, still: true }));
  Object.assign(armed, { rests: pause === "came" ? "down" : "", again: begun });
  return moved;
}
const ENDS = /^(pointerup|mouseup|click|dblclick|auxclick|touchend|keyup)$/;
function checkEvent(event) {
  if (!armed.el || !event.isTrusted || clock() > armed.until) return;
  // A field that was drawn anew counts with the text of its successor; one that the page took away holds nothing to compare.
  // An option that is chosen fills its own field, with its own text.
  const replaced = ([number, el, was]) => ((now) => !!now && valueOf(now) !== was && !(armed.says && fold(valueOf(now)) === armed.says))(heldBy(number, el));
  if (armed.first) {
    if (event.type === "keydown" && /^(Shift|Control|Alt|Meta)$/.test(event.key)) return;
    armed.first = false;
    armed.begun = armed.again || ENDS.test(event.type);               // the page keeps the first events of a press to itself
    if (armed.begun && !armed.again && !armed.el.isConnected) {       // and has taken the element away with them
      armed.moved ||= undisturbed(() => inAnotherRow(event));
      if (!armed.moved) return;
    }
    armed.moved ||= undisturbed(() => (belongs(event, armed.el) ? changeSince(armed.el) : "another element is in its place"));
    if (event.type === "pointerdown") armed.moved ||= undisturbed(() => frameAt(event));
    armed.moved ||= undisturbed(() => (titleTurned(armed.el) ? "its title is gone, and it is drawn in another way" : ""));
    if (!armed.moved && armed.place && glides(armed.el, armed.place)) armed.moved = "it moves";
    if (!armed.moved && event.type === "pointerdown" && (registry.held || []).some(replaced)) armed.moved = "a field of the form changed before the form was used";
  }
  // A list may be sorted, and its rows used again, when the pointer goes down: then the row no longer holds its value.
  if (!armed.moved && event.type === "click" && !armed.clicked && armed.el.isConnected && pictures.get(armed.el)?.held) {
    armed.moved = undisturbed(() => rowSince(armed.el, pictures.get(armed.el)));
    armed.begun = !!armed.moved;
  }
  armed.clicked ||= event.type === "click";
  // A field loses the focus after the pointer went down, and its handler may replace the text before the click comes.
  if (!armed.moved && event.type === "click" && (registry.held || []).some(replaced)) Object.assign(armed, { moved: "a field of the form changed when the form was used", begun: true });
  if (!armed.moved && event.type === "click") titlesPressed();
  if (!armed.moved) pauses(event);
  const seenBefore = !armed.moved && armed.again && /^(pointerdown|mousedown|touchstart)$/.test(event.type);
  if (!armed.moved && !seenBefore) return;
  if (event.type !== "pointerdown" || !seenBefore) event.preventDefault();
  event.stopImmediatePropagation();
}
const SEQUENCE = ["pointerdown", "mousedown", "pointerup", "mouseup", "click", "dblclick", "auxclick", "contextmenu", "touchstart", "touchend", "dragstart", "keydown", "keypress", "keyup", "beforeinput"], MOMENTS = ["pointerover", "change", "focusout"];
const POINTS = /^(click|double_click|check|uncheck)$/;
// Called just before the action. Returns the difference if the element is another one already. A look that found the
// target arms at once. Any other call of the bundle ends that: then nobody is about to act.
function arm({ ref = "target", timeout = 15000, still = false, rests = "" } = {}) {
  const el = ref === "target" ? registry.target : registry.refs.get(ref);
  if (!el) return "";
  const now = ref === "target" ? changeSince(el) : "";
  keepTitles(el);
  Object.assign(armed, { el: now ? null : el, until: clock() + timeout, first: true, moved: "", begun: false, clicked: false, says: roleOf(el) === "option" ? fold(nameOf(el)) : "", place: still ? standingAt(el) : null, rests, came: 0, left: 0, pause: "", again: false });
  for (const type of SEQUENCE) listen(window, type, checkEvent, true);
  for (const type of MOMENTS) listen(window, type, noteMoment, true);
  for (const capture of [true, false]) listen(window, "mousemove", keepFrameOut, capture);
  return now;
}
// No event comes before the value of such an element is set: its own call must arm it.
const SET_WITHOUT_EVENTS = /^(select|file|date|time|datetime-local|month|week|range|color)$/;
const armsAtOnce = (el) => !SET_WITHOUT_EVENTS.test(el.localName) && !SET_WITHOUT_EVENTS.test(el.type || "");
// Called just before the pointer comes and goes down.
function underPointer({ x, y }) {
  const hit = hitAt(x, y);
  if (!armed.moved && !(hit && holds(registry.target, hit))) armed.moved = "another element is in its place";
  if (!armed.moved) shutFrames();
  return !armed.moved;
}
// A page may lay a frame under the pointer as it comes, and no check stands in that frame. So the press is withheld here then.
// A component whose root is closed may hold one.
const mayHoldDocument = (el) => el.matches(DOCUMENTS) || (!shadowOf(el) && (el.localName.includes("-") || !el.hasChildNodes()));
const isOver = (hit) => !!hit && !holds(armed.el, hit) && hit.closest("label")?.control !== armed.el;
function keepFrameOut(event) {
  if (!armed.el || !armed.first || !event.isTrusted || armed.moved || !POINTS.test(registry.kind)) return;
  const hit = undisturbed(() => hitAt(event.clientX, event.clientY));
  if (!isOver(hit) || !mayHoldDocument(hit) || hit.inert) return;
  Object.assign(armed, { moved: hit.matches(DOCUMENTS) ? FRAME_CAME : "another element is in its place", frame: hit });
  hit.inert = true;
}
// A page may do so after each of these listeners, too. From the last question until the pointer is down, no frame gets an event.
const DOCUMENTS = "iframe,frame,object,embed,fencedframe", FRAME_CAME = "a frame came over it";
const shut = { sheet: null, roots: [] };
function shutFrames() {
  openFrames();
  try {
    shut.sheet = new CSSStyleSheet();
    shut.sheet.replaceSync(`${DOCUMENTS} { pointer-events: none !important }`);
    shut.roots = [document, ...(shadowed(document) ? [...everything()].map(shadowOf).filter(Boolean) : [])];
    for (const root of shut.roots) root.adoptedStyleSheets = [...root.adoptedStyleSheets, shut.sheet];
    shut.end = after(1000, openFrames);
  } catch { openFrames(); }                                             // the page has replaced the means
}
function openFrames() {
  shut.end?.();
  for (const root of shut.roots) root.adoptedStyleSheets = [...root.adoptedStyleSheets].filter((one) => one !== shut.sheet);
  Object.assign(shut, { sheet: null, roots: [], end: null });
}
function frameAt({ clientX, clientY }) {
  openFrames();
  const hit = hitAt(clientX, clientY);
  return isOver(hit) && hit.matches(DOCUMENTS) ? FRAME_CAME : "";
}
// A list that follows the text of a field may stand in one box with it: what its texts say after the text was entered is no
// change of the field, to which a last key may still go. Values that tell the box from others count as before.
function noteEntered(el) {
  const was = el && pictures.get(el);
  if (was && !was.held && registry.kind === "fill" && !armed.first && !armed.moved) was.texts = [];
}
// Called after the action. Returns the difference for which its events were withheld, and whether the page got the first of them.
function disarm() {
  noteEntered(armed.el);
  armed.el = null;
  for (const capture of [true, false]) unlisten(window, "mousemove", keepFrameOut, capture);
  for (const type of SEQUENCE) unlisten(window, type, checkEvent, true);
  for (const type of MOMENTS) unlisten(window, type, noteMoment, true);
  openFrames();
  if (armed.frame) armed.frame.inert = false;
  armed.frame = null;
  return armed.moved && { why: armed.moved, begun: armed.begun, pauses: !!armed.pause };
}
