// Which elements a pointer had to rest on before another one could be clicked. A hover is reported only if the next
// click is on an element that it showed, by a script or by a rule of a style sheet; of nested menus each one is.

const MENU = "li,nav *,[aria-haspopup],[role=menu] *,[role=menubar] *,summary,figure,.menu,.dropdown";
function noteHover(event) {
  // An element that appears under a resting pointer was not hovered.
  if (event.clientX === recorder.pointerX && event.clientY === recorder.pointerY) return;
  [recorder.pointerX, recorder.pointerY] = [event.clientX, event.clientY];
  const hit = realTarget(event), el = hit && actor(hit);
  if (!el || el === document.body || el === document.documentElement || recorder.hovered?.at(-1)?.el === el) return;
  if (!el.matches(ACTIVE) && !el.matches(MENU)) {
    if (getComputedStyle(el).cursor !== "pointer" && el.childElementCount === 0) return;
  }
  const now = clock(), past = recorder.hovered || [];
  // A pointer that flies over many elements shows nothing by each: a look of a moment ago still holds.
  let seen = past.at(-1)?.seen;
  if (!seen || now - (recorder.hoverAt || 0) >= 30) {
    seen = new WeakSet();
    recorder.hoverAt = now;
    for (const e of matching(ACTIVE)) if (attainable(e)) seen.add(e);
  }
  // The texts of an open menu may be a part of its name: it is described before.
  const pointed = recorder.pointing?.el === el ? recorder.pointing : beforeMarks(el);
  recorder.hovered = [...past.slice(-7), { ...pointed, at: now, seen, print: el.childElementCount ? describe(el, true) : null }];
}
// The event of the pointer comes before that of the mouse, at which pages mark what it points at.
function notePointing(event) {
  const hit = realTarget(event), el = hit && actor(hit);
  keepTitles(hit);
  if (el) recorder.pointing = beforeMarks(el);
}
const beforeMarks = (el) => ({ el, path: absoluteXPath(el), states: statesOf(el), classes: lastingClasses(el) });

// Pointing at an option may mark it, and at a menu may open it. A replay looks before it points.
const statesOf = (el) => ({ selected: el.getAttribute("aria-selected"), expanded: el.getAttribute("aria-expanded"), styled: styledText(el) });
function asBeforePointing(el, print, hovered = recorder.hovered) {
  const redrawn = (h) => !h.el.isConnected && h.el.localName === el.localName && h.el.textContent === el.textContent && h.path === absoluteXPath(el);
  const was = hovered?.findLast((h) => h.el === el || redrawn(h));
  for (const [key, value] of Object.entries(was && el.localName !== "summary" ? was.states : {})) {
    if (value) print.details[key] = fold(value);
    else delete print.details[key];
  }
  if (was) print.classes = was.classes;
  if (was && marksPointed(el, was.states.selected)) print.details.pointed = "yes";
  return print;
}

// In a list of one choice that the pointer alone marked, "selected" tells where the pointer is, and not what is chosen.
const marksPointed = (el, before) => before !== "true" && el.getAttribute("aria-selected") === "true" && roleOf(el) === "option" && !el.closest("[aria-multiselectable=true]");

// By style: a rule with :hover applies to the element or an ancestor, and shows content that is hidden otherwise.
const HIDES = { display: /^none$/, visibility: /^(hidden|collapse)$/, opacity: /^0(\.0+)?$/, maxHeight: /^0/, height: /^0/, clipPath: /./, transform: /scale[XY]?\(0|translate/, left: /^-\d{3,}/, top: /^-\d{3,}/, position: /^(relative|absolute|fixed)$/ };
// A position hides nothing by itself: it gives effect to an offset that parks the element beside or above the page.
const PARKED = ["left", "top"];
// Whether the rules of a group apply now: @media and @supports by their condition, @layer and @container as they are.
function applies(group) {
  if (group.media?.mediaText && !matchMedia(group.media.mediaText).matches) return false;
  const supports = typeof CSSSupportsRule === "function" && group instanceof CSSSupportsRule;
  return !supports || CSS.supports(group.conditionText);
}
// The style rules of a list of rules with their selectors: within groups and imports too, nested ones written out.
function* rulesIn(rules, outer = "") {
  for (const rule of rules) {
    const own = rule.selectorText && outer ? nestedSelector(rule.selectorText, outer) : rule.selectorText;
    if (own) yield { selector: own, style: rule.style };
    else if (outer && rule.style) yield { selector: outer, style: rule.style };          // declarations in a nested group
    if (rule.styleSheet) { try { if (applies(rule)) yield* rulesIn(rule.styleSheet.cssRules, outer); } catch { continue; } }
    else if (rule.cssRules?.length && !rule.name?.length && applies(rule)) yield* rulesIn(rule.cssRules, own || outer);
    else if (rule.cssRules?.length && /^CSS(Layer|Container|Scope)/.test(rule.constructor.name)) yield* rulesIn(rule.cssRules, outer);
  }
}
const partsOfSelector = (selector) => selector.split(/,(?![^(]*\))/);
function nestedSelector(selector, outer) {
  const within = partsOfSelector(outer).length > 1 ? `:is(${outer})` : outer;
  return partsOfSelector(selector).map((part) => (part.includes("&") ? part.trim().replaceAll("&", within) : `${within} ${part.trim()}`)).join(", ");
}
function* styleRules(root) {
  for (const sheet of [...(root.styleSheets || []), ...(root.adoptedStyleSheets || [])]) {
    try { if (!sheet.disabled && applies(sheet)) yield* rulesIn(sheet.cssRules); } catch { continue; }    // of another origin
  }
}
// Whether a selector of a list holds for an element that no pointer is on: the others of the list do not matter.
const matchesAtRest = (el, selector) => partsOfSelector(selector).some((part) => !part.includes(":hover") && el.matches(part));
function hiddenAtRest(el, properties) {
  const asked = properties.flatMap((p) => (p === "position" ? PARKED : [p])), hides = (style) => asked.some((p) => HIDES[p].test(style[p]));
  if (hides(el.style)) return true;
  for (const { selector, style } of styleRules(el.getRootNode())) {
    try { if (hides(style) && matchesAtRest(el, selector)) return true; } catch { continue; }
  }
  return false;
}
// An element that is only transparent at rest is there for the pointer: pointing at it points at the box around it, too.
// Unless a style lets the pointer through, then the box must be pointed at first.
function fadesIn(up, opener, properties) {
  if (!opener.contains(up) || properties.some((p) => p !== "opacity" && hiddenAtRest(up, [p]))) return false;
  const root = up.getRootNode(), around = [];
  for (let one = up; one && one !== opener; one = one.parentElement) around.push(one);
  for (const { selector, style } of styleRules(root)) {
    try { if ((style.pointerEvents === "none" || hidesAtAll(style)) && around.some((one) => matchesAtRest(one, selector))) return false; } catch { continue; }
  }
  return !around.some((one) => one.style.pointerEvents === "none");
}
const hidesAtAll = (style) => HIDES.display.test(style.display) || HIDES.visibility.test(style.visibility);
function* hoverRules(root) {
  for (const { selector, style } of styleRules(root)) {
    const shows = selector.includes(":hover") ? Object.keys(HIDES).filter((p) => style[p] && !HIDES[p].test(style[p])) : [];
    if (shows.length) for (const part of partsOfSelector(selector)) yield [part.trim(), shows];
  }
}
// The elements, the outermost first, by whose hover the style sheets show an element, each with what it shows: one for
// each level of a menu.
function styledOpeners(el) {
  const root = el.getRootNode(), found = [];
  if (!root.querySelectorAll) return found;
  for (const [selector, shows] of hoverRules(root)) {
    const at = selector.lastIndexOf(":hover");
    if (at < 1 || !selector.slice(at + 6).trim()) continue;      // a rule that only changes its own element opens nothing
    for (let up = el, n = 0; up && n < 12; up = up.parentElement, n += 1) {
      try {
        if (!up.matches(selector) || !hiddenAtRest(up, shows)) continue;
        const opener = [...root.querySelectorAll(`${selector.slice(0, at)}:hover`)].filter((one) => one.contains(up) || !up.contains(one)).pop();
        if (opener && fadesIn(up, opener, shows)) continue;
        if (opener && opener !== el && !el.contains(opener) && !found.some(([one]) => one === opener)) found.push([opener, up]);
      } catch { break; }
    }
  }
  return found.sort(([a], [b]) => (a === b ? 0 : a.contains(b) || a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1));
}
// By script: the latest element that was hovered while the other one was not yet to be seen, and those that showed it.
function scriptedOpeners(el) {
  const since = Math.max(recorder.spokeAt || 0, recorder.focusAt || 0), found = [];
  const past = (recorder.hovered || []).filter((h) => h.at > since && h.el.isConnected);
  for (let wanted = el, n = 0; n < 4 && wanted.matches(ACTIVE); n += 1) {
    const at = past.findLastIndex((h) => h.el !== wanted && !h.seen.has(wanted) && !wanted.contains(h.el));
    if (at < 0) break;
    found.unshift(past[at].el);
    wanted = past[at].el;
    past.length = at;
  }
  return found;
}
// The elements whose hover made an element visible; read at mouse-down, because menus close at mouse-up.
function openersOfHover(el) {
  const openers = styledOpeners(el), all = openers.length ? openers : scriptedOpeners(el).map((one) => [one, null]);
  const past = recorder.hovered || [];
  return all.map(([one, shown]) => {
    const handle = handleOf(one, shown), print = past.find((h) => h.el === handle)?.print || describe(handle, true);
    return { el: handle, print: shown ? asClosed(handle, print, shown) : print, before: stateBefore() };
  });
}
// To point at the only control of an entry is to point at the entry. The text of the entry is also that of its menu.
function handleOf(opener, shown) {
  if (!shown || !opener.contains(shown) || opener.matches(ACTIVE) || (opener.matches(ITEM) && opener.localName !== "li")) return opener;
  const controls = fold(shown.textContent) ? [...opener.querySelectorAll(ACTIVE)].filter((one) => !shown.contains(one) && attainable(one)) : [];
  return controls.length === 1 ? controls[0] : opener;
}
// The elements that an opener shows are not beside it when a replay looks for it.
function asClosed(el, print, shown) {
  const said = fold(contentName(shown)), alone = without(shown, () => ({ ...partsOf(el, print.name), neighbours: neighboursOf(el) }));
  const context = said && print.context !== said ? fold(print.context.replace(said, "")) : print.context;
  return { ...print, context, ...alone };
}
function tellHover(openers) {
  recorder.hovered = [];
  for (const one of openers || []) emit("hover", one.el, { print: one.print, before: one.before });
}
