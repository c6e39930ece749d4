const app = document.querySelector(".app"), layer = document.querySelector(".layer"), whisper = document.querySelector("[role=status]");
let me, t, place = { folder: "inbox", query: "", page: 1, open: null, view: "mail" };
let rows = null, pages = 1, range = "", asked = 0;

/* Elements */

const SHAPES = {
  search: "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13M15.5 15.5 20 20", inbox: "M4 13h4l1.5 3h5l1.5-3h4M6 5h12l2 8v6H4v-6z",
  starred: "m12 4 2.5 5 5.5.8-4 3.9 1 5.5-5-2.6-5 2.6 1-5.5-4-3.9 5.5-.8z", sent: "M20 4 3.5 10.5l7 3 3 7zM20 4l-9.5 9.5", drafts: "M5 19l1-4L16 5l3 3L9 18zM14 7l3 3",
  scheduled: "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16M12 8v4l3 2", archive: "M4 5h16v4H4zM5.5 9v10h13V9M10 13h4", spam: "M8.5 4h7L20 8.5v7L15.5 20h-7L4 15.5v-7zM12 8v5M12 16v.1",
  trash: "M5 7h14M9 7V4h6v3M7 7l1 13h8l1-13", reply: "M9 6 4 11l5 5M4 11h10a6 6 0 0 1 6 6v1", forward: "m15 6 5 5-5 5M20 11H10a6 6 0 0 0-6 6v1", restore: "M12 15V4M8 8l4-4 4 4M4 14v6h16v-6",
  gear: "M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6M4 12h2M18 12h2M12 4v2M12 18v2M6.3 6.3l1.5 1.5M16.2 16.2l1.5 1.5M6.3 17.7l1.5-1.5M16.2 7.8l1.5-1.5", leave: "M14 5H6v14h8M10 12h10M17 9l3 3-3 3",
  pen: "M5 19l1-4L16 5l3 3L9 18z", close: "m6 6 12 12M18 6 6 18", down: "m7 10 5 5 5-5", clip: "m19 11-8 8a4.5 4.5 0 0 1-6.5-6.5L13 4a3 3 0 0 1 4.5 4.5l-8 8a1.5 1.5 0 0 1-2-2L15 7",
  bold: "M8 5h5a3.5 3.5 0 0 1 0 7H8zM8 12h6a3.5 3.5 0 0 1 0 7H8z", italic: "M14 5h-4M14 19h-4M13 5l-3 14", underline: "M7 5v6a5 5 0 0 0 10 0V5M6 20h12", bullets: "M9 7h11M9 12h11M9 17h11M5 7v.1M5 12v.1M5 17v.1", people: "M9 6a3 3 0 1 0 0 6 3 3 0 0 0 0-6M3.5 19a5.5 5.5 0 0 1 11 0M18 9v6M15 12h6",
};
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
  node.append(...children.flat().filter(child => child != null && child !== false));
  return node;
}
const round = (name, label, click, more = {}) => h("button", { type: "button", class: "round", "aria-label": label, title: label, click, ...more }, icon(name));

/* The server */

async function ask(url, data) {
  try {
    const answer = await fetch(url, data ? { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(data) } : undefined);
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

/* Where we are */

function go(url) {
  history.pushState(null, "", url);
  arrive();
}
function follow(event) {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  go(event.currentTarget.getAttribute("href"));
}
async function arrive() {
  const [, kind, name] = location.pathname.split("/"), query = new URLSearchParams(location.search);
  if (kind === "settings") {
    place = { ...place, view: "settings", open: null };
    return draw();
  }
  const before = place, known = rows !== null && before.view === "mail";
  if (kind === "message") {
    place = { ...place, view: "mail", open: { id: name } };
    if (known) draw();
    const mail = await ask(`/api/messages/${name}`);
    if (place.open?.id !== name) return;
    if (!mail.fine) { tell(mail.error); return go("/mail/inbox"); }
    me.unread = mail.unread ?? me.unread;
    rows?.forEach(row => { if (row.id === name) row.unread = false; });
    if (!known) place.folder = mail.folder;
    place.open = mail;
    draw();
    if (!known) load();
    return;
  }
  place = { view: "mail", folder: me.folders.includes(name) ? name : "inbox", query: query.get("q") ?? "", page: +(query.get("page") ?? 1), open: null };
  if (place.folder !== before.folder || !known) rows = null;
  draw();
  load();
}
async function load() {
  const turn = ++asked, { folder, query, page } = place;
  const answer = await ask(`/api/messages?${new URLSearchParams({ folder, q: query, page })}`);
  if (turn !== asked || place.view !== "mail") return;
  rows = answer.fine ? answer.rows : [];
  rows.fault = answer.error;
  pages = answer.pages ?? 1;
  range = answer.range ?? "";
  me.unread = answer.unread ?? me.unread;
  drawList();
  drawRail();
}

/* The page */

const label = name => t[name === "archive" ? "archive_folder" : name];
function draw() {
  document.title = `${place.view === "settings" ? t.settings : place.open?.subject ?? label(place.folder)} | Postbox`;
  app.dataset.density = me.settings.density;
  app.setAttribute("aria-busy", "false");
  if (!app.querySelector(".top")) app.replaceChildren(top(), h("nav", { class: "rail", "aria-label": t.folders }));
  app.querySelectorAll(".list, .read, .prefs").forEach(node => node.remove());
  drawRail();
  if (place.view === "settings") return app.append(preferences());
  app.append(h("section", { class: "list" }), h("section", { class: "read" }));
  drawList();
  drawMail();
}
function top() {
  let typing;
  const field = h("input", { type: "search", placeholder: t.search, "aria-label": t.search, autocomplete: "off" });
  const search = () => go(`/mail/${place.folder}${field.value ? `?q=${encodeURIComponent(field.value)}` : ""}`);
  field.value = new URLSearchParams(location.search).get("q") ?? "";
  field.addEventListener("input", () => { clearTimeout(typing); typing = setTimeout(search, 180); });
  return h("header", { class: "top" },
    h("a", { class: "name", href: "/mail/inbox", click: follow }, h("span", { class: "mark" }), "Postbox"),
    h("form", { class: "find", role: "search", submit: event => { event.preventDefault(); clearTimeout(typing); search(); } }, icon("search"), field),
    h("span", { class: "grow" }),
    h("button", { type: "button", class: "solid fresh", "aria-haspopup": "dialog", click: () => compose() }, icon("pen"), t.compose),
    round("gear", t.settings, () => go("/settings")),
    h("form", { action: "/logout", method: "post" }, h("button", { class: "round", "aria-label": t.logout, title: `${t.logout} (${me.user})` }, icon("leave"))));
}
function drawRail() {
  app.querySelector(".rail").replaceChildren(...me.folders.map(name => h("a", { href: `/mail/${name}`, click: follow, "aria-current": place.view === "mail" && name === place.folder ? "page" : null },
    icon(name), h("span", {}, label(name)), name === "inbox" && me.unread > 0 && h("b", {}, String(me.unread)))));
}
function drawList() {
  const pane = app.querySelector(".list");
  if (!pane) return;
  pane.setAttribute("aria-busy", String(rows === null));
  const head = h("header", {}, h("h1", {}, label(place.folder)), h("span", { class: "quiet" }, rows ? range : ""));
  const turn = step => h("button", { type: "button", class: "soft", click: () => go(`/mail/${place.folder}?${new URLSearchParams({ q: place.query, page: place.page + step })}`) }, step < 0 ? t.newer : t.older);
  if (rows === null) pane.replaceChildren(head, ...Array.from({ length: 8 }, () => h("div", { class: "bone" })));
  else if (!rows.length) pane.replaceChildren(head, h("p", { class: "hollow", role: rows.fault ? "alert" : null }, rows.fault ?? (place.query ? t.no_results : t.empty)));
  else pane.replaceChildren(head, h("ul", {}, rows.map(line)), pages > 1 && h("div", { class: "turn" }, place.page > 1 ? turn(-1) : h("i"), place.page < pages && turn(1)) || "");
}
function line(mail) {
  return h("li", { "data-new": mail.unread, "data-open": place.open?.id === mail.id },
    h("a", { class: "item", href: `/message/${mail.id}`, click: follow }, h("span", { class: "who" }, mail.name), " ", h("time", {}, mail.date), " ", h("span", { class: "what" }, mail.subject), " ", h("span", { class: "gist" }, mail.snippet)),
    star(mail));
}
function star(mail) {
  return round("starred", t.star, async event => {
    const button = event.currentTarget, answer = await ask(`/api/messages/${mail.id}/star`, {});
    if (!answer.fine) return tell(answer.error);
    mail.starred = answer.starred;
    button.setAttribute("aria-pressed", String(mail.starred));
    const twin = mail === place.open ? rows?.find(row => row.id === mail.id) : place.open;
    if (twin?.id !== mail.id) return;
    twin.starred = mail.starred;
    if (mail === place.open) drawList();
    else drawMail();
  }, { "aria-pressed": String(mail.starred) });
}
function drawMail() {
  const pane = app.querySelector(".read"), mail = place.open;
  if (!mail) return pane.replaceChildren(h("p", { class: "hollow" }, t.pick));
  if (!mail.folder) return pane.replaceChildren(h("div", { class: "bone" }));
  const within = (...names) => names.includes(mail.folder), body = h("div", { class: "prose" });
  const start = mode => async () => {
    const answer = await ask(`/api/messages/${mail.id}/reply?mode=${mode}`);
    if (answer.fine) compose(answer);
    else tell(answer.error);
  };
  const move = action => async () => {
    const answer = await ask(`/api/messages/${mail.id}/${action}`, {});
    if (!answer.fine) return tell(answer.error);
    me.unread = answer.unread;
    rows = null;
    tell(answer.notice);
    go(`/mail/${place.folder}`);
  };
  body.innerHTML = mail.html; // the server has cleaned it
  pane.replaceChildren(
    h("div", { class: "tools" },
      within("drafts") ? round("drafts", t.edit_draft, start("draft")) : [round("reply", t.reply, start("reply")), round("forward", t.forward, start("forward"))],
      h("span", { class: "grow" }),
      star(mail),
      within("archive", "spam", "trash") && round("restore", t.restore, move("restore")),
      !within("archive", "drafts") && round("archive", t.archive, move("archive")),
      within("inbox", "archive") && round("spam", t.mark_spam, move("spam")),
      round("trash", t.delete, () => question(t.ask_delete, within("trash") ? t.ask_purge_text : t.ask_delete_text, t.delete, t.cancel, move("delete"), "danger"), { "aria-haspopup": "dialog" })),
    h("h1", {}, mail.subject),
    h("div", { class: "envelope" },
      h("div", {}, h("strong", {}, mail.sender), h("span", { class: "quiet" }, ` ${mail.address}`), h("div", { class: "quiet" }, t.to_whom.replace("{name}", mail.to || t.no_recipient), mail.cc && ` · ${t.cc} ${mail.cc}`, mail.bcc && ` · ${t.bcc} ${mail.bcc}`)),
      h("time", { class: "quiet" }, mail.date)),
    body,
    mail.attachments.length ? h("ul", { class: "paper", "aria-label": t.attachments }, mail.attachments.map(file => h("li", {}, icon("clip"), file.name, h("span", { class: "quiet" }, file.size)))) : "");
}

/* Questions */

function question(title, text, yes, no, then, look = "solid") {
  const back = document.activeElement;
  const leave = () => { veil.remove(); back?.focus(); };
  const refuse = h("button", { type: "button", class: "soft", click: leave }, no);
  const accept = h("button", { type: "button", class: look, click: () => { leave(); then(); } }, yes);
  const veil = h("div", { class: "veil", keydown: event => {
    event.stopPropagation();
    if (event.key === "Escape") leave();
    if (event.key === "Tab") { event.preventDefault(); (document.activeElement === accept ? refuse : accept).focus(); }
  } }, h("div", { class: "ask", role: "dialog", "aria-modal": "true", "aria-label": title }, h("h2", {}, title), h("p", {}, text), h("div", { class: "row" }, accept, refuse)));
  layer.append(veil);
  refuse.focus();
}

/* Writing */

let drawer = null;
function compose(start) {
  if (drawer && !start) return drawer.show();
  drawer?.node.remove();
  drawer = writer(start);
  drawer.show();
}
function writer(start) {
  let files = start?.files ?? [], opening;
  const fault = h("p", { class: "fault", role: "alert" }), shown = h("ul", { class: "paper" }), fields = {};
  const pair = (name, ...more) => {
    const id = `f${Math.random().toString(36).slice(2, 8)}`;
    fields[name] = h("input", { id, type: "text", autocomplete: "off" });
    fields[name].value = start?.[name] ?? "";
    return h("div", { class: "pair", hidden: /cc/.test(name) && !start?.[name] }, h("label", { for: id }, t[name]), fields[name], ...more);
  };
  const text = h("div", { contenteditable: "true", role: "textbox", "aria-multiline": "true", "aria-label": t.message });
  const empty = () => text.toggleAttribute("data-empty", !text.textContent && !text.querySelector("li"));
  text.innerHTML = start?.html ?? me.settings.start;
  text.addEventListener("input", empty);
  empty();

  const choices = h("div", { class: "choices", role: "menu", "aria-label": t.delivery, hidden: true },
    [["sent", "send"], ["scheduled", "send_later"], ["drafts", "save_draft"]].map(([shape, word]) => h("button", { type: "button", role: "menuitem", tabindex: "-1", click: () => choose(word) }, icon(shape), t[word])));
  const launch = h("button", { type: "button", class: "round", "aria-label": t.delivery, title: t.delivery, "aria-haspopup": "menu", "aria-expanded": "false", click: () => menu(choices.hidden) }, icon("sent"), icon("down"));
  const menu = open => {
    choices.hidden = !open;
    launch.setAttribute("aria-expanded", String(open));
    if (open) choices.firstChild.focus();
  };
  choices.addEventListener("keydown", event => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key], items = [...choices.children];
    if (step) { event.preventDefault(); items.at((items.indexOf(document.activeElement) + step) % items.length).focus(); }
  });

  const letter = action => ({ action, to: fields.to.value, cc: fields.cc.value, bcc: fields.bcc.value, subject: fields.subject.value, text: text.innerText, html: text.innerHTML, files, draft: start?.draft ?? "" });
  const complain = error => {
    fault.textContent = error;
    fields.to.setAttribute("aria-invalid", "true");
    fields.to.focus();
  };
  async function finish(action) {
    launch.disabled = true;
    const answer = await ask("/api/compose", letter(action));
    launch.disabled = false;
    if (!answer.fine) return complain(answer.error);
    hide();
    drawer = null;
    tell(answer.notice);
    if (place.view === "mail" && place.open?.folder === "drafts") { rows = null; go("/mail/drafts"); } else if (place.view === "mail") load();
  }
  async function choose(word) {
    menu(false);
    launch.focus();
    fault.textContent = "";
    fields.to.removeAttribute("aria-invalid");
    if (word !== "send") return finish({ send_later: "later", save_draft: "draft" }[word]);
    const answer = await ask("/api/compose", letter("check"));
    if (!answer.fine) return complain(answer.error);
    question(t.ask_send, t.ask_send_text.replace("{names}", answer.recipients.join(", ")), t.do_send, t.keep_editing, () => finish("send"));
  }

  const drawFiles = () => shown.replaceChildren(...files.map(file => h("li", {}, file.name, h("button", { type: "button", "aria-label": t.remove.replace("{name}", file.name), click: () => { files = files.filter(other => other !== file); drawFiles(); } }, "✕"))));
  const pick = h("input", { type: "file", multiple: true, "aria-label": t.attach, title: t.attach, change: () => {
    files = [...files, ...[...pick.files].map(({ name, size }) => ({ name, size }))];
    pick.value = "";
    drawFiles();
  } });
  const command = (shape, name) => round(shape, t[shape], () => { text.focus(); document.execCommand(name); }, { mousedown: event => event.preventDefault() });
  const copies = round("people", t.copies, () => {
    const show = fields.cc.parentNode.hidden;
    for (const name of ["cc", "bcc"]) fields[name].parentNode.hidden = !show;
    copies.setAttribute("aria-expanded", String(show));
    if (show) fields.cc.focus();
  }, { "aria-expanded": "false" });
  drawFiles();

  const node = h("aside", { class: "drawer", role: "dialog", "aria-label": t.compose, keydown: event => {
    if (event.key !== "Escape") return;
    if (choices.hidden) return hide();
    menu(false);
    launch.focus();
  }, click: event => { if (!event.target.closest(".launch")) menu(false); } },
  h("header", {}, h("h1", {}, t.compose), h("span", { class: "grow" }), round("trash", t.discard, () => finish("discard")), round("close", t.close, () => hide())),
  h("div", { class: "sheet" }, fault, pair("to", copies), pair("cc"), pair("bcc"), pair("subject"), h("div", { class: "words" }, text), shown,
    h("div", { class: "strip" }, h("div", { class: "row", role: "toolbar", "aria-label": t.formatting }, command("bold", "bold"), command("italic", "italic"), command("underline", "underline"), command("bullets", "insertUnorderedList")),
      h("span", { class: "clip" }, icon("clip"), pick), h("span", { class: "grow" }), h("div", { class: "launch" }, launch, choices))));
  function show() {
    layer.append(node);
    // The fields become visible and get the focus in one go, when the drawer has arrived.
    clearTimeout(opening);
    opening = setTimeout(() => { node.dataset.ready = ""; (fields.to.value ? text : fields.to).focus(); }, 200);
  }
  function hide() {
    clearTimeout(opening);
    delete node.dataset.ready;
    node.remove();
    app.querySelector(".fresh").focus();
  }
  return { node, show };
}

/* Preferences */

function preferences() {
  const now = me.settings, signature = h("textarea", { rows: "4" }), size = h("select", {}, me.sizes.map(one => h("option", { selected: one === now.page_size }, String(one))));
  const alerts = h("input", { type: "checkbox", checked: now.notifications });
  signature.value = now.signature;
  const form = h("form", { submit: event => { event.preventDefault(); save("save"); } },
    h("label", {}, h("span", {}, t.signature), signature),
    h("label", { class: "tick" }, alerts, h("span", {}, t.notifications)),
    h("label", {}, h("span", {}, t.page_size), size),
    h("fieldset", {}, h("legend", {}, t.density), me.densities.map(one => h("label", { class: "tick" }, h("input", { type: "radio", name: "density", value: one, checked: one === now.density }), t[one]))),
    h("div", { class: "row" }, h("button", { class: "solid" }, t.save_changes), h("button", { type: "button", class: "soft", click: () => save("reset") }, t.reset)));
  async function save(action) {
    const answer = await ask("/api/settings", { action, signature: signature.value, notifications: alerts.checked, page_size: size.value, density: form.elements.density.value });
    if (!answer.fine) return tell(answer.error);
    me.settings = answer.settings;
    drawer = null;
    tell(answer.notice);
    draw();
  }
  return h("main", { class: "prefs" }, h("h1", {}, t.settings), form);
}

/* Start */

me = await ask("/api/me");
t = me.words;
if (whisper.textContent) tell(whisper.textContent);
if (me.fine) {
  addEventListener("popstate", arrive);
  await arrive();
} else {
  app.append(h("p", { class: "hollow", role: "alert" }, me.error, " ", h("button", { type: "button", class: "soft", click: () => location.reload() }, document.body.dataset.retry)));
}
