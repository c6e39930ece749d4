const app = document.querySelector(".app"), whisper = document.querySelector("[role=status]");
let me, t, turn = 0;

/* Elements */

const SHAPES = {
  accounts: "M4 11 12 4l8 7v9h-5v-6H9v6H4z", transfer: "M4 12h15M13 6l6 6-6 6", orders: "M5 9a7.5 7.5 0 0 1 13-2l2 2M20 4v5h-5M19 15a7.5 7.5 0 0 1-13 2l-2-2M4 20v-5h5",
  cards: "M3 6h18v12H3zM3 10h18M7 15h4", messages: "M4 6h16v12H4zM4 7l8 6 8-6", profile: "M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8M4.5 20a7.5 7.5 0 0 1 15 0", leave: "M14 5H6v14h8M10 12h10M17 9l3 3-3 3",
  more: "M5 12v.1M12 12v.1M19 12v.1", close: "m6 6 12 12M18 6 6 18",
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
  node.append(...children.flat().filter(child => child != null && child !== false && child !== ""));
  return node;
}
const link = (href, props, ...children) => h("a", { href, click: follow, ...props }, ...children);
const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);

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
async function carryOut(action, data, fault) {
  const answer = await ask(`/api/do/${action}`, data);
  if (!answer.fine) return fault ? fault(answer.error) : tell(answer.error);
  await go(answer.path);
  tell(answer.notice); // once the result is on the page
}
const sure = (title, text, yes, danger = true) => document.createElement("confirm-panel").ask({ title, text, yes, no: t.cancel, danger });

/* Where we are */

function go(url) {
  history.pushState(null, "", url);
  return arrive();
}
function follow(event) {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  go(event.currentTarget.getAttribute("href"));
}
const KINDS = { accounts: ["accounts", "account"], bookings: ["accounts", "booking"], transfer: ["transfer", "transfer"], orders: ["orders", "order"], cards: ["cards", "card"], messages: ["messages", "message"], profile: ["profile", "profile"] };
async function arrive() {
  const mine = ++turn, [, section, which] = location.pathname.split("/");
  const [many, one] = KINDS[section] ?? KINDS.accounts, fresh = which === "new" || which === "edit";
  const kind = which && !fresh ? one : many;
  const show = new URLSearchParams(location.search).get("show") ?? "";
  const page = await ask(`/api/pages/${fresh && many === "messages" ? "new-message" : kind}?${new URLSearchParams({ which: fresh ? "" : which ?? show })}`);
  if (mine !== turn) return;
  if (!page.fine) { tell(page.error); if (location.pathname !== "/accounts") go("/accounts"); return; }
  me.unread = page.unread;
  const draw = fresh && many === "messages" ? PAGES.writing : PAGES[kind];
  app.replaceChildren(rail(KINDS[section] ? section : "accounts"), h("main", {}, draw(page, fresh)));
  app.setAttribute("aria-busy", "false");
  document.title = `${app.querySelector("h1").textContent} | ${t.brand}`;
  scrollTo(0, 0);
}
function rail(here) {
  const names = { accounts: t.accounts, transfer: t.transfer_page, orders: t.orders, cards: t.cards, messages: t.messages, profile: t.profile };
  return h("header", { class: "rail" },
    h("p", { class: "name" }, h("span", { class: "ring", "aria-hidden": "true" }), t.brand),
    h("nav", { "aria-label": t.menu }, Object.entries(names).map(([name, label]) => h("div", { class: "stop" }, link(`/${name}`, { "aria-current": name === here ? "page" : null }, icon(name), label), name === "messages" && me.unread > 0 && h("b", {}, String(me.unread))))),
    h("div", { class: "foot" }, h("p", {}, me.person, h("small", {}, me.customer)), h("form", { action: "/logout", method: "post" }, h("button", { class: "round", "aria-label": t.logout, title: t.logout }, icon("leave")))));
}

/* Parts of pages */

function menu(label, items) {
  const list = h("div", { class: "choices", role: "menu", "aria-label": label, hidden: true }, items.map(([text, run, off]) => h("button", { type: "button", role: "menuitem", disabled: !!off, click: () => { toggle(false); run(); } }, text)));
  const opener = h("button", { type: "button", class: "round", "aria-label": label, title: label, "aria-haspopup": "menu", "aria-expanded": "false", click: () => toggle(list.hidden) }, icon("more"));
  function toggle(open) {
    list.hidden = !open;
    opener.setAttribute("aria-expanded", String(open));
    if (open) list.querySelector("button:enabled")?.focus();
  }
  return h("div", { class: "menu", keydown: event => { if (event.key === "Escape") { toggle(false); opener.focus(); } } }, opener, list);
}
function sheet(title, facts, ...more) {
  document.querySelector(".sheet")?.remove();
  const node = h("aside", { class: "sheet", role: "dialog", "aria-label": title, keydown: event => { if (event.key === "Escape") node.remove(); } },
    h("header", {}, h("h2", {}, title), h("button", { type: "button", class: "round", "aria-label": t.close, click: () => node.remove() }, icon("close"))),
    table(facts), ...more);
  app.querySelector("main").append(node);
  node.querySelector("button").focus();
}
const table = facts => h("dl", {}, facts.filter(([, text]) => text).map(([label, text]) => h("div", {}, h("dt", {}, label), h("dd", {}, text))));
const labelled = (label, control) => h("label", {}, h("span", {}, label), control);
function amountField() {
  const field = h("amount-field", { role: "group", "aria-label": t.amount });
  field.caption(t.amount);
  return field;
}
function complaint() {
  const node = h("p", { class: "fault", role: "alert" });
  return [node, text => { node.textContent = text; }];
}

/* Pages */

const PAGES = {
  accounts: ({ accounts, total, show }) => [
    h("p", { class: "quiet" }, t.total), h("h1", { class: "huge" }, total),
    h("p", { class: "filter" }, ["open", "closed"].map(name => link(`/accounts?show=${name}`, { "aria-current": name === show ? "page" : null }, t[`${name}_accounts`]))),
    accounts.length ? h("ul", { class: "lines" }, accounts.map(account => h("li", {}, link(`/accounts/${account.id}`, {}, h("span", { class: "what" }, account.name), " ", h("small", {}, account.iban), " ", h("b", {}, account.closed ? t.closed : account.balance))))) : h("p", { class: "quiet" }, t.no_accounts),
  ],

  account({ account, bookings }) {
    const close = async () => { if (await sure(fill(t.ask_close, { name: account.name }), t.ask_close_text, t.do_close)) carryOut("close-account", { id: account.id }); };
    const choices = [account.announced && [t.close_message, () => carryOut("close-message", { id: account.id })], !account.main && [t.close_account, close]].filter(Boolean);
    return [
      h("div", { class: "crown" }, h("div", {}, h("h1", {}, account.name), h("p", { class: "quiet" }, account.iban)), !account.closed && choices.length > 0 && menu(t.account_options, choices)),
      h("p", { class: "huge" }, account.closed ? t.closed : account.balance),
      account.announced && !account.closed && h("p", { class: "news" }, t.announcement),
      h("h2", {}, t.bookings),
      h("ul", { class: "lines" }, bookings.map(booking => h("li", {}, h("button", { type: "button", click: () => sheet(booking.payee, [[t.sum, booking.amount], [t.reference, booking.reference], [t.iban, booking.iban], [t.date, booking.time]]) },
        h("span", { class: "what" }, booking.payee), " ", h("small", {}, booking.reference || booking.date), " ", h("b", { class: booking.out ? null : "plus" }, booking.amount))))),
    ];
  },

  booking: ({ booking, account }) => [h("h1", {}, booking.payee), table([[t.account, account.name], [t.sum, booking.amount], [t.reference, booking.reference], [t.iban, booking.iban], [t.date, booking.time]])],

  transfer({ accounts }) {
    const to = h("input", { autocomplete: "off" }), iban = h("input", { autocomplete: "off" }), note = h("input", { autocomplete: "off", maxlength: "140" }), sum = amountField();
    const from = h("select", {}, accounts.map(account => h("option", { value: account.id }, `${account.name} (${account.balance})`)));
    const [fault, complain] = complaint();
    const typed = () => ({ account: from.value, to: to.value, iban: iban.value, amount: sum.value, reference: note.value });
    const pay = action => async () => {
      const checked = await ask(`/api/check/${action}`, typed());
      complain(checked.fine ? "" : checked.error);
      if (checked.fine && await sure(t.review, fill(t.ask_transfer_text, { amount: checked.amount, name: checked.to }), t.do_transfer, false)) carryOut(action, typed(), complain);
    };
    const second = h("div", { class: "step" }, sum, labelled(t.reference, note), labelled(t.from_account, from), h("div", { class: "row" }, h("button", { type: "button", class: "solid", click: pay("transfer") }, t.transfer), h("button", { type: "button", class: "soft", click: pay("transfer-all") }, t.transfer_all), h("button", { type: "button", class: "soft push", click: () => second.replaceWith(first) }, t.back)));
    const advance = event => {
      event.preventDefault();
      complain(!to.value.trim() ? t.error_recipient : !iban.value.trim() ? t.error_iban : "");
      if (!fault.textContent) first.replaceWith(second);
    };
    const first = h("form", { class: "step", submit: advance }, labelled(t.to, to), labelled(t.iban, iban), h("div", { class: "row" }, h("button", { class: "solid" }, t.continue)));
    return [h("h1", {}, t.transfer_page), fault, first];
  },

  orders({ orders }, fresh) {
    const open = order => () => sheet(order.recipient, [[t.sum, order.amount], [t.day, order.day], [t.iban, order.iban], [t.state, order.paused ? t.paused : t.running]],
      h("div", { class: "row" }, h("button", { type: "button", class: "soft", click: () => carryOut(order.paused ? "resume" : "pause", { id: order.id }) }, order.paused ? t.resume : t.pause),
        h("button", { type: "button", class: "soft red", click: async () => { if (await sure(t.ask_delete, fill(t.ask_delete_text, { name: order.recipient }), t.do_delete)) carryOut("delete", { id: order.id }); } }, t.delete)));
    const place = h("div", {}), add = () => place.replaceChildren(orderForm(() => place.replaceChildren()));
    if (fresh) add();
    return [
      h("div", { class: "crown" }, h("h1", {}, t.orders), h("button", { type: "button", class: "solid", click: add }, t.new_order)), place,
      orders.length ? h("ul", { class: "lines" }, orders.map(order => h("li", {}, h("button", { type: "button", click: open(order) }, h("span", { class: "what" }, order.recipient), " ", h("small", {}, order.paused ? t.paused : order.day), " ", h("b", {}, order.amount))))) : h("p", { class: "quiet" }, t.no_orders),
    ];
  },
  order: ({ order }) => [h("h1", {}, order.recipient), table([[t.sum, order.amount], [t.day, order.day], [t.iban, order.iban], [t.state, order.paused ? t.paused : t.running]])],

  cards: ({ cards, show }) => [
    h("h1", {}, t.cards),
    h("p", { class: "filter" }, ["all", "active", "blocked"].map(name => link(`/cards?show=${name}`, { "aria-current": name === show ? "page" : null }, t[`${name}_cards`]))),
    cards.length ? h("div", { class: "wallet" }, cards.map(card => document.createElement("bank-card").show(card, card.blocked ? t.blocked : t.active, follow))) : h("p", { class: "quiet" }, t.no_cards),
  ],
  card({ card }) {
    const freeze = async () => { if (await sure(fill(t.ask_block, { name: card.holder }), t.ask_block_text, t.do_block)) carryOut("block", { id: card.id }); };
    return [
      h("div", { class: "crown" }, h("h1", {}, card.holder), menu(t.card_options, [[t.unblock, () => carryOut("unblock", { id: card.id }), !card.blocked], [t.block, freeze, card.blocked]])),
      h("p", {}, h("span", { class: card.blocked ? "badge cold" : "badge" }, card.blocked ? t.blocked : t.active)),
      table([[t.number, `•••• •••• •••• ${card.number}`], [t.limit, card.limit], [t.spent, card.spent]]),
    ];
  },

  messages({ inbox, sent }) {
    const list = letters => letters.length ? h("ul", { class: "lines" }, letters.map(letter => h("li", { "data-new": letter.unread }, link(`/messages/${letter.id}`, {}, h("span", { class: "what" }, letter.subject), " ", h("small", {}, letter.date))))) : h("p", { class: "quiet" }, t.nothing);
    return [h("div", { class: "crown" }, h("h1", {}, t.messages), h("button", { type: "button", class: "solid", click: () => go("/messages/new") }, t.new_message)), h("h2", {}, t.inbox), list(inbox), h("h2", {}, t.sent), list(sent)];
  },
  message: ({ message }) => [h("h1", {}, message.subject), h("p", { class: "quiet" }, `${message.own ? t.you : t.your_bank} · ${message.date}`), h("p", { class: "prose" }, message.body)],
  writing() {
    const subject = h("input", {}), body = h("textarea", { rows: "7" }), [fault, complain] = complaint();
    const send = event => { event.preventDefault(); carryOut("write", { subject: subject.value, body: body.value }, complain); };
    return [h("h1", {}, t.new_message), fault, h("form", { class: "step", submit: send }, labelled(t.subject, subject), labelled(t.body, body), h("div", { class: "row" }, h("button", { class: "solid" }, t.send), link("/messages", { class: "soft" }, t.discard)))];
  },

  profile({ contact }) {
    const line = name => {
      const shown = h("div", { class: "pair" }, h("span", { class: "quiet" }, t[name]), h("span", { class: "what" }, contact[name]), h("button", { type: "button", class: "soft", click: edit }, t[`edit_${name}`]));
      function edit() {
        const field = h("input", {}), [fault, complain] = complaint();
        field.value = contact[name];
        const form = h("form", { class: "pair", submit: event => { event.preventDefault(); carryOut("contact", { [name]: field.value }, complain); } }, labelled(t[name], field), fault, h("div", { class: "row" }, h("button", { class: "solid" }, t.save), h("button", { type: "button", class: "soft", click: () => form.replaceWith(shown) }, t.cancel)));
        shown.replaceWith(form);
        field.focus();
        field.select();
      }
      return shown;
    };
    return [h("h1", {}, me.person), h("p", { class: "quiet" }, me.customer), h("h2", {}, t.contact), h("section", { class: "pairs" }, ["phone", "email", "street", "city"].map(line))];
  },
};
function orderForm(leave) {
  const to = h("input", { autocomplete: "off" }), iban = h("input", { autocomplete: "off" }), sum = amountField(), [fault, complain] = complaint();
  const day = h("input", { type: "number", min: "1", max: String(me.days.at(-1)) });
  const typed = () => ({ to: to.value, iban: iban.value, amount: sum.value, day: day.value });
  const send = async event => {
    event.preventDefault();
    const checked = await ask("/api/check/order", typed());
    complain(checked.fine ? "" : checked.error);
    if (checked.fine && await sure(t.ask_order, fill(t.ask_transfer_text, { amount: checked.amount, name: checked.to }), t.do_order, false)) carryOut("order", typed(), complain);
  };
  return h("form", { class: "step card", novalidate: true, "aria-label": t.new_order, submit: send }, fault, labelled(t.to, to), labelled(t.iban, iban), h("div", { class: "pairing" }, sum, labelled(t.day, day)), h("div", { class: "row" }, h("button", { class: "solid" }, t.create_order), h("button", { type: "button", class: "soft", click: leave }, t.cancel)));
}

/* Start */

document.addEventListener("click", event => {
  document.querySelectorAll(".menu").forEach(node => {
    if (node.contains(event.target)) return;
    node.querySelector("[role=menu]").hidden = true;
    node.firstChild.setAttribute("aria-expanded", "false");
  });
});
me = await ask("/api/me");
t = me.words;
if (whisper.textContent) tell(whisper.textContent);
if (me.fine) {
  addEventListener("popstate", arrive);
  await arrive();
} else {
  app.append(h("p", { class: "fault", role: "alert" }, me.error));
}
