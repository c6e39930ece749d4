"""Consequences that a text states in the passive voice."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_ami.lexicon.consequences import (
    consequences,
    consequences_at_once,
    does_more,
    side_effects,
    takes_along,
    worse_terms,
)


@pytest.mark.parametrize(
    ("text", "stated"),
    [
        ("Volumes that were made from them are deleted too.", {"deleted", "deleted too"}),
        ("All drafts are lost", {"overwritten"}),
        ("Unlabelled samples are discarded.", {"deleted"}),
        ("这些卷也会被删除。", {"deleted", "deleted too"}),
        ("Les copies sont également supprimées.", {"deleted", "deleted too"}),
        ("Se cobran gastos: serán cobrados hoy.", {"charged"}),
        ("Your meeting at the same time is declined.", {"declined"}),
        ("Der Zugang wird widerrufen.", {"revoked"}),
        ("7 missed payments are made at once", {"charged"}),
        ("Zwei Zahlungen werden sofort ausgeführt.", {"charged"}),
        ("Es wird auf der Startseite angezeigt.", {"published"}),
        ("It will be shown to visitors.", {"published"}),
        ("L'offre est affichée sur la page d'accueil.", {"published"}),
        ("It is not shown on the home page.", set()),
        ("The list is shown below. The home page is new.", set()),
        ("Nothing is deleted, you can restore it", set()),
        ("Die Daten werden nicht gelöscht.", set()),
        ("Rien n'est supprimé.", set()),
        ("Delete 3 snapshots?", set()),
        ("3件已deleted。", {"deleted"}),
        ("deleted_files x_deleted undeleted", set()),
    ],
)
def test_a_text_states_its_consequences_in_five_languages(text: str, stated: set[str]) -> None:
    assert consequences(text) == stated


@given(st.lists(st.sampled_from(["It is deleted.", "It is charged too.", "You can go on."]), max_size=4))
def test_a_text_states_what_its_sentences_state(sentences: list[str]) -> None:
    assert consequences(" ".join(sentences)) == frozenset().union(*map(consequences, sentences))


@pytest.mark.parametrize(
    ("text", "stated"),
    [
        ("Your card is charged now.", {"charged"}),
        ("Your deposit will be debited today", {"charged"}),
        ("Die alte Fassung wird überschrieben.", {"overwritten"}),
        ("Drafts are deleted after 30 days.", set()),
        ("You are charged only when the car is ready.", set()),
        ("No card is charged.", set()),
        ("Charged on Monday", set()),
        ("Deleted files", set()),
    ],
)
def test_a_consequence_at_once_has_no_condition(text: str, stated: set[str]) -> None:
    assert consequences_at_once(text) == stated


@pytest.mark.parametrize(
    ("text", "stated"),
    [
        ("Cela ouvre un litige, que le client pourra contester.", {"opened"}),
        ("Cela modifie votre abonnement.", {"changed"}),
        ("Esto abre una reclamación.", {"opened"}),
        ("Damit ändert sich Ihr Tarif.", {"changed"}),
        ("Vous pourrez la modifier plus tard.", set()),
        ("Podrá cambiar el texto más tarde.", set()),
        ("Cela ne modifie pas votre abonnement.", set()),
        ("Wenn sich etwas ändert, erhalten Sie eine Nachricht.", set()),
        ("Sie können es später ändern.", set()),
    ],
)
def test_a_text_says_in_the_active_voice_what_else_is_opened_or_changed(text: str, stated: set[str]) -> None:
    assert side_effects(text) == stated


BIN = "Deleted items stay in the bin for 30 days."


@pytest.mark.parametrize(
    ("was", "now", "worse"),
    [
        ("Free for ever.", "Free for 7 days, then 29 EUR a month.", "costs something"),
        ("Kostenlos", "Ab 5,90 € im Monat", "costs something"),
        ("Accès gratuit", "Accès : 12 euros", "costs something"),
        ("免费使用", "每月 20 元", "costs something"),
        ("Free returns.", "Free returns. Above 50 EUR you get a gift.", ""),
        ("Free for ever.", "Free of charge.", ""),
        ("Free shipping on all orders.", "Free shipping on every order. Gift wrap from 3 EUR.", ""),
        ("Free shipping on all orders.", "Free shipping from 50 EUR.", "costs something"),
        ("Free shipping on all orders.", "Free shipping on selected orders. All others: 5 EUR", "costs something"),
        ("Free delivery for your order", "Free delivery for your next order. Delivery: 5 EUR", "costs something"),
        ("Kostenloser Versand für alle Waren", "Kostenloser Versand für ausgewählte Waren. 5 EUR", "costs something"),
        ("Livraison gratuite partout en ville", "Livraison gratuite en ville sauf ici. 5 EUR", "costs something"),
        ("Envío gratis en pedidos", "Envío gratis en pedidos seleccionados. Envío: 5 EUR", "costs something"),
        ("Free shipping on all orders.", "Free samples on all tables. Shipping: 5 EUR", "costs something"),
        ("Free shipping on all orders.", "Shipping is no longer free.", "costs something"),
        ("Kostenlose Lieferung", "Die Lieferung ist kostenpflichtig.", "costs something"),
        ("Kostenlose Lieferung", "Lieferung kostenlos. Geschenk ab 3 EUR.", ""),
        ("Die Lieferung ist kostenlos.", "Die Lieferung ist kostenpflichtig.", "costs something"),
        ("You can undo this.", "There is no undo.", "cannot be taken back"),
        ("Free delivery.", "Free delivery for members. Delivery: 5 EUR", "costs something"),
        (BIN, "Items are removed permanently. The bin of deleted items is empty.", "cannot be taken back"),
        ("20 EUR", "25 EUR", ""),
        ("Free, later 5 EUR", "Free for a week, then 9 EUR", ""),
        ("Your seats", "Your seats: 20 EUR", ""),
        (BIN, "Deleted items cannot be brought back.", "cannot be taken back"),
        ("Gelöschtes liegt im Papierkorb.", "Gelöschtes wird endgültig entfernt.", "cannot be taken back"),
        ("可以从回收站恢复。", "删除后无法恢复。", "cannot be taken back"),
        (BIN, f"{BIN} Then they are deleted permanently.", ""),
        (BIN, "Items can be restored for 14 days.", ""),
        ("This cannot be undone.", "It is removed permanently.", ""),
        ("", "This cannot be undone.", ""),
    ],
)
def test_a_text_that_breaks_a_promise_makes_another_deed(was: str, now: str, worse: str) -> None:
    assert worse_terms(was, now) == worse


@given(st.text(max_size=80))
def test_no_text_breaks_its_own_promise(text: str) -> None:
    assert worse_terms(text, text) == ""


@pytest.mark.parametrize(
    ("text", "along"),
    [
        ("1 January of last year - 7 missed payments are made at once", True),
        ("Your other bookings are cancelled immediately.", True),
        ("Die alte Karte wird sofort gelöscht.", True),
        ("1 unsaved grade of 3 May was restored.", True),
        ("Ungespeicherte Änderungen wurden wiederhergestellt.", True),
        ("Drafts are deleted after 30 days.", False),
        ("Old files are deleted automatically.", False),
        ("Nothing is deleted now.", False),
        ("You have unsaved changes.", False),
        ("The service was restored.", False),
        ("If you cancel, the fee is charged at once.", False),
        ("Your changes are visible at once.", False),
    ],
)
def test_a_statement_says_that_a_deed_takes_more_along(text: str, *, along: bool) -> None:
    assert takes_along(text) is along


@pytest.mark.parametrize(
    ("text", "along"),
    [
        ("Every choice starts with 14 days of Team, which then renews at 19 EUR.", True),
        ("9 EUR per month, billed yearly", True),
        ("Das Abo verlängert sich um ein Jahr", True),
        ("2 checks have failed. Merging now bypasses the branch rules.", True),
        ("Es wird jährlich abgerechnet", True),
        ("It does not renew.", False),
        ("Cancel any time before it renews.", False),
        ("9 EUR per month", False),
        ("Paid by 48 people", False),
        ("Renewable energy for your home", False),
        ("Overrides", False),
    ],
)
def test_a_deed_goes_on_or_sets_rules_aside(text: str, *, along: bool) -> None:
    assert takes_along(text) is along


@pytest.mark.parametrize(
    ("deed", "text", "verb"),
    [
        ("Send answer", "Sending an answer closes the ticket.", "closes"),
        ("Save", "New: saving replaces the old file", "replaces"),
        ("Submit", "Submitting deletes the draft", "deletes"),
        ("Senden", "Das Senden schließt den Vorgang.", "schließt"),
        ("Send", "Sending it closes nothing", ""),
        ("Send", "The ticket closes at 8.", ""),
        ("Send", "Sending a mail costs little and notifies Ann", ""),
        ("", "Sending an answer closes the ticket.", ""),
    ],
)
def test_a_sentence_about_a_deed_may_name_another_one(deed: str, text: str, verb: str) -> None:
    assert does_more(deed, text) == verb
