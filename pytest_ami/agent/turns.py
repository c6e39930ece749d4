"""The questions and answers of a lesson as an agent sees and gives them. Pure.

Rules of this module:

* A question is the prompt that a model would get, word for word: ``teachers.llm.prompt`` has fenced the page and
  covered the secrets. The rules of the system message are shown with the first question.
* An answer is what ``teachers.llm.reply`` reads. It is not judged here: the lesson refuses what it must.

It must never know a connection or a page.
"""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pytest_ami.teachers.llm.tools import TOOLS

MOVING = "Answer with the tool `move`: its moves are what this text calls tool calls."
CHOOSING = "Answer with the tool `choose`."

_PICTURE = "data:image/png;base64,"


@dataclass(frozen=True, slots=True)
class AgentQuestion:
    """A question of a lesson.

    Attributes:
        number: Its number on its connection.
        moves: Whether it asks for moves; else it asks for an element.
        text: Its text.
        rules: The system message.
        picture: PNG of the page; empty for none.
    """

    number: int
    moves: bool
    text: str
    rules: str
    picture: bytes = b""

    def shown(self, *, first: bool) -> str:
        """Return the question for an agent.

        Args:
            first: Whether it is the first of its kind in the lesson, so that the rules come before it.
        """
        parts = [self.rules] if first else []
        return "\n".join([*parts, self.text, MOVING if self.moves else CHOOSING])


def question_of(request: Mapping[str, Any]) -> AgentQuestion:
    """Return the question in a request of ``teachers.agent``.

    Args:
        request: The id, the messages, and whether moves are asked for.

    Raises:
        ValueError: It is none.
    """
    try:
        system, user, *more = request["messages"]
        content = (more[-1] if more else user)["content"]
        parts: list[dict[str, Any]] = [{"type": "text", "text": content}] if isinstance(content, str) else content
        text = "\n".join(part["text"] for part in parts if part["type"] == "text")
        pictures = [part["image_url"]["url"] for part in parts if part["type"] == "image_url"]
        picture = base64.b64decode(pictures[0].removeprefix(_PICTURE), validate=True) if pictures else b""
        return AgentQuestion(request["id"], bool(request["moves"]), text, system["content"], picture)
    except (KeyError, TypeError, IndexError, binascii.Error) as error:
        raise ValueError(f"not a question: {type(error).__name__}") from error


def moves_answer(question: AgentQuestion, moves: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return the answer to a question that consists of moves.

    Args:
        question: The question.
        moves: Name and arguments of each move.
    """
    calls = [[move["move"], json.dumps(move.get("arguments") or {}, ensure_ascii=False)] for move in moves]
    return {"id": question.number, "calls": calls, "content": ""}


def choice_answer(question: AgentQuestion, choice: int) -> dict[str, Any]:
    """Return the answer to a question about an element.

    Args:
        question: The question.
        choice: Number of the option, from 1; 0 for none of them.
    """
    return {"id": question.number, "calls": [], "content": json.dumps({"choice": choice or "none"})}


def moves_in_words() -> str:
    """Return all moves with their arguments, a line each."""
    lines = []
    for tool in TOOLS:
        function = tool["function"]
        schema = function["parameters"]
        arguments = [f"{name}{'' if name in schema['required'] else '?'}" for name in schema["properties"]]
        lines.append(f"- {function['name']}({', '.join(arguments)}): {function['description']}")
    return "\n".join(lines)
