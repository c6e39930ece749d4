"""A coding agent as a teacher: the questions of the LLM teacher go to `ami mcp`, which started this process.

Rules of this module:

* Prompt, tools, reading of answers, budgets and secrecy are those of ``LLMTeacher``.
* A question is one message on an authenticated local connection, and so is its answer: JSON, never a pickled object.
* The answer has the time of the lesson. If the agent is gone, then the lesson ends with a ``TeacherError``.

It knows a connection. It must never know a page, or who the agent is beyond its name.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from functools import cached_property
from itertools import count
from typing import Any, Literal

from pytest_ami.model.errors import ConfigurationError, TeacherError
from pytest_ami.model.settings import AGENT

from .llm.client import ModelCall, ModelOptions
from .llm.prices import Price
from .llm.teacher import LLMTeacher

VARIABLE = "AMI_AGENT"
"""The variable with which `ami mcp` says where it listens."""

GONE = "gone"
"""The key of the message that ends a lesson because nobody answers any more."""

LONGEST_NAME = 40
"""Most characters of the agent's name."""


@dataclass(frozen=True, slots=True)
class AgentAddress:
    """The place where an agent answers questions.

    Attributes:
        address: Address of the connection.
        key: Its secret, in hexadecimal digits.
        name: Name of the agent.
    """

    address: str
    key: str
    name: str

    def encoded(self) -> str:
        """Return the address as the value of a variable."""
        return json.dumps(asdict(self))

    @classmethod
    def decoded(cls, text: str) -> AgentAddress:
        """Return the address in the value of a variable.

        Raises:
            ConfigurationError: There is none.
        """
        try:
            plain = json.loads(text)
            bytes.fromhex(plain["key"])
            return cls(address=str(plain["address"]), key=plain["key"], name=agent_name(plain["name"]))
        except (ValueError, TypeError, KeyError) as error:
            raise ConfigurationError(
                "The agent teacher works only in a test that `ami mcp` has started",
                why="The agent answers over the connection of its own server.",
                evidence=[f"{VARIABLE} is {'not set' if not text else 'not an address'}"],
                run="ami mcp --help   # or: --ami-teacher=offline",
            ) from error


def agent_name(text: object) -> str:
    """Return the name of an agent as it stands in provenance and reports: letters, digits and a few signs."""
    plain = re.sub(r"[^\w.-]+", "-", text, flags=re.ASCII).strip("-") if isinstance(text, str) else ""
    return plain[:LONGEST_NAME] or "unnamed"


class AgentClient:
    """Stands for a client of a model: ``client.chat.completions.create`` asks the agent.

    Attributes:
        base_url: The agent, for messages.

    Args:
        place: Where the agent answers.
    """

    def __init__(self, place: AgentAddress) -> None:
        self.base_url = f"mcp://{place.name}"
        self._place = place
        self._numbers = count(1)

    @property
    def chat(self) -> AgentClient:
        """Itself."""
        return self

    @property
    def completions(self) -> AgentClient:
        """Itself."""
        return self

    @cached_property
    def _connection(self) -> Any:
        from multiprocessing.connection import Client

        return Client(self._place.address, authkey=bytes.fromhex(self._place.key))

    def create(self, *, timeout: float, **request: Any) -> dict[str, Any]:
        """Ask a question, and return the answer in the form of a chat completion.

        Args:
            timeout: Seconds that the agent has.
            **request: Messages and tools, as for a model.

        Raises:
            TeacherError: The agent is gone, or did not answer in time.
        """
        from multiprocessing import AuthenticationError

        number = next(self._numbers)
        question = {"id": number, "messages": request["messages"], "moves": "tools" in request}
        try:
            self._connection.send_bytes(json.dumps(question).encode())
            answer = self._received(number, timeout)
        except (EOFError, OSError, ValueError, AuthenticationError) as error:
            raise self._error("is gone", "The connection to `ami mcp` has ended.", str(error)) from error
        if answer is None:
            evidence = f"question {number} was not answered"
            why = "A lesson has ami_seconds for all of its moves."
            raise self._error(f"did not answer within {timeout:.0f} s", why, evidence)
        if GONE in answer:
            raise self._error("is gone", "Nobody answers the questions of `ami mcp` any more.", str(answer[GONE]))
        return _completion(answer)

    def _received(self, number: int, timeout: float) -> dict[str, Any] | None:
        """Return the answer to a question, or the notice that nobody answers; None if neither comes in time."""
        ends = time.monotonic() + timeout
        while self._connection.poll(max(ends - time.monotonic(), 0)):
            answer: dict[str, Any] = json.loads(self._connection.recv_bytes())
            if GONE in answer or answer.get("id") == number:
                return answer
        return None

    def _error(self, what: str, why: str, *evidence: str) -> TeacherError:
        facts = [f"agent: {self._place.name}", *(fact for fact in evidence if fact)]
        return TeacherError(f"The agent that teaches {what}", why=why, evidence=facts, run="ami lesson --last")


def agent_teacher(
    text: str,
    *,
    vision: Literal["auto", "on", "off"],
    seconds: float,
    languages: tuple[str, ...],
    listener: Callable[[ModelCall], None] | None,
) -> LLMTeacher:
    """Return the teacher that asks the agent.

    Args:
        text: Value of the variable ``VARIABLE``.
        vision: Whether the agent gets pictures.
        seconds: Seconds for one answer.
        languages: Languages in which aliases of the task are asked for.
        listener: Receives every question and answer.

    Raises:
        ConfigurationError: No agent listens.
    """
    place = AgentAddress.decoded(text)
    name = f"{AGENT}:{place.name}"
    free = {name: Price(0, 0)}
    teacher = LLMTeacher(
        name,
        vision=vision,
        timeout=seconds,
        retries=0,
        patience=seconds,
        options=ModelOptions(prices=free, languages=languages, listener=listener),
        client=AgentClient(place),
    )
    teacher.name = name
    return teacher


def _completion(answer: Mapping[str, Any]) -> dict[str, Any]:
    calls = [{"function": {"name": name, "arguments": arguments}} for name, arguments in answer.get("calls", ())]
    message = {"content": answer.get("content", ""), "tool_calls": calls}
    return {"choices": [{"message": message, "finish_reason": "stop"}]}
