"""The actions of a customer, the same in every design: each checks the form, changes the state, and records it once.

It knows the state, the ledger and words. It must never know requests or pages.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Final

from .i18n import words
from .money import cents, compact_iban, is_iban, plain_amount
from .show import account_name
from .state import MAIN, Contact

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from pytest_ami.sites.ledger import Ledger
    from pytest_ami.sites.look import SiteLook

    from .state import Account, BankState, Card, StandingOrder

DAYS: Final = range(1, 29)


class RefusalError(Exception):
    """The bank does not do that; the text says why, in the language of the page."""


@dataclass(frozen=True)
class BankResult:
    """The result of an action: the notice for the customer, and the page that shows the result."""

    notice: str
    path: str


@dataclass(frozen=True)
class Payment:
    """A checked order to pay; an amount in cents."""

    account: Account
    to: str
    iban: str
    amount: int
    reference: str


class BankActions:
    """All actions over one customer's state."""

    def __init__(self, state: BankState, look: Callable[[], SiteLook], ledger: Ledger) -> None:
        """Act on this state, speak the language of the look of the moment, note what changes for good."""
        self._state = state
        self._look = look
        self._ledger = ledger
        self._actions: dict[str, Callable[[Mapping[str, str]], BankResult]] = {
            "transfer": self.transfer,
            "transfer-all": self.transfer_all,
            "order": self.create_order,
            "pause": self.pause_order,
            "resume": self.resume_order,
            "delete": self.delete_order,
            "block": self.block_card,
            "unblock": self.unblock_card,
            "close-account": self.close_account,
            "close-message": self.close_message,
            "contact": self.change_contact,
            "write": self.write,
        }

    def knows(self, action: str) -> bool:
        """Tell whether there is such an action."""
        return action in self._actions

    def do(self, action: str, form: Mapping[str, str]) -> BankResult:
        """Carry out an action, or raise RefusalError."""
        return self._actions[action](form)

    def payment(self, form: Mapping[str, str], *, everything: bool = False, covered: bool = True) -> Payment:
        """Check an order to pay, or raise RefusalError.

        Args:
            form: `account`, `to`, `iban`, `amount`, `reference` as they were typed.
            everything: Whether the whole balance goes, whatever amount was typed.
            covered: Whether the money has to be there now.
        """
        account = self._state.account(form.get("account") or MAIN)
        to, iban = _line(form.get("to")), compact_iban(form.get("iban", ""))
        if account is None or account.closed:
            raise self._refusal("error_gone")
        amount = account.balance if everything else cents(form.get("amount", ""))
        if not to:
            raise self._refusal("error_recipient")
        if not is_iban(iban):
            raise self._refusal("error_iban")
        if not amount:
            raise self._refusal("error_amount")
        if covered and amount > account.balance:
            raise self._refusal("error_funds")
        return Payment(account, to, iban, amount, _line(form.get("reference")))

    def day(self, form: Mapping[str, str]) -> int:
        """Return the day of the month that was chosen, or raise RefusalError."""
        day = form.get("day", "")
        if not (day.isascii() and day.isdecimal() and int(day) in DAYS):
            raise self._refusal("error_day")
        return int(day)

    def transfer(self, form: Mapping[str, str]) -> BankResult:
        """Pay somebody."""
        return self._pay("transferred", self.payment(form))

    def transfer_all(self, form: Mapping[str, str]) -> BankResult:
        """Pay somebody all there is in the account."""
        return self._pay("transferred all", self.payment(form, everything=True))

    def _pay(self, what: str, paid: Payment) -> BankResult:
        if self._state.book(paid.account.id, paid.to, paid.iban, -paid.amount, paid.reference) is None:
            raise self._refusal("error_funds")
        amount = plain_amount(paid.amount)
        self._ledger.note(
            what, account=paid.account.name, to=paid.to, iban=paid.iban, amount=amount, reference=paid.reference
        )
        return self._done("notice_transfer", f"/accounts/{paid.account.id}")

    def create_order(self, form: Mapping[str, str]) -> BankResult:
        """Set up a standing order."""
        paid, day = self.payment(form, covered=False), self.day(form)
        self._state.add_order(paid.to, paid.iban, paid.amount, day)
        amount = plain_amount(paid.amount)
        self._ledger.note("standing order created", recipient=paid.to, iban=paid.iban, amount=amount, day=day)
        return self._done("notice_order", "/orders")

    def pause_order(self, form: Mapping[str, str]) -> BankResult:
        """Pause a standing order; pausing it twice is harmless."""
        return self._pause(self._order(form), paused=True)

    def resume_order(self, form: Mapping[str, str]) -> BankResult:
        """Let a standing order run again."""
        return self._pause(self._order(form), paused=False)

    def _pause(self, order: StandingOrder, *, paused: bool) -> BankResult:
        if order.paused != paused:
            self._state.pause_order(order.id, paused=paused)
            what = "standing order paused" if paused else "standing order resumed"
            self._ledger.note(what, recipient=order.recipient)
        return self._done("notice_paused" if paused else "notice_resumed", "/orders")

    def delete_order(self, form: Mapping[str, str]) -> BankResult:
        """Delete a standing order."""
        order = self._order(form)
        self._state.drop_order(order.id)
        self._ledger.note("standing order deleted", recipient=order.recipient)
        return self._done("notice_deleted", "/orders")

    def block_card(self, form: Mapping[str, str]) -> BankResult:
        """Block a card; blocking it twice is harmless."""
        return self._block(self._card(form), blocked=True)

    def unblock_card(self, form: Mapping[str, str]) -> BankResult:
        """Let a card work again."""
        return self._block(self._card(form), blocked=False)

    def _block(self, card: Card, *, blocked: bool) -> BankResult:
        if card.blocked != blocked:
            self._state.put(replace(card, blocked=blocked))
            self._ledger.note("card blocked" if blocked else "card unblocked", card=card.holder)
        return self._done("notice_blocked" if blocked else "notice_unblocked", "/cards")

    def close_account(self, form: Mapping[str, str]) -> BankResult:
        """Close an account permanently; its balance goes to the main account, which stays open."""
        account = self._account(form)
        if account.main or account.closed:
            raise self._refusal("error_main")
        main = self._state.account(MAIN)
        if account.balance and main is not None:
            name = account_name(main, self._look())
            self._state.book(account.id, name, main.iban, -account.balance, "")
            self._state.book(main.id, account.name, account.iban, account.balance, "")
        self._state.put(replace(account, balance=0, closed=True))
        self._ledger.note("account closed", account=account.name)
        return self._done("notice_closed", "/accounts")

    def close_message(self, form: Mapping[str, str]) -> BankResult:
        """Put away the announcement above an account."""
        account = self._account(form)
        if account.announced:
            self._state.put(replace(account, announced=False))
            self._ledger.note("message closed", account=account.name)
        return self._done("notice_put_away", f"/accounts/{account.id}")

    def change_contact(self, form: Mapping[str, str]) -> BankResult:
        """Save the contact data that were sent; the others stay. The bank confirms it by a message."""
        before = asdict(self._state.contact)
        after = {name: _line(form.get(name, value)) for name, value in before.items()}
        if not all(after.values()):
            raise self._refusal("error_contact")
        changed = {name: value for name, value in after.items() if value != before[name]}
        if changed:
            self._state.reach_at(Contact(**after))
            for name, value in changed.items():
                self._state.add_letter(f"new_{name}", about=value)
            self._ledger.note("contact changed", **changed)
        return self._done("notice_contact", "/profile")

    def write(self, form: Mapping[str, str]) -> BankResult:
        """Write to the bank."""
        subject, body = _line(form.get("subject")), form.get("body", "").replace("\r\n", "\n").strip()
        if not (subject and body):
            raise self._refusal("error_letter")
        self._state.add_letter("own", subject=subject, body=body)
        self._ledger.note("message sent", subject=subject, body=body)
        return self._done("notice_sent", "/messages")

    def _done(self, notice: str, path: str) -> BankResult:
        return BankResult(words(self._look())[notice], path)

    def _refusal(self, word: str) -> RefusalError:
        return RefusalError(words(self._look())[word])

    def _order(self, form: Mapping[str, str]) -> StandingOrder:
        order = self._state.order(form.get("id", ""))
        if order is None:
            raise self._refusal("error_gone")
        return order

    def _card(self, form: Mapping[str, str]) -> Card:
        card = self._state.card(form.get("id", ""))
        if card is None:
            raise self._refusal("error_gone")
        return card

    def _account(self, form: Mapping[str, str]) -> Account:
        account = self._state.account(form.get("id", ""))
        if account is None:
            raise self._refusal("error_gone")
        return account


def _line(text: str | None) -> str:
    return " ".join((text or "").split())
