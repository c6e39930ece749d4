"""An event loop of its own: that of a sync Playwright page runs in a worker's main thread, and admits no other there."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import anyio

T = TypeVar("T")


def on_own_loop(function: Callable[[], Awaitable[T]]) -> T:
    """Run an async function to its end, in a thread of its own, and return its result."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(anyio.run, function).result()
