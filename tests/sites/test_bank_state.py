"""The bank without a browser: what each action changes and notes, what is refused, who gets in."""

from __future__ import annotations

import http.cookiejar
import json
import threading
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from pytest_ami.sites.bank import BankSite
from pytest_ami.sites.bank.money import cents, is_iban, money, plain_amount, some_iban
from pytest_ami.sites.ledger import effect

IBAN = "DE89370400440532013000"
PAYMENT = {"to": "Ada Amsel", "iban": "DE89 3704 0044 0532 0130 00", "amount": "120,50", "reference": "KS-1"}
PAID = {"to": "Ada Amsel", "iban": IBAN, "reference": "KS-1"}


class Client:
    """A browser's requests, without the browser."""

    def __init__(self, site: BankSite, *, signed_in: bool = True) -> None:
        self._url = site.url
        jar = http.cookiejar.CookieJar()
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar))
        if signed_in:
            (cookie,) = site.cookies()
            self._opener.addheaders = [("Cookie", f"{cookie['name']}={cookie['value']}")]

    def send(self, path: str, body: bytes | None = None, kind: str = "") -> tuple[int, str, str]:
        headers = {"Content-Type": kind} if kind else {}
        request = urllib.request.Request(self._url + path, body, headers)  # noqa: S310  (a server of ours)
        try:
            with self._opener.open(request, timeout=5) as answer:
                return answer.status, answer.url.removeprefix(self._url), answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, path, error.read().decode()

    def get(self, path: str) -> tuple[int, str, str]:
        return self.send(path)

    def post(self, path: str, **form: str) -> tuple[int, str, str]:
        return self.send(path, urllib.parse.urlencode(form).encode(), "application/x-www-form-urlencoded")

    def do(self, action: str, **data: str) -> tuple[int, Any]:
        status, _, text = self.send(f"/api/do/{action}", json.dumps(data).encode(), "application/json")
        return status, json.loads(text)


@pytest.fixture(scope="module")
def server() -> Iterator[BankSite]:
    with BankSite() as site:
        yield site


@pytest.fixture
def bank(server: BankSite) -> BankSite:
    server.reset()
    return server


def card(bank: BankSite, holder: str) -> str:
    return next(one.id for one in bank.cards() if one.holder == holder)


def order(bank: BankSite, recipient: str) -> str:
    return next(one.id for one in bank.orders() if one.recipient == recipient)


def account(bank: BankSite, name: str) -> str:
    return next(one.id for one in bank.accounts() if one.name == name)


def balance(bank: BankSite, name: str) -> int:
    return next(one.balance for one in bank.accounts() if one.name == name)


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("84.37", 8437),
        ("84,37", 8437),
        ("84,5 €", 8450),
        ("1.234,56", 123456),
        ("1,234.56", 123456),
        ("1.234", 123400),
        ("EUR 12", 1200),
        ("", None),
        ("12.345.6", None),
        ("-5", None),
        ("ten", None),
    ],
)
def test_an_amount_is_read_as_people_write_it(text: str, amount: int | None) -> None:
    assert cents(text) == amount


def test_an_amount_is_written_as_a_language_does() -> None:
    assert (money(123456, "en"), money(-5, "zh", signed=True)) == ("€1,234.56", "\u2212€0.05")
    assert money(123456, "de", signed=True) == "+1.234,56\u00a0€"
    assert plain_amount(5) == "0.05"


def test_account_numbers_carry_check_digits() -> None:
    assert is_iban(IBAN)
    assert not is_iban("DE88370400440532013000")
    assert all(is_iban(some_iban(Random(seed))) for seed in range(50))  # noqa: S311


def test_every_action_is_noted_once(bank: BankSite) -> None:
    client, freya = Client(bank), card(bank, "Freya Lund")
    steps = [
        ("transfer", PAYMENT, effect("transferred", account="current", amount="120.50", **PAID)),
        ("order", {**PAYMENT, "day": "17"}, None),
        (
            "pause",
            {"id": order(bank, "Allfinanz Leasing")},
            effect("standing order paused", recipient="Allfinanz Leasing"),
        ),
        ("resume", {"id": order(bank, "Gym Kollektiv")}, effect("standing order resumed", recipient="Gym Kollektiv")),
        ("delete", {"id": order(bank, "Gym Kollektiv")}, effect("standing order deleted", recipient="Gym Kollektiv")),
        ("block", {"id": freya}, effect("card blocked", card="Freya Lund")),
        ("unblock", {"id": freya}, effect("card unblocked", card="Freya Lund")),
        ("close-message", {"id": account(bank, "Villa Aalto")}, effect("message closed", account="Villa Aalto")),
        ("close-account", {"id": account(bank, "Villa Aalto")}, effect("account closed", account="Villa Aalto")),
        ("contact", {"phone": "+49 171 200"}, effect("contact changed", phone="+49 171 200")),
        ("write", {"subject": "Hello", "body": "A\r\nB"}, effect("message sent", subject="Hello", body="A\nB")),
    ]
    ordered = effect("standing order created", recipient="Ada Amsel", iban=IBAN, amount="120.50", day=17)
    for action, form, _ in steps:
        assert client.do(action, **form)[0] == 200
    assert bank.effects() == tuple(expected or ordered for _, _, expected in steps)


def test_all_of_an_account_goes_only_when_asked(bank: BankSite) -> None:
    before = balance(bank, "current")
    client = Client(bank)
    client.do("transfer", **PAYMENT)
    assert balance(bank, "current") == before - 12050
    client.do("transfer-all", **PAYMENT)
    assert balance(bank, "current") == 0
    assert [one.what for one in bank.effects()] == ["transferred", "transferred all"]


def test_what_an_account_held_when_it_was_closed_goes_to_the_current_one(bank: BankSite) -> None:
    total = sum(one.balance for one in bank.accounts())
    Client(bank).do("close-account", id=account(bank, "Harbour Hall"))
    assert sum(one.balance for one in bank.accounts()) == total
    assert (bank.bookings()[0].payee, balance(bank, "Harbour Hall")) == ("Harbour Hall", 0)
    assert [one.name for one in bank.accounts() if one.closed] == ["Harbour Hall"]


@pytest.mark.parametrize(
    ("action", "form"),
    [
        ("transfer", {**PAYMENT, "to": " "}),
        ("transfer", {**PAYMENT, "iban": "DE88370400440532013000"}),
        ("transfer", {**PAYMENT, "amount": "0"}),
        ("transfer", {**PAYMENT, "amount": "9000000"}),
        ("order", {**PAYMENT, "day": "31"}),
        ("close-account", {"id": "a1031"}),
        ("block", {"id": "nobody"}),
        ("contact", {"phone": ""}),
        ("write", {"subject": "Hello", "body": ""}),
    ],
)
def test_what_is_refused_changes_nothing(bank: BankSite, action: str, form: dict[str, str]) -> None:
    before = (bank.accounts(), bank.orders(), bank.cards(), bank.letters(), bank.contact)
    status, answer = Client(bank).do(action, **form)
    assert (status, bool(answer["error"])) == (422, True)
    assert (bank.accounts(), bank.orders(), bank.cards(), bank.letters(), bank.contact) == before
    assert bank.effects() == ()


def test_doing_it_twice_is_noted_once(bank: BankSite) -> None:
    client, mei = Client(bank), card(bank, "Mei Lin")
    client.do("block", id=mei)
    client.do("block", id=mei)
    assert bank.effects() == (effect("card blocked", card="Mei Lin"),)


def test_a_plain_form_does_the_same_and_comes_back_with_what_is_wrong(bank: BankSite) -> None:
    client = Client(bank)
    status, _, text = client.post("/review", **{**PAYMENT, "amount": "x", "action": "transfer"})
    assert (status, "KS-1" in text, "Enter an amount." in text) == (422, True, True)
    assert "€120.50" in client.post("/review", **PAYMENT, action="transfer")[2]
    assert bank.effects() == ()
    status, path, text = client.post("/do/transfer", **PAYMENT)
    assert (status, path, "Transfer carried out" in text) == (200, "/accounts/a1031", True)
    assert bank.effects() == (effect("transferred", account="current", amount="120.50", **PAID),)


@pytest.mark.parametrize("fixed", [True, False])
def test_who_knows_password_and_code_gets_in(bank: BankSite, *, fixed: bool) -> None:
    client = Client(bank, signed_in=False)
    assert client.get("/accounts")[1] == "/login"
    assert client.get("/login/code")[1] == "/login"
    assert client.post("/login", user=bank.USER, password="wrong")[0] == 401
    assert bank.code() == ""
    assert client.post("/login", user=bank.USER, password=bank.PASSWORD)[1] == "/login/code"
    assert client.post("/login/code", code="12345")[0] == 401
    assert bank.effects() == ()
    assert client.post("/login/code", code=bank.TEST_CODE if fixed else bank.code())[1] == "/accounts"
    assert bank.effects() == (effect("logged in", user=bank.USER),)


def test_a_stranger_gets_no_data_and_does_nothing(bank: BankSite) -> None:
    client = Client(bank, signed_in=False)
    assert client.get("/api/pages/accounts")[0] == 401
    assert client.do("block", id=card(bank, "Mei Lin"))[0] == 401
    assert client.post("/do/transfer", **PAYMENT)[1] == "/login"
    assert bank.effects() == ()


def test_a_reset_brings_everything_back_and_keeps_sessions(bank: BankSite) -> None:
    client = Client(bank)
    before = (bank.orders(), bank.cards(), bank.contact, [one.balance for one in bank.accounts()])
    client.do("transfer", **PAYMENT)
    client.do("block", id=card(bank, "Mei Lin"))
    client.do("contact", city="20095 Hamburg")
    client.do("delete", id=order(bank, "Gym Kollektiv"))
    bank.reset()
    assert (bank.orders(), bank.cards(), bank.contact, [one.balance for one in bank.accounts()]) == before
    assert (bank.effects(), len(bank.letters())) == ((), 2)
    assert client.get("/accounts")[1] == "/accounts"


def test_transfers_at_the_same_time_lose_no_cent(bank: BankSite) -> None:
    before = balance(bank, "current")
    threads = [threading.Thread(target=Client(bank).do, args=("transfer",), kwargs=PAYMENT) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert balance(bank, "current") == before - 8 * 12050
    assert len(bank.effects()) == 8


@pytest.mark.parametrize("locale", BankSite.LOCALES)
@pytest.mark.parametrize("design", BankSite.DESIGNS)
def test_every_page_is_there_in_every_look(bank: BankSite, design: str, locale: str) -> None:
    bank.redesign(design, locale)
    client = Client(bank)
    ids = ("/accounts/a1033", "/bookings/b1001", f"/orders/{bank.orders()[0].id}", "/cards/c3011")
    pages = ("/accounts", "/transfer", "/orders", "/orders/new", "/cards?show=blocked", "/messages", "/messages/new")
    for path in (*ids, *pages, f"/messages/{bank.letters()[0].id}", "/profile", "/profile/edit", "/login"):
        assert client.get(path)[:2] == (200, path)
    assert client.get("/orders/o1")[1] == "/accounts"
