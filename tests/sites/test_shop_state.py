"""The shop without a browser: what its forms and scripts do, what the ledger holds, what outlives a reset."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from collections.abc import Iterator
from http.cookiejar import CookieJar
from random import Random
from typing import Any

import pytest

from pytest_ami.sites.ledger import effect
from pytest_ami.sites.shop import ShopSite, coupons, pricing
from pytest_ami.sites.shop.catalog import CATEGORIES, COLOURS, SOLD_OUT, Wish, catalogue, matching, named
from pytest_ami.sites.shop.pictures import SHAPES
from pytest_ami.sites.shop.product import LOCALES

ADDRESS = {"name": "Ada Holt", "street": "5 Elm Row", "city": "10001 Kendal"}


class Browser:
    """Somebody at the shop: keeps cookies, follows redirects."""

    def __init__(self, site: ShopSite, *, signed_in: bool = True) -> None:
        self.site = site
        self.jar = CookieJar()
        self.session = "; ".join(f"{one['name']}={one['value']}" for one in site.cookies()) if signed_in else ""
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.jar))

    def get(self, path: str, **headers: str) -> str:
        return self._send(path, None, headers)[1]

    def view(self, path: str) -> Any:
        return json.loads(self.get(f"/api/view{path}"))["page"]

    def do(self, action: str, **form: str) -> tuple[int, Any]:
        sent = {"Content-Type": "application/json"}
        status, text = self._send(f"/api/do/{action}", json.dumps(form).encode(), sent)
        return status, json.loads(text)

    def _send(self, path: str, body: bytes | None, headers: dict[str, str]) -> tuple[int, str]:
        request = urllib.request.Request(self.site.url + path, body, headers)  # noqa: S310  (a server of ours)
        kept = "; ".join(f"{one.name}={one.value}" for one in self.jar)
        request.add_unredirected_header("Cookie", "; ".join(filter(None, (self.session, kept))))
        try:
            with self._opener.open(request) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()


@pytest.fixture
def site() -> Iterator[ShopSite]:
    with ShopSite() as shop:
        yield shop


@pytest.fixture
def somebody(site: ShopSite) -> Browser:
    browser = Browser(site)
    browser.get("/")
    return browser


def test_there_are_forty_products_and_a_search_for_one_finds_it_alone() -> None:
    prices = {one.sku: one.cents for one in catalogue()}
    assert len(prices) == 40
    for one in catalogue():
        assert one.category in CATEGORIES
        assert one.shape in SHAPES
        assert set(one.colours) <= set(COLOURS)
        for locale in LOCALES:
            assert matching(Wish(query=one.name), locale, prices) == [one]


def test_filters_leave_what_fits() -> None:
    prices = {one.sku: one.cents for one in catalogue()}
    bags = matching(Wish(category="bags", up_to=50, in_stock=True, sort="cheap"), "en", prices)
    assert [one.name for one in bags] == ["Brook 12", "Pika 5"]
    assert not SOLD_OUT & {one.name for one in matching(Wish(in_stock=True), "en", prices)}


def test_prices_and_stock_move_at_every_visit_and_never_far() -> None:
    for one in catalogue():
        prices = {pricing.price(one, visit) for visit in range(30)}
        assert len(prices) > 3
        assert max(abs(price - one.cents) for price in prices) <= 50
        assert all((pricing.stock(one, visit) > 500) is (one.name not in SOLD_OUT) for visit in range(30))


def test_a_visit_begins_without_a_referrer_and_outlives_a_reset(site: ShopSite) -> None:
    visitor = Browser(site)
    visitor.get("/")
    visitor.get("/shop", Referer=f"{site.url}/")
    assert site.visits == 1
    site.reset()
    visitor.get("/")
    assert site.visits == 2


def test_the_newsletter_window_comes_at_every_third_visit(site: ShopSite) -> None:
    visitor = Browser(site)
    assert [('id="offer"' in visitor.get("/")) for _ in range(6)] == [False, True, False, False, True, False]


def test_an_order_goes_through_all_steps_and_is_noted_once(somebody: Browser, site: ShopSite) -> None:
    code = coupons.issue(Random(3))  # noqa: S311  (a code of a test)
    item = named("Storm Petrel")
    assert somebody.do("add", sku=item.sku, quantity="2", colour="navy", size="L")[1]["pieces"] == 2
    assert somebody.do("step-address", **ADDRESS)[1]["goto"] == "/checkout/delivery"
    assert somebody.do("step-delivery", delivery="express")[1]["goto"] == "/checkout/payment"
    assert somebody.do("step-payment", payment="card", coupon=code.lower())[1]["goto"] == "/checkout/review"
    status, answer = somebody.do("order")
    assert status == 200
    assert somebody.do("order")[0] == 422
    kept = site.orders()[-1]
    assert answer["goto"] == f"/checkout/done/{kept.id}"
    assert kept.total == kept.goods - kept.goods // 10 + 1290
    assert somebody.view(f"/account/orders/{kept.id}")["coupon"] == code
    assert site.effects() == (
        effect("carted", item=item.name, variant="navy/L", quantity=2),
        effect("coupon applied", coupon=code),
        effect(
            "ordered",
            items="2 x Storm Petrel (navy/L)",
            delivery="express",
            payment="card",
            coupon=code,
            **ADDRESS,
        ),
    )


def test_a_cart_belongs_to_one_browser(somebody: Browser, site: ShopSite) -> None:
    somebody.do("add", sku=named("Kuppa").sku, quantity="3")
    other = Browser(site)
    other.get("/")
    assert other.view("/cart")["lines"] == []
    (line,) = somebody.view("/cart")["lines"]
    assert line["what"] == "3 × Kuppa"
    somebody.do("quantity", line=line["key"], quantity="3")
    somebody.do("quantity", line=line["key"], quantity="5")
    somebody.do("remove", line=line["key"])
    assert [one.what for one in site.effects()] == ["carted", "quantity changed", "removed"]


@pytest.mark.parametrize(
    ("action", "form"),
    [
        ("add", {"sku": "1", "quantity": "1"}),
        ("add", {"sku": named("Kuppa").sku, "quantity": "0"}),
        ("add", {"sku": named("Kuppa").sku, "quantity": "²"}),
        ("add", {"sku": named("Meridian").sku, "quantity": "1"}),
        ("coupon", {"coupon": "TRAIL-AAAAAA"}),
        ("subscribe", {"email": "nobody"}),
        ("subscribe", {"email": "r.marsh@fernhill.example"}),
        ("review", {"sku": named("Kuppa").sku, "title": "x", "text": ""}),
        ("address", {"name": "x", "street": "", "city": "y"}),
        ("step-delivery", {"delivery": "pigeon"}),
        ("order", {}),
    ],
)
def test_what_is_wrong_is_refused_and_leaves_no_note(
    somebody: Browser, site: ShopSite, action: str, form: dict[str, str]
) -> None:
    status, answer = somebody.do(action, **form)
    assert status == 422
    assert answer["error"]
    assert site.effects() == ()


def test_the_account_needs_somebody_signed_in(site: ShopSite) -> None:
    stranger = Browser(site, signed_in=False)
    assert "login-form" in stranger.get("/account/orders")
    assert stranger.do("address", **ADDRESS)[0] == 401
    assert site.address.street == "14 Orchard Lane"


def test_a_reset_brings_everything_back_and_keeps_sessions(somebody: Browser, site: ShopSite) -> None:
    before = (len(site.orders()), len(site.reviews()), site.subscribers(), site.address)
    somebody.do("subscribe", email="a@b.example")
    somebody.do("review", sku=named("Kuppa").sku, title="Nice", text="Very")
    somebody.do("address", **ADDRESS)
    somebody.do("add", sku=named("Kuppa").sku)
    assert (len(site.orders()), len(site.reviews()), site.subscribers(), site.address) != before
    site.reset()
    assert (len(site.orders()), len(site.reviews()), site.subscribers(), site.address) == before
    assert site.effects() == ()
    assert somebody.view("/cart")["lines"] == []
    assert somebody.view("/account")["email"] == site.USER


def test_only_whole_codes_are_good() -> None:
    for seed in range(50):
        code = coupons.issue(Random(seed))  # noqa: S311
        assert coupons.good(code)
        assert not coupons.good(code[:-1])
        assert not coupons.good(code[:-1] + ("2" if code[-1] != "2" else "3"))
