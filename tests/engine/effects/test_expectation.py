"""The changes that a step made, and whether a replay made the same changes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pytest_ami.elements.text_keys import fill, fold
from pytest_ami.engine.boundary.flow_rules import violation
from pytest_ami.engine.effects.expectation import (
    difference,
    expectation,
    messages,
    missing,
    unlisted,
    watched,
)
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.look import EffectState, Presence
from pytest_ami.model.operation import PageState
from pytest_ami.model.workflow import Effects, Step, StepKind, Workflow
from tests.support.effects import satisfied

HERE = "http://app.test/new"
SENT = Effects(notices=("status|Sent to {{to}}",), appeared=("link|Undo",), vanished=("button|Send",), route="/inbox")


def state(url: str = HERE, **parts: Any) -> PageState:
    return PageState(url=url, **parts)


def now(*there: str, route: bool = True, **more: Any) -> EffectState:
    keys = ("status|Sent to a@x", "link|Undo", "button|Send")
    return EffectState(present={key: key in there for key in keys}, route=route, **more)


def test_effects_are_what_is_new_what_is_gone_and_where_one_is() -> None:
    before = state(controls=("button|Send", "link|Help"), notices=("heading|New",))
    after = state(
        "http://app.test/inbox", controls=("link|Help", "link|Undo"), notices=("status|Sent to a@x", "heading|In")
    )

    found = difference(before, after, values={"to": "a@x"})

    assert found == Effects(
        route="/inbox",
        notices=("status|Sent to {{to}}",),
        appeared=("heading|In", "link|Undo"),
        vanished=("button|Send",),
    )


def test_what_was_there_before_is_no_effect() -> None:
    same = state(notices=("status|3 unread",), controls=("button|Go",))

    assert not difference(same, state(notices=("status|4 unread",), controls=("button|Go",)), values={})


def test_a_passing_message_is_not_waited_for() -> None:
    assert not difference(state(), state(notices=("status|Sending…", "status|Loading 40 %")), values={})
    assert not difference(state(), state(controls=("option|Searching…", "option|Loading more results...")), values={})
    assert difference(state(), state(controls=("button|Save as…",)), values={}).appeared == ("button|Save as…",)


@pytest.mark.parametrize("word", ["status", "alert", "button", "link"])
def test_a_value_that_is_the_name_of_a_role_leaves_roles_alone(word: str) -> None:
    after = state(notices=("status|Saved",), controls=("button|Next", "link|Up"))

    found = difference(state(), after, values={"subject": word})

    assert found.notices == ("status|Saved",)
    assert found.appeared == ("button|Next", "link|Up")


def test_a_typed_value_is_an_effect_when_the_field_held_it() -> None:
    held = difference(state(), state(last_value="a@x"), values={"to": "a@x"}, typed="{{to}}")
    changed = difference(state(), state(last_value="A@X"), values={"to": "a@x"}, typed="{{to}}")

    assert (held.value, changed.value) == ("{{to}}", None)


def test_the_second_of_two_parameters_with_one_value_is_held_too() -> None:
    found = difference(state(), state(last_value="x"), values={"to": "x", "cc": "x"}, typed="{{cc}}")

    assert found.value == "{{cc}}"


def test_an_empty_typed_value_is_an_effect() -> None:
    assert difference(state(), state(last_value=""), values={}, typed="") == Effects(value="")


def test_nothing_is_known_of_a_page_that_was_not_seen() -> None:
    assert difference(state(), PageState(), values={}, tab=True) == Effects(tab=True)


def test_all_messages_and_one_control_must_come() -> None:
    expect = expectation(SENT, {"button|Send": True}, {"to": "a@x"})

    assert satisfied(expect, now("status|Sent to a@x", "link|Undo", "button|Send"))
    assert satisfied(expect, now("status|Sent to a@x"))
    assert missing(expect, now("status|Sent to a@x", "button|Send")) == (
        'any of: link "Undo" to appear, button "Send" to go',
    )
    assert missing(expect, now("link|Undo")) == ('the message status "Sent to a@x"',)
    assert missing(expect, now("status|Sent to a@x", "link|Undo", route=False)) == ("the route /inbox",)


def test_what_was_on_screen_before_proves_nothing() -> None:
    effects = Effects(notices=("status|Saved",), appeared=("link|Undo",))
    expect = expectation(effects, {"status|Saved": True, "link|Undo": True}, {})

    assert not satisfied(expect, EffectState(present={"status|Saved": True, "link|Undo": True}))


def test_a_route_that_one_was_on_before_proves_nothing() -> None:
    expect = expectation(Effects(route="/inbox"), {}, {}, url="http://app.test/inbox")

    assert not satisfied(expect, EffectState(route=True))
    assert satisfied(expectation(Effects(route="/inbox"), {}, {}, url=HERE), EffectState(route=True))


def test_nothing_recorded_is_nothing_expected() -> None:
    assert expectation(Effects(), {}, {}) is None
    assert satisfied(None, EffectState())


@pytest.mark.parametrize(
    ("held", "gone", "well"), [("a  b", False, True), ("ab", False, False), (None, False, True), (None, True, False)]
)
def test_a_field_holds_what_was_typed_and_is_still_there(held: str | None, *, gone: bool, well: object) -> None:
    expect = expectation(Effects(value="{{text}}"), {}, {"text": "a b"})

    assert satisfied(expect, EffectState(last=held, gone=gone)) is well


@pytest.mark.parametrize(("tabs", "well"), [(2, False), (3, True), (None, True)])
def test_a_new_tab_is_one_more_than_there_were(tabs: int | None, well: object) -> None:
    expect = expectation(Effects(tab=True), {}, {}, tabs=2)

    assert satisfied(expect, EffectState(tabs=tabs)) is well


def test_an_effect_that_holds_a_secret_is_left_out() -> None:
    effects = Effects(notices=("status|Code {{otp}} accepted", "status|Welcome"), value="{{otp}}")

    expect = expectation(effects, {}, {"user": "eve"})

    assert watched(effects, {"user": "eve"}) == ("status|Welcome",)
    assert expect is not None
    assert (expect.required, expect.value) == (("status|Welcome",), None)


def test_an_effect_that_is_only_a_secret_expects_nothing() -> None:
    assert expectation(Effects(notices=("status|{{otp}}",)), {}, {}) is None


def test_values_fill_their_holes_and_leave_other_braces() -> None:
    assert fill("{{to}} and {{other}}", {"to": "{{other}}"}) == "{{other}} and {{other}}"


@pytest.mark.parametrize(("one", "other"), [("Cart (2)", "cart  (13)"), ("Straße 🧀", "STRASSE 🧀")])
def test_case_space_and_numbers_are_folded(one: str, other: str) -> None:
    assert fold(one) == fold(other)


def test_another_record_is_another_effect() -> None:
    effects = Effects(appeared=("heading|{{subject}}", "button|Archive"), vanished=("link|Older",))
    expect = expectation(effects, {"heading|Lunch": False, "button|Archive": False}, {"subject": "Lunch"})
    assert expect is not None
    other = EffectState(present={"heading|Lunch": False, "button|Archive": True, "link|Older": False})
    assert missing(expect, other) == ('any of: heading "Lunch" to appear',)
    assert satisfied(expect, EffectState(present={"heading|Lunch": True}))


def test_a_text_with_more_than_the_value_need_not_come_back() -> None:
    effects = Effects(appeared=("heading|Re: {{subject}}", "button|Archive"))
    expect = expectation(effects, {}, {"subject": "Re: Lunch"})
    assert expect is not None
    assert satisfied(expect, EffectState(present={"button|Archive": True}))


def test_texts_that_were_in_sight_all_the_time_are_still_wanted_and_confirm_nothing() -> None:
    effects = Effects(notices=("text|{{to}}",))
    expect = expectation(effects, {"text|Ann": True}, {"to": "Ann"})
    assert expect is not None
    assert expect.weak
    assert satisfied(expect, EffectState(present={"text|Ann": True}))
    assert missing(expect, EffectState(present={"text|Ann": False})) == ("'Ann' on the page",)
    fresh = expectation(effects, {"text|Ann": False}, {"to": "Ann"})
    assert fresh is not None
    assert not fresh.weak


def told(*notices: str, **more: Any) -> EffectState:
    """Return a page that shows these messages; ``present`` is the loose comparison of the page's script."""
    return EffectState(present=more.pop("present", {}), notices=notices, **more)


def test_a_message_is_compared_word_for_word_and_number_for_number() -> None:
    effects = difference(state(), state(notices=("status|Paid 10.00 EUR",)), values={"amount": "10"})
    expect = expectation(effects, {}, {"amount": "25"})
    key = "status|Paid 25 EUR"

    assert effects.notices == ("status|Paid {{amount}} EUR",)
    assert satisfied(expect, told("status|Paid 25.00 EUR", present={key: True}))
    assert missing(expect, told("status|Paid 999 EUR", present={key: True})) == (f'the message status "{key[7:]}"',)


def test_a_message_in_other_words_holds_the_same_amount() -> None:
    effects = Effects(notices=("status|Paid {{amount}} EUR",))
    expect = expectation(effects, {}, {"amount": "25"})
    key = "status|Paid 25 EUR"

    assert satisfied(expect, told("status|25 EUR bezahlt", present={key: "like"}))
    assert not satisfied(expect, told("status|999 EUR bezahlt", present={key: "like"}))


def test_a_message_that_was_there_with_another_value_is_new() -> None:
    values = {"amount": "25"}
    effects = Effects(notices=("status|Paid {{amount}} EUR",))
    key = "status|Paid 25 EUR"
    before = expectation(effects, {key: True}, values, notices=("status|Paid 10 EUR",))
    again = expectation(effects, {key: True}, values, notices=("status|Paid 25 EUR",))

    assert satisfied(before, told(key, present={key: True}))
    assert not satisfied(again, told(key, present={key: True}))


def test_a_counter_in_a_message_is_no_new_message() -> None:
    assert not difference(state(notices=("status|1 item",)), state(notices=("status|12 items",)), values={})


def test_a_long_message_is_stored_as_its_head_and_a_digest() -> None:
    long = "word " * 200
    effects = difference(state(), state(notices=(f"status|{long}was sent",)), values={})
    expect = expectation(effects, {}, {})
    (key,) = effects.notices

    assert len(key) < 420
    assert satisfied(expect, told(f"status|{long}was sent", present={key: True}))
    assert not satisfied(expect, told(f"status|{long}was NOT sent", present={key: True}))
    assert messages(state(notices=(f"status|{long}was sent",)), {}) == (key,)


GONE = Effects(vanished=("button|Log in",))
LOGGED_IN = Effects(appeared=("link|Log out",), vanished=("button|Log in",))


@pytest.mark.parametrize(
    ("effects", "there", "more", "well"),
    [
        (GONE, (), {}, True),
        (GONE, (), {"calm": False}, False),
        (GONE, ("button|Log in",), {}, False),
        (LOGGED_IN, (), {}, True),
        (LOGGED_IN, (), {"fresh": True}, False),
        (LOGGED_IN, ("link|Log out",), {"fresh": True}, True),
        (LOGGED_IN, ("link|Log out",), {"calm": False}, True),
    ],
)
def test_vanishing_counts_on_a_document_at_rest_only(
    effects: Effects, there: tuple[str, ...], more: dict[str, Any], *, well: bool
) -> None:
    expect = expectation(effects, {"button|Log in": True, "link|Log out": False}, {})
    keys = ("button|Log in", "link|Log out")

    assert satisfied(expect, EffectState(present={key: key in there for key in keys}, **more)) is well


def test_at_the_end_of_a_flow_something_must_appear_if_it_did() -> None:
    expect = expectation(LOGGED_IN, {"button|Log in": True, "link|Log out": False}, {})
    assert expect is not None

    assert not satisfied(replace(expect, last=True), EffectState(present={}))


@pytest.mark.parametrize(
    ("message", "well"),
    [("Delivery failed", False), ("Mail was not delivered", False), ("发送失败", False), ("Ann is online", True)],
)
def test_a_new_message_of_a_failure_contradicts(message: str, *, well: bool) -> None:
    effects = Effects(notices=("status|Message sent",))
    expect = expectation(effects, {}, {}, judges=True, notices=("alert|Backup failed",))
    now = told("status|Message sent", f"alert|{message}", "alert|Backup failed", present={"status|Message sent": True})

    assert satisfied(expect, now) is well
    assert satisfied(expectation(effects, {}, {}), now)


def test_a_failure_of_the_recording_is_no_contradiction() -> None:
    after = state(notices=("alert|Weather failed to load", "status|Sent"))
    effects = difference(state(notices=("alert|Weather failed to load",)), after, values={})
    expect = expectation(effects, {}, {}, judges=True, notices=())

    assert effects.refusals == ("alert|Weather failed to load",)
    assert satisfied(expect, told("status|Sent", "alert|Weather failed to load", present={"status|Sent": True}))


@pytest.mark.parametrize("word", ["Done", "OK!", "Success", "成功", "Completed successfully"])
def test_a_message_that_any_deed_brings_confirms_no_heal(word: str) -> None:
    expect = expectation(Effects(notices=(f"status|{word}",)), {}, {})
    assert expect is not None
    assert expect.weak


@pytest.mark.parametrize("notice", ["status|Message sent", "status|{{to}}", "status|Saved"])
def test_a_message_about_the_deed_confirms_a_heal(notice: str) -> None:
    expect = expectation(Effects(notices=(notice,)), {}, {"to": "Ann"})
    assert expect is not None
    assert not expect.weak


def test_typing_waits_for_the_list_that_it_filters() -> None:
    effects = Effects(value="{{text}}", filtered=("Invoice May", "Photo"))
    rows = ("Lunch", "Invoice May", "Photo")
    expect = expectation(effects, {}, {"text": "Lunch"}, rows=rows)

    assert not satisfied(expect, EffectState(last="Lunch", rows=rows))
    assert not satisfied(expect, EffectState(last="Lunch", rows=("Lunch",), calm=False))
    assert satisfied(expect, EffectState(last="Lunch", rows=("Lunch",)))
    assert unlisted(expect, rows)
    assert not unlisted(expect, ("Lunch",))


def test_a_list_without_the_recorded_rows_need_not_change() -> None:
    effects = Effects(value="{{text}}", filtered=("Invoice May",))

    for rows in (("Lunch",), ("Invoice May",)):
        expect = expectation(effects, {}, {"text": "invoice"}, rows=rows)
        assert satisfied(expect, EffectState(last="invoice", rows=rows))


def test_a_long_message_obeys_the_rules_for_stored_flows() -> None:
    effects = difference(state(), state(notices=(f"status|{'word ' * 200}was sent",)), values={})
    step = Step(kind=StepKind.CLICK, target=Fingerprint(tag="button", role="button", name="Send"), effects=effects)

    assert violation(Workflow(task="send", steps=(step,))) is None


def test_a_choice_of_a_list_that_opens_may_be_further_down_in_another_run() -> None:
    opened = Effects(appeared=("option|Anna", "option|{{who}}", "option|Bob"))

    expect = expectation(opened, {}, {"who": "Zoe"})

    assert expect is not None
    assert satisfied(expect, EffectState(present={"option|Anna": True}))
    assert not satisfied(expect, EffectState(present={}))


@pytest.mark.parametrize("appeared", [("row|Anna", "row|{{who}}"), ("option|{{who}}", "button|Save")])
def test_any_other_text_that_is_a_value_of_this_run_must_appear(appeared: tuple[str, ...]) -> None:
    expect = expectation(Effects(appeared=appeared), {}, {"who": "Zoe"})
    role = next(key for key in appeared if "{{" in key).partition("|")[0]

    assert expect is not None
    assert not satisfied(expect, EffectState(present={"row|Anna": True, "button|Save": True}))
    assert satisfied(expect, EffectState(present={f"{role}|Zoe": True}))


def test_a_text_must_leave_its_field_only_if_more_than_texts_was_recorded() -> None:
    before = {"text|bob": True, "shown|bob": False, "status|Sent": True}
    texts = Effects(notices=("text|{{to}}",))

    alone = expectation(texts, before, {"to": "bob"}, judges=True)
    beside = expectation(replace(texts, notices=("status|Sent", *texts.notices)), before, {"to": "bob"})

    assert alone is not None
    assert alone.appearing == ()
    assert beside is not None
    assert beside.appearing == ("shown|bob",)


OPENED = Effects(route="/users/:id/change", appeared=("heading|{{name}}", "heading|Groups"))


def opened(*before: str, **there: bool) -> bool:
    effects = replace(OPENED, route=(there.pop("route", True) and OPENED.route) or "")
    keys = ("heading|ann", "heading|Groups", "title|ann")
    had: dict[str, Presence] = {key: key in before for key in keys}
    expect = expectation(effects, had, {"name": "ann"}, url="http://app.test/users/2/password", judges=True)
    shown: dict[str, Presence] = {key: there.get(key.replace("|", "_"), False) for key in keys}
    return satisfied(expect, EffectState(present=shown, route=True, fresh=True))


def test_the_title_of_a_page_may_end_with_the_record() -> None:
    assert set(watched(OPENED, {"name": "ann"})) >= {"title|ann"}
    assert opened(title_ann=True)
    assert opened(heading_ann=True)
    assert not opened(heading_Groups=True)
    assert not opened(title_ann=True, route=False)


def test_a_record_that_ended_the_title_before_is_no_proof_and_none_is_needed() -> None:
    assert opened("title|ann", title_ann=True, heading_Groups=True)
    assert not opened("title|ann", title_ann=True)
    assert not opened("title|ann", title_ann=True, heading_Groups=True, route=False)
