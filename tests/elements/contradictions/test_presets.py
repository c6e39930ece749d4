"""A new list that stands at a choice which nobody has made goes along with a deed, or says nothing about it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pytest_ami.elements.contradictions.facts import contradiction
from pytest_ami.elements.contradictions.presets import kept_presets, merged_presets, with_text_in
from pytest_ami.elements.contradictions.sent_along import of_record
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.workflow import StepKind

SEND = Fingerprint(tag="button", role="button", name="Send", scope=("page|",))
LASTS = "Lasts=1 hour #aa 1 hour/Until changed"
ROLE = "own Role=Viewer #r1 Viewer/Editor"


def of(presets: str, **more: str) -> Fingerprint:
    return replace(SEND, details={"presets": presets, "titles": "none", **more})


def found(was: Fingerprint, now: str, kind: StepKind = StepKind.CLICK, **more: str) -> str:
    return contradiction(was, of(now, **more), kind)


@pytest.mark.parametrize(
    ("was", "now"),
    [
        ("none", f"along {LASTS}"),
        ("none", f"beside {LASTS}"),
        ("Role #r1", f"{ROLE} | along {LASTS}"),
        ("none", "along =Away #t_1 Away/At home"),
        ("none", "along Scope=This and following weeks #s1 This week/This and following weeks"),
        ("none", "along kind=Test, only to me #k1 Test, only to me/To the list"),
        ("none", "along Zustellung=An Nachbarn #k1 An Nachbarn/Persönlich"),
        ("none", "along 期限=一小时 #k1 一小时/直到更改"),
        ("Subject #w_1", "own Subject= #w_1 | along Second subject=Winter sale #w_2"),
        ("Subject #w_1", "own Subject= #w_1 | beside Also to former customers=on #b_1"),
        ("Old #l1 | Subject #w_1", "own Subject= #w_1 | along Second subject=Winter sale #w_2"),
        ("none", "page Answer for=Marketing team #p1 Marketing team/Me"),
        ("none", "page Project=Apollo #p1 Apollo/Gemini"),
        ("Role #r1", "along Level=Owner #l1 Owner/Member | own Role=Viewer #r1 Viewer/Editor"),
        ("Dog #y1", "along Dog=No #y1 No/Yes | along Firewood=Yes #y1 No/Yes"),
        ("none", "along Breakfast=Yes #y1 No/Yes | along Dinner=Yes #y1 No/Yes"),
        ("none", "along_set Board=Full #b1 None/Full"),
        ("Name #w_1", "own Name= #w_1 | along_sent Code=STAFF20 #w_2"),
        ("Name #w_1", "own Name= #w_1 | along_sent Rooms=2 #w_2"),
        ("none", "along_sent Wishes=Two horses #w_1 | along_sent Occasion=Silver wedding #w_2"),
        ("none", "along View=Lake (25 EUR) #v1 Lake (25 EUR)/Yard"),
        ("none", "along Follow-up visit=on #b_1"),
        ("none", "along Star service (9 EUR)=on #b_1"),
        ("none", "along_sent Breakfast on Monday=Yes #y1 No/Yes | along_sent Breakfast on Tuesday=Yes #y1 No/Yes"),
        ("none", "along Key=Without signature #k1 Without signature/With signature"),
        ("none", "along Order=Open gate 4 at once #w_1"),
    ],
)
def test_a_new_list_that_goes_along_is_another_deed(was: str, now: str) -> None:
    assert "and the page had no such choice" in found(of(was), now)


@pytest.mark.parametrize(
    ("was", "now"),
    [
        ("Lasts #zz", f"along {LASTS}"),
        ("Duration #aa", f"along {LASTS}"),
        ("Kind #zz", f"along {LASTS}"),  # a list has gone: this one may be it
        ("Also to former customers #b_9", "beside Also to former customers=on #b_1"),
        ("none", "beside Also to former customers= #b_1"),
        ("none", "else Also to former customers=on #b_1"),
        ("none", "beside Favourite=on #b_1"),
        ("none", "beside Dark mode=on #b_1"),
        ("Note #w_1", "along Remark=Winter sale #w_2"),
        ("Subject #w_1", "along Second subject= #w_2 | own Subject= #w_1"),
        ("none", f"own {LASTS}"),
        ("none", f"else {LASTS}"),
        ("none", f"page {LASTS}"),
        ("none", "along Reminder=None #n1 None/1 hour"),
        ("none", "along Priority=Normal #n1 Low/Normal"),
        ("none", "along Kind=Please choose #n1 Please choose/A/B"),
        ("none", "along Kind=- #n1 -/A/B"),
        ("none", "along =Write #t_1 Write/Preview"),
        ("none", "beside =Member #t_1 Member/History"),
        ("none", "along Country=Country #n1 Country/Chile/Peru"),
        ("none", "along Code=+49 #n1 +49/+33"),
        ("none", "along Copies=1 #n1 1/2/3"),
        ("none", "along Notiz=Keine #n1 Keine/Kurz"),
        ("none", "along Series=This event #n1 This event/All events"),
        ("none", "along Language=German #n1 German/English"),
        ("none", "along Sort by=Newest #n1 Newest/Oldest"),
        ("none", "beside Show=Open days #n1 Open days/Closed days"),
        ("none", "page Project filter=Apollo #n1 Apollo/Gemini"),
        ("none", "along Size=S #n1 S/M | along Size of it=S #n1 S/M"),  # several records, each with one
        ("Part of Ann #n1 | Part of Bo #n1", "along Part of Ann=Day #n1 Day/Night | along Cy=Night #n1 Day/Night"),
        ("Address #w_1", "along Address=Hill 2 #w_1 | along_set Branch=West #b1 East/West"),  # the form of a record
        ("Address #w_1", "along Address=Hill 2 #w_1 | along_sent Note=Pays in cash #w_2"),
        ("none", "along Code=STAFF20 #w_1"),  # a script sends it, if it does
        ("none", "along When=4 June 2026 #w_1"),
        ("none", "beside_sent Rows per page=25 #w_1"),
        ("none", "beside_sent Page=2 #w_1"),
        ("none", "along_told Day=3 May #w_1"),
        ("none", "along_sent Pieces=1 #w_1"),
        ("none", "along_sent Your e-mail=ann@x.org #w_1"),
        ("none", "own_set Board=Full #b1 None/Full"),
        ("none", "none"),
    ],
)
def test_other_lists_say_nothing(was: str, now: str) -> None:
    assert not found(of(was), now)


def test_a_field_that_was_empty_and_holds_something() -> None:
    was = kept_presets(of("along_sent Note= #w_1 | along Aim= #w_2"), lasting=True, of_record=False)

    assert was.details["presets"] == "Note #w_1_ | Aim #w_2_"
    assert "and it was empty" in found(was, "along_sent Note=2 horses #w_1 | along Aim= #w_2")
    assert "and it was empty" in found(was, "along Aim=Two horses #w_2")
    assert not found(was, "along Aim=STAFF20 #w_2")
    assert not found(was, "own Note= #w_1 | else Aim=Two horses #w_2")
    assert not found(of("Note #w_1 | Aim #w_2"), "along Aim=Two horses #w_2")  # nobody knows what they held
    once = merged_presets(was, of("along_sent Note=Two horses #w_1 | along Aim= #w_2"))
    assert not found(once, "along_sent Note=3 horses #w_1 | along Aim= #w_2")
    assert not found(of_record(was), "along_sent Note=3 horses #w_1")


def test_a_yes_that_the_lesson_showed_elsewhere_is_another_one() -> None:
    assert found(of("none", choices="gift=Yes #y"), "along Dinner=Yes #k1 No/Yes")
    assert found(of("none", choices="quiet=on"), "beside Linen=on #b_1")
    assert not found(of("none", choices="linen=on"), "beside Linen=on #b_1")


def test_an_older_recording_knows_no_lists_and_another_kind_of_step_takes_none_along() -> None:
    assert not found(SEND, f"along {LASTS}")
    assert not found(of("none"), f"along {LASTS}", StepKind.FILL)
    assert found(of("none"), f"along {LASTS}", StepKind.PRESS)


@pytest.mark.parametrize(
    "known",
    [
        {"prose": "Lasts | 1 hour"},
        {"stated": "1 hour"},
        {"choices": "lasts=1 hour #b"},
        {"choices": "1 hour=on"},
        {"view": "1 hour"},
        {"titles": "1 hour"},
        {"stated": "1 hour ▾"},
        {"surroundings": "choice of lasts=1 hour"},
        {"choices": "lasts=2 hours #b"},
    ],
)
def test_a_list_or_a_choice_that_the_page_showed_otherwise_says_nothing(known: dict[str, str]) -> None:
    assert not found(of("none", **known), f"along {LASTS}")


def test_a_list_that_offers_what_was_the_title_of_the_page_and_stands_at_something_else() -> None:
    was, now = of("none", titles="Flat | Rooms"), "page House=Cottage #h1 Cottage/Flat"

    assert "the page was that of 'flat'" in found(was, now, titles="Rooms")
    assert not found(was, now, titles="Flat | Rooms")
    assert not found(was, "page House=Flat #h1 Cottage/Flat", titles="Rooms")
    assert not found(was, "page House=Choose #h1 Choose/Flat", titles="Rooms")


def test_what_goes_along_on_the_page_of_a_record_is_its_state() -> None:
    assert not found(of_record(of("none")), f"along {LASTS}")
    assert found(of_record(of("none")), "page Project=Apollo #p1 Apollo/Gemini")
    assert of_record(of_record(of("none"))) == of_record(of("none"))


def test_a_recording_keeps_labels_and_digests_and_only_of_what_lasts() -> None:
    told = of(f"along {LASTS} | {ROLE}", titles="Flat | {{room}}", surroundings="depot=North | choice of a #b=c")
    kept = kept_presets(told, lasting=True, of_record=False)

    around = {"surroundings": "depot=North | choice of a #b=c"}
    assert kept.details == {"presets": "Lasts #aa | Role #r1", "titles": "Flat", "explained": "North"} | around
    assert kept_presets(told, lasting=False, of_record=False).details == around
    explained = of("none", explained="North")
    assert not found(explained, "along Depot=North #d1 East/North")
    assert found(explained, "along Depot=East #d1 East/North")
    assert kept_presets(SEND, lasting=True, of_record=False) == SEND
    assert not found(kept_presets(told, lasting=True, of_record=True), "along Kind=Gift #k1 Gift/Sale")


def test_two_recordings_know_the_lists_of_both_and_the_titles_that_stayed() -> None:
    merged = merged_presets(of("Lasts #aa", titles="Flat | 3 May"), of(ROLE, titles="Flat | 4 May"))

    assert merged.details == {"presets": "Lasts #aa | Role #r1", "titles": "Flat"}
    assert not merged_presets(SEND, of(ROLE)).details
    assert merged_presets(of_record(of("none")), of("none")).details["presets"].startswith("of the record")


def test_a_field_that_came_with_a_new_value_is_no_surprise() -> None:
    was, now = of("Name #w_1"), "own Name= #w_1 | along_sent Rooms=2 #w_3 | along_sent Code=STAFF20 #w_2"
    assert "Code is 'STAFF20'" in found(with_text_in(was, "Rooms"), now)
    assert found(with_text_in(with_text_in(was, "Rooms"), "Code"), now) == ""


def test_a_field_that_a_lesson_has_just_filled_is_no_surprise() -> None:
    was, now = "Note #w_1_ | Code #w_2_", "along_sent Note=Ring twice #w_1 | along_sent Code= #w_2"
    assert "and it was empty" in found(of(was), now)
    assert found(with_text_in(of(was), "Note"), now) == ""
    assert "and it was empty" in found(with_text_in(of(was), "Code"), now)
    assert with_text_in(SEND, "Note") is SEND
