"use strict";
// Draws the report from the data in the page. Every text goes through `h`, which makes text nodes only: nothing of a page
// becomes markup. Characters that hide or reorder other text are shown as escapes. Rows are drawn when they are needed.
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const HIDDEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;
  const shown = (text) => String(text).replace(HIDDEN, (sign) => `\\u${sign.codePointAt(0).toString(16).padStart(4, "0")}`);
  const SVG = "http://www.w3.org/2000/svg";
  function filled(el, attributes, children) {
    for (const [name, value] of Object.entries(attributes)) {
      if (value === null || value === undefined || value === false) continue;
      if (name.startsWith("on")) el.addEventListener(name.slice(2), value);
      else el.setAttribute(name, value === true ? "" : shown(value));
    }
    el.append(...children.flat(9).filter((one) => one !== null && one !== undefined && one !== false && one !== "").map((one) => (one instanceof Node ? one : shown(one))));
    return el;
  }
  const h = (tag, attributes = {}, ...children) => filled(document.createElement(tag), attributes, children);
  const s = (tag, attributes = {}, ...children) => filled(document.createElementNS(SVG, tag), attributes, children);

  const ORDER = ["replayed", "healed", "relearned", "learned", "stale", "failed", "harness_error"];
  const BAD = new Set(["stale", "failed", "harness_error", "red"]), MID = new Set(["healed", "relearned"]);
  const VERDICTS = new Map([["same", "replayed"], ["done", "replayed"], ["drifted", "healed"], ["repaired", "healed"], ["left out", "healed"], ["chosen", "relearned"], ["taught", "learned"], ["refused", "failed"]]);
  const words = (name) => name.replace(/_/g, " ");
  const tint = (outcome) => `var(--${outcome === "red" || ORDER.includes(outcome) ? outcome : "failed"})`;   // no other text becomes a style
  const colour = (outcome) => `--c:${tint(outcome)}`;
  const chip = (text, outcome) => h("span", { class: "chip", style: colour(outcome) }, text);
  const plural = (n, one, many = `${one}s`) => `${n.toLocaleString("en")} ${n === 1 ? one : many}`;
  const seconds = (n) => (n >= 100 ? `${Math.round(n)} s` : n >= 10 ? `${n.toFixed(1)} s` : `${n.toFixed(n < 1 ? 2 : 1)} s`);
  const dollars = (n) => `$${n < 1 ? n.toFixed(4) : n.toFixed(2)}`;
  const day = (at) => (at ? at.replace("T", " ").replace(/(:\d\d)?(\.\d+)?Z$/, " UTC") : "");

  // ---- the head ---------------------------------------------------------------------------------------------------

  function head() {
    const t = data.totals, parts = ORDER.filter((one) => data.counts[one]).map((one) => `${data.counts[one].toLocaleString("en")} ${words(one)}`);
    const learned = t.taught_seconds > 0 && h("p", { class: "saved" },
      `Replays took ${seconds(t.seconds)}; their lessons took ${seconds(t.taught_seconds)}`,
      t.taught_calls ? ` and ${plural(t.taught_calls, "model call")}` : "", t.taught_money ? ` for ${dollars(t.taught_money)}` : "", ".");
    const calls = t.calls ? `${plural(t.calls, "model call")} in this run${t.money ? `, ${dollars(t.money)}` : ""}` : "no model call in this run";
    return [
      h("p", { class: "headline" }, data.runs.length ? `${plural(data.runs.length, "flow")}: ${parts.join(", ")}` : "No learned flow ran"),
      learned,
      h("p", { class: "about" }, `${day(data.at)} · mode ${data.mode} (${data.mode_reason}) · ${calls} · run `, h("code", {}, data.run)),
      ...data.notes.map((note) => h("p", { class: "note" }, note)),
    ];
  }

  function chart() {
    const runs = data.history;
    if (runs.length < 2) return null;
    const most = Math.max(...runs.map((run) => ORDER.reduce((sum, one) => sum + (run.counts[one] || 0), 0)), 1);
    const slot = 1000 / Math.max(runs.length, 12), bars = [];
    runs.forEach((run, i) => {
      let y = 100;
      const title = `${day(run.at)}: ${ORDER.filter((one) => run.counts[one]).map((one) => `${run.counts[one]} ${words(one)}`).join(", ")}`;
      const parts = ORDER.filter((one) => run.counts[one]).map((one) => {
        const tall = (run.counts[one] / most) * 96;
        y -= tall;
        return s("rect", { x: i * slot + slot * 0.12, y, width: slot * 0.76, height: Math.max(tall - 0.6, 0.8), fill: tint(one) });
      });
      bars.push(s("g", {}, s("title", {}, title), ...parts));
    });
    const table = h("div", { class: "hidden" }, h("table", {}, h("caption", {}, "Outcomes of recent runs"), h("tr", {}, h("th", {}, "run"), ORDER.map((one) => h("th", {}, words(one)))),
      runs.map((run) => h("tr", {}, h("td", {}, day(run.at)), ORDER.map((one) => h("td", {}, run.counts[one] || 0))))));
    return h("section", { class: "panel chart", "aria-labelledby": "recent" }, h("h2", { id: "recent" }, `Outcomes of the last ${runs.length} runs`),
      s("svg", { viewBox: "0 0 1000 100", preserveAspectRatio: "none", "aria-hidden": "true" }, ...bars), table,
      h("div", { class: "axis" }, h("span", {}, day(runs[0].at)), h("span", {}, `${day(runs[runs.length - 1].at)} (this run)`)));
  }

  // ---- the list of flows ------------------------------------------------------------------------------------------

  const list = h("div", {}), PIECE = 60;
  let wanted = null, text = "", found = [], drawn = 0;
  const more = h("button", { class: "small more", type: "button", onclick: () => draw() }, "Show more");
  const watcher = "IntersectionObserver" in window ? new IntersectionObserver((seen) => { if (seen.some((one) => one.isIntersecting)) draw(); }, { rootMargin: "600px" }) : null;
  watcher?.observe(more);

  function tools() {
    const buttons = ORDER.filter((one) => data.counts[one]).map((one) => h("button", { class: "filter", type: "button", "aria-pressed": "false", style: colour(one),
      onclick: (event) => { wanted = wanted === one ? null : one; for (const other of buttons) other.setAttribute("aria-pressed", String(other === event.currentTarget && wanted === one)); select(); } },
      h("i", {}), h("b", {}, data.counts[one].toLocaleString("en")), ` ${words(one)}`));
    const search = h("input", { type: "search", placeholder: "Task or test", "aria-label": "Find a task or a test", oninput: (event) => { text = event.target.value.toLowerCase(); select(); } });
    return h("div", { class: "tools" }, h("h2", { id: "flows", tabindex: "-1" }, "Flows"), buttons, search);
  }
  function select() {
    found = data.runs.filter((run) => (!wanted || run.outcome === wanted) && (!text || `${run.task || ""} ${run.test}`.toLowerCase().includes(text)));
    list.replaceChildren();
    drawn = 0;
    if (!found.length) list.append(h("p", { class: "none" }, "No flow fits."));
    draw();
  }
  function draw() {
    const end = Math.min(found.length, drawn + PIECE);
    const piece = document.createDocumentFragment();
    for (; drawn < end; drawn += 1) piece.append(flow(found[drawn]));
    list.append(piece);
    more.hidden = drawn >= found.length;
  }
  function flow(run) {
    const body = h("div", { class: "body", hidden: true });
    const open = h("button", { class: "row", type: "button", "aria-expanded": "false", onclick: () => toggle(run, open, body) },
      chip(words(run.outcome), run.outcome),
      h("span", { class: "name" }, h("b", {}, run.task || "(no task)"), run.version ? ` v${run.version}` : "", !run.passed && !BAD.has(run.outcome) ? h("span", { style: "color:var(--red)" }, " · the test was not green") : "", h("small", { class: "mono", title: run.test }, run.test)),
      trend(run), time(run), h("span", { class: "turn", "aria-hidden": "true" }, "▶"));
    return h("article", { class: "flow" }, h("h3", {}, open), body);
  }
  function trend(run) {
    const ticks = (run.trend || []).map((one) => h("i", { style: colour(one), class: BAD.has(one) ? "bad" : MID.has(one) ? "mid" : null }));
    const said = (run.trend || []).map((one) => (one === "red" ? "test not green" : words(one))).join(", ");
    return h("span", { class: "trend", title: said && `Oldest first: ${said}` }, ticks, h("span", { class: "hidden" }, said ? `Trend, oldest first: ${said}` : ""));
  }
  function time(run) {
    const before = run.before || [];
    const usual = before.length ? h("small", {}, `usually ${seconds(before[1])}`) : null;
    return h("span", { class: "time" }, seconds(run.seconds), usual);
  }
  function toggle(run, open, body) {
    const opens = open.getAttribute("aria-expanded") !== "true";
    open.setAttribute("aria-expanded", String(opens));
    body.hidden = !opens;
    if (opens && !body.hasChildNodes()) withSteps(run, () => body.append(...details(run)));
  }

  // Steps that the page has no room for are in files beside it.
  const waiting = new Map();
  window.amiSteps = (number, steps) => {
    for (const run of data.runs) if (run.chunk === number) { run.rows = steps[run.session] || []; delete run.chunk; }
    for (const then of waiting.get(number) || []) then();
    waiting.delete(number);
  };
  function withSteps(run, then) {
    if (!run.chunk) return then();
    const first = !waiting.has(run.chunk);
    waiting.set(run.chunk, [...(waiting.get(run.chunk) || []), then]);
    if (first) document.head.append(h("script", { src: `${data.folder}/steps-${run.chunk}.js`, onerror: () => { run.chunk = 0; then(); } }));
    return undefined;
  }

  // ---- one flow ---------------------------------------------------------------------------------------------------

  function details(run) {
    return [stop(run), heals(run), strip(run), differences(run), spread(run), transcript(run)].flat().filter(Boolean);
  }
  function stop(run) {
    const d = run.drift, lines = [...(run.findings || []), ...(run.rejected || []), ...(run.similar ? [run.similar] : [])];
    if (!d) return lines.length ? h("div", { class: "stop", style: colour(run.outcome) }, lines.map((line) => h("p", {}, line))) : null;
    const next = BAD.has(run.outcome) && run.next;
    return h("div", { class: "stop", style: colour(run.outcome) },
      h("p", {}, h("b", {}, `Step ${d.step}: ${d.title}`)), h("p", {}, `Cause: ${words(d.cause)}${d.reason ? `, reason: ${words(d.reason)}` : ""}`),
      (d.evidence || []).length ? h("ul", {}, d.evidence.map((line) => h("li", {}, line))) : null,
      d.old_xpath ? h("p", {}, "was ", h("code", {}, h("del", {}, d.old_xpath))) : null, d.new_xpath ? h("p", {}, "now ", h("code", {}, h("ins", {}, d.new_xpath))) : null,
      next ? h("div", { class: "command" }, h("code", {}, next), copier(next)) : null, lines.map((line) => h("p", {}, line)));
  }
  function copier(command) {
    const button = h("button", { class: "small", type: "button", onclick: () => navigator.clipboard?.writeText(command).then(() => { button.textContent = "Copied"; }, () => {}) }, "Copy");
    return button;
  }
  function heals(run) {
    const lines = run.drifting || [];
    return lines.length ? h("div", { class: "stop", style: colour("healed") }, h("p", {}, h("b", {}, "It still passes, but its page is moving:")), h("ul", {}, lines.map((line) => h("li", {}, line)))) : null;
  }
  const phrase = (row) => `${words(row.action || "")} ${row.target || ""}`.trim() + (row.value && !/^(click|press|hover)$/.test(row.action) ? ` with ${row.value}` : row.value ? ` ${row.value}` : "");
  const outcomeOf = (row) => VERDICTS.get(row.verdict || "done") || "stale";

  function strip(run) {
    const rows = run.rows || [];
    if (!rows.length) return h("p", { class: "quiet" }, "No steps are kept of this run.");
    const pictured = rows.some((row) => data.pictures[row.before] || data.pictures[row.after]);
    const items = rows.map((row, i) => {
      const name = [row.before, row.after].find((one) => data.pictures[one]);
      const picture = pictured && h("button", { class: "shot", type: "button", "aria-label": `Step ${row.step}: ${phrase(row)}. Show it large`, onclick: () => view(run, i) },
        name ? h("img", { src: data.pictures[name], alt: "", loading: "lazy", decoding: "async" }) : null);
      return h("li", { class: "step" }, picture,
        h("div", { class: "what" }, h("span", { class: "number" }, `${row.step}. `), phrase(row), row.thinking ? h("p", { class: "thought" }, row.thinking) : null),
        h("div", { class: "foot" }, chip(words(row.verdict || "done"), outcomeOf(row)), h("button", { class: "small", type: "button", onclick: () => view(run, i), "aria-label": `Evidence of step ${row.step}` }, "Why"), h("span", { class: "spent" }, row.seconds ? seconds(row.seconds) : "")),
        marks(run, row));
    });
    return [h("h3", {}, `${plural(rows.length, "step")}${pictured ? "" : ", no pictures: it went as recorded"}`), h("ol", { class: pictured ? "strip" : "strip bare" }, items)];
  }
  function differences(run) {
    const list = run.differences || [];
    if (!list.length) return null;
    const rows = list.flatMap((one) => [
      h("tr", { class: "title" }, h("th", { colspan: "3", scope: "rowgroup" }, `Step ${one.new || one.old}, ${one.change}: ${one.title}`)),
      ...one.fields.map(([what, old, now]) => h("tr", {}, h("th", { scope: "row", class: "mono" }, what), h("td", { class: "mono" }, old ? h("del", {}, old) : ""), h("td", { class: "mono" }, now ? h("ins", {}, now) : ""))),
    ]);
    const many = list.reduce((sum, one) => sum + one.fields.length, 0) > 12;
    return [h("h3", {}, "Locators and effects"), h("details", { open: !many }, h("summary", {}, `${plural(list.length, "stored step")} changed`), h("table", { class: "differences" }, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "field"), h("th", { scope: "col" }, "before"), h("th", { scope: "col" }, "after"))), h("tbody", {}, rows)))];
  }
  function spread(run) {
    const b = run.before || [];
    if (!b.length) return null;
    const most = Math.max(b[3], run.seconds) * 1.05 || 1, x = (n) => (n / most) * 100;
    const said = `This run: ${seconds(run.seconds)}. ${plural(b[0], "earlier replay")}: ${seconds(b[2])} to ${seconds(b[3])}, median ${seconds(b[1])}.`;
    return [h("h3", {}, "Time against earlier replays"), h("div", { class: "spread" },
      s("svg", { viewBox: "0 0 100 20", preserveAspectRatio: "none", "aria-hidden": "true" },
        s("rect", { x: 0, y: 9, width: 100, height: 2, fill: "var(--line)" }), s("rect", { x: x(b[2]), y: 6, width: Math.max(x(b[3]) - x(b[2]), 0.6), height: 8, fill: "var(--quiet)", opacity: 0.45 }),
        s("rect", { x: x(b[1]) - 0.2, y: 4, width: 0.4, height: 12, fill: "var(--quiet)" }), s("rect", { x: x(run.seconds) - 0.3, y: 1, width: 0.6, height: 18, fill: tint(run.outcome) })), h("p", { class: "quiet" }, said))];
  }
  function transcript(run) {
    return run.transcript ? h("details", {}, h("summary", {}, "Dialogue with the model"), h("pre", { tabindex: "0" }, run.transcript)) : null;
  }

  // ---- verdicts ---------------------------------------------------------------------------------------------------

  const verdicts = new Map(), redraw = new Map();
  let saved = 0;
  const key = (run, row) => `${run.session} ${row.step}`;
  function marks(run, row) {
    if (!run.session) return null;
    const make = (label, words_) => h("button", { class: label, type: "button", "aria-pressed": String(verdicts.get(key(run, row))?.label === label), "aria-label": `Step ${row.step} is ${label}`, onclick: () => mark(run, row, label) }, words_);
    const box = h("div", { class: "marks" }, make("correct", "✓ Correct"), make("wrong", "✗ Wrong"));
    redraw.set(key(run, row), [...(redraw.get(key(run, row)) || []).filter((one) => one.isConnected), box]);
    return box;
  }
  function mark(run, row, label) {
    const at = key(run, row), known = verdicts.get(at);
    if (known?.label === label) verdicts.delete(at);
    else verdicts.set(at, { run, row, label, correction: known?.correction || "" });
    for (const box of redraw.get(at) || []) for (const button of box.children) button.setAttribute("aria-pressed", String(button.className === verdicts.get(at)?.label));
    bar();
  }
  const reviewer = h("input", { autocomplete: "name" });
  const count = h("b", { role: "status" });
  const save = h("section", { class: "save", "aria-label": "Verdicts", hidden: true }, h("div", {}, count, h("label", {}, "Your name", reviewer),
    h("button", { class: "primary", type: "button", onclick: () => download() }, "Save verdicts"), h("span", { class: "quiet" }, "then: ", h("code", {}, "ami absorb ami-verdicts.jsonl"))));
  function bar() {
    count.textContent = plural(verdicts.size, "verdict");
    save.hidden = !verdicts.size;
    saved = 0;
  }
  // A UUIDv7: the time, then random bits. The facts of a store have such ids.
  function factId(at, n) {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    let time = at + n;
    for (let i = 5; i >= 0; i -= 1) { bytes[i] = time % 256; time = Math.floor(time / 256); }
    bytes[6] = (bytes[6] & 15) | 112;
    bytes[8] = (bytes[8] & 63) | 128;
    const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
  }
  function journal() {
    const at = Date.now();
    return [...verdicts.values()].map(({ run, row, label, correction }, n) => JSON.stringify({
      v: 1, kind: "verdict", id: factId(at, n), at: new Date(at + n).toISOString(), run: data.run, worker: "report", test: run.test, attempt: run.attempt || 1, task: run.task || "", workflow: run.workflow || "",
      data: { session: run.session, step: row.step, label, correction: shown(correction.trim()), reviewer: shown(reviewer.value.trim()), action: row.action || "", target: row.target || "", value: row.value || "", session_run: data.run, features: [], place: [] },
    })).join("\n") + "\n";
  }
  function download() {
    const url = URL.createObjectURL(new Blob([journal()], { type: "application/x-ndjson" }));
    h("a", { href: url, download: "ami-verdicts.jsonl" }).click();
    setTimeout(() => URL.revokeObjectURL(url), 10000);
    saved = verdicts.size;
  }
  window.addEventListener("beforeunload", (event) => { if (verdicts.size && saved !== verdicts.size) event.preventDefault(); });

  // ---- one step, large --------------------------------------------------------------------------------------------

  let now = null;
  const viewer = h("dialog", { "aria-label": "One step", tabindex: "-1", onclick: (event) => { if (event.target === viewer) viewer.close(); }, onkeydown: (event) => keyed(event) });
  function view(run, at, which = "before") {
    const row = run.rows[at];
    now = { run, at };
    const pictures = ["before", "after"].filter((one) => data.pictures[row[one]]), name = pictures.includes(which) ? which : pictures[0];
    const choose = pictures.map((one) => h("button", { class: "filter", type: "button", "aria-pressed": String(one === name), onclick: () => view(run, at, one) }, one));
    const listed = (title, items) => (items?.length ? [h("h3", {}, title), h("ul", {}, items.map((one) => h("li", {}, one)))] : null);
    const verdict = verdicts.get(key(run, row));
    const correction = h("textarea", { id: "correction", maxlength: "4000", placeholder: "Secrets by name only: {{password}}", oninput: (event) => { const known = verdicts.get(key(run, row)) || { run, row, label: "wrong" }; verdicts.set(key(run, row), { ...known, correction: event.target.value }); bar(); } }, verdict?.correction || "");
    const figure = h("figure", {}, h("figcaption", {}, choose, h("span", {}, name ? "" : "No picture is kept of this step.")), name ? h("img", { src: data.pictures[row[name]], alt: `The page ${name} step ${row.step}` }) : null);
    const aside = h("aside", {},
      h("nav", { "aria-label": "Steps" }, h("button", { class: "small", type: "button", disabled: at === 0, onclick: () => view(run, at - 1) }, "← Back"), h("button", { class: "small", type: "button", disabled: at + 1 >= run.rows.length, onclick: () => view(run, at + 1) }, "Next →"), h("button", { class: "small", type: "button", onclick: () => viewer.close() }, "Close")),
      h("h2", {}, `${row.step}. ${phrase(row)}`), h("p", {}, chip(words(row.verdict || "done"), outcomeOf(row)), row.seconds ? ` · ${seconds(row.seconds)}` : ""), row.url ? h("p", { class: "quiet mono" }, row.url) : null,
      row.thinking ? [h("h3", {}, "Reason of the teacher"), h("p", {}, row.thinking)] : null,
      listed("Evidence", row.evidence), listed("Candidates, best first", row.candidates), row.margin !== undefined ? h("p", { class: "quiet" }, `Lead over the next: ${row.margin} points`) : null,
      listed("Expected", row.expected), listed("Seen", row.seen), marks(run, row), run.session ? [h("label", { for: "correction" }, "The right action, if it is wrong"), correction] : null,
      h("p", { class: "quiet" }, "Keys: ← → steps, C correct, W wrong, Esc close"));
    viewer.replaceChildren(h("div", { class: "viewer" }, figure, aside));
    if (!viewer.open) viewer.showModal();
    viewer.focus();   // the control that had the focus was drawn anew, and keys go to what has it
  }
  function keyed(event) {
    if (!now || event.target.localName === "textarea" || event.ctrlKey || event.metaKey || event.altKey) return;
    const go = { ArrowLeft: -1, ArrowRight: 1 }[event.key], label = { c: "correct", w: "wrong" }[event.key.toLowerCase()];
    if (go && now.run.rows[now.at + go]) view(now.run, now.at + go);
    if (label && now.run.session) mark(now.run, now.run.rows[now.at], label);
    if (go || label) event.preventDefault();
  }

  document.getElementById("report").append(...[...head(), chart(), data.runs.length ? tools() : null, list, more].filter(Boolean));
  document.body.append(viewer, save);
  if (data.runs.length) select(); else more.hidden = true;
  const first = data.runs[0];
  if (first && (BAD.has(first.outcome) || data.runs.length <= 5)) list.querySelector(".row")?.click();
})();
