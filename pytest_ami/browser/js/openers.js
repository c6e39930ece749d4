// Controls that lead to hidden content. Nothing is decided or changed here.

// A control opens a box by its relation to the box (aria-controls, the target of a library, the tab of a panel, the summary
// of details), or by its code. A framework that keeps its state in attributes shows a box by an expression, and the control
// that opens the box names the same variable; other controls name the id of the box. A control that only sets the variable
// to false closes the box.
const SHOWN_BY = /^(x-show|x-if|v-show|v-if|ng-show|ng-if)$/, PRESSED = /^(x-on:|v-on:|@|hx-on:|on|ng-)click\b|^(popovertarget|commandfor|data-[\w-]*(target|toggle|controls?|open))$/;
const WORD_OF_CODE = /[A-Za-z_$][\w$-]{3,}/g, NO_NAME_OF_STATE = /^(true|false|null|undefined|this|event|length|open|show|shown|visible|active)$/;
function shownStates(box) {
  const shown = [...box.attributes].filter((a) => SHOWN_BY.test(a.name)).flatMap((a) => a.value.match(WORD_OF_CODE) || []);
  return [...(idOf(box) && !generated(idOf(box)) ? [idOf(box)] : []), ...shown.filter((word) => !NO_NAME_OF_STATE.test(word))];
}

// ---- the control does nothing else ------------------------------------------------------------------------------------

// A box to tick or a switch takes a value, which goes along with the form, or is a setting. A request of the control, a link
// to another page or a button that sends a form is more than a control that opens.
const TAKES_VALUE = /^(checkbox|radio|switch|menuitemcheckbox|menuitemradio|option|combobox|listbox|textbox|searchbox|slider|spinbutton)$/;
const ASKS = /^(data-)?hx-(post|put|patch|delete)$|^(wire:|formaction|data-(turbo-)?method$|data-confirm$)/;
const leadsAway = (one) => { const href = one.localName === "a" ? one.getAttribute("href") : null; return !!href && !/^#|^javascript:/i.test(href) && !(one.hash && one.pathname === location.pathname && one.search === location.search); };
const sendsForm = (one) => !!one.form && /^(submit|image)$/.test(one.type) && ![...one.attributes].some((a) => /[.]prevent\b/.test(a.name));
const doesMore = (one) => TAKES_VALUE.test(roleOf(one)) || [...one.attributes].some((a) => ASKS.test(a.name)) || leadsAway(one) || sendsForm(one);

// Each statement of its code must be about the box: it sets a variable to what shows the box, changes how an element looks, or
// calls something that opens, with no more than the name of the box. Any other statement may be a deed, or choose a record.
const CLICK_CODE = /^(x-on:|v-on:|@|hx-on::?|on|ng-)(click|mousedown|pointerdown)\b/;
const OF_EVENT = /^(\$?(event|evt|e|\$el)\b.*|return|false|true|void\(?0\)?|console[.]\w+\(.*\)|\$nextTick\(.*|.*[.](focus|select|blur|preventDefault|stopPropagation|scrollIntoView)\(\)\)?|)$/;
const ELEMENT = "(?:this|document|event|[$]el|[$]refs|[$](?=\\())[\\w$.#'\"()\\s-]*";
const LOOKS = new RegExp(`^(?:${ELEMENT}|[\\w$]+)[.](?:hidden|open|aria[A-Z]\\w+|className|style[.]\\w+)\\s*=\\s*(?!=)[\\w$.!'"\\s-]*$`);
const TURNS = new RegExp(`^(?:${ELEMENT}|[\\w$]+)[.](?:classList[.](?:add|remove|toggle|replace)|(?:set|remove|toggle)Attribute(?=\\(['"](?:aria-|hidden|open|class|style))|(?:toggle|add|remove)Class|(?:show|hide|toggle|slideDown|slideToggle|fadeIn|fadeToggle|collapse|modal|tab|showModal|showPopover|togglePopover)(?=\\((?:['"]?(?:show|hide|toggle|open|slow|fast|true|\\d*)['"]?)\\)))\\([^()]*\\)$`);
const OPENING = /^(open|show|toggle|expand|reveal|display|unfold|unhide|collapse|slide|view|tab|tabs|panel|menu|accordion|drawer|dropdown|modal|popup|popover|sidebar|section)$/i;
const SHOWN_AS = /^(this|\$?event|true|false|\d{1,2}|['"`](show|hide|open|toggle|block|flex|slow|fast|true|)['"`])$/;
const wordsOf = (name) => name.replace(/([a-z0-9])([A-Z])/g, "$1 $2").split(/[\s_$.]+/).filter(Boolean);
function aboutBox(code, states, literals, named = false) {
  if (OF_EVENT.test(code) || LOOKS.test(code) || TURNS.test(code)) return true;
  const [, word, value] = /^(?:[\w$.]+[.])?([\w$]+)\s*=(?!=)\s*(.*)$/.exec(code) || [];
  if (word) return states.includes(word) && (/^(true|!\s*[\w$.]+)$/.test(value) || literals.includes(value.replace(/^["'`]|["'`]$/g, "")));
  const [, called, args] = /^([\w$.]+)\(([^()]*)\)$/.exec(code) || [];
  const known = (text) => SHOWN_AS.test(text) || states.includes(text) || [...states, ...literals].includes(text.replace(/^["'`]#?|["'`]$/g, ""));
  return !!called && (named || wordsOf(called.split(".").at(-1)).some((part) => OPENING.test(part))) && args.split(",").map((one) => one.trim()).filter(Boolean).every(known);
}
const codesOf = (one) => [...[...one.attributes].filter((a) => CLICK_CODE.test(a.name)).map((a) => a.value), ...(/^javascript:/i.test(one.getAttribute("href") || "") ? [one.getAttribute("href").slice(11)] : [])];
const literalsOf = (box) => [...box.attributes].filter((a) => SHOWN_BY.test(a.name)).flatMap((a) => [...a.value.matchAll(/===?\s*["'`]([^"'`]*)["'`]/g)].map((m) => m[1]));
function onlyOpens(one, box) {
  if (doesMore(one)) return false;
  const states = [...new Set([...shownStates(box), idOf(box), idOf(one)].filter(Boolean))], literals = literalsOf(box), tab = roleOf(one) === "tab";
  return codesOf(one).every((all) => all.split(/[;\n]/).every((code) => aboutBox(code.trim().replace(/^return\s+/, ""), states, literals, tab)));
}

// ---- the controls of a box ----------------------------------------------------------------------------------------------

const namesBox = (one, states) => [...one.attributes].some((a) => PRESSED.test(a.name) && (a.value.match(WORD_OF_CODE) || []).some((word) => states.includes(word)));
function openersByState(box) {
  const states = shownStates(box);
  return states.length ? [...everything()].filter((one) => !box.contains(one) && namesBox(one, states) && onlyOpens(one, box)).slice(0, 2) : [];
}
function openersOf(el) {
  const found = [];
  const add = (kind, one, box) => { if (one && usable(one) && !disabled(one) && !found.some((f) => f.el === one) && onlyOpens(one, box)) found.push({ kind, el: one }); };
  for (let up = el; up && up !== document.body; up = parentOf(up)) {
    if (up.localName === "details" && !up.open) add("details", up.querySelector("summary"), up);
    if (attainable(up) || up === el) continue;
    const root = up.getRootNode();
    for (const one of openersByState(up)) add("controls", one, up);
    if (idOf(up)) for (const one of byCss(`[aria-controls~="${CSS.escape(idOf(up))}"],[data-bs-target="#${CSS.escape(idOf(up))}"],[data-target="#${CSS.escape(idOf(up))}"]`, root)) add("controls", one, up);
    if (roleOf(up) === "tabpanel") {
      byIds(up, "aria-labelledby").forEach((one) => add("tab", one, up));
      const panels = [...(up.parentElement?.children || [])].filter((one) => roleOf(one) === "tabpanel");
      const before = up.previousElementSibling, own = before && (before.matches("[role=tablist]") ? before : before.querySelector("[role=tablist]"));
      const list = own || [...byCss("[role=tablist]", up.parentElement || root), ...byCss("[role=tablist]", root)].find((one) => !up.contains(one));
      const tabs = list ? [...list.querySelectorAll("[role=tab]")] : [], closed = tabs.filter((one) => one.getAttribute("aria-selected") !== "true");
      const lists = [...(up.parentElement?.children || [])].filter((one) => one.matches("[role=tablist]"));
      if (lists.length < 2 && panels.length > 1 && panels.length === tabs.length) add("tab", tabs[panels.indexOf(up)], up);
      else closed.forEach((one) => add("tab", one, up));
    }
    for (const one of [up.previousElementSibling, up.nextElementSibling]) {
      for (const at of one ? [one, ...one.querySelectorAll("[aria-expanded=false]")] : []) if (at.getAttribute?.("aria-expanded") === "false" && PRESSABLE.test(roleOf(at))) add("controls", at, up);
    }
  }
  return found.slice(0, 4);
}
