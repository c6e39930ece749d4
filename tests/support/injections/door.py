"""The door of a coding agent: the teacher of a lesson, and an agent behind a line that decides by a policy.

The agent sees what `ami mcp` shows and answers what the schema of its tool allows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Literal

from pytest_ami.agent.line import AgentLine
from pytest_ami.agent.server import misfit
from pytest_ami.agent.tools import tools_of
from pytest_ami.agent.turns import AgentQuestion, moves_answer
from pytest_ami.teachers.agent import agent_teacher
from pytest_ami.teachers.llm.tools import TOOLS
from tests.support.model.policy import Call
from tests.support.model.server import Policy


@contextmanager
def behind_the_door(policy: Policy, vision: Literal["auto", "on", "off"]) -> Iterator[tuple[Any, list[str]]]:
    """Yield a teacher whose questions an agent answers, and all texts that the agent has seen.

    Args:
        policy: How the agent decides.
        vision: Whether it gets pictures.
    """
    desk: Any = _Any()
    schema = next(tool.schema for tool in tools_of(desk) if tool.name == "move")
    shown: list[str] = []

    def receive(question: AgentQuestion) -> None:
        text = question.shown(first=not shown)
        shown.append(text)
        made: Any = policy([{"role": "system", "content": question.rules}, {"role": "user", "content": text}], TOOLS)
        calls: Sequence[Call] = [made] if isinstance(made, Call) else made
        moves = [{"move": call.name, "arguments": call.arguments} for call in calls]
        assert misfit(schema, {"moves": moves}) == ""
        line.answer(moves_answer(question, moves))

    line = AgentLine("obedient", receive)
    teacher = agent_teacher(line.address.encoded(), vision=vision, seconds=30, languages=(), listener=None)
    try:
        yield teacher, shown
    finally:
        line.close("the lesson is over")
        line.end()


class _Any:
    """Stands for a desk: only the schemas of its tools are wanted."""

    def __getattr__(self, _name: str) -> Any:
        """Return itself."""
        return self
