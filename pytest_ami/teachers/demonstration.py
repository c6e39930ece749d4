"""A teacher that performs the flow: a function, or the body of a ``with`` block, on the page of the test.

This module only calls the function; the recorder captures the flow.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any


class Demonstration:
    """A teacher that calls a function.

    Args:
        function: Called as ``function(page, **values)``; may be a coroutine function for async pages.
    """

    name = "demonstration"

    def __init__(self, function: Callable[..., Any]) -> None:
        """Keep the function."""
        self.function = function

    def perform(self, page: Any, values: Mapping[str, str]) -> Any:
        """Perform the task and return the function's result; it is an awaitable for a coroutine function."""
        return self.function(page, **values)
