function $(id) { return document.getElementById(id); }
function tell(text) { $("notice").textContent = text; }

function post(url, data, done) {
  var request = new XMLHttpRequest();
  request.open("POST", url);
  if (!(data instanceof Blob)) { request.setRequestHeader("Content-Type", "application/json"); data = JSON.stringify(data); }
  request.onload = function () {
    if (request.status === 401) { location.href = "/login"; return; }
    var answer = JSON.parse(request.responseText);
    if (answer.error) { tell(answer.error); done(null); } else { done(answer); }
  };
  request.onerror = function () { tell(document.body.getAttribute("data-offline")); done(null); };
  request.send(data);
}
function each(selector, act, root) { Array.prototype.forEach.call((root || document).querySelectorAll(selector), act); }
function rowOf(node) { while (node && !node.hasAttribute("data-key")) node = node.parentElement; return node; }

/* A cell that becomes a field, and a cell again. */

function editCell(button, field, kept, show) {
  var cell = button.parentNode, key = rowOf(button).getAttribute("data-key"), closed = false;
  var rest = Array.prototype.slice.call(cell.childNodes);
  function close() {
    if (closed) return;
    closed = true;
    cell.replaceChildren.apply(cell, rest);
  }
  function save() {
    if (closed || field.value === kept) { close(); return; }
    var value = field.value;
    close();
    post("/api/issues/" + key, { field: field.name, value: value }, function (answer) {
      if (answer) { show(cell, answer.issue); tell(answer.notice); }
    });
  }
  field.value = kept;
  cell.replaceChildren(field);
  field.focus();
  field.addEventListener("keydown", function (event) {
    if (event.key === "Escape") { close(); button.focus(); }
    if (event.key === "Enter") { event.preventDefault(); save(); }
  });
  return save;
}
each(".edit-priority", function (button) {
  button.addEventListener("click", function () {
    var list = document.createElement("select"), now = button.parentNode.querySelector(".p").textContent;
    list.name = "priority";
    list.setAttribute("aria-label", $("issues").getAttribute("data-priority"));
    each("#f-priority option", function (option) { if (option.value) list.add(new Option(option.value, option.value)); });
    list.addEventListener("change", editCell(button, list, now, function (cell, issue) {
      var mark = cell.querySelector(".p");
      mark.textContent = issue.priority;
      mark.className = "p " + issue.priority;
    }));
  });
});
each(".edit-title", function (button) {
  button.addEventListener("click", function () {
    var field = document.createElement("input"), link = button.parentNode.querySelector("a");
    field.type = "text";
    field.name = "title";
    field.size = 60;
    field.setAttribute("aria-label", $("issues").getAttribute("data-title"));
    field.addEventListener("blur", editCell(button, field, link.textContent, function (cell, issue) {
      cell.querySelector("a").textContent = issue.title;
    }));
  });
});

/* The calendar beside a date field. */

function iso(day) { return day.getFullYear() + "-" + ("0" + (day.getMonth() + 1)).slice(-2) + "-" + ("0" + day.getDate()).slice(-2); }
function closeCalendar() { if ($("calendar")) $("calendar").remove(); }
function drawCalendar(field, month) {
  var lang = $("calendar").getAttribute("data-lang"), days = $("cal-days");
  $("cal-month").textContent = month.toLocaleDateString(lang, { month: "long", year: "numeric" });
  var head = document.createElement("tr"), day = new Date(month.getFullYear(), month.getMonth(), 1 - (month.getDay() + 6) % 7);
  for (var n = 0; n < 7; n += 1) {
    var name = document.createElement("th");
    name.textContent = new Date(2024, 0, 1 + n).toLocaleDateString(lang, { weekday: "narrow" });
    head.appendChild(name);
  }
  days.tHead.replaceChildren(head);
  days.tBodies[0].replaceChildren();
  for (var week = 0; week < 6; week += 1) {
    var row = days.tBodies[0].insertRow();
    for (var at = 0; at < 7; at += 1) {
      var cell = row.insertCell();
      if (day.getMonth() === month.getMonth()) {
        var button = document.createElement("button");
        button.type = "button";
        button.textContent = day.getDate();
        button.value = iso(day);
        button.setAttribute("aria-label", day.toLocaleDateString(lang, { day: "numeric", month: "long", year: "numeric" }));
        if (button.value === field.value) button.className = "chosen";
        cell.appendChild(button);
      }
      day.setDate(day.getDate() + 1);
    }
  }
}
each(".calendar-btn", function (opener) {
  opener.addEventListener("click", function () {
    if ($("calendar")) { closeCalendar(); return; }
    var field = $(opener.getAttribute("data-for")), set = /^\d{4}-\d\d-\d\d$/.test(field.value) ? field.value.split("-") : null, now = new Date();
    var month = set ? new Date(+set[0], set[1] - 1, 1) : new Date(now.getFullYear(), now.getMonth(), 1);
    opener.after(document.importNode($("calendar-template").content, true));
    function turn(step) { month.setMonth(month.getMonth() + step); drawCalendar(field, month); }
    $("cal-earlier").onclick = function () { turn(-1); };
    $("cal-later").onclick = function () { turn(1); };
    $("cal-days").onclick = function (event) {
      if (!event.target.value) return;
      field.value = event.target.value;
      closeCalendar();
      opener.focus();
    };
    $("calendar").onkeydown = function (event) { if (event.key === "Escape") { closeCalendar(); opener.focus(); } };
    drawCalendar(field, month);
    $("cal-earlier").focus();
  });
});

/* Asking before deleting, and files. */

if ($("delete-btn")) $("delete-btn").addEventListener("click", function () {
  document.body.appendChild(document.importNode($("delete-template").content, true));
  function leave() { $("shade").remove(); $("delete-btn").focus(); }
  $("delete-no").onclick = leave;
  $("shade").onkeydown = function (event) { if (event.key === "Escape") leave(); };
  $("delete-no").focus();
});
if ($("attach")) $("attach").addEventListener("change", function () {
  var file = this.files[0], field = this;
  if (!file) return;
  post("/api/issues/" + field.getAttribute("data-key") + "/files?name=" + encodeURIComponent(file.name), file, function (answer) {
    field.value = "";
    if (!answer) return;
    var kept = answer.issue.files[answer.issue.files.length - 1], item = document.createElement("li"), link = document.createElement("a"), size = document.createElement("small");
    link.href = "/files/" + kept.id;
    link.textContent = kept.name;
    size.textContent = "(" + kept.size + ")";
    item.append(link, " ", size);
    $("files").appendChild(item);
    tell(answer.notice);
  });
});

/* The board. */

function moveCard(card, status) {
  post("/api/issues/" + card.getAttribute("data-key"), { field: "status", value: status }, function (answer) {
    var list = card.querySelector(".mover");
    if (!answer) { list.value = ""; return; }
    var from = rowStatus(card);
    each("option", function (option) { if (option.value === status) { option.value = from; option.text = $("column-" + from).textContent; } }, list);
    list.value = "";
    $("col-" + status).querySelector("ul").prepend(card);
    count(from, -1);
    count(status, 1);
    tell(answer.notice);
  });
}
function rowStatus(card) { return card.parentNode.parentNode.getAttribute("data-status"); }
function count(status, by) { var shown = $("head-" + status).querySelector("small"); shown.textContent = +shown.textContent + by; }
each(".mover", function (list) { list.addEventListener("change", function () { if (list.value) moveCard(rowOf(list), list.value); }); });
var dragged = null;
each(".card", function (card) {
  card.addEventListener("dragstart", function (event) { dragged = card; event.dataTransfer.setData("text/plain", card.getAttribute("data-key")); event.dataTransfer.effectAllowed = "move"; });
  card.addEventListener("dragend", function () { dragged = null; });
});
each("#board th, #board td", function (place) {
  place.addEventListener("dragover", function (event) { if (dragged) { event.preventDefault(); place.classList.add("over"); } });
  place.addEventListener("dragleave", function () { place.classList.remove("over"); });
  place.addEventListener("drop", function (event) {
    event.preventDefault();
    place.classList.remove("over");
    var status = place.getAttribute("data-status");
    if (dragged && rowStatus(dragged) !== status) moveCard(dragged, status);
  });
});
