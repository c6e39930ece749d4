// The page for a teacher: interactive elements, numbered in document order. Secret values stay in the page.

const MODAL = "dialog[open],[aria-modal=true]";

// The marks of a control without a text: its classes, and the classes, names and files of the icons in it.
function marksOf(el) {
  const marks = [];
  for (const node of [el, ...el.querySelectorAll("*")].slice(0, 12)) {
    for (const key of ["class", "data-icon", "data-lucide", "icon", "href", "xlink:href", "src"]) {
      const value = node.getAttribute(key) || "";
      if (value && !(node === el && key === "href")) marks.push(/^(href|xlink:href|src)$/.test(key) ? value.split(/[#/]/).pop().replace(/\.\w+$/, "") : value);
    }
  }
  return cut(marks.join(" ").replace(/[_\-.]+/g, " "), 200);
}

// A veil over the whole window, with or without a role: a person can press nothing behind it.
function veil() {
  const wide = (el) => { const b = el.getBoundingClientRect(); return b.x <= 1 && b.y <= 1 && b.right >= innerWidth * 0.9 && b.bottom >= innerHeight * 0.9; };
  const over = (x, y) => { let el = hitAt(x, y); while (el && el !== document.body && !(getComputedStyle(el).position === "fixed" && wide(el))) el = parentOf(el); return el === document.body ? null : el; };
  const corners = [[6, 6], [innerWidth - 26, 6], [6, innerHeight - 6], [innerWidth - 26, innerHeight - 6]].map(([x, y]) => over(x, y)).filter(Boolean);
  return corners.find((one) => corners.filter((other) => other === one).length > 2) || null;
}
function behind(el, cover) {
  const family = cover && (cover.parentElement === document.body ? cover : cover.parentElement);
  if (!cover || holds(family, el)) return false;
  const box = el.getBoundingClientRect(), x = box.x + box.width / 2, y = box.y + box.height / 2;
  const hit = x > 0 && y > 0 && x < innerWidth && y < innerHeight ? hitAt(x, y) : cover;
  return hit === cover || (!!hit && !holds(el, hit) && holds(family, hit));
}
// Elements that only the pointer shows to be pressable: a page gives them neither a role nor a place among the keys.
const UNNAMED = 60;
function pressables(walk) {
  const found = new Set(), points = (el) => !!el && getComputedStyle(el).cursor === "pointer";
  let n = 0;
  for (const el of walk) {
    if ((n += 1) > GLANCE || found.size >= UNNAMED) break;
    if (el.matches(`${ACTIVE},option,html,body`) || !(el.onclick || (points(el) && !points(parentOf(el))))) continue;
    const box = el.getBoundingClientRect();
    if (!visible(el) || box.width * box.height > 0.5 * innerWidth * innerHeight || el.closest(ACTIVE) || el.closest("label")?.control) continue;
    if (cut(contentName(el), 80) || marksOf(el)) found.add(el);
  }
  return found;
}
// The name of the thing that a press in the middle of an element would hit instead; a label, and a box around the element,
// pass the press on.
function coverName(el) {
  if (isInput(el, /^(checkbox|radio|file)$/)) return "";
  const box = el.getBoundingClientRect(), at = visibleMiddle(el), hit = hitAt(box.x + at.x, box.y + at.y);
  if (!hit || holds(el, hit) || holds(hit, el) || hit.closest?.("label")?.control === el) return "";
  const over = layerOf(hit) || hit;
  return cut(nameOf(over) || contentName(over), 60) || over.localName;
}
const inWindow = (box) => box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth;

// The title of the group of fields in which an element stands; the text of a group is that of all its fields.
const GROUP = "fieldset,[role=group],[role=radiogroup]";
const groupTitle = (group) => cut(group.getAttribute("aria-label") || byIds(group, "aria-labelledby").map((one) => one.textContent).join(" ") || group.querySelector(":scope > legend")?.textContent, 80);

function elementFacts(el, ref) {
  const role = roleOf(el), box = el.getBoundingClientRect(), words = [];
  const text = role ? "" : cut(contentName(el), 81), called = nameOf(el, role) || (text.length < 81 && !textual(el) ? text : "");
  if (disabled(el)) words.push("disabled");
  if (el.checked || el.getAttribute("aria-checked") === "true") words.push("checked");
  if (el.getAttribute("aria-expanded")) words.push(el.getAttribute("aria-expanded") === "true" ? "expanded" : "collapsed");
  if (el.getAttribute("aria-selected") === "true") words.push("selected");
  if (el.required || el.getAttribute("aria-required") === "true") words.push("required");
  if (el.getAttribute("aria-invalid") === "true") words.push("invalid");
  if (isSecret(el)) words.push("secret");
  const opens = el.getAttribute("aria-haspopup");
  if (opens && opens !== "false") words.push(opens === "listbox" ? "list" : "menu");
  const attributes = {};
  for (const key of ["id", "name", "autocomplete", ...TEST_IDS]) if (el.getAttribute(key)) attributes[key] = el.getAttribute(key);
  if (!called && !labelOf(el) && marksOf(el)) attributes.icon = marksOf(el);
  const value = valueOf(el), place = landmarkOf(el), context = contextOf(el), item = rowOf(el), seen = inWindow(box) && !scrolledOutOf(el);
  return {
    ref, tag: el.localName, role: role || (el.localName), name: called, label: labelOf(el), type: el.getAttribute("type") || "",
    value: typeof value === "string" && !/^(un)?checked$/.test(value) ? cut(value, 80) : "", placeholder: el.getAttribute("placeholder") || "",
    state: words, context: context || (/^(dialog|alertdialog|form|menu|search)/.test(place) ? place.replace("|", " ").trim() : ""), attributes,
    ...(item && textOfItem(item) ? partsOfBox(item, null) : { cells: [], texts: [] }),
    group: item?.matches(GROUP) ? groupTitle(item) || headingOf(el) : "", heading: cut(headingOf(el), 80),
    options: el.localName === "select" ? [...el.options].slice(0, 20).map((o) => cut(o.textContent, 40)) : [],
    box: [box.x + scrollX, box.y + scrollY, box.width, box.height].map(Math.round), in_view: seen, cover: seen ? coverName(el) : "",
  };
}
function observe({ first = 1, limit = 400 }) {
  registry.refs.clear();
  const modals = [...matching(MODAL)].filter(visible), top = modals[modals.length - 1], cover = top ? null : veil();
  const elements = [], loose = limit ? pressables(everything(top || document)) : new Set();
  let n = first;
  for (const el of loose.size ? everything() : matching(ACTIVE)) {
    if (elements.length >= limit) break;
    if (loose.size && !loose.has(el) && !el.matches(ACTIVE)) continue;
    if (!usable(el) || (top && !holds(top, el)) || behind(el, cover) || (el.matches("button,a[href]") && cutAway(el))) continue;
    if (el.parentElement?.closest("button,a[href],[role=button],[role=link],[role=menuitem]") && !el.matches("a[href],button,input,select,textarea")) continue;
    const ref = `e${n}`;
    n += 1;
    registry.refs.set(ref, el);
    elements.push(elementFacts(el, ref));
  }
  // Behind an open modal dialog only messages are still of use to a person.
  const heard = [...matching(NOTICE)].filter((el) => visible(el) && (!top || holds(top, el) || /status|alert/.test(roleOf(el))));
  const notices = [...new Set(heard.slice(0, 60).map((el) => noticeText(el, 100)).filter(Boolean))];
  const passed = [...passing].filter((text) => !notices.includes(text));
  passing.clear();
  return { url: location.href, title: document.title, elements, notices, passed, texts: limit ? textLines(top || document.body) : [], next: n, sealed: sealed() };
}
// The element at a point of the window, as "p1", and the point within it; of a frame, the point in its document.
function pointed({ x, y }) {
  const hit = hitAt(x, y);
  if (!hit) return null;
  const box = hit.getBoundingClientRect();
  if (/^i?frame$/.test(hit.localName)) return { inner: [x - box.x - hit.clientLeft, y - box.y - hit.clientTop] };
  const el = hit.closest(ACTIVE) || hit, own = el.getBoundingClientRect();
  registry.refs.set("p1", el);
  return { element: elementFacts(el, "p1"), offset: [x - own.x, y - own.y] };
}
