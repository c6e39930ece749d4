"""Journals: each process appends its facts to a file of its own, one write for each fact.

Rules of this module:

* One line is one fact, and one write. If the process is killed, every fact for which ``append`` returned is in the
  file.
* The file is opened for each fact. So if the folder was removed, or the journal was moved away after an absorb, the
  next fact still goes to a file that is read.
* A fault (full disk, read-only folder) causes one warning. The facts stay in memory, where this process still sees
  them, and the next append writes them again. Nothing is raised (DESIGN law 10).
* A reader takes whole lines only. A torn last line is left for later, garbage is skipped and counted, lines
  of a newer format are counted and stay where they are. It reads a large file in pieces.
* Other entries of the folder are ignored: folders, pipes, devices, and links that lead in circles or elsewhere.

It knows files and lines. It must never know DuckDB, or what a fact means.
"""

from __future__ import annotations

import os
import re
import threading
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, BinaryIO, NamedTuple

from pytest_ami.engine.secrets.gate import GATE
from pytest_ami.model.errors import StoreError

from .facts import SCHEMA, Fact, Kind, decode, encode, is_newer
from .regular_files import open_regular, strays
from .warnings import warn_bookkeeping

JOURNALS = "journal"
"""Name of the journal folder within the ``.ami`` folder."""

ABSORBED = "absorbed"
"""Name of the folder, within the journal folder, for finished journals whose facts are in the database."""

_LONGEST_NAME = 100
_PIECE = 32 * 1024 * 1024
"""Maximum number of bytes that are read at a time. A longer line is not a fact."""
_MODE = 0o644
_PREFIX = f'{{"v":{SCHEMA},"kind":"'.encode()
_FLAGS = os.O_RDWR | os.O_APPEND | os.O_CREAT | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)


class JournalRead(NamedTuple):
    """The result of ``read``.

    Attributes:
        facts: The facts, in the order of the file.
        offset: The end of the last whole line; the next read may start there.
        lines: The line of each fact, without newline.
        skipped: Number of lines that are not facts.
        newer: Number of lines in a format that only a newer version reads.
        places: Offset and length of the line of each fact, bytes.
    """

    facts: list[Fact]
    offset: int
    lines: list[bytes]
    skipped: int
    newer: int
    places: list[tuple[int, int]]


def make_folder(folder: Path) -> None:
    """Create the ``.ami`` folder, hidden from git. If a user removed its ``.gitignore``, the file stays removed.

    Raises:
        OSError: The folder cannot be created.
    """
    try:
        folder.mkdir(parents=True)
    except FileExistsError:
        return
    (folder / ".gitignore").write_text("*\n", encoding="utf-8")


class WrittenLines(NamedTuple):
    """The lines that a process has just written to its journal.

    Attributes:
        blob: Whole lines.
        offset: Their position in the file, bytes.
    """

    blob: bytes
    offset: int

    def facts(self, kinds: Collection[str]) -> list[Fact]:
        """Return the facts of these kinds, exactly as a reader of the file gets them."""
        return _parse(self.blob, self.offset, _words(kinds)).facts


class Journal:
    """The file to which this process appends its facts.

    Args:
        folder: The ``.ami`` folder; created with the first fact, not before.
        run: Id of the test run.
        worker: Name of this process within the run.
    """

    def __init__(self, folder: Path, *, run: str, worker: str = "main") -> None:
        self.folder = Path(folder)
        self.run = run
        self.worker = worker
        self.path = self.folder / JOURNALS / f"{_file_name(run)}-{_file_name(worker)}.jsonl"
        self._unwritten: list[bytes] = []
        self._end = -1
        self._warned = False
        self._lock = threading.Lock()
        self._listeners: list[Callable[[WrittenLines], object]] = []

    def append(
        self,
        kind: Kind,
        *,
        test: str = "",
        attempt: int = 1,
        task: str = "",
        workflow: str = "",
        data: Mapping[str, Any] | None = None,
    ) -> Fact:
        """Append a fact to the journal and return it.

        Args:
            kind: The kind of fact.
            test: Node id of the test.
            attempt: Number of the attempt.
            task: The workflow's task.
            workflow: Id of the version.
            data: The rest, plain data. The gate replaces declared secrets that the caller has left in it.

        A fault of the disk is a warning, never an error.
        """
        with self._lock:
            fact = Fact(
                kind=kind.value,
                run=self.run,
                worker=self.worker,
                test=GATE.data(test),
                attempt=attempt,
                task=GATE.data(task),
                workflow=workflow,
                data=GATE.data(data or {}),
            )
            self._keep(encode(fact))
        return fact

    def repeat(self, facts: Iterable[Fact]) -> None:
        """Append facts from another source unchanged, with their ids.

        A fault of the disk is a warning, never an error.
        """
        with self._lock:
            self._keep(*map(encode, facts))

    def subscribe(self, listener: Callable[[WrittenLines], object]) -> None:
        """Call ``listener`` after every write with the written lines, in the thread that has written them."""
        self._listeners.append(listener)

    def _keep(self, *lines: bytes) -> None:
        self._unwritten.extend(lines)
        try:
            written = self._write()
        except OSError as error:
            self._warn(error)
        else:
            for listener in self._listeners:
                listener(written)

    @property
    def unwritten(self) -> tuple[Fact, ...]:
        """The facts that could not be written so far."""
        facts = (decode(line) for line in tuple(self._unwritten))
        return tuple(fact for fact in facts if fact)

    def check_written(self) -> None:
        """Raise a ``StoreError`` if facts could not be written so far."""
        if lost := self.unwritten:
            why = "A change counts once its line is in the journal. The disk is full, or the folder is not writable."
            facts = [f"{len(lost)} facts not written"]
            raise StoreError(f"The journal {self.path} cannot be written", why=why, evidence=facts, run="ami doctor")

    def _write(self) -> WrittenLines:
        blob = b"".join(self._unwritten)
        descriptor = self._open()
        try:
            end = os.lseek(descriptor, 0, os.SEEK_END)
            if end and end != self._end:
                os.lseek(descriptor, end - 1, os.SEEK_SET)
                if os.read(descriptor, 1) != b"\n":  # half a line: from a killed process of this name, or our own
                    blob = b"\n" + blob
            self._end = -1
            written = WrittenLines(blob, end)
            while blob:
                blob = blob[os.write(descriptor, blob) :]
            self._end = os.lseek(descriptor, 0, os.SEEK_CUR)
        finally:
            os.close(descriptor)
        self._unwritten.clear()
        return written

    def _open(self) -> int:
        with suppress(FileNotFoundError):
            return os.open(self.path, _FLAGS, _MODE)
        make_folder(self.folder)
        self.path.parent.mkdir(exist_ok=True)
        return os.open(self.path, _FLAGS, _MODE)

    def _warn(self, error: OSError) -> None:
        if not self._warned:
            self._warned = True
            warn_bookkeeping(
                f"The journal {label(self.path)} cannot be written ({error.strerror or error}). This process keeps "
                "its facts in memory; they are lost if it ends before a write succeeds. Run next: ami doctor",
                stacklevel=5,
            )


def writable(journal: Journal | None, folder: Path) -> Journal:
    """Return the journal of a store.

    Args:
        journal: The journal, or None if the store was opened read-only.
        folder: The ``.ami`` folder, for the message.

    Raises:
        StoreError: There is no journal.
    """
    if journal is None:
        raise StoreError(
            "This workflow store is read-only",
            why="It was opened without a journal. Every change is a line in a journal.",
            evidence=[f"store {folder}"],
            run="ami doctor",
        )
    return journal


def _file_name(text: str) -> str:
    return re.sub(r"[^0-9A-Za-z_.]+", "_", text)[:_LONGEST_NAME] or "_"


def read(path: Path, offset: int = 0, kinds: Collection[str] = ()) -> JournalRead:
    """Return the facts that ``path`` holds beyond ``offset``.

    Args:
        path: A journal; a missing file counts as empty.
        offset: Start of the read. If the file is shorter, it was replaced, and is read from its beginning.
        kinds: The kinds to return, all if empty. Lines of other kinds are not parsed.

    Raises:
        OSError: The file exists and cannot be read.
    """
    first, *more = pieces(path, offset, kinds)
    for piece in more:
        first.facts.extend(piece.facts)
        first.lines.extend(piece.lines)
        first.places.extend(piece.places)
    skipped, newer = (first.skipped + sum(p.skipped for p in more), first.newer + sum(p.newer for p in more))
    return first._replace(offset=more[-1].offset if more else first.offset, skipped=skipped, newer=newer)


def pieces(path: Path, offset: int = 0, kinds: Collection[str] = ()) -> Iterator[JournalRead]:
    """Yield the result of ``read`` in pieces that fit into memory, at least one.

    Raises:
        OSError: The file exists and cannot be read.
    """
    wanted = _words(kinds)
    try:
        file = open_regular(path)
    except FileNotFoundError:
        yield JournalRead([], 0, [], 0, 0, [])
        return
    with file:
        size = os.fstat(file.fileno()).st_size
        if size < offset:
            offset = 0
        while True:
            file.seek(offset)
            # Read no more than the size of the file: to allocate a full piece takes longer than to read a few lines.
            blob = file.read(min(_PIECE, size - offset + 1))
            if whole := blob.rfind(b"\n") + 1:
                found = _parse(blob[:whole], offset, wanted)
            elif len(blob) == _PIECE and (length := _rest_of_line(file)):
                found = JournalRead([], offset + _PIECE + length, [], 1, 0, [])
            else:
                found = JournalRead([], offset, [], 0, 0, [])
            yield found
            if len(blob) < _PIECE or found.offset == offset:
                return
            offset = found.offset


def _words(kinds: Collection[str]) -> frozenset[bytes]:
    return frozenset(str(kind.value if isinstance(kind, Kind) else kind).encode() for kind in kinds)


def parsed(lines: bytes) -> JournalRead:
    """Return the facts of a sequence of whole lines, each with its newline."""
    return _parse(lines, 0, frozenset())


def _parse(blob: bytes, offset: int, wanted: frozenset[bytes]) -> JournalRead:
    found = JournalRead([], offset + len(blob), [], 0, 0, [])
    skipped = newer = 0
    for line in blob[:-1].split(b"\n"):
        start, offset = offset, offset + len(line) + 1
        if not line or (wanted and line.startswith(_PREFIX) and _kind(line) not in wanted):
            continue
        fact = decode(line)
        if fact is None:
            is_later = is_newer(line)
            newer += is_later
            skipped += not is_later
        elif not wanted or fact.kind.encode() in wanted:
            found.facts.append(fact)
            found.lines.append(line)
            found.places.append((start, len(line)))
    return found._replace(skipped=skipped, newer=newer)


def _rest_of_line(file: BinaryIO) -> int:
    """Return the number of bytes up to the end of the line, 0 if the line has no end yet."""
    length = 0
    while chunk := file.read(_PIECE):
        if end := chunk.find(b"\n") + 1:
            return length + end
        length += len(chunk)
    return 0


def _kind(line: bytes) -> bytes:
    return line[len(_PREFIX) : line.find(b'"', len(_PREFIX))]


def journals(
    folder: Path, *, absorbed: bool = False, settled: Mapping[str, int] = MappingProxyType({})
) -> dict[str, Path]:
    """Return the journals of an ``.ami`` folder by name, in order; with ``absorbed``, the finished ones too.

    The name is the path within the folder of the journals, such as ``absorbed/7-gw0.jsonl``; see ``label``.

    Args:
        folder: The ``.ami`` folder.
        absorbed: Whether to include the journals in ``absorbed/``.
        settled: Sizes in bytes by name. Of the journals in ``absorbed/``, those that still have this size are left out:
            there may be thousands of them, and they no longer change.

    Raises:
        OSError: The folder exists and cannot be listed.
    """
    found: dict[str, Path] = {}
    for prefix in ("", f"{ABSORBED}/") if absorbed else ("",):
        place = os.path.join(folder, JOURNALS, prefix)  # noqa: PTH118  (pathlib takes longer than the scan)
        if prefix and not os.path.isdir(place):  # noqa: PTH112  (a foreign file may have that name)
            continue
        with suppress(FileNotFoundError), os.scandir(place) as entries:
            names = sorted(
                entry.name
                for entry in entries
                if entry.name.endswith(".jsonl")
                and not (prefix and settled and _has_size(entry, settled.get(prefix + entry.name)))
                and _is_file(entry)
            )
            found.update((prefix + label(name), _path(place, name)) for name in names)
    return found


@lru_cache(maxsize=1024)
def _path(folder: str, name: str) -> Path:
    return Path(folder, name)


def label(name: str | Path) -> str:
    """Return a file's name as text that can be stored and printed, even if it is not UTF-8."""
    return str(name).encode("utf-8", "backslashreplace").decode()


def _has_size(entry: os.DirEntry[str], size: int | None) -> bool:
    try:
        return size is not None and entry.stat().st_size == size
    except OSError:  # removed just now, or a broken link
        return False


def _is_file(entry: os.DirEntry[str]) -> bool:
    """Return whether a journal may be read: a pipe would block for ever, a device would never end."""
    try:
        return entry.is_file() and not (entry.is_symlink() and strays(entry.path))
    except OSError:  # a link that leads in a circle
        return False
