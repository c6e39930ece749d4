"""Commits: which steps last, which deed repeats another, and that no version does a deed twice in a row."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_ami.elements.commits import (
    LastingDeed,
    commits,
    deeds_of,
    equal,
    lasting,
    may_send_again,
    repeats,
    without_repetition,
    without_twins,
)
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.workflow import Effects, Step, StepKind


def step(name: str = "Send", kind: StepKind = StepKind.CLICK, value: str = "", **more: object) -> Step:
    role = str(more.pop("role", "textbox" if kind is StepKind.FILL else "button"))
    landmark = str(more.pop("landmark", "main|"))
    attributes = {"type": str(more.pop("type_"))} if "type_" in more else {}
    tag = {"button": "button", "link": "a"}.get(role, "input")
    target = Fingerprint(tag=tag, role=role, name=name, landmark=landmark, attributes=attributes)
    return Step(kind=kind, target=target, value=value, **more)  # type: ignore[arg-type]


FORM = "form|"
STATUS = Effects(notices=("status|Message sent",))
OPENS = Effects(appeared=("textbox|To", "button|Send"))


@pytest.mark.parametrize(
    ("one", "last"),
    [
        (step("Send"), True),
        (step("Pay 10 EUR"), True),
        (step("Jetzt kaufen"), True),
        (step("发送"), True),
        (step("Compose"), False),
        (step("Compose", sent="POST"), True),
        (step("OK", effects=STATUS), True),
        (step("Show", effects=Effects(notices=("status|5 results",))), False),
        (step("Transfer", effects=OPENS), False),
        (step("Transfer", effects=OPENS, sent="POST"), True),
        (step("Log in", effects=replace(OPENS, vanished=("textbox|Password",))), True),
        (step("Delete", effects=Effects(notices=("dialog|Delete it?",))), False),
        (step("Archive", role="link", effects=Effects(route="/archive")), False),
        (step("Delete", role="link", effects=Effects(route="/delete")), True),
        (step("Continue", landmark=FORM), True),
        (step("Continue", landmark=FORM, type_="button"), False),
        (step("Search", landmark=FORM), False),
        (step("Comment", StepKind.PRESS, "Enter", role="textbox", landmark=FORM), True),
        (step("Comment", StepKind.PRESS, "Tab", role="textbox", landmark=FORM), False),
        (step("Query", StepKind.PRESS, "Enter", role="searchbox", landmark=FORM), False),
        (step("Send to", StepKind.FILL, "{{to}}", sent="PUT"), False),
        (Step(kind=StepKind.GOTO, value="/send"), False),
        (step("Send to", role="textbox", sent="POST"), False),
        (step("Published", role="checkbox", sent="PUT"), False),
    ],
)
def test_a_step_commits_by_its_request_its_form_its_words_or_its_report(one: Step, last: bool) -> None:  # noqa: FBT001
    assert commits(one) is last


SENT = LastingDeed(role="button", name="Send", route="/new", entries=frozenset({"{{to}}"}), sent=True, submits=True)


@pytest.mark.parametrize(
    ("now", "again"),
    [
        (SENT, True),
        (replace(SENT, route="/elsewhere"), True),
        (replace(SENT, name="Send now"), True),
        (replace(SENT, role="textbox", name="Comment"), True),  # Enter in the same form
        (replace(SENT, role="textbox", name="Comment", route="/other"), False),
        (replace(SENT, name="Discard", submits=False), False),
        (replace(SENT, role="textbox", name="Send to", submits=False), False),
        (replace(SENT, entries=frozenset({"{{to}}", "{{cc}}"})), False),
        (replace(SENT, name="Confirm sending", submits=False, route="/confirm"), False),
    ],
)
def test_a_deed_repeats_another_by_its_control_its_form_or_its_words(now: LastingDeed, again: bool) -> None:  # noqa: FBT001
    assert repeats(now, SENT) is again


def test_the_same_control_in_another_row_is_another_deed() -> None:
    row = replace(SENT, name="Delete", context="row Anna")

    assert repeats(row, row)
    assert not repeats(replace(row, context="row Bob"), row)


def test_a_dialog_that_asks_may_be_answered_only_if_nothing_was_sent() -> None:
    asked = replace(SENT, context="dialog Send it?")

    assert repeats(asked, SENT)
    assert not repeats(asked, replace(SENT, sent=False))


def test_a_control_that_says_nothing_is_another_one_on_another_page() -> None:
    onward = replace(SENT, name="Next", heading="heading|Address")

    assert repeats(onward, onward)
    assert not repeats(replace(onward, heading="heading|Payment"), onward)
    assert not repeats(replace(onward, route="/payment", heading=""), onward)
    assert repeats(replace(onward, route="/address/refused"), onward)
    assert repeats(replace(onward, route="/payment", heading="heading|Failed"), replace(onward, refused=True))
    assert repeats(replace(onward, route="/payment", heading=""), replace(onward, final=True))
    steps = (step("Next", sent="POST", route="/address"), step("Next", sent="POST", route="/payment"))
    assert without_twins(steps) == steps


def test_a_control_that_says_nothing_is_another_one_in_another_form() -> None:
    """A shop's wizard has one button, "Continue", and one set of headings on all its pages."""
    onward = replace(SENT, name="Next", heading="heading|Checkout", fields=frozenset({"Search", "Street"}))
    other, gone, more = (frozenset({"Search", *one}) for one in (("Express",), (), ("Street", "Code")))

    assert not repeats(replace(onward, fields=other), onward)
    assert not repeats(replace(onward, fields=other, route="/payment"), onward)
    assert not repeats(replace(onward, name="Place order", fields=gone, route="/review"), onward)
    assert repeats(replace(onward, fields=gone), onward)  # they are put away while the form is sent
    assert repeats(replace(onward, fields=more, route="/address/refused"), onward)
    assert repeats(replace(SENT, fields=other, route="/review"), replace(SENT, fields=onward.fields))  # it says "send"

    known = replace(onward, requests=("POST /order",))  # it would be known if it were sent again
    assert not repeats(replace(onward, fields=gone), known)
    assert repeats(replace(onward, fields=more), known)


def test_a_control_like_that_of_a_deed_must_not_send_its_request_again() -> None:
    """The button of a wizard may stay while the page works at the order, and would order twice."""
    ordered = replace(SENT, name="Continue", route="/", fields=frozenset({"Street"}), requests=("POST /order?a=1",))
    now = replace(ordered, route="/working", fields=frozenset(), requests=())

    assert not repeats(now, ordered)
    assert may_send_again(now, [ordered]) == ordered.requests
    assert may_send_again(replace(now, name="Place order"), [ordered]) == ordered.requests
    assert may_send_again(replace(now, name="Place order", submits=False), [ordered]) == ()
    assert may_send_again(replace(now, entries=frozenset({"{{card}}"})), [ordered]) == ()


def test_a_dialog_over_the_form_is_no_other_record() -> None:
    assert repeats(replace(SENT, context="dialog"), replace(SENT, context="form"))


def test_after_a_failure_other_entries_make_no_other_deed() -> None:
    more = replace(SENT, entries=frozenset({"{{to}}", "{{cc}}"}))

    assert repeats(more, replace(SENT, final=True))


def test_deeds_of_a_replay_are_its_commits_and_what_sent_a_request() -> None:
    steps = (step("To", StepKind.FILL, "{{to}}"), step("Next"), step("Send"), step("To", StepKind.FILL, "x"))

    deeds = deeds_of(steps, [2, 4], {"to": "anna"})

    assert [(deed.name, deed.sent, deed.final) for deed in deeds] == [("Next", True, True), ("Send", False, True)]
    assert deeds[0].entries == {"{{to}}"}
    assert [deed.name for deed in deeds_of(steps, [2, 4], {}, skip=2)] == ["Send"]


def test_a_tab_that_asks_the_server_for_its_panel_is_no_deed() -> None:
    names = ("Prices", "Delete")
    tabs = [replace(step(name), target=Fingerprint(tag="button", role="tab", name=name)) for name in names]

    assert [deed.name for deed in deeds_of(tabs, [1, 2], {})] == ["Delete"]


def test_a_failed_step_and_its_repetition_are_one_step() -> None:
    fill, send = step("To", StepKind.FILL, "{{to}}"), step("Send")

    assert without_repetition((fill, send), (fill, send)) == (fill,)
    assert without_repetition((fill, send), (step("Cc", StepKind.FILL, "{{cc}}"), send)) == (fill, send)
    assert without_repetition((fill, send), (step("Send later"),)) == (fill, send)
    assert without_repetition((), (send,)) == ()


STEPS = st.lists(
    st.builds(
        step,
        st.sampled_from(["Send", "Pay", "Next", "Compose"]),
        st.sampled_from([StepKind.CLICK, StepKind.PRESS, StepKind.FILL]),
        st.sampled_from(["", "Enter", "{{to}}"]),
        sent=st.sampled_from(["", "POST"]),
    ),
    max_size=8,
).map(tuple)


@given(STEPS)
def test_no_two_equal_commits_in_a_row_are_left_and_nothing_else_goes(steps: tuple[Step, ...]) -> None:
    left = without_twins(without_twins(steps))

    assert not any(commits(a) and equal(a, b) for a, b in pairwise(left))  # they are all on one page
    assert left == without_twins(steps)
    assert [one for one in steps if not commits(one)] == [one for one in left if not commits(one)]


lasting("Send")  # the tables are read once, which takes longer than an example may
TEXTS = st.sampled_from(["", "Send", "Pay now", "OK", "Save", "/a", "/b", "row 1", "dialog Sure?"])
DEEDS = st.builds(
    LastingDeed,
    role=TEXTS,
    name=TEXTS,
    route=TEXTS,
    context=TEXTS,
    submits=st.booleans(),
    sent=st.booleans(),
    refused=st.booleans(),
    final=st.booleans(),
    entries=st.frozensets(TEXTS, max_size=2),
)


@given(DEEDS, DEEDS)
def test_a_sent_deed_is_repeated_by_itself_and_never_excused_by_less(deed: LastingDeed, other: LastingDeed) -> None:
    assert repeats(replace(deed, sent=True), replace(deed, sent=True))
    if repeats(deed, other):
        assert repeats(deed, replace(other, final=True))
        assert repeats(deed, replace(other, sent=True))


@given(st.text(max_size=30))
def test_any_name_can_be_read(name: str) -> None:
    assert all(isinstance(word, str) for word in lasting(name))
