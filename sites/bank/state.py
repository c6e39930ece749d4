"""The state of the bank: accounts, bookings, standing orders, cards, letters, contact data. No HTTP, no words.

Rules
-----
* Values handed out are frozen. A change replaces a value, so a reader never sees half of one.
* Every method takes the lock: the server's thread and the test's thread both come here.
* Money is whole cents. A transfer takes and books in one go, or not at all.
* Sessions outlive `clear`: a browser that was signed in before stays signed in.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass, replace
from datetime import datetime, timezone

from pytest_ami.sites.sessions import Sessions

FIRST_ID = 2071
MAIN = "a1031"
"""The id of the account that money comes from and goes to unless something else is said."""


@dataclass(frozen=True)
class Contact:
    """How the bank reaches its customer."""

    phone: str
    email: str
    street: str
    city: str


@dataclass(frozen=True)
class Account:
    """An account; `name` is a word of the bank for the two main accounts, else the customer's name for it."""

    id: str
    name: str
    iban: str
    balance: int
    main: bool = False
    closed: bool = False
    announced: bool = True


@dataclass(frozen=True)
class Booking:
    """Money that went out (below zero) or came in."""

    id: str
    account: str
    payee: str
    iban: str
    amount: int
    reference: str
    at: datetime


@dataclass(frozen=True)
class StandingOrder:
    """A standing order, carried out on one day of every month."""

    id: str
    recipient: str
    iban: str
    amount: int
    day: int
    paused: bool = False


@dataclass(frozen=True)
class Card:
    """A card, named after its holder."""

    id: str
    holder: str
    number: str
    limit: int
    spent: int
    blocked: bool = False


@dataclass(frozen=True)
class BankLetter:
    """A message to the bank, or one from it: then `kind` says which words it has, and `about` what they speak of."""

    id: str
    kind: str
    subject: str
    body: str
    about: str
    at: datetime
    unread: bool = False


class BankState:
    """One customer of the bank, and the sessions which may act for them."""

    def __init__(self, contact: Contact) -> None:
        """Start with a customer without any data."""
        self._lock = threading.RLock()
        self.sessions = Sessions()
        self.clear(contact)

    def clear(self, contact: Contact) -> None:
        """Forget everything but the sessions."""
        with self._lock:
            self._accounts: dict[str, Account] = {}
            self._bookings: dict[str, Booking] = {}
            self._orders: dict[str, StandingOrder] = {}
            self._cards: dict[str, Card] = {}
            self._letters: dict[str, BankLetter] = {}
            self._contact = contact
            self._serial = FIRST_ID
            self.sessions.forget_notices()

    @property
    def contact(self) -> Contact:
        """The contact data as they were last saved."""
        return self._contact

    def reach_at(self, contact: Contact) -> None:
        """Replace the contact data."""
        self._contact = contact

    def put(self, thing: Account | Card) -> None:
        """Add an account or a card, or replace the one with the same id."""
        with self._lock:
            if isinstance(thing, Account):
                self._accounts[thing.id] = thing
            else:
                self._cards[thing.id] = thing

    def accounts(self) -> tuple[Account, ...]:
        """Return all accounts in the order they were opened, closed ones too."""
        with self._lock:
            return tuple(self._accounts.values())

    def account(self, account_id: str) -> Account | None:
        """Return an account."""
        return self._accounts.get(account_id)

    def cards(self) -> tuple[Card, ...]:
        """Return all cards."""
        with self._lock:
            return tuple(self._cards.values())

    def card(self, card_id: str) -> Card | None:
        """Return a card."""
        return self._cards.get(card_id)

    def book(
        self, account_id: str, payee: str, iban: str, amount: int, reference: str, *, at: datetime | None = None
    ) -> Booking | None:
        """Move money out of an account (below zero) or into it; None if there is not enough, or no open account."""
        with self._lock:
            account = self._accounts.get(account_id)
            if account is None or account.closed or account.balance + amount < 0:
                return None
            made = at or datetime.now(timezone.utc)
            booking = Booking(self._next("b"), account_id, payee, iban, amount, reference, made)
            self._bookings[booking.id] = booking
            self._accounts[account_id] = replace(account, balance=account.balance + amount)
            return booking

    def remember(self, booking: Booking) -> None:
        """Keep a booking of the past; the balance holds it already."""
        with self._lock:
            self._bookings[booking.id] = booking

    def bookings(self, account_id: str) -> tuple[Booking, ...]:
        """Return the bookings of an account, the latest first."""
        with self._lock:
            own = [booking for booking in self._bookings.values() if booking.account == account_id]
        return tuple(sorted(own, key=lambda booking: booking.at, reverse=True))

    def booking(self, booking_id: str) -> Booking | None:
        """Return a booking."""
        return self._bookings.get(booking_id)

    def order(self, order_id: str) -> StandingOrder | None:
        """Return a standing order."""
        return self._orders.get(order_id)

    def orders(self) -> tuple[StandingOrder, ...]:
        """Return all standing orders, the oldest first."""
        with self._lock:
            return tuple(self._orders.values())

    def add_order(self, recipient: str, iban: str, amount: int, day: int, *, paused: bool = False) -> StandingOrder:
        """Set up a standing order."""
        with self._lock:
            order = StandingOrder(self._next("o"), recipient, iban, amount, day, paused)
            self._orders[order.id] = order
            return order

    def pause_order(self, order_id: str, *, paused: bool) -> None:
        """Pause a standing order, or let it run again."""
        with self._lock:
            self._orders[order_id] = replace(self._orders[order_id], paused=paused)

    def drop_order(self, order_id: str) -> None:
        """Delete a standing order."""
        with self._lock:
            self._orders.pop(order_id, None)

    def add_letter(
        self, kind: str, *, subject: str = "", body: str = "", about: str = "", at: datetime | None = None
    ) -> BankLetter:
        """Keep a message; one of the kind `own` is the customer's, every other is the bank's and unread."""
        with self._lock:
            made = at or datetime.now(timezone.utc)
            letter = BankLetter(self._next("m"), kind, subject, body, about, made, unread=kind != "own" and at is None)
            self._letters[letter.id] = letter
            return letter

    def letters(self) -> tuple[BankLetter, ...]:
        """Return all messages, the latest first."""
        with self._lock:
            return tuple(sorted(self._letters.values(), key=lambda letter: (letter.at, letter.id), reverse=True))

    def read_letter(self, letter_id: str) -> BankLetter | None:
        """Return a message, which is read from now on."""
        with self._lock:
            letter = self._letters.get(letter_id)
            if letter is not None and letter.unread:
                letter = self._letters[letter_id] = replace(letter, unread=False)
            return letter

    def _next(self, kind: str) -> str:
        self._serial += 1
        return f"{kind}{self._serial}"
