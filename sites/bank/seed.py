"""The first data: the studio of an architect, with accounts of its projects and cards of its people.

Names of people, firms and projects are the same in every language.
"""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from random import Random
from typing import TYPE_CHECKING, Final

from .money import BANK_CODE, german_iban, some_iban
from .state import MAIN, Account, Booking, Card, Contact

if TYPE_CHECKING:
    from .state import BankState

CUSTOMER: Final = "Keller Studio"
PERSON: Final = "Sarah Keller"
CONTACT: Final = Contact("+49 30 5550 1840", "sarah@keller-studio.example", "Lindenallee 12", "10119 Berlin")
PROJECTS: Final = (
    ("Casa Lisboa", 1_284_050),
    ("Kyoto Pavilion", 742_500),
    ("Villa Aalto", 318_075),
    ("Harbour Hall", 2_910_000),
    ("Maison Dubois", 96_340),
    ("Atelier Nord", 450_000),
    ("Torre Verde", 1_105_520),
    ("Bryggen Lofts", 233_415),
    ("Osaka Teahouse", 84_990),
    ("Palais Ferrer", 567_310),
)
ACTIVE: Final = (
    ("Anna Berger", "4417", 200_000, 64_310),
    ("Tom Okafor", "9082", 150_000, 12_995),
    ("Mei Lin", "3356", 300_000, 187_240),
    ("Jonas Falk", "7721", 100_000, 5_480),
    ("Priya Nair", "6038", 250_000, 99_900),
    ("Luca Conti", "1194", 150_000, 40_275),
    ("Elif Kaya", "8563", 200_000, 0),
    ("Ines Moreau", "2907", 100_000, 71_630),
    ("Karel Novak", "5540", 150_000, 23_805),
    ("Freya Lund", "6672", 200_000, 118_460),
)
BLOCKED: Final = (("Noah Brandt", "3019", 100_000, 2_250), ("Zoe Petrou", "8248", 150_000, 0))
BOOKINGS: Final = (
    (1, "Papier Union", -18_640, "INV 20418"),
    (2, "Fjord Immobilien", 1_250_000, "KS-2024 / 07"),
    (3, "Stadtwerke Nord", -23_119, "88 204 117"),
    (5, "Rossi Legnami", -412_050, "FT 1187"),
    (6, "Cloudhost Europe", -4_900, "CH-55210"),
    (9, "Museum Bergen", 880_000, "KS-2024 / 05"),
    (12, "Velokurier Blitz", -3_780, "VB 9914"),
    (15, "Steinmetz Hartwig", -156_900, "RE 3071"),
    (19, "Taxi Zentrale", -5_260, "T 4401"),
    (23, "Alder & Voss", 642_000, "KS-2024 / 03"),
)
ORDERS: Final = (
    ("Hausverwaltung Lindner", 310_000, 1, False),
    ("Allfinanz Leasing", 48_900, 15, False),
    ("Gym Kollektiv", 5_990, 5, True),
    ("Verein Baukultur", 2_500, 20, False),
)


def fill(state: BankState) -> None:
    """Put the first data into an empty state."""
    random = Random(58)  # noqa: S311  (account numbers, the same each time)
    now = datetime.now(timezone.utc)
    accounts = [("current", 4_821_037), ("savings", 6_500_000), *PROJECTS]
    for number, (name, balance) in enumerate(accounts):
        main = number < len(accounts) - len(PROJECTS)
        iban = german_iban(BANK_CODE, f"58201{number + 31:02d}00")
        state.put(Account(f"a{number + 1031}", name, iban, balance, main))
    for number, (days, payee, amount, reference) in enumerate(BOOKINGS):
        at = now - timedelta(days=days, hours=number)
        state.remember(Booking(f"b{number + 1001}", MAIN, payee, some_iban(random), amount, reference, at))
    own = state.accounts()[0].iban
    for number, (_, balance) in enumerate(accounts[1:]):
        at = now - timedelta(days=30 + number)
        first = Booking(f"b{number + 1101}", f"a{number + 1032}", CUSTOMER, own, balance, "", at)
        state.remember(first)
    for recipient, amount, day, paused in ORDERS:
        state.add_order(recipient, some_iban(random), amount, day, paused=paused)
    cards = [(*card, False) for card in ACTIVE] + [(*card, True) for card in BLOCKED]
    for number, (holder, last, limit, spent, blocked) in enumerate(cards):
        state.put(Card(f"c{number + 3011}", holder, last, limit, spent, blocked))
    state.add_letter("terms", at=now - timedelta(days=40))
    state.add_letter("statement", at=now - timedelta(days=8))
