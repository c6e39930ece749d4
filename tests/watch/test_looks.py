"""What the looks at a known element cost, and that no other element passes for it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from unittest import mock
from urllib.parse import quote

import pytest
from playwright._impl.connection import Connection
from playwright.sync_api import Browser, Page, expect

from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.watch.attempt import WatchedAttempt
from pytest_ami.watch.calls import CallCounter, LocatorCall
from pytest_ami.watch.looks import glance, place_of, secret
from pytest_ami.watch.observer import METHOD, Observer
from pytest_ami.watch.records import KnownCall, sighting

ROLE = 'internal:role=button[name="Save"i]'
SAVE = Fingerprint(tag="button", role="button", name="Save", absolute_xpath="/html[1]/body[1]/p[1]/button[1]")


def call(selector: str = ROLE, method: str = "click", **params: Any) -> LocatorCall:
    made = CallCounter(Path("/")).call(method, {"selector": selector, "strict": True, **params}, [])
    assert made is not None
    return made


def place(of: LocatorCall, element: Fingerprint | None = SAVE) -> str:
    return place_of(of, sighting(of, "digest", element))


def test_a_locator_that_judges_each_element_by_itself_is_looked_for_around_the_old_place() -> None:
    assert place(call()) == "xpath=/html[1]/body[1]/p[1] >> "
    assert place(call('internal:label="To"s', "expect", strict=None)) == "xpath=/html[1]/body[1]/p[1] >> "


@pytest.mark.parametrize(
    "selector",
    [f"{ROLE} >> nth=1", f"#list >> {ROLE}", "button >> nth=-1", "#save", "xpath=//button", "text=Save", "p >> text=a"],
)
def test_a_locator_that_counts_or_has_several_parts_is_looked_for_in_the_whole_document(selector: str) -> None:
    assert place(call(selector)) == ""


def test_without_a_place_or_where_several_elements_may_be_found_the_whole_document_is_looked_at() -> None:
    assert place(call(), None) == ""
    assert place(call(), Fingerprint(tag="button", absolute_xpath="/button[1]", shadow=("#host",))) == ""
    assert place(call(), Fingerprint(tag="button")) == ""
    assert place(call(), Fingerprint(tag="a", absolute_xpath="/html[1]/body[1]/svg[1]/a[1]")) == ""
    assert place(call(strict=False)) == ""


def test_only_the_last_part_of_a_digest_says_that_it_is_a_field_for_a_password() -> None:
    assert secret("input|pin|secret")
    assert not secret("input|secret|")
    assert not secret("")


def test_a_count_of_none_is_no_known_element() -> None:
    assert glance({"value": 0}, "input|") is None
    found = glance({"value": 1}, "input|secret")
    assert found is not None
    assert (found.digest, found.secret, found.element) == ("", True, None)


class Watched:
    """A test on a page of Chromium that is observed, and the messages that go out."""

    def __init__(self, page: Page, observer: Observer, sent: list[str]) -> None:
        self.page, self.observer, self.sent = page, observer, sent

    def run(self, body: str, known: Mapping[str, KnownCall]) -> WatchedAttempt:
        attempt = self.observer.attempt = WatchedAttempt("t", 1, Path(__file__).parent, known)
        self.page.goto(f"data:text/html,{quote(body)}<p role=status id=s></p>")
        del self.sent[:]
        self.page.get_by_role("button", name="Save").click()
        expect(self.page.get_by_role("status")).to_have_text("Done")
        self.observer.attempt = None
        for _ in range(50):
            if self.observer._pending:
                self.page.wait_for_timeout(20)
        self.sent[:] = [one for one in self.sent if one != "waitForTimeout"]
        return attempt


@pytest.fixture
def watched(browser: Browser) -> Iterator[Watched]:
    """A page whose calls are observed."""
    sent: list[str] = []
    own: Any = Connection.send_message_to_server

    def counting(self: Any, object: Any, method: str, params: Any, options: Any) -> Any:  # noqa: A002  (Playwright's)
        sent.append(method)
        return own(self, object, method, params, options)

    observer = Observer()
    with mock.patch.object(Connection, METHOD, counting):
        observer.install()
        try:
            page = browser.new_page()
            yield Watched(page, observer, sent)
            page.close()
        finally:
            observer.remove()


def button(*, name: str = "Save", more: str = "id=save") -> str:
    return f"<p><button {more} onclick=\"s.textContent='Done'\">{name}</button></p>"


ODD = """id=save title="50 % >> 'now' \\ \\u00fc &quot;\U0001f389" """


@pytest.mark.browser
@pytest.mark.parametrize("more", ["id=save", ODD])
def test_a_green_test_without_a_change_sends_one_message_more_for_each_call(watched: Watched, more: str) -> None:
    learned = watched.run(button(more=more), {}).sightings()
    assert [one.element.title() for one in learned.values() if one.element] == ['button "Save"', 'status "Done"']
    again = watched.run(button(more=more), learned)
    assert watched.sent == ["queryCount", "click", "expect", "queryCount"]
    assert all(one.answered for one in again.seen)
    assert not again.changed(again.sightings())


@pytest.mark.browser
def test_an_element_that_moved_is_the_known_one_and_another_one_at_its_place_is_not(watched: Watched) -> None:
    learned = watched.run(button(), {}).sightings()
    moved = watched.run("<div>New</div><p>Now</p>" + button(), learned)
    assert watched.sent.count("queryCount") == 3  # the button is looked for around its old place first
    assert "evalOnSelector" not in watched.sent
    assert not moved.changed(moved.sightings())
    for other in (
        button(name="Cancel") + button(more="id=other"),
        button(more="id=save data-testid=save"),
        button(name="Save all"),
        "<div role=button aria-label=Save tabindex=0 id=save onclick=\"s.textContent='Done'\">Save</div>",
    ):
        changed = watched.run(other, learned)
        (click, _) = changed.sightings().values()
        (before, _) = learned.values()
        assert click.digest != before.digest, other
        assert click.element not in (None, before.element), other


@pytest.mark.browser
def test_a_document_that_has_the_script_describes_a_changed_element_by_the_first_look(watched: Watched) -> None:
    learned = watched.run(button(), {}).sightings()
    status = {key: one for key, one in learned.items() if one.method == "expect"}
    watched.run(button(), status)
    assert watched.sent == ["evalOnSelector", "click", "expect", "evalOnSelector"]
