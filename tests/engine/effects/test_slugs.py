"""Values as applications spell them in names and addresses."""

from __future__ import annotations

import re

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from pytest_ami.elements.addresses.routes import normal_route, route_pattern
from pytest_ami.engine.effects.slugs import of_slugs, slug_ids, with_slugs
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.workflow import Effects, Step, StepKind
from tests.support.replays import browser, click, played, workflow

WORD = st.text("abcdeäöüßłóé", min_size=2, max_size=6)
TITLE = st.lists(WORD, min_size=2, max_size=3).map(lambda words: " ".join(words).title())


def link(name: str) -> Step:
    target = Fingerprint(tag="a", role="link", name=name, attributes={"title": name.strip(":")})
    return Step(kind=StepKind.CLICK, target=target, effects=Effects(appeared=(f"link|{name}", "button|Save")))


def again(name: str, learned: str, now: str) -> str:
    """Return the name that a link of this name has with another value."""
    step = of_slugs(with_slugs(link(name), {"title": learned}), {"title": now})
    assert step.target is not None
    assert step.effects.appeared == (f"link|{step.target.name}", "button|Save")
    return step.target.name


@pytest.mark.parametrize(
    ("name", "learned", "now", "wanted"),
    [
        (":juergen_mueller", "Jürgen Müller", "Łódź & Umgebung", ":lodz_umgebung"),
        (":juergen_mueller", "Jürgen Müller", "Anna", ":anna"),
        ("jurgen-muller", "Jürgen Müller", "Ärger im Haus", "arger-im-haus"),
        ("Anna_Maria", "Anna Maria", "New York", "New_York"),
        ("anna-maria", "Anna Maria", "李 小龙", "李-小龙"),
        ("anna", "Anna", "Dora", "anna"),
        ("4.5", "4/5", "7/8", "4.5"),
        ("anna-marias", "Anna Maria", "Dora", "anna-marias"),
    ],
)
def test_a_spelled_value_is_data(name: str, learned: str, now: str, wanted: str) -> None:
    assert again(name, learned, now) == wanted


@settings(max_examples=150, deadline=None)
@given(TITLE, TITLE, st.sampled_from(sorted(slug_ids({"title": "x"}))))
def test_a_spelling_that_was_learned_is_that_of_the_next_value(learned: str, now: str, way: str) -> None:
    spelling = slug_ids({"title": learned})[way]
    assume(spelling != learned)

    ways = {key for key, text in slug_ids({"title": learned}).items() if text == spelling}

    assert again(spelling, learned, now) in {slug_ids({"title": now})[key] for key in ways}
    assert again(spelling, learned, learned) == spelling


def test_a_link_to_another_spelled_value_is_refused() -> None:
    step = with_slugs(click(":anna-maria"), {"title": "Anna Maria"})
    shown = {"/": {"elements": [{"role": "button", "name": ":dora-maria"}, {"role": "button", "name": ":dora"}]}}

    assert played(workflow(step, title=False), browser(shown), {"title": "Dora"}).drift is None
    shown["/"]["elements"].pop()
    report = played(workflow(step, title=False), browser(shown), {"title": "Dora"}, patience=500.0)
    assert report.drift is not None


@pytest.mark.parametrize("part", ["juergen_mueller", "jurgen-muller", "Jürgen_Müller"])
def test_a_route_knows_a_value_in_every_spelling(part: str) -> None:
    route = normal_route(f"/doku.php?do=edit&id={part}", {"title": "Jürgen Müller"})

    assert route == "/doku.php?do=edit&id=:slug(title)"
    pattern = route_pattern(route, {"title": "Anna"})
    assert re.search(pattern, "/doku.php?id=anna&do=edit")
    assert not re.search(pattern, "/doku.php?id=anna_maria&do=edit")
