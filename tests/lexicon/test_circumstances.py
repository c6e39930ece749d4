"""Words that say where, as whom and for whom a deed is done, in the languages of the project."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_ami.lexicon.circumstances import (
    RIVALS,
    circumstance_words,
    circumstances,
    denies,
    is_display,
    names_circumstance,
    names_protected,
    other_circumstance,
    other_host,
    passes,
)


def other(was: str, now: str) -> str:
    return other_circumstance(*(circumstances(text.split(" | ")) for text in (was, now)))


@pytest.mark.parametrize(
    ("was", "now", "phrase"),
    [
        ("You work on staging in this window today", "You are connected to the production system", "'production'"),
        ("Draft", "Published", "'published'"),
        ("Entwurf", "Veröffentlicht", "'veröffentlicht'"),
        ("当前是测试环境", "当前是生产环境", "'生产'"),
        ("eu-staging-1", "eu-prod-1", "'prod'"),
        ("Acme GmbH", "Globex AG", "'globex ag'"),
        ("Acme GmbH", "Acme Holding", "'acme holding'"),
        ("Acme GmbH", "Acme Iberia SL", "'acme iberia sl'"),
        ("Moor Srl", "Moor Nederland BV", "'moor nederland bv'"),
        ("", "All entries are made in his name", "and did not"),
        ("Times in Europe/Berlin", "Times in America/New York", "'America/New'"),
        ("Sandbox: UAT", "", "not speak of"),
        ("", "You are acting as Bob Stone", "'You are acting as Bob Stone', and did not"),
        ("", "您正在代理 王五 操作", "and did not"),
        ("", "The bin is off", "and did not"),
        (
            "You are creating a private repository in octo-org",
            "You are creating a public repository in octo-org",
            "said the contrary",
        ),
    ],
)
def test_of_two_circumstances_that_exclude_each_other_one_holds(was: str, now: str, phrase: str) -> None:
    assert phrase in other(was, now)


@pytest.mark.parametrize(
    ("was", "now"),
    [
        ("Staging", "Stage | staging-2 | Staging"),
        ("Staging | Production", "Production"),
        ("Staging", "Staging | Production"),
        ("TEST DATA", "You are using test data"),
        ("Testdaten", "essai"),
        ("Private beta", "Public beta"),
        ("Take our tour and send private feedback", "New: the public API has webhooks"),
        ("Acme GmbH", "Acme GmbH | Globex AG"),
        ("Test results", "Results"),
        ("Manage your group", "Edit this group"),
        ("Preise ab heute", "Se ha guardado"),
        ("", "Viewing as list"),
        ("", "Signed in as Ana Ruiz"),
        ("", "This cannot be undone"),
        ("Howdy, admin", "Howdy, editor"),
    ],
)
def test_other_words_of_a_page_exclude_nothing(was: str, now: str) -> None:
    assert not other(was, now)


@pytest.mark.parametrize(
    "label", ["Account ID", "Audience", "Zeitzone", "Visible to", "发布到", "cal calendar", "env-name", "To"]
)
def test_labels_that_ask_for_whom(label: str) -> None:
    assert names_circumstance(label)


def test_labels_of_a_look_ask_for_nothing() -> None:
    assert not names_circumstance("How to start")
    assert not names_circumstance("User")
    assert is_display("Sorted by")
    assert is_display("Sprache")
    assert not is_display("Environment")
    assert names_protected("Test mode")
    assert not names_protected("Dark mode")
    assert passes("Saving")
    assert not passes("Staging")


@settings(max_examples=100, deadline=None)
@given(st.sampled_from(RIVALS), st.data())
def test_a_circumstance_excludes_every_other_one_of_its_group_and_not_itself(
    group: tuple[frozenset[str], ...], data: st.DataObject
) -> None:
    lost, gained = (data.draw(st.sampled_from(group)) for _ in range(2))
    one, two = data.draw(st.sampled_from(sorted(lost))), data.draw(st.sampled_from(sorted(gained)))

    assert bool(other(one, two)) is (lost != gained)
    assert re.search(circumstance_words(), one, re.IGNORECASE)


@pytest.mark.parametrize(
    ("was", "now", "other"),
    [
        (".dev.acme.test", ".acme.test", True),
        ("api.acme.io", "api.staging.acme.io", True),
        ("dev.acme.test", "live.acme.test", True),
        ("see docs.acme.io", "see help.acme.io", False),
        ("app.dev.acme.io", "api.dev.acme.io", False),
        ("ann@dev.acme.test", "ann@acme.test", False),
        ("dev.acme.test", "pine.example", False),
    ],
)
def test_a_host_name_says_its_environment(was: str, now: str, other: object) -> None:
    assert other_host(was, now) is other


@pytest.mark.parametrize(
    ("was", "now", "contrary"),
    [
        ("The data are passed on to anybody.", "The data are not passed on to anybody.", True),
        ("The data are not passed on to anybody.", "The data are passed on to makers of medicine.", True),
        ("Die Daten werden nicht an andere weitergegeben", "Die Daten werden an andere weitergegeben", True),
        ("You have not read 3 of these messages", "You have read all of these messages", True),
        ("You have not read these messages yet today", "You have read 4 of these messages yet today", False),
        ("Nobody has commented", "Ada has commented", False),
        ("You have no open invoices at the moment", "You have several open invoices at the moment", False),
        ("There is no charge for this order", "There is a charge for this order", True),
        ("Not started", "Started yesterday", False),
        ("The old files are deleted after ten days", "The old files are kept for ten days", False),
        ("2 seats", "no seats", False),
    ],
)
def test_a_sentence_that_gains_or_loses_its_denial_says_the_contrary(was: str, now: str, *, contrary: bool) -> None:
    assert denies(was, now) is contrary
