"""`ami record`: a person performs a task in a browser, and the workflow is stored.

`browser.manual_session` records, `engine.recording.manual` makes the workflow. This module starts and ends the browser
and prints. It must never print the value of a secret.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pytest_ami.model.printable import as_argument, printable_line
from pytest_ami.report.tables import Column, table

from .commands import command, say
from .parameters import values_and_secrets

if TYPE_CHECKING:
    from pytest_ami.browser.manual_session import ManualSession
    from pytest_ami.engine.recording.manual import ManualRecording
    from pytest_ami.model.settings import Settings
    from pytest_ami.model.workflow import Workflow

ENDED = {
    "stopped": "Recording stopped.",
    "closed": "The window was closed.",
    "interrupted": "Interrupted.",
}


@command("record", 'ami record http://localhost:8000/ --task "send email" --param to=ann@example.com')
@click.argument("url")
@click.option("--task", required=True, help="Name of the task in a few words; the workflow is stored under it.")
@click.option("--param", "params", multiple=True, metavar="NAME=VALUE", help="A typed value that becomes a parameter.")
@click.option("--secret", "secrets", multiple=True, metavar="NAME=VALUE", help="The same; only the name is stored.")
@click.option("--headless", is_flag=True, help="Run the browser without a window.")
@click.option("--cdp", metavar="ENDPOINT", help="Use a running browser, such as http://127.0.0.1:9222.")
def record(
    url: str,
    task: str,
    params: Sequence[str],
    secrets: Sequence[str],
    folder: Path | None,
    *,
    headless: bool,
    cdp: str | None,
    as_json: bool,
) -> None:
    """Record a task by hand.

    Opens a browser with a small toolbar. Stores the workflow when you press Stop, close the window, or press Ctrl-C
    here. A password field needs no --secret: its value is never stored.
    """
    from pytest_ami.browser.manual_session import ManualSession
    from pytest_ami.engine.recording.manual import workflow_of

    from .project import ProjectConfig

    task = " ".join(task.split())
    if not task:
        raise click.BadParameter("a task needs a name", param_hint="--task")
    values, hidden = values_and_secrets(params, secrets)
    project = ProjectConfig.find(Path.cwd())
    settings = project.settings(os.environ, folder)
    with _page(settings, headless=headless, cdp=cdp) as page:
        hand = ManualSession(page, values=values, secrets=hidden)
        task, shown = hand.marks.clean([task, url])
        hand.prepare()
        _open(page, url, hand)
        hand.start()
        click.echo(
            f'Recording "{printable_line(task)}". Press Stop in the page, close the window, or press Ctrl-C here.',
            err=True,
        )
        with _interrupts(hand):
            hand.run()
    taught = hand.taught()
    workflow, notes = workflow_of(task, taught)
    if not workflow.steps:
        raise _nothing(task, hand.ended, shown)
    stored = _store(settings.folder(project.root), workflow, url, shown)
    report(stored, taught, shown, ENDED[hand.ended], notes, as_json=as_json)


def report(
    stored: Workflow, taught: ManualRecording, url: str, ended: str, notes: Sequence[str], *, as_json: bool
) -> None:
    """Print the stored workflow and the lines of a test for it."""
    from pytest_ami.engine.secrets.gate import GATE

    from . import render

    test = lines_for_test(stored, url, taught)
    if as_json:
        say((), GATE.data({"workflow": render.workflow(stored), "test": test, "notes": list(notes)}), as_json=True)
        return
    titles = GATE.data([step.title() for step in stored.steps])
    notices = [key.partition("|") for key in stored.steps[-1].effects.notices]
    lines = [
        f'{ended} "{stored.task}" v{stored.version} is stored. It is a candidate until its first green replay.',
        "",
        *table(((str(number), title) for number, title in enumerate(titles, 1)), [render.NUMBER, Column()]),
        *([""] if notices else []),
        *(f'     at the end: {role} "{text}"' for role, _, text in notices),
        *([""] if notes else []),
        *(f"note: {note}" for note in notes),
        "",
        "Put this into a test:",
        "",
        test,
    ]
    say(GATE.data(lines), None, as_json=False)


def lines_for_test(stored: Workflow, url: str, taught: ManualRecording) -> str:
    """Return the lines of a test that replays a workflow; the value of a secret comes from the environment."""
    arguments = [
        f'{p.name}=os.environ["{p.name.upper()}"]' if p.secret else f"{p.name}={taught.values[p.name]!r}"
        for p in stored.parameters
    ]
    name = "_".join("".join(c if c.isalnum() else " " for c in stored.task.lower()).split())
    quoted = stored.task.replace("\\", "\\\\").replace('"', '\\"')
    lines = ["import os", ""] if any(p.secret for p in stored.parameters) else []
    lines += [
        "import pytest",
        "",
        f'@pytest.mark.learned("{quoted}")',
        f"def test_{name}(ami, page):",
        f"    page.goto({url!r})",
        f"    ami.run({', '.join(arguments)})",
    ]
    return "\n".join(lines)


@contextmanager
def _page(settings: Settings, *, headless: bool, cdp: str | None) -> Iterator[Any]:
    """Yield a page of a new browser, or of a running one."""
    from playwright.sync_api import sync_playwright

    from pytest_ami.browser.find import find_browser, launch

    found = None if cdp else find_browser(settings.browser or None, os.environ, headed=not headless)
    with sync_playwright() as playwright:
        if found is None:
            yield _connected(playwright, str(cdp))
            return
        launched = launch(playwright, found.path, headed=not headless)
        try:
            yield launched.new_context(no_viewport=not headless or None).new_page()
        finally:
            with suppress(Exception):  # the person may have closed it
                launched.close()


def _connected(playwright: Any, endpoint: str) -> Any:
    from playwright.sync_api import Error

    from pytest_ami.browser.find import RemoteBrowser, no_answer
    from pytest_ami.browser.run_calls import first_line

    try:
        browser = playwright.chromium.connect_over_cdp(endpoint, timeout=10_000)
    except Error as error:
        raise no_answer(RemoteBrowser(endpoint, cdp=True), first_line(error)) from None
    context = browser.contexts[0] if browser.contexts else browser.new_context()
    return context.new_page()


def _open(page: Any, url: str, hand: ManualSession) -> None:
    from playwright.sync_api import Error

    from pytest_ami.browser.run_calls import first_line
    from pytest_ami.model.errors import AppDownError

    try:
        page.goto(url, wait_until="domcontentloaded")
    except Error as error:
        shown, why = hand.marks.clean([url, first_line(error)])
        raise AppDownError(
            f"{shown} could not be opened",
            why="The application does not answer, or the address is wrong.",
            evidence=[why],
            run=f"curl -I {as_argument(shown)}",
        ) from None


@contextmanager
def _interrupts(hand: ManualSession) -> Iterator[None]:
    """Let Ctrl-C end the recording; a second one ends the program."""

    def interrupted(_number: int, _frame: Any) -> None:
        signal.signal(signal.SIGINT, before)
        hand.stop("interrupted")

    try:
        before = signal.signal(signal.SIGINT, interrupted)
    except ValueError:  # not the main thread: Ctrl-C does not arrive here
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _store(folder: Path, workflow: Workflow, url: str, shown: str) -> Workflow:
    """Store a workflow that was recorded from a URL on, under a run of its own; ``shown`` is the URL for messages."""
    from pytest_ami.flow.recorded_origins import keep_recorded
    from pytest_ami.store.facts import Kind
    from pytest_ami.store.journal import Journal
    from pytest_ami.store.workflow_store import WorkflowStore

    from .project import new_run

    journal = Journal(folder, run=new_run(), worker="record")
    store = WorkflowStore(folder, journal)
    stored = keep_recorded(
        store, workflow, url, again=f"ami record {as_argument(shown)} --task {as_argument(workflow.task)}"
    )
    journal.append(Kind.RUN_FINISHED)
    store.absorb()
    return stored


def _nothing(task: str, ended: str, url: str) -> Exception:
    from pytest_ami.model.errors import TeacherError

    return TeacherError(
        f'Nothing was recorded for "{task}", so nothing is stored',
        why=f"{ENDED[ended]} No action on the page came before.",
        run=f"ami record {as_argument(url)} --task {as_argument(task)}",
    )
