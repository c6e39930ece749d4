"""A button that opens a list may be called by its present choice: it is the same button with any choice."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pytest_ami.elements.identity import Identity, Verdict, judge
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.look import Candidate
from pytest_ami.model.workflow import StepKind

PICKER = Fingerprint(
    tag="button",
    role="button",
    attributes={"id": "pick-begin"},
    absolute_xpath="/html[1]/body[1]/button[1]",
    landmark="main|",
    heading="Shift",
    details={"haspopup": "listbox"},
    counts={"name": 1, "id": 1},
)


def judged(*, agree: bool = False, **changes: Any) -> Verdict:
    seen = replace(PICKER, name="09:00", text="09:00", texts=("09:00",), counts={}, **changes)
    return judge(PICKER, StepKind.CLICK, [Candidate(fingerprint=seen, agree=agree)], {})


def test_it_is_the_same_with_any_choice() -> None:
    assert judged(agree=True).identity is Identity.SAME


def test_another_list_is_another_button() -> None:
    assert not judged(attributes={"id": "pick-remind"}).usable
    assert judged(details={"haspopup": "menu"}).identity is not Identity.SAME
