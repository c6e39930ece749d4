"""Evidence against an element that a teacher might choose."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pytest_ami.engine.teaching.counter_evidence import FACT, THING, against_it, doubtful, in_its_view, searches
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.workflow import Effects, Step, StepKind

WING = Fingerprint(tag="button", role="button", name="East wing", text="East wing")
ORDER = Fingerprint(
    tag="button", role="button", name="Order", text="Order", details={"action": "/order", "method": "post"}
)
FLOUR = Fingerprint(tag="li", role="option", name="{{flour}}", text="{{flour}}")


def against(target: Fingerprint, seen: Fingerprint, *brings: str, route: str = "") -> frozenset[str]:
    step = Step(kind=StepKind.CLICK, target=target, effects=Effects(route=route))
    return against_it(step, seen, {"flour": "Rye"}, brings)


def called(name: str, target: Fingerprint = WING) -> Fingerprint:
    return replace(target, name=name, text=name)


@pytest.mark.parametrize("name", ["West wing", "Cold store", "East wing storage"])
def test_a_control_of_another_thing_is_contradicted_unless_an_effect_judges_it(name: str) -> None:
    assert against(WING, called(name), "heading Free rooms") == {THING}


def test_an_effect_that_names_what_was_lost_judges_the_choice() -> None:
    assert against(called("Cart"), called("Basket"), "heading Your cart") == frozenset()
    assert against(called("Cart"), called("Basket"), route="/cart") == frozenset()
    assert against(called("Cart"), called("Basket"), "heading Yours") == {THING}
    assert against(WING, called("West wing"), "heading Free rooms of the wing") == {THING}


@pytest.mark.parametrize(
    ("action", "groups"),
    [("/order", set()), ("/shop/v2/order", set()), ("/subscription", {FACT}), ("/orders/repeat", {FACT})],
)
def test_a_form_that_goes_elsewhere_is_ruled_out_and_one_with_another_root_is_not(
    action: str, groups: set[str]
) -> None:
    assert against(ORDER, replace(ORDER, details=ORDER.details | {"action": action})) == groups


@pytest.mark.parametrize(
    ("was", "now", "url", "groups"),
    [
        ("Ovens", "Oven registry", "http://bakery.test/#/ovens/Rye", set()),
        ("Ovens", "All ovens", "http://bakery.test/#/ovens/Rye", set()),
        ("Ovens", "Oven registry", "http://bakery.test/#/mills/Rye", {FACT}),  # another page
        ("Ovens", "Mills", "http://bakery.test/#/ovens/Rye", {FACT}),
        ("Ovens", "Archived ovens", "http://bakery.test/#/ovens/Rye", {FACT}),
        ("Ovens", "Delete ovens", "http://bakery.test/#/ovens/Rye", {FACT}),
        ("Breads", "Bread registry", "http://bakery.test/#/ovens/Rye", {FACT}),  # the address does not name this view
        ("Ovens | Today", "Oven registry | Tomorrow", "http://bakery.test/#/ovens/Rye", {FACT}),
    ],
)
def test_a_view_that_the_address_names_may_have_a_longer_name(was: str, now: str, url: str, groups: set[str]) -> None:
    save = Fingerprint(tag="button", role="button", name="Save", text="Save", details={"view": was})
    step = Step(kind=StepKind.CLICK, target=save, route="/#/ovens/{{flour}}?sort=name")
    seen = replace(save, details={"view": now})

    viewed = in_its_view(step, seen, url, {"flour": "Rye"})

    assert against_it(step, viewed, {"flour": "Rye"}, ()) == groups
    assert against_it(step, seen, {"flour": "Rye"}, ()) == {FACT}


@pytest.mark.parametrize(("name", "groups"), [("Rye", set()), ("Rye (3)", set()), ("Create Rye", {FACT})])
def test_an_entry_that_names_a_deed_is_no_datum(name: str, groups: set[str]) -> None:
    assert against(FLOUR, called(name, FLOUR)) == groups


@pytest.mark.parametrize("route", ["/ovens", "/ovens/", "/ovens/:id", "/ovens?q={{flour}}"])
def test_the_address_of_a_list_does_not_tell_its_views_apart(route: str) -> None:
    clear = Fingerprint(tag="button", role="button", name="Clear", text="Clear", details={"view": "Ovens"})
    step = Step(kind=StepKind.CLICK, target=clear, route=route)
    seen = replace(clear, details={"view": "Hot ovens"})

    for url in ("http://bakery.test/ovens", "http://bakery.test/ovens/7", "http://bakery.test/ovens?q=Rye"):
        assert in_its_view(step, seen, url, {"flour": "Rye"}) is seen


def test_a_search_of_what_is_set_apart_is_another_one() -> None:
    search = Fingerprint(tag="input", role="searchbox", name="Search loaves")
    step = Step(kind=StepKind.FILL, target=search)

    assert against_it(step, replace(search, name="Search deleted loaves"), {}, ()) == {FACT}
    assert against_it(step, replace(search, name="Type to search loaves"), {}, ()) == frozenset()


@pytest.mark.parametrize(
    ("was", "now", "groups"),
    [
        ("Search by loaf names or grains", "Search registered loaves", set()),
        ("Search loaves", "Find a loaf by grain", set()),
        ("Loaf", "Customer of the day", {THING}),
    ],
)
def test_a_field_that_asks_for_a_search_is_no_other_thing(was: str, now: str, groups: set[str]) -> None:
    search = Fingerprint(tag="input", role="textbox", name=was)
    step = Step(kind=StepKind.FILL, target=search)

    assert against_it(step, replace(search, name=now), {}, ()) == groups
    assert searches(search, now) is (not groups)


NEXT = Fingerprint(tag="button", role="button", name="Next", text="Next", heading="Ready")


@pytest.mark.parametrize(
    ("name", "heading", "sent", "groups"),
    [
        ("Next", "Import", "POST /create", {FACT}),
        ("Next", "Ready to go", "POST /create", set()),
        ("Next", "Import", "", set()),
        ("Send", "Import", "POST /create", set()),
        ("OK", "Share with everybody", "POST /create", {FACT}),
        ("Continue", "Plan", "POST /create", {FACT}),
        ("Next", "", "POST /create", set()),
    ],
)
def test_a_control_without_a_deed_in_its_name_belongs_to_the_heading_over_it(
    name: str, heading: str, sent: str, groups: set[str]
) -> None:
    target = called(name, NEXT)
    step = Step(kind=StepKind.CLICK, target=target, sent=sent)

    assert against_it(step, replace(target, heading=heading), {}, ()) == groups


@pytest.mark.parametrize(
    ("name", "sent", "doubted"),
    [
        ("Invite", "POST /invite", ('button "Invite"',)),
        ("Next", "POST /create", ('button "Next"',)),
        ("Send", "POST /send", ('button "Send"',)),
        ("Details", "", ()),
    ],
)
def test_a_control_that_sent_a_request_is_doubted_if_a_fact_rules_it_out(
    name: str, sent: str, doubted: tuple[str, ...]
) -> None:
    target = Fingerprint(tag="button", role="button", name=name)
    step = Step(kind=StepKind.CLICK, target=target, sent=sent)

    assert doubtful(step, target, [("button", name), ("button", name), ("link", "Help")]) == doubted
