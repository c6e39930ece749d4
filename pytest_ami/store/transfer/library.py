"""Workflow libraries: versions of workflows as one text file, to be moved between projects.

Rules of this module:

* The first line holds the format, its version, and a digest of the rest. Each further line is one version, in a fixed
  order. A file that is broken, truncated, changed or newer is refused before anything is written.
* Facts are not exported. A library holds the content of versions, their status, and their ancestors.
* A library holds the names of parameters, never their values: a workflow holds templates.

It knows the text of a library. ``store.transfer.importing`` knows the effect of an import on this store.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pytest_ami.engine.boundary.flow_rules import violation
from pytest_ami.model.codec import from_plain
from pytest_ami.model.errors import ConfigurationError, StoreError
from pytest_ami.model.printable import as_argument
from pytest_ami.model.workflow import SCHEMA, Status, Workflow

if TYPE_CHECKING:
    from pytest_ami.store.fold.records import Version
    from pytest_ami.store.version_fold import Lineages
    from pytest_ami.store.versions import Knowledge

FORMAT = "pytest-ami library"
FORM = 1
"""Version of the library format."""

_ID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}")


@dataclass(frozen=True, slots=True, kw_only=True)
class LibraryEntry:
    """One version in a library.

    Attributes:
        task: Its task.
        id: Its id.
        number: 1, 2, ... within the task, in its source.
        status: Its status in the source.
        proven: Whether it was ever good in the source.
        runs: Whether it is the current version of its task in the source.
        ancestors: Ids of its ancestors, the nearest first.
        content: The workflow as plain data.
    """

    task: str
    id: str
    number: int
    status: Status
    proven: bool
    runs: bool
    ancestors: tuple[str, ...]
    content: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Library:
    """The contents of a library file.

    Attributes:
        digest: SHA-256 of its entries, in hexadecimal.
        entries: Its versions, by task and age.
    """

    digest: str
    entries: tuple[LibraryEntry, ...]

    def tasks(self) -> tuple[str, ...]:
        """Return its tasks, in order."""
        return tuple(dict.fromkeys(entry.task for entry in self.entries))


def ancestors_of(version: str, parents: Mapping[str, str]) -> tuple[str, ...]:
    """Return the ids of the ancestors of a version, the nearest first; a cycle of parents is walked once.

    Args:
        version: Its id.
        parents: Id of the parent by id of the version.
    """
    found: dict[str, None] = {}
    parent = parents.get(version, "")
    while parent and parent not in found and parent != version:
        found[parent] = None
        parent = parents.get(parent, "")
    return tuple(found)


def collect(knowledge: Knowledge, tasks: Sequence[str], *, every: bool = False) -> tuple[LibraryEntry, ...]:
    """Return the versions of some tasks as entries.

    Args:
        knowledge: The versions of the store.
        tasks: The tasks.
        every: Whether to include all versions, or only the current ones.

    Raises:
        StoreError: The store cannot be read.
    """
    lineages: Lineages = knowledge.lineages()
    found: list[LibraryEntry] = []
    for task in sorted(set(tasks)):
        versions, present = lineages.versions(task), lineages.current(task)
        parents = {version.id: version.parent for version in versions}
        found.extend(
            LibraryEntry(
                task=task,
                id=version.id,
                number=version.number,
                status=version.status,
                proven=version.proven,
                runs=version is present,
                ancestors=ancestors_of(version.id, parents),
                content=_moved(knowledge.content(version), version),
            )
            for version in versions
            if every or version is present
        )
    return tuple(found)


def _moved(content: Mapping[str, Any], version: Version) -> dict[str, Any]:
    """Return a content without the branch on which it was made, which has no meaning in another project."""
    source = content.get("provenance")
    kept = {k: v for k, v in source.items() if k not in ("branch", "commit")} if isinstance(source, dict) else {}
    return {**content, "provenance": kept, "id": version.id, "task": version.task, "version": version.number}


def write(entries: Sequence[LibraryEntry]) -> bytes:
    """Return the text of a library; the same entries give the same bytes."""
    from pytest_ami import __version__

    lines = [_line(_plain(entry)) for entry in entries]
    head = {
        "format": FORMAT,
        "version": FORM,
        "package": __version__,
        "entries": len(lines),
        "sha256": _digest(lines),
    }
    return b"".join(line + b"\n" for line in (_line(head), *lines))


def read(blob: bytes, name: str) -> Library:
    """Return the library in a file.

    Args:
        blob: Its bytes.
        name: Its name, for messages.

    Raises:
        ConfigurationError: It is not a library, or is broken, truncated or changed.
        StoreError: A newer version wrote it.
    """
    lines = [line.rstrip(b"\r") for line in blob.split(b"\n")]
    if lines and not lines[-1]:
        lines.pop()
    head = _object(lines[0] if lines else b"")
    if head.get("format") != FORMAT or type(head.get("version")) is not int:
        raise ConfigurationError(
            f"{name} is not a library of workflows",
            why="Its first line is not that of a library. Nothing was imported.",
            run=f"ami export {as_argument(name)}   # in the project that the workflows come from",
        )
    package = str(head.get("package", ""))
    if head["version"] > FORM:
        raise _newer(name, f"It has format {head['version']}; this version reads format {FORM}.", package)
    body = lines[1:]
    if len(body) != head.get("entries") or _digest(body) != head.get("sha256"):
        missing = type(head.get("entries")) is int and len(body) < head["entries"]
        why = "It is truncated." if missing else "It was changed after it was written, or is damaged."
        raise ConfigurationError(
            f"{name} is incomplete or damaged",
            why=f"{why} Nothing was imported.",
            evidence=[
                f"{len(body)} of {head.get('entries')} entries",
                f"sha256 in its first line: {head.get('sha256')}",
            ],
            run=f"ami export {as_argument(name)}   # in the project that the workflows come from",
        )
    entries = tuple(_entry(line, number, name, package) for number, line in enumerate(body, 2))
    if len({entry.id for entry in entries}) != len(entries):
        raise _broken(name, 1, "It holds a version twice.")
    return Library(digest=_digest(body), entries=entries)


def _entry(line: bytes, number: int, name: str, package: str) -> LibraryEntry:
    data = _object(line)
    content = data.get("workflow")
    form = content.get("schema", SCHEMA) if isinstance(content, dict) else None
    if type(form) is int and form > SCHEMA:
        raise _newer(name, f"A workflow in it has format {form}; this version reads format {SCHEMA}.", package)
    try:
        entry = LibraryEntry(
            task=data["task"],
            id=data["id"],
            number=data["number"],
            status=Status(data["status"]),
            proven=data["proven"],
            runs=data["runs"],
            ancestors=tuple(data["ancestors"]),
            content=data["workflow"],
        )
        texts = (data["task"], data["id"], *data["ancestors"])
        if not all(isinstance(text, str) and text for text in texts) or not _ID.fullmatch(entry.id):
            raise _broken(name, number, "A task or an id is missing or malformed.")
        if [type(data[key]) for key in ("number", "proven", "runs")] != [int, bool, bool]:
            raise _broken(name, number, "`number` must be an integer; `proven` and `runs` must be true or false.")
        workflow = from_plain(Workflow, {"steps": [], **entry.content, "id": entry.id, "task": entry.task})
    except (KeyError, TypeError, ValueError) as error:
        raise _broken(name, number, f"{type(error).__name__}: {error}") from error
    except StoreError as error:
        raise _broken(name, number, error.why) from error
    if not workflow.steps:
        raise _broken(name, number, f'"{entry.task}" must not run: the flow has no steps.')
    if found := violation(workflow):
        raise _broken(name, number, f'"{entry.task}" must not run: {found.path[2:]}: {found.what}.')
    return entry


def _plain(entry: LibraryEntry) -> dict[str, Any]:
    return {
        "task": entry.task,
        "id": entry.id,
        "number": entry.number,
        "status": entry.status.value,
        "proven": entry.proven,
        "runs": entry.runs,
        "ancestors": list(entry.ancestors),
        "workflow": dict(entry.content),
    }


def _line(data: Mapping[str, Any]) -> bytes:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode()


def _object(line: bytes) -> dict[str, Any]:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _digest(lines: Sequence[bytes]) -> str:
    return hashlib.sha256(b"\n".join(lines)).hexdigest()


def _newer(name: str, why: str, package: str) -> StoreError:
    wanted = f"'pytest-ami>={package}'" if re.fullmatch(r"[\w.+!-]+", package) else "--upgrade pytest-ami"
    return StoreError(
        f"{name} was written by a newer pytest-ami", why=f"{why} Nothing was imported.", run=f"pip install {wanted}"
    )


def _broken(name: str, number: int, why: str) -> ConfigurationError:
    return ConfigurationError(
        f"{name} is broken in line {number}",
        why=f"{why} Nothing was imported.",
        run=f"ami export {as_argument(name)}   # in the project that the workflows come from",
    )
