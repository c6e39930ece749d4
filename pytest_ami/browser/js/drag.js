// Dragging. A page moves things while they are dragged: the place to drop on is described when the pointer comes to it,
// before the handlers of the page, and so are the boxes around it and around the dragged element.

const FAR = 12;                                      // pixels from which a press is a drag
const drags = (el) => !textual(el) && !isInput(el, /range/) && el.localName !== "select" && !String(getSelection() || "");
const within = (el, outer) => el === outer || holds(outer, el);
function passBy(drag, el) {
  drag.passed ||= new Map();
  if (!el || drag.passed.has(el)) return;
  for (let up = el, n = 0; up && up !== document.documentElement && n < 5; up = parentOf(up), n += 1) {
    if (!drag.passed.has(up) && !within(up, drag.el)) drag.passed.set(up, describe(up, true));
  }
}
// Notes the element to which the pointer came with a dragged one; the dragged one itself is no place.
function comeTo(drag, el) {
  if (!el || within(el, drag.el) || drag.over === el) return;
  passBy(drag, el);
  if (drag.passed.has(el)) drag.over = el;
}
// The place of a drop: the element under the pointer as it was, or the one that the pointer came to last, because an
// element that makes room is no longer under the pointer.
function placeOfDrop(drag, under) {
  const hit = under.find((el) => !within(el, drag.el) && drag.passed?.has(el));
  const around = drag.over && hit && hit !== drag.over && hit.contains(drag.over) && drag.over.isConnected;
  return drag.passed?.get(around || !hit ? drag.over : hit) || null;
}
function tellDrag(drag, event, under) {
  const value = [event.clientX - drag.centre[0], event.clientY - drag.centre[1]].map(Math.round).join();
  if (!drag.passed) comeTo(drag, under.find((el) => !within(el, drag.el)));
  told("drag", drag.el, { print: drag.print, before: drag.before, value, drop: placeOfDrop(drag, under) });
}
const DRAGGING = {
  pointermove(event) {
    const down = recorder.down;
    if (!down || Math.hypot(event.clientX - down.x, event.clientY - down.y) <= FAR || !drags(down.el)) return;
    passBy(down, parentOf(down.el));
    comeTo(down, document.elementsFromPoint(event.clientX, event.clientY).find((el) => !within(el, down.el)));
  },
  dragstart(event) {
    const hit = realTarget(event);
    if (!hit) return;
    const el = hit.closest?.("[draggable=true]") || actor(hit), down = recorder.down;
    recorder.dragged = down?.el === el ? down : { ...pressed(el, event), before: down?.before || stateBefore() };
    recorder.down = null;
    passBy(recorder.dragged, parentOf(el));
  },
  dragenter(event) { if (recorder.dragged) comeTo(recorder.dragged, realTarget(event)); },
  drop(event) {
    const from = recorder.dragged, hit = realTarget(event);
    recorder.dragged = null;
    if (from && hit) tellDrag(from, event, event.composedPath().filter((node) => node.nodeType === 1));
  },
  dragend() { recorder.dragged = null; recorder.down = null; },
};
