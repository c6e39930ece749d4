"""A shop that exists in three designs and three languages, with one behaviour."""

from .site import ShopSite
from .state import Address, Line, Order, Review

__all__ = ["Address", "Line", "Order", "Review", "ShopSite"]
