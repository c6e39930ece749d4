"""`ami demo`: learn, replay, survive a redesign, in a real browser, and tell the story.

Every phase is a run of pytest on the example project (`project/`, in a checkout `examples/`) in a process of its own;
what it learned reaches the next one through the store alone. In the phases that replay, the model's address leads
nowhere.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pytest_ami.cli.commands import command
from pytest_ami.model.errors import ConfigurationError, require_packages
from pytest_ami.report.pytest_output import error_lines
from pytest_ami.store.journal import make_folder

if TYPE_CHECKING:
    from rich.console import Console

PROJECT = Path(__file__).resolve().parent / "project"
TEST = "test_mail.py"

FOLDER = Path(".ami", "demo")
"""Where the store, the steering files and the logs go, below the current folder."""

DESIGN, MAIL, VERDICT = "AMI_DEMO_DESIGN", "AMI_DEMO_MAIL", "AMI_DEMO_VERDICT"
"""Variables that the project's conftest reads: the design of the site, the mail to send, the file for the verdict."""

NEEDED = ("pytest_playwright", "jinja2", "starlette", "uvicorn", "multipart")
"""Modules of the extras `sync`, `html` and `sites`, which the demonstration needs."""

REPORT = "report.html"
"""The report of the phase in which the page is redesigned."""

NOWHERE = "http://127.0.0.1:9/v1"
"""An address where nobody listens: what replays get for a model."""

FIRST = {"to": "someone@example.com", "subject": "Hello", "body": "First mail"}
SECOND = {"to": "another@example.com", "subject": "Follow-up", "body": "Second mail"}
CHINESE = {"to": "another@example.com", "subject": "后续测试", "body": "这是第二封测试邮件"}
THIRD = {"to": "third@example.com", "subject": "New look", "body": "Third mail"}
FOURTH = {"to": "fourth@example.com", "subject": "Still works", "body": "Fourth mail"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Phase:
    """One run of pytest.

    Attributes:
        name: As in the report.
        design: Of the site.
        outcome: The outcome that the phase promises.
        mail: The mail that has to be delivered.
        mode: For `--ami-mode`; said in every phase, because in CI nothing is learned without asking.
        test: Which test is run.
    """

    name: str
    design: str
    outcome: str
    mail: Mapping[str, str]
    mode: str = "auto"
    test: str = "test_send_email"

    def kept(self, found: Mapping[str, Any]) -> bool:
        """Return whether what was found is what the phase promises."""
        free = self.outcome != "replayed" or found["model_calls"] == 0
        return bool(found["delivered"]) and found["outcome"] == self.outcome and free


PHASES = (
    Phase(name="learn", design="2019", outcome="learned", mail=FIRST),
    Phase(name="replay", design="2019", outcome="replayed", mail=SECOND),
    Phase(
        name="replay-zh",
        design="2019",
        outcome="replayed",
        mail=CHINESE,
        mode="replay",
        test="test_send_email_by_instruction",
    ),
    Phase(name="redesign", design="2026", outcome="relearned", mail=THIRD),
    Phase(name="replay-after", design="2026", outcome="replayed", mail=FOURTH),
)


def environment(phase: Phase, verdict: Path, endpoint: Mapping[str, str]) -> dict[str, str]:
    """Return the environment of a phase: ours alone decides, and only lessons get the model's address."""
    theirs = ("PYTEST_", "AMI_")
    kept = {k: v for k, v in os.environ.items() if k == "AMI_BROWSER" or not k.startswith(theirs)}
    asked = {DESIGN: phase.design, MAIL: json.dumps(phase.mail), VERDICT: str(verdict)}
    model = dict(endpoint)
    if endpoint and phase.outcome == "replayed":
        model["OPENAI_BASE_URL"] = NOWHERE
    return {**kept, **asked, **model}


def perform(phase: Phase, teacher: str, endpoint: Mapping[str, str], folder: Path) -> dict[str, Any]:
    """Run a phase and return what came of it; everything that it writes is below ``folder``."""
    report, verdict = (folder / f"{phase.name}.{what}.json" for what in ("report", "verdict"))
    command = [
        *(sys.executable, "-m", "pytest", f"{TEST}::{phase.test}", "-q"),
        *("-p", "no:cacheprovider", "-p", "no:randomly", "-p", "no:xdist"),
        *(f"--ami-dir={folder / 'store'}", f"--ami-steering-dir={folder / 'steering'}", f"--ami-json={report}"),
        *(f"--ami-mode={phase.mode}", f"--ami-teacher={teacher}"),
        *((f"--ami-html={folder / REPORT}",) if phase.outcome == "relearned" else ()),
    ]
    done = subprocess.run(  # noqa: S603  (our own command)
        command,
        cwd=PROJECT.resolve(),
        env=environment(phase, verdict, endpoint),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    (folder / f"{phase.name}.log").write_text(done.stdout, "utf-8")
    runs = _read(report).get("runs", [])
    run = runs[-1] if runs else {}
    return {
        "name": phase.name,
        "design": phase.design,
        "outcome": run.get("outcome", "failed") if done.returncode == 0 or run else "failed",
        "steps": run.get("steps", 0),
        "seconds": round(run.get("seconds", 0.0), 2),
        "model_calls": run.get("model_calls", 0),
        "delivered": done.returncode == 0 and bool(_read(verdict).get("delivered")),
        "version": run.get("version", 0),
        "drift": run.get("drift"),
    }


def _read(path: Path) -> dict[str, Any]:
    try:
        found: dict[str, Any] = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return found


@contextmanager
def model(teacher: str) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield a line about the teacher and the variables that lead to it; start a local endpoint when none is set.

    Raises:
        ConfigurationError: No endpoint is set, and the test server is not here: it is a part of checkouts only.
    """
    if teacher != "llm":
        yield "Teacher: offline, which needs no model.", {}
    elif os.environ.get("OPENAI_BASE_URL") or os.environ.get("OPENAI_API_KEY"):
        where = os.environ.get("OPENAI_BASE_URL") or "the client's own address"
        key = os.environ.get("OPENAI_API_KEY") or "none"
        yield f"Teacher: a model, asked at {where}.", {"OPENAI_API_KEY": key, **_base(os.environ)}
    else:
        with _test_server() as server:
            found = {"OPENAI_BASE_URL": server.base_url, "OPENAI_API_KEY": "local"}
            yield "Teacher: llm, on a test server started here.", found


def _test_server() -> Any:
    try:
        return import_module("tests.support.model.server").ModelServer()
    except ImportError:
        raise ConfigurationError(
            "The demonstration has no model to ask",
            why="Neither OPENAI_API_KEY nor OPENAI_BASE_URL is set, and the test server is in checkouts only.",
            run="ami demo   # with the offline teacher; or: export OPENAI_API_KEY=...",
        ) from None


def _base(environ: Mapping[str, str]) -> dict[str, str]:
    return {name: environ[name] for name in ("OPENAI_BASE_URL",) if environ.get(name)}


@command("demo", "ami demo")
@click.option("--teacher", type=click.Choice(["offline", "llm"]), default="offline", help="Who teaches the flow.")
@click.pass_context
def demo(context: click.Context, folder: Path | None, teacher: str, *, as_json: bool) -> None:
    """Learn a flow, replay it, and survive a redesign.

    Runs five tests on a bundled webmail in a real browser, and tells what happened. All that it writes goes into the
    folder .ami/demo, which is emptied first, or into --dir, which must not exist. Needs the extra: pip install
    "pytest-ami[demo]".
    """
    from rich.console import Console

    check_installation()
    place = (folder or FOLDER).resolve()
    if folder is None:
        shutil.rmtree(place, ignore_errors=True)
        make_folder(place.parent)  # hidden from git, although no store is in it yet
    elif place.exists():
        raise ConfigurationError(f"{folder} exists", why="The demonstration begins from nothing.", run="ami demo")
    place.mkdir(parents=True)
    console = Console(stderr=as_json)
    with model(teacher) as (who, endpoint):
        console.print(f"\nOne flow, [bold]send email[/], on a webmail. {who}\n", highlight=False)
        found, broken = _perform_all(console, teacher, endpoint, place)
    document = {"teacher": teacher, "phases": found}
    place.with_suffix(".json").write_text(json.dumps(document, indent=2, ensure_ascii=False) + "\n", "utf-8")
    if as_json:
        click.echo(json.dumps(document, indent=2, ensure_ascii=False))
    if broken is not None:
        log = place / f"{broken.name}.log"
        console.print(f"[red]The phase {broken.name} did not go as promised.[/] What pytest said is in {log}:")
        for line in error_lines(log.read_text("utf-8")):
            console.print(f"  {line}", markup=False, highlight=False)
        context.exit(1)
    test, report = (_shown(path) for path in (PROJECT.resolve() / TEST, place / REPORT))
    console.print(f"Every mail arrived, and no replay asked a model. The test: {test}", style="green", soft_wrap=True)
    console.print(f"The redesign, step by step: {report}", soft_wrap=True, highlight=False)


def check_installation() -> None:
    """Check what the demonstration needs besides the package.

    Raises:
        ConfigurationError: A package of an extra is not installed.
        NoBrowserError: There is no browser.
    """
    from pytest_ami.browser.find import find_browser

    require_packages("demo", *NEEDED, what="The demonstration", why="It runs a bundled site, and it writes a report.")
    find_browser(None, os.environ)


def _perform_all(
    console: Console, teacher: str, endpoint: Mapping[str, str], folder: Path
) -> tuple[list[dict[str, Any]], Phase | None]:
    """Run the phases, up to the first that does not go as promised; return what came of them, and that one."""
    from rich.live import Live

    from .story import Story, ending

    found: list[dict[str, Any]] = []
    broken = None
    story = Story()
    with Live(story, console=console, transient=True, refresh_per_second=8) as live:
        for phase in PHASES:
            story.begin(phase.name, phase.design)
            found.append(perform(phase, teacher, endpoint, folder))
            story.end(found[-1], kept=phase.kept(found[-1]))
            live.refresh()
            if not phase.kept(found[-1]):
                broken = phase
                break
    console.print(story)
    console.print(ending(found))
    return found, broken


def _shown(path: Path) -> str:
    here = Path.cwd()
    return str(path.relative_to(here) if path.is_relative_to(here) else path)
