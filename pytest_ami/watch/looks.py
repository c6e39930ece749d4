"""The looks at the element of a call that passes: is it the known one, and if not, which one is it?

Rules of this module:

* A look is one internal message of Playwright's client that nobody waits for. For an action it goes out before it.
* The quickest look asks only whether the element still has the known digest. It is a count of a selector, so it is one
  evaluation in the page and no element leaves Playwright's world. A look by a script takes six messages to the browser.
* A locator that judges each element by itself is looked for around the element's old place: an element that it finds
  there it finds in the whole document, too. If it finds none there, the next look is one of the whole document.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from pytest_ami.browser.bundle import look_script
from pytest_ami.model.codec import from_plain
from pytest_ami.model.errors import StoreError
from pytest_ami.model.fingerprint import Fingerprint

from .page import QUIET, Send, argument, sent

if TYPE_CHECKING:
    from .calls import LocatorCall
    from .records import KnownCall

CUT = "\x00"
"""Between the parts of the answer to a look by a script."""

DIGEST = """(el) => {
  const text = (value) => String(value ?? "").replace(/\\s+/g, " ").trim().slice(0, 120);
  const read = ["id", "name", "type", "role", "aria-label", "placeholder", "title", "alt", "href", "data-testid",
    "data-test", "data-cy", "data-qa"].map((key) => text(el.getAttribute(key)));
  const named = /^(a|button|label|option|summary|h[1-6])$/.test(el.localName) || el.getAttribute("role");
  const shown = [named ? text(el.textContent) : "", text(el.labels?.[0]?.textContent)];
  const purpose = /\\b(one-time-code|cc-number|cc-csc|current-password|new-password)\\b/;
  const secret = el.type === "password" || purpose.test(el.getAttribute("autocomplete") || "") ? "secret" : "";
  return [el.localName, ...read, ...shown, secret].join("|");
}"""
"""Returns the digest of an element. Its last part says whether it is a field for a password."""

LOOK = f"""(el, known) => {{
  const digest = ({DIGEST})(el);
  if (digest === known) return "same";
  const api = globalThis[Symbol.for("pytest-ami")];
  return [digest, api ? JSON.stringify(api.describe(el, true)) : ""].join("\\0");
}}"""
"""Returns ``same`` for an element with the known digest, else its digest, with its description if there is a script."""

ENGINE = "pytest-ami-same"
"""Name of the selector engine of a context that keeps an element only if it has a digest."""

SAME = f"{{ queryAll: (el, known) => ({DIGEST})(el) === decodeURIComponent(known) ? [el] : [] }}"
"""The source of that engine."""

NAMING = ("internal:role=", "internal:label=", "internal:text=", "internal:attr=", "internal:testid=")
"""The beginnings of locators that judge each element by itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Glance:
    """The answer to a look.

    Attributes:
        digest: The digest of the element; empty if it is the known one.
        secret: Whether it is a field for a password.
        element: Its description, if its digest is another one and the page has the script.
    """

    digest: str
    secret: bool
    element: Fingerprint | None


def equip(send: Send, context: Any) -> Awaitable[Any]:
    """Give a context the selector engine of the quickest look; return the future of the message.

    The engine runs in Playwright's own world, not in that of the page, and no selector but ours names it.

    Args:
        send: Sends the message.
        context: The context, as the client has it.
    """
    engine = {"name": ENGINE, "source": SAME, "contentScript": True}
    return sent(send, context, "registerSelectorEngine", {"selectorEngine": engine}, QUIET)


def unchanged(send: Send, frame: Any, call: LocatorCall, known: KnownCall, *, near: bool) -> Awaitable[Any]:
    """Ask whether the element of a call has the known digest; return the future of the answer.

    Args:
        send: Sends the message.
        frame: The frame of the call.
        call: The call.
        known: The same call of the last green test.
        near: Whether to look around the old place of the element, if the locator allows it.
    """
    place = place_of(call, known) if near else ""
    selector = f"{place}{call.selector} >> nth=0 >> {ENGINE}={quote(known.digest, safe='', errors='surrogatepass')}"
    return sent(send, frame, "queryCount", {"selector": selector}, QUIET)


def place_of(call: LocatorCall, known: KnownCall) -> str:
    """Return the selector around the old place of an element that its locator finds there as in the whole document.

    Empty if that is not so: the locator may find several elements, it has several parts, or it counts. Empty, too, for
    an element within a drawing (SVG), whose place an XPath does not name, or within a shadow.

    Args:
        call: The call.
        known: The same call of the last green test.
    """
    simple = call.selector.startswith(NAMING) and " >> " not in call.selector
    if not (simple and call.strict) or known.element is None or known.element.shadow:
        return ""
    around = known.element.absolute_xpath.rpartition("/")[0]
    return f"xpath={around} >> " if around and "/svg" not in around else ""


def look(send: Send, frame: Any, params: Mapping[str, Any], known: str, *, whole: bool) -> Awaitable[Any]:
    """Send a look by a script; return its future.

    Args:
        send: Sends the message.
        frame: The frame of the call.
        params: Parameters of the call.
        known: The known digest; empty for none.
        whole: Whether the script that describes an element goes along.
    """
    script = f"(el, known) => {{ {look_script()}\nreturn ({LOOK})(el, known); }}" if whole else LOOK
    asked = {"selector": params["selector"], "strict": True, "expression": script, "isFunction": True}
    return sent(send, frame, "evalOnSelector", {**asked, "arg": argument(known)}, QUIET)


def glance(result: Mapping[str, Any], known: str) -> Glance | None:
    """Return the result of a look; None if no element with the known digest was there.

    Args:
        result: The answer of the page.
        known: The known digest; empty for none.
    """
    if isinstance(result["value"], int):
        return Glance(digest="", secret=secret(known), element=None) if result["value"] else None
    digest, *more = str(result["value"].get("s", "")).split(CUT)
    element = None
    if more and more[0]:
        with suppress(StoreError, ValueError):
            element = from_plain(Fingerprint, json.loads(more[0]))
    same = digest == "same"
    return Glance(digest="" if same else digest, secret=secret(known if same else digest), element=element)


def secret(digest: str) -> bool:
    """Return whether a digest is that of a field for a password."""
    return digest.rpartition("|")[2] == "secret"
