"""The actions of a visitor, for all pages and scripts. Each lasting change is recorded here, once.

An action gets the fields of a form and answers with a word for what happened, a complaint, or where to go next.
It knows nothing of designs, languages or HTTP.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, timezone
from typing import TYPE_CHECKING, Final

from . import coupons, pricing
from .catalog import find
from .seed import PERSON
from .state import MOST, Address, Line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from pytest_ami.sites.ledger import Ledger

    from .state import ShopState

    Form = Mapping[str, str]

EMAIL: Final = re.compile(r"[^@\s<>,;]+@[^@\s<>,;.]+(\.[^@\s<>,;.]+)+")
PAYMENTS: Final = ("invoice", "card", "transfer")
STEPS: Final = ("address", "delivery", "payment", "review")
PRIVATE: Final = frozenset({"review", "address", "unsubscribe", *(f"step-{step}" for step in STEPS), "order"})
"""Actions that need a sign-in."""


@dataclass(frozen=True)
class ShopResult:
    """The result of an action: the words `notice` and `error` are keys of the table of words."""

    notice: str = ""
    error: str = ""
    goto: str = ""


class ShopActions:
    """The actions over one shop."""

    def __init__(self, state: ShopState, ledger: Ledger) -> None:
        """Act on this state; note what changes for good."""
        self._state = state
        self._ledger = ledger
        self._actions: dict[str, Callable[[str, Form], ShopResult]] = {
            "add": self._add,
            "quantity": self._quantity,
            "remove": self._remove,
            "coupon": self._coupon,
            "uncoupon": self._uncoupon,
            "subscribe": self._subscribe,
            "unsubscribe": self._unsubscribe,
            "review": self._review,
            "address": self._address,
            "step-address": self._step_address,
            "step-delivery": self._step_delivery,
            "step-payment": self._step_payment,
            "order": self._order,
        }

    def knows(self, action: str) -> bool:
        """Tell whether there is such an action."""
        return action in self._actions

    def do(self, action: str, visitor: str, form: Form) -> ShopResult:
        """Perform an action of a visitor."""
        return self._actions[action](visitor, form)

    def _add(self, visitor: str, form: Form) -> ShopResult:
        product = find(_said(form, "sku"))
        if product is None:
            return ShopResult(error="gone", goto="/shop")
        back = f"/product/{product.sku}"
        quantity = _number(form.get("quantity", "1"))
        if not 1 <= quantity <= MOST:
            return ShopResult(error="wrong_quantity", goto=back)
        if not pricing.stock(product, self._state.visits):
            return ShopResult(error="sold_out", goto=back)
        variant = product.variant(_said(form, "colour"), _said(form, "size"))
        self._state.put(visitor, Line(product.sku, variant, quantity))
        self._ledger.note("carted", item=product.name, variant=variant, quantity=quantity)
        return ShopResult(notice="notice_added", goto="/checkout/address" if form.get("now") else back)

    def _quantity(self, visitor: str, form: Form) -> ShopResult:
        quantity = _number(form.get("quantity", ""))
        if not 1 <= quantity <= MOST:
            return ShopResult(error="wrong_quantity", goto="/cart")
        old = self._state.set_quantity(visitor, _said(form, "line"), quantity)
        if old is None:
            return ShopResult(error="gone", goto="/cart")
        if old.quantity != quantity:
            self._ledger.note("quantity changed", **_facts(old) | {"quantity": quantity})
        return ShopResult(notice="notice_changed", goto="/cart")

    def _remove(self, visitor: str, form: Form) -> ShopResult:
        old = self._state.set_quantity(visitor, _said(form, "line"), 0)
        if old is None:
            return ShopResult(error="gone", goto="/cart")
        self._ledger.note("removed", **_facts(old))
        return ShopResult(notice="notice_removed", goto="/cart")

    def _coupon(self, visitor: str, form: Form) -> ShopResult:
        complaint = self._redeem(visitor, _said(form, "coupon"), required=True)
        return ShopResult(notice="" if complaint else "notice_coupon", error=complaint, goto="/cart")

    def _redeem(self, visitor: str, said: str, *, required: bool) -> str:
        code = coupons.tidy(said)
        if not code and not required:
            return ""
        if not coupons.good(code):
            return "wrong_coupon"
        if self._state.visitor(visitor).coupon != code:
            self._state.change(visitor, coupon=code)
            self._ledger.note("coupon applied", coupon=code)
        return ""

    def _uncoupon(self, visitor: str, _: Form) -> ShopResult:
        code = self._state.visitor(visitor).coupon
        if code:
            self._state.change(visitor, coupon="")
            self._ledger.note("coupon removed", coupon=code)
        return ShopResult(notice="notice_uncoupon", goto="/cart")

    def _subscribe(self, _: str, form: Form) -> ShopResult:
        email = _said(form, "email")
        if not EMAIL.fullmatch(email):
            return ShopResult(error="wrong_email", goto="/")
        if self._state.subscribe(email, _now()) is None:
            return ShopResult(error="known_email", goto="/")
        self._ledger.note("subscribed", email=email)
        return ShopResult(notice="notice_subscribed", goto="/")

    def _unsubscribe(self, _: str, form: Form) -> ShopResult:
        gone = self._state.unsubscribe(_said(form, "id"))
        if gone is not None:
            self._ledger.note("unsubscribed", email=gone.email)
        return ShopResult(notice="notice_unsubscribed", goto="/account/newsletter")

    def _review(self, _: str, form: Form) -> ShopResult:
        product = find(_said(form, "sku"))
        title, text, stars = _said(form, "title"), _said(form, "text"), _number(form.get("stars", "5"))
        if product is None or stars not in range(1, 6):
            return ShopResult(error="gone", goto="/shop")
        back = f"/product/{product.sku}"
        if not title or not text:
            return ShopResult(error="incomplete", goto=back)
        self._state.add_review(product.sku, PERSON, stars, (title, text), _now())
        self._ledger.note("reviewed", item=product.name, title=title, text=text, stars=stars)
        return ShopResult(notice="notice_review", goto=back)

    def _address(self, _: str, form: Form) -> ShopResult:
        address = _address_of(form)
        if address is None:
            return ShopResult(error="incomplete", goto="/account/address")
        if address != self._state.address:
            self._state.move_to(address)
            self._ledger.note("address changed", name=address.name, street=address.street, city=address.city)
        return ShopResult(notice="notice_address", goto="/account")

    def _step_address(self, visitor: str, form: Form) -> ShopResult:
        address = _address_of(form)
        if address is None:
            return ShopResult(error="incomplete", goto="/checkout/address")
        self._state.change(visitor, address=address)
        return ShopResult(goto="/checkout/delivery")

    def _step_delivery(self, visitor: str, form: Form) -> ShopResult:
        delivery = _said(form, "delivery")
        if delivery not in pricing.DELIVERY:
            return ShopResult(error="incomplete", goto="/checkout/delivery")
        self._state.change(visitor, delivery=delivery)
        return ShopResult(goto="/checkout/payment")

    def _step_payment(self, visitor: str, form: Form) -> ShopResult:
        payment = _said(form, "payment")
        complaint = "" if payment in PAYMENTS else "incomplete"
        complaint = complaint or self._redeem(visitor, _said(form, "coupon"), required=False)
        if complaint:
            return ShopResult(error=complaint, goto="/checkout/payment")
        self._state.change(visitor, payment=payment)
        return ShopResult(goto="/checkout/review")

    def _order(self, visitor: str, _: Form) -> ShopResult:
        buyer = self._state.visitor(visitor)
        goods, total = totals(buyer.lines, buyer.coupon, buyer.delivery, self._state.visits)
        order = self._state.place(visitor, goods=goods, total=total)
        if order is None:
            return ShopResult(error="empty_cart", goto="/cart")
        self._ledger.note(
            "ordered",
            items=written(order.lines),
            name=order.address.name,
            street=order.address.street,
            city=order.address.city,
            delivery=order.delivery,
            payment=order.payment,
            coupon=order.coupon,
        )
        return ShopResult(notice="notice_ordered", goto=f"/checkout/done/{order.id}")


def totals(lines: Iterable[Line], coupon: str, delivery: str, visit: int) -> tuple[int, int]:
    """Return the price of the goods at a visit, and the amount to pay, in cents."""
    goods = sum(pricing.price(product, visit) * line.quantity for line in lines if (product := find(line.sku)))
    left = goods - pricing.rebate(goods, coupon)
    return goods, left + pricing.postage(goods, delivery)


def written(lines: Iterable[Line]) -> str:
    """Return lines as the ledger keeps them."""
    return ", ".join(f"{line.quantity} x {_facts(line)['item']} ({line.variant})" for line in lines)


def _facts(line: Line) -> dict[str, object]:
    product = find(line.sku)
    name = product.name if product else line.sku
    return {"item": name, "variant": line.variant, "quantity": line.quantity}


def _address_of(form: Form) -> Address | None:
    parts = tuple(_said(form, key) for key in ("name", "street", "city"))
    return Address(*parts) if all(parts) else None


def _said(form: Form, key: str) -> str:
    return " ".join(str(form.get(key) or "").split())


def _number(text: object) -> int:
    said = str(text).strip()
    return int(said) if said.isascii() and said.isdecimal() else 0


def _now() -> datetime:
    return datetime.now(timezone.utc)
