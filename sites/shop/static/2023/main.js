const $ = (selector, root = document) => root.querySelector(selector);
const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];
const offline = $("script[data-offline]").dataset.offline;

async function request(url, data) {
  let answer, json;
  try {
    answer = await fetch(url, data && { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(data) });
    if (answer.status === 401) return location.assign("/login"), new Promise(() => {});
    json = answer.status === 204 ? {} : await answer.json();
  } catch {
    return { ok: false, error: offline };
  }
  return { ...json, ok: answer.ok };
}

// Anything with the role of a button works with the keyboard too.
document.addEventListener("keydown", event => {
  const button = event.target.closest?.("[role=button]");
  if (!button || event.target !== button || (event.key !== "Enter" && event.key !== " ")) return;
  event.preventDefault();
  button.click();
});

/* ---- notices ---- */

const toast = $("[role=status]");
let fading;
function say(text) {
  toast.textContent = text;
  clearTimeout(fading);
  fading = setTimeout(() => { toast.textContent = ""; }, 8000);
}
function leave(notice, url) {
  if (notice) sessionStorage.setItem("say", notice);
  location.assign(url);
}
const carried = sessionStorage.getItem("say");
sessionStorage.removeItem("say");
if (carried || toast.textContent) say(carried || toast.textContent);

function showPieces(count) {
  const badge = $(".zz-badge");
  badge.textContent = count;
  badge.hidden = !count;
}

/* ---- forms ---- */

const STAY = new Set(["add", "subscribe"]);
async function submit(form, extra = {}) {
  if (form.dataset.busy) return;
  const action = form.dataset.do, alert = $("[role=alert]", form);
  form.dataset.busy = "1";
  const answer = await request(`/api/do/${action}`, { ...Object.fromEntries(new FormData(form)), ...extra });
  delete form.dataset.busy;
  if (alert) alert.textContent = answer.ok ? "" : answer.error;
  if (!answer.ok) return alert || say(answer.error);
  showPieces(answer.pieces);
  if (form.closest(".zz-steps") && action !== "order") return advance(answer.goto);
  if (!STAY.has(action) || extra.now) return leave(answer.notice, answer.goto);
  if (action === "subscribe") form.reset();
  say(answer.notice);
}
document.addEventListener("submit", event => {
  if (!event.target.dataset.do) return;
  event.preventDefault();
  submit(event.target);
});
document.addEventListener("click", event => {
  const button = event.target.closest("[data-submit]");
  if (button) submit(button.closest("form"), button.dataset.submit === "now" ? { now: "1" } : {});
});

/* ---- the steps to an order ---- */

async function advance(url) {
  const answer = await request(`/api/view${url}`);
  if (!answer.ok) return leave("", answer.goto ?? "/cart");
  const { page } = answer, put = (place, text) => { $(place).textContent = text; };
  history.pushState(null, "", url);
  put(".zz-bill-rebate", page.rebate);
  $(".zz-bill-off").hidden = !page.rebate;
  put(".zz-bill-postage", page.postage);
  put(".zz-bill-total", page.total);
  put(".zz-sum-address", `${page.address.name}, ${page.address.street}, ${page.address.city}`);
  put(".zz-sum-delivery", page.deliveries.find(one => one.key === page.delivery).name);
  put(".zz-sum-payment", page.payments.find(one => one.key === page.payment).name);
  put(".zz-sum-coupon", page.coupon || "–");
  open(page.step);
}
function open(step) {
  const sections = $$(".zz-step"), at = sections.findIndex(section => section.dataset.name === step);
  sections.forEach((section, place) => {
    $(".zz-step-body", section).hidden = place !== at;
    $(".zz-step-edit", section).hidden = place >= at;
  });
}
if ($(".zz-steps")) open($(".zz-steps").dataset.step);
if ($(".zz-steps")) addEventListener("popstate", () => open(location.pathname.split("/").at(-1)));

/* ---- the cart ---- */

for (const row of $$("[data-line]")) {
  const count = $(".zz-count", row), line = row.dataset.line;
  const change = async (action, data) => {
    const answer = await request(`/api/do/${action}`, { line, ...data });
    if (answer.ok) leave(answer.notice, answer.goto);
    else say(answer.error);
  };
  count.addEventListener("change", () => change("quantity", { quantity: count.value }));
  for (const step of $$("[data-step]", row)) step.addEventListener("click", () => {
    const wanted = +count.value + +step.dataset.step;
    if (wanted > 0) change("quantity", { quantity: String(wanted) });
  });
  $(".zz-remove", row).addEventListener("click", () => change("remove", {}));
}

/* ---- a product, the list ---- */

for (const colour of $$(".zz-swatch input")) colour.addEventListener("change", () => {
  const photo = $(".zz-photo");
  photo.src = photo.getAttribute("src").replace(/-[a-z]+-(\d+\.svg)$/, `-${colour.value}-$1`);
});
$(".zz-filters")?.addEventListener("change", event => event.currentTarget.requestSubmit());

$(".zz-review-open")?.addEventListener("click", event => {
  const opener = event.currentTarget, sheet = $(".zz-review-template").content.cloneNode(true).firstElementChild;
  const close = () => { sheet.remove(); opener.focus(); };
  sheet.addEventListener("keydown", pressed => { if (pressed.key === "Escape") close(); });
  for (const dismiss of $$(".zz-dismiss", sheet)) dismiss.addEventListener("click", close);
  document.body.append(sheet);
  $("[name=title]", sheet).focus();
});

/* ---- account menu, offer, cookies ---- */

const opener = $(".zz-account-open");
function toggleMenu(shown) {
  $(".zz-menu").hidden = !shown;
  opener.setAttribute("aria-expanded", String(shown));
}
opener?.addEventListener("click", () => toggleMenu($(".zz-menu").hidden));
document.addEventListener("click", event => { if (opener && !event.target.closest(".zz-account")) toggleMenu(false); });
document.addEventListener("keydown", event => { if (opener && event.key === "Escape") toggleMenu(false); });

for (const close of $$(".zz-offer-close, .zz-offer-no")) close.addEventListener("click", () => $(".zz-offer").remove());
for (const consent of $$(".zz-consent")) consent.addEventListener("click", async () => {
  await request("/consent", {});
  $(".zz-cookies").remove();
  document.body.classList.remove("zz-asking");
});
