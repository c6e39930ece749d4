// The step player: shows the steps of a session, takes verdicts by keys and buttons, and keeps its state in the URL.

import { runCheck } from "./checks.js";
import { Outbox } from "./outbox.js";
import { PictureCache } from "./pictures.js";

const AHEAD = 5;
const BEHIND = 2;
const MOST_DETAILS = 100;
const KEYS = {
  f: "correct", j: "correct", d: "wrong", k: "wrong", s: "skip", l: "skip", ArrowRight: "skip",
  a: "back", h: "back", ArrowLeft: "back", z: "undo", u: "undo", c: "comment", i: "comment",
  g: "similar", o: "similar", e: "flip", p: "flip", n: "following", "?": "help",
};

const part = (id) => document.getElementById(id);
const root = document.body.dataset.root;

class StepPlayer {
  constructor(board) {
    this.board = board;
    this.session = board.dataset.session;
    this.links = [...part("strip").querySelectorAll("a")];
    this.steps = this.links.map((link) => ({
      number: Number(link.dataset.step),
      title: link.querySelector("bdi").textContent,
      label: link.dataset.label || null,
      correction: link.dataset.correction,
      others: (link.dataset.others ?? "").split(" ").filter(Boolean),
      pictures: (link.dataset.pictures ?? "").split(" ").filter(Boolean).map((name) => `${root}/${name}`),
    }));
    this.at = Number(board.dataset.at);
    this.side = 0;
    this.shown = 0; // counts steps shown, so that a late picture or detail does not replace a newer one
    this.undone = [];
    this.drafts = new Map();
    this.pictures = new PictureCache();
    this.details = new Map();
    this.outbox = new Outbox(root, document.body.dataset.project, (report) => this.report(report));
    this.listen();
    this.show(this.at, { first: true });
  }

  // ---- showing ----

  show(at, { first = false, push = false } = {}) {
    this.closeCorrection();
    this.at = at;
    this.side = 0;
    this.shown += 1;
    const step = this.steps[at];
    this.links.forEach((link, index) => index === at ? link.setAttribute("aria-current", "step") : link.removeAttribute("aria-current"));
    this.links[at].scrollIntoView({ block: "nearest", inline: "center" });
    part("caption").textContent = `Step ${step.number} of ${this.steps.length}`;
    this.showPicture(first);
    if (!first) {
      const address = `?step=${step.number}`;
      push ? history.pushState(null, "", address) : history.replaceState(null, "", address);
      this.showDetails();
    }
    this.prepare();
  }

  showPicture(first = false) {
    const step = this.steps[this.at];
    const flip = part("flip");
    flip.hidden = step.pictures.length < 2;
    flip.setAttribute("aria-pressed", String(this.side === 1));
    flip.textContent = this.side ? "Show the picture before the step" : "Show the picture after the step";
    const address = step.pictures[this.side];
    if (!address) {
      if (!first) this.placeholder("No picture was kept of this step. Runs with --ami-evidence=all keep each.");
      return;
    }
    const image = this.pictures.load(address);
    image.alt = `The page ${this.side ? "after" : "before"} step ${step.number}, its element framed`;
    const turn = this.shown, side = this.side;
    const swap = () => {
      if (turn !== this.shown || side !== this.side) return;
      image.broken ? this.placeholder("The picture of this step is missing.") : part("picture").replaceChildren(image);
    };
    image.ready ? swap() : image.loaded.then(swap);
  }

  placeholder(text) {
    const words = document.createElement("p");
    words.className = "placeholder";
    words.textContent = text;
    part("picture").replaceChildren(words);
  }

  async showDetails() {
    const turn = this.shown;
    const step = this.steps[this.at];
    const waiting = this.fetchDetails(step.number);
    const late = setTimeout(() => part("details").setAttribute("aria-busy", "true"), 150);
    const found = await waiting;
    clearTimeout(late);
    if (turn !== this.shown) return;
    part("details").removeAttribute("aria-busy");
    part("details").innerHTML = found; // from our own server, escaped there
  }

  fetchDetails(number) {
    if (!this.details.has(number)) {
      const wanted = fetch(`${root}/session/${this.session}/step/${number}`).then((answer) => {
        if (!answer.ok) throw new Error("it has no details");
        return answer.text();
      }).catch(() => {
        this.details.delete(number);
        return "<p>The server does not give the details of this step. Run next: ami review</p>";
      });
      this.details.set(number, wanted);
      if (this.details.size > MOST_DETAILS) this.details.delete(this.details.keys().next().value);
    }
    return this.details.get(number);
  }

  // Decode the next pictures and fetch the next details while nobody waits for them.
  prepare() {
    const near = [];
    for (let far = 1; far <= AHEAD; far += 1) near.push(this.at + far);
    for (let far = 1; far <= BEHIND; far += 1) near.push(this.at - far);
    for (const at of near) this.steps[at]?.pictures.forEach((address) => this.pictures.load(address));
    const next = this.steps[this.at + 1];
    if (next) this.fetchDetails(next.number);
  }

  mark(at) {
    const step = this.steps[at];
    const labels = new Set([step.label, ...step.others].filter(Boolean));
    const state = labels.size > 1 ? "conflict" : step.label ?? step.others[0] ?? "open";
    this.links[at].dataset.state = state;
    this.links[at].querySelector("[data-of=state]").textContent = state === "open" ? "" : state;
  }

  // ---- verdicts ----

  judge(at, label, correction) {
    const step = this.steps[at];
    const before = { at, label: step.label, correction: step.correction };
    this.undone.push(before);
    this.set(at, label, correction);
  }

  set(at, label, correction) {
    const step = this.steps[at];
    step.label = label;
    step.correction = label ? correction : "";
    this.details.delete(step.number);
    this.mark(at);
    this.outbox.add([{ session: this.session, step: step.number, label, correction: step.correction }]);
  }

  words(at) {
    return this.drafts.get(at) ?? this.steps[at].correction;
  }

  advance() {
    if (this.at + 1 < this.steps.length) return this.show(this.at + 1);
    this.closeCorrection();
    this.say(this.board.dataset.following ? "That was the last step. N opens the next session." : "That was the last step.");
  }

  correct() {
    const words = this.drafts.get(this.at) ?? (this.steps[this.at].label === "correct" ? this.steps[this.at].correction : "");
    this.judge(this.at, "correct", words);
    this.drafts.delete(this.at);
    this.say(`Step ${this.steps[this.at].number} is correct.`);
    this.advance();
  }

  wrong() {
    this.judge(this.at, "wrong", this.words(this.at));
    this.say(`Step ${this.steps[this.at].number} is wrong.`);
    this.openCorrection("wrong");
  }

  skip() {
    this.advance();
  }

  back() {
    if (this.at > 0) this.show(this.at - 1);
  }

  undo() {
    const last = this.undone.pop();
    if (!last) return this.say("There is nothing to undo.");
    this.set(last.at, last.label, last.correction);
    this.show(last.at);
    this.say(`The verdict on step ${this.steps[last.at].number} is undone.`);
  }

  comment() {
    this.openCorrection(this.steps[this.at].label ?? "draft");
  }

  openCorrection(kind) {
    const form = part("correction");
    form.dataset.kind = kind;
    form.hidden = false;
    part("asks").textContent = kind === "wrong" ? "What is right instead?" : "Comment";
    part("becomes").textContent = kind === "wrong"
      ? "Name an element to make a candidate, such as: click button \"Save\". Other words are advice for lessons."
      : kind === "draft" ? "The comment is saved together with your verdict on this step." : "The comment is saved with your verdict.";
    part("words").value = this.words(this.at);
    part("words").focus();
  }

  closeCorrection() {
    const form = part("correction");
    if (form.hidden) return;
    form.hidden = true;
    this.board.focus();
  }

  saveCorrection() {
    const words = part("words").value.trim();
    const kind = part("correction").dataset.kind;
    if (kind === "draft") {
      this.drafts.set(this.at, words);
      this.closeCorrection();
      return this.say("The comment waits for your verdict.");
    }
    this.drafts.delete(this.at);
    if (words !== this.steps[this.at].correction) {
      const saved = this.undone.at(-1);
      if (saved?.at === this.at) this.set(this.at, kind, words); // one undo takes both back
      else this.judge(this.at, kind, words);
    }
    this.closeCorrection();
    this.advance();
  }

  async preview() {
    const at = this.at, words = part("words").value.trim();
    if (part("correction").dataset.kind !== "wrong" || !words) return;
    const query = new URLSearchParams({ label: "wrong", correction: words });
    const answer = await fetch(`${root}/session/${this.session}/step/${this.steps[at].number}/impact?${query}`).catch(() => null);
    if (!answer?.ok || at !== this.at || part("words").value.trim() !== words) return;
    part("becomes").textContent = (await answer.json()).phrases.join(" ");
  }

  // ---- similar steps ----

  async similar() {
    const number = this.steps[this.at].number;
    const answer = await fetch(`${root}/session/${this.session}/step/${number}/similar`).catch(() => null);
    if (!answer?.ok) return this.say("The server does not give the steps. Run next: ami review");
    part("alike-content").innerHTML = await answer.text(); // from our own server, escaped there
    const boxes = () => [...part("alike-content").querySelectorAll("input[name=alike]")];
    part("alike-all")?.addEventListener("change", (event) => boxes().forEach((box) => { box.checked = event.target.checked; }));
    part("alike-content").onclick = (event) => { // in place of that of the list before
      const button = event.target.closest("button[data-label], button[data-close]");
      if (!button) return;
      if (button.dataset.label !== undefined) this.judgeAlike(button.dataset.label || null, boxes().filter((box) => box.checked));
      part("alike").close();
    };
    part("alike").showModal();
  }

  judgeAlike(label, boxes) {
    this.judge(this.at, label, this.steps[this.at].correction);
    if (boxes.length) this.outbox.add(boxes.map((box) => ({ session: box.dataset.session, step: Number(box.dataset.step), label, correction: "" })));
    this.say(`${boxes.length + 1} steps: ${label ?? "no verdict"}.`);
    this.showDetails();
  }

  // ---- the world around ----

  say(text) {
    part("said").textContent = text;
  }

  report({ waiting, problem, answer }) {
    const line = part("unsaved");
    line.hidden = !waiting;
    line.textContent = waiting ? `${waiting} ${waiting === 1 ? "verdict is" : "verdicts are"} not saved yet` : "";
    if (answer?.phrases?.length && answer.phrases.some((text) => /put aside|candidate|again|advice/.test(text))) this.say(answer.phrases.join(" "));
    if (answer?.proposal) runCheck(root, answer.proposal, part("checked"));
    if (answer && this.board.isConnected) {
      this.details.clear(); // a verdict may change the consequences of all others
      this.showDetails();
    }
    problem ? this.warn(problem, waiting) : this.dialog?.close();
  }

  warn(problem, waiting) {
    if (!this.dialog) {
      this.dialog = document.createElement("dialog");
      this.dialog.setAttribute("aria-labelledby", "warn-title");
      this.dialog.innerHTML = '<h2 id="warn-title"></h2><p></p><p class="row"><button data-do="again">Try again now</button> <button data-do="later">Go on reviewing</button> <button data-do="discard">Discard them</button></p>';
      this.dialog.addEventListener("click", (event) => {
        const deed = event.target.dataset?.do;
        if (deed === "again") this.outbox.send();
        if (deed === "discard") this.outbox.discard();
        if (deed) this.quiet = deed === "later", this.dialog.close();
      });
      document.body.append(this.dialog);
    }
    this.dialog.querySelector("h2").textContent = waiting === 1 ? "One verdict is not saved" : `${waiting} verdicts are not saved`;
    this.dialog.querySelector("p").textContent = `${problem.text} ` + (problem.refused
      ? "They stay in this browser until you try again or discard them."
      : "They are kept in this browser and sent again by themselves, also after a restart of ami review on this port.");
    if (!this.dialog.open && !this.quiet) this.dialog.showModal();
  }

  help() {
    part("keys").showModal();
  }

  flip() {
    if (this.steps[this.at].pictures.length < 2) return;
    this.side = 1 - this.side;
    this.showPicture();
  }

  following() {
    if (this.board.dataset.following) location.href = this.board.dataset.following;
  }

  listen() {
    this.board.tabIndex = -1;
    for (const name of ["correct", "wrong", "skip", "back", "undo", "comment", "similar", "help", "flip"]) {
      part(name).addEventListener("click", () => this[name]());
    }
    addEventListener("keydown", (event) => this.press(event));
    addEventListener("popstate", () => {
      const number = Number(new URLSearchParams(location.search).get("step"));
      const at = this.steps.findIndex((step) => step.number === number);
      if (at >= 0) this.show(at);
    });
    part("strip").addEventListener("click", (event) => {
      const link = event.target.closest("a");
      if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      this.show(this.links.indexOf(link), { push: true });
    });
    part("details").addEventListener("click", (event) => {
      const pick = event.target.closest("[data-pick]");
      if (!pick) return;
      if (part("correction").hidden) this.openCorrection(this.steps[this.at].label ?? "draft");
      part("words").value = pick.dataset.pick;
      this.preview();
    });
    part("correction").addEventListener("submit", (event) => { event.preventDefault(); this.saveCorrection(); });
    part("close").addEventListener("click", () => this.closeCorrection());
    let pause = 0;
    part("words").addEventListener("input", () => { clearTimeout(pause); pause = setTimeout(() => this.preview(), 250); });
    part("words").addEventListener("keydown", (event) => {
      if (event.key === "Enter" && !event.shiftKey && !event.isComposing) { event.preventDefault(); this.saveCorrection(); }
      if (event.key === "Escape") this.closeCorrection();
    });
  }

  press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || document.querySelector("dialog[open]")) return;
    if (event.target.closest("input, textarea, select")) return;
    const name = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!name || (event.repeat && name !== "skip" && name !== "back")) return;
    event.preventDefault();
    this[name]();
  }
}

const board = part("player");
if (board) window.amiPlayer = new StepPlayer(board);
