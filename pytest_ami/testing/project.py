"""A small pytest project as a value: build it, run pytest on it in its own process, and read the result.

    project = Project().with_file("test_mail.py", "...")
    assert project.run().outcomes == {"passed": 1}

Every ``with_...`` returns another project; no project ever changes. All runs of a project share one folder, so a second
run finds the workflows that the first run learned. ``copy`` gives another project the same files and workflows.

The environment is the caller's, without variables that would influence the test: CI, keys, and settings of pytest.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any
from weakref import finalize

import pytest

from pytest_ami.model.settings import CI_VARIABLES

if TYPE_CHECKING:
    from typing_extensions import Self

    from pytest_ami.store.workflow_store import WorkflowStore

DECISIVE = ("AMI_", "OPENAI_", "PYTEST_", "COV_", "XDIST_", "GITHUB_")
KEPT = ("AMI_BROWSER",)
SECTION = " learned web flows "

AGAINST_LESSONS = re.compile(r"; [\d.]+ s, learned in [\d.]+ s with \d+ model calls?(?:, \$[\d.]+)?$")
"""The end of the summary's first line: the times and costs of replays and of their lessons."""


class _Place:
    """A folder that is made at its first use; a temporary one is deleted with its last project."""

    def __init__(self, path: Path | None = None) -> None:
        self._given = path

    @cached_property
    def path(self) -> Path:
        """The folder."""
        if self._given is not None:
            return self._given
        made = Path(tempfile.mkdtemp(prefix="ami-project-")).resolve()
        finalize(self, shutil.rmtree, made, ignore_errors=True)
        return made


@dataclass(frozen=True)
class Project:
    """A pytest project.

    Attributes:
        files: Text by relative path.
        env: Variables for pytest, added to the cleaned environment.
        args: The first arguments of each run.
    """

    files: Mapping[str, str] = field(default_factory=lambda: {"pytest.ini": "[pytest]\n"})
    env: Mapping[str, str] = field(default_factory=dict)
    args: tuple[str, ...] = ()
    _place: _Place = field(default_factory=_Place, repr=False, compare=False)

    @classmethod
    def at(cls, folder: Path) -> Self:
        """Return an empty project in ``folder``."""
        return cls(_place=_Place(folder))

    @property
    def path(self) -> Path:
        """The project's folder; files that a test writes there count too."""
        return self._place.path

    @property
    def store(self) -> WorkflowStore:
        """The project's workflows, for reading only."""
        from pytest_ami.store.workflow_store import WorkflowStore

        return WorkflowStore(self.path / ".ami", readonly=True)

    def with_file(self, name: str, text: str) -> Self:
        """Return the project with a file added or replaced; the text may be indented as a whole."""
        return replace(self, files={**self.files, name: textwrap.dedent(text).lstrip("\n")})

    def with_test(self, *parts: str, name: str = "test_flow.py") -> Self:
        """Return the project with a module of tests made of these parts; ``pytest`` is imported already."""
        return self.with_file(name, "import pytest\n\n" + "\n".join(textwrap.dedent(part) for part in parts))

    def with_ini(self, **keys: str) -> Self:
        """Return the project with these keys appended to its ``pytest.ini``."""
        lines = [f"{name} = {value}\n" for name, value in keys.items()]
        return replace(self, files={**self.files, "pytest.ini": self.files["pytest.ini"] + "".join(lines)})

    def with_env(self, **variables: str) -> Self:
        """Return the project with these environment variables."""
        return replace(self, env={**self.env, **variables})

    def with_args(self, *args: str) -> Self:
        """Return the project with more arguments for pytest."""
        return replace(self, args=(*self.args, *args))

    def copy(self, folder: Path | None = None) -> Self:
        """Return the same project, with the same workflows, in a folder of its own."""
        other = replace(self, _place=_Place(folder))
        for name in (".ami", "steering"):
            if (self.path / name).is_dir():
                shutil.copytree(self.path / name, other.path / name)
        return other

    def write(self) -> None:
        """Write the files that are missing or differ."""
        for name, text in self.files.items():
            path = self.path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            if not path.exists() or path.read_text("utf-8") != text:
                path.write_text(text, "utf-8")

    def run(self, *args: str, timeout: float = 120) -> Result:
        """Write the files and run pytest on them, in a process of its own.

        Args:
            *args: Arguments for pytest, after the project's own.
            timeout: Seconds after which the process is killed.

        Raises:
            subprocess.TimeoutExpired: The run took longer than ``timeout``.
        """
        self.write()
        done = subprocess.run(  # noqa: S603  (our own command)
            [sys.executable, "-m", "pytest", *self.args, *args],
            cwd=self.path,
            env={**clean(os.environ), **self.env},
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            timeout=timeout,
            check=False,
        )
        return Result(project=self, ret=done.returncode, out=done.stdout, err=done.stderr)


@dataclass(frozen=True)
class Result:
    """The result of a run of pytest.

    Attributes:
        project: The project that ran.
        ret: Exit code.
        out: Standard output.
        err: Standard error.
    """

    project: Project
    ret: int
    out: str = field(repr=False)
    err: str = field(repr=False)

    @property
    def outcomes(self) -> dict[str, int]:
        """The counts in pytest's last line, such as ``{"passed": 2, "failed": 1}``; empty if there is none."""
        try:
            return pytest.RunResult.parse_summary_nouns(self.lines)
        except ValueError:
            return {}

    @property
    def lines(self) -> list[str]:
        """The lines of the standard output."""
        return self.out.splitlines()

    @property
    def matcher(self) -> pytest.LineMatcher:
        """The lines of the standard output, for pytest's pattern matching."""
        return pytest.LineMatcher(self.lines)

    @property
    def header(self) -> str:
        """The header line of pytest-ami, or an empty string."""
        return next((line for line in self.lines if line.startswith("ami: ")), "")

    @property
    def summary(self) -> list[str]:
        """The lines of pytest-ami's section at the end; empty if there is none."""
        starts = [i for i, line in enumerate(self.lines) if SECTION in line]
        if not starts:
            return []
        rest = self.lines[starts[0] + 1 :]
        return rest[: next((i for i, line in enumerate(rest) if line.startswith("===")), len(rest))]

    @property
    def steady_summary(self) -> list[str]:
        """The lines of pytest-ami's section, without the times and costs by which replays are set against lessons."""
        return [AGAINST_LESSONS.sub("", line) for line in self.summary]

    @property
    def words(self) -> dict[str, str]:
        """The word after each test's node id in a ``-v`` run without workers."""
        found = (line.split() for line in self.lines if "::" in line and line.rstrip().endswith("%]"))
        return {words[0]: " ".join(words[1:-1]).removesuffix("[").strip() for words in found if len(words) > 1}

    @property
    def store(self) -> WorkflowStore:
        """The project's workflows, for reading only."""
        return self.project.store

    @property
    def facts(self) -> list[dict[str, Any]]:
        """All recorded facts of the project's runs, in order."""
        return self.store.facts("SELECT * FROM facts ORDER BY id")


def clean(environ: Mapping[str, str], drop: Sequence[str] = CI_VARIABLES) -> dict[str, str]:
    """Return an environment without the variables that would influence a test."""
    return {
        name: value
        for name, value in environ.items()
        if name in KEPT or not (name in drop or name.startswith(DECISIVE))
    }
