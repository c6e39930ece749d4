// Mutations that keep the meaning: attributes, words, tags, forms.

// ---- attributes ----------------------------------------------------------------------------------------------------

const suffix = (m, ...of) => chance(m.kind, m.style, ...of).toString(36).slice(0, 5).replace(/^\d/, "k");
// Names that point at ids are kept in step.
const POINTERS = ["for", "aria-labelledby", "aria-describedby", "aria-controls", "aria-owns", "list", "form", "headers"];
// Every rule with a selector, in every style sheet that may be read.
function eachRule(change) {
  const visit = (list) => { for (const rule of list) { if (rule.selectorText) change(rule); else if (rule.cssRules) visit([...rule.cssRules]); } };
  for (const sheet of document.styleSheets) { let rules; try { rules = [...sheet.cssRules]; } catch { continue; } visit(rules); }
}
function renameIds(elements, way) {
  const map = new Map();
  for (const el of elements) if (el.id && !ours(el)) map.set(el.id, way(el.id, el));
  for (const el of document.querySelectorAll(POINTERS.map((name) => `[${name}]`).join(","))) {
    for (const name of POINTERS) {
      const value = getAttribute.call(el, name);
      if (value && value.split(/\s+/).some((id) => map.has(id))) show(el, name, (seen) => seen.split(/\s+/).map((id) => map.get(id) ?? id).join(" "));
    }
  }
  for (const el of elements) if (map.has(el.id)) { const to = map.get(el.id); show(el, "id", () => to); }
  if (map.size) eachRule((rule) => { if (rule.selectorText.includes("#")) rule.selectorText = rule.selectorText.replace(/#(-?[_a-zA-Z][\w-]*)/g, (all, id) => (map.has(id) ? `#${CSS.escape(map.get(id))}` : all)); });
  return map.size > 0;
}
KINDS.IdsRenamed = { each: (el, m) => renameIds([el], (id) => (m.style === "generated" ? `r${suffix(m, id)}-${chance(id) % 900}` : m.style === "prefixed" ? `app-${id}` : `${["ctl", "ui", "field", "main"][chance(id) % 4]}${suffix(m, id)}`)) };
KINDS.NamesRenamed = {
  suits: (el) => field(el) && el.name,
  each(el, m) {
    if (el.type === "radio") return false;
    return show(el, "name", (name) => (m.style === "nested" ? `form[${name}]` : `${name}_${suffix(m, name)}`)), true;
  },
};
// The ids stay on the page, and sit on other elements.
KINDS.IdsHandedOn = {
  suits: (el) => !!el.id,
  each(el, m) {
    const others = [...el.getRootNode().querySelectorAll("[id]")].filter((one) => one !== el && !ours(one) && one.localName === el.localName && !views.get(one)?.has("id"));
    if (!others.length) return false;
    const other = others[chance(m.kind, el.id) % others.length], [mine, theirs] = [el.id, other.id];
    renameIds([el, other], (id) => (id === mine ? theirs : mine));
    return true;
  },
};
function rewriteClasses(way) {
  const map = new Map(), to = (name) => { if (!map.has(name)) map.set(name, way(name)); return map.get(name); };
  eachRule((rule) => { rule.selectorText = rule.selectorText.replace(/\.(-?[_a-zA-Z][\w-]*)/g, (_, name) => `.${CSS.escape(to(name))}`); });
  return to;
}
const classWay = (m, name) => (m.style === "hashed" ? `css-${suffix(m, name)}${suffix(m, name, 1)}` : m.style === "utility" ? `u-${["flex", "p", "m", "text", "bg", "w"][chance(name) % 6]}-${suffix(m, name)}` : `${["c", "ui", "x"][chance(name) % 3]}-${name.split("").reverse().join("")}`);
KINDS.ClassesRewritten = {
  page(m) {
    m.to = rewriteClasses((name) => classWay(m, name));
    return document.querySelector("[class]") !== null;
  },
  // Also what is drawn later; the application goes on in its own words.
  drawn: (el, m) => reclass(el, m),
};
const reclassed = new WeakSet();
function reclass(el, m) {
  if (reclassed.has(el) || !el.getAttribute?.("class") || ours(el)) return;
  reclassed.add(el);
  show(el, "class", (seen) => seen.split(/\s+/).filter(Boolean).map(m.to).join(" "));
}
const TESTERS = ["data-testid", "data-test-id", "data-test", "data-qa", "data-cy", "data-pw"];
KINDS.TestIdsDropped = {
  suits: (el) => TESTERS.some((name) => el.hasAttribute(name)),
  each(el) { for (const name of TESTERS) if (el.hasAttribute(name)) show(el, name, () => null); return true; },
};
KINDS.AttributesReordered = {
  each(el) {
    const all = [...el.attributes].filter(({ name }) => !/^(type|value|style)$/.test(name)).map(({ name, value }) => [name, value]);
    if (all.length < 2) return false;
    asApp(() => { for (const [name, value] of all.reverse()) { removeAttribute.call(el, name); setAttribute.call(el, name, value); } });
    const type = getAttribute.call(el, "type");
    if (type && el.localName === "input") setAttribute.call(el, "type", type.toUpperCase());
    return true;
  },
};
KINDS.DataAttributesAdded = { each(el, m) { put(el, `data-v-${suffix(m)}`, ""); put(el, "data-track", `ev-${chance(keyOf(el)) % 9000}`); return true; } };
KINDS.LinksTracked = {
  suits: (el) => el.localName === "a" && /^\/|^https?:/.test(el.getAttribute("href") || "") && !(el.getAttribute("href") || "").includes("utm_"),
  each(el, m) { return show(el, "href", (href) => { const [path, hash] = href.split("#"); return `${path}${path.includes("?") ? "&" : "?"}utm_source=${suffix(m)}${hash === undefined ? "" : `#${hash}`}`; }), true; },
};

// ---- words ---------------------------------------------------------------------------------------------------------

const inTable = (m) => (text) => m.words[text.toLowerCase()] ?? m.words[text.toLowerCase().replace(/[\s:*\u2026]+$/, "")] ?? null;
KINDS.Reworded = { each: (el, m) => reword(el, m.to ? () => m.to : inTable(m)) };
KINDS.Translated = {
  each: (el, m) => reword(el, inTable(m)),
  page(m) {
    document.documentElement.lang = m.language;
    for (const el of document.querySelectorAll("h1,h2,h3,legend,th,p,summary")) { const node = words(el), to = node && inTable(m)(fold(node.data)); if (to) node.data = to; }
  },
};
KINDS.Uppercased = { each: (el) => reword(el, (text) => (text.toUpperCase() === text ? null : text.toUpperCase())) };
KINDS.Decorated = { suits: (el) => pressable(el) && words(el), each(el, m) { const node = words(el); node.data = { arrow: `${node.data} \u2192`, dots: `${node.data}\u2026`, plus: `+ ${node.data}` }[m.style]; return true; } };
KINDS.Counted = { suits: (el) => pressable(el) && words(el), each(el, m) { words(el).parentElement.append(make("span", { class: "badge" }, ` (${m.count})`)); return true; } };
const GLYPHS = ["M4 12h16M14 6l6 6-6 6", "M5 5h14v14H5z", "M12 4v16M4 12h16", "M6 6l12 12M18 6 6 18", "M4 7h16M4 12h16M4 17h10"];
KINDS.IconOnly = {
  suits: (el) => /^(button|a)$/.test(el.localName) && pressable(el) && nameOf(el) && !el.querySelector("svg,img"),
  each(el) {
    const name = nameOf(el), holder = make("template");
    holder.innerHTML = `<svg viewBox="0 0 24 24" width="20" height="20" fill="none" stroke="currentColor" stroke-width="2" aria-hidden="true"><path d="${GLYPHS[chance(name) % GLYPHS.length]}"/></svg>`;
    el.replaceChildren(holder.content.firstChild);
    put(el, "aria-label", name);
    return true;
  },
};
KINDS.PlaceholderReworded = { suits: (el) => textField(el) && el.placeholder && nameOf(el) !== fold(el.placeholder), each(el, m) { el.placeholder = m.text; return true; } };

// ---- tags ----------------------------------------------------------------------------------------------------------

KINDS.TagChanged = {
  suits: (el, m) => pressable(el) && /^(a|button|input|div|span)$/.test(el.localName) && el.localName !== m.to && !el.closest("menu,[role=menu],[role=tablist],select")
    && (el.localName !== "input" || /^(submit|button)$/.test(el.type)),
  each(el, m) {
    const name = nameOf(el), fresh = document.createElement(m.to);
    copyAttributes(el, fresh, ["type", "value", "href", "role", "tabindex", "disabled"]);
    if (m.to === "button") fresh.type = "button";
    else if (m.to === "a") put(fresh, "href", el.getAttribute("href") || "#");
    else { put(fresh, "role", "button"); put(fresh, "tabindex", "0"); put(fresh, "style", `${el.getAttribute("style") || ""};cursor:pointer;display:inline-block`); }
    if (el.localName === "input") fresh.textContent = el.value;
    else fresh.append(...[...el.childNodes].map((node) => node.cloneNode(true)));
    if (!fold(fresh.textContent) && !fresh.getAttribute("aria-label")) put(fresh, "aria-label", name);
    return standInFor(el, fresh);
  },
};
// The application may hold on to any of these elements, so each stays where it is; its name moves inside.
KINDS.LandmarksChanged = {
  page() {
    const list = [...document.querySelectorAll("nav,main,header,footer,aside,section")].filter((el) => !ours(el) && !carries(el));
    for (const el of list) {
      const box = make("div", { role: roleOf(el) || "region" });
      for (const name of ["aria-label", "aria-labelledby"]) if (el.hasAttribute(name)) { put(box, name, getAttribute.call(el, name)); removeAttribute.call(el, name); }
      box.append(...el.childNodes);
      put(el, "role", "none");
      el.append(box);
    }
    return list.length > 0;
  },
};
KINDS.HeadingsChanged = {
  page() {
    const list = [...document.querySelectorAll("h1,h2,h3,h4")];
    for (const el of list) { put(el, "role", "heading"); put(el, "aria-level", String(Number(el.localName[1]) + 1)); }
    return list.length > 0;
  },
};
KINDS.SwitchRole = { suits: (el) => el.type === "checkbox", each(el) { put(el, "role", "switch"); return true; } };

// ---- forms ---------------------------------------------------------------------------------------------------------

const wrapsIt = (label, el) => label.contains(el);
KINDS.LabelPlaced = {
  suits: (el) => textField(el) && el.localName !== "div" && nameOf(el) && el.labels?.length === 1 && !wrapsIt(el.labels[0], el),
  each(el, m) {
    const label = el.labels[0], text = nameOf(el);
    if (listensFor(label)) return false;
    if (m.style === "placeholder") { label.remove(); el.placeholder = text; put(el, "aria-label", text); return true; }
    if (m.style === "hidden") { put(label, "style", "position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)"); el.placeholder = text; return true; }
    if (m.style === "around") { const box = make("label", {}, make("span", {}, text)); label.remove(); el.replaceWith(box); box.append(el); return true; }
    const box = make("div", { style: m.style === "beside" ? "display:flex;gap:8px;align-items:center" : "display:flex;flex-direction:column-reverse;position:relative" });
    el.replaceWith(box);
    if (m.style === "floating") el.placeholder = " ";
    box.append(...(m.style === "beside" ? [label, el] : [el, label]));
    return true;
  },
};
KINDS.FieldGrouped = {
  suits: (el) => field(el) && el.closest("form") && !el.closest("td,fieldset"),
  each(el, m) { const box = make("fieldset", { style: "border:1px solid #ccc" }, make("legend", {}, m.legend)); let unit = el; while (unit.parentElement.localName !== "form" && unit.parentElement.children.length < 4) unit = unit.parentElement; if (unit.parentElement.localName !== "form") return false; unit.replaceWith(box); box.append(unit); return true; },
};
