"""`BankSite`: the bank as a test sees it. Pages and requests are elsewhere; the oracle is here and only here."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from pytest_ami.sites.designed import DesignedSite

from .api import COOKIE
from .app import application
from .door import PASSWORD, TEST_CODE, USER, Door
from .i18n import LOCALES
from .seed import CONTACT, fill
from .state import Account, BankLetter, BankState, Booking, Card, Contact, StandingOrder
from .tasks import TASKS

if TYPE_CHECKING:
    from starlette.types import ASGIApp

    from pytest_ami.sites.task import Task


class BankSite(DesignedSite):
    """Online banking with one customer, three designs and three languages.

    Logging in takes `USER`, `PASSWORD` and a one-time code on a second page: the one that `code()` tells, or the test
    account's fixed `TEST_CODE`. In the designs 2023 and 2026 parts are web components: cards have open shadow roots,
    the amount and the last question before something dangerous have closed ones, which a script's locators cannot
    enter; a keyboard can.
    """

    USER: Final = USER
    PASSWORD: Final = PASSWORD
    TEST_CODE: Final = TEST_CODE
    LOCALES: ClassVar[tuple[str, ...]] = LOCALES
    TASKS: ClassVar[tuple[Task, ...]] = TASKS

    def __init__(self) -> None:
        """Prepare the customer's accounts; nothing is served yet."""
        super().__init__()
        self._state = BankState(CONTACT)
        self._door = Door()
        fill(self._state)

    def code(self) -> str:
        """Return the one-time code that was sent last, or nothing when none was."""
        return self._door.sent

    def accounts(self) -> tuple[Account, ...]:
        """Return all accounts, closed ones too."""
        return self._state.accounts()

    def bookings(self, account: str = "current") -> tuple[Booking, ...]:
        """Return the bookings of the account with this name, the latest first."""
        ids = [one.id for one in self._state.accounts() if one.name == account]
        return tuple(booking for one in ids for booking in self._state.bookings(one))

    def orders(self) -> tuple[StandingOrder, ...]:
        """Return all standing orders."""
        return self._state.orders()

    def cards(self) -> tuple[Card, ...]:
        """Return all cards."""
        return self._state.cards()

    def letters(self) -> tuple[BankLetter, ...]:
        """Return all messages to and from the bank, the latest first."""
        return self._state.letters()

    @property
    def contact(self) -> Contact:
        """The contact data as they were last saved."""
        return self._state.contact

    def _application(self) -> ASGIApp:
        return application(self._state, self._door, lambda: self.look, self._ledger)

    def _fill(self) -> None:
        self._state.clear(CONTACT)
        self._door.clear()
        fill(self._state)

    def _session(self) -> tuple[str, str]:
        return COOKIE, self._state.sessions.open()
