// Numbers or a frame drawn over the page for a picture, and a mask over every secret in sight.
//
// They stand in a closed shadow root of one element in the top layer, because a modal dialog covers all other layers. The
// element goes when Python says so, and by itself after a while: a page that answers late may not hear Python any more.
// A mask is right only at one moment. So it is checked before each frame that the browser paints, and once more after the
// picture: a secret that moved, came or was painted over the mask in between makes the picture worthless.

const PAD = 2, LASTS = 3000;                                   // pixels around a secret; milliseconds
const mask = { host: null, layer: null, covers: [], hide: [], held: true, end: null };

// ---- the secrets in sight ----

const plain = (text) => fold(text.replace(/[\u00ad\u200b-\u200d\u2060\ufeff]/g, ""));      // as it looks: white space folded, nothing that has no width
const bare = (text) => text.replace(/[\s-]/g, "");
function showing(texts) {
  const wanted = texts.flatMap((t) => [t, plain(t), encodeURIComponent(t), encodeURI(t)]), cards = texts.filter((t) => /^\d{8,}$/.test(t));
  const anyCase = wanted.filter((t) => t.length > 5).map((t) => t.toLowerCase());
  const holdsOne = (text, low = anyCase.length ? text.toLowerCase() : "") => wanted.some((t) => text.includes(t)) || anyCase.some((t) => low.includes(t));
  return (text) => !!text && (holdsOne(text) || holdsOne(plain(text)) || cards.some((t) => bare(text).includes(t)));
}
// The texts that the browser itself draws for an element: none of them is a text node with a box.
const PAINTS = "input,textarea,select,[contenteditable],img[alt]";
function painted(el) {
  if (el.localName === "select") return [...el.options].flatMap((one) => [one.label, one.text, one.parentElement.label]);
  return [el.value ?? el.textContent, el.placeholder, el.alt];
}
// The children as rendered: the content of a shadow root, the nodes in a slot. A secret may be split into several.
const drawn = (node) => [...(shadowOf(node) || node).childNodes].filter((n) => n !== mask.host)
  .flatMap((n) => (n.localName === "slot" && n.assignedNodes().length ? n.assignedNodes({ flatten: true }) : [n]));
const said = (node, texts) => {
  if (node.nodeType === 3) return node.data;
  if (node.nodeType !== 1 && node.nodeType !== 11 || /^(script|style|template)$/.test(node.localName || "")) return "";
  if (!texts.has(node)) texts.set(node, drawn(node).map((n) => said(n, texts)).join(""));
  return texts.get(node);
};
// The boxes of an element and of all texts below it: a text may stand outside of the box of its element.
function* boxesBelow(node) {
  if (node.nodeType === 3) {
    const range = document.createRange();
    range.selectNodeContents(node);
    yield* range.getClientRects();
  } else if (node.nodeType === 1) {
    yield node.getBoundingClientRect();
    for (const one of drawn(node)) yield* boxesBelow(one);
  }
}
function* boxesOfText(shows, root = document.documentElement, texts = new Map()) {
  if (!root || !shows(said(root, texts))) return;
  const parts = root.nodeType === 1 ? drawn(root) : [], holders = new Set(parts.filter((n) => shows(said(n, texts))));
  for (const node of holders) yield* boxesOfText(shows, node, texts);
  if (shows(parts.length ? parts.map((n) => (holders.has(n) ? "\0" : said(n, texts))).join("") : said(root, texts))) yield* boxesBelow(root);
}
function* boxesOfStyle(shows) {
  for (const el of matching("*")) {
    for (const part of ["::before", "::after", "::marker"]) {
      const content = getComputedStyle(el, part).content;
      if (content !== "none" && content !== "normal" && shows(content.replace(/\\(.)/g, "$1"))) yield el.getBoundingClientRect();
    }
  }
}
function* secretsInSight(hide) {
  const shows = showing(hide), inSight = (box) => box.width && box.height && inWindow(box);
  for (const el of matching(PAINTS)) {
    const box = el.getBoundingClientRect();
    if (inSight(box) && (isSecret(el) || painted(el).some(shows))) yield box;
  }
  if (!hide.length) return;
  for (const box of boxesOfText(shows)) if (inSight(box)) yield box;
  for (const box of boxesOfStyle(shows)) if (inSight(box)) yield box;
}

// ---- the drawing ----

// The element of the next action comes into view before anything is covered; the action would scroll to it as well.
const markedBy = (ref) => [ref === "target" ? registry.target : registry.refs.get(ref)].find(live);
function bringIntoView({ ref }) {
  const el = markedBy(ref), box = el?.getBoundingClientRect();
  if (box && (box.bottom < 0 || box.top > innerHeight)) el.scrollIntoView({ block: "center", behavior: "instant" });
  return true;
}
function wipe() {
  mask.end?.();
  mask.host?.remove();
  Object.assign(mask, { host: null, layer: null, covers: [], hide: [], held: true, end: null });
  return true;
}
// No style of the page changes the element: neither its place nor whether it can be seen.
const FIRM = `position:fixed;inset:0;display:block;visibility:visible;opacity:1;width:auto;height:auto;max-width:none;max-height:none;margin:0;padding:0;
  border:0;overflow:visible;background:none;pointer-events:none;z-index:2147483647;transform:none;translate:none;rotate:none;scale:none;zoom:1;filter:none;
  clip:auto;clip-path:none;mask:none;mix-blend-mode:normal;contain:none;content-visibility:visible;transition:none;animation:none;`.replace(/;/g, " !important;");
const FRAMED = "outline:3px solid #d0021b;outline-offset:3px;border-radius:2px;box-shadow:0 0 0 6px #fffc;";
const TAGGED = "position:absolute;left:0;top:-1px;font:bold 10px/12px sans-serif;background:#d0021b;color:#fff;padding:0 2px";
// Cover what must not be seen, and frame one element or number all; ref and numbered say which.
function drawOver({ hide, ref = "", numbered = false }) {
  wipe();
  const host = document.createElement("div"), layer = document.createElement("div");
  host.style.cssText = FIRM;
  host.attachShadow({ mode: "closed" }).append(layer);
  (hitAt(1, 1)?.closest(":modal") || document.documentElement).append(host);     // a modal dialog makes all else unreachable for hits
  if (host.showPopover) { host.popover = "manual"; host.showPopover(); }
  Object.assign(mask, { host, layer, hide, end: after(LASTS, wipe) });
  layer.style.cssText = "position:fixed;left:0;top:0;width:100px;height:100px";
  const own = layer.getBoundingClientRect(), scale = own.width / 100;         // a page with a zoom stretches what is drawn
  layer.style.cssText = "";
  const draw = (box, style, text = "", pad = 0) => {
    const shape = document.createElement("div"), at = [box.x - own.x - pad, box.y - own.y - pad, box.width + 2 * pad, box.height + 2 * pad].map((n) => n / scale);
    shape.style.cssText = `position:fixed;left:${at[0]}px;top:${at[1]}px;width:${at[2]}px;height:${at[3]}px;${style}`;
    if (text) shape.append(Object.assign(document.createElement("span"), { textContent: text, style: TAGGED }));
    layer.append(shape);
    return shape;
  };
  mask.covers = [...secretsInSight(hide)].map((box) => draw(box, "background:#444;", "", PAD));
  const one = markedBy(ref), marks = numbered ? [...registry.refs].map(([name, el]) => [el, "outline:1px solid #d0021b;", name.slice(1)]) : one ? [[one, FRAMED]] : [];
  for (const [el, style, text] of marks) {
    const box = el.getBoundingClientRect();
    if (box.width && inWindow(box)) draw(box, style, text);
  }
  watchMask(host);
  return true;
}

// ---- the check ----

// Whether each secret in sight lies under a cover now, and nothing is painted over the covers.
function isMasked() {
  const covers = mask.covers.map((one) => one.getBoundingClientRect());
  const under = (box) => covers.some((c) => c.left < box.left && c.top < box.top && c.right > box.right && c.bottom > box.bottom);
  if (!mask.host?.isConnected || ![...secretsInSight(mask.hide)].every(under)) return false;
  mask.layer.style.pointerEvents = "auto";
  const middle = (a, b, most) => (Math.max(a, 0) + Math.min(b, most)) / 2;
  const onTop = covers.filter(inWindow).every((c) => {
    const hit = hitAt(middle(c.left, c.right, innerWidth), middle(c.top, c.bottom, innerHeight));
    return !!hit && holds(mask.host, hit);
  });
  mask.layer.style.pointerEvents = "";
  return onTop;
}
// Check before each frame that is painted, with a fifth of the page's time at most.
function watchMask(host) {
  let rest = 0;
  const check = () => {
    if (mask.host !== host) return;
    const now = clock();
    if (now >= rest) {
      mask.held = mask.held && undisturbed(isMasked);
      rest = clock() + 4 * (clock() - now);
    }
    frame(check);
  };
  frame(check);
}
function stillMasked() {
  return mask.held && isMasked();
}
