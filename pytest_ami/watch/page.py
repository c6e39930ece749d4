"""The questions to the page of a call that failed: a survey, whether a locator finds an element alone.

Rules of this module:

* All messages are internal ones of Playwright's client, which no trace shows, and none of them changes the page.
* A call here runs within the call of the test, so it takes Playwright's own objects, whose methods are coroutines under
  both APIs.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from pytest_ami.browser import page_queries
from pytest_ami.browser.run_calls import run_async
from pytest_ami.browser.session import ContextSession
from pytest_ami.elements.identity import element_query
from pytest_ami.elements.obstacles import outside_dialogs
from pytest_ami.model.command import FrameAddress, Survey, Surveyed
from pytest_ami.model.fingerprint import Fingerprint

from .records import NearElement
from .replacement import replacements

if TYPE_CHECKING:
    from pytest_ami.model.workflow import StepKind

Send = Callable[[Any, str, Mapping[str, Any], Mapping[str, Any]], Awaitable[Any]]
"""Sends a message of Playwright's client: object, method, parameters, options."""

QUIET = {"internal": True, "timeout": 0.0}
"""Options of a message that is no call of the test."""

PATIENCE = 8.0
"""Seconds that a survey takes at most."""

ANSWER = 3.0
"""Seconds that the answer to one question takes at most: an open dialog stops the page."""

UNAIDED = 1000.0
"""Milliseconds in which an expectation may come to hold by itself, while a page loads: then it proves nothing."""

ALONE = """(all, wanted) => {
  if (all.length !== 1) return "no";
  const found = globalThis[Symbol.for("pytest-ami")].describe(all[0]);
  return [found.absolute_xpath, ...found.shadow].join("\\n") === wanted ? "yes" : "no";
}"""
"""Returns whether the only element of a selector is the one at an XPath."""


async def survey(frame: Any, target: Fingerprint, kind: StepKind) -> Surveyed:
    """Return all elements of a page that may be the target of a call, from a deep survey.

    Args:
        frame: The frame of the call.
        target: The element that it found before.
        kind: Its action.

    Raises:
        TimeoutError: The page did not answer.
    """
    page = frame.page
    session: Any = SimpleNamespace(
        page=lambda _place: page,
        frame=lambda _place: frame,
        path_of=path_of,
        context=page.context,
        health=SimpleNamespace(leaving=lambda _page: False, documents=0),
        met={},
        armed=None,
        aim="",
        acted=False,
    )
    query = element_query(target, kind, {})
    command = Survey(place=FrameAddress(), target=query, deep=True, outside=outside_dialogs(target))
    surveyed: Surveyed = await asyncio.wait_for(run_async(page_queries.survey(session, command)), PATIENCE)
    return surveyed


def path_of(frame: Any) -> tuple[str, ...]:
    """Return the keys of the frames on the way to a frame, as a stored step has them."""
    return ContextSession.path_of(None, frame)  # type: ignore[arg-type]  # it reads the frame alone


async def choice(send: Send, frame: Any, element: Fingerprint, selector: str) -> NearElement:
    """Return the first locator that finds an element of the surveyed page, and nothing else.

    Args:
        send: Sends a message.
        frame: The frame of the call.
        element: The element.
        selector: The old selector; its beginnings are scopes within which the new locator may stand.
    """
    parts = selector.split(" >> ")
    scopes = [" >> ".join(parts[:number]) for number in range(1, len(parts))]
    for one in replacements(element, selector):
        if await alone(send, frame, one.selector, element):
            inner = [scope for scope in scopes if await alone(send, frame, f"{scope} >> {one.selector}", element)]
            return NearElement(title=element.title(), code=one.code, scopes=tuple(inner))
    return NearElement(title=element.title())


async def selector_of(send: Send, frame: Any, element: Fingerprint, code: str) -> str:
    """Return the selector of a locator that still finds an element alone; empty if it does not."""
    known = next((one.selector for one in replacements(element) if one.code == code), "")
    return known if known and await alone(send, frame, known, element) else ""


async def count(send: Send, frame: Any, selector: str) -> int:
    """Return the number of elements that a selector finds; -1 if the page does not say.

    Raises:
        TimeoutError: The page did not answer.
    """
    params = {"selector": selector, "expression": "(all) => String(all.length)", "isFunction": True}
    try:
        result = await _asked(send, frame, "evalOnSelectorAll", {**params, "arg": argument("")}, QUIET)
        return int(result["value"]["s"])
    except asyncio.TimeoutError:
        raise
    except Exception:  # noqa: BLE001  (the document is being replaced, or the selector is none)
        return -1


async def holds(send: Send, frame: Any, expects: Mapping[str, Any]) -> bool:
    """Return whether an expectation of the test holds now, or comes to hold by itself; true without an answer, too."""
    options = {"internal": True, "timeout": UNAIDED}
    try:
        await _asked(send, frame, "expect", {"isNot": False, **expects}, options)
    except Exception as error:  # noqa: BLE001  (it does not hold, or there is no answer)
        return getattr(error, "_details", None) is None
    return True


async def alone(send: Send, frame: Any, selector: str, element: Fingerprint) -> bool:
    """Return whether a selector finds an element, and nothing else."""
    where = "\n".join([element.absolute_xpath, *element.shadow])
    params = {"selector": selector, "expression": ALONE, "isFunction": True, "arg": argument(where)}
    try:
        result = await _asked(send, frame, "evalOnSelectorAll", params, QUIET)
    except Exception:  # noqa: BLE001  (a selector that Playwright refuses finds nothing)
        return False
    return bool(result["value"].get("s") == "yes")


def sent(send: Send, frame: Any, method: str, params: Mapping[str, Any], options: Mapping[str, Any]) -> Awaitable[Any]:
    """Send a question. An error of the test's own listeners, which the client keeps, stays for the test's next call."""
    connection: Any = getattr(frame, "_connection", None)
    kept = getattr(connection, "_error", None)
    if kept is None:
        return send(frame, method, params, options)
    connection._error = None  # noqa: SLF001  (Playwright's client)
    try:
        return send(frame, method, params, options)
    finally:
        connection._error = kept  # noqa: SLF001  (likewise)


async def _asked(send: Send, frame: Any, method: str, params: Mapping[str, Any], options: Mapping[str, Any]) -> Any:
    return await asyncio.wait_for(sent(send, frame, method, params, options), ANSWER)


def argument(text: str) -> dict[str, Any]:
    """Return a text as the argument of a script."""
    return {"value": {"s": text}, "handles": []}
