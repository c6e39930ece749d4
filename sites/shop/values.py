"""Values for the tasks: plausible, fresh at each draw, and not yet on any page of the shop."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from . import coupons
from .catalog import SOLD_OUT, catalogue
from .seed import ORDERS

if TYPE_CHECKING:
    from random import Random

FIRST: Final = ("Ada", "Bruno", "Clara", "Desmond", "Elena", "Farid", "Greta", "Hugo", "Ines", "Jonas", "Katja", "Liam")
LAST: Final = ("Ashdown", "Birkett", "Calloway", "Dorner", "Ellwood", "Fenwick", "Gruber", "Holt", "Ivanova", "Keller")
STREETS: Final = ("Elm Row", "Mill Road", "Station Street", "Kirchgasse", "Harbour View", "Quarry Hill", "Lindenallee")
CITIES: Final = ("Ashford", "Lynmouth", "Bad Tölz", "Kendal", "Oakham", "Radebeul", "Wetherby", "Husum")
PRAISE: Final = (
    "Better than expected",
    "Worth every cent",
    "A solid companion",
    "Would buy again",
    "Does what it says",
)
PLACES: Final = ("in the Alps", "on the coast path", "at home", "on a long weekend", "with two children", "in the rain")
VERDICTS: Final = ("It feels well made.", "No complaints so far.", "The finish is clean.", "My friends want one too.")
HOSTS: Final = ("postline.example", "northmail.example", "riverbank.example")
TAKEN: Final = frozenset(one[2] for one in ORDERS)


def piece(random: Random) -> dict[str, str]:
    """Draw some pieces of a product, as many as a club buys; always less than the stock."""
    return {"item": _item(random), "quantity": str(random.randint(101, 489))}


def saving(random: Random) -> dict[str, str]:
    """Draw a product and a coupon."""
    return {"item": _item(random), "coupon": coupons.issue(random)}


def purchase(random: Random) -> dict[str, str]:
    """Draw a product, somebody to send it to, and a coupon."""
    name = f"{random.choice(FIRST)} {random.choice(LAST)}"
    return {"item": _item(random), "name": name, **place(random), "coupon": coupons.issue(random)}


def letter(random: Random) -> dict[str, str]:
    """Draw an e-mail address."""
    first, last = random.choice(FIRST).lower(), random.choice(LAST).lower()
    return {"email": f"{first}.{last}{random.randint(100, 99999)}@{random.choice(HOSTS)}"}


def opinion(random: Random) -> dict[str, str]:
    """Draw a product and what somebody thinks of it."""
    days = random.randint(11, 999)
    title = f"{random.choice(PRAISE)} after {days} days"
    text = f"Used it {random.choice(PLACES)} for {random.randint(21, 9999)} hours. {random.choice(VERDICTS)}"
    return {"item": _item(random), "title": title, "text": text}


def place(random: Random) -> dict[str, str]:
    """Draw an address."""
    street = f"{random.randint(20, 999)} {random.choice(STREETS)}"
    return {"street": street, "city": f"{random.randint(10000, 99999)} {random.choice(CITIES)}"}


def _item(random: Random) -> str:
    return random.choice([one.name for one in catalogue() if one.name not in SOLD_OUT | TAKEN])
