"""New and optional values on real pages: a run that is green has entered each value before the deed, and no other."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pytest_ami.model.errors import AmiError
from pytest_ami.model.lesson import Advice, Move, MoveKind, Situation
from pytest_ami.model.outcome import Outcome
from tests.support.drawn import Site
from tests.support.lab import Lab

PAGE = """<h1>New card</h1>%s<script>
const q = (one) => document.querySelector(one);
const save = (card) => fetch("/save", {method: "POST", body: JSON.stringify(card)}).then(() => say("Saved"));
%s</script>"""
FORM = '<form id="f"><label>Title <input name="title"></label>%s<button>Save</button></form>'
SENT = """q("#f").onsubmit = (event) => { event.preventDefault();
  save({title: q("[name=title]").value, note: %s}); };"""
OPENED = PAGE % (
    FORM % '<button type="button" id="more">Add note</button><div id="n"></div>',
    SENT % 'q("[name=note]")?.value || ""'
    + """q("#more").onclick = () => { q("#n").innerHTML = '<label>Note <input name="note"></label>'; };""",
)
DIALOG = PAGE % (
    FORM % '<button type="button" id="more">Add note</button>'
    + '<dialog id="d"><label>Note <input id="note"></label><button type="button" id="ok">OK</button></dialog>',
    SENT % "window.noted || ''"
    + """q("#more").onclick = () => q("#d").showModal();
    q("#ok").onclick = () => { window.noted = q("#note").value; q("#d").close(); };""",
)
KEY = PAGE % (
    '<label>Title <input id="t"></label><label>Note <input id="n"></label>',
    """for (const one of ["#t", "#n"]) q(one).onkeydown = (event) => {
      if (event.key === "Enter") save({title: q("#t").value, note: q("#n").value}); };""",
)
LIST = PAGE % (
    FORM
    % '<label for="p">Note</label><input id="p" role="combobox" autocomplete="off"><ul role="listbox" hidden></ul>',
    SENT % "window.noted || ''"
    + """const p = q("#p"), list = q("ul");
    const show = () => { list.hidden = false; list.innerHTML = "";
      for (const one of ["red", "redder", "blue"].filter((one) => one.includes(p.value))) {
        const entry = document.createElement("li"); entry.setAttribute("role", "option"); entry.textContent = one;
        entry.onmousedown = (event) => { event.preventDefault(); window.noted = p.value = one; list.hidden = true; };
        list.append(entry); } };
    p.onfocus = show; p.oninput = () => { window.noted = ""; show(); };
    p.onblur = () => { list.hidden = true; if (!window.noted) p.value = ""; };""",
)
SAVE, ENTER = ("click", "Save", ""), ("press", "Title", "Enter")
TITLE, OPEN, NOTE = ("fill", "Title", "{{title}}"), ("click", "Add note", ""), ("fill", "Note", "{{note}}")


class Scripted:
    """A teacher that makes moves by the names of elements."""

    name = "scripted"

    def __init__(self, *moves: tuple[str, str, str]) -> None:
        self.moves = list(moves)

    def advise(self, situation: Situation) -> Advice:
        """Return the next move."""
        if not self.moves:
            return Advice(move=Move(kind=MoveKind.DONE))
        kind, name, value = self.moves.pop(0)
        named = (one.ref for one in situation.observation.elements if name in (one.name, one.label))
        ref = next(named, "")
        return Advice(move=Move(kind=MoveKind(kind), ref=ref, value=value))


@pytest.mark.variants(16)
@pytest.mark.parametrize(
    ("body", "deed", "moves"),
    [
        pytest.param(OPENED, SAVE, (OPEN, NOTE), id="opened"),
        pytest.param(DIALOG, SAVE, (OPEN, NOTE, ("click", "OK", "")), id="dialog"),
        pytest.param(KEY, ENTER, (NOTE,), id="key"),
        pytest.param(LIST, SAVE, (NOTE, ("click", "red", "")), id="list"),
    ],
)
def test_every_green_run_has_saved_what_was_given(
    page: Any, lab: Lab, body: str, deed: tuple[str, str, str], moves: tuple[tuple[str, str, str], ...]
) -> None:
    site, saved = Site(page, lab), list[Any]()

    def receive(route: Any) -> None:
        saved.append(json.loads(route.request.post_data))
        route.fulfill(body="ok")

    page.route("http://app.test/save", receive)

    def run(*teaching: tuple[str, str, str], **values: str) -> Outcome:
        site.show(body)
        saved.clear()
        outcome = lab.run(page, "add card", values, teacher=Scripted(*teaching), timeout=4.0).outcome
        assert saved == [{"note": "", **values}]
        return outcome

    assert run(TITLE, deed, title="A") is Outcome.LEARNED
    assert run(deed, *moves, title="B", note="red") is Outcome.LEARNED  # the first move, the deed, is refused
    assert run(title="C") is Outcome.REPLAYED
    assert run(title="D", note="blue") is Outcome.REPLAYED
    with pytest.raises(AmiError):
        run(deed, title="E", note="red", colour="green")
    assert saved == []
