"""The line between a lesson and its agent: questions and answers pass, and strangers are not heard."""

from __future__ import annotations

import queue
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from multiprocessing import AuthenticationError
from multiprocessing.connection import Client
from typing import Any

import pytest

from pytest_ami.agent.line import AgentLine
from pytest_ami.agent.turns import AgentQuestion, choice_answer, moves_answer
from pytest_ami.model.errors import ConfigurationError, TeacherError
from pytest_ami.model.lesson import MoveKind, Observation, Situation
from pytest_ami.model.lesson import Question as Choice
from pytest_ami.teachers.agent import AgentAddress, AgentClient, agent_name, agent_teacher

ASKED = [{"role": "system", "content": "RULES"}, {"role": "user", "content": "PAGE"}]


@pytest.fixture
def questions() -> queue.SimpleQueue[AgentQuestion]:
    """The questions that have arrived."""
    return queue.SimpleQueue()


@pytest.fixture
def line(questions: queue.SimpleQueue[AgentQuestion]) -> Iterator[AgentLine]:
    """A line whose questions are put aside."""
    made = AgentLine("claude", questions.put)
    yield made
    made.close("over")
    made.end()


@pytest.fixture
def aside() -> Iterator[ThreadPoolExecutor]:
    """Where a lesson waits for its answer."""
    with ThreadPoolExecutor(1) as pool:
        yield pool


def teacher(line: AgentLine, seconds: float = 10) -> Any:
    return agent_teacher(line.address.encoded(), vision="off", seconds=seconds, languages=(), listener=None)


def test_the_agent_is_asked_what_a_model_is_asked_and_its_moves_are_read_like_a_models(
    line: AgentLine, questions: queue.SimpleQueue[AgentQuestion], aside: ThreadPoolExecutor
) -> None:
    agent = teacher(line)
    advice = aside.submit(agent.advise, Situation(task="send email", observation=Observation(title="Inbox")))
    question = questions.get(timeout=10)
    line.answer(moves_answer(question, [{"move": "wait", "arguments": {"reason": "busy"}}]))

    assert question.moves
    assert "TASK\nsend email" in question.text
    assert '<<<PAGE\nurl: ""\ntitle: "Inbox"' in question.text
    assert question.shown(first=True).startswith(question.rules)
    assert (advice.result(10).move.kind, advice.result(10).usage.calls, agent.name) == (
        MoveKind.WAIT,
        1,
        "agent:claude",
    )
    assert (agent.spent.money, agent.unpriced) == (0, 0)


def test_an_unusable_move_comes_back_with_its_reason(
    line: AgentLine, questions: queue.SimpleQueue[AgentQuestion], aside: ThreadPoolExecutor
) -> None:
    advice = aside.submit(teacher(line).advise, Situation(task="send email"))
    line.answer(moves_answer(questions.get(timeout=10), [{"move": "click", "arguments": {"element": "e9"}}]))
    again = questions.get(timeout=10)
    line.answer(moves_answer(again, [{"move": "click"}]))

    assert "'e9' is not on the page now" in again.text
    with pytest.raises(TeacherError, match="two answers in a row"):
        advice.result(10)


@pytest.mark.parametrize(("answer", "index"), [(2, 1), (0, None), (7, None)])
def test_an_element_is_chosen_by_its_number(
    line: AgentLine,
    questions: queue.SimpleQueue[AgentQuestion],
    aside: ThreadPoolExecutor,
    answer: int,
    index: int | None,
) -> None:
    pick = aside.submit(teacher(line).choose, Choice(task="t", step="s", was="w", options=("one", "two")))
    question = questions.get(timeout=10)
    line.answer(choice_answer(question, answer))

    assert (question.moves, pick.result(10).index) == (False, index)


def test_a_closed_line_ends_the_question_that_waits_and_the_next_one(
    line: AgentLine, questions: queue.SimpleQueue[AgentQuestion], aside: ThreadPoolExecutor
) -> None:
    agent = teacher(line)
    for number in range(2):
        waiting = aside.submit(agent.advise, Situation(task="send email"))
        if number == 0:
            questions.get(timeout=10)
            line.close("the client is gone")
        with pytest.raises(TeacherError) as gone:
            waiting.result(10)
        assert str(gone.value).splitlines()[0] == "The agent that teaches is gone"
        assert gone.value.evidence == ("agent: claude", "the client is gone")


def test_a_slow_agent_ends_the_lesson(line: AgentLine) -> None:
    with pytest.raises(TeacherError, match="did not answer within 0 s"):
        teacher(line, seconds=0.05).advise(Situation(task="send email"))


def test_who_has_not_the_key_is_not_heard_and_who_sends_no_question_is_left(
    line: AgentLine, questions: queue.SimpleQueue[AgentQuestion], aside: ThreadPoolExecutor
) -> None:
    place = line.address
    with pytest.raises(AuthenticationError):
        Client(place.address, authkey=b"another")
    stranger = Client(place.address, authkey=bytes.fromhex(place.key))
    stranger.send_bytes(b"\x80\x04 not JSON")
    with pytest.raises(EOFError):
        stranger.recv_bytes()
    with pytest.raises(TeacherError, match="is gone"):
        AgentClient(replace(place, key="00")).create(timeout=5, messages=ASKED)

    answer = aside.submit(AgentClient(place).create, timeout=10, messages=ASKED)
    line.answer(choice_answer(questions.get(timeout=10), 1))
    assert answer.result(10)["choices"][0]["message"]["content"] == '{"choice": 1}'


@pytest.mark.parametrize("text", ["", "{}", "no JSON", '{"address": "x", "key": "no hex", "name": "x"}'])
def test_without_an_address_there_is_no_agent(text: str) -> None:
    with pytest.raises(ConfigurationError) as missing:
        AgentAddress.decoded(text)

    assert missing.value.why
    assert missing.value.evidence
    assert "--ami-teacher=offline" in missing.value.run


@pytest.mark.parametrize(
    ("text", "name"), [("claude-code", "claude-code"), ("a b\n<x>", "a-b-x"), ("", "unnamed"), (3, "unnamed")]
)
def test_the_name_of_an_agent_has_few_signs(text: object, name: str) -> None:
    assert agent_name(text) == name
