"""Where an element stands: twins in another landmark, group, dialog, row or card are others."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_ami.elements.contradictions.facts import contradiction
from pytest_ami.elements.identity import Identity, heal, recognise
from pytest_ami.elements.place import has_key, may_have_moved, stands
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.look import Candidate
from pytest_ami.model.workflow import StepKind

SEND = Fingerprint(
    tag="button", role="button", name="Send", text="Send", counts={"name": 1}, heading="Letter", landmark="form|Letter",
    scope=("form|Letter", "main|", "page|"), neighbours=("Discard", "Attach"), texts=("Send", "To the editor"),
    absolute_xpath="/html[1]/body[1]/main[1]/form[1]/button[1]", ancestors=("form", "main", "body", "html"),
)  # fmt: skip
PLACES: dict[str, dict[str, Any]] = {
    "another landmark": {"scope": ("contentinfo|", "page|"), "landmark": "contentinfo|"},
    "another region": {"scope": ("form|Chat", "main|", "page|"), "landmark": "form|Chat"},
    "another group": {"scope": ("group|Old", "form|Chat", "main|", "page|")},
    "a dialog": {"scope": ("dialog|Invite", "form|Letter", "main|", "page|")},
    "a frame": {"scope": ("frame|ad",)},
}
ELSEWHERE: dict[str, Any] = {"texts": ("Send", "Invite everybody"), "neighbours": ("Later",), "heading": "Invite"}
KEYS: list[dict[str, str]] = [{"id": "send"}, {"name": "send"}, {"data-testid": "send"}, {"href": "/send"}]


def seen(**changes: Any) -> Candidate:
    return Candidate(fingerprint=replace(SEND, counts={}, **changes), agree=True)


@pytest.mark.parametrize("name", PLACES)
def test_a_twin_in_another_place_is_not_the_element(name: str) -> None:
    twin = seen(**{**ELSEWHERE, **PLACES[name]})

    assert recognise(SEND, [twin], {}).identity is Identity.MISSING
    assert not heal(SEND, StepKind.CLICK, [twin], {}, confirmed=True).usable


@pytest.mark.parametrize("name", PLACES)
@pytest.mark.parametrize("problem", ["disabled", "hidden", "covered"])
def test_the_right_one_is_waited_for_while_a_twin_is_ready(name: str, problem: str) -> None:
    right = replace(seen(), problem=problem)
    twin = seen(**{**ELSEWHERE, **PLACES[name]})

    for candidates in ([twin, right], [right, twin]):
        found = recognise(SEND, candidates, {})
        assert candidates[found.index] is right


@pytest.mark.parametrize("change", [
    {"scope": ("region|Wide", "form|Letter", "main|", "page|")}, {"scope": ("form|Letter", "page|")},
    {"heading": "Your letter"}, {"neighbours": ("New",)}, {"absolute_xpath": "/html[1]/body[1]/div[1]/button[1]"},
    {"classes": ("new",)}, {"scope": (), "texts": (), "cells": ()},
])  # fmt: skip
def test_a_harmless_change_leaves_it_where_it_was(change: dict[str, Any]) -> None:
    assert recognise(SEND, [seen(**change)], {}).identity is Identity.SAME


@settings(deadline=None)
@given(st.sampled_from(KEYS), st.sampled_from([name for name in PLACES if name != "a dialog"]))
def test_a_key_of_its_own_is_worth_more_than_the_place(key: dict[str, str], name: str) -> None:
    of = replace(SEND, attributes=key)
    twin = replace(of, **{**ELSEWHERE, **PLACES[name]})

    assert has_key(of, twin)
    assert stands(of, twin)
    assert may_have_moved(of, twin)


@settings(deadline=None)
@given(st.sampled_from(KEYS), st.sampled_from(["Invite", ""]))
def test_nothing_in_a_dialog_that_was_not_recorded_is_the_element(key: dict[str, str], name: str) -> None:
    of = replace(SEND, attributes=key)
    inside = replace(of, scope=(f"dialog|{name}", *of.scope))

    assert contradiction(of, inside)
    assert not recognise(of, [Candidate(fingerprint=inside, agree=True)], {}).usable
    assert not heal(of, StepKind.CLICK, [Candidate(fingerprint=inside)], {}).usable
    assert not contradiction(inside, inside)
    assert not contradiction(replace(of, scope=()), inside)


@settings(deadline=None)
@given(st.sampled_from(KEYS), st.sampled_from(["Invite", ""]))
def test_what_was_in_a_dialog_is_not_the_same_outside_of_it_nor_in_a_dialog_on_top(
    key: dict[str, str], name: str
) -> None:
    of = replace(SEND, attributes=key, scope=("dialog|Letter", "main|", "page|"))

    assert stands(of, of)
    assert not stands(of, replace(of, scope=("main|", "page|")))
    assert contradiction(of, replace(of, scope=(f"dialog|{name}", *of.scope)))
    assert contradiction(of, replace(of, scope=("dialog|Delete Letter", "main|", "page|")))
    assert not contradiction(replace(of, scope=(), landmark="dialog|"), of)


WORDS = st.sampled_from(["Milk", "Eggs", "Bread", "Tea", "Order 1", "Order 2", "Order 10"])


@settings(deadline=None)
@given(WORDS, WORDS, st.integers(1, 3))
def test_the_button_of_another_row_or_card_is_another(first: str, second: str, count: int) -> None:
    of = replace(
        SEND, counts={"name": count}, context=f"{first} Send", texts=(first, "in stock"), ancestors=("li", "ul")
    )
    now = replace(of, context=f"{second} Send", texts=(second, "in stock"))

    assert stands(of, now) is (first == second)


FACTS = {
    "action": ("/send", "/delete"), "method": ("get", "post"), "type": ("submit", "reset"),
    "value": ("approve", "reject"), "icon": ("says Send", "says Delete"), "shown": ("Send", "Delete all"),
    "fragment": ["/mail", "/trash"],
}  # fmt: skip


@settings(deadline=None)
@given(st.sampled_from(sorted(FACTS)), st.booleans())
def test_another_fact_is_a_contradiction_and_an_unknown_one_is_none(fact: str, swapped: bool) -> None:  # noqa: FBT001
    one, other = FACTS[fact][::-1] if swapped and fact != "shown" else FACTS[fact]
    of, now = replace(SEND, details={fact: one}), replace(SEND, details={fact: other})

    assert contradiction(of, now, StepKind.CLICK)
    assert not recognise(of, [Candidate(fingerprint=now, agree=True)], {}).usable
    assert not contradiction(of, of, StepKind.CLICK)
    if fact != "shown":
        assert not contradiction(SEND, now, StepKind.CLICK)
        assert not contradiction(of, SEND, StepKind.CLICK)


@pytest.mark.parametrize("fact", ["pressed", "checked", "expanded"])
def test_a_toggle_in_the_other_state_would_be_switched_back(fact: str) -> None:
    of, now = (replace(SEND, details={fact: state}) for state in ("false", "true"))

    assert contradiction(of, now, StepKind.CLICK)
    assert not contradiction(of, now, StepKind.CHECK)


def test_enter_presses_the_button_that_it_pressed() -> None:
    field = replace(SEND, role="textbox", name="Search", details={"default": "Search"})

    def now(name: str) -> Fingerprint:
        return replace(field, details={"default": name})

    assert contradiction(field, now("Delete"), StepKind.PRESS)
    assert not contradiction(field, now("Suchen"), StepKind.PRESS)
    assert not contradiction(field, now("Delete"), StepKind.FILL)


@pytest.mark.parametrize(("was", "now", "other"), [
    ("action=archive", "action=delete", True), ("action=archive", "", True), ("tab=open", "tab=closed", True),
    ("id=7", "id=9", False), ("", "utm_source=mail", False), ("utm_source=a", "utm_source=b", False),
    ("token=a1b2c3d4", "token=e5f6a7b8", False), ("page=2", "page=3", False), ("ref=top", "", False),
])  # fmt: skip
def test_a_link_with_another_command_is_another_link(was: str, now: str, other: object) -> None:
    link = replace(SEND, role="link", attributes={"href": "/mail"})

    found = contradiction(replace(link, details={"query": was}), replace(link, details={"query": now}))
    assert bool(found) is other


def test_a_link_to_another_origin_is_another_link() -> None:
    link = replace(SEND, role="link", attributes={"href": "/pay"})

    assert contradiction(link, replace(link, attributes={"href": "https://elsewhere.test/pay"}))


TAB = Fingerprint(
    tag="a",
    role="link",
    name="Flow 1",
    texts=("Flow 1",),
    cells=("Flow 1",),
    classes=("tab",),
    ancestors=("li", "ul"),
    scope=("page|",),
    neighbours=("Garden",),
    absolute_xpath="/html[1]/body[1]/ul[1]/li[3]/a[1]",
    counts={"name": 1},
)


@pytest.mark.parametrize(
    ("path", "more", "same"),
    [
        ("/html[1]/body[1]/ul[1]/li[4]/a[1]", {}, True),
        ("/html[1]/body[1]/ul[2]/li[3]/a[1]", {}, False),
        ("/html[1]/body[1]/ul[2]/li[4]/a[1]", {}, False),
        ("/html[1]/body[1]/ul[1]/li[4]/a[1]", {"classes": ("link",)}, False),
        ("/html[1]/body[1]/ul[1]/li[4]/a[1]", {"heading": "Old flows"}, False),
        ("/html[1]/body[1]/ul[1]/li[4]/a[1]", {"scope": ("navigation|Other", "page|")}, False),
    ],
)
def test_the_only_entry_of_its_name_may_have_moved_in_its_list(path: str, more: dict[str, Any], *, same: bool) -> None:
    seen = replace(TAB, absolute_xpath=path, neighbours=("Cellar",), **more)

    assert stands(TAB, seen) is same
    assert not stands(replace(TAB, counts={"name": 2}), seen)


def test_a_test_id_that_elements_shared_is_no_key() -> None:
    alone, shared = ({"name": 1, "data-testid": count} for count in (1, 3))
    target = replace(SEND, attributes={"data-testid": "action"})
    twin = seen(**ELSEWHERE, attributes={"data-testid": "action"}, scope=("form|Chat", "main|", "page|"))

    assert recognise(replace(target, counts=alone), [twin], {}).identity is Identity.SAME
    assert recognise(replace(target, counts=shared), [twin], {}).identity is Identity.MISSING
    assert not heal(replace(target, counts=shared), StepKind.CLICK, [twin], {}, confirmed=True).usable


@pytest.mark.parametrize(
    ("now", "usable"),
    [
        ({"data-testid": "send"}, True),  # the project has another test tool now
        ({"data-testid": "invite"}, False),
        ({"data-testid": "invite", "data-cy": "send"}, True),
        ({"data-test-id": "invite", "data-testid": "send"}, False),  # its own attribute names another one
        ({"data-note": "send"}, False),
    ],
)
def test_a_test_id_stays_one_under_another_attribute(now: dict[str, str], *, usable: bool) -> None:
    target = replace(SEND, attributes={"data-test-id": "send"}, counts={"name": 1, "data-test-id": 1})
    around: dict[str, Any] = {"texts": ("Send", "Copy"), "neighbours": ("Later",), "scope": ("form|Post", "page|")}
    moved = seen(
        **around, attributes=now, absolute_xpath="/html[1]/body[1]/div[1]/button[2]", ancestors=("form", "div")
    )
    twins = [moved, seen(**around, name="Invite", text="Invite", absolute_xpath="/html[1]/body[1]/button[1]")]

    assert recognise(target, twins, {}).identity is Identity.MISSING  # it may be healed, and is not taken for granted
    assert heal(target, StepKind.CLICK, twins, {}, confirmed=True).usable is usable
    assert not heal(replace(target, counts={"data-test-id": 2}), StepKind.CLICK, twins, {}, confirmed=True).usable


@pytest.mark.parametrize(("now", "usable"), [("data-testid", False), ("data-test-id", True)])
def test_a_renamed_test_id_is_no_key_of_a_deed_under_another_title(now: str, *, usable: bool) -> None:
    target = replace(SEND, attributes={"data-test-id": "send"}, counts={"name": 1, "data-test-id": 1})
    twin = seen(**ELSEWHERE, attributes={now: "send"}, absolute_xpath="/html[1]/body[1]/div[9]/button[1]")

    assert may_have_moved(target, twin.fingerprint) is usable


@pytest.mark.parametrize(("at", "same"), [(("1", "4"), True), (("2", "3"), False), (("2", "4"), False)])
def test_the_entry_of_another_group_of_a_list_is_another(at: tuple[str, str], *, same: bool) -> None:
    path = "/html[1]/body[1]/ul[1]/li[{}]/ul[1]/li[{}]/a[1]".format
    target = replace(TAB, absolute_xpath=path("1", "3"))

    assert stands(target, replace(target, absolute_xpath=path(*at), neighbours=("Cellar",))) is same


@pytest.mark.parametrize(("who", "same"), [("Ben Fisk", True), ("Ben Fisk, owner", True), ("Ada Moor", False)])
def test_a_row_may_be_named_by_a_picture_alone(who: str, *, same: bool) -> None:
    target = replace(TAB, tag="button", role="button", name="Promote", texts=("Promote",), context="Ben Fisk Promote")
    seen = replace(target, context=f"{who} Promote")

    assert (contradiction(target, seen, StepKind.CLICK) == "") is same
