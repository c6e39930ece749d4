"""The project that a command works on: its configuration, its store, its tasks and versions.

Reads our keys from the configuration files of pytest, without starting pytest. Only `writable_store` writes.
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
from pytest_ami.model.printable import as_argument
from pytest_ami.model.settings import SETTINGS, Settings, resolve

if TYPE_CHECKING:
    from pytest_ami.model.workflow import Status, Workflow
    from pytest_ami.store.shared.link import SharedLink
    from pytest_ami.store.steering.folder import SteeringFolder
    from pytest_ami.store.versions import Knowledge
    from pytest_ami.store.workflow_store import WorkflowStore

TABLES: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("pytest.toml", ("pytest",)),
    (".pytest.toml", ("pytest",)),
    ("pytest.ini", ("pytest",)),
    (".pytest.ini", ("pytest",)),
    ("pyproject.toml", ("tool.pytest", "tool.pytest.ini_options")),
    ("tox.ini", ("pytest",)),
    ("setup.cfg", ("tool:pytest",)),
)
"""The files that pytest reads, in its order, and the tables that hold its keys."""

SHORTEST_ID = 8
"""Characters of an id that are enough to name a version."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectConfig:
    """The configuration of a project, as far as it concerns our settings.

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
    def find(cls, start: Path) -> ProjectConfig:
        """Return the configuration of the project that contains a folder."""
        for folder in (start, *start.parents):
            for name, tables in TABLES:
                ini = _read(folder / name, tables)
                if ini is not None:
                    return cls(root=folder, file=folder / name, ini=ini, options=_options(ini.get("addopts", "")))
        return cls(root=start)

    def settings(self, environ: Mapping[str, str], folder: Path | None = None) -> Settings:
        """Return the settings of a run of pytest in this project.

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
        """Return the source of every setting's value."""
        file = self.file.name if self.file else ""
        sources: dict[str, str] = {}
        for setting in SETTINGS:
            key, variable = f"ami_{setting.name}", f"AMI_{setting.name.upper()}"
            candidates = (
                ("--dir", setting.name == "dir" and folder is not None),
                (f"addopts in {file}", setting.name in self.options),
                (f"{key} in {file}", self.ini.get(key) not in (None, "")),
                (variable, environ.get(variable) not in (None, "")),
            )
            sources[setting.name] = next((source for source, applies in candidates if applies), "default")
        return sources


def store_folder(folder: Path | None, *, create: bool = False) -> Path:
    """Return the folder of the project's store; see ``locate_store``."""
    return locate_store(folder, create=create)[0]


def locate_store(folder: Path | None, *, create: bool = False) -> tuple[Path, SteeringFolder]:
    """Return the folder of the project's store, and its steering files.

    Args:
        folder: The store's folder, if the command line names it.
        create: Whether the store may be missing because the command creates it.

    Raises:
        ConfigurationError: There is neither a store nor a steering file.
    """
    from pytest_ami.store.steering.folder import SteeringFolder

    project = ProjectConfig.find(Path.cwd())
    settings = project.settings(os.environ, folder)
    store, golden = settings.folder(project.root), settings.golden_paths(project.root)
    if not (create or store.is_dir() or golden.is_dir()):
        raise ConfigurationError(
            f"There is no workflow store at {store}",
            why="Nothing has been learned here yet, or the store is elsewhere.",
            run="pytest --ami-mode=auto   # learns; or: ami list --dir PATH",
        )
    return store, SteeringFolder(golden, store, project.root)


def shared_link(folder: Path | None, run: str) -> SharedLink | None:
    """Return the link to the shared store of the project, or None if it has none.

    Args:
        folder: The store's folder, if the command line names it.
        run: Id of the run of the command.
    """
    project = ProjectConfig.find(Path.cwd())
    settings = project.settings(os.environ, folder)
    if not settings.store:
        return None
    from pytest_ami.store.shared.link import SharedLink

    return SharedLink(settings.folder(project.root), settings.store, run=run)


def open_store(folder: Path | None, *, patience: float = 10.0, absorb: bool = False) -> WorkflowStore:
    """Return the store of the project, read-only.

    Args:
        folder: The store's folder, if the command line names it.
        patience: Seconds to wait for another process that holds the database.
        absorb: Whether to absorb waiting journals first; a store of an earlier schema gets the views of now.

    Raises:
        ConfigurationError: There is no store.
    """
    from pytest_ami.store.workflow_store import WorkflowStore

    path, steering = locate_store(folder)
    if absorb and path.is_dir():
        WorkflowStore(path, patience=patience).absorb()
    return WorkflowStore(path, readonly=True, patience=patience, steering=steering)


def open_knowledge(folder: Path | None, *, create: bool = False) -> Knowledge:
    """Return what the store knows about its versions, for commands that move whole versions.

    Args:
        folder: The store's folder, if the command line names it.
        create: Whether the store may be missing because the command creates it.

    Raises:
        ConfigurationError: There is no store.
    """
    from pytest_ami.store.duckdb.database import Database
    from pytest_ami.store.versions import Knowledge

    path, steering = locate_store(folder, create=create)
    return Knowledge(Database(path, readonly=True), None, steering)


@contextmanager
def writable_store(folder: Path | None, command: str) -> Iterator[WorkflowStore]:
    """Yield the store of the project for writing, under a run of its own; absorb the changes at the end.

    If there is a shared store, the facts of others are here when the block begins, and the changes are sent at its end.

    Args:
        folder: The store's folder, if the command line names it.
        command: The command that writes; its journal has this name.

    Raises:
        ConfigurationError: There is no store.
        StoreError: The change could not be written.
    """
    from pytest_ami.store.facts import Kind
    from pytest_ami.store.journal import Journal
    from pytest_ami.store.workflow_store import WorkflowStore

    path, steering = locate_store(folder)
    journal = Journal(path, run=new_run(), worker=command)
    link = shared_link(folder, journal.run)
    if link is not None:
        link.begin(journal)
    store = WorkflowStore(path, journal, steering=steering)
    store.import_steering_files()
    yield store
    journal.check_written()
    if journal.path.exists():
        journal.append(Kind.RUN_FINISHED)
        if store.absorb().forgets:
            settle_cold(folder)
    if link is not None:
        link.finish(last=True)


def settle_cold(folder: Path | None) -> None:
    """Move facts that no longer count to the project's cold tier, and those that count again back; warn of a fault.

    Args:
        folder: The store's folder, if the command line names it.
    """
    from pytest_ami.store.cold.settle import settle_quietly

    project = ProjectConfig.find(Path.cwd())
    settings = project.settings(os.environ, folder)
    settle_quietly(settings.folder(project.root), settings.cold_place(project.root))


def new_run() -> str:
    """Return the id of a run that consists of one command."""
    return f"{datetime.now(timezone.utc):%Y%m%dT%H%M%S}-{os.getpid()}-{secrets.token_hex(2)}"


def resolve_task(store: WorkflowStore, name: str) -> str:
    """Return the stored task that a name means: the task itself, in any case of letters, or one of its aliases.

    Raises:
        ConfigurationError: No task has this name; the message lists similar ones.
    """
    tasks = store.tasks(retired=True)
    if name in tasks:
        return name
    same = [task for task in tasks if task.casefold() == name.casefold()]
    aliases = {alias.casefold(): w.task for w in store.find_all() for alias in w.aliases}
    if len(same) == 1 or name.casefold() in aliases:
        return same[0] if same else aliases[name.casefold()]
    folded = {task.casefold(): task for task in tasks}
    near = [folded[n] for n in get_close_matches(name.casefold(), list(folded), n=3, cutoff=0.5)]
    evidence = [f"near: {', '.join(near)}"] if near else [f"tasks: {', '.join(tasks) or 'none'}"]
    raise ConfigurationError(
        f'No workflow is stored for "{name}"',
        why="It is neither a task of this store nor an alias of one.",
        evidence=[*evidence, f"store: {store.folder}"],
        run=f"ami show {as_argument(near[0])}" if near else "ami list",
    )


def pick_version(
    store: WorkflowStore, task: str, version: str | None = "", *, preferred: Status | None = None
) -> Workflow:
    """Return one version of a task.

    Args:
        store: The store.
        task: A task of the store.
        version: A number, such as ``2`` or ``v2``, or an id, or the beginning of an id (8 characters or more). If it
            is empty, then the version that would run, and if none would run, the newest.
        preferred: If ``version`` is empty and versions of this status exist, the newest of them.

    Raises:
        ConfigurationError: No version fits, or several do.
    """
    if not version:
        waiting = [w for w in store.versions(task) if w.status is preferred] if preferred else []
        return waiting[-1] if waiting else store.find(task) or store.versions(task)[-1]
    versions = store.versions(task)
    if number := re.fullmatch(r"v?(\d{1,7})", version):
        matching = [w for w in versions if w.version == int(number[1])]
    else:
        matching = [w for w in versions if len(version) >= SHORTEST_ID and w.id.startswith(version.lower())]
    if len(matching) == 1:
        return matching[0]
    if matching:
        raise ConfigurationError(
            f'"{task}" has {len(matching)} versions {version}',
            why="Two processes learned at the same time. Give the id instead of the number.",
            evidence=[f"v{w.version} {w.status.value}: {w.id}" for w in matching],
            run=f"ami diff {as_argument(task)} {matching[0].id} {matching[-1].id}",
        )
    raise ConfigurationError(
        f'"{task}" has no version {version}',
        why=f"A version has a number, or an id of which {SHORTEST_ID} characters or more are given.",
        evidence=[f"versions: {', '.join(str(w.version) for w in versions)}"],
        run=f"ami history {as_argument(task)}",
    )


def _read(path: Path, tables: tuple[str, ...]) -> dict[str, Any] | None:
    """Return the tables of a file that pytest reads, or None if pytest does not take the file for its configuration."""
    try:
        text = path.read_text("utf-8")
        contents = list(_toml(text, tables) if path.suffix == ".toml" else _ini(text, tables))
    except (OSError, ValueError, Error):
        return None
    if contents:
        return {key: value for table in contents for key, value in table.items()}
    return {} if path.name in ("pytest.toml", ".pytest.toml", "pytest.ini", ".pytest.ini") else None


def _toml(text: str, tables: tuple[str, ...]) -> Iterator[dict[str, Any]]:
    # Before Python 3.11 pytest depends on tomli.
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
    options: dict[str, str] = {}
    for number, word in enumerate(words):
        name, equals, value = word.partition("=")
        if name in names:
            flag = names[name].kind is bool or names[name].bare
            following = words[number + 1] if number + 1 < len(words) else ""
            options[names[name].name] = value if equals else "true" if flag else following
    return options
