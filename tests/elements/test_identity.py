"""Whom a step may touch: what counts as the same element, as a heal, and as a reason not to act."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pytest_ami.elements.held_values import held_values
from pytest_ami.elements.identity import Identity, Verdict, compatible, element_query, judge, rank
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.look import Candidate
from pytest_ami.model.outcome import Cause
from pytest_ami.model.workflow import StepKind

SEND = Fingerprint(
    tag="button",
    role="button",
    name="Send",
    attributes={"id": "send"},
    absolute_xpath="/html[1]/body[1]/button[1]",
    landmark="form|Compose",
    heading="New message",
    neighbours=("Discard", "Attach"),
    counts={"name": 1, "id": 1},
)
ROW = Fingerprint(
    tag="button",
    role="button",
    name="Delete",
    context="{{item}} Delete Archive",
    neighbours=("{{item}}", "Archive"),
    counts={"name": 2},
)


def candidate(*, agree: bool = False, problem: str = "", of: Fingerprint = SEND, **changes: Any) -> Candidate:
    now = replace(of, counts={}, lookalikes=(), aliases=(), **changes)
    return Candidate(fingerprint=now, agree=agree, problem=problem)


def judged(*candidates: Candidate, of: Fingerprint = SEND, **values: str) -> Verdict:
    return judge(of, StepKind.CLICK, candidates, values)


def test_one_agreeing_element_is_the_same() -> None:
    found = judged(candidate(name="Other"), candidate(agree=True))

    assert (found.identity, found.index, found.usable) == (Identity.SAME, 1, True)


def test_an_empty_page_lacks_the_element() -> None:
    found = judged()

    assert (found.identity, found.cause, found.usable) == (Identity.MISSING, Cause.MISSING, False)
    assert found.evidence == ('nothing on the page is like button "Send"',)


def test_another_id_is_healed_on_name_and_place() -> None:
    found = judged(candidate(attributes={"id": "send-2"}, absolute_xpath="/html[1]/body[1]/div[1]/button[1]"))

    assert found.identity is Identity.DRIFTED
    assert "agrees on name, place, contradicts on identity" in found.evidence


def test_one_key_is_not_enough_for_a_heal() -> None:
    found = judged(candidate(attributes={}, landmark="navigation|", heading="", neighbours=(), absolute_xpath="/a"))

    assert (found.usable, found.cause) == (False, Cause.MOVED)


def test_another_name_forbids_a_heal() -> None:
    assert not judged(candidate(name="Discard")).usable


def test_another_id_forbids_a_heal_unless_name_and_place_speak_for_it() -> None:
    renamed: dict[str, Any] = {"attributes": {"id": "discard"}, "absolute_xpath": "/html[1]/body[1]/div[1]/button[1]"}

    assert judged(candidate(**renamed)).identity is Identity.DRIFTED
    assert not judged(
        candidate(**{**renamed, "absolute_xpath": "/a"}, landmark="nav|", heading="", neighbours=())
    ).usable
    assert not judged(candidate(**renamed), candidate(**{**renamed, "absolute_xpath": "/a"}, landmark="nav|")).usable
    assert not judge(SEND, StepKind.CLICK, [candidate(**renamed)], {}, profile="strict").usable


def test_nothing_is_healed_where_healing_is_off() -> None:
    moved = candidate(attributes={"id": "send"}, tag="a", role="link")

    assert judge(SEND, StepKind.CLICK, [moved], {}).identity is Identity.DRIFTED
    assert not judge(SEND, StepKind.CLICK, [moved], {}, profile="off").usable


@pytest.mark.parametrize("name", ["Senden", "发送", "Send →", "Send (3)"])
def test_a_synonym_a_translation_and_a_badge_are_the_same_name(name: str) -> None:
    decorated = name.startswith("Send ")

    assert judged(candidate(name=name)).identity is (Identity.SAME if decorated else Identity.DRIFTED)


@pytest.mark.parametrize("name", ["Send all", "Send later", "Save", "Unsend", "Do not send"])
def test_a_word_more_makes_another_name(name: str) -> None:
    assert not judged(candidate(name=name)).usable


def test_a_name_that_it_had_before_is_its_name() -> None:
    known = replace(SEND, aliases=("Ship it",))

    assert judged(candidate(name="Ship it"), of=known).usable
    assert not judged(candidate(name="Ship it"), of=SEND).usable


def test_what_another_step_took_for_its_element_is_not_this_one() -> None:
    taken = candidate(attributes={"id": "send"}, tag="a", role="link")

    assert not judged(replace(taken, used=True)).usable
    assert not judged(replace(candidate(agree=True), used=True)).usable


def test_a_rename_is_called_a_rename() -> None:
    assert judged(candidate(name="Submit")).cause is Cause.RENAMED


def test_two_equally_good_heals_are_ambiguous() -> None:
    twin = replace(SEND, attributes={}, counts={"name": 1})

    found = judged(candidate(attributes={}), candidate(attributes={}), of=twin)

    assert (found.identity, found.cause) == (Identity.AMBIGUOUS, Cause.AMBIGUOUS)


def test_a_rival_with_more_keys_and_a_contradiction_casts_doubt() -> None:
    of = replace(SEND, attributes={"id": "send", "href": "/send"})
    rival = candidate(attributes={"id": "send", "href": "/send"}, name="Discard")
    fit = candidate(attributes={"href": "/send"}, landmark="", heading="", neighbours=(), absolute_xpath="/a")

    (row,) = rank(of, [rival.fingerprint]).rows
    assert row.agree == {"identity", "destination", "place"}
    assert row.against == {"name"}
    assert not judged(rival, fit, of=of).usable


def test_two_equal_fits_behind_a_contradicting_leader_are_not_chosen_from() -> None:
    of = replace(SEND, attributes={"id": "send", "href": "/send"})
    leader = candidate(attributes={"id": "send", "href": "/send"}, name="Discard")
    fit = candidate(attributes={"id": "send"}, landmark="", heading="", neighbours=())

    assert judged(leader, fit, fit, of=of).cause is Cause.AMBIGUOUS


def test_a_field_called_by_its_label_has_one_key_not_two() -> None:
    of = Fingerprint(tag="input", role="textbox", name="To", label="To", counts={"name": 1})

    (row,) = rank(of, [{"role": "textbox", "name": "To", "label": "To"}]).rows

    assert row.agree == {"name"}


def test_an_attribute_that_many_shared_is_no_key() -> None:
    radio = Fingerprint(
        tag="input",
        role="radio",
        attributes={"name": "plan"},
        counts={"name": 3, "field": 3},
        landmark="form|",
        heading="Plan",
    )
    other = {"role": "radio", "attributes": {"name": "plan"}, "landmark": "form|", "heading": "Plan"}

    (row,) = rank(radio, [other]).rows
    assert row.agree <= {"place"}
    assert not row.against


def test_another_name_contradicts_even_where_names_were_shared() -> None:
    of = replace(SEND, name="Delete", attributes={"data-testid": "row-action"}, counts={"name": 3})
    found = judged(candidate(of=of, name="Archive"), of=of)

    assert not found.usable


# -- numbers --------------------------------------------------------------------------------------------------------


def test_a_counter_in_a_name_may_change() -> None:
    inbox = replace(SEND, role="link", name="Inbox (3)", attributes={}, lookalikes=("link|Sent|", "link|Trash|"))

    assert judged(candidate(of=inbox, name="Inbox (12)", agree=True), of=inbox).identity is Identity.SAME


def test_a_number_that_told_look_alikes_apart_may_not_change() -> None:
    day = replace(SEND, name="14", attributes={}, lookalikes=("button|13|", "button|15|"))

    found = judged(candidate(of=day, name="16", agree=True), of=day)

    assert not found.usable


def test_of_several_the_exact_number_is_meant() -> None:
    day = replace(SEND, name="14", attributes={}, lookalikes=("button|13|", "button|15|"))
    days = [candidate(of=day, name=str(n), agree=True) for n in (13, 14, 15)]

    assert judged(*days, of=day).index == 1


def test_a_disabled_right_number_is_waited_for_rather_than_replaced_by_a_ready_wrong_one() -> None:
    day = replace(SEND, name="14", attributes={}, lookalikes=())
    days = [candidate(of=day, name="15", agree=True), candidate(of=day, name="14", agree=True, problem="disabled")]

    assert judged(*days, of=day).index == 1


def test_the_row_of_another_number_is_another_row() -> None:
    of = replace(
        ROW, context="Order 1001 Delete", neighbours=("Order 1001",), lookalikes=("button|Delete|Order 1002 Delete",)
    )
    other = candidate(of=of, context="Order 1002 Delete", neighbours=("Order 1002",), agree=True)

    assert judged(other, of=of).cause is Cause.AMBIGUOUS


# -- values in targets ----------------------------------------------------------------------------------------------


def row(item: str, name: str = "Delete", *, agree: bool = True, **more: Any) -> Candidate:
    return candidate(
        agree=agree, of=ROW, name=name, context=f"{item} {name} Archive", neighbours=(item, "Archive"), **more
    )


def test_the_row_that_holds_the_value_is_chosen() -> None:
    found = judged(row("Eggs", agree=False), row("Milk"), of=ROW, item="Milk")

    assert (found.identity, found.index) == (Identity.SAME, 1)


def test_another_button_in_the_right_row_is_not_it() -> None:
    assert not judged(row("Milk", name="Archive"), of=ROW, item="Milk").usable


def test_a_disabled_button_is_not_swapped_for_its_neighbour() -> None:
    once = replace(ROW, counts={"name": 1})

    found = judged(row("Milk", problem="disabled"), row("Milk", name="Archive"), of=once, item="Milk")

    assert found.index == 0


@pytest.mark.parametrize(("wanted_item", "there"), [("Milk", "Milkshake"), ("Order 1001", "Order 1002"), ("1", "12")])
def test_a_value_must_be_held_as_a_whole_word_with_its_digits(wanted_item: str, there: str) -> None:
    assert not judged(row(there), of=ROW, item=wanted_item).usable


def test_a_value_in_the_name_must_be_in_the_name_not_only_in_the_row() -> None:
    link = Fingerprint(tag="a", role="link", name="{{item}}", context="{{item}} Edit")
    edit = candidate(agree=True, of=link, name="Edit", context="Milk Edit")

    assert not judged(edit, of=link, item="Milk").usable


@pytest.mark.parametrize("verb", ["Delete", "删除"])
def test_the_words_around_a_value_say_what_a_button_does(verb: str) -> None:
    button = Fingerprint(tag="button", role="button", name=f"{verb} {{{{item}}}}")

    assert judged(candidate(agree=True, of=button, name=f"{verb} Milk"), of=button, item="Milk").usable
    assert not judged(candidate(agree=True, of=button, name="Open Milk"), of=button, item="Milk").usable


def test_the_words_around_a_value_in_a_link_to_a_record_are_data() -> None:
    link = Fingerprint(tag="a", role="link", name="Ann, {{item}}", attributes={"href": "/mail/inbox/m1054"})
    there = candidate(agree=True, of=link, name="Bob, Plans", attributes={"href": "/mail/inbox/m1060"})
    elsewhere = candidate(agree=True, of=link, name="Delete Plans", attributes={"href": "/mail/delete/m1060"})

    assert judged(there, of=link, item="Plans").usable
    assert not judged(elsewhere, of=link, item="Plans").usable


def test_where_the_value_was_the_whole_name_no_other_word_may_stand_beside_it() -> None:
    link = Fingerprint(tag="a", role="link", name="{{item}}", attributes={"href": "/issue/LAN-1"})
    beside = candidate(agree=True, of=link, name="Open in a new tab: Plans", attributes={"href": "/issue/LAN-7"})
    copied = candidate(agree=True, of=link, name="Plans (3)", attributes={"href": "/issue/LAN-7"})
    counted = replace(copied, fingerprint=replace(copied.fingerprint, name="Plans 3", texts=("Plans", "3")))

    assert not judged(beside, of=link, item="Plans").usable
    assert not judged(copied, of=link, item="Plans").usable
    assert judged(beside, counted, of=link, item="Plans").index == 1


def test_an_empty_value_identifies_nothing() -> None:
    link = Fingerprint(tag="a", role="link", name="{{item}}")

    found = judged(candidate(agree=True, of=link, name="Anything"), of=link, item="")

    assert found.cause is Cause.MISSING
    assert found.evidence == ("the element is identified by item, whose value is empty now",)


def test_a_value_that_is_empty_in_the_surroundings_only_does_not_matter() -> None:
    of = replace(SEND, context="Note {{note}} Send")

    assert judged(candidate(agree=True, of=of, context="Note Send"), of=of, note="").identity is Identity.SAME


def test_very_long_and_non_bmp_values_are_held_whole() -> None:
    item = "🧀" * 20 + " 牛奶 " + "x" * 40
    link = Fingerprint(tag="a", role="option", name="{{item}}")

    assert judged(candidate(agree=True, of=link, name=item), of=link, item=item).usable
    assert not judged(candidate(agree=True, of=link, name=item[:-1]), of=link, item=item).usable


def test_braces_on_the_page_are_just_text() -> None:
    button = Fingerprint(tag="button", role="button", name="Insert {{first_name}}", counts={"name": 1})

    assert element_query(button, StepKind.CLICK, {"to": "x"}).name == "Insert {{first_name}}"
    assert judged(candidate(agree=True, of=button), of=button, to="x").identity is Identity.SAME


def test_a_secret_in_a_target_stays_a_name() -> None:
    button = Fingerprint(tag="button", role="button", name="Log in with {{pin}}")

    assert "4711" not in repr(element_query(button, StepKind.CLICK, {"to": "x"}))
    assert held_values(button, {"to": "x"}) == ()


def test_what_belongs_to_one_record_is_not_looked_for_in_another() -> None:
    link = Fingerprint(
        tag="a", role="link", name="{{item}}", attributes={"href": "/m/1", "id": "m1", "type": "x", "lang": "{{item}}"}
    )

    assert element_query(link, StepKind.CLICK, {"item": "Milk"}).attributes == {"type": "x"}


# -- shared and nameless --------------------------------------------------------------------------------------------


def test_the_last_one_left_of_several_is_not_taken_for_the_recorded_one() -> None:
    of = Fingerprint(tag="button", role="button", name="Delete", neighbours=("Milk",), counts={"name": 3})

    assert judged(candidate(agree=True, of=of, neighbours=("Milk",)), of=of).identity is Identity.SAME
    assert judged(candidate(agree=True, of=of, neighbours=("Eggs",)), of=of).cause is Cause.AMBIGUOUS


def test_equals_are_told_apart_by_where_they_stand() -> None:
    of = replace(SEND, attributes={}, counts={"name": 2})
    there = candidate(agree=True, of=of, landmark="footer|", heading="", neighbours=(), absolute_xpath="/html[1]/a[1]")

    assert judged(there, candidate(agree=True, of=of), of=of).index == 1


def test_equals_in_the_same_place_are_told_apart_by_their_path_only_while_there_are_as_many() -> None:
    of = Fingerprint(tag="button", role="button", name="Go", absolute_xpath="/a[2]", counts={"name": 2})
    two = [candidate(agree=True, of=of, absolute_xpath=f"/a[{n}]") for n in (1, 2)]

    assert judged(*two, of=of).index == 1
    assert judged(*two, candidate(agree=True, of=of, absolute_xpath="/a[3]"), of=of).cause is Cause.AMBIGUOUS


def test_an_icon_without_a_name_is_the_same_only_if_it_looks_the_same() -> None:
    icon = Fingerprint(tag="button", role="button", classes=("icon-trash",), absolute_xpath="/a[1]", counts={"name": 1})

    assert judged(candidate(agree=True, of=icon), of=icon).identity is Identity.SAME
    assert not judged(candidate(agree=True, of=icon, classes=("icon-send",)), of=icon).usable
    assert not judged(candidate(agree=True, of=icon, absolute_xpath="/a[2]"), of=icon).usable


@pytest.mark.parametrize(
    ("kind", "recorded", "now", "fits"),
    [
        (StepKind.CLICK, "button", "link", True),
        (StepKind.CLICK, "button", "textbox", False),
        (StepKind.FILL, "textbox", "combobox", True),
        (StepKind.FILL, "textbox", "button", False),
        (StepKind.CHECK, "checkbox", "switch", True),
        (StepKind.UPLOAD, "file", "button", False),
    ],
)
def test_an_element_must_be_able_to_take_the_action(kind: StepKind, recorded: str, now: str, fits: object) -> None:
    assert compatible(kind, recorded, now) is fits


def test_a_counter_beside_the_name_is_the_same_control_unless_it_has_a_lasting_effect() -> None:
    inbox = Fingerprint(tag="button", role="button", name="Inbox", absolute_xpath="/a[1]", counts={"name": 1})
    send = replace(inbox, name="Send")

    assert (
        judged(candidate(agree=True, of=inbox, name="Inbox 3", texts=("Inbox", "3")), of=inbox).identity
        is Identity.SAME
    )
    assert not judged(candidate(agree=True, of=inbox, name="Inbox 3", texts=("Inbox 3",)), of=inbox).usable
    assert not judged(candidate(agree=True, of=send, name="Send 3", texts=("Send", "3")), of=send).usable
