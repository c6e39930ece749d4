"""The part of a step's effects that is enough for a lesson to continue."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from pytest_ami.engine.effects.expectation import expectation
from pytest_ami.engine.effects.partial import Partial, keeping, partly
from pytest_ami.model.look import EffectState
from pytest_ami.model.workflow import Effects

HERE = "http://app.test/new"
VALUES = {"to": "Ann"}
SENT = Effects(notices=("status|Sent to {{to}}",), appeared=("link|Undo",), vanished=("button|Send",), route="/inbox")


def now(*there: str, route: bool = False, shows: tuple[str, ...] = ()) -> EffectState:
    return EffectState(present=dict.fromkeys(there, True), route=route, text=json.dumps(shows))


def test_half_of_what_used_to_appear_is_enough_where_only_the_way_there_is_another_one() -> None:
    effects = Effects(route="/review", appeared=("heading|Check it", "button|Confirm {{to}}", "link|Cancel", "link|Up"))
    expect = expectation(effects, {}, VALUES, url=HERE)

    there = partly(expect, now("heading|Check it", "button|Confirm Ann"))

    assert there == Partial(("heading|Check it", "button|Confirm Ann"))
    kept = keeping(effects, there, VALUES)
    assert (kept.appeared, kept.route) == (("heading|Check it", "button|Confirm {{to}}"), "")
    assert partly(expect, now("link|Up")) is None


def test_the_way_there_keeps_what_names_no_record() -> None:
    effects = Effects(route="/book/c3/edit", appeared=("button|Save",))
    kept = [
        keeping(effects, Partial(("button|Save",), here=here), {}).route
        for here in ("/book/c4/edit", "/author/c4/edit")
    ]
    assert kept == ["/book/:id/edit", ""]


def test_a_screen_may_be_a_dialog_now() -> None:
    expect = expectation(Effects(route="/new", appeared=("heading|New issue", "textbox|Title")), {}, {}, url=HERE)

    assert partly(expect, now(shows=("dialog|New issue",))) == Partial(("heading|New issue",))
    assert partly(expect, now(shows=("dialog|Delete issue",))) is None


def test_a_message_that_proves_a_step_is_enough_and_a_missing_one_never() -> None:
    expect = expectation(SENT, {"status|Sent to Ann": False, "button|Send": True}, VALUES)
    assert expect is not None

    assert partly(replace(expect, leads=False), now("status|Sent to Ann", "button|Send")) == Partial()
    assert partly(expect, now("link|Undo", "button|Send")) is None


def test_a_message_in_other_words_takes_the_place_of_the_one_that_was_recorded() -> None:
    effects = Effects(notices=("status|{{to}} was added to your cart",), appeared=("link|Cart",))
    expect = expectation(effects, {}, VALUES, url=HERE)

    there = partly(expect, now(shows=("heading|Cart", "alert|Ann was added to your bag")))

    assert there is not None
    assert keeping(effects, there, VALUES).notices == ("alert|{{to}} was added to your bag",)


@pytest.mark.parametrize(
    "message",
    ["status|Quantity changed", "alert|Ann could not be added to your cart", "heading|Added to your cart", "status|"],
)
def test_another_message_is_none(message: str) -> None:
    expect = expectation(Effects(notices=("status|Added to your cart",)), {}, VALUES, url=HERE)

    assert partly(expect, now(shows=(message,))) is None


@pytest.mark.parametrize("effects", [Effects(value="a", appeared=("link|A",)), Effects(tab=True), Effects()])
def test_no_part_of_a_value_or_a_tab_is_enough(effects: Effects) -> None:
    assert partly(expectation(effects, {}, {}, url=HERE), now("link|A")) is None


def test_a_message_that_is_gone_again_was_there() -> None:
    effects = Effects(notices=("alert|Info Registration saved Close",))
    expect = expectation(effects, {}, {}, url=HERE)
    toast = json.dumps(["status|Registration saved"])

    assert partly(expect, now()) is None
    assert partly(expect, now(), [toast]) == Partial(
        replaced={"alert|Info Registration saved Close": "status|Registration saved"}
    )


def test_a_list_that_forgets_its_filter_is_still_the_list() -> None:
    effects = Effects(
        notices=("shown|{{to}}",), appeared=("heading|Members", "link|42 total"), route="/members?q={{to}}"
    )
    expect = expectation(effects, {"shown|Ann": False}, VALUES, url=HERE)

    assert partly(expect, replace(now("shown|Ann"), here="/members")) == Partial(here="/members")
    assert partly(expect, replace(now("shown|Ann"), here="/guests")) is None
    assert partly(expect, replace(now(), here="/members")) is None


POSTED = Effects(notices=("alone|{{to}}",), appeared=("button|message of {{to}}", "link|Undo"))


SEARCH = Effects(route="/issues?q={{to}}&view=open", appeared=("link|Clear filters",))


def test_a_search_is_done_at_its_address_even_if_its_record_was_listed_before() -> None:
    expect = expectation(SEARCH, {"link|Clear filters": False}, VALUES, url=HERE)
    there = partly(expect, replace(now(route=True), here="/issues?q=Ann&view=open"))

    assert there is not None
    assert keeping(SEARCH, there, VALUES) == Effects(route=SEARCH.route)


@pytest.mark.parametrize(
    ("effects", "url", "route", "last"),
    [
        (SEARCH, HERE, False, False),  # another address
        (SEARCH, "http://app.test/issues?q=Ann&view=open", True, False),  # it was open before
        (SEARCH, HERE, True, True),  # nothing follows that would notice another page
        (replace(SEARCH, route="/issues"), HERE, True, False),  # a list in no special state
        (replace(SEARCH, notices=("status|Saved",)), HERE, True, False),  # a deed that reports
        (replace(SEARCH, tab=True), HERE, True, False),
        (replace(SEARCH, vanished=("row|Ann",)), HERE, True, False),  # a deletion, which a server may refuse
    ],
)
def test_an_address_alone_proves_no_other_step(effects: Effects, url: str, *, route: bool, last: bool) -> None:
    expect = expectation(effects, {"link|Clear filters": False}, VALUES, url=url)
    assert expect is not None

    assert partly(replace(expect, last=last), now(route=route)) is None


def test_the_last_step_is_done_if_the_page_newly_shows_its_value_outside_of_fields() -> None:
    expect = expectation(POSTED, {"alone|Ann": False, "link|Undo": False}, VALUES)
    assert expect is not None
    last = replace(expect, last=True)

    found = partly(last, now("alone|Ann"))

    assert found == Partial()
    kept = keeping(POSTED, found, VALUES)
    assert (kept.notices, kept.appeared) == (("alone|{{to}}",), ())
    assert partly(expect, now("alone|Ann")) is None  # the next step has to fit as well
    assert partly(last, now()) is None


@pytest.mark.parametrize(
    ("effects", "before"),
    [
        (POSTED, {"alone|Ann": True, "link|Undo": False}),  # it was there before
        (replace(POSTED, vanished=("row|{{to}}",)), {"alone|Ann": False, "link|Undo": False, "row|Ann": True}),
        (replace(POSTED, notices=("text|{{to}}",)), {"text|Ann": False, "link|Undo": False}),  # it may be in a field
    ],
)
def test_a_value_that_proves_nothing_is_not_enough_for_the_last_step(effects: Effects, before: dict[str, bool]) -> None:
    expect = expectation(effects, before, VALUES)
    assert expect is not None
    assert partly(replace(expect, last=True), now("alone|Ann", "text|Ann", "row|Ann")) is None


OPENED = Effects(route="/items/{{to}}/v", notices=("alone|{{to}}",), appeared=("link|Undo",))


def test_a_lone_value_may_stand_beside_words_if_the_address_names_it() -> None:
    expect = expectation(OPENED, {"alone|Ann": False, "link|Undo": False}, VALUES, url=HERE)

    found = partly(expect, now(route=True))

    assert found == Partial(stated=("alone|Ann",))
    assert keeping(OPENED, replace(found, here="http://app.test/items/Ann/v"), VALUES) == Effects(
        route="/items/{{to}}/v", notices=(), appeared=()
    )
    assert partly(expect, now()) is None


@pytest.mark.parametrize("route", ["/items/An/v", "/items/Annabel", "/items", "/items/Ann-2"])
def test_an_address_that_names_another_value_states_nothing(route: str) -> None:
    expect = expectation(replace(OPENED, route=route), {"alone|Ann": False, "link|Undo": False}, VALUES, url=HERE)
    assert partly(expect, now(route=True)) is None


ORDERED = Effects(notices=("alert|{{n}} loaves for {{to}}", "alone|{{to}}"))


@pytest.mark.parametrize(
    ("effects", "says", "enough"),
    [
        (ORDERED, "status|12 loaves for Ann", True),
        (ORDERED, "alert|12 loaves for Ann", True),
        (ORDERED, "status|12 loaves for Ann in two days", False),  # in other words
        (ORDERED, "status|12 loaves for Anna", False),
        (ORDERED, "heading|12 loaves for Ann", False),  # no message
        (ORDERED, "status|7 loaves for Ann", False),
        (Effects(notices=("alert|{{n}} loaves for Anna", "alone|{{to}}")), "status|12 loaves for Anna", False),
        (Effects(notices=("alert|{{to}}", "alone|{{to}}")), "status|Ann", False),  # it says nothing but the value
        (Effects(notices=("alert|{{n}} loaves for {{to}}", "shown|{{to}}")), "status|12 loaves for Ann", True),
        (Effects(notices=("alert|{{n}} loaves for {{to}}", "text|{{to}}")), "status|12 loaves for Ann", False),
    ],
)
def test_a_lone_value_may_be_stated_by_the_recorded_message(effects: Effects, says: str, *, enough: bool) -> None:
    values = VALUES | {"n": "12"}
    expect = expectation(effects, {}, values, url=HERE)

    found = partly(expect, now(shows=(says,)))

    assert (found is not None) is enough
    if found is not None:
        kept = keeping(effects, found, values).notices
        assert [key.partition("|")[2] for key in kept] == ["{{n}} loaves for {{to}}"]


@pytest.mark.parametrize(
    ("was", "now", "enough"),
    [
        ("Loaf ordered", "Loaf ordered twice", False),
        ("Loaf ordered", "Loaf ordered for tomorrow", False),
        ("Miete bezahlt", "Miete doppelt bezahlt", False),
        ("Loaf ordered for tomorrow", "Your loaf is ordered for tomorrow", True),
        ("Loaf ordered", "Your loaf is ordered", True),
    ],
)
def test_a_message_about_a_later_or_a_second_time_tells_of_another_deed(was: str, now: str, *, enough: bool) -> None:
    expect = expectation(Effects(notices=(f"status|{was}",)), {}, {}, url=HERE)

    assert (partly(expect, EffectState(text=json.dumps([f"status|{now}"]))) is not None) is enough
