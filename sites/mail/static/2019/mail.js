(function () {
  "use strict";

  function get(id) { return document.getElementById(id); }
  function on(id, name, handler) { var node = get(id); if (node) node.addEventListener(name, handler); }

  function api(method, url, data, done) {
    fetch(url, {
      method: method,
      headers: data ? { "Content-Type": "application/json" } : {},
      body: data ? JSON.stringify(data) : undefined
    }).then(function (answer) {
      if (answer.status === 401) { location.href = "/login"; return; }
      if (answer.status >= 500) throw new Error(answer.status);
      answer.json().then(function (json) { done(json, answer.ok); });
    }).catch(function () { done({ error: document.body.dataset.offline }, false); });
  }

  // The notice of the last action, for six seconds

  var fading;
  function notice(text) {
    get("notice").textContent = text;
    clearTimeout(fading);
    fading = setTimeout(function () { get("notice").textContent = ""; }, 6000);
  }
  if (get("notice").textContent) notice(get("notice").textContent);

  var go = document.querySelector("[data-go]");
  if (go) go.addEventListener("click", function () { location.href = go.dataset.go; });
  if (!get("compose-panel")) return;

  function follow(text, url) {
    sessionStorage.setItem("notice", text);
    location.href = url;
  }
  var waiting = sessionStorage.getItem("notice");
  sessionStorage.removeItem("notice");
  if (waiting) notice(waiting);

  // The list of a folder

  function cell(row, name) {
    var td = row.insertCell();
    td.className = name;
    return td;
  }

  function addRow(table, mail) {
    var row = get("rows").insertRow(), star = document.createElement("button"), link = document.createElement("a");
    row.id = "row-" + mail.id;
    row.className = mail.unread ? "unread" : "";
    star.type = "button";
    star.className = "star";
    star.setAttribute("aria-label", table.dataset.star);
    paintStar(star, mail.starred);
    star.onclick = function (event) { event.stopPropagation(); toggleStar(mail.id, star); };
    cell(row, "mark").appendChild(star);
    cell(row, "who").textContent = mail.name;
    link.href = "/message/" + mail.id;
    link.id = "open-" + mail.id;
    var hidden = document.createElement("span");
    hidden.className = "vh";
    hidden.textContent = (mail.unread ? table.dataset.unread + ", " : "") + mail.name + ", ";
    link.appendChild(hidden);
    link.appendChild(document.createTextNode(mail.subject));
    var subject = cell(row, "what"), snippet = document.createElement("span");
    snippet.className = "snippet";
    snippet.textContent = " - " + mail.snippet;
    subject.appendChild(link);
    subject.appendChild(snippet);
    cell(row, "when").textContent = (mail.files ? "\uD83D\uDCCE " : "") + mail.date;
    row.onclick = function (event) { if (event.target.tagName !== "A") location.href = link.href; };
  }

  function showList() {
    var table = get("messages"), from = table.dataset, here = "/mail/" + from.folder + "?q=" + encodeURIComponent(from.query);
    api("GET", "/api/messages?folder=" + from.folder + "&page=" + from.page + "&q=" + encodeURIComponent(from.query), null, function (list, ok) {
      var rows = get("rows");
      rows.innerHTML = "";
      rows.setAttribute("aria-busy", "false");
      if (!ok || !list.rows.length) {
        var nothing = rows.insertRow().insertCell();
        nothing.colSpan = 4;
        nothing.className = "nothing";
        nothing.textContent = ok ? from.empty : list.error;
        if (!ok) nothing.setAttribute("role", "alert");
        return;
      }
      list.rows.forEach(function (mail) { addRow(table, mail); });
      get("range").textContent = list.range;
      get("newer").hidden = list.page === 1;
      get("newer").href = here + "&page=" + (list.page - 1);
      get("older").hidden = list.page === list.pages;
      get("older").href = here + "&page=" + (list.page + 1);
    });
  }
  if (get("messages")) showList();

  // Stars

  function paintStar(star, on) {
    star.setAttribute("aria-pressed", on ? "true" : "false");
    star.textContent = on ? "\u2605" : "\u2606";
  }
  function toggleStar(id, star) {
    api("POST", "/api/messages/" + id + "/star", {}, function (answer, ok) {
      if (ok) paintStar(star, answer.starred); else notice(answer.error);
    });
  }

  // One mail

  var bar = get("mail-toolbar");
  function act(action) {
    api("POST", "/api/messages/" + bar.dataset.id + "/" + action, {}, function (answer, ok) {
      if (ok) follow(answer.notice, "/mail/" + bar.dataset.folder); else notice(answer.error);
    });
  }
  function closeDialog() {
    if (!get("shade")) return false;
    get("shade").remove();
    get("delete-btn").focus();
    return true;
  }
  if (bar) {
    bar.querySelectorAll("[data-move]").forEach(function (button) {
      button.onclick = function () { act(button.dataset.move); };
    });
    bar.querySelectorAll("[data-start]").forEach(function (button) {
      button.onclick = function () {
        api("GET", "/api/messages/" + bar.dataset.id + "/reply?mode=" + button.dataset.start, null, function (start, ok) {
          if (ok) openPanel(start); else notice(start.error);
        });
      };
    });
    get("star-btn").onclick = function () { toggleStar(bar.dataset.id, get("star-btn")); };
    get("delete-btn").onclick = function () {
      document.body.appendChild(get("delete-template").content.cloneNode(true));
      get("delete-yes").onclick = function () { closeDialog(); act("delete"); };
      get("delete-no").onclick = closeDialog;
      get("delete-no").focus();
      get("delete-dialog").onkeydown = function (event) {
        if (event.key !== "Tab") return;
        event.preventDefault();
        (document.activeElement === get("delete-no") ? get("delete-yes") : get("delete-no")).focus();
      };
    };
  }

  // Writing

  var panel = get("compose-panel"), form = get("compose-form"), body = get("body"), chosen = [], draft = "", opening;

  function showCopies(which, shown) {
    get(which + "-row").style.display = shown ? "" : "none";
    get("show-" + which).setAttribute("aria-expanded", shown ? "true" : "false");
  }
  function clearForm() {
    form.reset();
    chosen = [];
    draft = "";
    body.innerHTML = get("start").innerHTML;
    get("compose-error").textContent = "";
    showCopies("cc", false);
    showCopies("bcc", false);
    showFiles();
  }
  function openPanel(start) {
    if (start) {
      clearForm();
      ["to", "cc", "bcc", "subject"].forEach(function (name) { get(name).value = start[name]; });
      if (start.cc) showCopies("cc", true);
      if (start.bcc) showCopies("bcc", true);
      body.innerHTML = start.html;
      chosen = start.files;
      draft = start.draft;
      showFiles();
    }
    panel.classList.add("open");
    clearTimeout(opening);
    // The fields become visible and get the focus in one go, when the panel has arrived.
    opening = setTimeout(function () {
      panel.classList.add("ready");
      (get("to").value ? body : get("to")).focus();
    }, 200);
  }
  function closePanel() {
    clearTimeout(opening);
    panel.classList.remove("open", "ready");
    get("compose-btn").focus();
  }
  function showFiles() {
    var list = get("file-list");
    list.innerHTML = "";
    chosen.forEach(function (file) {
      var item = get("file-template").content.cloneNode(true), remove = item.querySelector("button");
      item.querySelector("span").textContent = file.name;
      remove.setAttribute("aria-label", remove.dataset.name.replace("{name}", file.name));
      remove.onclick = function () { chosen.splice(chosen.indexOf(file), 1); showFiles(); };
      list.appendChild(item);
    });
  }
  function submit(action) {
    var buttons = get("compose-buttons").children, i;
    for (i = 0; i < buttons.length; i++) buttons[i].disabled = true;
    get("compose-error").textContent = "";
    get("to").removeAttribute("aria-invalid");
    api("POST", "/api/compose", {
      action: action, to: get("to").value, cc: get("cc").value, bcc: get("bcc").value, subject: get("subject").value,
      text: body.innerText, html: body.innerHTML, files: chosen, draft: draft
    }, function (answer, ok) {
      for (i = 0; i < buttons.length; i++) buttons[i].disabled = false;
      if (!ok) {
        get("compose-error").textContent = answer.error;
        get("to").setAttribute("aria-invalid", "true");
        get("to").focus();
        return;
      }
      closePanel();
      clearForm();
      notice(answer.notice);
      if (get("messages")) showList();
    });
  }
  on("compose-btn", "click", function () { openPanel(); });
  on("compose-close", "click", closePanel);
  on("show-cc", "click", function () { showCopies("cc", get("cc-row").style.display === "none"); get("cc").focus(); });
  on("show-bcc", "click", function () { showCopies("bcc", get("bcc-row").style.display === "none"); get("bcc").focus(); });
  on("compose-form", "submit", function (event) { event.preventDefault(); submit("send"); });
  on("later-btn", "click", function () { submit("later"); });
  on("draft-btn", "click", function () { submit("draft"); });
  on("discard-btn", "click", function () { submit("discard"); });
  on("files", "change", function () {
    Array.prototype.forEach.call(get("files").files, function (file) { chosen.push({ name: file.name, size: file.size }); });
    get("files").value = "";
    showFiles();
  });
  document.querySelectorAll("[data-format]").forEach(function (button) {
    button.onmousedown = function (event) { event.preventDefault(); };
    button.onclick = function () { body.focus(); document.execCommand(button.dataset.format); };
  });
  document.addEventListener("keydown", function (event) {
    if (event.key !== "Escape") return;
    if (!closeDialog() && panel.classList.contains("open")) closePanel();
  });
})();
