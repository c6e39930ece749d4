// The cover of an element, such as a dialog or a layer that fills the window, and the part of an element that is in view.

const hitAt = (x, y) => {
  let hit = document.elementFromPoint(x, y);
  for (let root = hit && shadowOf(hit); root; root = hit && shadowOf(hit)) {
    const next = root.elementFromPoint(x, y);
    if (!next || next === hit) break;
    hit = next;
  }
  return hit;
};
const DIALOG = "dialog[open],[role=dialog],[role=alertdialog],[aria-modal=true]";
// A dialog, or a fixed element that fills most of the window.
function layerOf(hit) {
  let found = null;
  for (let up = hit; up && up !== document.body && up !== document.documentElement; up = drawnIn(up)) {
    if (up.matches(DIALOG)) found = up;
    else if (!found && getComputedStyle(up).position === "fixed") {
      const box = up.getBoundingClientRect();
      if (box.width * box.height > 0.5 * innerWidth * innerHeight) found = up;
    }
  }
  return found;
}
// The box that scrolls an element out of its view, such as an open list with many options.
function scrolledOutOf(el) {
  const box = el.getBoundingClientRect(), x = box.x + box.width / 2, y = box.y + box.height / 2;
  for (let up = drawnIn(el); up && up !== document.body && up !== document.documentElement; up = drawnIn(up)) {
    if (up.scrollHeight <= up.clientHeight && up.scrollWidth <= up.clientWidth) continue;
    const port = up.getBoundingClientRect(), style = getComputedStyle(up), out = [x < port.left || x > port.right, y < port.top || y > port.bottom];
    if ((out[0] && /auto|scroll/.test(style.overflowX)) || (out[1] && /auto|scroll/.test(style.overflowY))) return up;
  }
  return null;
}
// The cover of an element, such as a dialog; for an element out of view, the cover of the middle of the window, or of the
// box that scrolls it: a press brings the element into the view of that box.
function coverOver(el) {
  const port = el?.isConnected ? scrolledOutOf(el) : null;
  if (port) return coverOver(port);
  const box = el?.getBoundingClientRect(), x = box ? box.x + box.width / 2 : -1, y = box ? box.y + box.height / 2 : -1;
  const inView = box?.width > 0 && x >= 0 && y >= 0 && x < innerWidth && y < innerHeight;
  const hit = inView ? hitAt(x, y) : hitAt(innerWidth / 2, innerHeight / 2);
  if (!hit || (el && (el === hit || el.contains(hit) || hit.contains(el)))) return null;
  const layer = layerOf(hit);
  for (let up = el; layer && up; up = drawnIn(up)) if (up === layer) return null;
  return layer;
}

// The middle of the part of an element that is in view: a canvas may be much larger than the window on it.
function visibleMiddle(el) {
  const box = el.getBoundingClientRect();
  let [left, top, right, bottom] = [Math.max(box.left, 0), Math.max(box.top, 0), Math.min(box.right, innerWidth), Math.min(box.bottom, innerHeight)];
  for (let up = drawnIn(el); up && up !== document.documentElement; up = drawnIn(up)) {
    if (getComputedStyle(up).overflow === "visible") continue;
    const window_ = up.getBoundingClientRect();
    [left, top, right, bottom] = [Math.max(left, window_.left), Math.max(top, window_.top), Math.min(right, window_.right), Math.min(bottom, window_.bottom)];
  }
  const seen = right > left && bottom > top;
  return seen ? { x: (left + right) / 2 - box.left, y: (top + bottom) / 2 - box.top } : { x: box.width / 2, y: box.height / 2 };
}
