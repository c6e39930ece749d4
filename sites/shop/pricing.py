"""Prices and stock of the moment: both move a little with every visit to the shop, and nothing else moves them."""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING, Final

from .catalog import SOLD_OUT
from .coupons import PERCENT

if TYPE_CHECKING:
    from .product import Product

STEPS: Final = (-40, 0, 30, -10, 50, 20, -30)
LEAST_STOCK: Final = 620
FREE_FROM: Final = 10000
DELIVERY: Final = {"standard": 490, "express": 1290, "pickup": 0}
POPUP_EVERY: Final = 3


def price(product: Product, visit: int) -> int:
    """Return the price in cents at the visit with this number."""
    return product.cents + STEPS[(visit + _own(product)) % len(STEPS)]


def stock(product: Product, visit: int) -> int:
    """Return how many there are at the visit with this number."""
    if product.name in SOLD_OUT:
        return 0
    own = _own(product)
    return LEAST_STOCK + own % 160 + (visit * 7 + own) % 23


def rebate(goods: int, coupon: str) -> int:
    """Return the discount of a coupon on these goods, in cents."""
    return goods * PERCENT // 100 if coupon else 0


def postage(goods: int, delivery: str) -> int:
    """Return what delivery costs; standard delivery is free for large orders."""
    return 0 if delivery == "standard" and goods >= FREE_FROM else DELIVERY[delivery]


def popup_comes(visit: int) -> bool:
    """Tell whether the newsletter window opens at this visit."""
    return visit % POPUP_EVERY == POPUP_EVERY - 1


def _own(product: Product) -> int:
    # The same in every process, unlike hash().
    return zlib.crc32(product.sku.encode())
