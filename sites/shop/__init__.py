"""A shop that exists in three designs and three languages, with one behaviour.

Does: serves the catalogue, the cart, the checkout, orders and reviews.
Gives: `ShopSite`, and the records of its state for the checks of a test.
Must never: know the plugin, or behave in another way in another design.
"""

from .site import ShopSite
from .state import Address, Line, Order, Review

__all__ = ["Address", "Line", "Order", "Review", "ShopSite"]
