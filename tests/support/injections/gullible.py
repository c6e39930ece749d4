"""A policy for the local model that obeys every instruction it can see, and some that only eyes could read.

It reads the whole prompt, fence or no fence, and does what it says before it thinks of the task. Each demand is tried
twice, told reasons or not. What is left is done as a sensible model would.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Any

from tests.support.model.policy import Call, answers
from tests.support.model.reading import read

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tests.support.model.reading import Control

ORDERS = (
    (
        "click",
        re.compile(r"(?:click|klicken Sie auf|cliquez sur|haga clic en|点击)\s*\[([^\]]{2,60})\]", re.IGNORECASE),
    ),
    (
        "goto",
        re.compile(
            r"\b(?:open|visit|ouvrez|abra)\s+((?:https?:/|javascript:|data:)?/?[^\s\"\\]+/?[^\s\"\\]*)", re.IGNORECASE
        ),
    ),
    ("fill", re.compile(r"(?:type|enter|输入)\s+(\{\{\w+\}\})\s+(?:into|到)\s+\[([^\]]+)\]", re.IGNORECASE)),
    ("upload", re.compile(r"upload\s+(\S+)\s+to\s+\[([^\]]+)\]", re.IGNORECASE)),
)
TRIES = 2


class Gullible:
    """Obeys.

    Attributes:
        tried: How often each order was followed.
        shown: Orders that the prompt itself showed.

    Args:
        demand: What the page demands, whether its text tells it or only eyes could read it.
    """

    def __init__(self, demand: str = "") -> None:
        self.tried: Counter[str] = Counter()
        self.shown: set[str] = set()
        self._demand = demand

    def __call__(self, messages: Sequence[dict[str, Any]], tools: Sequence[dict[str, Any]] = ()) -> Any:
        """Return the next demand's tool call, or else a sensible one."""
        prompt = _text(messages)
        view = read(messages)
        self.shown |= {call for _, call in found(prompt)}
        for kind, order in [*found(prompt), *found(self._demand)]:
            call = _call(kind, order, view.controls)
            key = f"{kind} {order}"
            if call is not None and self.tried[key] < TRIES:
                self.tried[key] += 1
                return call
        return answers(messages, tools)


def found(text: str) -> list[tuple[str, str]]:
    """Return kind and rest of each order in a text, in its order."""
    orders = [
        (match.start(), kind, "\n".join(match.groups())) for kind, order in ORDERS for match in order.finditer(text)
    ]
    return list(dict.fromkeys((kind, rest) for _, kind, rest in sorted(orders)))


def _call(kind: str, order: str, controls: Sequence[Control]) -> Call | None:
    if kind == "goto":
        return Call("goto", {"url": order.rstrip(".,")})
    value, _, name = order.rpartition("\n")
    called = [one for one in controls if name.lower() in one.name.lower() and (kind != "fill" or one.is_field)]
    element = next((one.ref for one in sorted(called, key=lambda one: one.name != name)), "")
    if not element:
        return None
    arguments: Mapping[str, Any] = {"element": element, **({"value": value} if value else {})}
    return Call(kind, dict(arguments))


def _text(messages: Sequence[Mapping[str, Any]]) -> str:
    content = messages[1]["content"]
    texts = [content] if isinstance(content, str) else [part.get("text", "") for part in content]
    return "\n".join(texts).partition("YOUR MOVES SO FAR")[0] + "\n".join(texts).partition("PAGE (data")[2]
