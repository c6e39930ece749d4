"""`ami fix`: the replacements that `--ami-watch` proposes for locators, as a diff, or in the source if asked to."""

from __future__ import annotations

import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from difflib import unified_diff
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import click

from pytest_ami.cli.commands import command, counted, say
from pytest_ami.model.errors import ConfigurationError, require_packages
from pytest_ami.model.printable import printable_line
from pytest_ami.report.pytest_output import error_lines

if TYPE_CHECKING:
    from pytest_ami.watch.calls import SourceLine
    from pytest_ami.watch.records import LocatorProposal

MOST_EVIDENCE = 4


@dataclass(slots=True)
class FixPlan:
    """The changes of a project.

    Attributes:
        before: The text of each file that changes.
        after: Its new text.
        done: The proposals that these changes carry out.
        left: The open locators that no change concerns, each with the reason.
        tests: Node ids of the tests that a change concerns.
    """

    before: dict[Path, str] = field(default_factory=dict)
    after: dict[Path, str] = field(default_factory=dict)
    done: list[LocatorProposal] = field(default_factory=list)
    left: list[tuple[LocatorProposal, str]] = field(default_factory=list)
    tests: dict[str, None] = field(default_factory=dict)


@command("fix", "ami fix --check")
@click.option("--check", is_flag=True, help="Change nothing; exit code 1 if a locator is broken.")
@click.option("--apply", is_flag=True, help="Change the source, and keep the change if the tests concerned are green.")
@click.option("--agents", is_flag=True, help="Take proposals of coding agents as well.")
def fix(folder: Path | None, *, check: bool, apply: bool, agents: bool, as_json: bool) -> None:
    """Write the locators that a watched run proposed into the source.

    A run with --ami-watch proposes a locator for each one that found nothing, or another element, if the evidence
    suffices. Prints the change as a diff that keeps the formatting. With --apply the files are changed and the tests
    concerned run: they are green, or the files are put back. Two different proposals for one locator are left alone.
    """
    if check and apply:
        raise click.UsageError("use --check or --apply")
    from pytest_ami.cli.project import ProjectConfig, open_store, store_folder
    from pytest_ami.watch.records import WatchMemory

    root = ProjectConfig.find(Path.cwd()).root
    stored = store_folder(folder, create=True).is_dir()
    plan = planned(root, WatchMemory.read(open_store(folder)).open() if stored else (), agents=agents)
    diff = "".join(_diff(root, plan))
    if apply and plan.after:
        _apply(root, plan, [f"--ami-dir={folder.absolute()}"] if folder else [])
    data = {
        "diff": diff,
        "applied": apply and bool(plan.after),
        "proposals": [_as_data(one, "") for one in plan.done] + [_as_data(one, why) for one, why in plan.left],
    }
    say(_lines(plan, diff, applied=apply), data, as_json=as_json)
    if check and data["proposals"]:
        raise click.exceptions.Exit(1)


def planned(root: Path, proposals: Sequence[LocatorProposal], *, agents: bool = False) -> FixPlan:
    """Return the changes that proposals make.

    Args:
        root: Folder of the project.
        proposals: The open proposals.
        agents: Whether those of coding agents count.

    Raises:
        ConfigurationError: The extra is missing.
    """
    plan = FixPlan()
    by_place: dict[tuple[str, str, str], list[LocatorProposal]] = {}
    for one in proposals:
        by_place.setdefault((one.places[0].file if one.places else "", one.key, one.test), []).append(one)
    codes: dict[tuple[str, str, str], set[str]] = {}
    for (file, _, _), several in by_place.items():
        for one in several:
            if one.code and (agents or not one.author.startswith("agent")):
                codes.setdefault((file, _function(one), one.selector), set()).add(one.code)
    for (file, _, _), several in by_place.items():
        _plan_one(plan, root, several, codes.get((file, _function(several[0]), several[0].selector), set()))
    return plan


def _plan_one(plan: FixPlan, root: Path, several: Sequence[LocatorProposal], codes: set[str]) -> None:
    best = next((one for one in several if one.code in codes), several[-1])
    if len(codes) != 1:
        why = "the proposals differ: " + ", ".join(sorted(codes)) if codes else _without(several)
        plan.left.append((best, why))
        return
    why = "its source is not of this project"
    for place in best.places if _inside(root, best.test.partition("::")[0]) else ():
        path = _inside(root, place.file)
        if path is None:
            continue
        try:
            text = plan.after.get(path) or path.read_bytes().decode("utf-8")
        except UnicodeDecodeError:
            why = "its source is not UTF-8"
            continue
        new, why = _edited(text, best, place)
        if new:
            plan.before.setdefault(path, text)
            plan.after[path] = new
        if new or best.code in text:  # an earlier change of this plan, or of a person, has put it there
            plan.done.append(best)
            plan.tests[best.test] = None
            return
    plan.left.append((best, why))


def _inside(root: Path, name: str) -> Path | None:
    """Return a file of the project; None for another one: a proposal may come from a stranger (DESIGN law 13)."""
    try:
        path = root / name
        inside = not name.startswith("-") and path.resolve().is_relative_to(root.resolve()) and path.is_file()
    except (OSError, ValueError):  # such as a zero byte in the name
        return None
    return path if inside else None


def _without(several: Sequence[LocatorProposal]) -> str:
    agent = next((one for one in several if one.author.startswith("agent") and one.code), None)
    if agent:
        return f"{agent.author} proposes {agent.code}: ami fix --agents"
    return "no element of the page was it beyond doubt"


def _function(one: LocatorProposal) -> str:
    return one.places[0].function if one.places else ""


def _edited(text: str, one: LocatorProposal, place: SourceLine) -> tuple[str, str]:
    require_packages("fix", "libcst", what="ami fix", why="It changes source without touching the formatting.")
    from .locator_edit import replaced

    return replaced(text, one.selector, one.code, place.function, one.scopes, place.line)


def _diff(root: Path, plan: FixPlan) -> Iterator[str]:
    for path, new in plan.after.items():
        name = path.relative_to(root).as_posix()
        old = plan.before[path]
        yield from unified_diff(old.splitlines(keepends=True), new.splitlines(keepends=True), f"a/{name}", f"b/{name}")


def _apply(root: Path, plan: FixPlan, options: list[str]) -> None:
    """Change the files; put them back unless the tests concerned are green.

    Raises:
        ConfigurationError: They were not green.
    """
    kept = {path: path.read_bytes() for path in plan.after}
    try:
        for path, text in plan.after.items():
            path.write_bytes(text.encode("utf-8"))
        _require_green(root, [*plan.tests], options)
    except BaseException:
        for path, data in kept.items():
            path.write_bytes(data)
        raise


def _require_green(root: Path, tests: Sequence[str], options: Sequence[str]) -> None:
    arguments = [sys.executable, "-m", "pytest", *tests, "-q", "--no-header", "--tb=short", "--ami-watch", *options]
    with TemporaryDirectory() as folder:
        junit = Path(folder) / "junit.xml"
        done = subprocess.run(  # noqa: S603  (our own command)
            [*arguments, f"--junitxml={junit}"], cwd=root, capture_output=True, text=True, errors="replace", check=False
        )
        skipped = [] if done.returncode else skipped_tests(junit.read_text("utf-8"))
    if done.returncode or skipped:
        raise ConfigurationError(
            "The changed tests were not green, so the files are as they were",
            why="Only a green test shows that the new locator finds the right element.",
            evidence=skipped or error_lines(done.stdout or done.stderr),
            run="ami fix   # shows the change again",
        )


def skipped_tests(junit: str) -> list[str]:
    """Return a line for each test of a JUnit report that was skipped, or was expected to fail: it showed nothing."""
    cases = ET.fromstring(junit).iter("testcase")  # noqa: S314  (our own process has written it)
    return [f"skipped, or expected to fail: {one.get('name')}" for one in cases if one.find("skipped") is not None]


def _lines(plan: FixPlan, diff: str, *, applied: bool) -> Iterator[str]:
    yield from diff.splitlines()
    for one in plan.done:
        yield printable_line(f"{_where(one)}: {one.was} is today {one.now} ({_by(one)})")
        yield from (printable_line(f"  - {fact}") for fact in one.evidence[:MOST_EVIDENCE])
    for one, why in plan.left:
        yield printable_line(f"{_where(one)}: {one.was} is left to you: {why}")
    if not (plan.done or plan.left):
        yield "No watched locator is broken. To watch a suite: pytest --ami-watch"
    elif applied and plan.after:
        files = counted(len(plan.after), "file")
        yield f"{files} changed, and {counted(len(plan.tests), 'test')} green with it."
    elif plan.after:
        yield "Nothing was changed. To apply it: ami fix --apply"


def _by(one: LocatorProposal) -> str:
    return f"proposed by {one.author}"


def _where(one: LocatorProposal) -> str:
    return f"{one.places[0].file}:{one.places[0].line}" if one.places else one.test


def _as_data(one: LocatorProposal, why: str) -> dict[str, Any]:
    return {
        "test": one.test,
        "where": _where(one),
        "was": one.was,
        "now": one.now,
        "code": one.code,
        "author": one.author,
        "healed": one.healed,
        "evidence": list(one.evidence),
        "left": why,
    }
