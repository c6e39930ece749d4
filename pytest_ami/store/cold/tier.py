"""Where cold files are kept: a folder, or a bucket of S3.

Rules of this module:

* A file is written once, under the hash of its content, and never changed. A second write of it has no effect.
* Whether a file is the one that its name says is decided by the reader (``parquet_file``), for every tier.
* A tier that is away or slow is an error within seconds. Credentials for S3 come from the environment only.

It knows names and bytes. It must never know what a file holds.
"""

from __future__ import annotations

import os
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from pytest_ami.model.errors import StoreError, require_packages
from pytest_ami.store.regular_files import read_regular

if TYPE_CHECKING:
    from collections.abc import Callable

LARGEST = 256 * 1024 * 1024
"""Maximum size of a cold file in bytes; a larger one is not read."""

SUFFIX = ".parquet"
_PATIENCE = 10
"""Seconds that one request to S3 may take, with all its repetitions."""


class ColdTier(Protocol):
    """A place for cold files. Each method raises ``StoreError`` if the place does not answer or refuses.

    Attributes:
        place: The place, for messages.
    """

    place: str

    def names(self) -> frozenset[str]:
        """Return the names of all files."""

    def get(self, name: str) -> bytes | None:
        """Return the bytes of a file, or None if there is no such file."""

    def put(self, name: str, blob: bytes) -> None:
        """Write a file; it is there whole, or not at all."""


def open_tier(place: Path | str) -> ColdTier:
    """Return the tier at a place; nothing is read or created.

    Args:
        place: A folder, or an address ``s3://BUCKET/PREFIX``; see ``Settings.cold_place``.
    """
    return FolderTier(place) if isinstance(place, Path) else S3Tier(place)


class FolderTier:
    """Cold files in a folder, which the first file creates.

    Attributes:
        place: The folder, for messages.

    Args:
        folder: The folder.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.place = str(folder)

    def names(self) -> frozenset[str]:
        """Return the names of all files.

        Raises:
            StoreError: The folder cannot be read.
        """
        try:
            return frozenset(path.name for path in self._folder.glob(f"*{SUFFIX}"))
        except OSError as error:
            raise refusal(self.place, error) from error

    def get(self, name: str) -> bytes | None:
        """Return the bytes of a file, or None if there is no such file.

        Raises:
            StoreError: It cannot be read.
        """
        try:
            return read_regular(self._folder / name, LARGEST)
        except FileNotFoundError:
            return None
        except OSError as error:
            raise refusal(self.place, error) from error

    def put(self, name: str, blob: bytes) -> None:
        """Write a file.

        Raises:
            StoreError: It cannot be written; nothing is left of it.
        """
        part = self._folder / f"{name}.{os.getpid()}.part"
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            with part.open("wb") as file:
                file.write(blob)
                file.flush()
                os.fsync(file.fileno())
            part.replace(self._folder / name)
        except OSError as error:
            with suppress(OSError):
                part.unlink()
            raise refusal(self.place, error) from error


class S3Tier:
    """Cold files in a bucket of S3, or of a server that speaks its protocol.

    Attributes:
        place: The address.

    Args:
        address: ``s3://BUCKET/PREFIX``. Endpoint, region and credentials come from the variables ``AWS_...``.
    """

    def __init__(self, address: str) -> None:
        self.place = address
        self._store: Any = None

    def names(self) -> frozenset[str]:
        """Return the names of all files.

        Raises:
            StoreError: The bucket does not answer or refuses.
        """
        listed = self._ask(lambda store: [one for page in store.list() for one in page]) or ()
        return frozenset(name for one in listed if (name := str(one["path"])).endswith(SUFFIX) and "/" not in name)

    def get(self, name: str) -> bytes | None:
        """Return the bytes of a file, or None if there is no such file.

        Raises:
            StoreError: The bucket does not answer or refuses, or the file is larger than any cold file.
        """

        def fetch(store: Any) -> bytes:
            found = store.get(name)
            if found.meta["size"] > LARGEST:
                raise OSError(f"{name} has more than {LARGEST:,} bytes")
            return bytes(found.bytes())

        try:
            blob: bytes = self._ask(fetch)
        except FileNotFoundError:
            return None
        return blob

    def put(self, name: str, blob: bytes) -> None:
        """Write a file.

        Raises:
            StoreError: The bucket does not answer or refuses.
        """
        try:
            self._ask(lambda store: store.put(name, blob))
        except FileNotFoundError as error:  # there is no such bucket
            raise refusal(self.place, error) from error

    def _ask(self, act: Callable[[Any], Any]) -> Any:
        """Act on the bucket.

        Raises:
            FileNotFoundError: There is no such file, or no such bucket.
            StoreError: It does not answer or refuses.
        """
        self._store = self._store or _bucket(self.place)
        from obstore.exceptions import BaseError

        try:
            return act(self._store)
        except FileNotFoundError:
            raise
        except (BaseError, OSError, ValueError) as error:
            raise refusal(self.place, error) from error


def _bucket(address: str) -> Any:
    require_packages("s3", "obstore", what="ami_cold", why="The cold tier is a bucket; its client is an extra.")
    from obstore.store import S3Store

    bucket, _, prefix = address.removeprefix("s3://").partition("/")
    endpoint = os.environ.get("AWS_ENDPOINT_URL_S3") or os.environ.get("AWS_ENDPOINT_URL") or ""
    limit = timedelta(seconds=_PATIENCE)
    return S3Store(
        bucket,
        prefix=prefix.strip("/") or None,
        client_options={"allow_http": endpoint.startswith("http://"), "timeout": limit, "connect_timeout": limit / 3},
        retry_config={"max_retries": 2, "retry_timeout": limit / 2},
    )


def refusal(place: str, error: Exception) -> StoreError:
    """Return the error of a tier in our form; it shows the first line of the reason, without requests."""
    text = next(iter(str(error).strip().splitlines()), "")[:200] or type(error).__name__
    return StoreError(
        "The cold tier could not be used",
        why="It is away, does not answer in time, or refuses. Facts that were not written stay in the store.",
        evidence=[place, text],
        run="ami doctor",
    )
