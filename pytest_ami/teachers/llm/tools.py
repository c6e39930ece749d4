"""The tools that a language model is offered: one for each kind of move.

This module knows names and schemas. It must never know the effect of a call: ``reply`` reads it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


def _tool(name: str, use: str, required: Sequence[str] = (), **arguments: dict[str, Any]) -> dict[str, Any]:
    schema = {
        "type": "object",
        "properties": arguments,
        "required": list(required),
        "additionalProperties": False,
    }
    return {"type": "function", "function": {"name": name, "description": use, "parameters": schema}}


def _text(description: str) -> dict[str, Any]:
    return {"type": "string", "description": description}


_X, _Y = (
    {"type": "number", "description": f"Only for a thing without a number: pixels of the picture from its {edge} edge."}
    for edge in ("left", "upper")
)
_ELEMENT = _text('Number of the element as listed now, such as "e7".')
_VALUE = _text("Template: parameters as {{name}}, other text as it is.")
_REASON = _text("Why, in a few words.")
_NAMES = {"type": "array", "items": {"type": "string"}}

TOOLS: list[dict[str, Any]] = [
    _tool("click", "Click an element, or a point of the picture.", element=_ELEMENT, x=_X, y=_Y, reason=_REASON),
    _tool(
        "double_click",
        "Double-click an element, such as a cell of a table that is edited in its place.",
        ["element"],
        element=_ELEMENT,
        reason=_REASON,
    ),
    _tool(
        "fill",
        "Replace the text of a field.",
        ["value"],
        element=_ELEMENT,
        x=_X,
        y=_Y,
        value=_VALUE,
        reason=_REASON,
    ),
    _tool(
        "select",
        "Choose an option by its text, in a select or in a list that the page draws itself.",
        ["element", "value"],
        element=_ELEMENT,
        value=_VALUE,
    ),
    _tool(
        "check",
        "Set a check box, radio button or switch.",
        ["element"],
        element=_ELEMENT,
        on={"type": "boolean", "description": "False to clear it. True if left out."},
    ),
    _tool(
        "press",
        "Press a key or shortcut, in an element if one is given.",
        ["key"],
        key=_text('Such as "Enter", "Escape" or "Control+S".'),
        element=_ELEMENT,
    ),
    _tool("hover", "Move the pointer over an element.", ["element"], element=_ELEMENT),
    _tool("upload", "Give a file to a file input.", ["element", "value"], element=_ELEMENT, value=_VALUE),
    _tool(
        "goto",
        "Open an address of this application.",
        ["url"],
        url=_text("Absolute, or relative to the page."),
    ),
    _tool(
        "back",
        "Go one page back, because a wrong way was taken.",
        ["undo", "reason"],
        undo={"type": "integer", "description": "How many of your moves were wrong."},
        reason=_REASON,
    ),
    _tool("wait", "Wait until the page is no longer busy.", reason=_REASON),
    _tool(
        "wait_for",
        "Wait until the page shows a text.",
        ["text"],
        text=_text("The text, parameters as {{name}}."),
    ),
    _tool(
        "extract",
        "Read all texts of the page, if the lines that you need are not shown.",
        about=_text("Words that these lines have."),
    ),
    _tool(
        "scroll",
        "Scroll the page, or the list around an element, so that more of it is loaded.",
        ["direction"],
        direction={"type": "string", "enum": ["down", "up", "right", "left"]},
        element=_ELEMENT,
    ),
    _tool(
        "switch_tab",
        "Look at another tab.",
        ["tab"],
        tab={"type": "integer", "description": "Its number in the list of tabs, from 1."},
    ),
    _tool(
        "answer_dialog",
        "Say how the dialogs (confirm, prompt) of your next move are answered; without it they are cancelled.",
        ["accept"],
        accept={"type": "boolean"},
        text=_text("What to type into a prompt. Template."),
    ),
    _tool(
        "done",
        "The page shows that the task is finished.",
        ["label", "description"],
        label=_text("Short name of the task, two to five words."),
        description=_text("What was done, one or two sentences, no values."),
        key_elements={**_NAMES, "description": "Names of the controls that matter most."},
        aliases={**_NAMES, "description": "Other words that people use for the same task, in each language asked for."},
        sop={**_NAMES, "description": "What is done, step by step, as you would tell a colleague; no values."},
    ),
    _tool("give_up", "The task cannot be done here.", ["reason"], reason=_REASON),
]
"""The tools, in the chat completions format; one for each kind of move."""

FOLLOW = _tool(
    "follow_plan",
    "Carry out the first steps of PLAN, each where exactly one control is called so. It stops at the first other one.",
    ["through"],
    through={"type": "integer", "description": "Number of the last step of PLAN that your task has too; 0 for none."},
    then=_text("Name of the control to press after it, if your task goes on otherwise. Left out: none."),
    reason=_REASON,
)
"""The tool that is offered beside the others if the plan of a similar task is shown."""

NAMES: tuple[str, ...] = tuple(tool["function"]["name"] for tool in TOOLS)
"""Names of these tools, without the one for a plan."""


def offered(*, plan: bool) -> list[dict[str, Any]]:
    """Return the tools for a question.

    Args:
        plan: Whether the question shows the plan of a similar task.
    """
    return [FOLLOW, *TOOLS] if plan else TOOLS
