"""Reads the texts that a person sees on a tab where a flow has stopped: its messages, then its other lines.

Knows Playwright's calls. Must never know a step, or which of the texts is a secret: the caller covers them.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from pytest_ami.browser.bundle import in_page
from pytest_ami.browser.run_calls import Limited, run_calls

from .capture import PATIENCE

if TYPE_CHECKING:
    from pytest_ami.browser.run_calls import Calls
    from pytest_ami.browser.session import ContextSession

MOST_TEXTS, LONGEST_TEXT = 60, 240
"""Number of texts that are kept, and characters of each."""


def page_texts(session: ContextSession, page: Any) -> Calls:
    """Return the texts of a tab's document; empty if it does not answer in time.

    Args:
        session: The context.
        page: The tab.

    Yields:
        Calls of Playwright.

    Raises:
        Exception: The browser could not do it.
    """
    if page.is_closed():
        return ()
    asked = in_page(session, page.main_frame, "observe", {"first": 1, "limit": 1})  # with 0 it reads no lines
    found = (yield Limited(partial(run_calls, page, asked), PATIENCE)) or {"notices": [], "texts": []}
    notices = [text.replace("|", " ", 1) for text in found["notices"]]
    return tuple(text[:LONGEST_TEXT] for text in (*notices, *found["texts"]))[:MOST_TEXTS]
