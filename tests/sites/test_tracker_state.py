"""The bundled tracker without a browser: what is asked for is kept, noted once, and gone after a reset."""

from __future__ import annotations

import csv
import io
import json
import urllib.error
import urllib.request
from collections.abc import Iterator
from random import Random
from typing import Any
from urllib.parse import urlencode

import pytest

from pytest_ami.sites.ledger import effect
from pytest_ami.sites.look import SiteLook
from pytest_ami.sites.tracker import TrackerSite
from pytest_ami.sites.tracker.i18n import RENAMED, WORDS, day, words
from pytest_ami.sites.tracker.seed import seeds
from pytest_ami.sites.tracker.state import Query, TrackerState

TITLE = "Map stays blank after switching accounts"


class Client:
    """A browser's requests, without a browser."""

    def __init__(self, site: TrackerSite) -> None:
        (cookie,) = site.cookies()
        self._site = site
        self._headers = {"Cookie": f"{cookie['name']}={cookie['value']}"}

    def send(self, path: str, data: Any = None, **headers: str) -> tuple[int, bytes]:
        body = data if isinstance(data, bytes) or data is None else json.dumps(data).encode()
        request = urllib.request.Request(self._site.url + path, body, self._headers | headers)  # noqa: S310
        try:
            with urllib.request.urlopen(request) as answer:  # noqa: S310  (a server of ours)
                return int(answer.status), bytes(answer.read())
        except urllib.error.HTTPError as error:
            return error.code, error.read()

    def ask(self, path: str, data: Any = None) -> Any:
        return json.loads(self.send(path, data)[1])

    def form(self, path: str, **fields: str) -> str:
        return self.send(path, urlencode(fields).encode())[1].decode()


@pytest.fixture(scope="module")
def served() -> Iterator[TrackerSite]:
    with TrackerSite() as site:
        yield site


@pytest.fixture
def site(served: TrackerSite) -> TrackerSite:
    served.reset()
    return served


@pytest.fixture
def client(site: TrackerSite) -> Client:
    return Client(site)


def key_of(site: TrackerSite, title: str = TITLE) -> str:
    issue = site.issue(title)
    assert issue
    return issue.key


def test_the_seeds_are_two_thousand_and_no_title_is_a_part_of_another() -> None:
    titles = [seed.title for seed in seeds()]
    assert len(set(titles)) == 2000
    joined = "\n".join(titles)
    assert all(joined.count(title) == 1 for title in titles)


@pytest.mark.parametrize(
    ("path", "data", "left"),
    [
        ("", {"field": "title", "value": "  New   name "}, effect("renamed", title=TITLE, to="New name")),
        ("", {"field": "priority", "value": "P0"}, effect("priority", title=TITLE, priority="P0")),
        ("", {"field": "due", "value": "2027-05-31"}, effect("due", title=TITLE, due="2027-05-31")),
        ("", {"field": "status", "value": "review"}, effect("moved", title=TITLE, column="review")),
        ("/comments", {"text": "Seen it."}, effect("commented", title=TITLE, comment="Seen it.")),
        ("/files?name=a.txt", b"hello", effect("attached", title=TITLE, file="a.txt", size=5)),
        ("/close", {}, effect("closed", title=TITLE)),
        ("/archive", {}, effect("archived", title=TITLE)),
        ("/delete", {}, effect("deleted", title=TITLE)),
    ],
)
def test_each_change_is_noted_exactly_once(site: TrackerSite, client: Client, path: str, data: Any, left: Any) -> None:
    status, _ = client.send(f"/api/issues/{key_of(site)}{path}", data)
    assert status == 200
    assert site.effects() == (left,)


def test_what_is_so_already_is_not_noted_again(site: TrackerSite, client: Client) -> None:
    key = key_of(site)
    for _ in range(2):
        client.ask(f"/api/issues/{key}/close", {})
        client.ask(f"/api/issues/{key}", {"field": "priority", "value": "P4"})
    assert [one.what for one in site.effects()] == ["closed", "priority"]


@pytest.mark.parametrize(
    ("path", "data", "status"),
    [
        ("/api/issues", {"title": "  "}, 422),
        ("/api/issues", {"title": "x", "due": "tomorrow"}, 422),
        ("/api/issues/{key}", {"field": "priority", "value": "P9"}, 404),
        ("/api/issues/{key}", {"field": "due", "value": "2027-02-30"}, 422),
        ("/api/issues/{key}", {"field": "key", "value": "LAN-1"}, 404),
        ("/api/issues/{key}/comments", {"text": " \n"}, 422),
        ("/api/issues/{key}/files?name=a", b"x" * (2 * 1024 * 1024 + 1), 422),
        ("/api/issues/LAN-1/close", {}, 404),
        ("/api/issues/{key}/explode", {}, 404),
    ],
)
def test_what_is_wrong_is_refused_and_changes_nothing(
    site: TrackerSite, client: Client, path: str, data: Any, status: int
) -> None:
    before = site.issues
    assert client.send(path.format(key=key_of(site)), data)[0] == status
    assert (site.effects(), site.issues) == ((), before)


def test_nobody_changes_anything_without_signing_in(site: TrackerSite) -> None:
    request = urllib.request.Request(f"{site.url}/api/issues/{key_of(site)}/delete", b"{}")  # noqa: S310
    with pytest.raises(urllib.error.HTTPError, match="401"):
        urllib.request.urlopen(request)  # noqa: S310
    assert site.effects() == ()


def test_plain_forms_do_what_scripts_do(site: TrackerSite, client: Client) -> None:
    page = client.form("/issues", title="From a form", text="Two\r\nlines", priority="P1", due="")
    assert "From a form" in page
    client.form(f"/issue/{key_of(site)}/comment", text="Plain")
    client.form(f"/issue/{key_of(site)}/close", back="//elsewhere.example/")
    assert site.effects() == (
        effect("created", title="From a form", description="Two\nlines", priority="P1", due=""),
        effect("commented", title=TITLE, comment="Plain"),
        effect("closed", title=TITLE),
    )


def test_markup_is_kept_without_what_could_harm(site: TrackerSite, client: Client) -> None:
    client.ask("/api/issues", {"title": "M", "text": "bold", "html": "<b onclick=x()>bold</b><script>x()</script>"})
    issue = site.issue("M")
    assert issue
    assert issue.html == "<b>bold</b>"


def test_lists_filter_sort_and_come_in_parts(site: TrackerSite, client: Client) -> None:
    whole = client.ask("/api/issues?view=open&sort=title&dir=up&limit=100")
    part = client.ask("/api/issues?view=open&sort=title&dir=up&offset=40&limit=10")
    assert part["rows"] == whole["rows"][40:50]
    titles = [row["title"].casefold() for row in whole["rows"]]
    assert titles == sorted(titles)
    assert {row["priority"] for row in client.ask("/api/issues?priority=P0")["rows"]} == {"P0"}
    assert [row["title"] for row in client.ask(f"/api/issues?{urlencode({'q': TITLE})}")["rows"]] == [TITLE]
    client.ask(f"/api/issues/{key_of(site)}/archive", {})
    assert client.ask(f"/api/issues?{urlencode({'q': TITLE})}")["total"] == 0
    assert client.ask("/api/issues?view=archived")["rows"][0]["title"] == TITLE


def test_issues_without_a_date_come_last_in_either_direction() -> None:
    state = TrackerSite()._state
    for down in (True, False):
        dates = [issue.due for issue in state.select(Query(view="all", sort="due", down=down))]
        dated = [due for due in dates if due]
        assert dated == sorted(dated, reverse=down)
        assert dates[: len(dated)] == dated


def test_the_export_holds_what_the_list_shows(client: Client) -> None:
    _, body = client.send("/export.csv?view=closed&priority=P1")
    rows = list(csv.reader(io.StringIO(body.decode("utf-8-sig"))))
    assert rows[0][0] == "Key"
    assert len(rows) - 1 == client.ask("/api/issues?view=closed&priority=P1")["total"]


def test_an_attachment_comes_back_as_it_was(site: TrackerSite, client: Client) -> None:
    answer = client.ask(f"/api/issues/{key_of(site)}/files?name=..%2Flog.bin", b"\x00\xff")
    (file,) = answer["issue"]["files"]
    assert file["name"] == "log.bin"
    assert client.send(f"/files/{file['id']}") == (200, b"\x00\xff")


def test_a_deleted_issue_leaves_a_line_without_a_link(site: TrackerSite, client: Client) -> None:
    client.ask(f"/api/issues/{key_of(site)}/delete", {})
    first = client.ask("/api/activity")["events"][0]
    assert (first["title"], first["href"], first["quote"]) == (TITLE, "", "")


def test_a_reset_brings_everything_back(site: TrackerSite, client: Client) -> None:
    before = [(issue.key, issue.title, issue.status, issue.comments) for issue in site.issues]
    client.ask(f"/api/issues/{key_of(site)}/delete", {})
    client.ask("/api/issues", {"title": "One more"})
    site.redesign("2026", locale="de")
    site.reset()
    after = [(issue.key, issue.title, issue.status, issue.comments) for issue in site.issues]
    assert [one[:3] for one in after] == [one[:3] for one in before]
    assert [[said.text for said in one[3]] for one in after] == [[said.text for said in one[3]] for one in before]
    assert (site.effects(), site.look) == ((), SiteLook())
    assert client.send("/issues")[0] == 200


def test_an_empty_project_shows_nothing_and_breaks_nothing(site: TrackerSite, client: Client) -> None:
    site._state.clear()
    for design in TrackerSite.DESIGNS:
        site.redesign(design)
        for path in ("/issues", "/board", "/activity", "/issue/LAN-1", "/issues/new", "/export.csv"):
            assert client.send(path)[0] == 200
    assert TrackerState().select(Query()) == []


@pytest.mark.parametrize("locale", TrackerSite.LOCALES)
def test_every_word_is_there_in_every_language(locale: str) -> None:
    for design in TrackerSite.DESIGNS:
        assert all(words(SiteLook(design, locale)).values())
    assert all(set(table) <= set(WORDS) for table in RENAMED.values())
    assert day("2027-05-31", locale) == {"en": "31 May 2027", "zh": "2027年5月31日", "de": "31. Mai 2027"}[locale]


def test_values_are_fresh_and_name_issues_that_are_there(site: TrackerSite) -> None:
    for task in TrackerSite.TASKS:
        drawn = [task.values(Random(n)) for n in range(40)]  # noqa: S311  (draws names, keeps no secret)
        assert len({tuple(values.values()) for values in drawn}) > 36
        for values in drawn:
            assert (site.issue(values["title"]) is None) == (task.name == "create issue")
