"""Online banking that exists in three designs and three languages, with one behaviour."""

from .site import BankSite
from .state import Account, Booking, Card, Contact, Letter, Order

__all__ = ["Account", "BankSite", "Booking", "Card", "Contact", "Letter", "Order"]
