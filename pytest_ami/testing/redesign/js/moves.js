// Mutations that keep the meaning: places, containers, time, and the way through the pages.

// A frame that is moved is loaded anew, and what it held is lost.
const carries = (el) => el.localName === "iframe" || !!el.querySelector?.("iframe");
const free = (el) => !listensFor(el) && !ours(el);
KINDS.Wrapped = {
  each(el, m) { let inside = el; for (let n = 0; n < m.depth; n += 1) { const box = make(m.tag, { class: `w${n}` }); inside.replaceWith(box); box.append(inside); inside = box; } return true; },
  suits: (el, m) => !/^(tr|tbody|thead|table|ul|ol|select|optgroup|tablist)$/.test(el.parentElement?.localName) && !/^(tablist|menu|listbox|radiogroup)$/.test(el.parentElement?.getAttribute("role") || "") && !/^(option|li|td|tr)$/.test(el.localName)
    && !(m.tag === "div" && el.closest("p,button,a") !== (/^(a|button)$/.test(el.localName) ? el : null)),
};
KINDS.Unwrapped = {
  suits: (el) => { const box = el.parentElement; return box && /^(div|span|p)$/.test(box.localName) && free(box) && !box.id && !box.hasAttribute("role") && !box.hasAttribute("hidden") && !box.hasAttribute("style") && box !== document.body && box.parentElement !== document.documentElement && !box.querySelector("[role=status],[role=alert]") && [...box.childNodes].every((n) => n.nodeType !== 3 || !fold(n.data)); },
  each(el) { const box = el.parentElement; if (carries(box)) return false; box.replaceWith(...box.childNodes); return true; },
};
const MOVABLE = /^(button|a|div|label|p|li|tr|section|fieldset|span|input)$/;
KINDS.SiblingsReordered = {
  each(el, m) {
    let unit = el;
    while (unit.parentElement && unit.parentElement.children.length < 2) unit = unit.parentElement;
    const box = unit.parentElement, units = [...(box?.children || [])].filter((one) => !/^(script|style|template|legend|caption|thead|colgroup|summary)$/.test(one.localName));
    if (units.some(carries) || units.length < 2 || units.length > 30 || box === document.documentElement || box === document.body || !units.every((one) => MOVABLE.test(one.localName)) || /^(select|tr)$/.test(box.localName)) return false;
    if (units.some((one) => one.localName === "label" || one.localName === "input") && units.length !== units.filter((one) => one.localName === units[0].localName).length) return false;
    const next = units.at(-1).nextSibling, order = m.way === "reversed" ? units.reverse() : units.sort((a, b) => chance(m.kind, keyOf(a)) - chance(m.kind, keyOf(b)));
    for (const one of order) box.insertBefore(one, next);
    return true;
  },
};
KINDS.SectionMoved = {
  each(el, m) {
    let unit = sectionOf(el);
    while (unit?.parentElement && unit.parentElement !== document.body && unit.parentElement.children.length === 1) unit = unit.parentElement;
    const box = unit?.parentElement;
    if (!unit || !box || carries(unit) || unit === document.body || !/^(body|div|main|section|article|td)$/.test(box.localName) || unit.closest("[role=dialog],dialog") === unit || moved.has(unit)) return false;
    moved.add(unit);
    const others = [...box.children].filter((one) => one !== unit && !/^(script|style|template)$/.test(one.localName));
    if (!others.length) return false;
    if (m.way === "first") { if (others[0].compareDocumentPosition(unit) & 2) return false; box.insertBefore(unit, others[0]); } else { if (others.at(-1).compareDocumentPosition(unit) & 4) return false; others.at(-1).after(unit); }
    return true;
  },
};
const moved = new WeakSet();
KINDS.ListToCards = {
  suits: (el) => !!el.closest("tr,li") && !el.closest("[role=presentation],[role=menu],[role=tablist],thead"),
  each(el) {
    const row = el.closest("tr,li"), box = row.closest("table,ul,ol");
    if (!box || carded.has(row)) return false;
    carded.add(row);
    if (row.localName === "tr") {
      for (const one of [box, ...box.querySelectorAll("tbody,thead")]) { put(one, "style", "display:block"); put(one, "role", one === box ? "list" : "presentation"); }
      put(row, "role", "listitem");
      put(row, "style", "display:flex;flex-wrap:wrap;gap:8px;border:1px solid #ccc;border-radius:8px;margin:8px;padding:8px");
      for (const cell of row.children) { put(cell, "role", "presentation"); put(cell, "style", "display:block"); }
    } else { put(box, "style", "display:flex;flex-wrap:wrap;list-style:none;padding:0"); put(row, "role", "article"); put(row, "style", "border:1px solid #ccc;border-radius:8px;margin:8px;padding:8px;list-style:none"); put(box, "role", "presentation"); }
    return true;
  },
};
const carded = new WeakSet();
KINDS.ListToTable = {
  suits: (el) => el.closest("ul,ol") && !el.closest("[role=menu],[role=tablist],[role=listbox]"),
  each(el) {
    const list = el.closest("ul,ol"), rows = [...list.children].filter((one) => one.localName === "li");
    if (carded.has(list) || !rows.length || list.parentElement?.closest("li")) return false;
    carded.add(list);
    put(list, "role", "table");
    put(list, "style", "display:table;width:100%;padding:0");
    for (const row of rows) { put(row, "role", "row"); put(row, "style", "display:table-row"); for (const one of row.children) if (!one.hasAttribute("role") && /^(div|span|p)$/.test(one.localName)) put(one, "role", "cell"); }
    return true;
  },
};

// ---- into something else -------------------------------------------------------------------------------------------

// A piece that lives by itself: nobody above listens for it, and no label or form reaches across its edge.
function island(el) {
  const unit = el.closest("form") || sectionOf(el);
  if (!unit || unit === document.body || unit.contains(document.body) || delegated(unit) || unit.querySelector("iframe,script") || isles.has(unit) || unit.closest("table") !== null || unit.localName === "table") return null;
  return unit.getRootNode() === document ? unit : null;
}
const isles = new WeakSet();
const styleText = () => [...document.styleSheets].map((sheet) => { try { return [...sheet.cssRules].map((rule) => rule.cssText).join("\n"); } catch { return ""; } }).join("\n");
KINDS.IntoFrame = {
  each(el) {
    const unit = island(el);
    if (!unit) return false;
    isles.add(unit);
    const frame = make("iframe", { style: `border:0;width:100%;height:${Math.max(160, unit.offsetHeight + 60)}px` });
    globalThis[CONFIG.token] = true;
    try { unit.replaceWith(frame); void frame.contentWindow.document; } finally { delete globalThis[CONFIG.token]; }
    const doc = frame.contentDocument, base = doc.createElement("base"), style = doc.createElement("style");
    base.target = "_top"; base.href = document.baseURI; style.textContent = `${styleText()}\nbody{margin:0!important}`;
    doc.head.append(base, style);
    doc.body.append(unit);
    inner.add(doc); roots.add(doc); membrane();
    listen(frame.contentWindow);
    guard(frame.contentWindow);
    sendOldNames(frame.contentWindow);
    observer.observe(doc, WATCH);
    let grown = 0;
    new ResizeObserver(() => { const need = doc.documentElement.scrollHeight; if (need > frame.clientHeight + 1 && (grown += 1) < 6) frame.style.height = `${need}px`; }).observe(unit);
    return true;
  },
};
KINDS.IntoShadow = {
  each(el, m) {
    const unit = island(el);
    if (!unit) return false;
    isles.add(unit);
    const host = make("div");
    unit.replaceWith(host);
    const root = host.attachShadow({ mode: m.mode }), style = make("style");
    style.textContent = styleText();
    root.append(style, unit);
    inner.add(root); membrane();
    return true;
  },
};
KINDS.IntoMenu = {
  suits: (el) => pressable(el) && !el.closest("details,[role=menu],[role=tablist],[role=dialog],select,tr,ul"),
  each(el, m) {
    const box = make("details", { style: "display:inline-block" }), opener = step(make("summary", {}, m.label));
    el.replaceWith(box);
    box.append(opener, el);
    return true;
  },
};
KINDS.IntoTab = {
  each(el, m) {
    const unit = el.closest("form") || sectionOf(el);
    if (!unit || carries(unit) || unit === document.body || unit.closest("table,[role=tabpanel],dialog,[role=dialog],[role=navigation],nav") || moved.has(unit) || unit.parentElement?.localName === "form") return false;
    moved.add(unit);
    const bar = make("div", { role: "tablist" }), panel = make("div", { role: "tabpanel", hidden: "" });
    const tab = (text, on) => { const made = step(make("button", { type: "button", role: "tab", "aria-selected": String(on) }, text)); bar.append(made); return made; };
    const one = tab(m.first, true), two = tab(m.second, false);
    const turn = (open) => { panel.hidden = !open; put(one, "aria-selected", String(!open)); put(two, "aria-selected", String(open)); };
    one.addEventListener("click", () => turn(false));
    two.addEventListener("click", () => turn(true));
    unit.replaceWith(bar, panel);
    panel.append(unit);
    return true;
  },
};
// Rows beyond the first ones wait outside the page.
function rowsOf(el) {
  const row = el.closest("tr,li,article"), box = row?.parentElement;
  if (!box || el.closest("[role=presentation] > tbody > tr") === row || el.closest("nav,[role=navigation],[role=menu],[role=tablist]")) return null;
  const rows = [...box.children].filter((one) => one.localName === row.localName && one.querySelector("td,a,button") || one.localName !== "tr" && one.localName === row.localName);
  return rows.length > 3 ? { box, rows } : null;
}
KINDS.Paginated = {
  each(el, m) {
    const found = rowsOf(el);
    if (!found || carded.has(found.box)) return false;
    const { box, rows } = found, size = Math.max(2, Math.min(m.size, Math.ceil(rows.length / 2)));
    carded.add(box);
    let page = 0;
    const bar = make("div", { class: "pager" }), back = step(make("button", { type: "button" }, m.back)), next = step(make("button", { type: "button" }, m.next));
    const draw = () => { rows.forEach((row, n) => { row.hidden = Math.floor(n / size) !== page; row.style.display = row.hidden ? "none" : ""; }); back.disabled = !page; next.disabled = (page + 1) * size >= rows.length; };
    back.addEventListener("click", () => { page -= 1; draw(); });
    next.addEventListener("click", () => { page += 1; draw(); });
    bar.append(back, next);
    (box.closest("table") || box).after(bar);
    draw();
    return true;
  },
};
KINDS.Virtualised = {
  each(el, m) {
    const found = rowsOf(el);
    if (!found || carded.has(found.box)) return false;
    const { box, rows } = found, first = Math.max(2, Math.min(m.size, rows.length - 1));
    carded.add(box);
    const scroller = box.closest("table") || box, frame = make("div", { style: "max-height:180px;overflow-y:auto", tabindex: "0" });
    scroller.replaceWith(frame);
    frame.append(scroller, make("div", { style: `height:${(rows.length - first) * 30}px` }));
    const waiting = rows.slice(first);
    for (const row of waiting) row.remove();
    frame.addEventListener("scroll", () => { for (const row of waiting.splice(0, m.size)) box.append(row); if (!waiting.length) frame.lastChild.style.height = "0"; still(); });
    return true;
  },
};

// ---- time ----------------------------------------------------------------------------------------------------------

KINDS.Delayed = {
  each(el, m) {
    const app = standsFor.get(el) || el, unit = m.whole ? sectionOf(el) : el;
    if (!unit || carries(unit) || unit === document.body || moved.has(unit) || !unit.isConnected || (m.whole && (unit.contains(document.activeElement) || !unit.parentElement))) return false;
    moved.add(unit);
    const mark = document.createComment("");
    unit.replaceWith(mark);
    setTimeout(() => { mark.replaceWith(unit); still(); }, m.ms);
    return !!app;
  },
};
KINDS.Lazy = {
  each(el) {
    const unit = sectionOf(el);
    if (!unit || carries(unit) || unit === document.body || moved.has(unit) || !unit.parentElement || unit.closest("table") || unit.localName === "tr") return false;
    moved.add(unit);
    const place = make("div", { style: `min-height:${Math.max(24, unit.offsetHeight)}px`, "aria-busy": "true" });
    unit.replaceWith(place);
    new IntersectionObserver((seen, watch) => { if (seen.some((one) => one.isIntersecting)) { watch.disconnect(); place.replaceWith(unit); still(); } }).observe(place);
    return true;
  },
};
KINDS.Animated = { each(el, m) { el.animate([{ transform: `translate${m.axis}(60px)`, opacity: 0 }, { transform: "none", opacity: 1 }], { duration: m.ms, easing: "ease-out" }); return true; } };

// ---- the way -------------------------------------------------------------------------------------------------------

// Once a tab, and on pages: a part of one, or a document that keeps nothing, has no such thing.
const seen = (what, set) => { try { if (set) sessionStorage.setItem(what, "1"); return top !== self || !!sessionStorage.getItem(what); } catch { return true; } };
function overlay(m, once) {
  if (seen(once)) return false;
  const box = make("div", { role: "dialog", "aria-modal": "true", "aria-label": m.title, style: "position:fixed;inset:0;background:#000a;display:grid;place-items:center;z-index:99999;visibility:visible" });
  const button = step(make("button", { type: "button" }, m.button));
  box.append(make("div", { style: "background:#fff;color:#222;padding:24px;max-width:420px;border-radius:8px" }, make("h2", {}, m.title), make("p", {}, m.text), button));
  button.addEventListener("click", () => { seen(once, true); box.remove(); });
  document.body.append(box);
  return true;
}
KINDS.ConsentAsked = { page: (m) => overlay(m, "consent") };
KINDS.Interstitial = {
  page(m) {
    if (seen("welcome") || document.body.childElementCount === 0) return false;
    const rest = [...document.body.children].filter((el) => !/^(script|style|template)$/.test(el.localName)), was = rest.map((el) => [el, el.style.display]);
    for (const el of rest) el.style.display = "none";
    const go = step(make("button", { type: "button" }, m.button)), box = make("div", { style: "padding:48px;text-align:center" }, make("h1", {}, m.title), make("p", {}, m.text), go);
    go.addEventListener("click", () => { seen("welcome", true); box.remove(); for (const [el, display] of was) el.style.display = display; });
    document.body.prepend(box);
    return true;
  },
};
KINDS.BannerAdded = { page(m) { if (top !== self) return false; document.body.prepend(make("aside", { role: "note", style: "background:#fff3c4;color:#333;padding:10px 16px" }, m.text)); return true; } };
KINDS.FooterCopied = {
  suits: (el) => pressable(el) && /^(a|button)$/.test(el.localName) && el.closest("nav,header,[role=navigation],[role=banner]"),
  each(el) {
    const app = standsFor.get(el) || el, footer = document.querySelector("[data-foot]") || document.body.appendChild(make("footer", { "data-foot": "", style: "padding:16px;border-top:1px solid #ccc" }));
    const copy = el.cloneNode(true);
    copy.removeAttribute("id");
    standsFor.set(copy, app);
    copy.addEventListener("click", (event) => { event.preventDefault(); event.stopImmediatePropagation(); passOn(app, event); }, true);
    footer.append(copy);
    return true;
  },
};
KINDS.StepSpared = {
  // Only what says itself that it opens something: anything else may do something for good.
  suits: (el, m) => m.at !== "*" && pressable(el) && (el.localName === "summary" || el.hasAttribute("aria-haspopup") || el.getAttribute("aria-expanded") === "false") && !spared.has(m.at),
  each(el, m) { spared.add(m.at); const app = standsFor.get(el) || el; setTimeout(() => { if (visible(currentOf(app))) passOn(app); }, 30); return true; },
};
const spared = new Set();
KINDS.FormSplit = {
  suits: (el) => field(el) && el.closest("form"),
  each(el, m) {
    const form = el.closest("form");
    if (moved.has(form) || delegatedNext.has(form)) return false;
    const unitOf = (one) => { let unit = one; while (unit.parentElement && unit.parentElement !== form && unit.parentElement.querySelectorAll("input,select,textarea,[contenteditable=true],button").length < 2) unit = unit.parentElement; return unit; };
    const all = [...form.querySelectorAll("input:not([type=hidden]),select,textarea,[contenteditable=true],button")].filter(visible), at = all.indexOf(el);
    if (at < 1 || at >= all.length) return false;
    delegatedNext.add(form);
    const later = [...new Set(all.slice(at).map(unitOf))], was = later.map((unit) => [unit, unit.style.display]);
    for (const unit of later) unit.style.setProperty("display", "none", "important");
    const next = step(make("button", { type: "button" }, m.button));
    later[0].before(next);
    next.addEventListener("click", (event) => { event.stopPropagation(); next.remove(); for (const [unit, display] of was) { unit.style.removeProperty("display"); unit.style.display = display; } });
    return true;
  },
};
const delegatedNext = new WeakSet();
const THEMES = {
  dark: ":root,body{background:#14171c!important;color:#e6e6e6!important}body *{border-color:#444!important}a,button,input,select,textarea{background:#222831!important;color:#e6e6e6!important}",
  large: "body{font-size:22px!important;line-height:1.7!important}button,input,select,textarea{font-size:20px!important;padding:10px 14px!important}",
  serif: "body,body *{font-family:Georgia,serif!important;letter-spacing:.01em!important}button,a{border-radius:0!important}",
  narrow: "body{max-width:640px!important;margin:0 auto!important}",
};
KINDS.Themed = { page(m) { const sheet = new CSSStyleSheet(); sheet.replaceSync(THEMES[m.style]); document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]; return true; } };
