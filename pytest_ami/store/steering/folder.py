"""The folder of golden paths: which files exist, what they hold, and which of them the store has imported.

Rules of this module:

* It only reads. ``store.steering.writer`` writes files.
* An imported file is recognized by its size and time, or by its digest, and is not read again. So if the store has
  imported everything, YAML is not imported.
* If a file is not valid, it causes one warning in each process, and the other files are used.
* If two files have the same task, there is a warning, and the first by name counts.
* Writers hold the folder lock and read the folder again before they write. Readers do not wait.

It knows files and their contents. ``store.version_fold`` knows what they mean for versions.
"""

from __future__ import annotations

import hashlib
import json
import os
import stat
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

from pytest_ami.model.errors import StoreError, StoreHeldError
from pytest_ami.model.printable import as_argument
from pytest_ami.store.facts import Fact
from pytest_ami.store.journal import make_folder
from pytest_ami.store.locking import acquired
from pytest_ami.store.regular_files import leads_out, open_regular
from pytest_ami.store.warnings import warn_bookkeeping

from .file_facts import facts_of
from .golden_path import parse
from .yaml_text import LARGEST

MEMO = "steering.json"
"""Name of the file, within the ``.ami`` folder, that lists the files that the store has imported."""

LOCK = "steering.lock"
"""Name of the lock file, within the ``.ami`` folder, for writers of golden paths."""

_MEMO_FORM = 1
_ENTRY = 5
_LARGEST_MEMO = 64 * 1024 * 1024
_PATIENCE = 60.0
"""Seconds to wait for another writer: to write two thousand files takes ten."""
_BRIEF = 0.005
"""Seconds that a scan of the folder may take without a pause after it."""
_REST = 20
"""Length of the pause after a longer scan, as a multiple of its time. Changes of the folder are ignored meanwhile."""


class SteeringFile(NamedTuple):
    """One steering file.

    Attributes:
        folder: Its folder.
        name: Its name.
        task: Its task.
        id: The id of its version.
        facts: The facts that it stands for; empty if the store has them already.
        mark: Size, time of change and digest, to recognize it.
    """

    folder: Path
    name: str
    task: str
    id: str
    facts: tuple[Fact, ...]
    mark: tuple[int, int, str]

    @property
    def path(self) -> Path:
        """The path of the file."""
        return self.folder / self.name


class SteeringFolder:
    """The golden paths of a project.

    Args:
        folder: Their folder; it may be missing.
        store: The ``.ami`` folder.
        root: Root of the project; messages name files relative to it.
    """

    def __init__(self, folder: Path, store: Path, root: Path | None = None) -> None:
        self.folder = Path(folder)
        self.store = Path(store)
        self._root = root or self.folder.parent
        inside = self.folder.absolute().is_relative_to(self._root.absolute())
        self._bounds = self._root if inside else self.folder  # a setting may name a folder elsewhere
        self._seen: int | None = None
        self._rested = 0.0
        self._found: dict[str, SteeringFile] = {}
        self._reasons: dict[Path, str] = {}
        self._warned: set[str] = set()

    def shown(self, path: Path) -> str:
        """Return the name of a file for messages."""
        try:
            return path.relative_to(self._root).as_posix()
        except ValueError:
            return str(path)

    def look(self, has: Callable[[str], bool]) -> Mapping[str, SteeringFile]:
        """Return the files by task. The folder is scanned again if a file was added or removed.

        If another run is writing into a large folder, the scans take at most a twentieth of the time.

        Args:
            has: Returns whether the store has the version with an id.
        """
        changed = self._changed()
        began = time.monotonic()
        if self._seen is None or (changed != self._seen and began >= self._rested):
            self._found, self._seen = self._scan(has) if changed else {}, changed
            took = time.monotonic() - began
            self._rested = began + took * _REST if took > _BRIEF else 0.0
        return self._found

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Keep other processes from writing files in this block; the next ``look`` scans the folder again.

        If the file system has no locks, other writers are not kept out.

        Raises:
            StoreHeldError: Another process held the lock during the whole wait.
        """
        from filelock import Timeout

        path, lock = self.store / LOCK, None
        with suppress(OSError, NotImplementedError):  # without locks, other writers are not kept out
            make_folder(self.store)
            try:
                lock = acquired(path, _PATIENCE)
            except Timeout as error:
                raise StoreHeldError(
                    f"{self.shown(self.folder)} cannot be written to",
                    why="Another process wrote steering files during the whole wait.",
                    evidence=[f"lock file {path}", f"tried for {_PATIENCE:.0f} s"],
                    run="ami doctor",
                ) from error
        self.forget()
        try:
            yield
        finally:
            if lock is not None:
                lock.release()

    def busy(self) -> bool:
        """Return whether another process is writing files just now."""
        from filelock import Timeout

        path = self.store / LOCK
        if path.is_file():
            try:
                acquired(path, 0.0).release()
            except Timeout:
                return True
            except (OSError, NotImplementedError):
                return False
        return False

    def forget(self) -> None:
        """Scan the folder again at the next ``look``: the store has changed, or a file was written."""
        self._seen = None

    def broken(self, path: Path) -> bool:
        """Return whether ``path`` is a file that could not be read or is not valid; call ``look`` first."""
        return path in self._reasons or self.folder in self._reasons

    @property
    def refusals(self) -> tuple[str, ...]:
        """The files that could not be read or are not valid, each with the reason, as of the last look."""
        return tuple(self._reasons.values())

    def note_written(self, found: Mapping[str, SteeringFile]) -> None:
        """Note that the folder now holds these files, by task."""
        self._found, self._seen = dict(found), self._changed()

    def note_imported(self, found: Mapping[str, SteeringFile]) -> None:
        """Record that the store has imported these files.

        Entries of other existing files are kept: another run may just have recorded them.

        Args:
            found: By task, as from ``look``.
        """
        taken = {one.name: [*one.mark, one.task, one.id] for one in found.values()}
        with suppress(OSError):  # then the next process reads the files again
            there = {path.name for path in self.folder.iterdir()}
            files = {name: entry for name, entry in self._memo().items() if name in there} | taken
            document = {"form": _MEMO_FORM, "folder": str(self.folder.absolute()), "files": dict(sorted(files.items()))}
            text = json.dumps(document, ensure_ascii=False, indent=0)
            path = self.store / MEMO
            if self._held(path) != text.encode():
                make_folder(self.store)
                replace_file(path, text.encode(), self.store)

    def _changed(self) -> int:
        try:
            return self.folder.stat().st_mtime_ns
        except OSError:
            return 0

    def _scan(self, has: Callable[[str], bool]) -> dict[str, SteeringFile]:
        memo, before = self._memo(), {one.name: one for one in self._found.values()}
        found: dict[str, SteeringFile] = {}
        try:
            with os.scandir(self.folder) as entries:
                names = sorted((entry.name, entry) for entry in entries)
        except OSError as error:
            self._warn(
                f"{self.shown(self.folder)} cannot be read ({error.strerror or error}); the store is used without it."
            )
            return found
        self._reasons.clear()
        if leads_out(self.folder, self._bounds):
            shown = self.shown(self.folder)
            self._reasons[self.folder] = f"{shown} is a link that leads out of the project"
            self._warn(f"{self._reasons[self.folder]}; its files are not read. Run next: ls -l {as_argument(shown)}")
            return found
        for name, entry in names:
            if not name.endswith(".yaml") or name.startswith("."):
                continue
            try:
                one = self._file(entry, before.get(name), memo.get(name), has)
            except StoreError as error:
                self._reasons[self.folder / name] = error.what
                self._warn(f"{error.what}. {error.why} Run next: {error.run}")
            except OSError as error:
                shown = self.shown(self.folder / name)
                self._reasons[self.folder / name] = f"{shown} cannot be read ({error.strerror or error})"
                self._warn(f"{self._reasons[self.folder / name]}; the store is used instead.")
            else:
                other = found.setdefault(one.task, one)
                if other is not one:
                    self._warn(
                        f"{self.shown(one.path)} has the same task as {self.shown(other.path)}: {one.task!r}. It is"
                        " ignored; delete one of the two."
                    )
        return found

    def _file(
        self, entry: os.DirEntry[str], before: SteeringFile | None, known: Any, has: Callable[[str], bool]
    ) -> SteeringFile:
        path = self.folder / entry.name
        if entry.is_symlink() and leads_out(path, self._bounds):
            raise self._irregular(path, f"it is a link that leads out of {self._bounds.name}")
        told = entry.stat()
        if not stat.S_ISREG(told.st_mode):
            raise self._irregular(path, "it is not a regular file")
        if before and before.mark[:2] == (told.st_size, told.st_mtime_ns) and (before.facts or has(before.id)):
            return before
        if known := _known(known, has):
            mark, task, identity = known
            if mark[0] == told.st_size and mark[1] == told.st_mtime_ns:
                return SteeringFile(self.folder, entry.name, task, identity, (), mark)
        with open_regular(path) as file:
            blob = file.read(LARGEST + 1)
        mark_now = (told.st_size, told.st_mtime_ns, hashlib.sha256(blob).hexdigest())
        if known and mark[2] == mark_now[2]:
            return SteeringFile(self.folder, entry.name, task, identity, (), mark_now)
        golden = parse(blob, name=self.shown(path))
        flow = golden.workflow
        return SteeringFile(self.folder, entry.name, flow.task, flow.id, facts_of(golden), mark_now)

    def _held(self, path: Path) -> bytes:
        try:
            with open_regular(path, self.store) as file:
                return file.read(_LARGEST_MEMO)
        except OSError:
            return b""

    def _irregular(self, path: Path, why: str) -> StoreError:
        return StoreError(
            f"{self.shown(path)} is not read: {why}",
            why="Only regular files of the project are read; this one is ignored, and the store is used instead.",
            run=f"ls -l {as_argument(self.shown(path))}",
        )

    def _memo(self) -> dict[str, Any]:
        try:
            document = json.loads(self._held(self.store / MEMO))
        except (ValueError, RecursionError):
            return {}
        if not isinstance(document, dict) or document.get("form") != _MEMO_FORM:
            return {}
        files = document.get("files")
        return files if isinstance(files, dict) and document.get("folder") == str(self.folder.absolute()) else {}

    def _warn(self, what: str) -> None:
        if what not in self._warned:
            self._warned.add(what)
            warn_bookkeeping(what, stacklevel=6)


def replace_file(path: Path, blob: bytes, scratch: Path) -> None:
    """Write a file atomically: a reader finds the old file or the new one, even if this process is killed.

    Args:
        path: The file; its folder exists.
        blob: Its new contents.
        scratch: A folder for the temporary file, used if it is on the same file system.

    Raises:
        OSError: It cannot be written; the old file is unchanged.
    """
    try:
        _replace(path, blob, scratch / f"{path.name}.{os.getpid()}.tmp")
    except OSError:
        _replace(path, blob, path.with_name(f".{path.name}.{os.getpid()}.tmp"))


def _replace(path: Path, blob: bytes, unfinished: Path) -> None:
    try:
        with unfinished.open("wb") as file:
            file.write(blob)
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(path)
    except BaseException:
        with suppress(OSError):
            unfinished.unlink()
        raise


def _known(entry: Any, has: Callable[[str], bool]) -> tuple[tuple[int, int, str], str, str] | None:
    """Return mark, task and version of a file from the memo; None if the memo or the store does not have them."""
    if not isinstance(entry, list) or len(entry) != _ENTRY or not (type(entry[3]) is type(entry[4]) is str):
        return None
    return ((entry[0], entry[1], entry[2]), entry[3], entry[4]) if has(entry[4]) else None
