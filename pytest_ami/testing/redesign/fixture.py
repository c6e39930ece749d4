"""The ``redesigned`` fixture: applies redesigns to the page of a test, or to new pages.

Rules of this module:

* The page or the browser decides between sync and async. The calls are the same; an async test awaits them.
* The user's page is neither replaced nor closed. Only pages that were opened here are closed here.
"""

from __future__ import annotations

from contextlib import asynccontextmanager, contextmanager
from typing import TYPE_CHECKING, Any

from pytest_ami.browser.driver import flavour

from .mutation import RedesignError
from .page import Redesigned, redesigned, redesigned_async
from .redesign import Redesign

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterator, Mapping

NOTHING = Redesign()


class Redesigner:
    """Lays redesigns over pages; the ``redesigned`` fixture is one.

    Args:
        opened: Returns the browser, and the arguments that the test's contexts are made with.
    """

    def __init__(self, opened: Callable[[], tuple[Any, Mapping[str, Any]]]) -> None:
        """Lay nothing yet."""
        self._opened = opened
        self._truth: Redesigned | None = None

    @property
    def truth(self) -> Redesigned:
        """The latest redesign: its changes of the page, and the actions on that page since.

        Raises:
            RedesignError: No page has been redesigned yet.
        """
        if self._truth is None:
            raise RedesignError("no page has been redesigned yet: redesigned(page, redesign) does it")
        return self._truth

    def __call__(self, page: Any, redesign: Redesign | str, values: Mapping[str, str] | None = None) -> Any:
        """Apply a redesign to a page, or a context, before it is opened.

        The redesign takes effect at the next load: an open page stays unchanged until then.

        Args:
            page: A Playwright page, or a context for all of its pages. For an async one, await the call.
            redesign: The redesign, as a value or as the line that a report printed.
            values: Fills ``{{parameter}}`` in the targets of the mutations.

        Returns:
            A `Redesigned`: the changes of the page, and the actions on it.

        Raises:
            RedesignError: It is not a redesign.
        """
        if flavour(page) == "async":
            return self._later(page, redesign, values)
        self._truth = redesigned(page, redesign, values)
        return self._truth

    async def _later(self, page: Any, redesign: Redesign | str, values: Mapping[str, str] | None) -> Redesigned:
        self._truth = await redesigned_async(page, redesign, values)
        return self._truth

    def open_page(self, redesign: Redesign | str = NOTHING, values: Mapping[str, str] | None = None) -> Any:
        """Open a redesigned page in a new context, as a test drawn by Hypothesis needs it.

        Args:
            redesign: The redesign; the default changes nothing and records the actions on the page as it is.
            values: Fills ``{{parameter}}`` in the targets of the mutations.

        Returns:
            A context manager that yields the page and closes it: ``with`` for sync pages, ``async with`` for async
            ones. The context is made with the arguments of ``browser_context_args``.

        Raises:
            RedesignError: It is not a redesign.
        """
        browser, args = self._opened()
        return (self._page_async if flavour(browser) == "async" else self._page)(browser, args, redesign, values)

    @contextmanager
    def _page(self, browser: Any, args: Mapping[str, Any], *laid: Any) -> Iterator[Any]:
        context = browser.new_context(**args)
        try:
            page = context.new_page()
            self(page, *laid)
            yield page
        finally:
            context.close()

    @asynccontextmanager
    async def _page_async(self, browser: Any, args: Mapping[str, Any], *laid: Any) -> AsyncIterator[Any]:
        context = await browser.new_context(**args)
        try:
            page = await context.new_page()
            await self(page, *laid)
            yield page
        finally:
            await context.close()
