const app = document.querySelector(".app"), layer = document.querySelector(".layer"), whisper = document.querySelector("[role=status]");
const HEIGHT = 44, BLOCK = 60;
let me, t, place = {}, find = "", filters = {}, sort = { by: "updated", dir: "down" }, turn = 0;

/* Elements */

const SHAPES = { find: "M10.5 4.5a6 6 0 1 0 0 12 6 6 0 0 0 0-12M15 15l5 5", sift: "M4 7h16M7 12h10M10 17h4", more: "M5 11.5h1v1H5zM11.5 11.5h1v1h-1zM18 11.5h1v1h-1z", leave: "M14 5H6v14h8M10 12h10M17 9l3 3-3 3", close: "m6 6 12 12M18 6 6 18", left: "m14 6-6 6 6 6", right: "m10 6 6 6-6 6" };
function icon(name) {
  const holder = document.createElement("template");
  holder.innerHTML = `<svg viewBox="0 0 24 24" aria-hidden="true"><path d="${SHAPES[name]}"/></svg>`;
  return holder.content.firstChild;
}
function h(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(props)) {
    if (typeof value === "function") node.addEventListener(key, value);
    else if (value === true) node.setAttribute(key, "");
    else if (value !== false && value != null) node.setAttribute(key, value);
  }
  node.append(...children.flat(2).filter(child => child != null && child !== false));
  return node;
}
const button = (kind, label, click, more = {}) => h("button", { type: "button", class: kind, click, ...more }, label);
const glyph = (name, label, click, more = {}) => h("button", { type: "button", class: "glyph", "aria-label": label, title: label, click, ...more }, icon(name));
const face = person => h("span", { class: "face", role: "img", style: `--hue: ${person.hue}`, "aria-label": person.assignee ?? person.author ?? person.name ?? "", title: person.assignee ?? person.author ?? "" }, person.initials);
const options = (pairs, now, named) => [h("option", { value: "" }, t.any), ...pairs.map(([value, name]) => h("option", { value, selected: value === now }, named ? name : value))];
const follow = event => {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  go(event.currentTarget.getAttribute("href"));
};
const to = (href, text, more = {}) => h("a", { href, click: follow, ...more }, text);
function cleaned(html) {
  const node = h("div", { class: "prose" });
  node.innerHTML = html;      // the server has cleaned it
  return node;
}

/* The server */

async function ask(url, data) {
  const file = data instanceof Blob;
  try {
    const answer = await fetch(url, data && { method: "POST", headers: file ? {} : { "Content-Type": "application/json" }, body: file ? data : JSON.stringify(data) });
    if (answer.status === 401) { location.assign("/login"); return new Promise(() => {}); }
    return { ...await answer.json(), fine: answer.ok };
  } catch {
    return { fine: false, error: document.body.dataset.offline };
  }
}
let quiet;
function tell(text) {
  whisper.textContent = text;
  clearTimeout(quiet);
  quiet = setTimeout(() => { whisper.textContent = ""; }, 6000);
}
async function change(key, what, data, then = () => {}) {
  const answer = await ask(`/api/issues/${key}${what}`, data);
  if (answer.fine) await then(answer);      // what is told is on the page already
  tell(answer.fine ? answer.notice : answer.error);
  return answer;
}

/* Where we are */

function go(url, searched = "") {
  history.pushState(null, "", url);
  arrive(searched);
}
function arrive(searched = "") {
  const [, page, key] = location.pathname.split("/"), query = new URLSearchParams(location.search);
  layer.replaceChildren();
  find = searched;
  place = { page, key, view: query.get("view") ?? "open" };
  filters = { status: query.get("status") ?? "", priority: query.get("priority") ?? "", due: query.get("due") ?? "" };
  app.replaceChildren(bar(), ({ board, activity: timeline, issue: story }[page] ?? list)());
  document.title = `${{ board: t.board, activity: t.activity, issue: key }[page] ?? t.issues} | ${t.brand}`;
  app.setAttribute("aria-busy", "false");
}
function bar() {
  const tab = (href, name, on) => to(href, name, { "aria-current": on ? "page" : null });
  return h("header", { class: "bar" },
    to("/issues", [h("i"), t.brand], { class: "name" }),
    h("nav", { "aria-label": t.navigation }, tab("/issues", t.issues, place.page === "issues" || place.page === "issue"), tab("/board", t.board, place.page === "board"), tab("/activity", t.activity, place.page === "activity")),
    h("span", { class: "grow" }),
    button("solid", t.new_issue, report, { "aria-haspopup": "dialog" }),
    face(me),
    h("form", { action: "/logout", method: "post" }, h("button", { class: "glyph", "aria-label": t.logout, title: t.logout }, icon("leave"))));
}
function searcher(then) {
  const field = h("input", { type: "search", placeholder: t.search, "aria-label": t.search, autocomplete: "off", input: () => { find = field.value; then(); } });
  field.value = find;
  return h("label", { class: "find" }, icon("find"), field);
}

/* The list: two thousand rows, of which a screenful exists */

let grid = null;
function list() {
  const count = h("span", { class: "dim" }), pane = h("div", { class: "grid" });
  const sheet = h("div", { class: "sheet-rows", role: "rowgroup" }), scroller = h("div", { class: "scroller", role: "table", tabindex: "0", "aria-label": t.issues, scroll: () => drawRows() });
  const save = h("a", { class: "soft", href: "/export.csv" }, t.export);
  grid = { count, sheet, scroller, save, blocks: new Map(), total: 0 };
  const head = (name, label) => h("div", { role: "columnheader", "aria-sort": sort.by === name ? { up: "ascending", down: "descending" }[sort.dir] : null },
    button("plain", [label, sort.by === name && h("span", { "aria-hidden": "true" }, sort.dir === "up" ? " ↑" : " ↓")], () => { sort = { by: name, dir: sort.by === name && sort.dir === "up" ? "down" : "up" }; arriveAgain(); }));
  pane.append(scroller);
  scroller.append(h("div", { role: "rowgroup", class: "top" }, h("div", { class: "line head", role: "row" }, head("priority", t.priority), head("title", t.title), head("status", t.status), head("due", t.due), h("div", { role: "columnheader" }, t.assignee), head("updated", t.updated), h("div", { role: "columnheader" }))), sheet);
  const sift = h("div", { class: "sift", hidden: !Object.values(filters).some(Boolean) }, pick("priority", t.filter_priority, options(me.priorities, filters.priority)), pick("status", t.filter_status, options(me.statuses, filters.status, true)),
    pick("due", t.filter_due), button("plain", t.filter_clear, () => go(`/issues?view=${place.view}`)));
  const sifter = button("soft", [icon("sift"), t.filters], () => { sift.hidden = !sift.hidden; sifter.setAttribute("aria-expanded", String(!sift.hidden)); }, { "aria-expanded": String(!sift.hidden) });
  load();
  return h("main", { class: "issues" },
    h("div", { class: "row" }, h("h1", {}, t.issues), h("div", { role: "tablist", "aria-label": t.views }, me.views.map(([view, name]) => button("tab", name, () => go(`/issues?view=${view}`, find), { role: "tab", "aria-selected": String(view === place.view) }))), h("span", { class: "grow" }), count),
    h("div", { class: "row" }, searcher(load), sifter, h("span", { class: "grow" }), save), sift, pane);
}
function arriveAgain() {
  app.querySelector("main").replaceWith(list());
}
function pick(name, label, choices) {
  const field = h(choices ? "select" : "input", { type: choices ? null : "date", "aria-label": label, change: () => { filters[name] = field.value; load(); } }, choices ?? []);
  field.value = filters[name];
  return h("div", { class: "pick" }, h("span", { "aria-hidden": "true" }, label), field);
}
const wanted = more => new URLSearchParams({ view: place.view, q: find, ...filters, sort: sort.by, dir: sort.dir, ...more });
async function load() {
  const mine = ++turn;
  grid.scroller.inert = true;      // rows that are about to go are not to be clicked
  const answer = await ask(`/api/issues?${wanted({ offset: 0, limit: BLOCK })}`);
  if (mine !== turn) return;
  grid.scroller.inert = false;
  if (!answer.fine) return tell(answer.error);
  Object.assign(grid, { total: answer.total, blocks: new Map([[0, answer.rows]]) });
  grid.count.textContent = answer.total_text;
  grid.save.href = `/export.csv?${wanted()}`;
  grid.scroller.scrollTop = 0;
  grid.scroller.setAttribute("aria-rowcount", answer.total + 1);
  grid.sheet.style.height = `${Math.max(1, answer.total) * HEIGHT}px`;
  drawRows();
}
async function need(block) {
  if (grid.blocks.has(block)) return;
  const mine = turn;
  grid.blocks.set(block, []);
  const answer = await ask(`/api/issues?${wanted({ offset: block * BLOCK, limit: BLOCK })}`);
  if (mine !== turn) return;
  grid.blocks.set(block, answer.rows ?? []);
  drawRows();
}
function drawRows() {
  const { scroller, sheet, total, blocks } = grid, first = Math.max(0, Math.floor(scroller.scrollTop / HEIGHT) - 3), last = Math.min(total, first + Math.ceil(scroller.clientHeight / HEIGHT) + 7);
  const drawn = new Map([...sheet.children].map(node => [node.dataset.at, node])), shown = [];
  for (let at = first; at < last; at += 1) {
    const block = Math.floor(at / BLOCK), issue = blocks.get(block)?.[at % BLOCK], old = drawn.get(String(at));
    if (!issue) need(block);
    shown.push(issue && old?.issue === issue ? old : line(issue, at));
  }
  if (!total) shown.push(h("p", { class: "hollow" }, t.empty));
  for (const node of [...sheet.children]) if (!shown.includes(node)) node.remove();
  shown.forEach((node, n) => { if (sheet.children[n] !== node) sheet.insertBefore(node, sheet.children[n] ?? null); });
}
function line(issue, at) {
  const top = `top: ${at * HEIGHT}px`;
  if (!issue) return h("div", { class: "line bone", style: top, "data-at": at });
  const cell = (...inside) => h("div", { role: "cell" }, ...inside);
  const level = button(`level ${issue.priority}`, issue.priority, () => menu(level, t.new_priority, me.priorities.map(([value, name]) => ({ name: value, hint: name, on: value === issue.priority, act: () => change(issue.key, "", { field: "priority", value }, load) }))), { "aria-label": t.change_priority, "aria-haspopup": "menu" });
  const more = glyph("more", t.actions, () => menu(more, t.actions, deeds(issue, load, () => rename(node, issue))), { "aria-haspopup": "menu" });
  const node = h("div", { class: "line", role: "row", style: top, "data-at": at, "aria-rowindex": at + 2, "data-closed": issue.closed },
    cell(level), h("div", { role: "cell", class: "what", dblclick: () => rename(node, issue) }, h("span", { class: "dim" }, issue.key), " ", to(`/issue/${issue.key}`, issue.title), " ", h("span", { class: "excerpt" }, issue.excerpt)), cell(h("span", { class: "state", "data-state": issue.status }, issue.status_name)), cell(issue.due_day), cell(face(issue)), h("div", { role: "cell", class: "dim" }, issue.updated), cell(more));
  node.issue = issue;
  return node;
}
function rename(node, issue) {
  const cell = node.querySelector(".what"), kept = [...cell.childNodes], field = h("input", { "aria-label": t.new_title, blur: () => done(true), keydown: event => { if (event.key === "Enter") done(true); if (event.key === "Escape") done(false); } });
  let over = false;
  function done(save) {
    if (over) return;
    over = true;
    cell.replaceChildren(...kept);
    if (save && field.value !== issue.title) change(issue.key, "", { field: "title", value: field.value }, load);
  }
  field.value = issue.title;
  cell.replaceChildren(field);
  field.select();
}

/* Menus and questions */

function menu(opener, label, entries) {
  const at = opener.getBoundingClientRect(), single = entries.some(entry => "on" in entry);
  const shut = () => { box.remove(); opener.setAttribute("aria-expanded", "false"); removeEventListener("pointerdown", outside, true); };
  const outside = event => { if (!box.contains(event.target)) shut(); };
  const box = h("div", { class: "menu", role: "menu", "aria-label": label, style: `left: ${Math.min(at.left, innerWidth - 230)}px; top: ${Math.min(at.bottom + 4, innerHeight - 40 * entries.length - 20)}px`, keydown: event => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key], all = [...box.children];
    if (step) { event.preventDefault(); all.at((all.indexOf(document.activeElement) + step) % all.length).focus(); }
    if (event.key === "Escape") { shut(); opener.focus(); }
  } }, entries.map(({ name, hint, on, act, href }) => href
    ? h("a", { role: "menuitem", href, target: "_blank", rel: "noopener", click: () => shut() }, name)
    : h("button", { type: "button", role: single ? "menuitemradio" : "menuitem", "aria-checked": single ? String(on) : null, tabindex: "-1", click: () => { shut(); opener.focus(); act(); } }, name, hint && h("span", { class: "dim", "aria-hidden": "true" }, hint))));
  layer.append(box);
  opener.setAttribute("aria-expanded", "true");
  (box.querySelector("[aria-checked=true]") ?? box.firstChild).focus();
  addEventListener("pointerdown", outside, true);
}
function deeds(issue, then, renaming) {
  const act = name => () => change(issue.key, `/${name}`, {}, () => then(name));
  return [
    issue.closed ? { name: t.reopen, act: act("reopen") } : { name: t.close_issue, act: () => question(t.ask_close, t.ask_close_text, t.do_close, act("close")) },
    renaming && { name: t.edit_title, act: renaming },
    issue.archived ? { name: t.restore, act: act("restore") } : { name: t.archive, act: act("archive") },
    { name: t.delete, act: () => question(t.ask_delete, t.ask_delete_text, t.delete, act("delete"), "danger") },
    { name: t.printable, href: `/issue/${issue.key}/print` },
  ].filter(Boolean);
}
function dialog(label, ...inside) {
  const back = document.activeElement;
  const shut = () => { veil.remove(); back?.isConnected && back.focus(); };
  const veil = h("div", { class: "veil", keydown: event => {
    if (event.key === "Escape") shut();
    if (event.key !== "Tab") return;
    const stops = [...veil.querySelectorAll("button, input, iframe")].filter(node => node.offsetParent), edge = event.shiftKey ? stops[0] : stops.at(-1);
    if (document.activeElement === edge) { event.preventDefault(); (event.shiftKey ? stops.at(-1) : stops[0]).focus(); }
  } }, h("div", { class: "ask", role: "dialog", "aria-modal": "true", "aria-label": label }, ...inside));
  layer.append(veil);
  return { shut, veil };
}
function question(title, text, yes, then, kind = "solid") {
  const { shut, veil } = dialog(title, h("h2", {}, title), h("p", { class: "dim" }, text), h("div", { class: "row end" }, button("soft", t.cancel, () => shut()), button(kind, yes, () => { shut(); then(); })));
  veil.querySelector(".soft").focus();
}

/* The editor, which lives on another origin */

const studio = (kind, label) => h("iframe", { class: "studio", title: label, src: `${document.body.dataset.studio}?for=${kind}` });
function written(frame) {
  return new Promise(done => {
    const { port1, port2 } = new MessageChannel(), late = setTimeout(() => done(null), 3000);
    port1.onmessage = event => { clearTimeout(late); done(event.data); };
    frame.contentWindow.postMessage({ ask: "written" }, new URL(frame.src).origin, [port2]);
  });
}
function report() {
  let level = "P3";
  const fault = h("p", { class: "fault", role: "alert", hidden: true }), step = h("p", { class: "dim" }), frame = studio("description", t.description), title = h("input", { type: "text", autocomplete: "off", "aria-label": t.title });
  const complain = text => { fault.textContent = text; fault.hidden = false; };
  const show = n => { step.textContent = t.step.replace("{n}", n); first.hidden = n === 2; second.hidden = n === 1; fault.hidden = true; };
  const chips = h("div", { class: "chips", role: "radiogroup", "aria-label": t.priority }, me.priorities.map(([value, name]) => h("label", { class: "chip", title: name }, h("input", { type: "radio", name: "level", value, "aria-label": value, checked: value === level, change: () => { level = value; } }), h("span", { "aria-hidden": "true" }, value))));
  const first = h("div", {}, h("div", { class: "pair" }, h("span", { "aria-hidden": "true" }, t.title), title), h("div", { class: "pair" }, h("span", { "aria-hidden": "true" }, t.priority), chips),
    h("div", { class: "row end" }, button("soft", t.cancel, () => shut()), button("solid", t.continue, () => (title.value.trim() ? show(2) : complain(t.need_title)))));
  const second = h("div", {}, h("div", { class: "pair" }, h("span", { "aria-hidden": "true" }, t.description), frame),
    h("div", { class: "row end" }, button("soft", t.back, () => show(1)), button("solid", t.create, async () => {
      const text = await written(frame), answer = text ? await ask("/api/issues", { title: title.value, priority: level, ...text }) : { error: document.body.dataset.offline };
      if (!answer.fine) return complain(answer.error);
      shut();
      if (place.page === "issues") await load(); else if (place.page === "board") arrive();
      tell(answer.notice);
    })));
  const { shut } = dialog(t.new_issue, h("div", { class: "row" }, h("h2", {}, t.new_issue), h("span", { class: "grow" }), step, glyph("close", t.dismiss, () => shut())), fault, first, second);
  show(1);
  title.focus();
}

/* One issue */

function story() {
  const main = h("main", { class: "story" }), { key } = place;
  ask(`/api/issues/${key}`).then(issue => {
    if (place.key !== key) return;
    if (!issue.fine) { tell(issue.error); return go("/issues"); }
    tellStory(main, issue);
    document.getElementById(location.hash.slice(1))?.scrollIntoView({ block: "center" });
  });
  return main;
}
function tellStory(main, issue) {
  const again = answer => tellStory(main, answer.issue);
  const more = button("soft", [t.actions, icon("more")], () => menu(more, t.actions, deeds(issue, name => (name === "delete" ? go("/issues") : arrive()))), { "aria-haspopup": "menu" });
  const when = button("soft", issue.due_day || t.no_due, () => dates(when, issue, again), { "aria-label": t.due, "aria-haspopup": "dialog" });
  const frame = studio("comment", t.comment), fault = h("p", { class: "fault", role: "alert", hidden: true });
  const file = h("input", { type: "file", "aria-label": t.attach, change: () => { if (file.files[0]) change(issue.key, `/files?name=${encodeURIComponent(file.files[0].name)}`, file.files[0], again); } });
  const post = async () => {
    const text = await written(frame), answer = text ? await ask(`/api/issues/${issue.key}/comments`, text) : { error: document.body.dataset.offline };
    fault.hidden = answer.fine;
    if (!answer.fine) { fault.textContent = answer.error; return; }
    again(answer);
    tell(answer.notice);
  };
  main.replaceChildren(
    h("p", { class: "dim" }, issue.key, " · ", issue.status_name, " · ", issue.updated),
    h("div", { class: "row" }, h("h1", {}, issue.title), h("span", { class: "grow" }), more),
    h("div", { class: "row facts" }, h("span", { class: `level ${issue.priority}` }, issue.priority), h("span", {}, issue.urgency), face(issue), h("span", {}, issue.assignee), when, issue.due && to(`/issues?view=all&due=${issue.due}`, t.same_day, { class: "hint" })),
    cleaned(issue.html),
    h("h2", {}, t.attachments), h("ul", { class: "files" }, issue.files.map(one => h("li", {}, h("a", { href: `/files/${one.id}` }, one.name), " ", h("span", { class: "dim" }, one.size)))), file,
    h("h2", {}, t.comments), h("div", {}, issue.comments.length ? issue.comments.map(one => h("article", { class: "said", id: one.id }, face(one), h("div", {}, h("b", {}, one.author), " ", h("span", { class: "dim" }, one.at), cleaned(one.html)))) : h("p", { class: "dim" }, t.no_comments)),
    fault, frame, h("div", { class: "row end" }, button("solid", t.add_comment, post)));
}
const iso = day => `${day.getFullYear()}-${String(day.getMonth() + 1).padStart(2, "0")}-${String(day.getDate()).padStart(2, "0")}`;
function dates(opener, issue, again) {
  const at = opener.getBoundingClientRect(), field = h("input", { type: "text", placeholder: "2027-05-31", "aria-label": t.due, autocomplete: "off" });
  const fault = h("p", { class: "fault", role: "alert", hidden: true }), title = h("b"), days = h("div", { class: "days" }), start = issue.due ? new Date(`${issue.due}T00:00`) : new Date();
  const month = new Date(start.getFullYear(), start.getMonth(), 1);
  const draw = () => {
    const lead = (month.getDay() + 6) % 7, length = new Date(month.getFullYear(), month.getMonth() + 1, 0).getDate();
    title.textContent = month.toLocaleDateString(t.lang, { month: "long", year: "numeric" });
    days.replaceChildren(...Array.from({ length: 7 }, (_, n) => h("span", { class: "dim", "aria-hidden": "true" }, new Date(2024, 0, n + 1).toLocaleDateString(t.lang, { weekday: "narrow" }))), ...Array.from({ length: lead }, () => h("span")), ...Array.from({ length }, (_, n) => {
      const day = new Date(month.getFullYear(), month.getMonth(), n + 1);
      return button("day", String(n + 1), () => { field.value = iso(day); draw(); }, { "aria-label": day.toLocaleDateString(t.lang, { day: "numeric", month: "long", year: "numeric" }), "aria-pressed": String(iso(day) === field.value) });
    }));
  };
  const shut = () => { box.remove(); if (opener.isConnected) opener.focus(); };
  const turnMonth = by => { month.setMonth(month.getMonth() + by); draw(); };
  const save = async () => {
    const answer = await ask(`/api/issues/${issue.key}`, { field: "due", value: field.value });
    if (!answer.fine) { fault.textContent = answer.error; fault.hidden = false; return; }
    shut();
    again(answer);
    tell(answer.notice);
  };
  const box = h("form", { class: "dates", role: "dialog", "aria-label": t.calendar, style: `left: ${at.left}px; top: ${at.bottom + 6}px`, submit: event => { event.preventDefault(); save(); }, keydown: event => { if (event.key === "Escape") shut(); } },
    field, fault, h("div", { class: "row" }, glyph("left", t.earlier, () => turnMonth(-1)), h("span", { class: "grow" }, title), glyph("right", t.later, () => turnMonth(1))), days, h("div", { class: "row end" }, button("soft", t.cancel, shut), h("button", { class: "solid" }, t.save)));
  field.value = issue.due;
  draw();
  layer.replaceChildren(box);
  field.focus();
}

/* The board and the timeline */

function board() {
  const pane = h("div", { class: "columns" });
  let dragged = null, mine = 0;
  const load = async () => {
    const now = ++mine;
    pane.inert = true;
    const answer = await ask(`/api/board?q=${encodeURIComponent(find)}`);
    if (now !== mine) return;
    pane.inert = false;
    if (!answer.fine) return tell(answer.error);
    pane.replaceChildren(...answer.columns.map(column => h("section", { "aria-label": column.name, dragover: event => dragged && event.preventDefault(), drop: event => { event.preventDefault(); if (dragged && dragged.status !== column.status) move(dragged.key, column.status); } },
      h("h2", {}, to(column.href, column.name, { draggable: "false" }), h("span", { class: "dim", "aria-hidden": "true" }, ` ${column.total}`)), h("ul", {}, column.cards.map(card)), column.more && to(column.href, column.more, { class: "hint" }))));
  };
  const move = (key, value) => change(key, "", { field: "status", value }, load);
  const card = issue => {
    const mover = glyph("right", t.move, () => menu(mover, t.move, me.statuses.filter(([status]) => status !== issue.status).map(([status, name]) => ({ name, act: () => move(issue.key, status) }))), { "aria-haspopup": "menu" });
    return h("li", { draggable: "true", dragstart: event => { dragged = issue; event.dataTransfer.setData("text/plain", issue.key); }, dragend: () => { dragged = null; } },
      to(`/issue/${issue.key}`, issue.title, { draggable: "false" }), h("div", { class: "row" }, h("span", { class: `level ${issue.priority}` }, issue.priority), h("span", { class: "dim" }, issue.key), h("span", { class: "grow" }), mover));
  };
  load();
  return h("main", { class: "board" }, h("div", { class: "row" }, h("h1", {}, t.board), h("span", { class: "grow" }), searcher(load)), pane);
}
function timeline() {
  const feed = h("ol", { class: "feed" });
  ask("/api/activity").then(answer => (answer.fine ? feed.replaceChildren(...answer.events.map(one => h("li", {}, face(one), h("div", {}, one.lead, " ", one.quote ? [h("b", {}, one.title), to(one.quote_href, one.quote, { class: "quote" })] : one.href ? to(one.href, one.title) : h("s", {}, one.title)), h("time", { class: "dim" }, one.at)))) : tell(answer.error)));
  return h("main", { class: "board" }, h("h1", {}, t.activity), feed);
}

/* Start */

me = await ask("/api/me");
t = me.words;
if (whisper.textContent) tell(whisper.textContent);
if (me.fine) {
  addEventListener("popstate", () => arrive());
  arrive();
} else app.append(h("p", { class: "hollow", role: "alert" }, me.error));
