// The path editor: moves, drops, merges and relabels steps on the page; the server checks and makes the candidate.

import { post } from "./answers.js";

const root = document.body.dataset.root;
const path = document.getElementById("path");
const save = document.getElementById("save");
const reset = document.getElementById("reset");
const changes = document.getElementById("changes");
const start = path.innerHTML;
const rowOf = (element) => element.closest("li");
const nameOf = (row) => `Step ${row.dataset.number}`;
let dragged = null;

function isDropped(row) {
  return row.classList.contains("dropped");
}

function isMerged(row) {
  return row.classList.contains("merged");
}

// The groups in their order: a merged row joins the row before it that is kept.
function groups() {
  const found = [];
  for (const row of path.children) {
    if (isDropped(row)) continue;
    const number = Number(row.dataset.number), label = row.querySelector("input").value;
    if (isMerged(row) && found.length) {
      found.at(-1).steps.push(number);
      found.at(-1).label = label;
    } else {
      found.push({ steps: [number], label });
    }
  }
  return found;
}

function describe() {
  const rows = [...path.children];
  const dropped = rows.filter(isDropped).length, joined = rows.filter(isMerged).length;
  const order = rows.map((row) => Number(row.dataset.number));
  const moved = order.some((number, at) => at && number < order[at - 1]);
  const named = rows.filter((row) => row.querySelector("input").value.trim() !== row.dataset.original).length;
  const parts = [dropped && `${dropped} dropped`, joined && `${joined} merged`, moved && "reordered", named && `${named} relabelled`].filter(Boolean);
  changes.textContent = parts.length ? `${parts.join(", ")}: ${groups().length} steps are left.` : "Nothing is changed.";
  save.disabled = !parts.length || !groups().length;
  reset.disabled = !parts.length;
}

function move(row, by) {
  const other = by < 0 ? row.previousElementSibling : row.nextElementSibling;
  if (!other) return;
  by < 0 ? other.before(row) : other.after(row);
  settle();
  row.querySelector(".handle").focus();
  changes.textContent = `${nameOf(row)} is at place ${[...path.children].indexOf(row) + 1}. ${changes.textContent}`;
}

function toggle(row, name) {
  if (name === "merged" && !row.dataset.merges) return;
  row.classList.toggle(name);
  if (name === "dropped") row.classList.remove("merged");
  if (name === "merged") row.classList.remove("dropped");
  settle();
}

// A merge holds only while the step that it joins stands just before it.
function settle() {
  for (const row of path.children) {
    const before = row.previousElementSibling;
    if (isMerged(row) && (!before || isDropped(before) || before.dataset.number !== row.dataset.merges)) row.classList.remove("merged");
    const button = row.querySelector("[data-do=drop]");
    button.setAttribute("aria-pressed", String(isDropped(row)));
    button.textContent = isDropped(row) ? "Take back" : "Drop";
    row.querySelector("[data-do=merge]")?.setAttribute("aria-pressed", String(isMerged(row)));
    row.querySelector(".joined").textContent = isMerged(row) ? ` becomes one step with step ${row.dataset.merges}` : "";
  }
  describe();
}

path.addEventListener("click", (event) => {
  const deed = event.target.dataset.do, row = rowOf(event.target);
  if (deed === "up") move(row, -1);
  if (deed === "down") move(row, 1);
  if (deed === "drop") toggle(row, "dropped");
  if (deed === "merge") toggle(row, "merged");
});

path.addEventListener("keydown", (event) => {
  if (!event.target.classList.contains("handle")) return;
  const row = rowOf(event.target);
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const deeds = { Delete: () => toggle(row, "dropped"), Backspace: () => toggle(row, "dropped"), m: () => toggle(row, "merged") };
  if (event.altKey) Object.assign(deeds, { ArrowUp: () => move(row, -1), ArrowDown: () => move(row, 1) });
  if (!deeds[key]) return;
  event.preventDefault();
  deeds[key]();
});

path.addEventListener("input", describe);
path.addEventListener("dragstart", (event) => {
  if (!event.target.classList?.contains("handle")) return; // a text that is selected can be dragged too
  dragged = rowOf(event.target);
  event.dataTransfer.effectAllowed = "move";
  event.dataTransfer.setData("text/plain", dragged.dataset.number);
  dragged.classList.add("dragged");
});
path.addEventListener("dragover", (event) => {
  const over = rowOf(event.target);
  if (!dragged || !over) return;
  event.preventDefault();
  if (over === dragged) return;
  const box = over.getBoundingClientRect();
  event.clientY < box.top + box.height / 2 ? over.before(dragged) : over.after(dragged);
});
path.addEventListener("drop", (event) => event.preventDefault());
path.addEventListener("dragend", () => {
  dragged?.classList.remove("dragged");
  dragged = null;
  settle();
});

reset.addEventListener("click", () => {
  path.innerHTML = start;
  describe();
});

save.addEventListener("click", async () => {
  save.disabled = true;
  try {
    const stored = await post(`${root}/path`, { version: path.dataset.version, groups: groups() });
    location.href = `${root}/${stored.next}`;
  } catch (error) {
    changes.textContent = `Not saved: ${error.message}`;
    save.disabled = false;
  }
});

describe();
