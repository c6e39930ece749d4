// The parts with shadow roots of their own. They know what they are given, and nothing of pages.

function styled(text) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  return sheet;
}
const INK = "* { box-sizing: border-box; margin: 0; } button, input { font: inherit; color: inherit; } button { border: 0; cursor: pointer; } :focus-visible { outline: 3px solid #f2a58d; outline-offset: 2px; }";

// Money to type, large; only its value comes out.
class AmountField extends HTMLElement {
  static look = styled(`${INK} :host { display: block; } span { display: block; margin-bottom: .3em; font-size: .87em; color: #6f6678; } div { display: flex; align-items: baseline; gap: .4em; border-bottom: 2px solid #d9cfc6; } div:focus-within { border-color: #d9532c; } b { font-size: 1.5em; font-weight: 500; color: #a79fae; } input { width: 100%; min-width: 0; padding: .1em 0; border: 0; background: none; font-size: 2.1em; font-weight: 600; outline: none; }`);
  #input;
  constructor() {
    super();
    const root = this.attachShadow({ mode: "closed", delegatesFocus: true });
    root.adoptedStyleSheets = [AmountField.look];
    root.innerHTML = "<label><span></span><div><b>€</b><input inputmode=\"decimal\" autocomplete=\"off\"></div></label>";
    this.#input = root.querySelector("input");
    this.caption = text => { root.querySelector("span").textContent = text; this.#input.setAttribute("aria-label", text); };
  }
  get value() { return this.#input.value; }
}

// The last question, at the bottom of the window. Its words have the focus first; the answers come after them.
class ConfirmPanel extends HTMLElement {
  static look = styled(`${INK} :host { position: fixed; inset: 0; z-index: 20; display: flex; align-items: flex-end; justify-content: center; background: #201a2b66; } section { width: 560px; padding: 28px 32px 30px; border-radius: 26px 26px 0 0; background: #fff; box-shadow: 0 -10px 50px #201a2b33; outline: none; } h2 { font-size: 1.4em; letter-spacing: -.01em; } p { margin: .5em 0 1.4em; color: #6f6678; } div { display: flex; gap: 12px; } button { flex: 1; padding: .85em; border-radius: 14px; background: #efe8e1; font-weight: 600; } .yes { background: #d9532c; color: #fff; } .danger .yes { background: #9e1f33; }`);
  ask({ title, text, yes, no, danger }) {
    const root = this.attachShadow({ mode: "closed" }), back = document.activeElement;
    root.adoptedStyleSheets = [ConfirmPanel.look];
    root.innerHTML = "<section tabindex=\"-1\"><h2></h2><p></p><div><button type=\"button\" class=\"yes\"></button><button type=\"button\" class=\"no\"></button></div></section>";
    const [agree, refuse] = root.querySelectorAll("button"), section = root.querySelector("section");
    section.classList.toggle("danger", danger);
    root.querySelector("h2").textContent = title;
    root.querySelector("p").textContent = text;
    agree.textContent = yes;
    refuse.textContent = no;
    this.setAttribute("role", "alertdialog");
    this.setAttribute("aria-modal", "true");
    this.setAttribute("aria-label", title);
    return new Promise(resolve => {
      const answer = given => { this.remove(); back?.focus(); resolve(given); };
      agree.addEventListener("click", () => answer(true));
      refuse.addEventListener("click", () => answer(false));
      root.addEventListener("keydown", event => {
        if (event.key === "Escape") answer(false);
        if (event.key === "Tab") { event.preventDefault(); (root.activeElement === agree ? refuse : agree).focus(); }
      });
      document.body.append(this);
      section.focus();
    });
  }
}

// A card in a row of cards: one link, in an open root.
class BankCard extends HTMLElement {
  static look = styled(`${INK} :host { display: block; } a { display: flex; flex-direction: column; justify-content: space-between; height: 128px; padding: 16px 18px; border-radius: 20px; background: linear-gradient(140deg, #2b2140, #5b3a5f 65%, #d9532c 140%); color: #fff; text-decoration: none; } a.cold { background: linear-gradient(140deg, #8d96a8, #c3cad6); } strong { font-size: 1.08em; } i, em { font-style: normal; } span { display: flex; justify-content: space-between; opacity: .85; font-size: .9em; }`);
  show(card, state, click) {
    const root = this.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [BankCard.look];
    root.innerHTML = "<a><strong></strong> <span><i></i> <em></em></span></a>";
    const link = root.firstChild;
    link.href = `/cards/${card.id}`;
    link.classList.toggle("cold", card.blocked);
    link.addEventListener("click", click);
    root.querySelector("strong").textContent = card.holder;
    root.querySelector("i").textContent = `•• ${card.number}`;
    root.querySelector("em").textContent = state;
    return this;
  }
}
customElements.define("amount-field", AmountField);
customElements.define("confirm-panel", ConfirmPanel);
customElements.define("bank-card", BankCard);
