"""What the shop sells: products, their variants, how they are found. No carts, no prices of the day, no HTTP."""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final, Literal

if TYPE_CHECKING:
    from collections.abc import Iterable

LOCALES: Final = ("en", "zh", "de")
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
FIRST_SKU: Final = 100000
SKUS: Final = 900000
SOLD_OUT: Final = frozenset({"Harbour 40", "Meridian", "Wren"})
"""Out of stock for as long as the site runs; everything else can always be had."""

Facts = tuple[str, str, str, int, str, str]
Three = tuple[str, str, str]


@dataclass(frozen=True)
class Product:
    """One product. Its name is the same in every language; what kind of thing it is, and its text, are not."""

    sku: str
    name: str
    category: str
    shape: str
    cents: int
    colours: tuple[str, ...]
    sizes: tuple[str, ...]
    kinds: Three
    texts: Three

    def kind(self, locale: str) -> str:
        """Return what kind of thing it is."""
        return self.kinds[LOCALES.index(locale)]

    def text(self, locale: str) -> str:
        """Return what the shop says about it."""
        return self.texts[LOCALES.index(locale)]

    def variant(self, colour: str = "", size: str = "") -> str:
        """Return the key of a variant; what is not offered counts as the first choice."""
        chosen = colour if colour in self.colours else self.colours[0]
        if not self.sizes:
            return chosen
        return f"{chosen}/{size if size in self.sizes else self.sizes[0]}"


@dataclass(frozen=True)
class Wish:
    """What a visitor looks for in the list of products."""

    query: str = ""
    category: str = ""
    up_to: int = 0
    in_stock: bool = False
    sort: Literal["popular", "cheap", "dear", "name"] = "popular"


def product(facts: Facts, kinds: Three, *texts: str) -> Product:
    """Return a product from one entry of the tables of goods."""
    name, category, shape, cents, colours, sizes = facts
    english, chinese, german = texts
    # A number that the name decides, so that it is the same in every process and after every change of the tables.
    sku = str(FIRST_SKU + zlib.crc32(name.encode()) % SKUS)
    return Product(
        sku,
        name,
        category,
        shape,
        cents,
        tuple(colours.split()),
        tuple(sizes.split()),
        kinds,
        (english, chinese, german),
    )


@cache
def catalogue() -> tuple[Product, ...]:
    """Return everything the shop sells, the most popular first."""
    from .goods_home import HOME
    from .goods_outdoor import OUTDOOR

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
