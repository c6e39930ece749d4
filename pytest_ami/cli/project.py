"""Where the project and its store are, as pytest would see it, without starting pytest.

Knows pytest's configuration files as far as our own keys go. Creates nothing and writes nothing by itself.
"""

from __future__ import annotations

import os
import re
import secrets
import shlex
import sys
from collections.abc import Iterator, Mapping
from configparser import ConfigParser, Error
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timezone
from difflib import get_close_matches
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pytest_ami.model.errors import ConfigurationError
from pytest_ami.model.settings import SETTINGS, Settings, resolve

if TYPE_CHECKING:
    from pytest_ami.model.workflow import Workflow
    from pytest_ami.store.knowledge import Knowledge
    from pytest_ami.store.steering import SteeringFolder
    from pytest_ami.store.workflows import WorkflowStore

TABLES: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("pytest.toml", ("pytest",)),
    (".pytest.toml", ("pytest",)),
    ("pytest.ini", ("pytest",)),
    (".pytest.ini", ("pytest",)),
    ("pyproject.toml", ("tool.pytest", "tool.pytest.ini_options")),
    ("tox.ini", ("pytest",)),
    ("setup.cfg", ("tool:pytest",)),
)
"""The files pytest reads, in its order, and the tables that count."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Project:
    """A project as far as its settings go.

    Attributes:
        root: Folder of the configuration file; without one, the current folder.
        file: The configuration file, or None.
        ini: Its keys.
        options: Our options in its `addopts`, by name.
    """

    root: Path
    file: Path | None = None
    ini: Mapping[str, Any] = field(default_factory=dict)
    options: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def find(cls, start: Path) -> Project:
        """Return the project that `start` lies in."""
        for folder in (start, *start.parents):
            for name, tables in TABLES:
                ini = _read(folder / name, tables)
                if ini is not None:
                    return cls(root=folder, file=folder / name, ini=ini, options=_options(ini.get("addopts", "")))
        return cls(root=start)

    def settings(self, environ: Mapping[str, str], folder: Path | None = None) -> Settings:
        """Return the settings that a run of pytest in this project has.

        Args:
            environ: The environment.
            folder: The store's folder, if the command line names it.

        Raises:
            ConfigurationError: A setting has a value that does not fit.
        """
        ini = {s.name: self.ini.get(f"ami_{s.name}") for s in SETTINGS}
        cli: dict[str, Any] = dict(self.options)
        if folder is not None:
            cli["dir"] = str(folder.absolute())
        return resolve(cli, ini, environ)

    def sources(self, environ: Mapping[str, str], folder: Path | None = None) -> dict[str, str]:
        """Return for every setting where its value comes from."""
        file = self.file.name if self.file else ""
        found: dict[str, str] = {}
        for setting in SETTINGS:
            key, variable = f"ami_{setting.name}", f"AMI_{setting.name.upper()}"
            said = (
                ("--dir", setting.name == "dir" and folder is not None),
                (f"addopts in {file}", setting.name in self.options),
                (f"{key} in {file}", self.ini.get(key) not in (None, "")),
                (variable, environ.get(variable) not in (None, "")),
            )
            found[setting.name] = next((source for source, applies in said if applies), "default")
        return found


def store_folder(folder: Path | None, *, made: bool = False) -> Path:
    """Return the folder of the project's store; see ``places``."""
    return places(folder, made=made)[0]


def places(folder: Path | None, *, made: bool = False) -> tuple[Path, SteeringFolder]:
    """Return the folder of the project's store, and its steering files.

    Args:
        folder: The store's folder, if the command line names it.
        made: Whether it may be missing, because it is going to be made.

    Raises:
        ConfigurationError: There is neither a store nor a steering file.
    """
    from pytest_ami.store.steering import SteeringFolder

    project = Project.find(Path.cwd())
    settings = project.settings(os.environ, folder)
    found, golden = settings.folder(project.root), settings.golden_paths(project.root)
    if not (made or found.is_dir() or golden.is_dir()):
        raise ConfigurationError(
            f"There is no workflow store at {found}",
            why="Nothing has been learned here yet, or the store is elsewhere.",
            run="pytest --ami-mode=auto   # learns; or: ami list --dir PATH",
        )
    return found, SteeringFolder(golden, found, project.root)


def open_store(folder: Path | None, *, patience: float = 10.0) -> WorkflowStore:
    """Return the store of the project, to look at only.

    Args:
        folder: The store's folder, if the command line names it.
        patience: Seconds to wait for another process that holds the database.

    Raises:
        ConfigurationError: There is none.
    """
    from pytest_ami.store.workflows import WorkflowStore

    found, steering = places(folder)
    return WorkflowStore(found, readonly=True, patience=patience, steering=steering)


def known(folder: Path | None, *, made: bool = False) -> Knowledge:
    """Return what is known of the versions, for what moves whole versions about.

    Args:
        folder: The store's folder, if the command line names it.
        made: Whether it may be missing, because it is going to be made.

    Raises:
        ConfigurationError: There is none.
    """
    from pytest_ami.store.database import Database
    from pytest_ami.store.knowledge import Knowledge

    found, steering = places(folder, made=made)
    return Knowledge(Database(found, readonly=True), None, steering)


@contextmanager
def changing(folder: Path | None, command: str) -> Iterator[WorkflowStore]:
    """Give the store of the project, to change it under a run of its own; what was changed is absorbed at the end.

    Args:
        folder: The store's folder, if the command line names it.
        command: What changes it, for the name of its journal.

    Raises:
        ConfigurationError: There is none.
        StoreError: The change could not be written down.
    """
    from pytest_ami.model.errors import StoreError
    from pytest_ami.store.facts import Kind
    from pytest_ami.store.journal import Journal
    from pytest_ami.store.workflows import WorkflowStore

    found, steering = places(folder)
    journal = Journal(found, run=new_run(), worker=command)
    store = WorkflowStore(found, journal, steering=steering)
    store.take_in()
    yield store
    if journal.unwritten:
        raise StoreError(
            f"The journal {journal.path} cannot be written, and nothing was changed",
            why="A change is a line in a journal. The disk is full, or the folder may not be written to.",
            evidence=[f"{len(journal.unwritten)} facts not written"],
            run="ami doctor",
        )
    if journal.path.exists():
        journal.append(Kind.RUN_FINISHED)
        store.absorb()


def new_run() -> str:
    """Return the id of a run that is one command."""
    return f"{datetime.now(timezone.utc):%Y%m%dT%H%M%S}-{os.getpid()}-{secrets.token_hex(2)}"


def name_of(store: WorkflowStore, task: str) -> str:
    """Return the task that `task` names: itself, another spelling of its letters' case, or an alias.

    Raises:
        ConfigurationError: It is none; the message names what is near.
    """
    known = store.tasks(retired=True)
    if task in known:
        return task
    same = [name for name in known if name.casefold() == task.casefold()]
    aliases = {alias.casefold(): w.task for w in store.find_all() for alias in w.aliases}
    if len(same) == 1 or task.casefold() in aliases:
        return same[0] if same else aliases[task.casefold()]
    folded = {name.casefold(): name for name in known}
    near = [folded[n] for n in get_close_matches(task.casefold(), list(folded), n=3, cutoff=0.5)]
    evidence = [f"near: {', '.join(near)}"] if near else [f"tasks: {', '.join(known) or 'none'}"]
    raise ConfigurationError(
        f'No workflow is stored for "{task}"',
        evidence=[*evidence, f"store: {store.folder}"],
        run=f'ami show "{near[0]}"' if near else "ami list",
    )


def version_of(store: WorkflowStore, task: str, said: str) -> Workflow:
    """Return the version of a task that is meant.

    Args:
        store: The store.
        task: A task that is in it.
        said: A number, such as ``2`` or ``v2``, or an id, or how one begins (8 characters or more).

    Raises:
        ConfigurationError: There is no such version, or more than one.
    """
    versions = store.versions(task)
    if number := re.fullmatch(r"v?(\d{1,7})", said):
        found = [w for w in versions if w.version == int(number[1])]
    else:
        found = [w for w in versions if len(said) >= 8 and w.id.startswith(said.lower())]  # noqa: PLR2004  (a third of it)
    if len(found) == 1:
        return found[0]
    if found:
        raise ConfigurationError(
            f'"{task}" has {len(found)} versions {said}',
            why="Two processes learned at the same time. Give the id instead of the number.",
            evidence=[f"v{w.version} {w.status.value}: {w.id}" for w in found],
            run=f'ami diff "{task}" {found[0].id} {found[-1].id}',
        )
    raise ConfigurationError(
        f'"{task}" has no version {said}',
        evidence=[f"versions: {', '.join(str(w.version) for w in versions)}"],
        run=f'ami history "{task}"',
    )


def pick(store: WorkflowStore, task: str, number: int | None = None) -> Workflow:
    """Return a version of a task: the one that would run, or the one with this number.

    Raises:
        ConfigurationError: There is no such task or version.
    """
    task = name_of(store, task)
    if number is None:
        workflow = store.find(task)
        if workflow is not None:
            return workflow
        return store.versions(task)[-1]
    versions = store.versions(task)
    for workflow in reversed(versions):
        if workflow.version == number:
            return workflow
    raise ConfigurationError(
        f'"{task}" has no version {number}',
        evidence=[f"versions: {', '.join(str(w.version) for w in versions)}"],
        run=f'ami history "{task}"',
    )


def _read(path: Path, tables: tuple[str, ...]) -> dict[str, Any] | None:
    """Return our tables of a file, or None where it says nothing to pytest."""
    try:
        text = path.read_text("utf-8")
        found = list(_toml(text, tables) if path.suffix == ".toml" else _ini(text, tables))
    except (OSError, ValueError, Error):
        return None
    if found:
        return {key: value for table in found for key, value in table.items()}
    return {} if path.name in ("pytest.toml", ".pytest.toml", "pytest.ini", ".pytest.ini") else None


def _toml(text: str, tables: tuple[str, ...]) -> Iterator[dict[str, Any]]:
    # Before Python 3.11 pytest brings the reader along.
    reader = import_module("tomllib" if sys.version_info >= (3, 11) else "tomli")
    document = reader.loads(text)
    for name in tables:
        table: Any = document
        for key in name.split("."):
            table = table.get(key) if isinstance(table, dict) else None
        if isinstance(table, dict):
            yield {key: value for key, value in table.items() if not isinstance(value, dict)}


def _ini(text: str, tables: tuple[str, ...]) -> Iterator[dict[str, Any]]:
    parser = ConfigParser(interpolation=None, strict=False)
    parser.read_string(text)
    for name in tables:
        if parser.has_section(name):
            yield dict(parser[name])


def _options(addopts: Any) -> dict[str, str]:
    words = [str(word) for word in addopts] if isinstance(addopts, list) else shlex.split(str(addopts))
    names = {setting.flag: setting for setting in SETTINGS}
    found: dict[str, str] = {}
    for number, word in enumerate(words):
        name, equals, value = word.partition("=")
        if name in names:
            flag = names[name].kind is bool
            following = words[number + 1] if number + 1 < len(words) else ""
            found[names[name].name] = value if equals else "true" if flag else following
    return found
