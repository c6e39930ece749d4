"""A deed is done somewhere, as somebody and for somebody: where the page says another place, it is another deed."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_ami.elements.contradictions.facts import contradiction
from pytest_ami.elements.contradictions.surroundings import carried, common, with_surroundings
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.workflow import StepKind

DEPLOY = Fingerprint(tag="button", role="button", name="Deploy", scope=("page|",))
BADGE = "environment"


def around(places: str, **more: str) -> Fingerprint:
    return replace(DEPLOY, details={"surroundings": places, **more})


def found(was: str, now: str) -> str:
    return contradiction(around(was), around(now), StepKind.CLICK)


def heard(was: str, now: str) -> str:
    return contradiction(around("none", says=was), around("none", says=now), StepKind.CLICK)


@pytest.mark.parametrize(
    ("was", "now"),
    [
        ("audience=Test list (2)", "audience=All customers (48210)"),
        ("when=Now", "when=Monday 9:00"),
        ("path=Team / Drafts", "path=Team / Public website"),
        ("choice of role=Viewer", "choice of role=Editor"),
        ("choice of role=Viewer", "choice of role=Admin, Viewer"),
        ("choice of role=Viewer", "choice of role=Viewer of all projects"),
        ("choice of environment #1a=Staging", "environment=Production"),
        ("account id=111122223333", "account id=999988887777"),
        ("klasse=Klasse 7", "klasse=Klasse 8"),
        ("发布到=高一三班", "发布到=全校师生"),
        ("switch test mode=on", "switch test mode=off"),
        ("inventory=My Company (San Francisco)", "inventory=My Company (Chicago)"),
    ],
)
def test_another_place_is_another_deed(was: str, now: str) -> None:
    assert f"the page says {now.partition('=')[2]!r} where it said" in found(was, now)


@pytest.mark.parametrize(
    ("was", "now"),
    [
        ("choice of environment #1a=Staging", "environment=staging"),
        ("choice of environment=Staging", "none"),
        ("path=Settings / Feature flags", "path=Home / Workspace settings / Feature flags"),
        ("region=N. Virginia", "region=United States (N. Virginia)"),
        ("audience=Test list (2)", "audience=Test list (3)"),
        ("change date=03/04/2031", "change date=11/24/2031"),
        ("tip=press ? to see all shortcuts", "tip=drag a flag to sort the list"),
        ("next=Standup", "next=Retrospective"),
        ("choice of sorted by=Name", "choice of sorted by=Last change"),
        ("choice of theme=Dark", "choice of theme=Light"),
        ("choice of shelf #1a=Novels", "choice of shelf #2b=Poems"),
        ("switch dark mode=on", "switch dark mode=off"),
    ],
)
def test_other_data_and_another_look_change_nothing(was: str, now: str) -> None:
    assert not found(was, now)


@pytest.mark.parametrize(
    ("was", "now", "phrase"),
    [
        ("Acme Staging", "Acme Production", "speaks of 'production', it spoke of 'staging'"),
        ("none", "Sie arbeiten im Auftrag von Bob Stone", "says 'Sie arbeiten im Auftrag von Bob Stone', and did not"),
        ("TEST DATA", "none", "does not speak of 'TEST DATA' any more"),
    ],
)
def test_the_words_of_a_page_name_another_circumstance(was: str, now: str, phrase: str) -> None:
    assert phrase in heard(was, now)


def test_an_element_that_was_recorded_without_them_has_no_surroundings() -> None:
    live, staged = around("environment=Production"), around("environment=Staging")

    assert not contradiction(DEPLOY, live, StepKind.CLICK)
    assert not contradiction(staged, DEPLOY, StepKind.CLICK)
    assert not contradiction(staged, live, StepKind.HOVER)
    assert not contradiction(around("none"), around("none", says="Production"), StepKind.CLICK)


def test_boxes_that_are_ticked_beside_those_of_the_flow_go_along() -> None:
    none, plan = around("none", ticked="none"), around("none", ticked="Plan")

    assert "Plan is ticked as well" in contradiction(none, plan, StepKind.CLICK)
    assert not contradiction(plan, none, StepKind.CLICK)
    assert not contradiction(plan, around("none", ticked="Budget"), StepKind.CLICK)
    assert not contradiction(around("none"), plan, StepKind.CLICK)


def test_a_twig_of_another_branch_is_another_one() -> None:
    marketing = around("none", branch="Marketing")

    assert "under 'Legal', it was under 'Marketing'" in contradiction(
        marketing, around("none", branch="Legal"), StepKind.CLICK, data_driven=True
    )
    assert not contradiction(marketing, around("none", branch="marketing"), StepKind.CLICK)
    assert not contradiction(marketing, around("none"), StepKind.CLICK)


def test_a_card_that_moves_to_another_column_is_another_deed() -> None:
    done = around("none", beyond="Done")

    assert "moves to 'Cancelled', it moved to 'Done'" in contradiction(
        done, around("none", beyond="Cancelled"), StepKind.CLICK
    )
    assert not contradiction(done, around("none", beyond="DONE"), StepKind.CLICK)
    assert not contradiction(done, around("none"), StepKind.CLICK)


def kept(target: Fingerprint, *earlier: str, standing: tuple[str, ...] | None = None, lasting: bool = True) -> str:
    before = [*map(around, earlier)]
    stood = before if standing is None else [*map(around, standing)]
    return with_surroundings(target, before, stood, lasting=lasting).details.get("surroundings", "")


def test_a_lesson_keeps_the_texts_that_stood_still() -> None:
    deed = around(
        f"{BADGE}=Staging | channel=2 selected | choice of role=Viewer"
        " | project=Syncing | to={{to}} | for=Mail to {{to}}"
    )
    first = (
        f"{BADGE}=Staging | channel=Nothing selected | choice of role=Choose | project=Syncing | to=Nobody | for=Mail"
    )

    assert kept(deed, first) == f"{BADGE}=Staging | choice of role=Viewer"
    assert kept(deed, lasting=False) == ""
    assert kept(around("project=Syncing"), "project=Syncing") == "none"


def test_a_text_that_came_with_a_value_belongs_to_its_record() -> None:
    deed = around(f"{BADGE}=Staging | channel=Virginia Woolf | choice of shelf=Novels | to={{{{to}}}}")

    assert kept(deed, standing=(f"{BADGE}=Staging",)) == f"{BADGE}=Staging | to={{{{to}}}}"
    assert kept(deed, standing=()) == "to={{to}}"


def test_the_words_of_a_page_are_kept_as_well_if_they_stood_before() -> None:
    deed, first = around("none", says="Acme Staging | Draft of {{title}} | Public"), around("none", says="Acme Staging")

    assert with_surroundings(deed, [first], [first], lasting=True).details["says"] == "Acme Staging"
    assert "says" not in with_surroundings(deed, [first], [first], lasting=False).details


def test_two_recordings_keep_what_they_have_in_common() -> None:
    first = around("site=Staging | tip=Use tags", says="Acme Staging | Draft")
    second = around("site=Staging | tip=Use stars", says="Acme Staging | Public")

    assert common(first, second).details == {"surroundings": "site=Staging", "says": "Acme Staging"}
    assert common(DEPLOY, second) == second


def test_a_healed_element_keeps_the_texts_that_are_still_there() -> None:
    old, new = around("site=Staging | tip=Use tags", says="Draft"), around("tenant=Staging | news=Hello", says="Draft")

    assert carried(old, new).details == {"surroundings": "tenant=Staging", "says": "Draft"}
    assert carried(old, DEPLOY) == DEPLOY


def test_a_statement_of_a_record_counts_if_it_says_that_the_record_is_open() -> None:
    deed = around("none", statements="Outpatient visit, open | Visit of {{who}}, open | Seen in March")
    learned = with_surroundings(deed, [], [], lasting=True)

    assert learned.details["in state"] == "Outpatient visit, open"
    assert learned.details["statements"] == "none"
    assert carried(learned, deed).details["in state"] == "Outpatient visit, open"
    assert "in state" not in carried(learned, around("none", statements="Phone call, open")).details
    assert "in state" not in common(learned, around("none")).details
    assert common(learned, learned).details["in state"] == "Outpatient visit, open"


@pytest.mark.parametrize(
    ("was", "now", "closed"),
    [
        ("Outpatient visit, open", "Outpatient visit, closed in March. Entries amend the report", True),
        ("Ihre Anfrage ist offen", "Ihre Anfrage ist geschlossen", True),
        ("Outpatient visit, open", "Outpatient visit, open | Outpatient visit, closed", False),
        ("Outpatient visit, open", "Phone call, closed", False),
        ("Outpatient visit, open", "Outpatient visit, active", False),
        ("Outpatient visit, open", "none", False),
    ],
)
def test_a_record_that_was_open_and_is_closed_takes_no_more_entries(was: str, now: str, *, closed: bool) -> None:
    target = around("none", statements="none", **{"in state": was})

    assert bool(contradiction(target, around("none", statements=now), StepKind.CLICK)) is closed


@pytest.mark.parametrize("now", ["Northwind (guest)", "Nordwind (Gast)", "北风 (访客)"])
def test_a_person_who_is_only_a_guest_is_elsewhere(now: str) -> None:
    assert f"the page says {now!r}" in heard("Acme", now)
    assert not heard(now, now)
    assert not heard("Acme", "Guest list")


TEXTS = st.text(st.characters(categories=("L", "N", "Zs", "P"), exclude_characters="|="), min_size=1, max_size=30)
PLACES = st.dictionaries(
    st.sampled_from(["path", "account", "choice of role", "tip", "switch test mode"]), TEXTS, max_size=6
)


def written(places: dict[str, str]) -> str:
    return " | ".join(f"{key}={text}" for key, text in places.items()) or "none"


@settings(max_examples=200, deadline=None)
@given(PLACES, st.lists(TEXTS, max_size=6))
def test_a_page_that_says_the_same_contradicts_nothing(places: dict[str, str], texts: list[str]) -> None:
    now = around(written(places), says=" | ".join(texts) or "none")

    assert not contradiction(now, now, StepKind.CLICK)
