const $ = (selector, root = document) => root.querySelector(selector);
const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];
const offline = $("script[data-offline]")?.dataset.offline;

async function request(url, data) {
  let answer, json;
  try {
    answer = await fetch(url, data && { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(data) });
    if (answer.status === 401) return location.assign("/login"), new Promise(() => {});
    json = await answer.json();
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
document.addEventListener("click", event => {
  if (event.target.closest("a[href='#']")) event.preventDefault();
});

const toast = $("[role=status]");
let fading;
function say(text) {
  toast.textContent = text;
  clearTimeout(fading);
  fading = setTimeout(() => { toast.textContent = ""; }, 6000);
}
if (toast.textContent) say(toast.textContent);
const carried = sessionStorage.getItem("say");
sessionStorage.removeItem("say");
if (carried) say(carried);

function element(tag, className, text = "") {
  const node = document.createElement(tag);
  node.className = className;
  node.textContent = text;
  return node;
}

function trap(dialog, event) {
  if (event.key !== "Tab") return;
  const stops = $$("[tabindex='0'], a[href], input, select, textarea, [contenteditable]", dialog).filter(node => node.offsetParent);
  const first = stops[0], last = stops.at(-1);
  if (event.shiftKey ? document.activeElement === first : document.activeElement === last) {
    event.preventDefault();
    (event.shiftKey ? last : first).focus();
  }
}

/* ---- account menu ---- */

const opener = $(".zz-account-open");
function toggleMenu(open) {
  if (!opener) return;
  $(".zz-menu").hidden = !open;
  opener.setAttribute("aria-expanded", String(open));
  if (open) $(".zz-menu-item").focus();
}
opener?.addEventListener("click", () => toggleMenu($(".zz-menu").hidden));
document.addEventListener("click", event => { if (!event.target.closest(".zz-account")) toggleMenu(false); });

/* ---- list ---- */

const list = $(".zz-list"), search = $(".zz-search-input");
let asked = 0;

function card(mail) {
  const item = element("div", mail.unread ? "zz-card zz-new" : "zz-card");
  item.dataset.testid = "mail-row";
  const open = element("a", "zz-open");
  open.href = `/message/${mail.id}`;
  const avatar = element("span", "zz-avatar", mail.initial);
  avatar.ariaHidden = "true";
  const lines = element("span", "zz-lines"), what = element("span", "zz-what");
  if (mail.unread) {
    const dot = element("i", "zz-dot");
    dot.setAttribute("role", "img");
    dot.ariaLabel = list.dataset.unread;
    what.append(dot);
  }
  what.append(mail.subject, element("span", "zz-snippet", ` — ${mail.snippet}`));
  lines.append(element("span", "zz-who", mail.name), what);
  open.append(avatar, lines, element("span", "zz-when", mail.date));
  const star = $(".zz-star-template").content.firstElementChild.cloneNode(true);
  star.ariaPressed = String(mail.starred);
  star.addEventListener("click", () => flip(star, mail.id));
  item.append(open, star);
  return item;
}

async function load(page) {
  const turn = ++asked;
  list.ariaBusy = "true";
  const query = new URLSearchParams({ folder: list.dataset.folder, q: search.value, page });
  const answer = await request(`/api/messages?${query}`);
  if (turn !== asked) return;
  list.ariaBusy = "false";
  if (!answer.ok || !answer.rows.length) {
    const nothing = element("p", "zz-nothing", answer.ok ? (search.value ? list.dataset.none : list.dataset.empty) : answer.error);
    if (!answer.ok) nothing.setAttribute("role", "alert");
    list.replaceChildren(nothing);
  } else {
    list.replaceChildren(...answer.rows.map(card));
  }
  $(".zz-range").textContent = answer.range ?? "";
  $(".zz-newer").hidden = !(answer.page > 1);
  $(".zz-older").hidden = !(answer.page < answer.pages);
  list.dataset.page = answer.page ?? 1;
}

async function flip(star, id) {
  const answer = await request(`/api/messages/${id}/star`, {});
  if (answer.ok) star.ariaPressed = String(answer.starred);
  else say(answer.error);
}

if (list) {
  load(list.dataset.page);
  let typing;
  search.addEventListener("input", () => { clearTimeout(typing); typing = setTimeout(load, 150, 1); });
  search.form.addEventListener("submit", event => { event.preventDefault(); clearTimeout(typing); load(1); });
  $(".zz-newer").addEventListener("click", () => load(+list.dataset.page - 1));
  $(".zz-older").addEventListener("click", () => load(+list.dataset.page + 1));
}

/* ---- one mail ---- */

const mail = $(".zz-mail");
async function act(action) {
  const answer = await request(`/api/messages/${mail.dataset.id}/${action}`, {});
  if (!answer.ok) return say(answer.error);
  sessionStorage.setItem("say", answer.notice);
  location.assign(`/mail/${mail.dataset.folder}`);
}
function askDelete() {
  const backdrop = $(".zz-delete-template").content.firstElementChild.cloneNode(true);
  const close = () => { backdrop.remove(); $(".zz-delete").focus(); };
  $(".zz-no", backdrop).addEventListener("click", close);
  $(".zz-yes", backdrop).addEventListener("click", () => { close(); act("delete"); });
  backdrop.addEventListener("keydown", event => event.key === "Escape" ? close() : trap(backdrop, event));
  document.body.append(backdrop);
  $(".zz-no", backdrop).focus();
}
if (mail) {
  $(".zz-delete").addEventListener("click", askDelete);
  $$("[data-move]").forEach(node => node.addEventListener("click", () => act(node.dataset.move)));
  $(".zz-star").addEventListener("click", event => flip(event.currentTarget, mail.dataset.id));
  $$("[data-begin]").forEach(node => node.addEventListener("click", async () => {
    const start = await request(`/api/messages/${mail.dataset.id}/reply?mode=${node.dataset.begin}`);
    if (start.ok) new Compose(start).open();
    else say(start.error);
  }));
}

/* ---- compose ---- */

class Compose {
  static kept = null;

  constructor(start) {
    this.root = $(".zz-compose-template").content.firstElementChild.cloneNode(true);
    this.files = start?.files ?? [];
    this.draft = start?.draft ?? "";
    this.text = $(".zz-text", this.root);
    for (const name of ["cc", "bcc"]) {
      const chip = $(`.${name === "cc" ? "zz-cc-open" : "zz-bcc-open"}`, this.root);
      chip.addEventListener("click", () => { this.showCopy(name, chip.ariaExpanded !== "true"); });
    }
    if (start) {
      for (const name of ["to", "cc", "bcc", "subject"]) this.field(name).value = start[name];
      for (const name of ["cc", "bcc"]) if (start[name]) this.showCopy(name, true);
      this.text.innerHTML = start.html;
    }
    this.showFiles();
    $(".zz-dismiss", this.root).addEventListener("click", () => this.close());
    $(".zz-files", this.root).addEventListener("change", event => {
      this.files.push(...[...event.target.files].map(({ name, size }) => ({ name, size })));
      event.target.value = "";
      this.showFiles();
    });
    $$("[data-act]", this.root).forEach(node => node.addEventListener("click", () => this.submit(node.dataset.act)));
    $$("[data-command]", this.root).forEach(node => {
      node.addEventListener("mousedown", event => event.preventDefault());
      node.addEventListener("click", () => { this.text.focus(); document.execCommand(node.dataset.command); });
    });
    this.root.addEventListener("keydown", event => event.key === "Escape" ? this.close() : trap(this.root, event));
  }

  field(name) {
    return $({ to: ".zz-to", cc: ".zz-cc", bcc: ".zz-bcc", subject: ".zz-subject" }[name], this.root);
  }

  showCopy(name, shown) {
    $(name === "cc" ? ".zz-cc-field" : ".zz-bcc-field", this.root).hidden = !shown;
    $(name === "cc" ? ".zz-cc-open" : ".zz-bcc-open", this.root).ariaExpanded = String(shown);
    if (shown) this.field(name).focus();
  }

  open() {
    Compose.kept = this;
    document.body.append(this.root);
    // The fields become visible and get the focus in one go, when the dialog has arrived.
    this.opening = setTimeout(() => {
      this.root.classList.add("zz-ready");
      (this.field("to").value ? this.text : this.field("to")).focus();
    }, 200);
  }

  close() {
    clearTimeout(this.opening);
    this.root.classList.remove("zz-ready");
    this.root.remove();
    $(".zz-compose").focus();
  }

  showFiles() {
    const list = $(".zz-file-list", this.root);
    list.replaceChildren(...this.files.map(file => {
      const item = element("li", "", file.name), remove = element("div", "", "✕");
      remove.setAttribute("role", "button");
      remove.tabIndex = 0;
      remove.ariaLabel = list.dataset.remove.replace("{name}", file.name);
      remove.addEventListener("click", () => { this.files = this.files.filter(other => other !== file); this.showFiles(); });
      item.append(remove);
      return item;
    }));
  }

  async submit(action) {
    if (this.busy) return;
    this.busy = true;
    const buttons = $$("[data-act]", this.root), alert = $(".zz-alert", this.root), to = this.field("to");
    buttons.forEach(node => { node.ariaDisabled = "true"; });
    alert.textContent = "";
    to.removeAttribute("aria-invalid");
    const answer = await request("/api/compose", {
      action,
      to: to.value, cc: this.field("cc").value, bcc: this.field("bcc").value, subject: this.field("subject").value,
      text: this.text.innerText, html: this.text.innerHTML, files: this.files, draft: this.draft,
    });
    this.busy = false;
    buttons.forEach(node => node.removeAttribute("aria-disabled"));
    if (!answer.ok) {
      alert.textContent = answer.error;
      to.ariaInvalid = "true";
      to.focus();
      return;
    }
    this.close();
    Compose.kept = null;
    say(answer.notice);
    if (list) load(list.dataset.page);
  }
}
$(".zz-compose")?.addEventListener("click", () => (Compose.kept ?? new Compose()).open());

/* ---- settings ---- */

$$("[data-save]").forEach(node => node.addEventListener("click", async () => {
  const answer = await request("/api/settings", {
    action: node.dataset.save,
    signature: $(".zz-signature").value,
    notifications: $(".zz-notifications").checked,
    page_size: $(".zz-select").value,
    density: $("[name=density]:checked").value,
  });
  if (!answer.ok) return say(answer.error);
  const { signature, notifications, page_size: size, density } = answer.settings;
  $(".zz-signature").value = signature;
  $(".zz-notifications").checked = notifications;
  $(".zz-select").value = size;
  $(`[name=density][value=${density}]`).checked = true;
  document.body.classList.toggle("zz-compact", density === "compact");
  // The next new mail starts with the new signature.
  $(".zz-text", $(".zz-compose-template").content).innerHTML = answer.settings.start;
  Compose.kept = null;
  say(answer.notice);
}));
document.addEventListener("keydown", event => {
  if (event.key === "Escape" && opener?.ariaExpanded === "true") { toggleMenu(false); opener.focus(); }
});
