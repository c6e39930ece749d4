"""Online banking that exists in three designs and three languages, with one behaviour."""

from .site import BankSite
from .state import Account, BankLetter, Booking, Card, Contact, StandingOrder

__all__ = ["Account", "BankLetter", "BankSite", "Booking", "Card", "Contact", "StandingOrder"]
