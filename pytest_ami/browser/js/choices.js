// The values that a form, or the nearest box of fields, sends along with a button: its choices and its hidden commands.

// The choices beside a button that its deed takes along: boxes, lists and toggles of its form, or of the nearest box with a
// field. A toggle in a tool bar is a format.
const CHOICES = "select:not([multiple]),input[type=checkbox],input[type=radio],input[type=hidden]";
// A choice that the flow made is a value of the flow; only what the page has chosen beforehand counts.
const chosen = (el) => (el.localName === "select" ? el.selectedIndex !== Math.max(0, [...el.options].findIndex((one) => one.defaultSelected)) : /^(checkbox|radio)$/.test(el.type) && el.checked !== el.defaultChecked);
// A box that a script ticked is the page's choice, whenever it came; one that a person ticked is the flow's.
const usedByHand = new WeakSet();
const TOGGLES = "button[aria-pressed],[role=button][aria-pressed],[role=switch]:not(input),[role=checkbox]:not(input)";
for (const type of ["click", "change"]) {
  listen(window, type, (event) => {
    const at = event.composedPath()[0], toggle = event.isTrusted && at.closest?.(TOGGLES);
    if (event.isTrusted) usedByHand.add(at);
    if (toggle) usedByHand.add(toggle);
  }, { capture: true, passive: true });
}
const taken = new WeakMap();         // element -> the recorded element that claimed it in this document
const ownChoice = (el) => (el.type === "checkbox" && taken.has(el)) || (chosen(el) && (el.type !== "checkbox" || usedByHand.has(el)));
const brief = (text) => { let sum = 5381; for (const char of text) sum = (sum * 33 + char.codePointAt(0)) >>> 0; return sum.toString(36); };
// The entries of a list, and behind a point those that are not chosen: by them an entry that was replaced is told from
// another list.
const digestsOf = (among, shown) => [among, among.filter((one) => cut(one, 40) !== shown)].map((some) => brief([...some].sort().join("|"))).join(".");
// A hidden field may send several words along, as a person reads them: "Savings account". The name of a record is none of
// them, and a number in them is data.
const DIGIT = "\u00b7", WORDS = /^\p{L}[\p{L}'\u2019-]+(?:[ ,/]+[\p{L}\d.,:()'\u2019%\u20ac$\u00a3-]+){1,8}$/u;
const OF_RECORD = /name|title|subject|customer|client|user|author|owner|product|item|article|city|street|address|country|category|company|descr|comment|message|note|text|label|query|search|nom|titre|produit|ville|kunde|artikel|stadt|land|titel|nombre|producto|ciudad|cliente/i;
const wordsAlong = remembered((form) => {
  const found = new Map();
  for (const el of form.elements) {
    const said = el.type === "hidden" && el.name && !el.matches(":disabled") && !OF_RECORD.test(el.name) && !isSecret(el) ? fold(el.value) : "";
    if (said && said.length <= 60 && (WORDS.test(said) || /^[a-z]{2,20}$/i.test(said))) found.set(plainText(el.name), found.has(plainText(el.name)) ? "" : plainText(said.replace(/\d/g, DIGIT)));
  }
  let line = "";
  for (const [key, said] of found) if (said && line.length + key.length + said.length < 190) line += `${line && " | "}${key}=${said}`;
  return line;
});
const choicesOf = remembered((box) => {
  const found = new Map();
  for (const el of box.querySelectorAll(CHOICES)) {
    if (el.closest("tr,[role=row],[role=listitem],article") || (el.type !== "radio" && el.closest("li")) || (el.type === "radio" && !el.checked) || ownChoice(el)) continue;
    const key = el.type === "radio" || el.type === "hidden" ? el.name : nameOf(el) || el.name;
    const said = el.type === "checkbox" ? (el.checked ? "on" : "off") : el.localName === "select" ? cut(el.selectedOptions[0]?.textContent, 40) : el.type === "radio" ? nameOf(el) : el.value;
    if (!key || (el.type === "hidden" && !/^[a-z]{2,20}$/i.test(said))) continue;            // a token or a number is no choice
    const among = el.type === "radio" ? [...box.querySelectorAll("input[type=radio]")].filter((one) => one.name === el.name).map(nameOf) : el.localName === "select" ? [...el.options].map((one) => one.label) : [];
    found.set(fold(key), found.has(fold(key)) ? "" : fold(said) + (among.length ? ` #${digestsOf(among, said)}` : ""));
    if (found.size > 12) return "";
  }
  for (const el of box.querySelectorAll(TOGGLES)) {
    const key = fold(nameOf(el));
    if (found.size > 12 || usedByHand.has(el) || !visible(el) || el.closest("tr,li,[role=row],[role=listitem],[role=toolbar],article")) continue;
    if (key) found.set(key, found.has(key) ? "" : (el.ariaPressed ?? el.ariaChecked) === "true" ? "on" : "off");
  }
  return [...found].filter(([, said]) => said).map(([key, said]) => `${key}=${said}`).join(" | ");
});
// The signs beside a button that are lit by a class of their own, each with a name: "Urgent". The presence of somebody is none.
const LIT = /^(?:is-)?(?:on|lit|active|enabled|checked)$/i, PRESENCE = /on ?line|off ?line|connect|availab|away|busy|presence|status|typing|verbunden|verfügbar|en ligne|en línea|在线/i;
function litBeside(el) {
  const signs = [...(el.parentElement?.children || [])].filter((one) => one !== el && !one.matches(ACTIVE) && !one.querySelector(ACTIVE) && fold(one.textContent).length <= 2 && visible(one));
  const named = signs.map((one) => [fold(one.getAttribute("title") || one.getAttribute("aria-label")), one]).filter(([name]) => name && name.length <= 30 && !PRESENCE.test(name));
  return named.slice(0, 6).map(([name, one]) => `${name.replace(/[|=]/g, " ")}=${[...one.classList].some((c) => LIT.test(c)) ? "on" : "off"}`);
}
// The hidden fields that a form sends along and that may be a command: a word or a switch, by the last part of the name.
const ordersOf = remembered((form) => {
  const found = new Map();
  for (const el of form.elements) {
    if (el.type !== "hidden" || el.matches(":disabled") || !/^([a-z][\w-]{0,29}|[01])$/i.test(el.value)) continue;
    const key = cut(el.name.split(/[.[\]]+/).filter(Boolean).pop()?.toLowerCase() ?? "", 30), others = found.get(key);
    if (key && found.size < 40) found.set(key, others ? `${others},${el.value}` : el.value);
  }
  return cut([...found].map(([key, value]) => `${key}=${value}`).join(" | ") || "none", 400);
});
function formAround(el) {
  let boxes = null;                                                                          // a page may have nothing but boxes to tick
  for (let up = parentOf(el), n = 0; up && n < 8; up = parentOf(up), n += 1) {
    if (up.matches("form,fieldset,dialog,[role=dialog],[role=form]") || up.querySelector("input:not([type]),input[type=text],input[type=email],input[type=number],input[type=tel],input[type=radio],select,textarea")) return up;
    if (up.querySelector("input[type=checkbox]")) boxes ??= up;
  }
  return boxes;
}

// The offer of the list below a field for its text: the text itself, or only others. Enter takes an offered entry, the
// marked one before all: an entry of another text that the list marks by itself is "marked".
const OFFERING = "[role=listbox],[class*=suggest i],[class*=autocomplete i],[class*=typeahead i],[class*=dropdown i],[class*=menu i],[class*=results i]";
const MARKED = /^(is-|\w+-)?(active|selected|highlighted|highlight|focused|focus|cursor)$/i;
const marked = (one, field) => one.ariaSelected === "true" || (idOf(one) && idOf(one) === field.getAttribute("aria-activedescendant")) || (!one.matches("[role=tab]") && [...one.classList].some((c) => MARKED.test(c)));
function offersOf(field) {
  const text = fold(field.value), at = field.getBoundingClientRect();
  const below = (box) => ((there) => there.height > 0 && there.top > at.top && there.top < at.bottom + 60 && there.left < at.right && there.right > at.left)(box.getBoundingClientRect());
  const lists = text && field === field.getRootNode().activeElement ? [...matching(OFFERING)].filter((box) => !box.contains(field) && fold(box.textContent) && visible(box) && below(box)).slice(0, 3) : [];
  const offered = lists.flatMap((box) => [box, ...box.querySelectorAll("*")].slice(0, 200)), same = (one) => fold(one.textContent) === text;
  if (offered.some((one) => !lists.includes(one) && fold(one.textContent) && !same(one) && marked(one, field) && ![...one.querySelectorAll("*")].some(same))) return "marked";
  return lists.length ? (offered.some(same) ? "it" : "others") : "";
}
