"""The state of the shop: visitors with their carts, orders, reviews, subscriptions. No HTTP, no words, no prices.

Rules
-----
* Values handed out are frozen. A change replaces an entry, so a reader never sees half of one.
* Every method takes the lock: the server's thread and the test's thread both come here.
* Sessions and the number of visits outlive `clear`: who was signed in stays so, and prices do not jump back.
"""

from __future__ import annotations

import secrets
import threading
from dataclasses import dataclass, field, replace
from datetime import datetime, timezone
from typing import TYPE_CHECKING, Any, Final

from pytest_ami.sites.sessions import Sessions

if TYPE_CHECKING:
    from collections.abc import Iterable

FIRST_ORDER: Final = 48112
FIRST_ENTRY: Final = 2070
MOST: Final = 500


@dataclass(frozen=True)
class Line:
    """A number of pieces of one variant of a product."""

    sku: str
    variant: str
    quantity: int

    @property
    def key(self) -> str:
        """The key of a line of a cart."""
        return f"{self.sku}:{self.variant}"


@dataclass(frozen=True)
class Address:
    """Where something is sent to."""

    name: str
    street: str
    city: str


@dataclass(frozen=True)
class Visitor:
    """A browser that has been here: its cart, and how far it is on the way to an order."""

    lines: tuple[Line, ...] = ()
    coupon: str = ""
    address: Address | None = None
    delivery: str = "standard"
    payment: str = "invoice"
    notice: str = ""


@dataclass(frozen=True)
class Order:
    """The purchase of a visitor; money in cents, as it was when the order was placed."""

    id: str
    lines: tuple[Line, ...]
    address: Address
    delivery: str
    payment: str
    coupon: str
    goods: int
    total: int
    placed_at: datetime
    status: str = "received"


@dataclass(frozen=True)
class Review:
    """A review of a product."""

    id: str
    sku: str
    author: str
    stars: int
    title: str
    text: str
    written_at: datetime


@dataclass(frozen=True)
class Subscription:
    """An address that gets the newsletter."""

    id: str
    email: str
    since: datetime


@dataclass
class _Kept:
    visitors: dict[str, Visitor] = field(default_factory=dict)
    orders: list[Order] = field(default_factory=list)
    reviews: list[Review] = field(default_factory=list)
    letters: list[Subscription] = field(default_factory=list)
    address: Address = field(default_factory=lambda: Address("", "", ""))
    serial: int = 0


class ShopState:
    """One shop with one account, and the sessions that may use the account."""

    def __init__(self) -> None:
        """Start with an empty shop, nobody signed in, and no visit yet."""
        self._lock = threading.RLock()
        self.sessions = Sessions()
        self._visits = 0
        self._kept = _Kept()

    def clear(self) -> None:
        """Forget all carts, orders, reviews and subscriptions."""
        with self._lock:
            self._kept = _Kept()
            self.sessions.forget_notices()

    @property
    def visits(self) -> int:
        """How often somebody came to the shop."""
        return self._visits

    def count_visit(self) -> None:
        """Count a visit."""
        with self._lock:
            self._visits += 1

    def visitor(self, key: str) -> Visitor:
        """Return the known data of a browser; none if it is new."""
        with self._lock:
            return self._kept.visitors.get(key, Visitor())

    def change(self, key: str, **changes: Any) -> Visitor:
        """Replace some of the data of a browser."""
        with self._lock:
            changed = replace(self.visitor(key), **changes)
            self._kept.visitors[key] = changed
            return changed

    def take_notice(self, key: str) -> str:
        """Return the notice that waits for a browser, once."""
        with self._lock:
            notice = self.visitor(key).notice
            if notice:
                self.change(key, notice="")
            return notice

    def put(self, key: str, line: Line) -> None:
        """Add pieces to a cart; the same variant twice makes one line."""
        with self._lock:
            lines = {one.key: one for one in self.visitor(key).lines}
            before = lines[line.key].quantity if line.key in lines else 0
            lines[line.key] = replace(line, quantity=min(MOST, before + line.quantity))
            self.change(key, lines=tuple(lines.values()))

    def set_quantity(self, key: str, line_key: str, quantity: int) -> Line | None:
        """Change how many pieces of a line are wanted, none removes it; return the line as it was, if there was one."""
        with self._lock:
            lines = self.visitor(key).lines
            old = next((one for one in lines if one.key == line_key), None)
            if old is not None:
                changed = (replace(one, quantity=quantity) if one is old else one for one in lines)
                self.change(key, lines=tuple(one for one in changed if one.quantity))
            return old

    def place(self, key: str, *, goods: int, total: int) -> Order | None:
        """Turn a cart into an order and empty it; None when the cart or the address is missing."""
        with self._lock:
            buyer = self.visitor(key)
            if not buyer.lines or buyer.address is None:
                return None
            number = FIRST_ORDER + len(self._kept.orders) * 7 + secrets.randbelow(6)
            order = Order(
                f"HF-{number}",
                buyer.lines,
                buyer.address,
                buyer.delivery,
                buyer.payment,
                buyer.coupon,
                goods,
                total,
                datetime.now(timezone.utc),
            )
            self._kept.orders.append(order)
            self._kept.visitors[key] = Visitor()
            return order

    def keep_orders(self, orders: Iterable[Order]) -> None:
        """Take orders of former times."""
        with self._lock:
            self._kept.orders.extend(orders)

    def orders(self) -> tuple[Order, ...]:
        """Return the account's orders, the oldest first."""
        with self._lock:
            return tuple(self._kept.orders)

    def add_review(self, sku: str, author: str, stars: int, words: tuple[str, str], at: datetime) -> Review:
        """Keep a review; `words` are its title and its text."""
        with self._lock:
            review = Review(self._next("r"), sku, author, stars, *words, at)
            self._kept.reviews.append(review)
            return review

    def reviews(self, sku: str = "") -> tuple[Review, ...]:
        """Return the reviews of a product, or of all of them, the oldest first."""
        with self._lock:
            return tuple(one for one in self._kept.reviews if sku in ("", one.sku))

    def subscribe(self, email: str, at: datetime) -> Subscription | None:
        """Send the newsletter to an address from now on; None when it gets it already."""
        with self._lock:
            if any(one.email.casefold() == email.casefold() for one in self._kept.letters):
                return None
            one = Subscription(self._next("n"), email, at)
            self._kept.letters.append(one)
            return one

    def unsubscribe(self, entry: str) -> Subscription | None:
        """End a subscription; return it, if there was one."""
        with self._lock:
            gone = next((one for one in self._kept.letters if one.id == entry), None)
            self._kept.letters = [one for one in self._kept.letters if one is not gone]
            return gone

    def subscriptions(self) -> tuple[Subscription, ...]:
        """Return the addresses that get the newsletter, the oldest first."""
        with self._lock:
            return tuple(self._kept.letters)

    @property
    def address(self) -> Address:
        """The account's delivery address."""
        return self._kept.address

    def move_to(self, address: Address) -> None:
        """Change the account's delivery address."""
        with self._lock:
            self._kept.address = address

    def _next(self, kind: str) -> str:
        self._kept.serial += 1
        return f"{kind}{FIRST_ENTRY + self._kept.serial}"
