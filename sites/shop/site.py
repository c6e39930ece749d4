"""`ShopSite`: the shop as a test sees it. Pages and requests are elsewhere; the oracle is here and only here."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from pytest_ami.sites.designed import DesignedSite

from .app import SESSION, application
from .product import LOCALES
from .seed import ACCOUNT, PASSWORD, fill
from .state import Address, Order, Review, ShopState
from .tasks import TASKS

if TYPE_CHECKING:
    from starlette.types import ASGIApp

    from pytest_ami.sites.task import Task


class ShopSite(DesignedSite):
    """A shop for home and outdoor goods with one account, three designs and three languages.

    Prices and stock move a little at every visit, and the newsletter window opens at every third. The number of visits
    outlives a reset, as sessions do. No page shows the results of the methods and properties.
    """

    USER: Final = ACCOUNT
    PASSWORD: Final = PASSWORD
    LOCALES: ClassVar[tuple[str, ...]] = LOCALES
    TASKS: ClassVar[tuple[Task, ...]] = TASKS

    def __init__(self) -> None:
        """Prepare the shop; nothing is served yet."""
        super().__init__()
        self._state = ShopState()
        fill(self._state)

    def orders(self) -> tuple[Order, ...]:
        """Return the account's orders, the oldest first; some are there from the beginning."""
        return self._state.orders()

    def reviews(self) -> tuple[Review, ...]:
        """Return all reviews, the oldest first; some are there from the beginning."""
        return self._state.reviews()

    def subscribers(self) -> tuple[str, ...]:
        """Return the addresses that get the newsletter."""
        return tuple(one.email for one in self._state.subscriptions())

    @property
    def address(self) -> Address:
        """The account's delivery address as it was last saved."""
        return self._state.address

    @property
    def visits(self) -> int:
        """How often somebody came to the shop since it was made."""
        return self._state.visits

    def _application(self) -> ASGIApp:
        return application(self._state, lambda: self.look, self._ledger)

    def _fill(self) -> None:
        self._state.clear()
        fill(self._state)

    def _session(self) -> tuple[str, str]:
        return SESSION, self._state.sessions.open()
