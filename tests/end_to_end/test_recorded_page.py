"""`recorded_page` in projects of their own: a green test is remembered, a red one is not, and the page is the page."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pytest_ami.model.workflow import Status
from pytest_ami.store.pages.page_memory import Memory
from pytest_ami.store.workflow_store import WorkflowStore
from pytest_ami.testing.project import Result
from tests.support.inline import Inline
from tests.support.projects import PLAIN

WEBMAIL = """
    import pytest

    @pytest.fixture(scope="session")
    def base_url(mail_server):
        return mail_server.url

    @pytest.fixture
    def browser_context_args(browser_context_args, mail_site):
        return {**browser_context_args, "storage_state": {"cookies": mail_site.cookies(), "origins": []}}
"""
LOOKING = """
    def test_look(recorded_page, page):
        assert recorded_page is page
        page.goto("/mail/inbox")
        page.get_by_role("link", name="Drafts").click()
        page.get_by_label("Search mail").fill("budget")
        page.get_by_role("button", name="Search", exact=True).click()
"""


@pytest.fixture
def project(tmp_path: Path, playwright: Any, browser: Any) -> Inline:
    made = replace(Inline.at(tmp_path / "project"), playwright=playwright, browser=browser)
    return made.with_args(*PLAIN).with_file("conftest.py", WEBMAIL)


def remembered(result: Result) -> set[str]:
    """Return what is known to be done, page by page."""
    folder = result.project.path / ".ami"
    if not folder.is_dir():
        return set()
    return {state.route for state in Memory(folder).entities()["states"]}


def test_a_green_test_is_remembered_and_another_process_sees_it(project: Inline) -> None:
    result = project.with_test(LOOKING).run()
    assert result.outcomes == {"passed": 1}, result.out
    assert {"/mail/inbox", "/mail/drafts"} <= remembered(result)
    code = "import sys; from pathlib import Path; from pytest_ami.store.pages.page_memory import Memory as M;"
    code += "print(M(Path(sys.argv[1])).format_page_operations('http://127.0.0.1:45000/mail/inbox'))"
    told = subprocess.run(
        [sys.executable, "-c", code, str(project.path / ".ami")], capture_output=True, text=True, check=True
    )
    assert "Drafts" in told.stdout


@pytest.mark.variants(8)
@pytest.mark.parametrize(
    "end", ["assert False", "pytest.skip('no')", "pytest.xfail('known')", "request.node.addfinalizer(lambda: 1 / 0)"]
)
def test_what_is_not_green_is_dropped(project: Inline, end: str) -> None:
    body = LOOKING.replace("(recorded_page, page)", "(request, recorded_page, page)") + f"        {end}\n"
    result = project.with_test(body).run()
    assert (
        result.outcomes.get("failed", 0)
        + result.outcomes.get("skipped", 0)
        + result.outcomes.get("xfailed", 0)
        + result.outcomes.get("errors", 0)
    ), result.out
    assert remembered(result) == set()


@pytest.mark.parametrize("mode", ["replay", "off"])
def test_where_nothing_is_learned_nothing_is_recorded(project: Inline, mode: str) -> None:
    result = project.with_test(LOOKING).run(f"--ami-mode={mode}")
    assert result.outcomes == {"passed": 1}, result.out
    assert remembered(result) == set()


def test_a_retry_is_remembered_without_the_failed_attempt(project: Inline) -> None:
    body = """
        import pathlib

        def test_look(recorded_page, page):
            page.goto("/mail/inbox")
            mark = pathlib.Path("tried")
            name = "Drafts" if mark.exists() else "Spam"
            page.get_by_role("link", name=name).click()
            page.wait_for_url("**/" + name.lower())
            assert mark.exists() or mark.write_text("") is None
    """
    result = project.with_test(body).run("--reruns", "1")
    assert result.outcomes.get("passed") == 1, result.out
    assert "/mail/drafts" in remembered(result)
    assert "/mail/spam" not in remembered(result)


def test_a_flow_is_remembered_once_and_the_rest_of_the_test_beside_it(project: Inline) -> None:
    body = """
        import pytest

        def teach(page):
            page.get_by_role("link", name="Drafts").click()
            page.get_by_label("Search mail").fill("budget")

        @pytest.mark.learned("look for drafts", teacher=teach)
        def test_look(recorded_page, ami):
            recorded_page.goto("/mail/inbox")
            recorded_page.get_by_role("link", name="Spam").click()
            recorded_page.wait_for_url("**/spam")
            ami.run()
            recorded_page.get_by_role("link", name="Sent").click()
            recorded_page.wait_for_url("**/sent")
    """
    for number in (1, 2):  # the second run is a replay
        result = project.with_test(body).run()
        assert result.outcomes == {"passed": 1}, result.out
        memory = Memory(project.path / ".ami")
        uses = {one.intents[-1].name: one.successes for one in memory.entities()["sequences"]}
        assert uses == {"Spam": number, "Drafts": 1, "Search mail": 1, "Sent": number}
        ways = {one.triggers[0].name for one in memory.entities()["actions"]}
        assert ways == {"Spam", "Drafts", "Sent"}
    (phrase,) = memory.entities()["phrases"]
    assert phrase.task == "look for drafts"
    assert phrase.session_id == "test_flow.py::test_look[chromium]_1"


def test_a_password_is_in_no_file(project: Inline) -> None:
    body = """
        def test_sign_in(recorded_page, mail_site):
            recorded_page.context.clear_cookies()
            recorded_page.goto("/login")
            recorded_page.get_by_label("Email").fill(mail_site.USER)
            recorded_page.get_by_label("Password").fill("wrong-and-secret-9")
            recorded_page.keyboard.press("Enter")
            recorded_page.get_by_role("alert").wait_for()
    """
    result = project.with_test(body).run()
    assert result.outcomes == {"passed": 1}, result.out
    files = [path.read_bytes() for path in (project.path / ".ami").rglob("*") if path.is_file()]
    assert files
    assert not [content for content in files if b"wrong-and-secret-9" in content]


@pytest.mark.nightly  # by day: the same on a sync page above
def test_an_async_page_is_recorded_while_the_body_runs(project: Inline, tmp_path: Path) -> None:
    apart = Path(sys.prefix) / "ami-async"
    if not apart.is_dir():
        pytest.skip("pytest-playwright-asyncio is not installed")
    body = """
        async def test_look(recorded_page, page):
            assert recorded_page is page
            await page.goto("/mail/inbox")
            await page.get_by_role("link", name="Drafts").click()
            await page.wait_for_url("**/drafts")
    """
    scopes = {"asyncio_default_fixture_loop_scope": "session", "asyncio_default_test_loop_scope": "session"}
    there = project.apart.with_ini(asyncio_mode="auto", **scopes).with_env(PYTHONPATH=str(apart))
    result = there.with_args(*PLAIN, "-p", "no:playwright").with_test(body).run()
    assert result.outcomes == {"passed": 1}, result.out
    assert "/mail/drafts" in remembered(result)
    failing = there.with_args(*PLAIN, "-p", "no:playwright").with_test(f"{body.rstrip()}\n            assert 0\n")
    (project.path / "other").mkdir()
    again = failing.run("--ami-dir=other")
    assert again.outcomes == {"failed": 1}, again.out
    assert "/mail/drafts" not in {s.route for s in Memory(project.path / "other").entities()["states"]}


def test_a_sync_test_with_an_async_page_is_told_so(project: Inline) -> None:
    conftest = """
        import pytest

        class Context:
            pages = ()

        Page = type("Page", (), {"__module__": "playwright.async_api", "url": "", "context": Context()})

        @pytest.fixture
        def page():
            return Page()
    """
    made = project.with_file("conftest.py", conftest).with_args("-p", "no:playwright")
    result = made.with_test("def test_look(recorded_page): ...\n").run()
    assert "is a sync test with an async page" in result.out
    assert "run next:" in result.out


def test_a_recording_is_looked_at_saved_after_a_green_test_and_shown_as_code(project: Inline) -> None:
    body = """
        def test_look(recorded_page, base_url):
            recorded_page.goto("/mail/inbox")
            recorded_page.get_by_role("link", name="Drafts").click()
            recorded_page.wait_for_url("**/drafts")
            recorded_page.get_by_label("Search mail").fill("budget")
            found = recorded_page.operations
            assert [one.type for one in found if one.type != "leaving"] == ["navigate", "click", "navigate", "input"]
            assert all(one.url.startswith(base_url) and one.timestamp for one in found)
            assert found[-1].value == "budget"
            source = found.as_code("search drafts", word="budget")
            assert '.fill(word)' in source and "budget" not in source
            space = {}
            exec(source, space)
            recorded_page.goto("/mail/inbox")
            space["search_drafts"](recorded_page, word="plans")
            assert recorded_page.get_by_label("Search mail").input_value() == "plans"
            found.save("search drafts", word="plans")

        def test_red(recorded_page):
            recorded_page.goto("/mail/inbox")
            recorded_page.operations.save("look at the inbox")
            assert False
    """
    result = project.with_test(body).run()
    assert result.outcomes == {"passed": 1, "failed": 1}, result.out
    store = WorkflowStore(result.project.path / ".ami")
    assert store.tasks() == ("search drafts",)
    stored = store.find("search drafts")
    assert stored is not None
    assert (stored.status, [one.name for one in stored.parameters]) == (Status.CANDIDATE, ["word"])
    assert "{{word}}" in [step.value for step in stored.steps]
