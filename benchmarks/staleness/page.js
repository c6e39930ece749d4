// A page as back offices have them: panels of cards, tables and forms, about a hundred and fifty elements each, ids partly.
// The targets stand in the middle. Drawn the same every time: chance is a counter.
(() => {
  const WORDS = ("invoice travel order customer budget supplier contract project report delivery meeting hotel train flight lunch"
    + " office paper laptop licence support training repair printer desk chair phone cloud server team visit").split(" ");
  let state = 7;
  const pick = (list) => { state = (state * 1103515245 + 12345) % 2147483648; return list[state % list.length]; };
  const Title = (text) => text[0].toUpperCase() + text.slice(1);
  const some = (n, make) => Array.from({ length: n }, (_, i) => make(i)).join("");

  const row = (p, i, id = "") => `<tr${i % 2 ? ` id="row-${p}-${i}"` : ""}><td><input type="checkbox" aria-label="Select"></td>
    <td><a href="/records/${p * 10 + i}">${Title(pick(WORDS))} ${pick(WORDS)} ${p * 10 + i}</a></td><td><span class="money">${(p * 37 + i * 11) % 900}.50</span></td>
    <td><time>2024-0${1 + (i % 9)}-1${i % 9}</time></td><td><div class="actions"><button type="button">Edit</button><button type="button"${id && ` id="${id}"`}>Delete</button></div></td></tr>`;
  const card = (p, i) => `<li><article class="card shade-${i}"><div class="card-head"><h3>${Title(pick(WORDS))} ${p}.${i}</h3><span class="badge">${i}</span></div>
    <div class="card-body"><p>${Title(some(14, () => `${pick(WORDS)} `))}<b>${pick(WORDS)}</b>.</p></div>
    <div class="card-foot"><a href="/cards/${p}/${i}">Details of ${pick(WORDS)} ${p}.${i}</a><button type="button" aria-label="Pin ${p}.${i}"><svg viewBox="0 0 8 8"><path d="M0 0h8v8z"/></svg></button><button type="button" aria-haspopup="menu">More</button></div></article></li>`;
  const field = (p, i) => { const called = pick(WORDS), id = `f-${p}-${i}`; return `<div class="field"><label for="${id}">${Title(called)} ${p}-${i}</label><input id="${id}" name="${called}_${i}"><small>Hint</small></div>`; };
  const form = (p, inside = "") => `<form aria-label="${Title(pick(WORDS))} ${p}">${some(4, (i) => field(p, i))}${inside}
    <div class="field"><label>Kind <select name="kind_${p}">${some(4, () => `<option>${Title(pick(WORDS))}</option>`)}</select></label></div>
    <div class="buttons"><button type="submit"${p % 3 ? "" : ` id="save-${p}"`}>Save ${p}</button><button type="reset">Reset</button></div></form>`;
  const panel = (p) => `<section class="panel" ${p % 2 ? `id="panel-${p}"` : ""} aria-label="Panel ${p}"><div class="inner"><header><h2>${Title(pick(WORDS))} ${p}</h2>
    <nav><ul>${some(4, (i) => `<li><a href="/p/${p}/${i}">${Title(pick(WORDS))}</a></li>`)}</ul></nav></header>
    <ul class="cards">${some(3, (i) => card(p, i))}</ul><div class="scroller"><table><thead><tr><th></th><th>Name</th><th>Sum</th><th>Date</th><th></th></tr></thead>
    <tbody>${some(6, (i) => row(p, i))}</tbody></table></div>${form(p)}</div></section>`;
  const special = () => `<section class="panel" id="expenses" aria-label="Expenses"><div class="inner"><header><h2>Expense report</h2></header>
    <table><tbody>${some(3, (i) => row(9000, i))}${row(9001, 0, "row-target")}</tbody></table>
    <form id="expense-form" aria-label="Expense report"><div class="field"><label for="expense-purpose">Purpose of the journey</label><input id="expense-purpose" name="purpose"></div>
    <div class="field"><label for="expense-sum">Amount</label><input id="expense-sum" name="sum"></div>
    <div class="buttons"><button type="button">Keep draft</button><button type="submit" id="submit-expense-report">Submit expense report</button></div></form></div></section>`;

  window.drawPage = (size) => {
    const style = document.createElement("style");
    style.textContent = ".cards{display:flex}.panel{border:1px solid;margin:8px}.field{display:flex}.actions{display:flex}.badge{position:relative}";
    document.head.append(style);
    document.body.innerHTML = `<div id="app"><header><a href="/">Home</a><nav aria-label="Main">${some(6, (i) => `<a href="/m/${i}">${Title(pick(WORDS))}</a>`)}</nav></header><main></main></div>`;
    const main = document.querySelector("main"), half = [];
    const template = document.createElement("template");
    template.innerHTML = panel(1);
    const each = template.content.querySelectorAll("*").length, count = Math.max(2, Math.round((size - 100) / each));
    for (let p = 0; p < count; p += 1) { half.push(panel(p)); if (p === count >> 1) half.push(special()); }
    main.innerHTML = half.join("");
  };
  // Other ids, and the whole panel moved down a level and to another place.
  window.redesignPage = () => {
    const wrapper = document.createElement("div"), inner = document.createElement("div"), home = document.querySelector("#expenses");
    home.parentElement.insertBefore(wrapper, home.previousElementSibling);
    wrapper.append(inner);
    inner.append(home);
    home.id = "costs";
    for (const [id, now] of [["submit-expense-report", "cost-report-send"], ["expense-purpose", "cost-purpose"], ["row-target", "cost-row"], ["expense-sum", "cost-sum"], ["expense-form", "cost-form"]]) {
      const el = document.getElementById(id), label = document.querySelector(`label[for="${id}"]`);
      el.id = now;
      if (label) label.htmlFor = now;
      if (el.name) el.name = `cost_${el.name}`;
    }
  };
})();
