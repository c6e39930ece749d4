// Mutations that break the meaning, as a real regression does on a page that still looks right, or nearly so.

const unitOf = (el) => (el.closest("label") && el.closest("label").contains(el) ? el.closest("label") : el);
// Another control that a person would not mistake for this one, near it.
function neighbour(el, m) {
  const mine = nameOf(el), role = roleOf(el);
  const near = [...activeIn(document)].filter((one) => one !== el && !ours(one) && pressable(one) && nameOf(one) && nameOf(one) !== mine && visible(one) && !one.contains(el) && !el.contains(one));
  const same = near.filter((one) => roleOf(one) === role);
  const pool = (same.length ? same : near).map((one) => [one, distance(el, one)]).sort((a, b) => a[1] - b[1]).slice(0, 3);
  return pool.length ? pool[chance(m.kind, mine) % pool.length][0] : null;
}
function distance(a, b) { const p = a.getBoundingClientRect(), q = b.getBoundingClientRect(); return Math.hypot(p.x + p.width / 2 - q.x - q.width / 2, p.y + p.height / 2 - q.y - q.height / 2); }

KINDS.ControlRemoved = { suits: (el) => pressable(el), each(el) { unitOf(el).remove(); return true; } };
KINDS.FieldRemoved = { suits: (el) => field(el) || el.type === "file", each(el) { for (const label of el.labels || []) label.remove(); el.remove(); return true; } };
KINDS.ControlDisabled = {
  suits: (el) => pressable(el) || field(el),
  each(el) {
    const off = () => { if ("disabled" in el && !/^(a|div|span)$/.test(el.localName)) { if (!el.disabled) el.disabled = true; } else if (getAttribute.call(el, "aria-disabled") !== "true") { put(el, "aria-disabled", "true"); } if (el.isContentEditable) el.contentEditable = "false"; };
    off();
    instead(el, () => {});
    new MutationObserver(off).observe(el, { attributes: true, attributeFilter: ["disabled", "aria-disabled"] });
    return true;
  },
};
KINDS.FieldReadOnly = { suits: (el) => textField(el) && /^(input|textarea)$/.test(el.localName), each(el) { el.readOnly = true; return true; } };
KINDS.DeadButton = { suits: (el) => pressable(el), each(el) { instead(el, () => {}); return true; } };
KINDS.HandlersSwapped = {
  suits: (el) => pressable(el),
  each(el, m) {
    const other = neighbour(el, m);
    if (!other) return false;
    const [mine, theirs] = [el, other].map((one) => standsFor.get(one) || one);
    instead(el, (event) => passOn(theirs, event));
    instead(other, (event) => passOn(mine, event));
    return true;
  },
};
KINDS.FunctionChanged = { suits: (el) => pressable(el), each(el, m) { const other = neighbour(el, m), theirs = other && (standsFor.get(other) || other); if (!theirs) return false; instead(el, (event) => passOn(theirs, event)); return true; } };
KINDS.FunctionMoved = {
  suits: (el) => pressable(el),
  each(el, m) {
    const other = neighbour(el, m), app = standsFor.get(el) || el;
    if (!other) return false;
    const stub = make("span", { hidden: "" });
    el.replaceWith(stub);
    instead(other, (event) => { stub.replaceWith(app); try { passOn(app, event); } finally { app.replaceWith(stub); still(); } });
    return true;
  },
};
KINDS.TwinAdded = {
  suits: (el) => pressable(el) && /^(a|button|input)$/.test(el.localName),
  each(el, m) {
    const twin = el.cloneNode(true), other = neighbour(el, m), theirs = other && (standsFor.get(other) || other);
    if (m.instead) { el.replaceWith(twin); } else el.before(twin);
    decoy(twin);
    twin.addEventListener("click", (event) => { event.preventDefault(); event.stopImmediatePropagation(); if (theirs && m.acts) passOn(theirs, event); }, true);
    return true;
  },
};
KINDS.OppositeInPlace = {
  suits: (el) => pressable(el) && nameOf(el),
  each(el, m) {
    const name = nameOf(el), opposite = m.to || m.words[name.toLowerCase()] || `Un${name.toLowerCase()}`;
    reword(el, () => opposite);
    decoy(el);
    instead(el, () => notice(`${opposite}: OK`));
    return true;
  },
};
KINDS.CoveredForGood = {
  suits: (el) => pressable(el) || field(el),
  each(el) {
    const cover = make("div", { style: "position:absolute;z-index:9999;background:#eee;opacity:.4" });
    document.body.append(cover);
    const lay = () => { const box = el.getBoundingClientRect(); Object.assign(cover.style, { left: `${box.x + scrollX - 4}px`, top: `${box.y + scrollY - 4}px`, width: `${box.width + 8}px`, height: `${box.height + 8}px`, display: box.width ? "block" : "none" }); };
    lay();
    new ResizeObserver(lay).observe(document.documentElement);
    new MutationObserver(() => requestAnimationFrame(lay)).observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ["class", "hidden", "style"] });
    addEventListener("scroll", lay, { capture: true, passive: true });
    requestAnimationFrame(lay);
    instead(el, () => {});
    return true;
  },
};
KINDS.ValidationFails = { suits: (el) => pressable(el), each(el, m) { instead(el, () => notice(m.text, "alert")); return true; } };
KINDS.PermissionLost = { suits: (el) => pressable(el), each(el, m) { instead(el, () => notice(m.text, "alert")); return true; } };
KINDS.NoticeWithoutEffect = { suits: (el) => pressable(el), each(el, m) { instead(el, () => notice(m.text)); return true; } };
KINDS.WrongDestination = { suits: (el) => pressable(el), each(el, m) { instead(el, () => { location.assign(m.to); }); return true; } };
KINDS.SessionLost = { suits: (el) => pressable(el), each(el, m) { instead(el, () => { document.body.replaceChildren(make("main", {}, make("h1", {}, m.title), make("p", {}, m.text))); }); return true; } };

// The typed text does not arrive: the field is empty, short, or another's while the application looks.
const held = (el) => (el.isContentEditable ? el.textContent : el.value);
const hold = (el, text) => { if (el.isContentEditable) el.textContent = text; else Object.getOwnPropertyDescriptor(Object.getPrototypeOf(el), "value").set.call(el, text); };
function loses(el, change) {
  let back = null;
  const empty = (event) => {
    if (back || !el.isConnected || !event.composedPath().some((node) => node.nodeType === 1 && (node.matches(ACTIVE)) && node !== el)) return;
    const html = el.isContentEditable ? el.innerHTML : null, text = held(el);
    if (!text) return;
    hold(el, change(text));
    back = setTimeout(() => { back = null; if (el.isConnected) { if (html === null) hold(el, text); else el.innerHTML = html; } still(); }, 250);
  };
  for (const type of ["click", "submit"]) addEventListener(type, empty, true);
  addEventListener("keydown", (event) => { if (event.key === "Enter" && !el.isContentEditable && el.localName !== "textarea") empty({ composedPath: () => [document.createElement("button")] }); }, true);
  for (const type of ["input", "change"]) addEventListener(type, (event) => { if (event.composedPath()[0] === el || el.contains?.(event.target)) { event.stopImmediatePropagation(); } }, true);
  return true;
}
KINDS.FieldLost = { suits: (el) => textField(el), each: (el) => loses(el, () => "") };
KINDS.FieldShortened = { suits: (el) => textField(el), each: (el, m) => loses(el, (text) => [...text].slice(0, m.length).join("")) };
KINDS.FieldsSwapped = {
  suits: (el) => textField(el),
  each(el) {
    const others = [...activeIn(document)].filter((one) => one !== el && textField(one) && one.closest("form") === el.closest("form") && (one.type || "") === (el.type || "") && visible(one));
    if (!others.length) return false;
    const other = others.sort((a, b) => distance(el, a) - distance(el, b))[0];
    loses(el, () => held(other) || " ");
    return true;
  },
};
KINDS.OptionRemoved = { suits: (el) => el.localName === "select" && el.options.length > 1, each(el, m) { const keep = el.selectedIndex; [...el.options].forEach((option, n) => { if (n !== keep && (m.all || n === el.options.length - 1)) option.remove(); }); return true; } };
KINDS.RowsGone = { suits: (el) => !!rowsOf(el), each(el, m) { const { box, rows } = rowsOf(el); rows.forEach((row) => row.remove()); if (box.localName !== "tbody") box.append(m.text); return true; } };
