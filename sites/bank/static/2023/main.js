const $ = (selector, root = document) => root.querySelector(selector);
const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];
const words = JSON.parse($(".zz-words").textContent);

async function request(url, data) {
  try {
    const answer = await fetch(url, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(data) });
    if (answer.status === 401) return location.assign("/login"), new Promise(() => {});
    return { ...await answer.json(), ok: answer.ok };
  } catch {
    return { ok: false, error: words.offline };
  }
}

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

// Does something for good, then shows the page that has the result.
async function carryOut(action, data) {
  const answer = await request(`/api/do/${action}`, data);
  if (!answer.ok) return complain(answer.error);
  sessionStorage.setItem("say", answer.notice);
  location.assign(answer.path);
}
function complain(error) {
  const alert = $("[role=alert]");
  if (alert) alert.textContent = error;
  else say(error);
}

/* ---- parts ---- */

function sheet(text) {
  const made = new CSSStyleSheet();
  made.replaceSync(text);
  return made;
}
const BUTTONS = "button { height: 38px; padding: 0 18px; border: 1px solid #c6cbe0; border-radius: 8px; background: #fff; color: #23284a; font: 500 14px/1 inherit; font-family: inherit; cursor: pointer; } button:hover { background: #f0f2fb; } button:disabled { opacity: .4; cursor: default; } button:focus-visible { outline: 3px solid #8ea0ff; outline-offset: 1px; }";

// Money to type. What is in it is its own business: only the value comes out.
class AmountField extends HTMLElement {
  static #look = sheet("label { display: block; margin-bottom: 6px; font-size: 13px; color: #5b6182; } div { display: flex; align-items: center; border: 1px solid #c6cbe0; border-radius: 8px; background: #fff; } div:focus-within { border-color: #4b5cf0; box-shadow: 0 0 0 3px #dfe3ff; } input { flex: 1; min-width: 0; height: 40px; padding: 0 12px; border: 0; background: none; font: inherit; color: inherit; outline: none; } span { padding: 0 12px; color: #8489a6; font-size: 13px; }");
  #input;
  connectedCallback() {
    if (this.#input) return;
    const root = this.attachShadow({ mode: "closed", delegatesFocus: true });
    root.adoptedStyleSheets = [AmountField.#look];
    root.innerHTML = "<label for=\"sum\"></label><div><input id=\"sum\" inputmode=\"decimal\" autocomplete=\"off\"><span>EUR</span></div>";
    root.querySelector("label").textContent = this.getAttribute("aria-label");
    this.#input = root.querySelector("input");
  }
  get value() { return this.#input?.value ?? ""; }
}

// The last question. It stands on the safe answer until somebody moves on.
class ConfirmPanel extends HTMLElement {
  static #look = sheet(`:host { position: fixed; inset: 0; z-index: 9; display: grid; place-items: center; background: #10143680; } section { width: 400px; padding: 26px; border-radius: 14px; background: #fff; box-shadow: 0 20px 60px #10143655; } h2 { margin: 0 0 10px; font-size: 19px; color: #1a1f44; } p { margin: 0 0 22px; color: #4f5575; } div { display: flex; justify-content: flex-end; gap: 10px; } ${BUTTONS} .yes { border-color: #4b5cf0; background: #4b5cf0; color: #fff; } .yes:hover { background: #3a49d6; } .danger { border-color: #c83a4a; background: #c83a4a; } .danger:hover { background: #ab2c3b; }`);
  static ask(title, text, yes, danger = true) {
    const panel = document.createElement("confirm-panel"), back = document.activeElement;
    return new Promise(resolve => {
      const root = panel.attachShadow({ mode: "closed", delegatesFocus: true });
      const answer = given => { panel.remove(); back?.focus(); resolve(given); };
      root.adoptedStyleSheets = [ConfirmPanel.#look];
      root.innerHTML = "<section><h2></h2><p></p><div><button type=\"button\" class=\"no\"></button><button type=\"button\" class=\"yes\"></button></div></section>";
      const [no, agree] = root.querySelectorAll("button");
      root.querySelector("h2").textContent = title;
      root.querySelector("p").textContent = text;
      no.textContent = words.cancel;
      agree.textContent = yes;
      agree.classList.toggle("danger", danger);
      no.addEventListener("click", () => answer(false));
      agree.addEventListener("click", () => answer(true));
      root.addEventListener("keydown", event => {
        event.stopPropagation();
        if (event.key === "Escape") answer(false);
        if (event.key === "Tab") { event.preventDefault(); (root.activeElement === no ? agree : no).focus(); }
      });
      panel.setAttribute("role", "alertdialog");
      panel.setAttribute("aria-modal", "true");
      panel.setAttribute("aria-label", title);
      document.body.append(panel);
      no.focus();
    });
  }
}

// One card, with what can be done to it.
class BankCard extends HTMLElement {
  static #look = sheet(`[hidden] { display: none !important; } :host { display: block; } .face { position: relative; height: 158px; padding: 16px 18px; border-radius: 14px; background: linear-gradient(125deg, #2d3693, #5263ef 70%, #7f92ff); color: #fff; box-sizing: border-box; } :host([data-blocked]) .face { background: linear-gradient(125deg, #7c8094, #a6a9b8); } .chip { width: 34px; height: 25px; border-radius: 5px; background: linear-gradient(135deg, #f3dfa2, #c9a75a); } .number { margin-top: 30px; letter-spacing: .12em; font-size: 16px; } .who { margin-top: 8px; font-size: 14px; } .state { position: absolute; right: 16px; top: 16px; padding: 2px 10px; border-radius: 20px; background: #ffffff33; font-size: 12px; } .row { display: flex; gap: 6px; margin-top: 10px; } ${BUTTONS} button { flex: auto; height: 32px; padding: 0 8px; font-size: 12.5px; } dl { display: grid; grid-template-columns: 1fr auto; gap: 4px 12px; margin: 10px 2px 0; font-size: 13px; } dt { color: #5b6182; } dd { margin: 0; }`);
  connectedCallback() {
    if (this.shadowRoot) return;
    const root = this.attachShadow({ mode: "open" }), { holder } = this.dataset, blocked = "blocked" in this.dataset;
    root.adoptedStyleSheets = [BankCard.#look];
    root.innerHTML = "<article><div class=\"face\"><div class=\"chip\"></div><div class=\"state\"></div><div class=\"number\"></div><div class=\"who\"></div></div><div class=\"row\"><button type=\"button\" class=\"block\"></button><button type=\"button\" class=\"unblock\"></button><button type=\"button\" class=\"details\" aria-expanded=\"false\"></button></div><dl hidden><dt></dt><dd></dd><dt></dt><dd></dd></dl></article>";
    root.querySelector("article").setAttribute("aria-label", holder);
    const [block, unblock, details] = root.querySelectorAll("button"), facts = root.querySelector("dl");
    root.querySelector(".state").textContent = blocked ? words.blocked : words.active;
    root.querySelector(".number").textContent = `•••• •••• •••• ${this.dataset.number}`;
    root.querySelector(".who").textContent = holder;
    [words.limit, this.dataset.limit, words.spent, this.dataset.spent].forEach((text, i) => { facts.children[i].textContent = text; });
    block.textContent = words.block;
    unblock.textContent = words.unblock;
    details.textContent = words.details;
    block.disabled = blocked;
    unblock.disabled = !blocked;
    block.addEventListener("click", async () => {
      if (await ConfirmPanel.ask(words.ask_block.replace("{name}", holder), words.ask_block_text, words.do_block)) carryOut("block", { id: this.dataset.id });
    });
    unblock.addEventListener("click", () => carryOut("unblock", { id: this.dataset.id }));
    details.addEventListener("click", () => {
      facts.hidden = !facts.hidden;
      details.setAttribute("aria-expanded", String(!facts.hidden));
    });
  }
}
customElements.define("amount-field", AmountField);
customElements.define("confirm-panel", ConfirmPanel);
customElements.define("bank-card", BankCard);

/* ---- pages ---- */

const form = $("[data-form]");
const typed = () => Object.fromEntries($$("[name]", form).map(field => [field.getAttribute("name"), field.value]));
async function pay(action) {
  const data = typed(), checked = await request(`/api/check/${action}`, data);
  if (!checked.ok) return complain(checked.error);
  complain("");
  const text = words.transfer_text.replace("{amount}", checked.amount).replace("{name}", checked.to);
  if (await ConfirmPanel.ask(words.transfer_title, text, words.transfer_yes, false)) carryOut(action, data);
}
function unfold(row) {
  const more = row.nextElementSibling;
  more.hidden = !more.hidden;
  row.setAttribute("aria-expanded", String(!more.hidden));
}
document.addEventListener("click", async event => {
  const button = event.target.closest("[role=button]");
  if (!button) return;
  const { pay: payment, send, do: action, ask, id, title, text, yes } = button.dataset;
  if (payment) pay(payment);
  else if (send) carryOut(send, typed());
  else if (action) carryOut(action, { id });
  else if (ask) { if (await ConfirmPanel.ask(title, text, yes)) carryOut(ask, { id }); }
  else if (button.hasAttribute("aria-expanded")) unfold(button);
});
// Anything with the role of a button works with the keyboard too.
document.addEventListener("keydown", event => {
  const button = event.target.closest?.("[role=button]");
  if (!button || event.target !== button || (event.key !== "Enter" && event.key !== " ")) return;
  event.preventDefault();
  button.click();
});
