"""The webmail's ledger: one entry with the details of every lasting change, and no entry for reading."""

from __future__ import annotations

import json
import urllib.request
from collections.abc import Iterator
from datetime import datetime, timezone
from typing import Any

import pytest

from pytest_ami.sites.ledger import effect
from pytest_ami.sites.mail import MailSite
from pytest_ami.sites.mail.i18n import file_size, long_date, short_date

LUNCH = "Lunch on Wednesday?"
EMPTY = {"to": "", "cc": "", "bcc": "", "subject": "", "body": "", "files": ""}


class Client:
    """Somebody signed in, without a browser."""

    def __init__(self, site: MailSite) -> None:
        self.site = site
        (self.cookie,) = site.cookies()

    def ask(self, path: str, data: dict[str, Any] | None = None) -> Any:
        request = urllib.request.Request(  # noqa: S310  (a server of ours)
            self.site.url + path,
            data=None if data is None else json.dumps(data).encode(),
            headers={"Cookie": f"{self.cookie['name']}={self.cookie['value']}", "Content-Type": "application/json"},
        )
        with urllib.request.urlopen(request) as answer:  # noqa: S310
            return json.load(answer)

    def act(self, subject: str, *actions: str) -> None:
        folders = (self.site.inbox(), self.site.archived(), self.site.trash(), self.site.spam())
        (mail,) = (mail for folder in folders for mail in folder if mail.subject == subject)
        for action in actions:
            self.ask(f"/api/messages/{mail.id}/{action}", {})


@pytest.fixture(scope="module")
def served() -> Iterator[MailSite]:
    with MailSite() as site:
        yield site


@pytest.fixture
def client(served: MailSite) -> Client:
    served.reset()
    return Client(served)


@pytest.mark.parametrize(("action", "what"), [("send", "sent"), ("later", "scheduled"), ("draft", "draft saved")])
def test_a_letter_is_noted_with_all_its_fields(client: Client, action: str, what: str) -> None:
    client.ask("/api/compose", {"action": action, "to": "a@b.example", "subject": "Hello", "text": "One\r\ntwo "})
    assert client.site.effects() == (
        effect(what, **EMPTY | {"to": "a@b.example", "subject": "Hello", "body": "One\ntwo"}),
    )


def test_a_draft_that_is_sent_is_a_sent_mail_and_no_more(client: Client) -> None:
    client.ask("/api/compose", {"action": "draft", "subject": "Hello"})
    (draft,) = client.site.drafts()
    client.ask("/api/compose", {"action": "send", "to": "a@b.example", "subject": "Hello", "draft": draft.id})
    assert [one.what for one in client.site.effects()] == ["draft saved", "sent"]
    assert client.site.drafts() == ()


def test_discarding_is_noted_where_something_was_kept(client: Client) -> None:
    client.ask("/api/compose", {"action": "discard", "subject": "Hello"})
    assert client.site.effects() == ()
    client.ask("/api/compose", {"action": "draft", "subject": "Hello"})
    client.ask("/api/compose", {"action": "discard", "subject": "Changed", "draft": client.site.drafts()[0].id})
    assert client.site.effects()[1:] == (effect("draft discarded", subject="Hello"),)


@pytest.mark.parametrize(
    ("actions", "notes"),
    [
        (("archive", "archive"), ("archived",)),
        (("archive", "restore", "restore"), ("archived", "restored")),
        (("delete", "delete"), ("deleted", "deleted for good")),
        (("spam",), ("marked as spam",)),
        (("star", "star"), ("starred", "unstarred")),
        (("restore",), ()),
    ],
)
def test_moving_is_noted_where_it_moves(client: Client, actions: tuple[str, ...], notes: tuple[str, ...]) -> None:
    client.act(LUNCH, *actions)
    assert client.site.effects() == tuple(effect(note, subject=LUNCH) for note in notes)


def test_looking_at_a_mail_is_no_effect(client: Client) -> None:
    mail = client.site.inbox()[-1]
    before = client.ask("/api/me")["unread"]
    assert client.ask(f"/api/messages/{mail.id}")["unread"] == before - 1
    assert client.ask(f"/api/messages/{mail.id}/reply")["to"]
    assert client.site.effects() == ()


def test_settings_are_noted_whole(client: Client) -> None:
    client.ask("/api/settings", {"action": "save", "signature": "Sam\r\n", "page_size": "10"})
    client.ask("/api/settings", {"action": "reset"})
    saved = effect("settings", signature="Sam", notifications=False, page_size=10, density="comfortable")
    assert client.site.effects() == (saved, effect("settings reset"))


def test_dates_and_sizes_are_written_as_people_do() -> None:
    at = datetime(2019, 3, 5, 12, tzinfo=timezone.utc)
    assert [short_date(at, locale) for locale in MailSite.LOCALES] == ["5 Mar 2019", "2019年3月5日", "5. März 2019"]
    assert long_date(at, "de") == f"5. März 2019, {at.astimezone():%H:%M} Uhr"
    assert [file_size(845_221 * 2, locale) for locale in ("en", "de")] == ["1.6 MB", "1,6 MB"]
