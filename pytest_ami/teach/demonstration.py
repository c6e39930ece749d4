"""Teaching by doing: a function, or the body of a ``with`` block, carries out the flow on the test's own page.

Knows how to call the function. The recorder does the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any


class Demonstration:
    """A teacher made of a function.

    Args:
        function: Called as ``function(page, **values)``; may be a coroutine function for async pages.
    """

    name = "demonstration"

    def __init__(self, function: Callable[..., Any]) -> None:
        """Keep the function."""
        self.function = function

    def perform(self, page: Any, values: Mapping[str, str]) -> Any:
        """Do the task; return what the function returns, an awaitable for a coroutine function."""
        return self.function(page, **values)
