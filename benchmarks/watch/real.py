"""`python -m benchmarks.watch.real [APPLICATION ...]`: plain tests over applications that nobody here wrote.

There are two kinds of tests: the flow of each task by hand on the first release (`benchmarks.real`), with its
assertion, and those of `plain_tests`. All run with ``--ami-watch`` on the first release and then on the next one. A
proposal is right if the test with it is green; of a flow, if its server also says that the deed was done, and nothing
else. A test whose control is gone cannot become green rightly.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks import results
from benchmarks.real.application import Application, Release, Task
from benchmarks.real.bed import MODULES, application
from benchmarks.real.judge import Judge, hearing
from benchmarks.real.project import CONFTEST, SETTINGS, slug
from benchmarks.real.stage import end_on_signal, install, serving
from pytest_ami.cli.source_code.fix import planned
from pytest_ami.testing.project import Project
from pytest_ami.watch.records import LocatorProposal, WatchMemory

from . import plain_tests

ROOT = Path(__file__).parents[2]
OUT = ROOT / ".ami" / "watch-real"
"""Where projects and logs go; git ignores it."""

APPLICATIONS = ("gradio", "nicegui", "streamlit", "swagger", "django", "verdaccio", "mlflow")
"""Those that need pip and npm alone."""

PATIENCE = 6_000
"""Milliseconds that an action of a test waits: a broken locator costs as much in each run."""

ROUNDS = 4
"""How often `ami fix` and a run with it follow each other: the next broken locator shows when the first is mended."""

RIGHT, GREEN = "right", ("right", "wrong green")
"""Verdicts (`benchmarks.real.runs`): the test is green and right, and the test is green."""

LISTED = ("fixed", "healed", "wrong_proposals", "wrong_heals")
"""Figures that name the tests; their sum is their number."""

GONE = "test_gone_"
"""The beginning of the name of a test whose control does not exist on the next release."""

ARGS = ("-v", "-p", "no:html", "-p", "no:allure_pytest", "--tb=short")

HEAD = f"""import flows
import pytest

TASKS = {{task.name: task for task in flows.APPLICATION.tasks}}


@pytest.fixture(autouse=True)
def patience(page):
    page.set_default_timeout({PATIENCE})
"""

TEST = """

@pytest.mark.flow({task!r}, 1, True)
def test_{name}(page, values):
    TASKS[{task!r}].perform(page, values)
    TASKS[{task!r}].confirm(page, values)
"""


@dataclass(slots=True, kw_only=True)
class Pair:
    """The tests of one application on two releases.

    Attributes:
        key: Under which the bed lists the application.
        app: The application.
        later: The next release.
        installed: Folder of installed releases.
        folder: For instances, the project and logs; it is emptied first.
        tell: Takes what happens now.
        proposals: Every proposal that was carried out, with the verdict on its test afterwards.
        acted: The tests that were healed in the last session.
    """

    key: str
    app: Application
    later: Release
    installed: Path
    folder: Path
    tell: Callable[[str], object]
    proposals: list[dict[str, Any]] = field(default_factory=list)
    acted: set[str] = field(default_factory=set)

    def measured(self) -> dict[str, Any]:
        """Return the figures of this pair."""
        shutil.rmtree(self.folder, ignore_errors=True)
        first, later = self.app.releases[0], self.later
        project = Project.at(self.folder / "project").with_file("pytest.ini", SETTINGS).with_args(*ARGS)
        project = project.with_file("conftest.py", CONFTEST).with_file("flows.py", page_objects(self.key))
        project = project.with_file("test_it.py", HEAD + "".join(map(_test, self.app.tasks)))
        project = project.with_file("test_plain.py", plain_tests.HEAD.format(patience=PATIENCE) + self._plain)
        tests = [f"test_{slug(task.name)}" for task in self.app.tasks] + re.findall(r"def (test_\w+)", self._plain)
        plain = self._session(project, first, tests, "plain")
        watched = self._session(project, first, tests, "watched", "--ami-watch")
        known = [test for test in tests if watched[test] == RIGHT]
        plain_later = self._session(project, later, known, "later plain")
        watched_later = self._session(project, later, known, "later watched", "--ami-watch")
        broken = [test for test in known if plain_later[test] not in GREEN and watched_later[test] not in GREEN]
        open_ones = WatchMemory.read(project.store).open()
        healed = self._healed(project, broken)  # first: a green test with a new locator changes what is known of it
        fixed = self._fixed(project, broken, open_ones)
        return {
            "releases": [first.name, later.name],
            "tests": len(tests),
            "same_on_first": sum(plain[test] == watched[test] for test in tests),
            "green_on_first": len(known),
            "same_on_next": sum(plain_later[test] == watched_later[test] for test in known),
            "broken": len(broken),
            "broken_tests": sorted(broken),
            "gone": sum(test.startswith(GONE) for test in broken),
            "with_proposal": len({_name(one) for one in open_ones if one.code} & {*broken}),
            "fixed": sorted(fixed),
            "healed": sorted(test for test, verdict in healed.items() if verdict == RIGHT),
            "wrong_proposals": sorted({one["test"] for one in self.proposals if one["verdict"].startswith("wrong")}),
            "wrong_heals": sorted(test for test, verdict in healed.items() if verdict.startswith("wrong")),
            "proposals": self.proposals,
        }

    @property
    def _plain(self) -> str:
        return plain_tests.TESTS.get(self.key, "")

    def _fixed(self, project: Project, broken: Sequence[str], found: Sequence[LocatorProposal]) -> list[str]:
        """Carry out the proposals, as `ami fix` does, and those of the runs that follow; return the mended tests."""
        fixed: dict[str, None] = {}
        for number in range(1, ROUNDS + 1):
            plan = planned(project.path, [one for one in found if _name(one) in broken and _name(one) not in fixed])
            if not plan.after:
                break
            for path, text in plan.after.items():
                project = project.with_file(path.relative_to(project.path).as_posix(), text)
            touched = [test for test in broken if test in {_name(one) for one in plan.done}]
            verdicts = self._session(project, self.later, touched, f"fixed {number}", "--ami-watch")
            self.proposals += [_proposal(one, verdicts[_name(one)]) for one in plan.done]
            fixed.update(dict.fromkeys(test for test in touched if verdicts[test] == RIGHT))
            found = WatchMemory.read(project.store).open()
        return [*fixed]

    def _healed(self, project: Project, broken: Sequence[str]) -> Mapping[str, str]:
        """Run the broken tests with ``--ami-watch=heal``, beside the project; return the verdicts on the healed."""
        shutil.rmtree(self.folder / "healing", ignore_errors=True)
        copy = project.copy(self.folder / "healing")
        verdicts = self._session(copy, self.later, broken, "healed", "--ami-watch=heal")
        return {
            test: verdict for test, verdict in verdicts.items() if test in self.acted or verdict.startswith("wrong")
        }

    def _session(
        self, project: Project, release: Release, tests: Sequence[str], phase: str, *args: str
    ) -> Mapping[str, str]:
        """Run tests on a fresh instance; return the verdict on each.

        The judge says it of a test whose deed the server knows. Of another test its own assertion says it, and of one
        whose control is gone, that it cannot be right.
        """
        if not tests:
            return {}
        self.tell(f"{self.app.name} {release.name}: {phase}, {len(tests)} tests")
        installed = install(release, self.installed / self.key / release.name)
        own = set(re.findall(r"def (test_\w+)", self._plain))
        names = [f"{'test_plain' if test in own else 'test_it'}.py::{test}" for test in tests]
        with serving(release, installed, self.folder / f"instance {phase}") as running:
            judge = Judge(self.app, running, release=release.name, phase=phase)
            with hearing(judge) as address:
                words = {"judge": address, "application": self.key, "release": release.name, "url": running.url}
                told = {f"REAL_{name.upper()}": value for name, value in words.items()}
                result = project.with_env(PYTHONPATH=str(ROOT), **told).run(*args, *names, timeout=90 * len(tests))
        (self.folder / f"{phase}.txt").write_text(result.out + result.err, "utf-8")
        heard = {f"test_{slug(run.task)}": run.verdict for run in judge.runs}
        self.acted = {_of(node) for node, ended in result.words.items() if ended == "HEALED"}
        green = {_of(node) for node, ended in result.words.items() if ended in ("PASSED", "HEALED")}
        at_first = release.name == self.app.releases[0].name
        mine = {
            test: (RIGHT if at_first or not test.startswith(GONE) else "wrong green") if test in green else "stopped"
            for test in own
        }
        return {test: {**heard, **mine}.get(test, "broken") for test in tests}


def page_objects(key: str) -> str:
    """Return the source of an application's flows for another folder: a locator is mended in files of the project."""
    source = (ROOT / "benchmarks" / "real" / f"{MODULES[key]}.py").read_text("utf-8")
    source = re.sub(r"^from \.(\w*) import", _absolute, source, flags=re.MULTILINE)
    return source.replace("Path(__file__)", f"Path({str(ROOT / 'benchmarks' / 'real' / 'here.py')!r})")


def lines(figures: Mapping[str, Any]) -> list[str]:
    """Return the figures as people read them."""
    told = []
    for name, one in {**figures["applications"], "all": figures["sum"]}.items():
        counts = {key: value if isinstance(value, int) else len(value) for key, value in one.items()}
        told.append(
            f"{name}: {counts['tests']} plain tests, {counts['green_on_first']} green on the first release, "
            f"{counts['broken']} broken on the next, {counts['fixed']} fixed by proposal, {counts['healed']} healed; "
            f"wrong proposals: {counts['wrong_proposals']}, wrong heals: {counts['wrong_heals']}"
        )
    return told


def summed(applications: Mapping[str, Mapping[str, Any]]) -> dict[str, int]:
    """Return the sum of the figures of applications."""
    first = next(iter(applications.values()))
    keys = [key for key, value in first.items() if isinstance(value, int) or key in LISTED]
    values = {key: [one[key] for one in applications.values()] for key in keys}
    return {key: sum(one if isinstance(one, int) else len(one) for one in row) for key, row in values.items()}


def _absolute(match: re.Match[str]) -> str:
    return f"from benchmarks.real.{match[1]} import" if match[1] else "from benchmarks.real import"


def _test(task: Task) -> str:
    return TEST.format(task=task.name, name=slug(task.name))


def _of(node: str) -> str:
    return re.sub(r".*::|\[.*", "", node)


def _name(one: LocatorProposal) -> str:
    return _of(one.test)


def _proposal(one: LocatorProposal, verdict: str) -> dict[str, Any]:
    return {"test": _name(one), "was": one.was, "now": one.now, "code": one.code, "verdict": verdict}


def main() -> int:
    """Measure what is asked for; exit code 1 if a wrong proposal or a wrong heal is among it."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.watch.real", description=__doc__)
    parser.add_argument("applications", nargs="*", choices=[*MODULES, []], help=f"default: {', '.join(APPLICATIONS)}")
    parser.add_argument("--folder", type=Path, default=ROOT / ".ami" / "real" / "installed", help="where to install")
    parser.add_argument("--write", action="store_true", help="put the figures into results.json")
    asked = parser.parse_args()
    end_on_signal()
    found = {}
    for key in asked.applications or APPLICATIONS:
        app = application(key)
        pair = Pair(
            key=key,
            app=app,
            later=app.releases[1],
            installed=asked.folder.resolve(),
            folder=OUT / key,
            tell=lambda line: print(line, file=sys.stderr, flush=True),
        )
        found[app.name] = pair.measured()
        (OUT / f"{key}.json").write_text(json.dumps(found[app.name], indent=1, ensure_ascii=False), "utf-8")
        if asked.write:
            known = {**results.known().get("watch_real", {}).get("applications", {}), **found}
            results.keep("watch_real", {"applications": known, "sum": summed(known)})
    figures = {"applications": found, "sum": summed(found)}
    print("\n".join(lines(figures)))
    return 1 if figures["sum"]["wrong_proposals"] or figures["sum"]["wrong_heals"] else 0


if __name__ == "__main__":
    sys.exit(main())
