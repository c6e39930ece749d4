"""Writes ``todo.md`` and ``results.md`` of one lesson.

Rules of this module:

* A file is replaced as a whole: a reader never sees half of one. The same text is not written again.
* Several lessons may share a folder. The first free name is taken: ``todo.md``, ``todo-2.md`` and so on.
* A write that fails is one warning, and nothing more is written for this lesson. It never fails a test.

It knows files. It must never know a page or a lesson.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from pytest_ami.engine.secrets.gate import GATE
from pytest_ami.model.printable import as_argument

MOST_LESSONS = 1_000
"""Most lessons of one attempt of a test that get files."""


@dataclass(slots=True)
class TodoFiles:
    """The files of one lesson.

    Attributes:
        folder: Folder of the attempt; created at the first write.
        warn: Receives one warning if a file cannot be written.
    """

    folder: Path
    warn: Callable[[str], None]
    _suffix: str | None = None
    _written: dict[str, str] = field(default_factory=dict)
    _broken: bool = False

    def write(self, name: str, text: str) -> None:
        """Write one of the files.

        Args:
            name: ``todo`` or ``results``.
            text: Its text.
        """
        text = GATE.text(text)
        if self._broken or self._written.get(name) == text:
            return
        try:
            if self._suffix is None:
                self.folder.mkdir(parents=True, exist_ok=True)
                self._suffix = self._free()
            _replace(self.folder / f"{name}{self._suffix}.md", text)
        except OSError as error:
            self._broken = True
            self.warn(
                f"{name}.md of a lesson cannot be written. Why: {type(error).__name__}: {error}. Effect: the lesson "
                f"goes on without it. Run next: ls -ld {as_argument(self.folder)}, or pytest --ami-todo-writes=false"
            )
        else:
            self._written[name] = text

    def _free(self) -> str:
        """Take the first free name, and return its end.

        Raises:
            OSError: The folder cannot be written, or has too many.
        """
        for number in range(1, MOST_LESSONS + 1):
            suffix = "" if number == 1 else f"-{number}"
            with contextlib.suppress(FileExistsError):
                (self.folder / f"todo{suffix}.md").open("x").close()
                return suffix
        raise OSError(f"{self.folder} holds {MOST_LESSONS} lessons already")


def _replace(path: Path, text: str) -> None:
    """Replace a file as a whole.

    Raises:
        OSError: It cannot be written.
    """
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        part.write_text(text, encoding="utf-8")
        part.replace(path)
    except OSError:
        with contextlib.suppress(OSError):
            part.unlink()
        raise
