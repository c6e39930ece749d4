"""The tasks of the shop, as a careful person performs them. Every task ends by opening the stored result."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pytest_ami.sites.ledger import effect
from pytest_ami.sites.task import Task

from . import values
from .catalog import named
from .i18n import words
from .seed import PERSON

if TYPE_CHECKING:
    from collections.abc import Mapping

    from playwright.sync_api import Locator, Page

    from pytest_ami.sites.ledger import Effect
    from pytest_ami.sites.look import SiteLook

MODERN: Final = "2026"


def add_product(page: Page, look: SiteLook, *, item: str, quantity: str) -> None:
    """Search for a product, put some of it into the cart, and look it up there."""
    _find(page, look, item)
    page.get_by_label(words(look)["quantity"], exact=True).fill(quantity)
    _add_and_see(page, look)
    page.get_by_role("link", name=f"{quantity} × {item}").click()
    page.get_by_role("heading", name=item, exact=True).wait_for()


def apply_coupon(page: Page, look: SiteLook, *, item: str, coupon: str) -> None:
    """Put a product into the cart, redeem a code there, and read its discount."""
    said = words(look)
    _find(page, look, item)
    _add_and_see(page, look)
    if look.design == MODERN:
        _button(page, said["have_coupon"]).click()
    page.get_by_label(said["coupon"], exact=True).fill(coupon)
    _button(page, said["redeem"]).click()
    page.get_by_role("link", name=coupon).click()
    page.get_by_role("heading", name=coupon).wait_for()


def buy_product(page: Page, look: SiteLook, *, item: str, name: str, street: str, city: str, coupon: str) -> None:
    """Buy one piece of a product with a coupon, have it sent to somebody, and open the order."""
    said = words(look)
    _find(page, look, item)
    _button(page, said["buy_now"]).click()
    page.get_by_label(said["full_name"], exact=True).fill(name)
    page.get_by_label(said["street"], exact=True).fill(street)
    page.get_by_label(said["city"], exact=True).fill(city)
    _button(page, said["continue"]).click()
    page.get_by_role("radio", name=said["standard"]).wait_for()
    _button(page, said["continue"]).click()
    page.get_by_label(said["coupon"], exact=True).fill(coupon)
    _button(page, said["continue"]).click()
    if look.design == MODERN:
        page.get_by_role("checkbox", name=said["terms"]).check()
    _button(page, said["place"]).click()
    page.get_by_role("link", name=name).click()
    page.get_by_text(coupon).wait_for()


def subscribe(page: Page, look: SiteLook, *, email: str) -> None:
    """Have the newsletter sent to an address, and open the subscription."""
    said = words(look)
    page.get_by_label(said["email"], exact=True).fill(email)
    _button(page, said["subscribe"]).click()
    if look.design == MODERN:
        _button(page, said["do_subscribe"]).click()
    page.get_by_role("status").filter(has_text=said["notice_subscribed"]).wait_for()
    _account(page, look)
    page.get_by_role("link", name=said["newsletters"], exact=True).click()
    page.get_by_role("link", name=email).click()
    page.get_by_role("heading", name=email).wait_for()


def write_review(page: Page, look: SiteLook, *, item: str, title: str, text: str) -> None:
    """Review a product, and open the review."""
    said = words(look)
    _find(page, look, item)
    if look.design != "2019":
        _button(page, said["write_review"]).click()
    page.get_by_label(said["title"], exact=True).fill(title)
    page.get_by_label(said["text"], exact=True).fill(text)
    if look.design == MODERN:
        _button(page, said["preview"]).click()
    _button(page, said["publish" if look.design == MODERN else "submit_review"]).click()
    page.get_by_role("link", name=title).click()
    page.get_by_text(text).wait_for()


def change_address(page: Page, look: SiteLook, *, street: str, city: str) -> None:
    """Change the account's delivery address, and open it again."""
    said = words(look)
    if look.design == MODERN:
        page.get_by_role("tab", name=said["address"], exact=True).click()
        _button(page, said["change_address"]).click()
    else:
        page.get_by_role("link", name=said["change_address"], exact=True).click()
    page.get_by_label(said["street"], exact=True).fill(street)
    page.get_by_label(said["city"], exact=True).fill(city)
    _button(page, said["save"]).click()
    page.get_by_role("link", name=f"{street}, {city}").click()
    page.get_by_label(said["street"], exact=True).wait_for()


def _find(page: Page, look: SiteLook, item: str) -> None:
    field = page.get_by_label(words(look)["search"], exact=True)
    field.fill(item)
    field.press("Enter")
    page.get_by_role("main").get_by_role("link", name=item).click()
    page.get_by_role("heading", name=item, exact=True).wait_for()


def _add_and_see(page: Page, look: SiteLook) -> None:
    said = words(look)
    _button(page, said["add"]).click()
    if look.design == MODERN:
        page.get_by_role("dialog").get_by_role("link", name=said["view_cart"]).click()
    else:
        page.get_by_role("status").filter(has_text=said["notice_added"]).wait_for()
        page.get_by_role("link", name=said["cart"], exact=True).click()
    page.get_by_role("heading", name=said["cart"], exact=True).wait_for()


def _account(page: Page, look: SiteLook) -> None:
    said = words(look)
    if look.design == "2023":
        _button(page, PERSON).click()
        return
    page.get_by_role("link", name=said["account"], exact=True).click()


def _button(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=name, exact=True)


def _carted(item: str, quantity: str = "1") -> Effect:
    return effect("carted", item=item, variant=named(item).variant(), quantity=quantity)


def _added(said: Mapping[str, str]) -> tuple[Effect, ...]:
    return (_carted(said["item"], said["quantity"]),)


def _applied(said: Mapping[str, str]) -> tuple[Effect, ...]:
    return (_carted(said["item"]), effect("coupon applied", coupon=said["coupon"]))


def _bought(said: Mapping[str, str]) -> tuple[Effect, ...]:
    order = effect(
        "ordered",
        items=f"1 x {said['item']} ({named(said['item']).variant()})",
        name=said["name"],
        street=said["street"],
        city=said["city"],
        delivery="standard",
        payment="invoice",
        coupon=said["coupon"],
    )
    return (*_applied(said), order)


def _subscribed(said: Mapping[str, str]) -> tuple[Effect, ...]:
    return (effect("subscribed", email=said["email"]),)


def _reviewed(said: Mapping[str, str]) -> tuple[Effect, ...]:
    return (effect("reviewed", item=said["item"], title=said["title"], text=said["text"], stars=5),)


def _moved(said: Mapping[str, str]) -> tuple[Effect, ...]:
    return (effect("address changed", name=PERSON, street=said["street"], city=said["city"]),)


TASKS: Final[tuple[Task, ...]] = (
    Task("add product to cart", "/", values.piece, add_product, _added, signed_in=False),
    Task("apply coupon", "/", values.saving, apply_coupon, _applied, signed_in=False),
    Task("buy product", "/", values.purchase, buy_product, _bought),
    Task("subscribe to newsletter", "/", values.letter, subscribe, _subscribed),
    Task("write product review", "/", values.opinion, write_review, _reviewed),
    Task("change delivery address", "/account", values.place, change_address, _moved),
)
