"""Each piece of evidence has a source."""

from __future__ import annotations

from pytest_ami.engine.versions.generalisation import SOURCE
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.workflow import Effects, Step, StepKind
from pytest_ami.report.evidence import FIRST, VALUES, evidence_of


def test_values_routes_and_a_second_recording_are_told_apart() -> None:
    step = Step(
        kind=StepKind.CLICK,
        target=Fingerprint(
            tag="a", role="link", name="Delete", context="{{title}}", attributes={"href": "/book/:id(book)"}
        ),
        effects=Effects(route="/sure", notices=("heading|Are you sure?",), appeared=("button|Yes",)),
        sources="second recording: notices",
    )

    found = {(one.part, one.source) for one in evidence_of(step)}

    assert found == {
        ("name", FIRST),
        ("context", VALUES),
        ("href", VALUES),
        ("leads to", FIRST),
        ("notices", SOURCE),
        ("appeared", FIRST),
        ("compared", SOURCE),
    }
