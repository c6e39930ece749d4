"""Opens files of a project that a stranger may have put there: regular files only, and only inside of a folder.

Rules of this module:

* A pipe, a device, a folder and a link that leads out of the folder are errors. None of them is opened and read:
  a pipe would block for ever, a device would never end.
* A link within the folder is followed.
* The kind of a file is checked before it is opened: to open a pipe waits, to open a device may act.

It knows files. It must never know what they hold.
"""

from __future__ import annotations

import errno
import stat
from functools import lru_cache
from pathlib import Path
from typing import BinaryIO

from pytest_ami.model.printable import as_argument

from .warnings import warn_bookkeeping


class IrregularFileError(OSError):
    """A path is no regular file inside of its folder."""


def open_regular(path: Path, within: Path | None = None) -> BinaryIO:
    """Open a regular file for reading.

    Args:
        path: The file.
        within: The folder that the file must be in after its links were followed; None for any.

    Raises:
        IrregularFileError: It is no regular file, or a link leads out of the folder.
        OSError: It cannot be opened.
    """
    if within is not None and leads_out(path, within):
        raise IrregularFileError(errno.EPERM, f"it is a link that leads out of {within.name or within}", str(path))
    if not stat.S_ISREG(path.stat().st_mode):
        raise IrregularFileError(errno.EINVAL, "it is not a regular file", str(path))
    return path.open("rb")


def read_regular(path: Path, largest: int) -> bytes:
    """Return the bytes of a regular file.

    Raises:
        IrregularFileError: It is no regular file.
        OSError: It cannot be read, or has more than ``largest`` bytes.
    """
    with open_regular(path) as file:
        blob = file.read(largest + 1)
    if len(blob) > largest:
        raise OSError(errno.EFBIG, f"it has more than {largest:,} bytes", str(path))
    return blob


def leads_out(path: Path, within: Path) -> bool:
    """Return whether a path leads out of a folder after its links were followed; a missing path does not."""
    try:
        return not path.resolve().is_relative_to(_resolved(within))
    except (OSError, RuntimeError):  # links that lead in a circle
        return True


@lru_cache(maxsize=64)  # every file of a folder asks for it
def _resolved(folder: Path) -> Path:
    return folder.resolve()


@lru_cache(maxsize=1024)  # one warning for each link
def strays(path: str) -> bool:
    """Return whether a link leads out of its own folder, with a warning: it is not read then."""
    found = leads_out(Path(path), Path(path).parent)
    if found:
        shown = path.encode("utf-8", "backslashreplace").decode()
        warn_bookkeeping(
            f"{shown} is a link that leads out of its folder; it is not read. Run next: ls -l {as_argument(shown)}"
        )
    return found
