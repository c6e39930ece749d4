const boot = JSON.parse(document.querySelector(".boot").textContent), t = boot.t;
const app = document.querySelector(".app"), layer = document.querySelector(".layer"), whisper = document.querySelector("[role=status]");
let pieces = boot.pieces, turn = 0, profile = 0, now = { name: boot.name, page: boot.page };

/* Elements */

const SHAPES = {
  search: "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13M15.5 15.5 20 20", bag: "M5 8h14l1 12H4zM9 10V7a3 3 0 0 1 6 0v3", user: "M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8M4.5 20a7.5 7.5 0 0 1 15 0",
  close: "m6 6 12 12M18 6 6 18", less: "M6 12h12", more: "M6 12h12M12 6v12", trash: "M5 7h14M9 7V4h6v3M7 7l1 13h8l1-13", next: "m9 6 6 6-6 6", leave: "M14 5H6v14h8M10 12h10M17 9l3 3-3 3",
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
  node.append(...children.flat(2).filter(child => child != null && child !== false && child !== ""));
  return node;
}
const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, key) => values[key]);
const link = (href, props, ...children) => h("a", { href, click: follow, ...props }, ...children);
const button = (text, click, look = "soft", more = {}) => h("button", { type: "button", class: look, click, ...more }, text);
const round = (shape, label, click, more = {}) => h("button", { type: "button", class: "round", "aria-label": label, title: label, click, ...more }, icon(shape));
const field = (label, name, props = {}) => h("label", { class: "field" }, h("span", {}, label), h("input", { name, type: "text", autocomplete: "off", ...props }));
const picture = (url, size) => h("img", { src: url, alt: "", width: size, height: size });
const fault = () => h("p", { class: "fault", role: "alert" });

/* The server */

async function ask(url, data) {
  try {
    const answer = await fetch(url, data ? { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(data) } : undefined);
    if (answer.status === 401) { location.assign(`/login?next=${encodeURIComponent(location.pathname)}`); return new Promise(() => {}); }
    return { ...(answer.status === 204 ? {} : await answer.json()), fine: answer.ok };
  } catch {
    return { fine: false, error: t.offline };
  }
}
async function act(action, data, complain = tell) {
  const answer = await ask(`/api/do/${action}`, data);
  pieces = answer.pieces ?? pieces;
  drawHead();
  complain(answer.fine ? "" : answer.error);
  if (answer.fine && answer.notice) tell(answer.notice);
  return answer;
}
let quiet;
function tell(text) {
  clearTimeout(quiet);
  whisper.textContent = text;
  quiet = setTimeout(() => { whisper.textContent = ""; }, 8000);
}

/* Where we are */

function follow(event) {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  go(event.currentTarget.getAttribute("href"));
}
function go(url) {
  history.pushState(null, "", url);
  return arrive();
}
async function arrive() {
  const mine = ++turn, answer = await ask(`/api/view${location.pathname}${location.search}`);
  if (mine !== turn) return;
  if (!answer.fine) {
    tell(answer.error);
    if (answer.goto) go(answer.goto);
    return;
  }
  now = answer;
  pieces = answer.pieces;
  layer.replaceChildren();
  draw();
  scrollTo(0, 0);
}
const refresh = () => arrive();

/* The frame */

function draw() {
  const [title, ...content] = PAGES[now.name](now.page);
  document.title = `${title} | Fernhill`;
  app.setAttribute("aria-busy", "false");
  if (!app.children.length) app.append(strip(), h("header", { class: "head" }), h("div", { class: "frame" }, rail(), h("main", {})), foot(), cookies());
  drawHead();
  app.querySelector("main").replaceChildren(...content.flat(2).filter(Boolean));
}
let finder;
function drawHead() {
  const head = app.querySelector(".head");
  if (!finder) {
    const input = h("input", { type: "search", placeholder: t.search, "aria-label": t.search, autocomplete: "off" });
    input.value = boot.query;
    finder = h("form", { class: "find", role: "search", submit: event => { event.preventDefault(); go(`/shop?${new URLSearchParams({ q: input.value })}`); } }, icon("search"), input);
    head.append(link("/", { class: "name" }, "fernhill"), finder, h("span", { class: "tools" }));
  }
  head.querySelector(".tools").replaceChildren(
    boot.signed_in ? link("/account", { class: "tool", "aria-label": t.account }, icon("user"), h("span", {}, t.account)) : h("a", { class: "tool", href: "/login" }, icon("user"), h("span", {}, t.login)),
    link("/cart", { class: "tool", "aria-label": t.cart }, icon("bag"), h("span", {}, t.cart), pieces > 0 && h("b", {}, String(pieces))),
    boot.signed_in ? h("form", { action: "/logout", method: "post" }, h("button", { class: "round", "aria-label": t.logout, title: t.logout }, icon("leave"))) : "");
}
function rail() {
  return h("nav", { class: "rail", "aria-label": t.main_menu }, link("/shop", {}, t.all), boot.categories.map(one => link(`/shop?category=${one.key}`, {}, one.name)));
}
function strip() {
  const node = h("aside", { class: "strip", "aria-label": t.popup_title, hidden: !boot.popup }, h("strong", {}, t.popup_title), h("span", {}, t.popup_text), round("close", t.close, () => node.remove()));
  return node;
}
function cookies() {
  const answer = async () => { await ask("/consent", {}); node.remove(); };
  const node = h("aside", { class: "biscuit", "aria-label": t.cookie_title, hidden: !boot.ask_cookies }, h("p", {}, t.cookies), button(t.accept, answer, "solid"), button(t.necessary, answer));
  return node;
}
function foot() {
  const complaint = fault(), form = h("form", { class: "letter", novalidate: true, submit: event => {
    event.preventDefault();
    const email = form.elements.email.value.trim();
    sheet(t.ask_letter, close => [h("p", {}, fill(t.ask_letter_text, { email })), h("div", { class: "row" }, button(t.do_subscribe, async () => {
      close();
      const answer = await act("subscribe", { email }, text => { complaint.textContent = text; });
      if (answer.fine) form.reset();
    }, "solid"), button(t.cancel, close))]);
  } }, field(t.email, "email", { type: "email" }), h("button", { class: "solid" }, t.subscribe));
  return h("footer", {}, h("div", {}, h("h2", {}, t.letter_title), h("p", { class: "quiet" }, t.letter_text)), h("div", {}, form, complaint), h("p", { class: "quiet" }, boot.footer));
}
function sheet(title, content, side = "") {
  const back = document.activeElement, close = () => { veil.remove(); if (back?.isConnected) back.focus(); };
  const box = h("section", { class: `sheet ${side}`, role: "dialog", "aria-modal": "true", "aria-label": title }, h("header", {}, h("h2", {}, title), round("close", t.close, close)));
  const veil = h("div", { class: `veil ${side}`, keydown: event => { if (event.key === "Escape") close(); } }, box);
  box.append(...content(close).flat(2).filter(Boolean));
  layer.replaceChildren(veil);
  box.querySelector("input:not([type=hidden]), textarea, .solid")?.focus();
}

/* Pieces of pages */

const tiles = products => h("ul", { class: "tiles" }, products.map(one => h("li", {}, picture(one.picture, 400), h("div", {}, link(`/product/${one.sku}`, {}, one.name), h("span", { class: "quiet" }, one.kind)), h("span", { class: "price" }, one.available ? one.price : t.sold_out))));
const bill = page => h("dl", { class: "bill" }, [[t.goods, page.goods], page.rebate && [t.rebate, page.rebate], [t.postage, page.postage], [t.sum, page.total]].filter(Boolean).map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value))));
const facts = pairs => h("dl", { class: "facts" }, pairs.filter(Boolean).map(([name, ...values]) => h("div", {}, h("dt", {}, name), h("dd", {}, values.map(value => h("div", {}, value))))));
const brief = one => h("li", { class: "line" }, picture(one.picture, 72), link(`/account/orders/${one.id}`, { class: "grow" }, h("strong", {}, one.what), " ", h("span", {}, `${one.address.name}, ${one.address.street}, ${one.address.city}`), one.coupon && [" ", h("span", {}, one.coupon)]), h("div", { class: "side" }, h("b", {}, one.total), h("span", { class: "quiet" }, one.status), h("span", { class: "quiet" }, `${one.title} · ${one.date}`)));
const plainLine = one => h("li", { class: "line" }, picture(one.picture, 72), h("div", { class: "grow" }, h("strong", {}, one.what), h("span", { class: "quiet" }, `${one.kind}, ${one.variant}`)), h("div", { class: "side" }, one.sum));
const stars = one => h("span", { class: "stars", role: "img", "aria-label": one.rating }, "★".repeat(one.stars), h("i", {}, "★".repeat(5 - one.stars)));
function picks(label, name, options, chosen) {
  const id = `f${Math.random().toString(36).slice(2, 8)}`;
  return h("div", { class: "field" }, h("label", { for: id }, label), h("select", { id, name }, options.map(([value, text]) => h("option", { value, selected: String(value) === String(chosen) }, text))));
}

function addressFields(address) {
  return [field(t.full_name, "name", { value: address.name }), field(t.street, "street", { value: address.street }), field(t.city, "city", { value: address.city })];
}
function form(action, fields, submit, done, cancel) {
  const complaint = fault(), node = h("form", { class: "stack", novalidate: true, submit: async event => {
    event.preventDefault();
    const answer = await act(action, Object.fromEntries(new FormData(node)), text => { complaint.textContent = text; });
    if (answer.fine) done(answer);
  } }, fields, complaint, h("div", { class: "row" }, h("button", { class: "solid" }, submit), cancel));
  return node;
}

/* Pages */

const PAGES = {
  home: page => [t.slogan,
    h("section", { class: "hero" }, h("h1", {}, t.hero), h("p", {}, t.hero_text), link("/shop", { class: "solid" }, t.browse)), h("h2", {}, t.popular_now), tiles(page.products)],
  list: page => {
    const choose = event => go(`/shop?${new URLSearchParams([...new FormData(event.currentTarget)].filter(([, value]) => value))}`);
    return [page.title, h("div", { class: "title" }, h("h1", {}, page.title), h("span", { class: "quiet" }, page.count)),
      h("form", { class: "filters", "aria-label": t.filters, change: choose, submit: event => event.preventDefault() }, h("input", { type: "hidden", name: "q", value: page.query }), h("input", { type: "hidden", name: "category", value: page.category }),
        picks(t.price, "max", [["", t.any_price], ...page.limits.map(one => [one.value, one.text])], page.max), picks(t.sort, "sort", page.sorts.map(one => [one, t[one]]), page.sort),
        h("label", { class: "tick" }, h("input", { type: "checkbox", name: "stock", value: "1", checked: page.stock }), h("span", {}, t.only_stock))),
      page.products.length ? tiles(page.products) : h("p", { class: "hollow" }, t.no_results)];
  },
  product: page => {
    const complaint = fault(), photo = h("img", { class: "photo", src: page.picture, alt: page.name, width: 400, height: 400 });
    const repaint = event => { photo.src = page.picture.replace(/-[a-z]+-(\d+\.svg)$/, `-${event.target.value}-$1`); };
    const choice = h("form", { class: "stack", novalidate: true, submit: event => { event.preventDefault(); add(); } },
      h("fieldset", {}, h("legend", {}, t.colour), page.colours.map((one, place) => h("label", { class: "dot", title: one.name, style: `--paint:${one.paint}` }, h("input", { type: "radio", name: "colour", value: one.key, checked: place === 0, change: repaint }), h("span", {}, one.name)))),
      h("div", { class: "row" }, page.sizes.length > 0 && picks(t.size, "size", page.sizes.map(one => [one, one]), page.sizes[0]), field(t.quantity, "quantity", { type: "number", min: 1, max: 500, value: 1 })),
      complaint, page.available && h("div", { class: "row" }, h("button", { class: "solid" }, t.add), button(t.buy_now, () => buy())));
    const send = extra => act("add", { sku: page.sku, ...Object.fromEntries(new FormData(choice)), ...extra }, text => { complaint.textContent = text; });
    async function add() {
      const answer = await send({});
      if (!answer.fine) return;
      sheet(t.added_title, close => [h("div", { class: "line" }, picture(photo.getAttribute("src"), 72), h("div", { class: "grow" }, h("strong", {}, page.name), h("span", { class: "quiet" }, page.kind))), h("div", { class: "stack" }, link("/cart", { class: "solid" }, t.view_cart), button(t.go_on, close))], "edge");
    }
    async function buy() {
      const answer = await send({ now: "1" });
      if (answer.fine) go(answer.goto);
    }
    return [page.name, h("div", { class: "product" }, photo, h("div", {}, link(`/shop?category=${page.category}`, { class: "quiet" }, t[page.category]), h("h1", {}, page.name), h("p", { class: "lead" }, page.kind), h("p", { class: "price big" }, page.price, h("span", { class: "quiet" }, ` ${t.vat}`)), h("p", {}, page.text), choice, h("p", { class: "quiet" }, page.stock))),
      h("div", { class: "title" }, h("h2", {}, t.reviews), boot.signed_in && button(t.write_review, () => opinion(page), "soft", { "aria-haspopup": "dialog" })),
      page.reviews.length ? h("ul", { class: "voices" }, page.reviews.map(one => h("li", {}, stars(one), link(`/review/${one.id}`, {}, one.title), h("p", {}, one.text), h("span", { class: "quiet" }, one.by)))) : h("p", { class: "quiet" }, t.no_reviews),
      h("h2", {}, t.similar), tiles(page.similar)];
  },
  review: page => [page.title, h("article", { class: "card" }, h("p", { class: "quiet" }, page.of), h("h1", {}, page.title), stars(page), h("p", {}, page.text), h("p", { class: "quiet" }, page.by), link(`/product/${page.product.sku}`, { class: "soft" }, t.back_product))],
  cart: page => {
    if (!page.lines.length) return [t.cart, h("h1", {}, t.cart), h("p", { class: "hollow" }, t.empty, " ", link("/shop", { class: "soft" }, t.go_on))];
    const change = (line, quantity) => act(quantity ? "quantity" : "remove", { line: line.key, quantity: String(quantity) }).then(refresh);
    const lines = page.lines.map(one => h("li", { class: "line" }, picture(one.picture, 72), h("div", { class: "grow" }, link(`/product/${one.sku}`, {}, one.what), h("span", { class: "quiet" }, `${one.kind}, ${one.variant}`)),
      h("div", { class: "count" }, round("less", fill(t.less_of, { item: one.name }), () => change(one, Math.max(1, one.quantity - 1))), h("output", {}, String(one.quantity)), round("more", fill(t.more_of, { item: one.name }), () => change(one, one.quantity + 1))),
      h("div", { class: "side" }, h("b", {}, one.sum), h("span", { class: "quiet" }, one.each)), round("trash", fill(t.remove_of, { item: one.name }), () => change(one, 0))));
    const code = form("coupon", [field(t.coupon, "coupon")], t.redeem, refresh);
    code.hidden = true;
    const opener = button(t.have_coupon, () => { code.hidden = false; opener.remove(); code.elements.coupon.focus(); }, "text");
    const active = page.coupon && h("div", { class: "row" }, h("span", { class: "quiet" }, t.applied), link(`/coupon/${page.coupon}`, {}, page.coupon), round("close", fill(t.remove_of, { item: page.coupon }), () => act("uncoupon", {}).then(refresh)));
    return [t.cart, h("h1", {}, t.cart), h("div", { class: "two" }, h("ul", { class: "card" }, lines), h("aside", { class: "card" }, bill(page), active || [opener, code], link("/checkout/address", { class: "solid wide" }, t.checkout)))];
  },
  coupon: page => [page.title, h("article", { class: "card" }, h("h1", {}, page.title), h("p", {}, page.text), link("/cart", { class: "soft" }, t.cart))],
  checkout: page => {
    const at = page.steps.findIndex(one => one.key === page.step), onward = answer => go(answer.goto);
    const option = (name, one, chosen) => h("label", { class: "option" }, h("input", { type: "radio", name, value: one.key, checked: one.key === chosen }), h("span", {}, one.name), one.fee && h("b", {}, one.fee));
    const steps = {
      address: () => form("step-address", addressFields(page.address), t.continue, onward),
      delivery: () => form("step-delivery", page.deliveries.map(one => option("delivery", one, page.delivery)), t.continue, onward),
      payment: () => form("step-payment", [...page.payments.map(one => option("payment", one, page.payment)), field(t.coupon, "coupon", { value: page.coupon })], t.continue, onward),
      review: () => {
        const agree = h("input", { type: "checkbox", change: () => { last.querySelector(".solid").disabled = !agree.checked; } });
        const last = form("order", [facts([[t.ship_to, page.address.name, page.address.street, page.address.city], [t.step_delivery, t[page.delivery]], [t.step_payment, t[page.payment]], page.coupon && [t.applied, page.coupon]]), h("label", { class: "tick" }, agree, h("span", {}, t.terms))], t.place, onward);
        last.querySelector(".solid").disabled = true;
        return last;
      },
    };
    return [t.checkout_title, h("ol", { class: "path" }, page.steps.map((one, place) => h("li", { "aria-current": place === at ? "step" : null, "data-past": place < at }, place < at ? link(`/checkout/${one.key}`, {}, one.name) : one.name))),
      h("div", { class: "two" }, h("section", { class: "card" }, h("h1", {}, page.steps[at].name), steps[page.step]()), h("aside", { class: "card" }, h("h2", {}, t.your_order), h("ul", {}, page.lines.map(plainLine)), bill(page)))];
  },
  done: page => [t.thanks, h("section", { class: "card" }, h("h1", {}, t.thanks), h("p", {}, fill(t.thanks_text, page)), h("ul", {}, brief(page)), link("/shop", { class: "soft" }, t.go_on))],
  account: page => {
    const place = h("section", { role: "tabpanel", "aria-label": t.address, class: "card", hidden: profile !== 1 }, h("p", {}, page.address.name, h("br"), link("/account/address", {}, `${page.address.street}, ${page.address.city}`)),
      button(t.change_address, () => sheet(t.change_address, close => [form("address", addressFields(page.address), t.save, () => { close(); refresh(); }, button(t.cancel, close))]), "soft", { "aria-haspopup": "dialog" }));
    const home = h("section", { role: "tabpanel", "aria-label": t.overview, class: "card", hidden: profile !== 0 }, h("p", {}, page.email), h("ul", { class: "doors" }, [["/account/orders", t.orders, fill(t.order_n, { id: page.orders[0]?.id ?? "" })], ["/account/newsletter", t.newsletters, t.weekly]].map(([url, name, text]) => h("li", {}, link(url, {}, name), h("span", { class: "quiet" }, text)))));
    const panels = [home, place], tabs = [t.overview, t.address].map((name, mine) => h("button", { type: "button", role: "tab", "aria-selected": String(mine === profile), click: () => { profile = mine; panels.forEach((panel, other) => { panel.hidden = other !== mine; tabs[other].setAttribute("aria-selected", String(other === mine)); }); } }, name));
    return [t.account, h("h1", {}, fill(t.hello, { name: boot.person })), h("div", { class: "tabs", role: "tablist", "aria-label": t.account }, tabs), panels];
  },
  address: page => [t.address, h("section", { class: "card" }, h("h1", {}, t.address), form("address", addressFields(page.address), t.save, () => go("/account"), link("/account", { class: "soft" }, t.cancel)))],
  orders: page => [t.orders, h("h1", {}, t.orders), h("ul", { class: "card" }, page.orders.map(brief))],
  order: page => [page.title, h("div", { class: "title" }, h("h1", {}, page.title), h("span", { class: "quiet" }, `${page.date} · ${page.status}`)), h("div", { class: "two" }, h("ul", { class: "card" }, page.lines.map(plainLine)), h("aside", { class: "card" }, facts([[t.ship_to, page.address.name, page.address.street, page.address.city], [t.step_delivery, page.delivery], [t.step_payment, page.payment], page.coupon && [t.applied, page.coupon]]), bill(page))), link("/account/orders", { class: "soft" }, t.orders)],
  letters: page => [t.newsletters, h("section", { class: "card" }, h("h1", {}, t.newsletters), h("p", { class: "quiet" }, page.letters.length ? t.weekly : t.no_letters), h("ul", { class: "doors" }, page.letters.map(one => h("li", {}, link(`/account/newsletter/${one.id}`, {}, one.email), h("span", { class: "quiet" }, one.since)))))],
  letter: page => [page.email, h("section", { class: "card" }, h("h1", {}, page.email), h("p", {}, `${page.since}. ${t.weekly}`), h("div", { class: "row" }, button(t.unsubscribe, () => sheet(t.unsubscribe, close => [h("p", {}, page.email), h("div", { class: "row" }, button(t.unsubscribe, async () => { close(); const answer = await act("unsubscribe", { id: page.id }); if (answer.fine) go(answer.goto); }, "solid"), button(t.cancel, close))])), link("/account/newsletter", { class: "soft" }, t.newsletters)))],
  login: () => [t.login_title, h("form", { class: "card stack", action: `/login?next=${encodeURIComponent(boot.next)}`, method: "post" }, h("h1", {}, t.login_title), boot.error && h("p", { class: "fault", role: "alert" }, boot.error), field(t.user, "email", { type: "email", value: boot.email, autocomplete: "username" }), field(t.password, "password", { type: "password", autocomplete: "current-password" }), h("button", { class: "solid" }, t.login))],
};

/* An opinion: written, looked at once more, published */

function opinion(page, before = {}) {
  sheet(t.write_review, close => {
    const complaint = fault(), area = h("textarea", { name: "text", rows: 4 });
    area.value = before.text ?? "";
    const node = h("form", { class: "stack", novalidate: true, submit: event => {
      event.preventDefault();
      const said = Object.fromEntries(new FormData(node));
      if (!said.title.trim() || !said.text.trim()) { complaint.textContent = t.incomplete; return; }
      close();
      look(page, said);
    } }, picks(t.stars, "stars", [5, 4, 3, 2, 1].map(n => [n, fill(t.star_n, { n })]), before.stars ?? 5), field(t.title, "title", { value: before.title ?? "" }), h("label", { class: "field" }, h("span", {}, t.text), area), complaint, h("div", { class: "row" }, h("button", { class: "solid" }, t.preview), button(t.cancel, close)));
    return [node];
  });
}
function look(page, said) {
  sheet(t.preview, close => [h("div", { class: "voices" }, stars({ stars: +said.stars, rating: fill(t.star_n, { n: said.stars }) }), h("strong", {}, said.title), h("p", {}, said.text)), h("div", { class: "row" },
    button(t.publish, async () => { close(); const answer = await act("review", { sku: page.sku, ...said }); if (answer.fine) refresh(); }, "solid"), button(t.edit, () => opinion(page, said)))]);
}

/* Start */

addEventListener("popstate", arrive);
draw();
if (boot.notice) tell(boot.notice);
