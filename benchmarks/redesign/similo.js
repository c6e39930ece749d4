// What the two baselines know of an element, and how they find it again. Similo: Nass, Alégroth, Feldt, Leotta, Ricca,
// "Similarity-based web element localization for robust test automation" (TOSEM 2023), its published weights.
(() => {
  const fold = (text) => (text || "").replace(/\s+/g, " ").trim();
  const path = (el, byId) => {
    const parts = [];
    for (let up = el; up && up.nodeType === 1; up = up.parentElement) {
      if (byId && up.id && up !== el) { parts.unshift(`/*[@id="${up.id}"]`); return `/${parts.join("/")}`; }
      const same = up.parentElement ? [...up.parentElement.children].filter((one) => one.localName === up.localName) : [up];
      parts.unshift(`${up.localName}[${same.indexOf(up) + 1}]`);
    }
    return `/${parts.join("/")}`;
  };
  const css = (el) => {
    const parts = [];
    for (let up = el; up && up.nodeType === 1 && up !== document.documentElement; up = up.parentElement) {
      if (up.id) { parts.unshift(`#${CSS.escape(up.id)}`); break; }
      parts.unshift(`${up.localName}:nth-of-type(${[...(up.parentElement?.children || [up])].filter((one) => one.localName === up.localName).indexOf(up) + 1})`);
    }
    return parts.join(" > ");
  };
  const text = (el) => fold(el.innerText || el.value || el.getAttribute("placeholder") || el.getAttribute("aria-label") || "").slice(0, 120);
  const around = (el) => fold([el.previousElementSibling, el.nextElementSibling, el.parentElement].filter(Boolean).map((one) => (one.innerText || "").slice(0, 80)).join(" ")).toLowerCase();
  const button = (el) => (el.localName === "button" || el.getAttribute("role") === "button" || (el.localName === "input" && /^(button|submit)$/.test(el.type)) || (el.localName === "a" && /btn|button/.test(el.className)) ? "yes" : "no");
  const known = (el) => {
    const box = el.getBoundingClientRect();
    return { tag: el.localName, class: el.getAttribute("class") || "", name: el.getAttribute("name") || "", id: el.id, href: el.getAttribute("href") || "", alt: el.getAttribute("alt") || "",
      xpath: path(el), idxpath: path(el, true), css: css(el), button: button(el), x: box.x, y: box.y + scrollY, w: box.width, h: box.height, text: text(el), near: around(el) };
  };
  const distance = (a, b) => {
    if (a === b) return 0;
    let row = Array.from({ length: b.length + 1 }, (_, n) => n);
    for (let i = 1; i <= a.length; i += 1) {
      const next = [i];
      for (let j = 1; j <= b.length; j += 1) next[j] = Math.min(next[j - 1] + 1, row[j] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1));
      row = next;
    }
    return row[b.length];
  };
  const edit = (a, b) => (!a || !b ? 0 : 1 - distance(a.slice(0, 120), b.slice(0, 120)) / Math.max(Math.min(a.length, 120), Math.min(b.length, 120)));
  const equal = (a, b) => (a && a.toLowerCase() === (b || "").toLowerCase() ? 1 : 0);
  const ratio = (a, b) => (Math.max(a, b) ? Math.min(a, b) / Math.max(a, b) : 0);
  const shared = (a, b) => { const x = new Set(a.split(" ")), y = new Set(b.split(" ")); return a && b ? [...x].filter((one) => y.has(one)).length / Math.max(x.size, y.size) : 0; };
  const score = (old, now) => 1.5 * equal(old.tag, now.tag) + 0.5 * edit(old.class, now.class) + 1.5 * equal(old.name, now.name) + 1.5 * equal(old.id, now.id)
    + 0.5 * edit(old.href, now.href) + 0.5 * edit(old.alt, now.alt) + 0.5 * edit(old.xpath, now.xpath) + 0.5 * edit(old.idxpath, now.idxpath) + 0.5 * equal(old.button, now.button)
    + 0.5 * Math.max(0, 100 - Math.hypot(old.x - now.x, old.y - now.y)) / 100 + 0.5 * ratio(old.w * old.h, now.w * now.h) + 0.5 * ratio(old.w / (old.h || 1), now.w / (now.h || 1))
    + 1.5 * edit(old.text.toLowerCase(), now.text.toLowerCase()) + 1.5 * shared(old.near, now.near);
  const seen = (el) => { const box = el.getBoundingClientRect(); return box.width > 0 && box.height > 0 && (!el.checkVisibility || el.checkVisibility({ visibilityProperty: true })) || el.type === "file"; };
  const held = (old) => {
    const parts = old.text.toLowerCase().split(/[^\p{L}\p{N}@.'-]+/u).filter(Boolean), wanted = fold(old.holds).toLowerCase();
    const fit = [...document.querySelectorAll(old.tag)].filter((el) => seen(el) && (text(el).toLowerCase().includes(wanted) || wanted.split(" ").every((part) => text(el).toLowerCase().includes(part))));
    return fit.sort((a, b) => parts.filter((part) => text(b).toLowerCase().includes(part)).length - parts.filter((part) => text(a).toLowerCase().includes(part)).length)[0] || null;
  };
  const first = (old) => {
    if (old.holds) return held(old);
    const ways = [() => old.id && document.getElementById(old.id), () => old.name && document.querySelector(`[name="${CSS.escape(old.name)}"]`), () => old.css && document.querySelector(old.css),
      () => document.evaluate(old.xpath, document, null, XPathResult.FIRST_ORDERED_NODE_TYPE, null).singleNodeValue];
    for (const way of ways) { const el = way(); if (el && seen(el)) return el; }
    return null;
  };
  // An element that is nearly as it was is taken at once; else the best one, when the time is up.
  const ENOUGH = 0.8;
  // What is told by a value must hold it: the published method has no parameters, and would take the old record.
  const best = (old, last) => {
    let top = null, most = -1;
    for (const el of document.querySelectorAll("a,button,input,select,textarea,summary,label,[role],[tabindex],[contenteditable=true],li,td,tr,[onclick]")) {
      if (!seen(el) || (old.holds && !fold(old.holds).toLowerCase().split(" ").every((part) => text(el).toLowerCase().includes(part)))) continue;
      const points = score(old, known(el));
      if (points > most) { most = points; top = el; }
    }
    return last || most >= ENOUGH * score(old, old) ? top : null;
  };
  return { known, first, best };
})()
