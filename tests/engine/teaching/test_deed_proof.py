"""A lesson must have done its deed: what proves it, and what proves nothing."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_ami.engine.teaching.deed_proof import LessonTrace, changes, missing_proof, open_question, owes_proof
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.operation import PageState
from pytest_ami.model.workflow import Effects, Step, StepKind
from tests.support.recordings import lesson

POST = "POST /book/7/delete"
TITLE = {"title": "Waste Land"}
DELETE = lesson("delete a book", TITLE)


def step(name: str, role: str = "button", kind: StepKind = StepKind.CLICK, **more: Any) -> Step:
    tell = more.pop("tell", {})
    return Step(kind=kind, target=Fingerprint(tag="button", role=role, name=name, **tell), **more)


ADD = lesson("add a book", TITLE)
SAVED = Effects(vanished=("textbox|Title",))
STORED = (step("Save", sent="POST /book/add"),)


def proves(given: Any = ADD, replaced: tuple[Step, ...] = (), **trace: Any) -> bool:
    given = replace(given, replaces=replaced)
    return not missing_proof(given, replaced, LessonTrace(**trace))


@pytest.mark.parametrize(
    ("task", "expected"),
    [
        ("delete a book", True),
        ("rename an author", True),
        ("set the password of a member", True),
        ("添加评论", True),
        ("search for a book", False),
        ("open the report", False),
        ("log in", False),
        ("sort the list", False),
    ],
)
def test_tasks_that_change_something(task: str, expected: bool) -> None:  # noqa: FBT001
    assert changes(task) is expected


def test_a_lesson_that_replaces_no_commit_owes_nothing() -> None:
    look = step("History", "link", effects=Effects(route="/history"))
    given = replace(DELETE, done=(step("Books", "link"),), remaining=(look,), replaces=(look,))
    assert not owes_proof(given, (look,))
    assert owes_proof(replace(given, replaces=STORED, remaining=STORED), STORED)


def test_an_accepted_request_proves_a_deed() -> None:
    assert proves(steps=(step("Save", sent="POST /book/add"),), sent=("POST /book/add",), documents=1)
    assert not proves(
        steps=(step("Save", sent="POST"),), sent=("POST /book/add",), refused=frozenset({"POST /book/add"})
    )


def test_a_request_that_every_action_sends_proves_nothing() -> None:
    tracked = tuple(step(name, "link", sent="POST /track") for name in ("Books", "Authors"))
    assert not proves(steps=tracked, sent=("POST /track", "POST /track"), documents=1)
    assert proves(
        steps=(*tracked, step("Save", sent="POST /book/add")),
        sent=("POST /track", "POST /track", "POST /book/add"),
        documents=1,
    )


def asked(*appeared: str, **more: Any) -> dict[str, Any]:
    """Return the trace of a press on "Delete" that brought these keys, all of them still there."""
    effects = Effects(appeared=appeared, **more)
    return {"steps": (step("Delete", effects=effects),), "final": PageState(controls=appeared)}


QUESTIONS = [
    ("heading|Delete 1 book", "button|Delete book", "button|Keep"),
    ("button|Delete for good", "link|Keep it"),
    ("heading|Remove Waste Land", "button|Cancel", "button|OK"),
    ("menuitem|Delete book", "menuitem|Rename"),
    ("button|Delete this one", "button|Delete all copies"),
]


@pytest.mark.parametrize("brought", QUESTIONS)
def test_a_control_that_only_asked_for_the_decision_has_done_nothing(brought: tuple[str, ...]) -> None:
    stored, other = (step("Delete"),), (step("Remove", sent=POST),)
    trace = asked(*brought)
    assert not proves(DELETE, stored, **trace)
    assert not proves(DELETE, stored, frames=4, **trace)
    assert not proves(DELETE, other, sent=("POST /track",), **trace)
    names = [key.partition("|")[2] for key in brought]
    pressed = {**trace, "steps": (*trace["steps"], step(names[-1] if "Keep" not in names[-1] else names[-2]))}
    assert proves(DELETE, stored, frames=4, **pressed)


@pytest.mark.parametrize(
    "trace",
    [
        asked("button|Undo"),
        asked("link|Delete Hollow Men", "heading|Books", route="/books"),  # the list that is left
        asked("button|Delete Hollow Men", vanished=("textbox|Title",)),
        asked("button|Delete again", notices=("status|Gone",)),
    ],
)
def test_a_page_after_a_deed_may_offer_it_for_others(trace: dict[str, Any]) -> None:
    assert proves(DELETE, (step("Delete"),), frames=4, **trace)


def test_a_page_that_asks_before_the_deed_has_a_way_back() -> None:
    brought = ("heading|Delete Waste Land", "button|Delete", "link|Cancel")
    trace = asked(*brought, route="/book/7/delete")
    assert not proves(DELETE, (step("Delete"),), frames=4, **trace)
    assert not proves(DELETE, (step("Delete"),), frames=4, **{**trace, "steps": (*trace["steps"], step("Cancel"))})


def test_the_answer_to_the_question_of_a_deed_is_the_deed() -> None:
    asked_in = Effects(notices=("alertdialog|Waste Land",), appeared=("button|Cancel", "button|OK"))
    ask, refuse = step("Delete", effects=asked_in), replace(asked_in, appeared=("button|OK",))
    assert proves(DELETE, steps=(ask, step("OK")), frames=4)
    assert not proves(DELETE, steps=(ask, step("Cancel")), frames=4)
    assert not proves(DELETE, steps=(step("Delete", effects=refuse), step("OK")), frames=4)
    assert not proves(DELETE, steps=(step("Help", effects=asked_in), step("OK")), frames=4)


def test_the_name_of_a_file_proves_an_upload_that_was_sent() -> None:
    opened = tuple(step(name, "tab", sent="POST /call") for name in ("Books", "Files"))
    posted = step("", "file", StepKind.UPLOAD, value="{{file}}", sent="POST /call?name={{file__file}}")
    sent, values = ("POST /call",) * 3, {"file": "docs/plan.txt", "file__file": "plan.txt"}
    given = lesson("upload a file", {"file": "docs/plan.txt"})
    seen: dict[str, Any] = {"sent": sent, "shown": ("file__file",), "values": values}
    assert proves(given, steps=(*opened, posted), **seen)
    assert not proves(given, steps=(*opened, posted), sent=sent, values=values)
    assert not proves(given, steps=(*opened, replace(posted, sent="")), **seen)
    assert not proves(given, steps=(*opened, replace(posted, sent="POST")), **seen)
    assert not proves(given, steps=(*opened, replace(posted, sent="POST /call")), **seen)


def test_the_stored_address_or_a_control_of_the_deed_is_wanted_of_a_relearned_flow() -> None:
    assert proves(replaced=STORED, steps=(step("OK", sent="POST /book/add"),), sent=("POST /book/add",))
    assert proves(replaced=STORED, steps=(step("Submit", sent="POST /v2/books"),), sent=("POST /v2/books",))
    assert not proves(replaced=STORED, steps=(step("Next page", sent="POST /pages"),), sent=("POST /pages",))
    left = PageState(controls=("button|Save",))
    assert not proves(replaced=STORED, steps=(step("Apply", sent="POST /t"),), sent=("POST /t",), final=left)


def test_a_message_of_success_proves_a_deed_and_one_of_failure_does_not() -> None:
    assert proves(replaced=STORED, messages=("status|The book was added",))
    assert not proves(replaced=STORED, messages=("status|The book was not saved",))
    assert not proves(replaced=STORED, messages=("heading|Saved books",))


def test_a_control_that_is_named_after_the_task_is_answered_by_a_message() -> None:
    assign = lesson("assign a ticket", {})
    assert proves(assign, steps=(step("Assign", "link"),), messages=("status|assigned to you",), documents=1)
    assert not proves(
        assign, steps=(step("Assign", "link"),), messages=("status|that is not possible: missing",), documents=1
    )
    assert not proves(assign, steps=(step("Tickets", "link"),), messages=("status|3 tickets",), documents=1)
    assert not proves(assign, steps=(step("Assign", "link"),), messages=("heading|Assign",), documents=1)


def test_a_socket_carries_a_deed_of_its_control() -> None:
    assert proves(steps=(step("Add"),), frames=3)
    assert not proves(steps=(step("Books", "tab"),), frames=3)
    assert not proves(replaced=STORED, steps=(step("Add"),), frames=3)


def test_a_cell_shows_the_entry_that_was_chosen_for_it() -> None:
    moving = lesson("move a member", {"member": "Ann", "team": "Chess"})
    cell = step("Rowing", "gridcell")
    entry = step("{{team}}", "option", effects=Effects(appeared=("gridcell|{{team}}",)))
    elsewhere = step("{{team}}", "option", effects=Effects(appeared=("row|{{team}}",)))

    assert proves(moving, steps=(cell, entry))
    assert not proves(moving, steps=(entry,))
    assert not proves(moving, steps=(step("Team"), entry))
    assert not proves(moving, steps=(cell, elsewhere))
    assert not proves(moving, steps=(cell, step("{{team}} club", "option", effects=entry.effects)))
    assert not proves(moving, steps=(cell, entry, step("More")))


def test_an_entry_that_another_cell_shows_as_well_is_proven_by_what_the_choice_sent() -> None:
    moving = lesson("move a member", {"member": "Ann", "team": "Chess"})
    cell, entry = step("Rowing", "gridcell"), step("{{team}}", "")

    assert proves(moving, steps=(cell, entry), frames=5, last_frames=1)
    assert not proves(moving, steps=(cell, entry), frames=5)
    assert not proves(moving, steps=(cell, entry), frames=5, last_frames=1, documents=1)
    assert not proves(moving, steps=(cell, step("{{team}}", "gridcell")), frames=5, last_frames=1)
    assert not proves(moving, steps=(step("Team"), entry), frames=5, last_frames=1)
    assert not proves(moving, steps=(cell, step("Chess")), frames=5, last_frames=1)


def test_a_page_that_keeps_everything_shows_the_deed() -> None:
    assert proves(steps=(step("Add", effects=SAVED),))
    assert proves(steps=(step("title", "textbox", StepKind.FILL, value="{{title}}"),), shown=("title",))
    unsaved = PageState(fields={"1 /html": "Waste Land"})
    assert not proves(shown=("title",), final=unsaved)
    assert not proves(steps=(step("Add", "link", effects=Effects(appeared=("textbox|Title",))),))
    assert proves(DELETE, gone=("title",))
    assert not proves(DELETE, gone=("title",), documents=1)
    assert not proves(DELETE, shown=("title",))


@pytest.mark.parametrize("in_form", [False, True])
def test_a_choice_within_a_form_waits_for_its_button(in_form: bool) -> None:  # noqa: FBT001
    tell = {"ancestors": ("form",)} if in_form else {}
    box = step("Notifications", "switch", StepKind.CHECK, effects=Effects(value="checked"), tell=tell)
    assert proves(lesson("enable notifications", {}), steps=(box,)) is not in_form


@pytest.mark.parametrize(
    ("said", "controls", "asks"),
    [
        ("heading|Are you sure?", ("button|Yes, I'm sure",), True),
        ("heading|What's next?", ("link|Books",), False),
        ("dialog|Delete Waste Land", ("button|Delete", "button|Cancel"), True),
        ("dialog|The book was deleted", ("button|OK", "button|Cancel"), False),
        ("dialog|Tips", ("button|Close",), False),
        ("alertdialog|确定删除吗", ("button|确定", "button|取消"), True),
    ],
)
def test_a_page_that_asks_is_no_end(said: str, controls: tuple[str, ...], asks: bool) -> None:  # noqa: FBT001
    final = PageState(controls=controls, notices=(said,))
    trace = LessonTrace(steps=(step("Trash"),), messages=(said,), final=final, sent=(POST,))
    assert bool(open_question(trace)) is asks


def test_two_answers_that_came_with_the_deed_are_a_question() -> None:
    brought = Effects(route="/x", appeared=("button|Yes, I'm sure", "link|No, take me back"))
    final = PageState(controls=("button|Yes, I'm sure", "link|No, take me back"))
    assert open_question(LessonTrace(steps=(step("Delete", "link", effects=brought),), final=final))
    assert not open_question(LessonTrace(steps=(step("Delete", "link"),), final=final))


LINES = st.lists(st.sampled_from([POST, "POST /track", "PUT /book/7"]), max_size=4).map(tuple)


@given(sent=LINES, documents=st.integers(0, 2))
def test_without_an_accepted_request_a_message_or_a_change_no_lesson_is_believed(
    sent: tuple[str, ...], documents: int
) -> None:
    assert not proves(DELETE, STORED, sent=sent, refused=frozenset(sent), documents=documents)
    assert not proves(DELETE, (), sent=sent, refused=frozenset(sent), documents=documents)


@given(sent=LINES, more=LINES)
def test_a_page_that_asks_is_never_believed_whatever_was_sent(sent: tuple[str, ...], more: tuple[str, ...]) -> None:
    final = PageState(controls=("button|Yes, I'm sure",), notices=("heading|Are you sure?",))
    steps = tuple(step("Delete", sent=line) for line in more)
    assert not proves(DELETE, STORED, steps=steps, sent=sent + more, messages=final.notices, final=final)


# -- what an attempt may still do -----------------------------------------------------------------------------------


MAIL = (
    "link|Papier Union INV 20418 −€186.40: please confirm the transfer or cancel it",
    "button|Sign out",
)


def test_the_names_of_records_are_no_answers() -> None:
    final = PageState(controls=(*MAIL, "button|Cancel"), notices=("heading|Anything new?",))
    assert not open_question(LessonTrace(steps=(step("Log in"),), messages=("heading|Anything new?",), final=final))


def test_a_dialog_asks_with_the_controls_that_came_with_it() -> None:
    details = step(
        "Papier Union", effects=Effects(notices=("dialog|{{to}}",), appeared=("heading|{{to}}", "button|Close"))
    )
    final = PageState(controls=(*MAIL, "button|Delete", "button|Close"), notices=("dialog|Papier Union",))
    trace = LessonTrace(steps=(details,), messages=("dialog|Papier Union",), final=final, values={"to": "Papier Union"})
    assert not open_question(trace)
    assert open_question(replace(trace, values={}))
    asks = step("Delete", effects=Effects(notices=("dialog|Delete it",), appeared=("button|Delete", "button|Cancel")))
    left = PageState(controls=("button|Delete", "button|Cancel"), notices=("dialog|Delete it",))
    asked = LessonTrace(
        steps=(asks, step("Amount", "textbox", StepKind.FILL)), messages=("dialog|Delete it",), final=left
    )
    assert open_question(asked)
    assert not open_question(replace(asked, steps=(asks, step("Delete"))))
