"""The lint finds literals that look like data of the learning run. It ignores literals that belong to the flow."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_ami.engine.recording.literal_lint import findings, looks_like
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.workflow import Step, StepKind

FIELD = Fingerprint(tag="input", role="textbox", name="Note")


@pytest.mark.parametrize(
    ("value", "looks"),
    [
        ("2026-11-22", "a date"),
        ("bob@example.com", "an e-mail address"),
        ("https://a.test/x", "an address"),
        ("17.50", "a number"),
        ("INV-20418", "an id"),
        ("3f2a9c1e8b7d", "an id"),
        ("Please ship it before noon", "a text of this run"),
        ("{{to}}", ""),
        ("High", ""),
        ("Express delivery", ""),
        ("3", ""),
    ],
)
def test_what_is_typed_as_it_stands(value: str, looks: str) -> None:
    step = Step(kind=StepKind.FILL, target=FIELD, value=value)

    found = findings([step])

    assert bool(found) == bool(looks)
    assert all(looks in line and line.startswith("step 1 types") for line in found)


@pytest.mark.parametrize(("value", "found"), [("High", 0), ("30", 0), ("2026-11-22", 1), ("ann@example.com", 1)])
def test_an_option_is_the_applications_own_unless_it_names_a_record(value: str, found: int) -> None:
    target = Fingerprint(tag="select", role="combobox", name="Priority")

    assert len(findings([Step(kind=StepKind.SELECT, target=target, value=value)])) == found


@pytest.mark.parametrize(
    ("target", "found"),
    [
        (Fingerprint(tag="a", role="link", name="Invoice 20418, due 22 Nov 2026"), 1),
        (
            Fingerprint(tag="a", role="link", name="Northgate Travel Your booking is confirmed", lookalikes=("a", "b")),
            1,
        ),
        (Fingerprint(tag="a", role="link", name="{{subject}} 22 Nov 2026", lookalikes=("a", "b")), 0),
        (Fingerprint(tag="a", role="link", name="Inbox", lookalikes=("link|Sent|", "link|Drafts|")), 0),
        (
            Fingerprint(
                tag="a", role="link", name="All of your past orders", landmark="navigation", lookalikes=("a", "b")
            ),
            0,
        ),
        (Fingerprint(tag="button", role="button", name="Save version 2026"), 0),
    ],
)
def test_what_is_pressed_in_a_list(target: Fingerprint, found: int) -> None:
    assert len(findings([Step(kind=StepKind.CLICK, target=target)])) == found


def test_an_address_that_names_a_record() -> None:
    assert len(findings([Step(kind=StepKind.GOTO, value="/issue/3f2a9c1e-8b7d-4c11-9d2e-aa01b2c3d4e5")])) == 1
    assert findings([Step(kind=StepKind.GOTO, value="/issues?state=open")]) == ()


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=80))
def test_any_text_is_looked_at_without_a_fault_and_the_same_each_time(text: str) -> None:
    assert looks_like(text) == looks_like(text)
    findings([Step(kind=StepKind.FILL, target=FIELD, value=text), Step(kind=StepKind.GOTO, value=text)])
