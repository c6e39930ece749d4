"""The tasks of the bank, as a careful person performs them in every design.

Two parts of the newer designs have closed shadow roots: a locator ends at their host. The amount is typed into what has
the focus once its field is chosen by its label; the last question is answered with the keyboard, from the safe answer
on to the next.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pytest_ami.sites.ledger import effect
from pytest_ami.sites.task import Task

from .door import PASSWORD, TEST_CODE, USER
from .i18n import words
from .money import some_iban
from .seed import ACTIVE, PROJECTS

if TYPE_CHECKING:
    from collections.abc import Mapping
    from random import Random

    from playwright.sync_api import Locator, Page

    from pytest_ami.sites.ledger import Effect
    from pytest_ami.sites.look import SiteLook

FIRST: Final = ("Alba", "Bente", "Carlo", "Dunja", "Edda", "Falko", "Greta", "Hamid", "Ilse", "Juno", "Kaito", "Lene")
LAST: Final = ("Amsel", "Brunner", "Castell", "Delgado", "Eklund", "Farkas", "Grandi", "Haas", "Ivanov", "Jansen")
TRADES: Final = ("Lighting", "Joinery", "Surveying", "Stonework", "Glazing", "Printing", "Planting", "Metalwork")
TOPICS: Final = ("Invoice copy", "Card limits", "Annual statement", "Foreign payment", "Deposit receipt", "Tax form")


def _person(random: Random) -> str:
    return f"{random.choice(FIRST)} {random.choice(LAST)} {random.choice(TRADES)}"


def _amount(random: Random) -> str:
    return f"{random.randint(101, 989)}.{random.randint(11, 98)}"


def _payee(page: Page, said: Mapping[str, str], to: str, iban: str) -> None:
    page.get_by_label(said["to"], exact=True).fill(to)
    page.get_by_label(said["iban"], exact=True).fill(iban)


def _type_amount(page: Page, said: Mapping[str, str], amount: str) -> None:
    page.get_by_label(said["amount"], exact=True).press_sequentially(amount)


def _button(page: Page | Locator, name: str) -> Locator:
    return page.get_by_role("button", name=name, exact=True)


def _link(page: Page | Locator, name: str) -> Locator:
    return page.get_by_role("link", name=name, exact=True)


def _way(page: Page, look: SiteLook, name: str) -> Locator:
    """Return what leads to a form: a link that looks like a button, or a button."""
    return _link(page, name) if look.design == "2023" else _button(page, name)


def _agree(page: Page, look: SiteLook, answer: str, notice: str) -> None:
    """Confirm the last question, and read the bank's notice."""
    said = words(look)
    if look.design == "2019":
        _button(page, said[answer]).click()
    else:
        page.get_by_role("alertdialog").wait_for()
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
    _told(page, said[notice])


def _told(page: Page, notice: str) -> None:
    page.get_by_role("status").get_by_text(notice, exact=True).wait_for()


def _from_menu(page: Page, look: SiteLook, said: Mapping[str, str], menu: str, item: str) -> None:
    """Choose an action that is a button in the older designs, and in a menu in the latest one."""
    if look.design != "2026":
        _button(page, said[item]).click()
        return
    _button(page, said[menu]).click()
    page.get_by_role("menuitem", name=said[item], exact=True).click()


def _transfer_values(random: Random) -> dict[str, str]:
    reference = f"KS-{random.randint(2040, 2099)}-{random.randint(1000, 9999)}"
    return {"to": _person(random), "iban": some_iban(random), "amount": _amount(random), "reference": reference}


def _transfer(page: Page, look: SiteLook, *, to: str, iban: str, amount: str, reference: str) -> None:
    said = words(look)
    _link(page, said["transfer_page"]).click()
    _payee(page, said, to, iban)
    if look.design == "2026":
        _button(page, said["continue"]).click()
    _type_amount(page, said, amount)
    page.get_by_label(said["reference"], exact=True).fill(reference)
    _button(page, said["transfer"]).click()
    _agree(page, look, "do_transfer", "notice_transfer")
    _entry(page, look, to).click()


def _transfer_effects(values: Mapping[str, str]) -> tuple[Effect, ...]:
    return (effect("transferred", account="current", **values),)


def _entry(page: Page, look: SiteLook, text: str) -> Locator:
    """Return the entry of a list that opens what it stands for."""
    return page.get_by_role("link" if look.design == "2019" else "button", name=text)


def _login_values(_: Random) -> dict[str, str]:
    return {"user": USER, "password": PASSWORD, "code": TEST_CODE}


def _login(page: Page, look: SiteLook, *, user: str, password: str, code: str) -> None:
    said = words(look)
    page.get_by_label(said["user"], exact=True).fill(user)
    if look.design == "2026":
        _button(page, said["continue"]).click()
    page.get_by_label(said["password"], exact=True).fill(password)
    _button(page, said["login"]).click()
    page.get_by_label(said["code"], exact=True).fill(code)
    _button(page, said["continue"]).click()
    _link(page, said["profile"]).click()


def _login_effects(values: Mapping[str, str]) -> tuple[Effect, ...]:
    return (effect("logged in", user=values["user"]),)


def _card_values(random: Random) -> dict[str, str]:
    return {"card": random.choice(ACTIVE)[0]}


def _block(page: Page, look: SiteLook, *, card: str) -> None:
    said = words(look)
    _link(page, said["cards"]).click()
    if look.design == "2023":
        _button(page.get_by_role("article", name=card, exact=True), said["block"]).click()
    else:
        page.get_by_role("link", name=card).click()
        _from_menu(page, look, said, "card_options", "block")
    _agree(page, look, "do_block", "notice_blocked")
    _link(page, said["blocked_cards"]).click()
    if look.design == "2023":
        _button(page.get_by_role("article", name=card, exact=True), said["details"]).click()
    else:
        page.get_by_role("link", name=card).click()


def _block_effects(values: Mapping[str, str]) -> tuple[Effect, ...]:
    return (effect("card blocked", card=values["card"]),)


def _order_values(random: Random) -> dict[str, str]:
    day = str(random.choice([day for day in range(2, 29) if day not in {5, 15, 20}]))
    return {"recipient": _person(random), "iban": some_iban(random), "amount": _amount(random), "day": day}


def _order(page: Page, look: SiteLook, *, recipient: str, iban: str, amount: str, day: str) -> None:
    said = words(look)
    _way(page, look, said["new_order"]).click()
    _payee(page, said, recipient, iban)
    _type_amount(page, said, amount)
    if look.design == "2026":
        page.get_by_label(said["day"], exact=True).fill(day)
    else:
        page.get_by_label(said["day"], exact=True).select_option(day)
    _button(page, said["create_order"]).click()
    if look.design == "2026":
        _agree(page, look, "do_order", "notice_order")
    _told(page, said["notice_order"])
    _entry(page, look, recipient).click()


def _order_effects(values: Mapping[str, str]) -> tuple[Effect, ...]:
    return (effect("standing order created", **values),)


def _phone_values(random: Random) -> dict[str, str]:
    return {"phone": f"+49 17{random.randint(0, 9)} {random.randint(2, 9)}{random.randrange(10**6):06d}"}


def _phone(page: Page, look: SiteLook, *, phone: str) -> None:
    said = words(look)
    if look.design == "2026":
        _button(page, said["edit_phone"]).click()
    else:
        _way(page, look, said["edit_contact"]).click()
    page.get_by_label(said["phone"], exact=True).fill(phone)
    _button(page, said["save"]).click()
    _told(page, said["notice_contact"])
    _link(page, said["messages"]).click()
    page.get_by_role("link", name=said["letter_new_phone"].format(about=phone)).click()


def _phone_effects(values: Mapping[str, str]) -> tuple[Effect, ...]:
    return (effect("contact changed", **values),)


def _account_values(random: Random) -> dict[str, str]:
    return {"account": random.choice(PROJECTS)[0]}


def _close(page: Page, look: SiteLook, *, account: str) -> None:
    said = words(look)
    page.get_by_role("link", name=account).click()
    _from_menu(page, look, said, "account_options", "close_account")
    _agree(page, look, "do_close", "notice_closed")
    _link(page, said["closed_accounts"]).click()
    page.get_by_role("link", name=account).click()


def _close_effects(values: Mapping[str, str]) -> tuple[Effect, ...]:
    return (effect("account closed", **values),)


def _letter_values(random: Random) -> dict[str, str]:
    number = random.randint(10_000, 99_999)
    who = f"{random.choice(FIRST)} {random.choice(LAST)}"
    return {
        "subject": f"{random.choice(TOPICS)} {number}",
        "body": f"Dear team, please send the papers for case {number} to {who}. Thank you.",
    }


def _write(page: Page, look: SiteLook, *, subject: str, body: str) -> None:
    said = words(look)
    _way(page, look, said["new_message"]).click()
    page.get_by_label(said["subject"], exact=True).fill(subject)
    page.get_by_label(said["body"], exact=True).fill(body)
    _button(page, said["send"]).click()
    _told(page, said["notice_sent"])
    page.get_by_role("link", name=subject).click()


def _write_effects(values: Mapping[str, str]) -> tuple[Effect, ...]:
    return (effect("message sent", **values),)


TASKS: Final[tuple[Task, ...]] = (
    Task("transfer money", "/accounts", _transfer_values, _transfer, _transfer_effects),
    Task("log in", "/login", _login_values, _login, _login_effects, signed_in=False, secrets=("password", "code")),
    Task("block card", "/accounts", _card_values, _block, _block_effects),
    Task("create standing order", "/orders", _order_values, _order, _order_effects),
    Task("change phone number", "/profile", _phone_values, _phone, _phone_effects),
    Task("close account", "/accounts", _account_values, _close, _close_effects),
    Task("write to the bank", "/messages", _letter_values, _write, _write_effects),
)
