"""Pictures and steps of runs as files: ``runs/<run>/pictures/<name>`` and ``runs/<run>/<session>/steps.jsonl``.

Rules of this module:

* The name of a picture is the beginning of the SHA-256 of its bytes: the same picture is stored once, by any process.
* All texts pass the gate before they are written (law 6).
* A reader takes nothing on trust (law 13): names are matched whole, links are not followed out of the folder, files and
  lines that are too long or no steps are left out.

Knows files. Must never know a page or a fact.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING

from pytest_ami.engine.secrets.gate import GATE
from pytest_ami.model.codec import from_plain, to_plain
from pytest_ami.model.errors import StoreError
from pytest_ami.model.outcome import StepEvidence
from pytest_ami.store.journal import make_folder
from pytest_ami.store.regular_files import read_regular, strays
from pytest_ami.store.warnings import warn_bookkeeping

if TYPE_CHECKING:
    from collections.abc import Iterable

RUNS, PICTURES, STEPS = "runs", "pictures", "steps.jsonl"
"""Names of the folders below ``.ami`` and of a run, and of the file of a session."""

PICTURE = re.compile(r"[0-9A-Za-z][0-9A-Za-z_-]{0,80}\.(?:webp|png)")
"""The name of a picture: the beginning of a digest, as this version writes it, or any other name without a path."""

PART = re.compile(r"[0-9A-Za-z][0-9A-Za-z._-]{0,120}")
"""The name of a run or of a session."""

LARGEST_PICTURE, LARGEST_STEPS, MOST_STEPS = 8_000_000, 16_000_000, 2_000
"""Bytes of a picture, bytes of the steps of a session, and number of its steps, from which a reader takes none."""

_DIGITS = 16
_TYPES = {b"RIFF": "webp", b"\x89PNG": "png"}


@dataclass(frozen=True, slots=True)
class EvidenceWriter:
    """Writes the evidence of one run of pytest.

    Attributes:
        folder: The ``.ami`` folder.
        run: Id of the run.
    """

    folder: Path
    run: str

    @property
    def place(self) -> Path:
        """The folder of the run."""
        return self.folder / RUNS / self.run

    def keep_picture(self, picture: bytes) -> str:
        """Store a picture unless it is there already, and return its name.

        Raises:
            OSError: It cannot be written.
            ValueError: It is neither WebP nor PNG.
        """
        kind = _TYPES.get(picture[:4])
        if kind is None:
            raise ValueError("the picture is neither WebP nor PNG")
        name = f"{hashlib.sha256(picture).hexdigest()[:_DIGITS]}.{kind}"
        path = self.place / PICTURES / name
        if not path.exists():
            make_folder(self.folder)
            path.parent.mkdir(parents=True, exist_ok=True)
            unfinished = path.with_name(f".{name}.{os.getpid():x}-{id(picture):x}")
            unfinished.write_bytes(picture)
            unfinished.replace(path)
        return name

    def save_steps(self, session: str, steps: Iterable[StepEvidence]) -> None:
        """Write the steps of one run of a task. A fault of the disk is a warning.

        Args:
            session: Id of the run of the task.
            steps: Its steps, without secrets of its flow.
        """
        text = "".join(json.dumps(GATE.data(to_plain(step)), ensure_ascii=False) + "\n" for step in steps)
        if not text:
            return
        try:
            make_folder(self.folder)
            place = self.place / session
            place.mkdir(parents=True, exist_ok=True)
            (place / STEPS).write_text(text, encoding="utf-8", errors="backslashreplace")
        except OSError as error:
            warn_bookkeeping(f"The steps of a run were not kept: {error}. No fact is lost. Run next: ami doctor")


@dataclass(frozen=True, slots=True)
class EvidenceReader:
    """Reads the evidence of all runs.

    Attributes:
        folder: The ``.ami`` folder.
    """

    folder: Path

    def runs(self) -> list[str]:
        """Return the names of the runs that have artifacts, oldest first."""
        try:
            found = [p for p in (self.folder / RUNS).iterdir() if PART.fullmatch(p.name) and not strays(str(p))]
            return [path.name for path in sorted(found, key=lambda p: p.stat().st_mtime_ns) if path.is_dir()]
        except OSError:
            return []

    def steps(self, run: str, session: str) -> tuple[StepEvidence, ...]:
        """Return the steps of one run of a task; empty if there are none.

        Args:
            run: Id of the run of pytest.
            session: Id of the run of the task.
        """
        blob = self._read(run, session, STEPS, LARGEST_STEPS)
        found = (_step(line) for line in blob.split(b"\n")[:MOST_STEPS] if line)
        return tuple(step for step in found if step is not None)

    def picture(self, run: str, name: str) -> bytes:
        """Return a picture; empty if it is not there or is none.

        Args:
            run: Id of the run of pytest.
            name: Its name, as in a step.
        """
        blob = self._read(run, PICTURES, name, LARGEST_PICTURE) if PICTURE.fullmatch(name) else b""
        return blob if blob[:4] in _TYPES else b""

    def _read(self, run: str, part: str, name: str, largest: int) -> bytes:
        if not (PART.fullmatch(run) and PART.fullmatch(part)):
            return b""
        path = self.folder / RUNS / run / part / name
        try:
            return (
                b"" if any(strays(str(one)) for one in (path, *list(path.parents)[:3])) else read_regular(path, largest)
            )
        except OSError:
            return b""


def _step(line: bytes) -> StepEvidence | None:
    """Return the step on a line of a stranger's file; None if it is none."""
    try:
        plain = json.loads(line)
        known = {f.name: plain[f.name] for f in fields(StepEvidence) if f.name in plain}
        step = from_plain(StepEvidence, known)
    except (ValueError, TypeError, RecursionError, StoreError):
        return None
    before, after = (name if PICTURE.fullmatch(name) else "" for name in (step.before, step.after))
    return replace(step, before=before, after=after)
