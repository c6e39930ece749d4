// Verdicts on their way to the server. Each is kept in the browser until the server has it, also over a reload and
// a restart of the server; it is sent again and again with growing pauses. The browser shares what it keeps among all
// servers that ever had this port, so a verdict is kept under the name of its project.

import { post } from "./answers.js";

const KEPT = "ami-review-outbox";
const FIRST_PAUSE = 1000;
const LONGEST_PAUSE = 30000;

export class Outbox {
  #root;
  #place;
  #report;
  #entries;
  #pause = FIRST_PAUSE;
  #timer = 0;
  #sending = false;

  // `report` is called after each attempt with {waiting, problem, answer}.
  constructor(root, project, report) {
    this.#root = root;
    this.#place = `${KEPT}-${project}`;
    this.#report = report;
    this.#entries = this.#read();
    if (this.#entries.length) this.send();
    addEventListener("online", () => this.send());
  }

  get waiting() {
    return this.#entries.length;
  }

  add(entries) {
    this.#entries.push(...entries.map((entry) => ({ ...entry, id: crypto.randomUUID() })));
    this.#keep();
    this.send();
  }

  discard() {
    const gone = this.#entries;
    this.#entries = [];
    this.#keep(gone);
    this.#report({ waiting: 0 });
  }

  // Send what waits, the oldest first; a refusal of the server ends the attempts until a person decides.
  async send() {
    clearTimeout(this.#timer);
    if (this.#sending || !this.#entries.length) return;
    this.#sending = true;
    const batch = this.#entries.slice(0, 500);
    const problem = await this.#post(batch);
    this.#sending = false;
    if (problem) {
      if (!problem.refused) {
        this.#timer = setTimeout(() => this.send(), this.#pause);
        this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE);
      }
      this.#report({ waiting: this.waiting, problem });
    } else if (this.#entries.length) {
      this.send();
    }
  }

  async #post(batch) {
    const verdicts = batch.map(({ session, step, label, correction }) => ({ session, step, label, correction }));
    let answer;
    try {
      answer = await post(`${this.#root}/verdicts`, { verdicts });
    } catch ({ status, message }) {
      if (!status) return { text: "The server does not answer. Run next: ami review", refused: false };
      return { text: message, refused: status < 500 };
    }
    this.#entries = this.#entries.filter((entry) => !batch.includes(entry));
    this.#keep(batch);
    this.#pause = FIRST_PAUSE;
    this.#report({ waiting: this.waiting, answer });
    return null;
  }

  // Keep what waits, without what is gone; the verdicts of other pages of the same project stay.
  #keep(gone = []) {
    try {
      const known = new Set([...this.#entries, ...gone].map((entry) => entry.id));
      const others = this.#read().filter((entry) => !known.has(entry.id));
      localStorage.setItem(this.#place, JSON.stringify([...others, ...this.#entries]));
    } catch { /* a browser without storage keeps them while the page is open */ }
  }

  #read() {
    try {
      const found = JSON.parse(localStorage.getItem(this.#place) ?? "[]");
      return Array.isArray(found) ? found : [];
    } catch {
      return [];
    }
  }
}
