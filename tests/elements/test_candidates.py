"""The candidate most like the recorded element, and when the likeness is enough: handwritten tests."""

from __future__ import annotations

import json
from dataclasses import replace
from importlib.resources import files
from typing import Any

import pytest

from pytest_ami.elements.candidates import Calibration, frozen, rank
from pytest_ami.elements.decide import Identity, Verdict, decide
from pytest_ami.elements.element import element
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.outcome import Cause
from tests.support.calibration import digest_of

SEND: dict[str, Any] = {
    "tag": "button",
    "role": "button",
    "name": "Send",
    "text": "Send",
    "attributes": {"id": "send-mail", "type": "submit"},
    "classes": ["primary"],
    "absolute_xpath": "/html[1]/body[1]/main[1]/form[1]/div[3]/button[1]",
    "css": "#compose > div:nth-of-type(3) > button:nth-of-type(1)",
    "landmark": "form|Compose",
    "heading": "New message",
    "neighbours": ["Attach a file", "Discard draft"],
    "ancestors": ["div", "form", "main", "body", "html"],
    "box": [40, 600, 80, 32],
    "counts": {"name": 1, "text": 1, "id": 1},
}
OTHERS: list[dict[str, Any]] = [
    {
        **SEND,
        "name": called,
        "text": called,
        "attributes": {"id": f"other-{called.casefold()}"},
        "absolute_xpath": f"/html[1]/body[1]/main[1]/form[1]/div[3]/button[{at}]",
        "css": f"#compose > div:nth-of-type(3) > button:nth-of-type({at})",
        "neighbours": ["Send"],
        "box": [40 + 100 * at, 600, 80, 32],
    }
    for at, called in enumerate(("Attach", "Print", "Close"), start=2)
]


def changed(**more: Any) -> dict[str, Any]:
    return {**SEND, **more}


def link(name: str, href: str, **more: Any) -> dict[str, Any]:
    return {"tag": "a", "role": "link", "name": name, "attributes": {"href": href}, **more}


def asked(*candidates: Any, alike: Any = None, profile: Any = "balanced") -> Verdict:
    more = {"label_similarity": alike} if alike else {}
    return decide(rank(SEND, [*candidates, *OTHERS], **more), profile=profile)


def test_an_element_that_did_not_change_is_found() -> None:
    verdict = asked(SEND)
    assert (verdict.identity, verdict.index, verdict.cause, verdict.usable) == (Identity.DRIFTED, 0, None, True)


def test_a_button_whose_ids_were_all_renamed_is_healed_with_certainty_to_spare() -> None:
    now = changed(attributes={"id": "btn-submit", "type": "submit"})
    ranking = rank(SEND, [now, *OTHERS])
    verdict = decide(ranking)
    assert (verdict.identity, verdict.index) == (Identity.DRIFTED, 0)
    assert verdict.probability > (1 + frozen().thresholds["balanced"]) / 2
    assert ranking.rows[0].against == {"identity"}


@pytest.mark.parametrize("how_far", [0.8, 0.95])
def test_a_synonym_with_the_same_id_in_the_same_place_is_healed(how_far: float) -> None:
    now = changed(name="Deliver", text="Deliver")
    assert not asked(now).usable
    verdict = asked(now, alike=lambda one, other: how_far * ({one, other} == {"Send", "Deliver"}))
    assert (verdict.identity, verdict.index) == (Identity.DRIFTED, 0)


def test_a_translation_that_another_element_is_nearly_called_is_no_key_when_it_is_not_alike() -> None:
    assert not asked(changed(name="Deliver", text="Deliver"), alike=lambda _, __: 0.79).usable


@pytest.mark.parametrize("profile", ["strict", "balanced", "off"])
def test_discard_in_the_place_and_with_the_id_of_send_is_never_send(profile: str) -> None:
    verdict = asked(changed(name="Discard", text="Discard"), profile=profile)
    assert (verdict.identity, verdict.cause, verdict.index) == (Identity.DIFFERENT, Cause.RENAMED, 0)


def test_send_later_is_not_send() -> None:
    assert not asked(changed(name="Send later", text="Send later")).usable


def test_send_that_only_kept_its_name_is_not_enough() -> None:
    stranger = {"tag": "button", "role": "button", "name": "Send", "landmark": "dialog|Feedback", "heading": "Rate us"}
    assert not decide(rank({**SEND, "counts": {}}, [stranger, *OTHERS])).usable


def test_two_buttons_of_one_name_in_two_rows_are_ambiguous_when_nothing_says_which() -> None:
    row = {"tag": "button", "role": "button", "name": "Delete", "landmark": "main|", "heading": "Mails"}
    verdict = decide(rank({**row, "counts": {"name": 2}}, [{**row, "context": "A"}, {**row, "context": "B"}]))
    assert not verdict.usable


def test_the_button_of_another_row_is_not_the_one() -> None:
    row = {
        "tag": "button",
        "role": "button",
        "name": "Delete",
        "landmark": "main|",
        "heading": "Mails",
        "neighbours": ["Reply", "Forward"],
        "counts": {"name": 5},
        "context": "Ann: lunch?",
    }
    verdict = decide(rank(row, [{**row, "context": "Bob: invoice"}]))
    assert (verdict.identity, verdict.cause) == (Identity.DIFFERENT, Cause.MOVED)
    assert decide(rank(row, [{**row, "context": "Bob: invoice"}, row])).index == 1


def test_a_link_to_elsewhere_is_another_link() -> None:
    was = link("Edit", "/users/7/edit", landmark="main|", heading="Ann", counts={"name": 1, "href": 1})
    now = link("Edit", "/orders/7/edit", landmark="main|", heading="Ann")
    verdict = decide(rank(was, [now]))
    assert (verdict.identity, verdict.cause) == (Identity.DIFFERENT, Cause.MOVED)


def test_scheme_query_and_file_type_do_not_make_another_destination() -> None:
    was = {"tag": "a", "name": "Sports", "attributes": {"href": "http://www.example.org/sports.html?from=nav"}}
    now = {"tag": "a", "name": "Sports", "attributes": {"href": "https://example.org/sports"}}
    assert rank(was, [now]).rows[0].agree == {"name", "destination"}


def test_a_copy_of_a_link_in_another_part_of_the_page_is_not_known_to_be_the_link() -> None:
    was = {**link("Crime", "/crime"), "absolute_xpath": "/html[1]/body[1]/header[1]/nav[1]/a[1]"}
    now = {**was, "absolute_xpath": "/html[1]/body[1]/div[4]/section[2]/h3[1]/a[1]"}
    assert not decide(rank(was, [now])).usable


def test_a_link_that_was_the_only_one_may_move_to_another_part_of_the_page() -> None:
    was = link("Crime", "/crime", landmark="banner|", counts={"name": 1, "href": 1})
    assert decide(rank(was, [link("Crime", "/crime", landmark="main|")])).usable


def test_what_is_nested_in_the_best_is_no_rival() -> None:
    inner = {"tag": "span", "name": "Send", "text": "Send", "absolute_xpath": SEND["absolute_xpath"] + "/span[1]"}
    ranking = rank(SEND, [inner, SEND])
    assert [(row.index, row.folded) for row in ranking.rows] == [(1, (0,))]
    assert ranking.lead == float("inf")


def test_twin_links_are_one_and_twin_buttons_are_two() -> None:
    home = link("Home", "/home")
    assert len(rank(home, [home, {**home, "landmark": "footer|"}]).rows) == 1
    save = {"tag": "button", "role": "button", "name": "Save"}
    assert len(rank(save, [save, save]).rows) == 2


def test_the_lead_is_over_the_best_unrelated_rival() -> None:
    ranking = rank(SEND, [SEND, *OTHERS])
    assert ranking.lead == pytest.approx(ranking.rows[0].score - ranking.rows[1].score)
    assert ranking.lead > 1


@pytest.mark.parametrize(
    ("action", "kind"),
    [
        ("fill", {"tag": "button", "role": "button"}),
        ("check", {"tag": "input", "attributes": {"type": "text", "id": "terms"}}),
        ("upload", {"tag": "input", "attributes": {"type": "text", "id": "terms"}}),
        ("select", {"tag": "a", "role": "link"}),
        ("click", {"tag": "input", "role": "textbox"}),
    ],
)
def test_an_element_that_cannot_take_the_action_is_not_the_one(action: str, kind: dict[str, Any]) -> None:
    was = {**SEND, "name": "Terms"}
    now = {**was, "attributes": {"id": "send-mail"}, **kind}
    assert not decide(rank(was, [now]), action).usable


def test_a_field_is_filled_whatever_tag_it_has() -> None:
    was = {"tag": "input", "role": "textbox", "name": "Message", "attributes": {"id": "body"}, "landmark": "form|New"}
    assert decide(rank(was, [{**was, "tag": "textarea"}]), "fill").usable


def test_strict_wants_the_identity_or_the_destination() -> None:
    now = changed(attributes={})
    assert asked(now).usable
    bare = {**SEND, "attributes": {}, "counts": {}}
    moved = {**bare, "css": "", "absolute_xpath": "/html[1]/body[1]/div[1]/button[1]", "tag": "a"}
    assert not decide(rank(bare, [moved, *OTHERS]), profile="strict").usable


def test_off_never_heals() -> None:
    assert asked(changed(attributes={"id": "btn-submit"}), profile="off").identity is not Identity.DRIFTED
    assert not asked(SEND, profile="off").usable  # to recognise it is no decision about a heal


def test_an_unknown_profile_is_refused() -> None:
    with pytest.raises(KeyError):
        asked(SEND, profile="reckless")


def test_an_empty_page_has_nothing() -> None:
    verdict = decide(rank(SEND, []))
    assert (verdict.identity, verdict.index, verdict.cause) == (Identity.MISSING, -1, Cause.MISSING)


def test_the_name_key_is_the_accessible_name_and_the_attribute_is_an_identity() -> None:
    field = element({"tag": "input", "name": "Search", "attributes": {"name": "q"}})
    assert (field.name, field.identity) == ("search", {"name": "q"})


def test_the_kind_follows_the_role_and_the_type() -> None:
    assert element({"tag": "span", "role": "button", "attributes": {}}).kind == "press"
    assert element({"tag": "input", "role": "button", "attributes": {"type": "text"}}).kind == "press"
    assert element({"tag": "input", "attributes": {"type": "radio"}}).kind == "tick"
    assert element({"tag": "select", "attributes": {}}).kind == "choose"


def test_ids_made_by_a_machine_are_not_known() -> None:
    assert not element({"tag": "a", "attributes": {"id": "ember1234"}}).identity
    assert element({"tag": "a", "attributes": {"id": "nav-logo"}}).identity == {"id": "nav-logo"}


def test_a_fingerprint_and_its_mapping_are_ranked_alike() -> None:
    stored = Fingerprint(
        **{
            **SEND,
            **{key: tuple(SEND[key]) for key in ("classes", "neighbours", "ancestors", "box")},
        }
    )
    assert rank(stored, [SEND, *OTHERS]).rows == rank(SEND, [stored, *OTHERS]).rows


def test_every_score_is_the_sum_of_its_keys() -> None:
    for row in rank(SEND, [changed(name="Print"), *OTHERS]).rows:
        assert row.score == pytest.approx(sum(key.value * key.weight for key in row.keys))
        assert all(-1.0 <= key.value <= 1.0 and key.phrase for key in row.keys)


def test_a_verdict_gives_its_probability_and_its_keys() -> None:
    lines = "\n".join(asked(changed(attributes={"id": "btn-submit"})).evidence)
    assert "probability 0." in lines or "probability 1." in lines
    assert 'called "Send"' in lines
    assert "id is btn-submit, was send-mail" in lines


def test_the_frozen_numbers_are_those_that_were_measured() -> None:
    read = json.loads(files("pytest_ami.elements").joinpath("calibration.json").read_text("utf-8"))
    assert digest_of(frozen()) == read["digest"]
    assert len(read["data"]["sha256"]) == 64
    assert 0.5 <= frozen().thresholds["balanced"] <= frozen().thresholds["strict"] < 1


@pytest.mark.parametrize("part", ["weights", "chance", "thresholds"])
def test_a_weight_that_was_edited_by_hand_is_noticed(part: str) -> None:
    for key, value in getattr(frozen(), part).items():
        changes: dict[str, Any] = {part: {**getattr(frozen(), part), key: value + 0.0001}}
        edited: Calibration = replace(frozen(), **changes)
        assert digest_of(edited) != frozen().digest


def test_of_a_wrapper_it_is_the_button_inside_that_is_pressed() -> None:
    was = {"tag": "h2", "name": "Products", "attributes": {"id": "products"}, "box": [5, 5, 90, 40]}
    wrapper = {**was, "tag": "li", "absolute_xpath": "/html[1]/li[1]"}
    inside = {"tag": "button", "name": "Products", "attributes": {}, "absolute_xpath": "/html[1]/li[1]/button[1]"}
    ranking = rank({**was, "absolute_xpath": "/html[1]/li[1]/h2[1]"}, [wrapper, inside])
    assert (ranking.rows[0].index, ranking.rows[0].click_index, decide(ranking).index) == (0, 1, 1)


def test_the_one_is_found_among_two_thousand() -> None:
    page: list[dict[str, Any]] = [
        changed(name=f"Row {n}", text="", attributes={}, absolute_xpath=f"/html[1]/div[{n}]") for n in range(2000)
    ]
    assert decide(rank(SEND, [*page, changed(classes=[])])).index == 2000
