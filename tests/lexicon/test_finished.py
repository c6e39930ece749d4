"""Words that say that a deed is done already."""

from __future__ import annotations

import pytest

from pytest_ami.lexicon.finished import finished


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
