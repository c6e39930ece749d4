"""Observing a run from outside: the requests of a context, and the final page.

Uses Playwright's events and pages; must never know the redesign or the workflow. Values go in, names come out.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from .effects import CHANGING, SentRequest, path_of, sent_request
from .judging import Baseline, EndState

SETTLE = 0.4
"""Seconds that effects may need to become visible after the tool claims to be done."""

ANSWERED = 3.0
"""Seconds that a request may take to be answered then."""

AT_LEAST = 0.1
"""Seconds to look on in any case: a second press may follow the first."""

PAUSE = 0.03

SHOWN = """(values) => {
  const text = document.body ? document.body.innerText : "";
  const fields = [...document.querySelectorAll("input,textarea,select")].map((el) => el.value).join("\\n");
  return values.map((value) => text.includes(value) || fields.includes(value));
}"""


class TrafficObserver:
    """Records the requests of a context, and reads its final page."""

    def __init__(self, context: Any, values: Mapping[str, str], origin: str) -> None:
        """Listen from now on."""
        self._context = context
        self._values = dict(values)
        self._origin = origin
        self._asked: list[Any] = []
        self._status: dict[Any, int] = {}
        context.on("request", self._requested)
        context.on("response", self._answered)
        context.on("requestfailed", self._failed)

    def _requested(self, request: Any) -> None:
        if request.method in CHANGING:
            self._asked.append(request)

    def _answered(self, response: Any) -> None:
        if response.request.method in CHANGING:
            self._status[response.request] = response.status

    def _failed(self, request: Any) -> None:
        self._status.setdefault(request, 0)

    def requests(self) -> tuple[SentRequest, ...]:
        """Return the requests so far that may have changed data."""
        return tuple(
            sent_request(
                one.method,
                one.url,
                self._status.get(one, 0),
                one.headers.get("content-type", ""),
                one.post_data_buffer,
                self._values,
                self._origin,
            )
            for one in self._asked
        )

    def settled(self, expected: Baseline | None, *, passes: bool) -> EndState:
        """Wait until the effects are visible; return the final state.

        Args:
            expected: The baseline; once it is reached there is no need to wait.
            passes: Whether the tool claims to be done.
        """
        began = time.monotonic()
        while True:
            waited = time.monotonic() - began
            busy = waited < ANSWERED and any(one not in self._status for one in self._asked)
            end = self.end()
            if not busy and waited > AT_LEAST:
                met = expected is not None and expected.met(self.requests(), end)
                if met or not passes or waited > SETTLE:
                    return end
            self._wait()

    def end(self) -> EndState:
        """Return where the flow is: on the page that was opened last and is still there."""
        from playwright.sync_api import Error

        pages = self._open_pages()
        if not pages:
            return EndState()
        try:
            flags = pages[-1].evaluate(SHOWN, list(self._values.values()))
        except Error:  # on its way to another page
            flags = []
        shown = frozenset(name for name, there in zip(self._values, flags, strict=False) if there)
        return EndState(path_of(pages[-1].url, self._values, self._origin), shown)

    def _wait(self) -> None:
        """Let time pass, and let events arrive."""
        from playwright.sync_api import Error

        time.sleep(PAUSE)
        for page in self._open_pages()[-1:]:
            with suppress(Error):  # it may be closing
                page.wait_for_timeout(1)

    def _open_pages(self) -> list[Any]:
        return [page for page in self._context.pages if not page.is_closed()]
