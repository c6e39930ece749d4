"""The number of a record in the name of a link to it is data, if a value says which record is meant."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_ami.elements.identity import Identity, recognise
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.look import Candidate
from pytest_ami.model.workflow import StepKind

VALUES = {"subject": "Visa for Li"}


def link(name: str, leads_to: str, place: int = 1) -> Fingerprint:
    return Fingerprint(
        tag="a",
        role="link",
        name=name,
        text=name,
        cells=(name,),
        texts=(name,),
        heading="Search",
        scope=("page|",),
        neighbours=("Find",),
        ancestors=("dt", "dl", "body", "html"),
        absolute_xpath=f"/html[1]/body[1]/dl[1]/dt[{place}]/a[1]",
        details={"fragment": leads_to},
        counts={"name": 1},
    )


RECORDED = link("Support #9 (New): {{subject}}", "/issues/9")


def found(*shown: Fingerprint, recorded: Fingerprint = RECORDED) -> str:
    """Return the name of the recognised link, or an empty string."""
    candidates = [Candidate(fingerprint=one, agree=True) for one in shown]
    verdict = recognise(recorded, candidates, VALUES, StepKind.CLICK)
    return shown[verdict.index].name if verdict.identity is Identity.SAME else ""


RIGHT = link("Support #10 (New): Visa for Li", "/issues/10", 2)
RIVAL = link("Support #11 (New): Visa for Li and Wang", "/issues/11")


def test_the_link_that_equals_the_template_beats_a_longer_one() -> None:
    stated = [
        replace(one, attributes={"href": one.details["fragment"]}, details={}) for one in (RECORDED, RIVAL, RIGHT)
    ]

    assert found(RIVAL, RIGHT) == found(RIGHT, RIVAL) == RIGHT.name
    assert found(*stated[1:], recorded=stated[0]) == RIGHT.name


@settings(deadline=None)
@given(st.integers(1, 10**6), st.integers(1, 10**6), st.sampled_from(["New", "In progress", "Closed", "Deleted"]))
def test_the_number_of_a_record_is_data_whatever_its_state_is_called(was: int, now: int, state: str) -> None:
    recorded = link(f"Support #{was} ({state}): {{{{subject}}}}", f"/issues/{was}")
    right = link(f"Support #{now} ({state}): Visa for Li", f"/issues/{now}")

    assert found(right, recorded=recorded) == right.name


@pytest.mark.parametrize(
    "shown",
    [
        (RIVAL,),
        (link("Bug #10 (New): Visa for Li", "/issues/10"),),
        (link("Support #10 (New): No visa for Li", "/issues/10"),),
        (link("Support #10 (New): Visa for Li", "/issues/10/close"),),
        (link("Support #10 (New): Visa for Li", "/issues/12"),),
        (RIGHT, link("Support #12 (New): Visa for Li", "/issues/12", 3)),
        (replace(RIGHT, role="button"),),
    ],
)
def test_another_record_or_two_of_them_are_refused(shown: tuple[Fingerprint, ...]) -> None:
    assert not found(*shown)


@pytest.mark.parametrize("deed", ["Delete #{}: {}", "Delete record #{}: {}", "Pay #{}: {}"])
def test_the_name_of_a_deed_keeps_its_number(deed: str) -> None:
    recorded = link(deed.format(9, "{{subject}}"), "/issues/9")

    assert not found(link(deed.format(10, "Visa for Li"), "/issues/10"), recorded=recorded)


def test_the_record_of_the_recorded_number_is_preferred() -> None:
    again = link("Support #9 (New): Visa for Li", "/issues/9", 2)

    assert found(again, recorded=RECORDED) == again.name
