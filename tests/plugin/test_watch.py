"""`--ami-watch` on plain tests in Chromium: what is remembered, what a failure says, and what a heal needs."""

from __future__ import annotations

from pathlib import Path

import pytest

from pytest_ami.testing.project import Project, Result
from pytest_ami.watch.records import WatchMemory
from tests.plugin.test_async import asynchronous, twin
from tests.support.inline import Inline

__all__ = ["twin"]

pytestmark = pytest.mark.browser

PAGE = """
    import os
    import pytest

    OLD = '''<main><button data-testid="open" onclick="s.textContent='Opened'">Compose</button>
      <button data-testid="go" onclick="s.textContent='Sent'">Send</button>
      <p><button onclick="s.textContent='Done'">Reply</button></p>
      <label>Password <input type="password" id="p" oninput="s.textContent=this.value"></label>
      <p role="status" id="s"></p></main>'''
    NEW = (OLD.replace(">Compose<", ">New message<").replace(">Send<", ">Send now<").replace(">Reply<", ">Reply all<"))

    MISSES = ("test_shown", "test_unproved", "test_lasting")  # the tests that wait for an element that is gone

    @pytest.fixture
    def mail(page, request):
        misses = "NEW" in os.environ and request.node.originalname in MISSES
        page.set_default_timeout(2000 if misses else 15000)
        body = NEW if "NEW" in os.environ else OLD
        page.route("**/*", lambda route: route.fulfill(body=body, content_type="text/html"))
        page.goto("http://mail.test/")
        return page
"""

TESTS = """
    from playwright.sync_api import expect

    def test_shown(mail):
        mail.get_by_role("button", name="Compose").click()
        expect(mail.get_by_role("status")).to_have_text("Opened")

    def test_unproved(mail):
        mail.get_by_role("button", name="Compose").click()
        assert mail.title() == ""

    def test_lasting(mail):
        mail.get_by_role("button", name="Send").and_(mail.get_by_text("Send", exact=True)).click()
        expect(mail.get_by_role("status")).to_have_text("Sent")

    def test_other(mail):
        mail.get_by_role("button", name="Reply").click()
        expect(mail.get_by_role("status")).to_have_text("Done")

    def test_secret(mail):
        mail.get_by_label("Password").fill("hunter2-and-more")
        expect(mail.get_by_role("status")).to_have_text("hunter2-and-more")

    def test_absent(mail):
        expect(mail.get_by_role("button", name="Gone")).to_have_count(0)
        expect(mail.get_by_role("button", name="Gone")).not_to_be_visible()
"""


@pytest.fixture
def suite(browsing: Inline) -> Inline:
    """A suite of plain tests."""
    return browsing.with_file("conftest.py", PAGE).with_file("test_mail.py", TESTS)


def section(result: Result) -> list[str]:
    return [line for line in result.lines if line.startswith(("healed:", "proposed:", "broken:", "another:"))]


def test_a_suite_is_watched_from_its_first_green_run_to_a_heal(suite: Inline) -> None:
    green = suite.run("--ami-watch")
    assert green.outcomes["passed"] == 6, green.out
    assert suite.run().outcomes == green.outcomes
    assert section(green) == []
    known = WatchMemory.read(suite.store).calls
    shown = known["test_mail.py::test_shown[chromium]"]
    assert [one.element.title() for one in shown.values() if one.element] == ['button "Compose"', 'status "Opened"']
    everything = "".join(path.read_text("utf-8") for path in suite.path.rglob("*.jsonl"))
    assert '"test":"test_mail.py::test_secret[chromium]"' in everything
    assert "hunter2-and-more" not in everything

    assert suite.run("--ami-watch").outcomes["passed"] == 6
    now = WatchMemory.read(suite.store).calls
    again = "".join(path.read_text("utf-8") for path in suite.path.rglob("*.jsonl"))
    # On a busy machine a look may come back too late for the first run; the next one brings what it told then.
    learned = sum(now[test] != calls for test, calls in known.items())
    assert learned < len(known)
    assert again.count('"kind":"watched"') == everything.count('"kind":"watched"') + learned

    new = suite.with_env(NEW="1")
    healed = new.run("--ami-watch=heal", "--junitxml=junit.xml")
    assert (healed.outcomes["passed"], healed.outcomes["failed"]) == (4, 2), healed.out
    assert 'Replace the locator by: get_by_role("button", name="New message")' in healed.out
    assert "did not act on it: no expectation of the test would show whether it was right" in healed.out
    assert "did not act on it: its effect may last on the server" in healed.out
    kinds = sorted(line.partition(":")[0] for line in section(healed))
    assert kinds == ["another", "healed", "proposed", "proposed"], healed.out
    assert 'found button "Reply all", and button "Reply" before' in healed.out
    assert "healed: button &quot;Compose&quot; is today get_by_role" in (suite.path / "junit.xml").read_text("utf-8")


def test_nothing_is_different_without_the_option_nor_after_it(suite: Inline) -> None:
    from playwright._impl.connection import Connection

    own = Connection.send_message_to_server
    suite.with_file("test_mail.py", "def test_it(mail): mail.get_by_text('Compose').click()").run("--ami-watch")
    assert Connection.send_message_to_server is own


ASYNC = """
    import os
    from playwright.async_api import expect

    OLD = "<button data-testid=open onclick=\\"s.textContent='Opened'\\">Compose</button><p role=status id=s></p>"

    async def test_it(page):
        page.set_default_timeout(2000 if "CALLED" in os.environ else 15000)
        await page.set_content(OLD.replace("Compose", os.environ.get("CALLED", "Compose")))
        await page.get_by_role("button", name="Compose").click()
        await expect(page.get_by_role("status")).to_have_text("Opened")
"""


def test_async_tests_are_watched_by_the_same_means(tmp_path: Path, twin: Path) -> None:
    made = (
        asynchronous(Project.at(tmp_path / "project"), twin).with_file("conftest.py", "").with_file("test_it.py", ASYNC)
    )
    assert (first := made.run("--ami-watch")).ret == 0, first.out
    healed = made.with_env(CALLED="Write").run("--ami-watch=heal")
    assert (healed.ret, [*healed.words.values()]) == (0, ["HEALED"]), healed.out
    (line,) = section(healed)
    assert line.startswith('healed: test_it.py:9: button "Compose" is today button "Write": get_by_role("button", ')
