const $ = (selector, root = document) => root.querySelector(selector);
const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];
const { offline, move: moveWord, priority: priorityWord, title: titleWord, statuses, priorities } = document.currentScript.dataset;
const layer = $(".zz-layer"), region = $(".zz-region"), toast = $("[role=status]");

async function request(url, data) {
  const file = data instanceof Blob;
  try {
    const answer = await fetch(url, data && { method: "POST", headers: file ? {} : { "Content-Type": "application/json" }, body: file ? data : JSON.stringify(data) });
    if (answer.status === 401) return location.assign("/login"), new Promise(() => {});
    return { ...await answer.json(), ok: answer.ok };
  } catch {
    return { ok: false, error: offline };
  }
}
let fading;
function say(text) {
  toast.textContent = text;
  clearTimeout(fading);
  fading = setTimeout(() => { toast.textContent = ""; }, 6000);
}
const carried = sessionStorage.getItem("say") || toast.textContent;
sessionStorage.removeItem("say");
if (carried) say(carried);
function leave(url, text) {
  sessionStorage.setItem("say", text);
  location.assign(url);
}

/* ---- lists that change in place ---- */

let asked = 0, dragging = null, waiting = null;
function address(more = {}) {
  const query = new URLSearchParams();
  if (region.dataset.kind === "issues") {
    query.set("view", region.dataset.view);
    if (region.dataset.sort !== "updated" || region.dataset.dir !== "down") { query.set("sort", region.dataset.sort); query.set("dir", region.dataset.dir); }
  }
  for (const field of $$(".zz-filter")) if (field.value) query.set(field.name, field.value);
  for (const [name, value] of Object.entries(more)) query.set(name, value);
  return query;
}
function draw(html) {
  if (dragging) { waiting = html; return; }
  region.innerHTML = html;
}
async function refresh(more = {}, stay = false) {
  const turn = ++asked, query = address(more);
  if (!stay) history.replaceState(null, "", `${location.pathname}?${query}`);
  const exported = $(".zz-export");
  if (exported) exported.href = `/export.csv?${query}`;
  query.set("part", "1");
  region.inert = true;      // rows that are about to go are not to be clicked
  try {
    const answer = await fetch(`${location.pathname}?${query}`), html = await answer.text();
    if (answer.redirected) return location.assign("/login");
    if (turn === asked) draw(html);
  } catch {
    say(offline);
  }
  if (turn === asked) region.inert = false;
}
const again = () => refresh({}, true);
$$(".zz-filter").forEach(field => field.addEventListener(field.type === "search" ? "input" : "change", () => refresh()));
$$(".zz-view").forEach(link => link.addEventListener("click", event => {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  region.dataset.view = link.dataset.view;
  $$(".zz-view").forEach(other => { if (other === link) other.setAttribute("aria-current", "page"); else other.removeAttribute("aria-current"); });
  refresh();
}));
region?.addEventListener("click", event => {
  const turn = event.target.closest(".zz-turn"), sort = event.target.closest(".zz-sort");
  if (turn) refresh({ page: turn.dataset.page }, true).then(() => scrollTo(0, 0));
  if (sort) { Object.assign(region.dataset, { sort: sort.dataset.sort, dir: sort.dataset.dir }); refresh(); }
});

/* ---- menus: priorities and columns ---- */

function menu(opener, role, label, entries, now, choose) {
  layer.replaceChildren();
  const box = document.createElement("div"), at = opener.getBoundingClientRect();
  box.className = "zz-menu";
  box.setAttribute("role", role);
  box.setAttribute("aria-label", label);
  box.style.left = `${Math.min(at.left, innerWidth - 220)}px`;
  box.style.top = `${Math.min(at.bottom + 4, innerHeight - 46 * entries.length)}px`;
  const close = () => { box.remove(); removeEventListener("pointerdown", outside, true); };
  const outside = event => { if (!box.contains(event.target)) close(); };
  for (const [value, name, hint = ""] of entries) {
    const entry = document.createElement("div"), dim = document.createElement("span");
    entry.className = "zz-menu-entry";
    entry.setAttribute("role", role === "menu" ? "menuitem" : "option");
    if (role !== "menu") entry.setAttribute("aria-selected", String(value === now));
    entry.tabIndex = -1;
    dim.className = "zz-dim";
    dim.ariaHidden = "true";
    dim.textContent = hint;
    entry.append(name, dim);
    entry.addEventListener("click", () => { close(); opener.focus(); choose(value); });
    box.append(entry);
  }
  box.addEventListener("keydown", event => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key], all = [...box.children], here = all.indexOf(document.activeElement);
    if (step) { event.preventDefault(); all.at((here + step) % all.length).focus(); }
    if (event.key === "Enter" || event.key === " ") { event.preventDefault(); all[here]?.click(); }
    if (event.key === "Escape") { close(); opener.focus(); }
  });
  layer.append(box);
  (box.querySelector("[aria-selected=true]") ?? box.firstChild).focus();
  addEventListener("pointerdown", outside, true);
}
async function change(key, field, value, then = () => {}) {
  const answer = await request(`/api/issues/${key}`, { field, value });
  if (answer.ok) await then(answer);      // what is told is on the page already
  say(answer.ok ? answer.notice : answer.error);
  return answer;
}
document.addEventListener("click", event => {
  const key = event.target.closest("[data-key]")?.dataset.key, opener = event.target.closest("button");
  if (!opener || !key) return;
  if (opener.matches(".zz-level")) {
    menu(opener, "listbox", priorityWord, JSON.parse(priorities).map(([value, hint]) => [value, value, hint]), opener.textContent.trim(), value => change(key, "priority", value, again));
  }
  if (opener.matches(".zz-move")) {
    const now = opener.closest(".zz-tile").dataset.status;
    menu(opener, "menu", moveWord, JSON.parse(statuses).filter(([value]) => value !== now), "", value => moveTile(key, value));
  }
  if (opener.matches(".zz-rename")) rename(opener, key);
  if (opener.matches(".zz-act")) act(opener, key);
});
function rename(opener, key) {
  const cell = opener.parentNode, kept = [...cell.childNodes], link = $(".zz-issue-link", cell), field = document.createElement("input");
  let over = false;
  field.className = "zz-input";
  field.value = link.textContent;
  field.ariaLabel = titleWord;
  cell.replaceChildren(field);
  field.select();
  const done = save => {
    if (over) return;
    over = true;
    const value = field.value;
    cell.replaceChildren(...kept);
    if (!save || value === link.textContent) return;
    change(key, "title", value, again);
  };
  field.addEventListener("keydown", event => { if (event.key === "Enter") done(true); if (event.key === "Escape") done(false); });
  field.addEventListener("blur", () => done(true));
}

/* ---- closing, archiving, deleting ---- */

async function act(opener, key) {
  const name = opener.dataset.act;
  if (name === "delete" && !await sure(opener)) return;
  const answer = await request(`/api/issues/${key}/${name}`, {});
  if (!answer.ok) return say(answer.error);
  if (!region) return leave(name === "delete" ? "/issues" : location.href, answer.notice);
  await again();
  say(answer.notice);
}
function open(template) {
  const back = document.activeElement, node = document.importNode($(template).content, true).firstElementChild;
  const close = () => { node.remove(); back?.focus(); };
  node.addEventListener("keydown", event => {
    if (event.key === "Escape") close();
    if (event.key !== "Tab") return;
    const stops = $$("button, input, select, iframe", node), first = stops[0], last = stops.at(-1);
    if (document.activeElement === (event.shiftKey ? first : last)) { event.preventDefault(); (event.shiftKey ? last : first).focus(); }
  });
  $$(".zz-no", node).forEach(button => button.addEventListener("click", close));
  document.body.append(node);
  return [node, close];
}
function sure() {
  return new Promise(decided => {
    const [node, close] = open(".zz-delete-template");
    $(".zz-yes", node).addEventListener("click", () => { close(); decided(true); });
    $(".zz-no", node).focus();
  });
}

/* ---- a new issue, its text written on another origin ---- */

function read(frame) {
  return new Promise(done => {
    const { port1, port2 } = new MessageChannel();
    const late = setTimeout(() => done(null), 3000);
    port1.onmessage = event => { clearTimeout(late); done(event.data); };
    frame.contentWindow.postMessage("read", new URL(frame.src).origin, [port2]);
  });
}
function complain(form, text) {
  const fault = $("[role=alert]", form);
  fault.textContent = text;
  fault.hidden = false;
}
$(".zz-new")?.addEventListener("click", () => {
  const [node, close] = open(".zz-new-template"), form = $("form", node), frame = $("iframe", node);
  frame.src = frame.dataset.src;
  form.elements.title.focus();
  form.addEventListener("submit", async event => {
    event.preventDefault();
    const { title, priority, due } = form.elements, written = await read(frame);
    if (!written) return complain(form, offline);
    const answer = await request("/api/issues", { title: title.value, priority: priority.value, due: due.value, ...written });
    if (!answer.ok) { complain(form, answer.error); return title.focus(); }
    close();
    await again();
    say(answer.notice);
  });
});

/* ---- one issue ---- */

const split = $(".zz-split"), key = split?.dataset.key;
$(".zz-due")?.addEventListener("change", event => {
  const field = event.target, link = $(".zz-same-day");
  if (field.value && field.value < "2000") return;      // a year that is still being typed
  link.hidden = true;
  change(key, "due", field.value, answer => {
    link.href = `/issues?view=all&due=${answer.issue.due}`;
    link.hidden = !answer.issue.due;
  });
});
$(".zz-attach")?.addEventListener("change", async event => {
  const file = event.target.files[0];
  if (!file) return;
  const answer = await request(`/api/issues/${key}/files?name=${encodeURIComponent(file.name)}`, file);
  event.target.value = "";
  if (!answer.ok) return say(answer.error);
  const kept = answer.issue.files.at(-1), item = document.createElement("li"), link = document.createElement("a"), size = document.createElement("span");
  link.href = `/files/${kept.id}`;
  link.textContent = kept.name;
  size.className = "zz-dim";
  size.textContent = kept.size;
  item.append(link, " ", size);
  $(".zz-files").append(item);
  say(answer.notice);
});
$(".zz-reply")?.addEventListener("submit", async event => {
  event.preventDefault();
  const form = event.target, text = form.elements.text, answer = await request(`/api/issues/${key}/comments`, { text: text.value });
  if (!answer.ok) return complain(form, answer.error);
  $("[role=alert]", form).hidden = true;
  const made = answer.issue.comments.at(-1), node = document.createElement("article"), face = document.createElement("span"), words = document.createElement("div");
  node.className = "zz-said";
  node.id = made.id;
  face.className = "zz-face";
  face.style.setProperty("--hue", made.hue);
  face.ariaHidden = "true";
  face.textContent = made.initials;
  words.innerHTML = `<b></b> <span class="zz-dim"></span><div class="zz-prose">${made.html}</div>`;      // the server has cleaned it
  words.children[0].textContent = made.author;
  words.children[1].textContent = made.at;
  node.append(face, words);
  $(".zz-silence")?.remove();
  $(".zz-talk").append(node);
  text.value = "";
  say(answer.notice);
});

/* ---- the board: tiles follow the pointer ---- */

const moveTile = (moved, status) => change(moved, "status", status, again);
const columnAt = event => document.elementsFromPoint(event.clientX, event.clientY).find(node => node.matches(".zz-column"));
if (region?.dataset.kind === "board") {
  region.addEventListener("pointerdown", event => {
    const tile = event.target.closest(".zz-tile");
    if (!tile || event.button || event.target.closest("button")) return;
    dragging = { tile, x: event.clientX, y: event.clientY, ghost: null };
  });
  addEventListener("pointermove", event => {
    if (!dragging) return;
    const dx = event.clientX - dragging.x, dy = event.clientY - dragging.y;
    if (!dragging.ghost && Math.hypot(dx, dy) < 6) return;
    if (!dragging.ghost) {
      const box = dragging.tile.getBoundingClientRect();
      dragging.ghost = dragging.tile.cloneNode(true);
      dragging.ghost.className = "zz-tile zz-ghost";
      dragging.ghost.ariaHidden = "true";
      Object.assign(dragging.ghost.style, { left: `${box.left}px`, top: `${box.top}px`, width: `${box.width}px` });
      dragging.tile.classList.add("zz-lifted");
      layer.append(dragging.ghost);
    }
    dragging.ghost.style.transform = `translate(${dx}px, ${dy}px) rotate(2deg)`;
    const over = columnAt(event);
    $$(".zz-column").forEach(column => column.classList.toggle("zz-column-over", column === over));
  });
  const drop = event => {
    if (!dragging) return;
    const { tile, ghost } = dragging, over = event.type === "pointerup" && ghost ? columnAt(event) : null;
    const moves = over && over.dataset.status !== tile.dataset.status;
    dragging = null;
    if (!moves) ghost?.remove();
    tile.classList.remove("zz-lifted");
    $$(".zz-column").forEach(column => column.classList.remove("zz-column-over"));
    if (waiting !== null) { draw(waiting); waiting = null; }
    if (!ghost) return;
    const swallow = click => { click.preventDefault(); click.stopPropagation(); };
    addEventListener("click", swallow, true);
    setTimeout(() => removeEventListener("click", swallow, true));
    if (!moves) return;
    ghost.classList.add("zz-landing");
    setTimeout(() => { ghost.remove(); moveTile(tile.dataset.key, over.dataset.status); }, 120);
  };
  addEventListener("pointerup", drop);
  addEventListener("pointercancel", drop);
}
