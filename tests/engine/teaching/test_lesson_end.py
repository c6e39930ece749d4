"""The values that the end of a lesson shows: which of them prove that the flow used them."""

from __future__ import annotations

import pytest

from pytest_ami.engine.effects.message_check import TEXTS
from pytest_ami.engine.teaching.lesson import Lesson
from pytest_ami.engine.teaching.lesson_end import with_proofs
from pytest_ami.model import command as c
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.look import EffectState, Presence
from pytest_ami.model.operation import Operation, PageState
from pytest_ami.model.workflow import Effects, Step, StepKind


def proofs(
    kind: StepKind,
    values: dict[str, str],
    *,
    outside: bool = True,
    alone: str = "",
    typed: tuple[Operation, ...] = (),
    beyond: str = "?",
) -> set[str]:
    """Return the proofs of a flow that entered a title and a person, if its last page or its fields show both."""
    steps = (
        Step(kind=StepKind.FILL, value="{{title}}"),
        Step(kind=kind, value="{{who}}"),
        Step(kind=StepKind.CLICK, target=Fingerprint(tag="button", name="Save"), effects=Effects(route="/books")),
    )
    look = with_proofs(steps, typed, Lesson(task="add", parameters=(), values=values), ("who", "title"))
    asked = next(look)
    assert isinstance(asked, c.Look)
    there: dict[str, Presence] = {key: outside or key.startswith("text|") for key in asked.watch}
    there |= {key: key == f"line|{alone}" for key in asked.watch if key.startswith("line|")}
    proven: tuple[Step, ...] = ()
    try:
        again = look.send(c.Seen(effects=EffectState(before=there)))
        assert isinstance(again, c.Look)
        elsewhere: dict[str, Presence] = {key: key.startswith(f"beyond|{beyond}\n") for key in again.watch}
        look.send(c.Seen(effects=EffectState(before=elsewhere)))
    except StopIteration as end:
        proven = end.value
    return {key for key in proven[-1].effects.notices if key.startswith(TEXTS)}


def test_a_value_that_the_page_offered_proves_nothing_beside_a_typed_one() -> None:
    values = {"who": "Anna Seghers", "title": "Transit"}

    assert proofs(StepKind.SELECT, values) == {"shown|{{title}}"}
    assert proofs(StepKind.FILL, values) == {"shown|{{title}}", "shown|{{who}}"}


@pytest.mark.parametrize("who", ["Dry", "one, in", "A dry one, in 1994"])
def test_a_value_within_another_one_proves_nothing(who: str) -> None:
    assert proofs(StepKind.FILL, {"who": who, "title": "A dry one, in 1994."}) == {"shown|{{title}}"}


def test_a_value_that_is_alone_in_its_line_has_to_be_alone_again() -> None:
    values = {"who": "Anna", "title": "Transit"}

    assert proofs(StepKind.FILL, values, alone="Transit") == {"alone|{{title}}", "shown|{{who}}"}


def typing(value: str, *stood: str) -> Operation:
    return Operation(type="input", value=value, before=PageState(stood=stood))


def test_a_value_that_stands_only_where_it_stood_before_it_was_typed_proves_nothing() -> None:
    values = {"who": "Editor", "title": "One"}
    stood = (typing("Editor", "Editor"), typing("One", "One item"))

    assert proofs(StepKind.FILL, values, typed=stood) == set()
    assert proofs(StepKind.FILL, values, typed=stood, alone="One") == set()
    assert proofs(StepKind.FILL, values, typed=stood[:1]) == {"shown|{{title}}"}
    assert proofs(StepKind.FILL, values, typed=stood, alone="One", beyond="One") == {"alone|{{title}}"}


def test_a_value_that_the_page_offered_is_no_proof_instead_of_one_that_stood_there_by_chance() -> None:
    values = {"who": "Published", "title": "One"}

    assert proofs(StepKind.SELECT, values, typed=(typing("One", "One item"),)) == set()


def test_two_equal_values_prove_each_other() -> None:
    assert proofs(StepKind.FILL, {"who": "Transit", "title": "Transit"}) == {"shown|{{title}}", "shown|{{who}}"}


def test_a_value_that_only_a_field_holds_at_the_end_may_stay_there() -> None:
    assert proofs(StepKind.FILL, {"who": "Anna", "title": "Transit"}, outside=False) == {
        "text|{{title}}",
        "text|{{who}}",
    }
