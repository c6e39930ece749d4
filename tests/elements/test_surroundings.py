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
BADGE = "nav.navbar>span.badge"


def around(text: str, **more: str) -> Fingerprint:
    return replace(DEPLOY, details={"surroundings": text, **more})


def told(was: str, now: str) -> str:
    return contradiction(around(was), around(now), StepKind.CLICK)


@pytest.mark.parametrize(
    ("was", "now", "phrase"),
    [
        (f"{BADGE}=Staging", f"{BADGE}=Production", "says 'Production' where it said 'Staging'"),
        ("aside>p.account=Acme GmbH", "aside>p.account=Acme Holding", "says 'Acme Holding'"),
        ("audience=Test list (2)", "audience=All customers (48210)", "says 'All customers (48210)'"),
        ("when=Now", "when=Monday 9:00", "says 'Monday 9:00'"),
        ("path=Team / Drafts", "path=Team / Public website", "Public website"),
        ("choice of role=Viewer", "choice of role=Editor", "says 'Editor'"),
        (f"{BADGE}=Staging", "div.chip>b=Production", "speaks of 'production', it spoke of 'staging'"),
        ("header>span=预发布环境", "div>b=生产环境", "speaks of '生产'"),
        ("none", "div.alert>p=You are acting as Bob Stone", "says 'You are acting as Bob Stone', and did not"),
        ("none", "main>p=deleted files cannot be restored", "cannot be restored"),
    ],
)
def test_another_place_is_another_deed(was: str, now: str, phrase: str) -> None:
    assert phrase in told(was, now)


@pytest.mark.parametrize(
    ("was", "now"),
    [
        (f"{BADGE}=Staging", f"{BADGE}=staging"),
        (f"{BADGE}=Staging", "choice of header>button=Staging"),
        (f"{BADGE}=Staging | div>p=Hello", f"{BADGE}=Hello | div>p=Staging"),
        (f"{BADGE}=Staging", "none"),
        (f"{BADGE}=Staging", "div>p=A new dashboard is here"),
        ("span.count=3 items", "span.count=14 items"),
        ("p>span=Press Ctrl to copy", "p>span=Saved"),
        ("audience=Test list (2)", "audience=Test list (3)"),
        ("none", "footer>p=Version 7"),
    ],
)
def test_a_text_that_moved_or_passes_changes_nothing(was: str, now: str) -> None:
    assert not told(was, now)


def test_an_element_that_was_recorded_without_them_has_no_surroundings() -> None:
    assert not contradiction(DEPLOY, around(f"{BADGE}=Production"), StepKind.CLICK)
    assert not contradiction(around(f"{BADGE}=Staging"), DEPLOY, StepKind.CLICK)
    assert not contradiction(around(f"{BADGE}=Staging"), around(f"{BADGE}=Production"), StepKind.HOVER)


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
        f"{BADGE}=Staging | p>b=2 selected | choice of role=Viewer"
        " | div>span=Synced | to={{to}} | by=Mail to {{to}}"
    )
    first = f"{BADGE}=Staging | p>b=Nothing selected | choice of role=Choose | div>span=Synced | to=Nobody | by=Mail"

    assert kept(deed, first) == f"{BADGE}=Staging | choice of role=Viewer"
    assert kept(deed, lasting=False) == ""
    assert kept(around("div>span=Synced"), "div>span=Synced") == "none"


def test_a_text_that_came_with_a_value_belongs_to_its_record() -> None:
    deed = around(f"{BADGE}=Staging | p>b=Virginia Woolf | choice of shelf=Novels | to={{{{to}}}}")

    assert kept(deed, standing=(f"{BADGE}=Staging",)) == f"{BADGE}=Staging | to={{{{to}}}}"
    assert kept(deed, standing=()) == "to={{to}}"


def test_two_recordings_keep_what_they_have_in_common() -> None:
    first, second = around(f"{BADGE}=Staging | p.tip=Use tags"), around(f"{BADGE}=Staging | p.tip=Use stars")

    assert common(first, second).details["surroundings"] == f"{BADGE}=Staging"
    assert common(DEPLOY, second) == second


def test_a_healed_element_keeps_the_texts_that_are_still_there() -> None:
    old, new = around(f"{BADGE}=Staging | p.tip=Use tags"), around("div.chip>b=Staging | p.news=Hello")

    assert carried(old, new).details["surroundings"] == "div.chip>b=Staging"
    assert carried(old, DEPLOY) == DEPLOY


TEXTS = st.text(st.characters(categories=("L", "N", "Zs", "P"), exclude_characters="|="), min_size=1, max_size=30)
PLACES = st.dictionaries(st.from_regex(r"[a-z]{1,8}(>[a-z.]{1,8})?", fullmatch=True), TEXTS, max_size=6)


def written(places: dict[str, str]) -> str:
    return " | ".join(f"{key}={text}" for key, text in places.items()) or "none"


@settings(max_examples=200, deadline=None)
@given(PLACES, st.randoms(use_true_random=False))
def test_texts_that_are_all_still_there_contradict_nothing(places: dict[str, str], random: object) -> None:
    keys = [*places]
    random.shuffle(keys)  # type: ignore[attr-defined]
    moved = dict(zip(keys, places.values(), strict=True))

    assert not told(written(places), written(places))
    assert not told(written(places), written(moved))
