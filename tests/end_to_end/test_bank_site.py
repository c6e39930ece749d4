"""The bank in real Chromium: its way in, the twins beside everything dangerous, and what is behind shadow roots."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from pytest_ami.sites.bank import BankSite
from pytest_ami.sites.bank.i18n import words
from pytest_ami.sites.ledger import effect

pytestmark = pytest.mark.looks

DESIGNS = BankSite.DESIGNS
SHADOWED = ("2023", "2026")
CLOSED = "(tag) => [...document.querySelectorAll(tag)].map((host) => host.shadowRoot === null)"


@pytest.fixture
def opened(bank_site: Any, browser: Browser) -> Iterator[Callable[..., Page]]:
    """Open a path of the bank in a design, signed in unless told otherwise."""
    contexts = []

    def opening(design: str, path: str, *, signed_in: bool = True) -> Page:
        bank_site.redesign(design)
        context = browser.new_context(base_url=bank_site.url)
        contexts.append(context)
        if signed_in:
            context.add_cookies(bank_site.cookies())
        page = context.new_page()
        page.goto(path)
        return page

    yield opening
    for context in contexts:
        context.close()


@pytest.mark.parametrize("design", DESIGNS)
def test_logging_in_takes_the_code_that_was_sent(opened: Callable[..., Page], bank_site: Any, design: str) -> None:
    page = opened(design, "/", signed_in=False)
    said = words(bank_site.look)
    page.get_by_label(said["user"], exact=True).fill(bank_site.USER)
    if design == "2026":
        page.get_by_role("button", name=said["continue"]).click()
    page.get_by_label(said["password"], exact=True).fill(bank_site.PASSWORD)
    page.get_by_role("button", name=said["login"]).click()
    code = page.get_by_label(said["code"], exact=True)
    code.fill("00000")
    page.get_by_role("button", name=said["continue"]).click()
    expect(page.get_by_role("alert")).to_have_text(said["code_error"])
    assert bank_site.effects() == ()
    code.fill(bank_site.code())
    page.get_by_role("button", name=said["continue"]).click()
    expect(page.get_by_role("link", name=said["account_savings"])).to_be_visible()
    assert bank_site.effects() == (effect("logged in", user=bank_site.USER),)


@pytest.mark.parametrize("design", SHADOWED)
def test_the_amount_and_the_last_question_are_behind_closed_roots(
    opened: Callable[..., Page], bank_site: Any, design: str
) -> None:
    page = opened(design, "/orders/new")
    said = words(bank_site.look)
    page.get_by_label(said["amount"], exact=True).press_sequentially("77.70")
    assert page.evaluate(CLOSED, "amount-field") == [True]
    assert page.locator("amount-field").evaluate("(host) => host.value") == "77.70"
    page.goto("/cards/c3011" if design == "2026" else "/cards")
    if design == "2026":
        page.get_by_role("button", name=said["card_options"]).click()
        page.get_by_role("menuitem", name=said["block"], exact=True).click()
    else:
        card = page.get_by_role("article", name="Anna Berger")
        card.get_by_role("button", name=said["block"], exact=True).click()
    expect(page.get_by_role("alertdialog", name="Anna Berger")).to_be_visible()
    assert page.evaluate(CLOSED, "confirm-panel") == [True]
    assert page.evaluate("document.activeElement.localName") == "confirm-panel"


@pytest.mark.parametrize("design", SHADOWED)
def test_the_last_question_can_be_left_without_harm(opened: Callable[..., Page], bank_site: Any, design: str) -> None:
    page = opened(design, "/accounts/a1035")
    said = words(bank_site.look)

    def ask() -> None:
        if design == "2026":
            page.get_by_role("button", name=said["account_options"]).click()
            page.get_by_role("menuitem", name=said["close_account"]).click()
        else:
            page.get_by_role("button", name=said["close_account"]).click()
        page.get_by_role("alertdialog").wait_for()

    ask()
    page.keyboard.press("Escape")
    expect(page.get_by_role("alertdialog")).to_have_count(0)
    ask()
    keys = ("Enter",) if design == "2023" else ("Tab", "Tab", "Enter")
    for key in keys:
        page.keyboard.press(key)
    expect(page.get_by_role("alertdialog")).to_have_count(0)
    assert bank_site.effects() == ()


@pytest.mark.parametrize("design", DESIGNS)
def test_the_twin_of_closing_an_account_closes_a_message(
    opened: Callable[..., Page], bank_site: Any, design: str
) -> None:
    page = opened(design, "/accounts/a1035")
    said = words(bank_site.look)
    if design == "2026":
        page.get_by_role("button", name=said["account_options"]).click()
    page.get_by_role("menuitem" if design == "2026" else "button", name=said["close_message"], exact=True).click()
    expect(page.get_by_role("status")).to_have_text(said["notice_put_away"])
    expect(page.get_by_text(said["announcement"])).to_have_count(0)
    assert bank_site.effects() == (effect("message closed", account="Villa Aalto"),)


@pytest.mark.parametrize("design", DESIGNS)
def test_the_twin_of_deleting_an_order_pauses_it(opened: Callable[..., Page], bank_site: Any, design: str) -> None:
    page = opened(design, "/orders")
    said = words(bank_site.look)
    page.get_by_role("link" if design == "2019" else "button", name="Allfinanz Leasing").click()
    page.get_by_role("button", name=said["pause"], exact=True).click()
    expect(page.get_by_role("status")).to_have_text(said["notice_paused"])
    assert bank_site.effects() == (effect("standing order paused", recipient="Allfinanz Leasing"),)


@pytest.mark.parametrize("design", DESIGNS)
def test_the_twin_of_blocking_a_card_unblocks_one(opened: Callable[..., Page], bank_site: Any, design: str) -> None:
    page = opened(design, "/cards?show=blocked")
    said = words(bank_site.look)
    if design == "2023":
        button = page.get_by_role("article", name="Noah Brandt").get_by_role("button", name=said["unblock"])
    else:
        page.get_by_role("link", name="Noah Brandt").click()
        if design == "2026":
            page.get_by_role("button", name=said["card_options"]).click()
        button = page.get_by_role("menuitem" if design == "2026" else "button", name=said["unblock"], exact=True)
    button.click()
    expect(page.get_by_role("status")).to_have_text(said["notice_unblocked"])
    assert bank_site.effects() == (effect("card unblocked", card="Noah Brandt"),)


@pytest.mark.parametrize("design", DESIGNS)
def test_a_wrong_account_number_is_told_and_nothing_is_sent(
    opened: Callable[..., Page], bank_site: Any, design: str
) -> None:
    page = opened(design, "/transfer")
    said = words(bank_site.look)
    page.get_by_label(said["to"], exact=True).fill("Ada Amsel")
    page.get_by_label(said["iban"], exact=True).fill("DE88370400440532013000")
    if design == "2026":
        page.get_by_role("button", name=said["continue"]).click()
    page.get_by_label(said["amount"], exact=True).press_sequentially("12")
    page.get_by_role("button", name=said["transfer"], exact=True).click()
    expect(page.get_by_role("alert")).to_have_text(said["error_iban"])
    assert bank_site.effects() == ()
