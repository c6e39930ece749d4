"""The content of each page as plain data: one function a page, the same data for templates and for scripts."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from .i18n import long_date, short_date, words
from .money import grouped_iban, money, plain_amount

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytest_ami.sites.look import SiteLook

    from .state import Account, BankLetter, BankState, Booking, Card, StandingOrder

    Page = dict[str, Any]


def account_name(account: Account, look: SiteLook) -> str:
    """Return what an account is called: the bank's word for a main one, else the customer's name for it."""
    return words(look)[f"account_{account.name}"] if account.main else account.name


class BankPages:
    """The data of every page, in the language of the look of the moment."""

    def __init__(self, state: BankState, look: Callable[[], SiteLook]) -> None:
        """Show this state."""
        self._state = state
        self._look = look
        self._pages: dict[str, Callable[[str], Page | None]] = {
            "accounts": self.accounts,
            "account": self.account,
            "booking": self.booking,
            "transfer": self.transfer,
            "orders": self.orders,
            "order": self.order,
            "new-order": self.transfer,
            "cards": self.cards,
            "card": self.card,
            "messages": self.messages,
            "message": self.message,
            "new-message": self.profile,
            "profile": self.profile,
            "edit-profile": self.profile,
        }

    def of(self, kind: str, which: str) -> Page | None:
        """Return the data of a page, or None where there is no such page."""
        page = self._pages.get(kind)
        return page(which) if page else None

    def accounts(self, which: str) -> Page:
        """Return the open accounts and their total, or the closed ones."""
        everything, closed = self._state.accounts(), which == "closed"
        return {
            "accounts": [self._account(account) for account in everything if account.closed == closed],
            "total": self._money(sum(account.balance for account in everything)),
            "show": "closed" if closed else "open",
        }

    def account(self, which: str) -> Page | None:
        """One account and its bookings."""
        account = self._state.account(which)
        if account is None:
            return None
        bookings = [self._booking(booking) for booking in self._state.bookings(which)]
        return {"account": self._account(account), "bookings": bookings}

    def booking(self, which: str) -> Page | None:
        """One booking."""
        booking = self._state.booking(which)
        account = self._state.account(booking.account) if booking else None
        if booking is None or account is None:
            return None
        return {"booking": self._booking(booking), "account": self._account(account)}

    def transfer(self, _: str) -> Page:
        """The accounts that money can go out of."""
        return {"accounts": [self._account(account) for account in self._state.accounts() if not account.closed]}

    def orders(self, _: str) -> Page:
        """All standing orders."""
        return {"orders": [self._order(order) for order in self._state.orders()]}

    def order(self, which: str) -> Page | None:
        """One standing order."""
        order = self._state.order(which)
        return {"order": self._order(order)} if order else None

    def cards(self, which: str) -> Page:
        """All cards, or only the active or the blocked ones."""
        show = which if which in {"active", "blocked"} else "all"
        cards = [card for card in self._state.cards() if show in {"all", "blocked" if card.blocked else "active"}]
        return {"cards": [self._card(card) for card in cards], "show": show}

    def card(self, which: str) -> Page | None:
        """One card."""
        card = self._state.card(which)
        return {"card": self._card(card)} if card else None

    def messages(self, _: str) -> Page:
        """Return the messages of the bank and those of the customer."""
        letters = self._state.letters()
        return {
            "inbox": [self._letter(letter) for letter in letters if letter.kind != "own"],
            "sent": [self._letter(letter) for letter in letters if letter.kind == "own"],
        }

    def message(self, which: str) -> Page | None:
        """One message, which is read from now on."""
        letter = self._state.read_letter(which)
        return {"message": self._letter(letter)} if letter else None

    def profile(self, _: str) -> Page:
        """The contact data."""
        return {"contact": asdict(self._state.contact)}

    def unread(self) -> int:
        """Count the messages nobody has read."""
        return sum(letter.unread for letter in self._state.letters())

    def _money(self, amount: int, *, signed: bool = False) -> str:
        return money(amount, self._look().locale, signed=signed)

    def _account(self, account: Account) -> Page:
        return {
            "id": account.id,
            "name": account_name(account, self._look()),
            "iban": grouped_iban(account.iban),
            "balance": self._money(account.balance),
            "main": account.main,
            "closed": account.closed,
            "announced": account.announced,
        }

    def _booking(self, booking: Booking) -> Page:
        locale = self._look().locale
        return {
            "id": booking.id,
            "payee": booking.payee,
            "iban": grouped_iban(booking.iban),
            "amount": self._money(booking.amount, signed=True),
            "out": booking.amount < 0,
            "reference": booking.reference,
            "date": short_date(booking.at, locale),
            "time": long_date(booking.at, locale),
        }

    def _order(self, order: StandingOrder) -> Page:
        return {
            "id": order.id,
            "recipient": order.recipient,
            "iban": grouped_iban(order.iban),
            "amount": self._money(order.amount),
            "plain": plain_amount(order.amount),
            "day": words(self._look())["every_month"].format(day=order.day),
            "paused": order.paused,
        }

    def _card(self, card: Card) -> Page:
        return {
            "id": card.id,
            "holder": card.holder,
            "number": card.number,
            "limit": self._money(card.limit),
            "spent": self._money(card.spent),
            "blocked": card.blocked,
        }

    def _letter(self, letter: BankLetter) -> Page:
        said = words(self._look())
        own = letter.kind == "own"
        return {
            "id": letter.id,
            "subject": letter.subject if own else said[f"letter_{letter.kind}"].format(about=letter.about),
            "body": letter.body if own else said[f"letter_{letter.kind}_text"].format(about=letter.about),
            "date": short_date(letter.at, self._look().locale),
            "own": own,
            "unread": letter.unread,
        }
