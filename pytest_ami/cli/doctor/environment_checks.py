"""Checks around the store: unknown settings, the mode, journals, steering files, git and the disk.

A finding has a name, a state (`ok`, `note`, `problem`), a text and a fix. No check changes anything.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import warnings
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from pytest_ami.browser.find import VARIABLE
from pytest_ami.cli.commands import counted
from pytest_ami.cli.project import ProjectConfig
from pytest_ami.model.printable import as_argument
from pytest_ami.model.settings import SETTINGS, Mode, Settings, detect_ci

CheckResult = dict[str, Any]

SCARCE, LITTLE = 50_000_000, 1_000_000_000
"""Bytes of free disk space: below the first, writes will fail soon; below the second, they may."""

IDLE = 100
"""Number of waiting journals from which a note is printed."""


def ok(name: str, text: str) -> CheckResult:
    """Return a finding without a problem."""
    return {"name": name, "state": "ok", "text": text, "mend": ""}


def note(name: str, text: str, fix: str = "") -> CheckResult:
    """Return a finding that the user should know."""
    return {"name": name, "state": "note", "text": text, "mend": fix}


def problem(name: str, text: str, fix: str) -> CheckResult:
    """Return a problem and its fix."""
    return {"name": name, "state": "problem", "text": text, "mend": fix}


def unknown_settings(project: ProjectConfig, environ: Mapping[str, str]) -> Iterator[CheckResult]:
    """Yield the ini keys and environment variables that look like our settings and are not."""
    known = {f"ami_{setting.name}" for setting in SETTINGS}
    where = project.file.name if project.file else "pytest.ini"
    for key in sorted(project.ini):
        if key.startswith("ami_") and key not in known:
            yield problem("settings", f"{key} in {where} is no setting of pytest-ami", _nearest(key, known))
    variables = {name.upper() for name in known} | {VARIABLE, "_AMI_COMPLETE"}
    for name in sorted(environ):
        if name.startswith("AMI_") and name not in variables:
            yield note("settings", f"the variable {name} is no setting of pytest-ami", _nearest(name, variables))


def examine(project: ProjectConfig, settings: Settings, environ: Mapping[str, str]) -> Iterator[CheckResult]:
    """Yield the findings about mode, journals, steering files, git and disk."""
    folder = settings.folder(project.root)
    yield _mode(settings, environ)
    if folder.is_dir():
        yield from _journals(folder)
    yield _steering(project, settings)
    yield _git(project.root)
    yield _disk(folder if folder.is_dir() else project.root)


def _nearest(name: str, known: set[str]) -> str:
    near = get_close_matches(name, sorted(known), n=1)
    return f"call it {near[0]}" if near else "remove it; the settings are listed below"


def _mode(settings: Settings, environ: Mapping[str, str]) -> CheckResult:
    if settings.mode is Mode.OFF:
        return note("mode", f"off ({settings.mode_reason}): tests of learned flows are skipped", "--ami-mode=auto")
    variable = detect_ci(environ)
    if settings.mode is Mode.REPLAY and settings.mode_reason.startswith("CI"):
        return note("mode", f"replay, because {variable} is set: nothing is learned here", "--ami-mode=auto to learn")
    if variable and settings.mode is not Mode.REPLAY:
        return note("mode", f"{settings.mode.value} ({settings.mode_reason}), although {variable} says that this is CI")
    return ok("mode", f"{settings.mode.value} ({settings.mode_reason})")


def _journals(folder: Path) -> Iterator[CheckResult]:
    from pytest_ami.store.journal import JOURNALS, journals

    try:
        waiting = journals(folder)
        torn = [name for name, path in waiting.items() if not os.access(path, os.R_OK)]
    except OSError as error:
        yield problem(
            "journals",
            f"{folder / JOURNALS} cannot be read: {error.strerror}",
            f"ls -ld {as_argument(folder / JOURNALS)}",
        )
        return
    places = [place for place in (folder, folder / JOURNALS) if place.is_dir() and not os.access(place, os.W_OK)]
    if torn:
        yield problem("journals", f"{torn[0]} cannot be read", f"chmod u+r {folder / JOURNALS / torn[0]}")
    elif places:
        yield problem("journals", f"{places[0]} is not writable: nothing is learned", f"chmod u+w {places[0]}")
    elif len(waiting) >= IDLE:
        yield note("journals", f"{len(waiting)} wait to be absorbed, and every run reads them", "ami absorb")
    elif waiting:
        yield ok("journals", f"{len(waiting)} not absorbed yet; the next run absorbs them, or ami absorb")


def _steering(project: ProjectConfig, settings: Settings) -> CheckResult:
    from pytest_ami.store.steering.folder import LOCK, SteeringFolder

    golden = settings.golden_paths(project.root)
    if not golden.is_dir():
        return note("steering", f"{golden} does not exist yet; the first green lesson creates it")
    with warnings.catch_warnings(record=True) as noted:
        warnings.simplefilter("always")
        folder = SteeringFolder(golden, settings.folder(project.root), project.root)
        paths = folder.look(lambda _: False)
    if noted:
        more = f" (and {len(noted) - 1} more)" if noted[1:] else ""
        return problem("steering", f"{noted[0].message}{more}", f"git log -p -- {golden}   # the last changes")
    if folder.busy():
        return note("steering", f"{golden}: another process is writing there", f"fuser -v {folder.store / LOCK}")
    return ok("steering", f"{golden}, {counted(len(paths), 'golden path')}")


def _git(root: Path) -> CheckResult:
    git = shutil.which("git")
    if git is None:
        return note("git", "git is not installed: branches cannot be told apart", "install git")
    try:
        done = subprocess.run(  # noqa: S603  (git itself)
            [git, "-C", str(root), "rev-parse", "--is-inside-work-tree"],
            capture_output=True,
            text=True,
            timeout=5,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return note("git", f"git does not answer: {error}", "git status")
    if done.returncode:
        return note("git", f"{root} is in no git repository: steering files are reviewed in one", "git init")
    return ok("git", f"{root} is in a git repository")


def _disk(place: Path) -> CheckResult:
    try:
        free = shutil.disk_usage(place).free
    except OSError as error:
        return note("disk", f"{place}: {error.strerror or error}")
    text = f"{free / 1e9:.1f} GB free"
    if free < SCARCE:
        return problem("disk", text, "ami prune --artifacts   # and make room")
    return note("disk", text, "ami prune --artifacts") if free < LITTLE else ok("disk", text)
