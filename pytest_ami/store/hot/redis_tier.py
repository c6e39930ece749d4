"""The hot tier that processes share: answers in Redis, behind those that this process has kept itself.

Rules of this module:

* The keys of Redis are slots, as many as the budget has room for, and a value larger than a slot is not written. So the
  budget holds without any bookkeeping, whatever is killed in between; two answers of one slot replace each other.
* A value carries the key it answers and a hash of both. Anything else in its place counts as nothing.
* Nothing here fails or waits long. After a fault the tier is left alone for a while, and one warning says so.
* Only GET and SET are used. A password comes from the variable ``REDISCLI_AUTH``, as for ``redis-cli``.

It knows Redis. It must never know where answers come from.
"""

from __future__ import annotations

import hashlib
import os
import time
from typing import Any

from pytest_ami.model.errors import require_packages
from pytest_ami.store.warnings import warn_bookkeeping

from .process_tier import MEGABYTE, HotTier, PageAnswer, ProcessTier, encoded

SLOT = 8192
"""Bytes of one slot, with what Redis needs for a key and a value of that size."""

LARGEST = 7000
"""Bytes of the largest value; a larger one is not kept."""

_PREFIX = "ami:hot:1:"
_HASH = 16
_PATIENCE = 0.25
"""Seconds that one command may take."""

_PAUSE = 30.0
"""Seconds after a fault in which the tier is not used."""

_DAY = 86_400


def open_hot(address: str, megabytes: float) -> HotTier:
    """Return the hot tier at an address; an empty one is this process.

    Args:
        address: ``redis://...`` without a password, or an empty string.
        megabytes: The budget.
    """
    here = ProcessTier(megabytes * MEGABYTE)
    return RedisTier(address, here, megabytes) if address else here


class RedisTier:
    """A hot tier in Redis.

    Args:
        address: ``redis://...`` or ``rediss://...`` without a password.
        here: The tier of this process, which is asked first.
        megabytes: The budget in Redis.
    """

    def __init__(self, address: str, here: HotTier, megabytes: float = 64) -> None:
        self.address = address
        self._here = here
        self._slots = max(1, int(megabytes * MEGABYTE / SLOT))
        self._client: Any = None
        self._rests_until = 0.0
        self._warned = False

    def get(self, key: str) -> PageAnswer | None:
        """Return the answer under a key, or None."""
        found = self._here.get(key)
        if found is None:
            found = _opened(key, self._ask("GET", self._slot(key)))
            if found is not None:
                self._here.put(key, found)
        return found

    def put(self, key: str, answer: PageAnswer) -> None:
        """Keep an answer here and in Redis."""
        self._here.put(key, answer)
        if (value := _sealed(key, answer)) is not None:
            self._ask("SET", self._slot(key), value, "EX", _DAY)

    def clear(self) -> None:
        """Forget what this process has kept; Redis is left as it is."""
        self._here.clear()

    def _slot(self, key: str) -> str:
        return f"{_PREFIX}{int.from_bytes(_digest(key.encode())[:8], 'big') % self._slots}"

    def _ask(self, *command: Any) -> Any:
        """Return the answer of Redis to a command, None after a fault."""
        if time.monotonic() < self._rests_until:
            return None
        try:
            self._client = self._client or connect(self.address)
            return self._client.execute_command(*command)
        except Exception as error:  # noqa: BLE001  (law 10: a cache never decides about a test)
            self._rests_until = time.monotonic() + _PAUSE
            if not self._warned:
                self._warned = True
                warn_bookkeeping(
                    f"The hot tier at {self.address} does not answer ({type(error).__name__}). This process works "
                    "without it, and nothing is missing. Run next: ami doctor"
                )
            return None


def connect(address: str, patience: float = _PATIENCE) -> Any:
    """Return a client for an address; it connects with the first command.

    Args:
        address: ``redis://...`` or ``rediss://...`` without a password.
        patience: The seconds that a connection and each command may take.

    Raises:
        ConfigurationError: The client is not installed.
    """
    require_packages("redis", "redis", what="ami_hot", why="The hot tier is a Redis server; its client is an extra.")
    import redis
    from redis.backoff import NoBackoff
    from redis.retry import Retry

    return redis.Redis.from_url(
        address,
        password=os.environ.get("REDISCLI_AUTH") or None,
        socket_timeout=patience,
        socket_connect_timeout=patience,
        retry=Retry(NoBackoff(), 0),
    )


def _digest(blob: bytes) -> bytes:
    return hashlib.sha256(blob).digest()[:_HASH]


def _sealed(key: str, answer: PageAnswer) -> bytes | None:
    body = _digest(key.encode()) + encoded(answer)
    return _digest(body) + body if len(body) + _HASH <= LARGEST else None


def _opened(key: str, value: object) -> PageAnswer | None:
    """Return the answer in a value, None if it is not the one for this key, or no answer at all."""
    import msgspec

    if not isinstance(value, bytes) or len(value) > LARGEST:
        return None
    body = value[_HASH:]
    if _digest(body) != value[:_HASH] or body[:_HASH] != _digest(key.encode()):
        return None
    try:
        return msgspec.json.decode(body[_HASH:], type=PageAnswer)
    except (ValueError, RecursionError):
        return None
