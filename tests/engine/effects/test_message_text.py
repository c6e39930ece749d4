"""Messages are compared to the last word and number; counters, clocks and ids may differ."""

from __future__ import annotations

from decimal import Decimal

import pytest

from pytest_ami.engine.effects.message_text import (
    LONGEST,
    amount,
    constants,
    fits,
    has_amount,
    kept_numbers,
    named,
    pattern,
    refuses,
    same_number,
    stored,
)


def agrees(template: str, now: str, values: dict[str, str] | None = None, *, same: bool = False) -> bool:
    known = values or {}
    return fits(pattern(template, known, same=same), now, known)


@pytest.mark.parametrize(
    ("then", "now"),
    [
        ("Order 1042 placed", "Order 1043 placed"),
        ("Order #17 placed", "Order #18 placed"),
        ("Saved at 12:30 PM", "Saved at 9:05 AM"),
        ("Booked on Nov 23, 2026", "Booked on Dec 1, 2026"),
        ("Due on 23 November 2026", "Due on 1 May 2027"),
        ("Due on 2026-11-23", "Due on 2027-05-01"),
        ("Saved just now", "Saved 2 minutes ago"),
        ("vor 3 Minuten gespeichert", "gerade eben gespeichert"),
        ("Reference 7f3a9cdd is booked", "Reference 00bb12aa is booked"),
        ("1 item in your cart", "12 items in your cart"),
        ("There are 2 matches", "There is 1 match"),
        ("1 entry was found in 3 caches", "12 entries were found in 1 cache"),
        ("Paid. New balance: 990 EUR", "Paid. New balance: 1,980 EUR"),
        ("message  SENT", "Message sent"),
    ],
)
def test_what_differs_from_visit_to_visit_may_differ(then: str, now: str) -> None:
    assert agrees(then, now, same=True)


@pytest.mark.parametrize(
    ("then", "now"),
    [
        ("Paid 10 EUR", "Paid 1000 EUR"),
        ("Paid 10.00 EUR", "Paid 1,000 EUR"),
        ("€10 paid", "€1 paid"),
        ("Paid 100", "Paid 999"),
        ("Transferred 5 shares", "Transferred 500 shares"),
        ("Deleted (1)", "Deleted (5000)"),
        ("1 mail deleted", "5000 mails deleted"),
        ("Mail was sent", "Mail was NOT sent"),
        ("Mail sent to Ann", "Mail sent to Bob"),
        ("Galaxy S24 added", "Galaxy S24 removed"),
        ("There are 2 matches", "There is 1 patch"),
        ("There are 2 matches", "There were 2 matches"),
        ("There are 2 matches", "There are no matches"),
    ],
)
def test_another_amount_or_word_is_another_message(then: str, now: str) -> None:
    assert not agrees(then, now, same=True)


def test_amounts_of_other_values_may_differ() -> None:
    assert agrees("Cup added: 10 EUR", "Cup added: 12 EUR", same=False)


@pytest.mark.parametrize("shown", ["10", "10.00", "10,00", "010"])
def test_a_parameter_is_compared_in_every_spelling(shown: str) -> None:
    template = named(f"Paid {shown} EUR to Ann", {"amount": "10", "to": "Ann"})

    assert template == "Paid {{amount}} EUR to {{to}}"
    assert agrees(template, "Paid 25.00 EUR to Bob", {"amount": "25", "to": "Bob"})
    assert not agrees(template, "Paid 250 EUR to Bob", {"amount": "25", "to": "Bob"})


@pytest.mark.parametrize("text", ["Step 2 of 3", "Page 2", "2 unread", "at 12:02", "due 2026-02-02", "Version 1.2"])
def test_a_small_number_that_counts_something_else_is_no_parameter(text: str) -> None:
    assert named(text, {"pieces": "2"}) == text


@pytest.mark.parametrize(
    ("then", "now", "same"),
    [
        ("1 file attached", "2 files attached", True),
        ("2 files attached", "3 files attached", True),
        ("2 files attached", "0 files attached", False),
        ("0 rows updated", "0 rows updated", True),
        ("3 Dateien hochgeladen", "0 Dateien hochgeladen", False),
        ("3 Dateien gesendet", "0 Dateien gesendet", False),
        ("3 items left", "0 items left", True),
        ("5 个文件已上传", "0 个文件已上传", False),
        ("Cart: 3", "Cart: 0", True),
        ("10 files attached", "20 files attached", True),
    ],
)
def test_a_deed_that_was_done_to_something_is_not_done_to_nothing(then: str, now: str, *, same: bool) -> None:
    assert fits(pattern(then, {}, key=f"status|{then}"), now, {}) is same


def test_a_constant_of_the_flow_stays_and_a_counter_does_not() -> None:
    known = constants(["Pay 10 EUR", "1042", "{{to}}"])

    assert kept_numbers("Paid 10 EUR for order 1042, 3 items", known) == ("10", "1042")
    wanted = pattern("Order 1042 cancelled", {}, exact=("1042",))
    assert fits(wanted, "Order 1042 cancelled", {})
    assert not fits(wanted, "Order 1043 cancelled", {})


def test_a_part_that_varied_fits_any_number() -> None:
    assert agrees("New balance # EUR", "New balance 1,000 EUR", same=True)


WORDS = "The harbour of the north has waited for this message since Monday and "


@pytest.mark.parametrize("times", [1, 7, 60])
def test_a_long_message_is_compared_to_its_end(times: int) -> None:
    values = {"to": "Ann", "amount": "10"}
    whole = WORDS * times + "Ann was sent 10 EUR, number 17."
    head, rest = stored(named(whole, values))
    wanted = pattern(head, {"to": "Bob", "amount": "7"}, rest=rest)
    now = {"to": "Bob", "amount": "7"}

    assert len(head) <= LONGEST + 5
    assert fits(wanted, WORDS * times + "Bob was sent 7 EUR, number 18.", now)
    assert not fits(wanted, WORDS * times + "Bob was NOT sent 7 EUR, number 18.", now)
    assert not fits(wanted, WORDS * times + "Ann was sent 7 EUR, number 18.", now)


def test_a_value_that_stands_in_a_long_message_by_chance_changes_nothing() -> None:
    head, rest = stored(named(WORDS * 7 + "Ann was told.", {"to": "Ann"}))

    assert fits(pattern(head, {"to": "Monday"}, rest=rest), WORDS * 7 + "Monday was told.", {"to": "Monday"}) is False
    assert fits(
        pattern(head, {"to": "Eve", "x": "Monday"}, rest=rest),
        WORDS * 7 + "Eve was told.",
        {"to": "Eve", "x": "Monday"},
    )


def test_a_message_from_before_whole_texts_were_kept_still_fits() -> None:
    cut = (WORDS * 2)[:100]

    assert fits(pattern(cut, {}, old=True), WORDS * 2 + "was sent", {})
    assert not fits(pattern("Message sent", {}, old=True), "Message sent later", {})


@pytest.mark.parametrize(
    ("text", "value"),
    [("1,000", "1000"), ("1.000", "1000"), ("0.125", "0.125"), ("1.000,50", "1000.5"), ("1'000.5", "1000.5"),
     ("1 000", "1000"), ("10,5", "10.5"), ("1,234,567", "1234567")],
)  # fmt: skip
def test_numbers_are_read_as_people_write_them(text: str, value: str) -> None:
    assert amount(text) == Decimal(value)


def test_a_thousand_is_not_one() -> None:
    assert not same_number("1", "1,000")
    assert same_number("1000", "1,000.00")


@pytest.mark.parametrize(
    "text",
    ["Delivery failed", "Mail was NOT sent", "Fehler beim Senden", "Nicht gesendet", "发送失败", "未发送",
     "Could not send", "Access denied", "Couldn't reach the server", "Card declined", "Error 17", "Oops",
     "Locked by Ada Moor", "Checked out by bob", "This page is being edited by Cleo", "The name already exists",
     "Seat already taken", "Gesperrt durch Frau Moor", "Der Name ist bereits vergeben", "Verrouillé par Ada",
     "Ce nom est déjà utilisé", "En uso por otra persona", "El nombre ya existe", "名称已存在", "已被王芳锁定"],
)  # fmt: skip
def test_a_failure_is_recognised(text: str) -> None:
    assert refuses(text)


@pytest.mark.parametrize(
    "text",
    ["Message sent", "Saved 3 notes", "No new mail", "Not you?", "Do not close this window", "Gesendet", "已发送",
     "Ann is online", "It is raining", "Notebook saved", "Locked by you", "The page is locked", "Reserved for Ada Moor",
     "Taken by Ada", "Gesperrt", "Réservé par Ada", "Bloqueado", "已锁定"],
)  # fmt: skip
def test_news_are_no_failure(text: str) -> None:
    assert not refuses(text)


def test_an_amount_is_told_from_a_counter() -> None:
    assert has_amount("Paid 10 EUR")
    assert not has_amount("Order 1042 placed")
    assert not has_amount("Paid {{amount}} EUR")


@pytest.mark.parametrize(
    ("then", "now", "same"),
    [
        ("1 fichier joint", "0 fichier joint", False),
        ("1 file caricato", "0 file caricato", False),
        ("Files attached: 1", "Files attached: 0", False),
        ("3 tasks unfinished", "0 tasks unfinished", True),
        ("2 files rejected", "0 files rejected", True),
    ],
)
def test_nothing_is_told_in_other_languages_and_places_and_what_is_left_is_no_deed(
    then: str, now: str, *, same: bool
) -> None:
    assert fits(pattern(then, {}, key=f"status|{then}"), now, {}) is same


@pytest.mark.parametrize(
    ("text", "refused"),
    [
        ("0 errors", False),
        ("No errors found", False),
        ("Keine Fehler", False),
        ("This cannot be undone.", False),
        ("Not required", False),
        ("1 error", True),
        ("No errors found, but the order was rejected", True),
        ("This cannot be saved", True),
    ],
)
def test_a_count_of_no_errors_and_a_warning_that_a_deed_is_for_ever_report_no_failure(
    text: str, *, refused: bool
) -> None:
    assert refuses(text) is refused
