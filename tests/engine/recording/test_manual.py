"""From a recording by hand to a workflow: names, checks, pauses, secrets. No browser."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pytest_ami.engine.recording.annotations import DOTS, Annotations
from pytest_ami.engine.recording.manual import (
    ManualRecording,
    RecordingPart,
    in_own_tabs,
    last_edited,
    name_problem,
    suggested_name,
    without_closing,
    workflow_of,
)
from pytest_ami.engine.recording.record import MASK
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.operation import Operation, PageState

URL = "http://host/mail"


def field(label: str = "To", **attributes: str) -> Fingerprint:
    path = f"/html[1]/input[{sum(map(ord, label))}]"
    return Fingerprint(tag="input", role="textbox", name=label, label=label, attributes=attributes, absolute_xpath=path)


def typed(value: str, label: str = "To", ref: str = "e1", **more: object) -> Operation:
    print_ = field(label)
    plain = Operation(
        type="input", url=URL, ref=ref, value=value, xpath=print_.absolute_xpath, fingerprint=print_, text=label
    )
    return replace(plain, **more)  # type: ignore[arg-type]


def clicked(name: str, **more: object) -> Operation:
    print_ = Fingerprint(tag="button", role="button", name=name, absolute_xpath=f"/html[1]/button[{len(name)}]")
    plain = Operation(type="click", url=URL, text=name, xpath=print_.absolute_xpath, fingerprint=print_)
    return replace(plain, **more)  # type: ignore[arg-type]


def recorded(*operations: Operation, **more: object) -> ManualRecording:
    return replace(ManualRecording(parts=(RecordingPart(operations=operations),)), **more)  # type: ignore[arg-type]


def test_parameters_are_those_that_the_steps_speak_of() -> None:
    taught = recorded(typed("ann@example.com"), clicked("Send"), values={"to": "ann@example.com", "cc": "never"})
    workflow, notes = workflow_of("send", taught)
    assert [(p.name, p.type) for p in workflow.parameters] == [("to", "email")]
    assert workflow.steps[0].value == "{{to}}"
    assert notes == ("The parameter cc was not used, so the workflow does not have it.",)


def test_checks_are_all_to_come_back_with_the_last_step() -> None:
    taught = recorded(clicked("Send"), values={"to": "ann@example.com"}, checks=("status|Sent to ann@example.com",))
    (step,) = workflow_of("send", taught)[0].steps
    assert step.effects.notices == ("status|Sent to {{to}}",)


def test_a_check_after_opening_a_page_is_refused_and_said() -> None:
    goto = Operation(type="navigate", url="http://host/other", value="typed")
    workflow, notes = workflow_of("look", recorded(goto, checks=("heading|Other",)))
    assert not workflow.steps[-1].effects
    assert "are not kept" in notes[0]


def test_a_pause_cuts_effects() -> None:
    before, after = PageState(url=URL, controls=("button|A",)), PageState(url=URL, controls=("button|B",))
    late = PageState(url=URL, controls=("button|C",))
    parts = (
        RecordingPart(operations=(clicked("A", before=before),), final=after),
        RecordingPart(operations=(clicked("C", before=late),), final=late),
    )
    steps = workflow_of("x", ManualRecording(parts=parts))[0].steps
    assert steps[0].effects.appeared == ("button|B",)
    assert "button|C" not in steps[0].effects.appeared


def test_a_secret_without_a_name_gets_one_from_its_field() -> None:
    taught = recorded(typed(MASK, "Pass phrase", secret=True), clicked("Log in"), values={"user": "sam"})
    workflow, notes = workflow_of("sign in", taught)
    assert workflow.steps[0].value == "{{pass_phrase}}"
    assert [(p.name, p.secret) for p in workflow.parameters] == [("pass_phrase", True)]
    assert "The secret typed by step 1 is the parameter pass_phrase." in notes


@pytest.mark.parametrize(
    ("target", "name"),
    [
        (field("Email address"), "email_address"),
        (field("From"), "from_"),
        (field("2nd line"), "nd_line"),
        (field("收件人", name="to"), "to"),
        (field("收件人"), "收件人"),
        (None, "value"),
        (field("!!"), "value"),
    ],
)
def test_a_field_suggests_a_name_that_can_be_written_in_python(target: Fingerprint | None, name: str) -> None:
    assert suggested_name(target) == name
    assert name_problem(name) == ""
    assert suggested_name(target, {name}) == f"{name}_2"


@pytest.mark.parametrize("name", ["", "to you", "class", "1st", "a-b", "{{x}}"])
def test_a_bad_name_is_refused(name: str) -> None:
    assert name_problem(name)
    assert Annotations().name(typed("x"), name, secret=False)[1] is None


def test_the_closing_that_ended_it_is_no_step() -> None:
    operations = (clicked("A"), Operation(type="leaving"), Operation(type="close", value="user"))
    assert without_closing(operations) == operations[:1]
    assert without_closing(()) == ()


def test_other_peoples_tabs_do_not_count() -> None:
    operations = [clicked(name, tab=tab) for name, tab in (("A", 0), ("B", 1), ("C", 2), ("D", 3))]
    assert [(o.text, o.tab) for o in in_own_tabs(operations, {1, 2})] == [("A", 0), ("D", 1)]


def test_a_marked_secret_goes_everywhere_and_so_do_its_beginnings() -> None:
    marks = Annotations()
    beginning, whole = typed("hun"), typed("hunter2", ref="e2")
    later = clicked("Go", before=PageState(url=URL, notices=("status|You said hunter2",), last_value="hunter2"))
    answer, change = marks.name(whole, "word", secret=True)
    assert answer == "Secret “word” is noted."
    assert change is not None
    changed = [change(o) for o in (beginning, whole, later)]
    assert "hun" not in repr(changed)
    assert [o.value for o in changed] == ["{{word}}", "{{word}}", ""]
    assert marks.holes == {"hunter2": "{{word}}"}
    assert marks.clean(["alert|hunter2"]) == ("alert|{{word}}",)


def test_what_a_password_field_held_is_named_without_being_shown() -> None:
    marks = Annotations()
    first, again = typed(MASK, "Password", secret=True), typed(MASK, "Repeat", ref="e2", secret=True)
    other = typed(MASK, "PIN", ref="e3", secret=True)
    for operation, value in ((first, "hunter2"), (again, "hunter2"), (other, "12345")):
        marks.note_masked(operation, value)
    asked = marks.prompt(first)
    assert (asked.value, asked.suggested, asked.locked) == (DOTS, "password", True)
    change = marks.name(first, "password", secret=False)[1]
    assert change is not None
    assert [change(o).value for o in (first, again, other)] == ["{{password}}", "{{password}}", MASK]
    assert "hunter2" not in repr(marks)


def test_a_name_can_be_changed_and_does_not_stand_for_two_values() -> None:
    marks = Annotations({"to": "ann@example.com"})
    assert marks.prompt(typed("ann@example.com")).suggested == "to"
    assert marks.name(typed("ann@example.com"), "receiver", secret=False)[1] is not None
    assert marks.values == {"receiver": "ann@example.com"}
    assert marks.name(typed("Other", "Subject"), "receiver", secret=False) == (
        "“receiver” already stands for another value.",
        None,
    )


def test_the_last_edited_field_is_the_last_with_a_value() -> None:
    assert last_edited([typed("a"), typed("", ref="e2"), clicked("Go")]) == typed("a")
    assert last_edited([clicked("Go")]) is None
