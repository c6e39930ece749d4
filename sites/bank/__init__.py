"""Online banking that exists in three designs and three languages, with one behaviour.

Does: serves accounts, transfers, standing orders, cards and letters.
Gives: `BankSite`, and the records of its state for the checks of a test.
Must never: know the plugin, or behave in another way in another design.
"""

from .site import BankSite
from .state import Account, BankLetter, Booking, Card, Contact, StandingOrder

__all__ = ["Account", "BankLetter", "BankSite", "Booking", "Card", "Contact", "StandingOrder"]
