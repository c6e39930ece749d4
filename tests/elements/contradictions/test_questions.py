"""A button in a dialog answers the dialog's question: where the question asks for more, it is another button."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_ami.elements.contradictions.facts import contradiction
from pytest_ami.lexicon.units import EXTENT
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.workflow import StepKind

BUTTON = Fingerprint(tag="button", role="button", name="Delete", scope=("dialog|Delete mail", "page|"))


def asked(before: str, after: str, name: str = "Delete") -> str:
    """Return the contradiction of two questions."""
    target = replace(BUTTON, name=name, texts=(before,))
    return contradiction(target, replace(target, texts=(after,)), StepKind.CLICK)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Delete this mail?", "Delete all mails?"),
        ("Delete this mail?", "Delete this mail permanently?"),
        ("Delete Ann Lee from your contacts?", "Ann Lee is your own account. Delete the account and all data?"),
        ("Delete this mail?", "Delete this mail and publish its attachment?"),
        ("Delete this mail?", "Edit this mail?"),
    ],
)
def test_a_question_that_asks_for_more_is_another_one(before: str, after: str) -> None:
    assert "the dialog speaks of" in asked(before, after)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Delete this mail?", "Delete the mail?"),
        ("Delete all mails permanently?", "Delete all mails?"),
        ("Do you want to delete it?", "Really delete it?"),
        ("Delete this mail?", ""),
        ("Delete this mail?", "Delete this mail? You can see the others in the list."),
    ],
)
def test_other_words_for_the_same_or_for_less_are_no_contradiction(before: str, after: str) -> None:
    assert not asked(before, after)


HELP = (
    "You can change it later.",
    "You can still change the text in the settings.",
    "The customer may open it for a week.",
    "The customer can open and edit it in the portal.",
    "It can be opened by the customer.",
    "The customer sees a link and can open it for a week.",
    "The customer may open it with any program that reads such files.",
    "Sie können sie jederzeit im Archiv öffnen.",
    "Der Kunde kann sie öffnen und bearbeiten.",
    "您可以稍后修改。",
    "The terms open in a new tab.",
    "Les conditions s'ouvrent dans un nouvel onglet.",
)
FACTS = (
    "It changes the plan in May.",
    "Visitors see it on the start page.",
    "As you can see, it opens a case.",
    "The customer may be late: this opens a case.",
    "The customer may wait a day while it changes the plan.",
    "The customer can pay by card and this opens a credit line.",
    "Wie man sehen kann, ändern Sie die Adresse.",
    "Der Kunde kann zahlen und damit ändern Sie seinen Tarif.",
    "这会修改客户的地址, 客户可以查看。",
    "Cela modifie votre abonnement.",
    "Esto abre una reclamación.",
)


@pytest.mark.parametrize("text", HELP)
def test_a_sentence_of_possibility_is_help(text: str) -> None:
    assert not asked("Send the mail?", f"Send the mail? {text}", "Send")


@pytest.mark.parametrize("text", FACTS)
def test_a_sentence_that_says_what_is_opened_or_changed_is_news(text: str) -> None:
    assert asked("Send the mail?", f"Send the mail? {text}", "Send")


@settings(max_examples=100, deadline=None)
@given(st.sampled_from(HELP), st.sampled_from(FACTS), st.booleans())
def test_help_beside_news_hides_none(first: str, second: str, turned: bool) -> None:  # noqa: FBT001
    text = f"{second} {first}" if turned else f"{first} {second}"

    assert asked("Send the mail?", f"Send the mail? {text}", "Send")


def test_a_button_that_commits_nothing_may_stand_beside_any_text() -> None:
    target = replace(BUTTON, role="link", tag="a", name="Details", texts=("Show this mail?",))

    assert not contradiction(target, replace(target, texts=("Show all mails?",)), StepKind.CLICK)


@settings(max_examples=200, deadline=None)
@given(st.sampled_from(sorted(EXTENT)), st.from_regex(r"[a-z]{3,9}( [a-z]{3,9}){0,3}", fullmatch=True))
def test_a_word_of_extent_counts_wherever_it_stands_unless_it_stood_there_before(word: str, rest: str) -> None:
    assert asked(f"Delete {rest}?", f"Delete {word} {rest}?") or word in rest.split()
    assert not asked(f"Delete {word} {rest}?", f"Delete {rest} {word}?")
