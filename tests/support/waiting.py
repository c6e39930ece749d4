"""Waiting for a state of a page whose content security policy forbids Playwright's own polling in the page."""

from __future__ import annotations

from playwright.sync_api import Page

PATIENCE = 1000
"""Number of times that the page is asked, 10 ms apart."""


def until(page: Page, expression: str) -> None:
    """Wait until an expression holds on the page.

    Raises:
        AssertionError: It did not.
    """
    for _ in range(PATIENCE):
        if page.evaluate(expression):
            return
        page.wait_for_timeout(10)
    raise AssertionError(expression)
