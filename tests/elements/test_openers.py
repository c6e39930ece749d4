"""Controls that may be pressed to show an element: they are called by what they show, and by the recorded thing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_ami.elements.obstacles import does_something, names_another, openers
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.look import PageControl

AROUND_KILN_1 = Fingerprint(tag="button", role="button", name="Fire", texts=("Kiln 1, gas, 1200 degrees",))


@pytest.mark.parametrize(
    ("name", "does"),
    [
        ("Start cooling", True),
        ("Stop", True),
        ("Call the brewer", True),
        ("Empty into barrels", True),
        ("Drain tank", True),
        ("Rinse the hopper", True),
        ("Trommel entladen", True),
        ("Kühlung starten", True),
        ("启动冷却", True),
        ("Démarrer", True),
        ("Delete account", True),
        ("Share", True),
        ("Details", False),
        ("Drainage", False),
        ("Show samples", False),
        ("Edit address", False),
        ("Ändern", False),
        ("更多", False),
        ("Filter", False),
        ("Comments", False),
        ("", False),
    ],
)
def test_a_control_whose_name_begins_with_the_verb_of_a_deed_does_more_than_to_show(name: str, *, does: bool) -> None:
    assert does_something(name) is does
    way = PageControl(kind="controls", ref="w1", role="button", name=name)
    assert bool(openers([way], hidden=True)) is not does


@pytest.mark.parametrize(
    ("name", "another"),
    [
        ("Kiln 2", True),
        ("kiln 2", True),
        ("Kiln #2", True),
        ("Kiln 1", False),
        ("Kiln", False),
        ("Tank 2", False),
        ("Kiln 2 details", False),
        ("2", False),
        ("Details (2)", False),
    ],
)
def test_a_control_called_like_the_recorded_thing_but_for_its_number_leads_to_another(
    name: str, *, another: bool
) -> None:
    assert names_another(name, AROUND_KILN_1) is another
    way = PageControl(kind="tab", ref="w1", role="tab", name=name)
    assert bool(openers([way], hidden=True, target=AROUND_KILN_1)) is not another


@given(st.integers(0, 9999), st.integers(0, 9999), st.sampled_from(("Kiln", "Room", "Halle", "Salle")))
def test_only_another_number_of_the_same_thing_is_another_thing(mine: int, its: int, thing: str) -> None:
    target = Fingerprint(tag="button", role="button", name="Book", context=f"{thing} {mine} is free")

    assert names_another(f"{thing} {its}", target) is (mine != its)
