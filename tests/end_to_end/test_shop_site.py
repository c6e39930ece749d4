"""Special features of the bundled shop, in real Chromium: banners that come and go, prices that move, the cart."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from pytest_ami.sites.shop import ShopSite, coupons
from pytest_ami.sites.shop.catalog import named
from pytest_ami.sites.shop.i18n import words

pytestmark = pytest.mark.looks

DESIGNS = ("2019", "2023", "2026")


@pytest.fixture
def shop(shop_site: Any) -> ShopSite:
    """The plugin's shop, with its type."""
    assert isinstance(shop_site, ShopSite)
    return shop_site


@pytest.fixture
def page(shop: ShopSite, browser: Browser) -> Iterator[Page]:
    context = browser.new_context(base_url=shop.url)
    context.add_cookies(shop.cookies())  # type: ignore[arg-type]
    context.set_default_timeout(5000)
    yield context.new_page()
    context.close()


def at_a_visit(page: Page, shop: ShopSite, *, with_popup: bool, path: str = "/") -> None:
    """Come again until the newsletter window is there, or is not."""
    page.goto(path)
    while (shop.visits % 3 == 2) is not with_popup:
        page.goto(path)


@pytest.mark.parametrize("design", DESIGNS)
def test_the_cookie_banner_is_answered_once(page: Page, shop: ShopSite, design: str) -> None:
    shop.redesign(design)
    page.goto("/")
    accept = page.get_by_role("button", name="Accept all")
    accept.click()
    expect(accept).to_have_count(0)
    page.goto("/shop")
    expect(page.get_by_role("heading", name="All products")).to_be_visible()
    expect(accept).to_have_count(0)


@pytest.mark.parametrize("design", DESIGNS)
def test_the_newsletter_window_comes_at_some_visits_and_can_be_closed(page: Page, shop: ShopSite, design: str) -> None:
    shop.redesign(design)
    offer = page.get_by_text("10% off your next order")
    at_a_visit(page, shop, with_popup=False)
    expect(page.get_by_role("heading", name="Popular right now")).to_be_visible()
    expect(offer).to_be_hidden()
    at_a_visit(page, shop, with_popup=True)
    expect(offer).to_be_visible()
    page.get_by_role("button", name="Close", exact=True).click()
    expect(offer).to_have_count(0)


@pytest.mark.parametrize("design", DESIGNS)
def test_banners_cover_nothing_that_a_task_needs(page: Page, shop: ShopSite, design: str) -> None:
    shop.redesign(design)
    for task in shop.TASKS:
        at_a_visit(page, shop, with_popup=True, path=task.start)
        task.perform(page, shop.look, **task.values(Random(task.name)))  # noqa: S311  (draws names)
        page.context.clear_cookies(name="shop_visitor")


@pytest.mark.parametrize("design", DESIGNS)
def test_the_price_moves_between_visits_and_not_within_one(page: Page, shop: ShopSite, design: str) -> None:
    shop.redesign(design)
    page.goto("/")
    prices = page.get_by_text("€")
    first = prices.first.inner_text()
    page.get_by_role("link", name="Tundra 65").click()
    expect(page.get_by_role("heading", name="Tundra 65", exact=True)).to_be_visible()
    expect(page.get_by_text(first).first).to_be_visible()
    seen = set()
    for _ in range(4):
        page.goto("/")
        seen.add(prices.first.inner_text())
    assert len(seen) > 1


@pytest.mark.parametrize("design", DESIGNS)
def test_a_wrong_coupon_is_refused_and_a_good_one_lowers_the_sum(page: Page, shop: ShopSite, design: str) -> None:
    shop.redesign(design)
    said = words(shop.look)
    page.goto("/")
    page.request.post("/api/do/add", data={"sku": named("Halo").sku, "quantity": "2"})
    page.goto("/cart")
    if design == "2026":
        page.get_by_role("button", name=said["have_coupon"]).click()
    code = page.get_by_label(said["coupon"], exact=True)
    code.fill("TRAIL-NOTHIN")
    page.get_by_role("button", name=said["redeem"]).click()
    expect(page.get_by_text("This code is not valid.")).to_be_visible()
    good = coupons.issue(Random(8))  # noqa: S311
    code.fill(good)
    page.get_by_role("button", name=said["redeem"]).click()
    expect(page.get_by_text("Discount")).to_be_visible()
    page.get_by_role("button", name=f"Remove {good}").click()
    expect(page.get_by_text("Discount")).to_be_hidden()
    assert [one.what for one in shop.effects()] == ["carted", "coupon applied", "coupon removed"]


@pytest.mark.parametrize("design", DESIGNS)
def test_filters_leave_what_fits(page: Page, shop: ShopSite, design: str) -> None:
    shop.redesign(design)
    page.goto("/shop?category=bags")
    page.get_by_label("Price").select_option("50")
    if design == "2019":
        page.get_by_role("button", name="Apply filters").click()
    expect(page.get_by_text("2 products")).to_be_visible()
    expect(page.get_by_role("main").get_by_role("link", name="Tundra 65")).to_have_count(0)


@pytest.mark.parametrize("design", DESIGNS)
def test_a_wrong_password_is_refused_and_the_right_one_opens(page: Page, shop: ShopSite, design: str) -> None:
    shop.redesign(design)
    page.context.clear_cookies()
    page.goto("/account/orders")
    said = words(shop.look)
    enter = page.get_by_role("main").get_by_role("button", name=said["login"], exact=True)
    for password in ("not this one", shop.PASSWORD):
        page.get_by_label(said["user"]).fill(shop.USER)
        page.get_by_label(said["password"]).fill(password)
        enter.click()
        if password != shop.PASSWORD:
            expect(page.get_by_role("alert").filter(has_text="wrong")).to_be_visible()
    expect(page.get_by_role("heading", name=said["orders"])).to_be_visible()


def test_no_page_tells_which_design_it_is_or_what_the_oracle_holds(page: Page, shop: ShopSite) -> None:
    """A tool that is measured on the site must not read the truth off it."""
    addresses: list[str] = []
    page.on("request", lambda request: addresses.append(request.url))
    for design in DESIGNS:
        shop.redesign(design)
        page.goto("/shop")
        page.wait_for_load_state("networkidle")
        html: Any = page.content().lower()
        for word in ("redesign", "oracle", "ledger", 'class="2019', f"design={design}", f"/{design}/", "zz-"):
            assert word not in html
    assert not [url for url in addresses if "oracle" in url or "/2019" in url or "/2026" in url]
