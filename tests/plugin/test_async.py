"""Async pages: a whole life of a flow with pytest-playwright-asyncio, in a pytest process of its own.

The twin aborts pytest beside pytest-playwright. So `scripts/setup.sh` installs it apart, next to the environment's
packages, and here it is put on the path while pytest-playwright is switched off.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from pytest_ami.model.workflow import Status
from pytest_ami.testing.project import Project, Result
from tests.support.projects import DESK, NO_PICTURES, PLAIN, WEBMAIL

pytestmark = [pytest.mark.browser, pytest.mark.slow]

APART = Path(sys.prefix) / "ami-async"
PACKAGES = (
    "pytest-playwright-asyncio>=0.7",
    "pytest-asyncio>=0.26",
    "backports-asyncio-runner; python_version < '3.11'",
)
LIFE = """
    @pytest.mark.parametrize("subject", ["One", "Two"])
    @pytest.mark.learned("send email")
    async def test_send(ami, page, mail_site, subject):
        await page.goto("/")
        run = await ami.run(to="ann@example.com", subject=subject, body="First mail")
        assert run.model_calls == 0
        assert [mail.subject for mail in mail_site.sent()] == [subject]
"""


@pytest.fixture(scope="session")
def twin(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where pytest-playwright-asyncio is installed."""
    if APART.is_dir():
        return APART
    folder = tmp_path_factory.mktemp("async")
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", str(folder), *PACKAGES]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip(f"pytest-playwright-asyncio is not installed and cannot be fetched: {done.stderr.strip()[-300:]}")
    return folder


def asynchronous(project: Project, twin: Path) -> Project:
    """Return the project with async pages, as a test of the webmail."""
    scopes = {"asyncio_default_fixture_loop_scope": "session", "asyncio_default_test_loop_scope": "session"}
    made = project.with_ini(asyncio_mode="auto", **scopes).with_file("conftest.py", WEBMAIL)
    path = os.pathsep.join(filter(None, [str(twin), os.environ.get("PYTHONPATH")]))
    return made.with_env(PYTHONPATH=path).with_args(*PLAIN, *NO_PICTURES, "-p", "no:playwright", "-v")


@pytest.fixture
def project(tmp_path: Path, twin: Path) -> Project:
    """A project with async pages that tests the webmail, in a process of its own."""
    return asynchronous(Project.at(tmp_path / "project"), twin)


@pytest.mark.nightly  # by day: this life on sync pages, in test_lifecycle.py; the async driver, below
def test_learn_replay_redesign_relearn_replay(project: Project) -> None:
    flow = project.with_test(LIFE)
    first = flow.with_env(DESIGN="2019").run()
    assert (first.ret, [*first.words.values()]) == (0, ["LEARNED", "REPLAYED"]), first.out
    stale = flow.with_env(DESIGN="2026").run("--ami-mode=replay", "-k", "One")
    assert [*stale.words.values()] == ["STALE"]
    stale.matcher.fnmatch_lines([">       run = await ami.run(to=*", "E       pytest_ami.StaleError: STALE: *"])
    assert "pytest_ami/" not in stale.out  # the user's line alone
    result = flow.with_env(DESIGN="2026").run("--ami-mode=auto")
    assert (result.ret, [*result.words.values()]) == (0, ["RELEARNED", "REPLAYED"]), result.out
    versions = [(workflow.version, workflow.status) for workflow in result.store.versions("send email")]
    assert versions == [(1, Status.SUPERSEDED), (2, Status.ACTIVE)]


@pytest.mark.nightly  # by day: the same on sync pages, in test_drifting_and_confirming.py
def test_what_was_healed_proves_itself_at_once(project: Project) -> None:
    body = """
        async def show(page):
            await page.locator("#go").click()

        @pytest.mark.parametrize("number", [0, 1])
        @pytest.mark.learned("send", teacher=show)
        async def test_send(ami, page, context, base_url, number):
            await context.add_cookies([{"name": "user", "value": "ann", "url": base_url}])
            await page.goto("/")
            await ami.run()
            await expect(page.get_by_role("status")).to_have_text("Message sent")

        from playwright.async_api import expect
    """
    flow = project.with_file("conftest.py", DESK).with_test(body)
    learned = flow.run()
    assert [*learned.words.values()] == ["LEARNED", "REPLAYED"], learned.out
    result = flow.with_env(MOVED="always").run("--ami-confirm", "-k", "test_send and 0")
    assert (result.ret, [*result.words.values()]) == (0, ["HEALED"]), result.out
    versions = [(workflow.version, workflow.status) for workflow in result.store.versions("send")]
    assert versions == [(1, Status.SUPERSEDED), (2, Status.ACTIVE)]


# -- several files in one run ------------------------------------------------------------------------------------------

DEMONSTRATED = """
    @pytest.mark.learned("open a mail")
    async def test_shown(page, ami):
        await ami.open("/")
        async with ami.demonstrate():
            await page.get_by_role("button", name="Compose").click()

    async def look(page):
        await page.get_by_role("link", name="Drafts").first.click()

    async def test_tasks(page, ami, workflow_store):
        await ami.open("/")
        runs = await ami.tasks([{"task": "look at drafts", "teacher": look}])
        assert [run.outcome.value for run in runs] == ["learned"]
        assert workflow_store.tasks() == ("open a mail",)
"""
GUARDED = """
    from pytest_ami import TeacherError
    from pytest_ami.model.lesson import Advice, Move, MoveKind

    LINK = "<a href='http://elsewhere.example/x'>Partner</a>"

    class Tempted:
        name = "tempted"

        def advise(self, situation):
            partner = next(element.ref for element in situation.observation.elements if element.name == "Partner")
            return Advice(move=Move(kind=MoveKind.CLICK, ref=partner))

    @pytest.mark.learned("look around", teacher=Tempted())
    async def test_guarded(ami, page, mail_site):
        await page.goto("/")
        await page.evaluate("(link) => document.body.insertAdjacentHTML('afterbegin', link)", LINK)
        here, failed = page.url, []
        page.on("requestfailed", lambda request: failed.append(request.url))
        with pytest.raises(TeacherError, match="allowed origins: GET document of http://elsewhere.example"):
            await ami.run()
        assert (page.url, failed) == (here, ["http://elsewhere.example/x"] * 2)
        assert await page.evaluate("fetch('/').then((answer) => answer.status)") == 200
"""
MARKED = """
    async def show(page, name):
        await page.get_by_role("button", name=name).first.click()

    @pytest.mark.learned("look inside", params={"name": "Compose"}, start="/", teacher=show)
    async def test_function(page):
        await expect(page.get_by_label("Subject")).to_be_visible()

    from playwright.async_api import expect

    class TestClass:
        @pytest.mark.learned("look inside", params={"name": "Compose"}, start="/")
        async def test_method(self, page, ami):
            await expect(page.get_by_label("Subject")).to_be_visible()
            assert [run.outcome.value for run in ami.runs] == ["replayed"]
"""
REFUSED = "def test_flow(ami): ..."


@pytest.fixture(scope="module")
def several(tmp_path_factory: pytest.TempPathFactory, twin: Path) -> Result:
    """The result of one run of four files."""
    made = asynchronous(Project.at(tmp_path_factory.mktemp("several")), twin)
    for name, text in (("1_shown", DEMONSTRATED), ("2_guarded", GUARDED), ("3_marked", MARKED), ("4_sync", REFUSED)):
        made = made.with_test(text, name=f"test_{name}.py")
    return made.run()


def words(result: Result, file: str) -> list[str]:
    return [word for name, word in result.words.items() if name.startswith(f"test_{file}.py::")]


def test_the_marker_performs_the_flow_before_an_async_body(several: Result) -> None:
    assert words(several, "3_marked") == ["LEARNED", "REPLAYED"], several.out


def test_demonstrations_tasks_and_the_store_work_as_on_sync_pages(several: Result) -> None:
    assert words(several, "1_shown") == ["LEARNED", "LEARNED"], several.out
    assert several.store.tasks() == ("look at drafts", "look inside", "open a mail")


def test_a_sync_test_with_the_async_page_is_refused(several: Result) -> None:
    assert words(several, "4_sync") == ["ERROR"], several.out
    several.matcher.fnmatch_lines(["test_4_sync.py::test_flow[[]chromium[]] is a sync test with an async page"])
    assert "pytest_ami/" not in several.out


def test_a_lesson_is_guarded_on_async_pages_too(several: Result) -> None:
    assert several.outcomes == {"passed": 5, "errors": 1}, several.out
