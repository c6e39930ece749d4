"""Amounts and account numbers: from typed text to stored values, and back to displayed text.

It knows numbers and how languages write them. It must never know accounts, requests or pages.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from random import Random

CENTS: Final = 100
IBAN: Final = re.compile(r"[A-Z]{2}\d{2}[A-Z0-9]{11,30}")
PLAIN: Final = re.compile(r"(\d+)(?:[.,](\d{1,2}))?")
GROUPED: Final = re.compile(r"\d{1,3}(?:([.,])\d{3})(?:\1\d{3})*(?:(?!\1)[.,]\d{1,2})?")
LARGEST: Final = 12
BANK_CODE: Final = "70055040"
"""The bank code of this bank: no real bank has it."""


def cents(text: str) -> int | None:
    """Return an amount as cents, or None where it is none; point or comma may be the decimal mark."""
    digits = re.sub(r"[\s\u00a0\u202f€]|EUR", "", text)
    if len(digits) > LARGEST:
        return None
    grouped = GROUPED.fullmatch(digits)
    if grouped:
        digits = digits.replace(grouped[1], "")
    found = PLAIN.fullmatch(digits)
    if found is None:
        return None
    return int(found[1]) * CENTS + int((found[2] or "").ljust(2, "0"))


def plain_amount(amount: int) -> str:
    """Write cents as a plain number with a point, the way the ledger and forms hold it."""
    return f"{amount // CENTS}.{amount % CENTS:02d}"


def money(amount: int, locale: str, *, signed: bool = False) -> str:
    """Write cents as people read them in a language."""
    text = f"{abs(amount) // CENTS:,}.{abs(amount) % CENTS:02d}"
    sign = "\u2212" if amount < 0 else "+" if signed else ""
    if locale == "de":
        return f"{sign}{text.translate(str.maketrans(',.', '.,'))}\u00a0€"
    return f"{sign}€{text}"


def compact_iban(text: str) -> str:
    """Return an account number without blanks, in capitals."""
    return re.sub(r"[\s\u00a0]", "", text).upper()


def grouped_iban(iban: str) -> str:
    """Write an account number in groups of four."""
    return " ".join(iban[first : first + 4] for first in range(0, len(iban), 4))


def is_iban(text: str) -> bool:
    """Tell whether this can be an account number: its shape and its check digits."""
    return bool(IBAN.fullmatch(text)) and _number(text[4:] + text[:4]) % 97 == 1


def german_iban(bank: str, account: str) -> str:
    """Return the account number for a bank code and the number of an account there."""
    rest = f"{bank}{account:0>10}"
    return f"DE{98 - _number(rest + 'DE00') % 97:02d}{rest}"


def some_iban(random: Random) -> str:
    """Return the account number of somebody at another bank."""
    return german_iban(f"{random.randint(1, 8)}{random.randrange(10**7):07d}", f"{random.randrange(10**10):010d}")


def _number(text: str) -> int:
    return int("".join(str(int(sign, 36)) for sign in text))
