"""Checks of the installation: Python, packages, plugins, browser, store and teacher; and the report of all checks."""

from __future__ import annotations

import os
import platform
import socket
import subprocess
import sys
import warnings
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from pytest_ami import __version__
from pytest_ami.browser.find import VARIABLE, find_browser, playwright_browser, remote_browser
from pytest_ami.cli.project import ProjectConfig
from pytest_ami.model.errors import AmiError
from pytest_ami.model.printable import of_printable
from pytest_ami.model.settings import SETTINGS, Settings, detect_ci
from pytest_ami.report.tables import Cell, Column, table

from . import agent_check, endpoint_check, environment_checks, machine_checks, shared_store_check, tiers_check
from .environment_checks import CheckResult, note, ok, problem

OLDEST = (3, 10)
NEEDED = {"pytest": "8", "playwright": "1.49", "duckdb": "1.4", "openai": "2.0"}
LOOPS = ("asyncio_default_fixture_loop_scope", "asyncio_default_test_loop_scope")
MARKS = {"ok": ("ok", "green"), "note": ("--", "yellow"), "problem": ("!!", "red")}


def examine(folder: Path | None) -> dict[str, Any]:
    """Return all findings and settings; `ok` is false if there is a problem.

    Args:
        folder: The store's folder, if the command line names it.
    """
    project = ProjectConfig.find(Path.cwd())
    findings = [_python(), *_packages(), *_plugins(project), *environment_checks.unknown_settings(project, os.environ)]
    findings += agent_check.examine(project.root)
    settings: dict[str, Any] = {}
    try:
        resolved = project.settings(os.environ, folder)
    except AmiError as error:
        fix = "; ".join(error.evidence) or "give it a valid value, or none"
        findings.append(problem("settings", error.what, fix))
    else:
        sources = project.sources(os.environ, folder)
        named = "" if sources["browser"] == VARIABLE else resolved.browser
        findings += [
            _remote(resolved.connect) if resolved.connect else _browser(named),
            _store(project, resolved),
            *shared_store_check.examine(resolved),
            *tiers_check.examine(project, resolved),
            *environment_checks.examine(project, resolved, os.environ),
            *machine_checks.examine(project, os.environ),
            _teacher(resolved),
            *endpoint_check.examine(resolved, os.environ),
        ]
        if sources["mode"] == "default" and (variable := detect_ci(os.environ)):
            sources["mode"] = f"CI detected: {variable}"
        for setting in SETTINGS:
            value = getattr(resolved, setting.name)
            if setting.name == "connect" and value:
                value = _shown(value)
            settings[setting.name] = {"value": getattr(value, "value", value), "from": sources[setting.name]}
    return {
        "ok": all(finding["state"] != "problem" for finding in findings),
        "version": __version__,
        "root": str(project.root),
        "configuration": str(project.file) if project.file else None,
        "findings": findings,
        "settings": settings,
    }


@of_printable
def lines(report: dict[str, Any]) -> Iterator[str]:
    """Yield the report as lines for people."""
    yield f"pytest-ami {report['version']} in {report['root']}"
    yield ""
    rows = (
        (Cell(*MARKS[finding["state"]]), finding["name"], "\n".join([finding["text"], *_mending(finding)]))
        for finding in report["findings"]
    )
    yield from table(rows, [Column(least=3), Column(least=10), Column()], gap=1)
    yield ""
    yield from table(
        (f"    {name}", str(entry["value"]) if entry["value"] != "" else "-", Cell(entry["from"], "dim"))
        for name, entry in report["settings"].items()
    )
    problems = sum(finding["state"] == "problem" for finding in report["findings"])
    yield ""
    yield "All is well." if not problems else f"{problems} problem{'s' if problems > 1 else ''} found."


def _mending(finding: CheckResult) -> Iterator[str]:
    if finding["mend"]:
        yield f"to mend: {finding['mend']}"


def _installed(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return ""


def _python() -> CheckResult:
    text = f"{platform.python_version()} at {sys.executable}"
    if sys.version_info[:2] < OLDEST:
        return problem("python", text, f"use Python {'.'.join(map(str, OLDEST))} or newer")
    return ok("python", text)


def _packages() -> Iterator[CheckResult]:
    from packaging.version import Version

    found = {name: _installed(name) for name in NEEDED}
    bad = [name for name, oldest in NEEDED.items() if not found[name] or Version(found[name]) < Version(oldest)]
    text = ", ".join(f"{name} {number or 'missing'}" for name, number in found.items())
    if bad:
        wanted = " ".join(f'"{name}>={NEEDED[name]}"' for name in bad)
        yield problem("packages", text, f"pip install --upgrade {wanted}")
    else:
        yield ok("packages", text)


def _plugins(project: ProjectConfig) -> Iterator[CheckResult]:
    names = ("pytest-playwright", "pytest-playwright-asyncio", "pytest-asyncio", "pytest-xdist")
    found = {name: number for name in names if (number := _installed(name))}
    text = ", ".join(f"{name} {number}" for name, number in found.items()) or "none that pytest-ami works with"
    sync, asynchronous = "pytest-playwright" in found, "pytest-playwright-asyncio" in found
    if sync and asynchronous:
        why = "pytest-playwright and pytest-playwright-asyncio are both installed, and abort pytest together"
        yield problem("plugins", why, "pip uninstall pytest-playwright-asyncio   # or the other one")
    elif not sync and not asynchronous:
        yield problem("plugins", "no plugin gives tests a page", 'pip install "pytest-ami[sync]"')
    elif asynchronous and "pytest-asyncio" not in found:
        yield problem("plugins", "pytest-playwright-asyncio needs pytest-asyncio", 'pip install "pytest-ami[async]"')
    elif asynchronous and any(str(project.ini.get(key, "")) != "session" for key in LOOPS):
        where = project.file.name if project.file else "pytest.ini"
        wanted = " and ".join(f"{key} = session" for key in LOOPS)
        yield problem("plugins", "async pages run in the loop of the session, and tests do not", f"{wanted} in {where}")
    else:
        yield ok("plugins", text)


def _browser(named: str) -> CheckResult:
    try:
        found = find_browser(named or None, os.environ)
    except AmiError as error:
        return problem("browser", f"{error.what}. {error.why}", error.run)
    path = found.path or playwright_browser(os.environ)
    origin = {"playwright": "from Playwright", "system": "from the system"}.get(found.origin, "as configured")
    try:
        done = subprocess.run([str(path), "--version"], capture_output=True, text=True, timeout=20, check=False)  # noqa: S603  (the browser the tests start)
        output = (done.stdout or done.stderr).strip().splitlines()
    except (OSError, subprocess.TimeoutExpired) as error:
        return problem("browser", f"{path} does not start: {error}", "playwright install --with-deps chromium")
    if done.returncode:
        fix = "playwright install-deps chromium" if found.path is None else "install the libraries that it names"
        return problem("browser", f"{path} does not start: {output[0] if output else done.returncode}", fix)
    return ok("browser", f"{output[0] if output else 'unknown version'}, {origin}: {path}")


def _shown(address: str) -> str:
    """Return the address of a browser without the parts that may hold a key."""
    try:
        return remote_browser(address).place
    except AmiError:
        return "no address"


def _remote(address: str) -> CheckResult:
    """Check that something listens at the address of a browser."""
    try:
        place = remote_browser(address).place
        parts = urlsplit(place)
        port = parts.port or (443 if parts.scheme in ("https", "wss") else 80)
        socket.create_connection((str(parts.hostname), port), timeout=5).close()
    except AmiError as error:
        return problem("browser", f"{error.what}. {error.why}", error.run)
    except OSError as error:
        return problem("browser", f"nothing answers at {place}: {error}", "playwright run-server --port 3000")
    return ok("browser", f"at {place}, which answers")


def _store(project: ProjectConfig, settings: Settings) -> CheckResult:
    from pytest_ami.store.workflow_store import WorkflowStore

    folder = settings.folder(project.root)
    if not folder.is_dir():
        return note("store", f"{folder} does not exist yet; the first lesson creates it")
    try:
        with warnings.catch_warnings(record=True) as noted:
            warnings.simplefilter("always")
            tasks = WorkflowStore(folder, readonly=True).tasks()
    except AmiError as error:
        fix = error.run if error.run != "ami doctor" else "end the process that holds it, or move the folder away"
        return problem("store", "; ".join((error.what, error.why, *error.evidence)), fix)
    if noted:
        return note("store", str(noted[0].message), "ami absorb   # rebuilds the database from the journals")
    return ok("store", f"{folder}, {len(tasks)} task{'' if len(tasks) == 1 else 's'}")


def _teacher(settings: Settings) -> CheckResult:
    key, address = bool(os.environ.get("OPENAI_API_KEY")), os.environ.get("OPENAI_BASE_URL", "")
    if settings.teacher == "llm" and not key:
        return problem("teacher", "llm, and OPENAI_API_KEY is not set", "export OPENAI_API_KEY=...")
    if settings.teacher == "offline" or not key:
        return ok("teacher", "offline: no model is asked")
    return ok("teacher", f"llm: {settings.model} at {address or 'the default address'}, key set")
