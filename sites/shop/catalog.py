"""The catalogue of the shop: all products, and how a visitor finds them. No carts, no prices of the day, no HTTP."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final, Literal

from .goods_home import HOME
from .goods_outdoor import OUTDOOR

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .product import Product

CATEGORIES: Final = ("bags", "camp", "clothing", "kitchen", "light", "living")
COLOURS: Final = {
    "moss": "#5f7350",
    "slate": "#5a6570",
    "rust": "#b4552d",
    "navy": "#2f4668",
    "sand": "#cdb892",
}
SORTS: Final = ("popular", "cheap", "dear", "name")
PRICES: Final = (50, 100, 200)
SOLD_OUT: Final = frozenset({"Harbour 40", "Meridian", "Wren"})
"""Out of stock for as long as the site runs; everything else can always be had."""


@dataclass(frozen=True)
class Wish:
    """The search of a visitor in the list of products."""

    query: str = ""
    category: str = ""
    up_to: int = 0
    in_stock: bool = False
    sort: Literal["popular", "cheap", "dear", "name"] = "popular"


@cache
def catalogue() -> tuple[Product, ...]:
    """Return everything the shop sells, the most popular first."""
    # One from each half in turn, so that no page is all boots or all lamps.
    return tuple(one for pair in zip(OUTDOOR, HOME, strict=True) for one in pair)


def find(sku: str) -> Product | None:
    """Return the product with this article number, if there is one."""
    return next((one for one in catalogue() if one.sku == sku), None)


def named(name: str) -> Product:
    """Return the product with this name.

    Raises:
        LookupError: No product is called so.
    """
    for one in catalogue():
        if one.name == name:
            return one
    raise LookupError(name)


def matching(wish: Wish, locale: str, cents: dict[str, int]) -> list[Product]:
    """Return the products that fit, in the order asked for; `cents` are the prices of the moment by sku."""
    terms = wish.query.casefold().split()
    fits = [
        one
        for one in catalogue()
        if (not wish.category or one.category == wish.category)
        and (not wish.up_to or cents[one.sku] <= wish.up_to * 100)
        and not (wish.in_stock and one.name in SOLD_OUT)
        and _has(one, terms, locale)
    ]
    if wish.sort == "name":
        return sorted(fits, key=lambda one: one.name)
    if wish.sort == "popular":
        return fits
    return sorted(fits, key=lambda one: cents[one.sku], reverse=wish.sort == "dear")


def _has(one: Product, terms: Iterable[str], locale: str) -> bool:
    text = f"{one.name} {one.kind(locale)} {one.text(locale)}".casefold()
    return all(term in text for term in terms)
