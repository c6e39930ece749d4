"""A product of the shop, and how the tables of goods write one down. Data only; `catalog` joins the tables."""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from typing import Final

LOCALES: Final = ("en", "zh", "de")
FIRST_SKU: Final = 100000
SKUS: Final = 900000

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
        """Return the kind of the product."""
        return self.kinds[LOCALES.index(locale)]

    def text(self, locale: str) -> str:
        """Return the shop's description."""
        return self.texts[LOCALES.index(locale)]

    def variant(self, colour: str = "", size: str = "") -> str:
        """Return the key of a variant; the first choice replaces one that is not offered."""
        chosen = colour if colour in self.colours else self.colours[0]
        if not self.sizes:
            return chosen
        return f"{chosen}/{size if size in self.sizes else self.sizes[0]}"


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
