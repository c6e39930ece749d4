"""The questions to the page: the digest of an element, its description, a survey, whether a locator finds it alone.

Rules of this module:

* All messages are internal ones of Playwright's client, which no trace shows, and none of them changes the page.
* The quick look is one message that nobody waits for. It goes out before an action and comes back while that is
  carried out.
* A call here runs within the call of the test, so it takes Playwright's own objects, whose methods are coroutines under
  both APIs.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from pytest_ami.browser import page_queries
from pytest_ami.browser.bundle import look_script
from pytest_ami.browser.run_calls import run_async
from pytest_ami.browser.session import ContextSession
from pytest_ami.elements.identity import element_query
from pytest_ami.elements.obstacles import outside_dialogs
from pytest_ami.model.codec import from_plain
from pytest_ami.model.command import FrameAddress, Survey, Surveyed
from pytest_ami.model.errors import StoreError
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

CUT = "\x00"
"""Between the parts of a quick look's answer."""

DIGEST = """(el, known) => {
  const text = (value) => String(value ?? "").replace(/\\s+/g, " ").trim().slice(0, 120);
  const read = ["id", "name", "type", "role", "aria-label", "placeholder", "title", "alt", "href", "data-testid",
    "data-test", "data-cy", "data-qa"].map((key) => text(el.getAttribute(key)));
  const named = /^(a|button|label|option|summary|h[1-6])$/.test(el.localName) || el.getAttribute("role");
  const shown = [named ? text(el.textContent) : "", text(el.labels?.[0]?.textContent)];
  const digest = [el.localName, ...read, ...shown].join("|");
  const purpose = /\\b(one-time-code|cc-number|cc-csc|current-password|new-password)\\b/;
  const secret = el.type === "password" || purpose.test(el.getAttribute("autocomplete") || "") ? "secret" : "";
  if (digest === known) return ["same", secret].join("\\0");
  const api = globalThis[Symbol.for("pytest-ami")];
  return [digest, secret, api ? JSON.stringify(api.describe(el, true)) : ""].join("\\0");
}"""
"""Returns ``same`` for an element with the known digest, else its digest, with its description if there is a script."""

ALONE = """(all, wanted) => {
  if (all.length !== 1) return "no";
  const found = globalThis[Symbol.for("pytest-ami")].describe(all[0]);
  return [found.absolute_xpath, ...found.shadow].join("\\n") === wanted ? "yes" : "no";
}"""
"""Returns whether the only element of a selector is the one at an XPath."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Glance:
    """The answer to a quick look.

    Attributes:
        digest: The digest of the element; empty if it is the known one.
        secret: Whether it is a field for a password.
        element: Its description, if its digest is another one and the page has the script.
    """

    digest: str
    secret: bool
    element: Fingerprint | None


def look(send: Send, frame: Any, params: Mapping[str, Any], known: str, *, whole: bool) -> Awaitable[Any]:
    """Send a quick look; return its future.

    Args:
        send: Sends the message.
        frame: The frame of the call.
        params: Parameters of the call.
        known: The known digest; empty for none.
        whole: Whether the script that describes an element goes along.
    """
    script = f"(el, known) => {{ {look_script()}\nreturn ({DIGEST})(el, known); }}" if whole else DIGEST
    asked = {"selector": params["selector"], "strict": True, "expression": script, "isFunction": True}
    return _sent(send, frame, "evalOnSelector", {**asked, "arg": _argument(known)}, QUIET)


def glance(result: Mapping[str, Any]) -> Glance:
    """Return the result of a quick look."""
    digest, secret, *more = str(result["value"].get("s", "")).split(CUT)
    element = None
    if more and more[0]:
        with suppress(StoreError, ValueError):
            element = from_plain(Fingerprint, json.loads(more[0]))
    return Glance(digest="" if digest == "same" else digest, secret=bool(secret), element=element)


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
        result = await _asked(send, frame, "evalOnSelectorAll", {**params, "arg": _argument("")}, QUIET)
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
    params = {"selector": selector, "expression": ALONE, "isFunction": True, "arg": _argument(where)}
    try:
        result = await _asked(send, frame, "evalOnSelectorAll", params, QUIET)
    except Exception:  # noqa: BLE001  (a selector that Playwright refuses finds nothing)
        return False
    return bool(result["value"].get("s") == "yes")


def _sent(send: Send, frame: Any, method: str, params: Mapping[str, Any], options: Mapping[str, Any]) -> Awaitable[Any]:
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
    return await asyncio.wait_for(_sent(send, frame, method, params, options), ANSWER)


def _argument(text: str) -> dict[str, Any]:
    return {"value": {"s": text}, "handles": []}
