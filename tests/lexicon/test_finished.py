"""Words that say that a deed is done already."""

from __future__ import annotations

import pytest

from pytest_ami.lexicon.finished import finished, other_badge, stays_undone


@pytest.mark.parametrize(
    ("deed", "text"),
    [
        ("Pay", "Paid"),
        ("Pay", "Paid until May"),
        ("Pay", "Paid (receipt no 12)"),
        ("Refund", "Refunded to card"),
        ("Refund", "Refunded, no. 4711"),
        ("Refund", "Refunded by bank transfer on Monday"),
        ("Send", "Sent to customer"),
        ("Ship", "Invoice no. 12 shipped"),
        ("Bezahlen", "Bezahlt am 3. Mai"),
    ],
)
def test_a_record_of_which_the_deed_is_done(deed: str, text: str) -> None:
    assert finished(deed, {text, "Moor"}) == text


@pytest.mark.parametrize(
    ("deed", "text"),
    [
        ("Pay", "Not yet paid"),
        ("Pay", "To be paid"),
        ("Pay", "Not paid"),
        ("Send", "To be sent"),
        ("Bezahlen", "Noch nicht bezahlt"),
        ("Pagar", "No pagado"),
        ("Sign", "The signed copies of a poet and her friends"),
        ("Pay", "Open"),
    ],
)
def test_a_record_of_which_the_deed_is_still_to_come(deed: str, text: str) -> None:
    assert not finished(deed, {text, "Moor"})


@pytest.mark.parametrize(
    ("was", "now", "closes"),
    [
        ("Open", "Paid", True),
        ("Active", "Archived", True),
        ("Offen", "Bezahlt", True),
        ("Open", "Open", False),
        ("Open", "Active", False),
        ("Paid", "Open", False),
        ("Open", "Urgent", False),
        ("Open to all members", "Closed", False),
    ],
)
def test_a_badge_says_that_a_record_takes_no_more_entries(was: str, now: str, *, closes: bool) -> None:
    assert other_badge(was, now) is closes


@pytest.mark.parametrize(
    ("deed", "text"),
    [
        ("Submit", "Until your team's plan is approved, a request is kept as a draft and is not submitted."),
        ("Send", "Mails cannot be sent in the evening."),
        ("Send reply", "Replies won't be sent"),
        ("Publish", "While the review runs, pages are not published"),
        ("Buchen", "Solange das Lager zählt, wird nicht gebucht"),
        ("Envoyer", "Tant que le compte est vide, rien n'est pas envoyé"),
    ],
)
def test_a_sentence_says_that_a_deed_is_not_done(deed: str, text: str) -> None:
    assert stays_undone(deed, text)


@pytest.mark.parametrize(
    ("deed", "text"),
    [
        ("Submit", "This draft was not submitted"),
        ("Send", "Your address will not be sent to third parties"),
        ("Submit", "A request cannot be submitted twice"),
        ("Save", "Until the plan is approved, a request is not submitted"),
        ("Send", "You will find sent mails in the archive, not here"),
        ("Publish", "Published pages can not only be read here"),
        ("Go", "Mails cannot be sent in the evening."),
    ],
)
def test_other_sentences_do_not_say_that_a_deed_is_not_done(deed: str, text: str) -> None:
    assert not stays_undone(deed, text)


@pytest.mark.parametrize(
    ("deed", "text", "undone"),
    [
        ("Merge", "Checks are running. The request will be merged automatically when they pass.", True),
        ("Send", "Your message will be sent as soon as an editor has seen it", True),
        ("Veröffentlichen", "Der Beitrag wird veröffentlicht, sobald die Redaktion ihn gesehen hat", True),
        ("Publier", "L'article sera publié dès que la rédaction l'aura vu", True),
        ("Send", "Your message will be sent when you press the button", False),
        ("Send", "You are told when it was sent", False),
        ("Share", "Shared", False),
        ("Merge", "Merged requests are kept", False),
        ("Archive", "It will be merged when the checks pass", False),
    ],
)
def test_a_deed_that_is_put_off_is_not_done(deed: str, text: str, *, undone: bool) -> None:
    assert stays_undone(deed, text) is undone
