"""Demonstrations: flows written as a row of acts, each one Playwright call."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page

from .pair import Flow

Act = Callable[[Page, dict[str, str]], Any]


def show(*acts: Act) -> Flow:
    """Return a demonstration that performs acts in their order."""

    def demonstrate(page: Page, **values: str) -> None:
        for act in acts:
            act(page, values)

    return demonstrate


def fill(label: str, value: str, within: str = "body") -> Act:
    """Type a value, such as ``{to}``, into the field of a label."""
    return lambda page, values: page.locator(within).get_by_label(label, exact=True).fill(value.format(**values))


def type_into(label: str, value: str) -> Act:
    """Type a value key by key."""
    return lambda page, values: page.get_by_label(label, exact=True).press_sequentially(value.format(**values))


def click(name: str, role: Any = "button", within: str = "body", nth: int = 0) -> Act:
    """Click the element of a role and a name."""
    return lambda page, values: (
        page.locator(within.format(**values)).get_by_role(role, name=name.format(**values), exact=True).nth(nth).click()
    )


def press(selector: str, key: str) -> Act:
    """Press a key in an element."""
    return lambda page, _: page.locator(selector).press(key)


def tap(selector: str) -> Act:
    """Click an element by a selector, where it has no name."""
    return lambda page, values: page.locator(selector.format(**values)).first.click()


def select(label: str, option: str) -> Act:
    """Choose an option by its text."""
    return lambda page, values: page.get_by_label(label, exact=True).select_option(label=option.format(**values))


def check(name: str, role: Any = "checkbox") -> Act:
    """Check a box or a radio button."""
    return lambda page, values: page.get_by_role(role, name=name.format(**values), exact=True).check()


def accept(text: str | None = None) -> Act:
    """Accept the next dialog of the browser."""
    return lambda page, values: page.once(
        "dialog", lambda dialog: dialog.accept(text.format(**values)) if text else dialog.accept()
    )


def wait(selector: str) -> Act:
    """Wait, as a person who looks, until something is there."""
    return lambda page, values: page.locator(selector.format(**values)).first.wait_for()


def framed(frame: str, name: str, role: Any = "button") -> Act:
    """Click within a frame."""
    return lambda page, _: page.frame_locator(frame).get_by_role(role, name=name, exact=True).first.click()


def in_frame(frame: str, label: str, value: str) -> Act:
    """Type within a frame."""
    return lambda page, values: page.frame_locator(frame).get_by_label(label, exact=True).fill(value.format(**values))


def hover(name: str, role: Any = "button") -> Act:
    """Point at an element."""
    return lambda page, _: page.get_by_role(role, name=name, exact=True).hover()


def uncheck(name: str) -> Act:
    """Uncheck a box."""
    return lambda page, values: page.get_by_role("checkbox", name=name.format(**values), exact=True).uncheck()


def keys(text: str) -> Act:
    """Type a text where the focus is."""
    return lambda page, values: page.keyboard.type(text.format(**values))


def right_click(selector: str) -> Act:
    """Open the context menu of an element."""
    return lambda page, values: page.locator(selector.format(**values)).first.click(button="right")


def double(selector: str) -> Act:
    """Click an element twice."""
    return lambda page, values: page.locator(selector.format(**values)).first.dblclick()


def wheel(selector: str, by: int = 3000) -> Act:
    """Turn the wheel over an element."""

    def act(page: Page, _: Any) -> None:
        page.locator(selector).first.hover()
        page.mouse.wheel(0, by)
        page.wait_for_timeout(500)

    return act


def at(selector: str, value: str) -> Act:
    """Fill a field by a selector, where it has no name."""
    return lambda page, values: page.locator(selector).fill(value.format(**values))


ANNOUNCED = wait("[role=status]:has-text('e')")
"""Waits until the status line shows a message; every message of the pages that use this has an ``e``."""
