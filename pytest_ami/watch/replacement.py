"""The locators that a person would write for an element, as code and as the selector of Playwright's client.

Rules of this module:

* Role and name, label, placeholder, text, test id, id: nothing that only counts boxes. Without such a key there is no
  proposal.
* The caller tries each of them on the page. The first that finds the element and nothing else is the replacement.
* A page may be hostile (DESIGN law 13): a text that is not printable on one line makes no code.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pytest_ami.elements.element import TEST_IDS

if TYPE_CHECKING:
    from pytest_ami.model.fingerprint import Fingerprint

FIELDS = ("textbox", "searchbox", "combobox", "spinbutton", "checkbox", "radio", "switch", "slider", "listbox")
"""Roles of fields. Such an element without a label may have its name from `aria-label`: a locator takes that as one."""

LONGEST = 80
"""The most characters of a text that a locator names."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Replacement:
    """A locator.

    Attributes:
        code: The call, without its page: ``get_by_role("button", name="New message")``.
        selector: The same as a selector.
    """

    code: str
    selector: str


def replacements(element: Fingerprint, like: str = "") -> Iterator[Replacement]:
    """Yield the locators of an element, the best first.

    Args:
        element: The element.
        like: The old selector; a locator of its kind comes before the others.
    """
    kind = like.rpartition(" >> ")[2].partition("=")[0]
    yield from sorted(_every(element), key=lambda one: not (kind and one.selector.startswith(f"{kind}=")))


def _every(element: Fingerprint) -> Iterator[Replacement]:
    from playwright._impl.isomorphic import locator_utils as utils

    role, name = element.role, element.name
    for exact in (False, True):
        if role and _plain(name):
            code = f"get_by_role({_quoted(role)}, name={_quoted(name)}{_exactly(exact)})"
            yield Replacement(code=code, selector=utils.get_by_role_selector(role, name=name, exact=exact))  # type: ignore[arg-type]
    own = {key: text for key, text in element.attributes.items() if key not in element.generated and _plain(text)}
    texts = (
        ("get_by_label", element.label or (name if role in FIELDS else ""), utils.get_by_label_selector),
        ("get_by_placeholder", own.get("placeholder", ""), utils.get_by_placeholder_selector),
        ("get_by_title", own.get("title", ""), utils.get_by_title_selector),
        ("get_by_alt_text", own.get("alt", ""), utils.get_by_alt_text_selector),
        ("get_by_text", element.text, utils.get_by_text_selector),
    )
    for method, text, selector in texts:
        for exact in (False, True):
            if _plain(text):
                yield Replacement(code=f"{method}({_quoted(text)}{_exactly(exact)})", selector=selector(text, exact))
    for key in (*TEST_IDS, "id", "name"):
        if value := own.get(key):
            css = f"[{key}={_quoted(value)}]"
            yield Replacement(code=f"locator({css!r})", selector=css)


def _plain(text: str) -> bool:
    return bool(text) and len(text) <= LONGEST and text.isprintable() and "{{" not in text


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _exactly(exact: bool) -> str:  # noqa: FBT001  (a flag of the locator)
    return ", exact=True" if exact else ""
