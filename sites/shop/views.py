"""The content of each page of the shop as plain values: formatted prices and dates, names, links. No HTML, no HTTP."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, cast

from . import coupons, pricing
from .catalog import CATEGORIES, COLOURS, PRICES, SORTS, Wish, catalogue, find, matching
from .desk import PAYMENTS, STEPS, totals
from .i18n import long_date, money, words
from .seed import ACCOUNT

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from pytest_ami.sites.look import SiteLook

    from .product import Product
    from .state import Line, Order, Review, ShopState

    View = dict[str, Any] | None

SHOWN_AT_HOME: Final = 8
SIMILAR: Final = 4
PICTURE_VERSION: Final = "1"


@dataclass(frozen=True)
class PageRequest:
    """A request for a page: its visitor, its entry and its look."""

    visitor: str
    look: SiteLook
    entry: str = ""
    query: Mapping[str, str] | None = None

    def query_value(self, key: str) -> str:
        """Return a field of the query, without spaces around it."""
        return (self.query or {}).get(key, "").strip()


class Views:
    """The content of every page. A view that is None does not exist."""

    def __init__(self, state: ShopState) -> None:
        """Show this state."""
        self._state = state
        self.by_name: dict[str, Callable[[PageRequest], View]] = {
            "home": self._home,
            "list": self._list,
            "product": self._product,
            "review": self._review,
            "cart": self._cart,
            "coupon": self._coupon,
            "checkout": self._checkout,
            "done": self._order,
            "account": self._account,
            "address": self._account,
            "orders": self._orders,
            "order": self._order,
            "letters": self._letters,
            "letter": self._letter,
        }

    def pieces(self, visitor: str) -> int:
        """Count the pieces in a cart."""
        return sum(line.quantity for line in self._state.visitor(visitor).lines)

    def _home(self, asked: PageRequest) -> View:
        return {"products": [self._card(one, asked.look) for one in catalogue()[:SHOWN_AT_HOME]]}

    def _list(self, asked: PageRequest) -> View:
        texts, look = words(asked.look), asked.look
        category, sort, limit = asked.query_value("category"), asked.query_value("sort"), asked.query_value("max")
        wish = Wish(
            query=asked.query_value("q"),
            category=category if category in CATEGORIES else "",
            up_to=int(limit) if limit in map(str, PRICES) else 0,
            in_stock=bool(asked.query_value("stock")),
            sort=cast("Any", sort if sort in SORTS else "popular"),
        )
        prices = {one.sku: pricing.price(one, self._state.visits) for one in catalogue()}
        found = matching(wish, look.locale, prices)
        count = texts["count_one"] if len(found) == 1 else texts["count"].format(n=len(found))
        title = texts[wish.category or "all"]
        return {
            "title": texts["results"].format(query=wish.query) if wish.query else title,
            "count": count,
            "products": [self._card(one, look) for one in found],
            "query": wish.query,
            "category": wish.category,
            "max": wish.up_to,
            "stock": wish.in_stock,
            "sort": wish.sort,
            "limits": [{"value": one, "text": _up_to(one, look)} for one in PRICES],
            "sorts": list(SORTS),
        }

    def _product(self, asked: PageRequest) -> View:
        product = find(asked.entry)
        if product is None:
            return None
        texts, look = words(asked.look), asked.look
        left = pricing.stock(product, self._state.visits)
        near = [one for one in catalogue() if one.category == product.category and one is not product]
        reviews = [_review(one, look) for one in reversed(self._state.reviews(product.sku))]
        return self._card(product, look) | {
            "text": product.text(look.locale),
            "category": product.category,
            "colours": [{"key": one, "name": texts[one], "paint": COLOURS[one]} for one in product.colours],
            "sizes": list(product.sizes),
            "left": left,
            "stock": texts["in_stock"].format(n=left) if left else texts["sold_out"],
            "reviews": reviews,
            "similar": [self._card(one, look) for one in near[:SIMILAR]],
        }

    def _review(self, asked: PageRequest) -> View:
        one = next((one for one in self._state.reviews() if one.id == asked.entry), None)
        product = find(one.sku) if one else None
        if one is None or product is None:
            return None
        return _review(one, asked.look) | {"product": self._card(product, asked.look)}

    def _cart(self, asked: PageRequest) -> View:
        buyer = self._state.visitor(asked.visitor)
        return self._bill(buyer.lines, buyer.coupon, buyer.delivery, asked.look)

    def _coupon(self, asked: PageRequest) -> View:
        code = coupons.tidy(asked.entry)
        if code != self._state.visitor(asked.visitor).coupon:
            return None
        texts = words(asked.look)
        text = texts["coupon_text"].format(n=coupons.PERCENT)
        return {"code": code, "title": texts["coupon_title"].format(code=code), "text": text}

    def _checkout(self, asked: PageRequest) -> View:
        buyer = self._state.visitor(asked.visitor)
        if asked.entry not in STEPS or not buyer.lines:
            return None
        texts, look = words(asked.look), asked.look
        address = buyer.address or self._state.address
        goods, _ = totals(buyer.lines, "", "pickup", self._state.visits)
        fees = {key: pricing.postage(goods, key) for key in pricing.DELIVERY}
        return self._bill(buyer.lines, buyer.coupon, buyer.delivery, look) | {
            "step": asked.entry,
            "steps": [{"key": step, "name": texts[f"step_{step}"]} for step in STEPS],
            "address": {"name": address.name, "street": address.street, "city": address.city},
            "delivery": buyer.delivery,
            "deliveries": [
                {"key": key, "name": texts[key], "fee": money(fee, look.locale) if fee else texts["free"]}
                for key, fee in fees.items()
            ],
            "payment": buyer.payment,
            "payments": [{"key": key, "name": texts[key]} for key in PAYMENTS],
        }

    def _account(self, asked: PageRequest) -> View:
        address = self._state.address
        shown = {"name": address.name, "street": address.street, "city": address.city}
        recent = [self._brief(one, asked.look) for one in reversed(self._state.orders())]
        return {"address": shown, "email": ACCOUNT, "orders": recent[:2]}

    def _orders(self, asked: PageRequest) -> View:
        return {"orders": [self._brief(one, asked.look) for one in reversed(self._state.orders())]}

    def _order(self, asked: PageRequest) -> View:
        order = next((one for one in self._state.orders() if one.id == asked.entry), None)
        if order is None:
            return None
        texts, look = words(asked.look), asked.look
        bill = self._bill(order.lines, order.coupon, order.delivery, look)
        past = order.total - order.goods + pricing.rebate(order.goods, order.coupon)
        return (
            bill
            | self._brief(order, look)
            | {
                # Today's price of a piece may differ from its price at the time of the order.
                "lines": [line | {"each": "", "sum": ""} for line in bill["lines"]],
                "goods": money(order.goods, look.locale),
                "rebate": money(-pricing.rebate(order.goods, order.coupon), look.locale) if order.coupon else "",
                "postage": money(past, look.locale) if past else texts["free"],
                "delivery": texts[order.delivery],
                "payment": texts[order.payment],
                "email": ACCOUNT,
            }
        )

    def _letters(self, asked: PageRequest) -> View:
        return {"letters": [self._mail(one, asked.look) for one in reversed(self._state.subscriptions())]}

    def _letter(self, asked: PageRequest) -> View:
        one = next((one for one in self._state.subscriptions() if one.id == asked.entry), None)
        return None if one is None else self._mail(one, asked.look)

    def _mail(self, one: Any, look: SiteLook) -> dict[str, Any]:
        since = words(look)["since"].format(date=long_date(one.since, look.locale))
        return {"id": one.id, "email": one.email, "since": since}

    def _card(self, product: Product, look: SiteLook) -> dict[str, Any]:
        return {
            "sku": product.sku,
            "name": product.name,
            "kind": product.kind(look.locale),
            "price": money(pricing.price(product, self._state.visits), look.locale),
            "picture": picture_url(product, product.colours[0]),
            "available": pricing.stock(product, self._state.visits) > 0,
        }

    def _bill(self, lines: tuple[Line, ...], coupon: str, delivery: str, look: SiteLook) -> dict[str, Any]:
        texts, visit = words(look), self._state.visits
        goods, total = totals(lines, coupon, delivery, visit)
        off = pricing.rebate(goods, coupon)
        fee = total - goods + off
        return {
            "lines": [self._line(one, look) for one in lines],
            "coupon": coupon,
            "goods": money(goods, look.locale),
            "rebate": money(-off, look.locale) if off else "",
            "postage": money(fee, look.locale) if fee else texts["free"],
            "total": money(total, look.locale),
        }

    def _line(self, line: Line, look: SiteLook) -> dict[str, Any]:
        texts, visit = words(look), self._state.visits
        product = cast("Product", find(line.sku))
        colour, _, size = line.variant.partition("/")
        each = pricing.price(product, visit)
        return {
            "key": line.key,
            "sku": line.sku,
            "name": product.name,
            "kind": product.kind(look.locale),
            "variant": ", ".join(filter(None, (texts[colour], size))),
            "quantity": line.quantity,
            "what": texts["line"].format(quantity=line.quantity, item=product.name),
            "each": money(each, look.locale),
            "sum": money(each * line.quantity, look.locale),
            "picture": picture_url(product, colour),
        }

    def _brief(self, order: Order, look: SiteLook) -> dict[str, Any]:
        texts = words(look)
        return {
            "id": order.id,
            "title": texts["order_n"].format(id=order.id),
            "date": texts["placed_on"].format(date=long_date(order.placed_at, look.locale)),
            "status": texts[order.status],
            "total": money(order.total, look.locale),
            "what": ", ".join(self._line(one, look)["what"] for one in order.lines),
            "address": {"name": order.address.name, "street": order.address.street, "city": order.address.city},
            "coupon": order.coupon,
            "picture": self._line(order.lines[0], look)["picture"],
        }


def picture_url(product: Product, colour: str) -> str:
    """Return where the picture of a product in a colour is."""
    return f"/picture/{product.shape}-{colour}-{PICTURE_VERSION}.svg"


def _up_to(limit: int, look: SiteLook) -> str:
    return words(look)["up_to"].format(price=money(limit * 100, look.locale))


def _review(one: Review, look: SiteLook) -> dict[str, Any]:
    texts, product = words(look), find(one.sku)
    return {
        "id": one.id,
        "title": one.title,
        "text": one.text,
        "stars": one.stars,
        "rating": texts["star_n"].format(n=one.stars),
        "by": texts["review_by"].format(author=one.author, date=long_date(one.written_at, look.locale)),
        "of": texts["review_of"].format(item=product.name if product else ""),
    }
