"""A procedure in words: one sentence for each step, as for a colleague.

Pure. It must never know a store or a page.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pytest_ami.model.review.golden_path import SopAction

_PHRASES = {
    "goto": "Open {value}.",
    "click": "Click the {target}.",
    "double_click": "Double-click the {target}.",
    "right_click": "Right-click the {target}.",
    "fill": "Type {value} into the {target}.",
    "select": "Choose {value} in the {target}.",
    "check": "Check the {target}.",
    "uncheck": "Uncheck the {target}.",
    "press": "Press {value}.",
    "hover": "Point at the {target}.",
    "upload": "Upload {value} with the {target}.",
    "scroll": "Scroll.",
    "drag": "Drag the {target}.",
    "close": "Close the tab.",
    "back": "Go back.",
}


def sentence(action: str, target: str, value: str) -> str:
    """Return a step as an instruction to a colleague, such as ``Click the button "Send".``.

    Args:
        action: Kind of the action.
        target: The element as a phrase; empty for the page itself.
        value: Template of the text, option, key or URL.
    """
    other = " ".join(word for word in (action.replace("_", " "), target, value) if word)
    phrase = _PHRASES.get(action)
    return phrase.format(target=target or "page", value=value or "nothing") if phrase else f"{other.capitalize()}."


def procedure(actions: Iterable[SopAction]) -> str:
    """Return the sentences of actions, one line each."""
    return "\n".join(sentence(one.action, one.target, one.text) for one in actions)
