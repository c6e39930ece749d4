"""Whole lessons of a model that answers imperfectly, or whose endpoint fails: each ends in time, and tells the truth.

The real client asks a local endpoint over HTTP; the page is the fake one. A lesson that is learned is replayed on a
fresh page with other values. Any other one ends with an error that names the cause, and has sent no mail.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest

from pytest_ami.engine.replay import replay
from pytest_ami.engine.teaching.learn import learn
from pytest_ami.engine.teaching.lesson import LessonResult
from pytest_ami.model.errors import TeacherError
from pytest_ami.model.workflow import Workflow
from pytest_ami.teachers.budget import Budget, RunBudget, budget_checks
from pytest_ami.teachers.llm.teacher import LLMTeacher
from pytest_ami.testing.fake_page import FakePage
from tests.support.model.policy import Call
from tests.support.model.reading import View, read
from tests.support.model.server import ModelServer
from tests.support.recordings import MAIL, SEND_MAIL, lesson

MOST = 14
"""Model calls of a lesson here; a perfect one takes six."""

Answer = Callable[[View], "Call | Sequence[Call] | str"]


def on(kind: str, name: str, value: str = "") -> Answer:
    """Return an answer about the listed element of a name."""

    def answer(view: View) -> Call:
        ref = next(one.ref for one in view.controls if one.name == name)
        return Call(kind, {"element": ref, **({"value": value} if value else {})})

    return answer


def saying(*calls: Call | str) -> Answer:
    """Return an answer that does not look at the page."""
    return lambda _: calls[0] if isinstance(calls[0], str) else [one for one in calls if isinstance(one, Call)]


def calling(name: str, **arguments: Any) -> Answer:
    return saying(Call(name, arguments))


GOOD = tuple(on(*move) for move in SEND_MAIL)
DONE = calling("done", label="send email", description="A mail was sent.")
SORRY = "I'm sorry, but I can't help with that."


class Lesson:
    """One lesson over HTTP, with a budget."""

    def __init__(self, answers: Sequence[Answer], *, misbehave: Callable[[ModelServer], object] | None = None) -> None:
        self.answers = list(answers)
        self.page = FakePage(MAIL, url="http://app.test/", teacher=self._advise)
        self.misbehave = misbehave
        self.task = lesson()
        self.learned = LessonResult()

    def run(self) -> Workflow:
        patience = 0.5 if self.misbehave else 20.0  # a call that is sent again takes the answer to the next one
        with ModelServer(policy=self._answer) as self.server:
            self.model = LLMTeacher("m", base_url=self.server.base_url, api_key="sk-local", timeout=patience, retries=1)
            limit, dear = budget_checks(Budget(calls=MOST), Budget(), RunBudget())
            task = lesson(limit=limit, dear=dear)
            try:
                self.page.run(learn(task, self.learned))
            finally:
                self.model.close()
        return Workflow(task=task.task, steps=self.learned.steps, parameters=task.parameters)

    def _advise(self, situation: Any) -> Any:
        return self.model.advise(situation)

    def _answer(self, messages: Sequence[dict[str, Any]], _tools: Any) -> Call | Sequence[Call] | str:
        if self.misbehave and len(self.answers) <= len(SEND_MAIL):
            self.misbehave(self.server)
        return (self.answers.pop(0) if len(self.answers) > 1 else self.answers[0])(read(messages))

    @property
    def sent(self) -> bool:
        return "status|Message sent" in self.page.notices


def forever(answer: Answer) -> Iterator[Answer]:
    yield from [answer] * (MOST + 5)


LEARNED: dict[str, tuple[Answer, ...]] = {
    "a wrong number": (GOOD[0], on("fill", "To", "{{subject}}"), *GOOD[1:], DONE),
    "a number that is gone": (calling("click", element="e77"), *GOOD, DONE),
    "a plain text": (saying("I would now press Compose."), *GOOD, DONE),
    "a wrong click, then undone": (on("click", "Help"), calling("back", undo=1, reason="not meant"), *GOOD, DONE),
    "done too early": (GOOD[0], DONE, *GOOD[1:], DONE),
    "two actions of which one is safe": (
        saying(Call("click", {"element": "e1"}), Call("click", {"element": "e2"})),
        *GOOD[1:],
        DONE,
    ),
    "an unknown tool": (calling("fly", element="e1"), *GOOD, DONE),
    "broken JSON": (saying('{"tool": "click", "arguments": {"element": "e1"'), *GOOD, DONE),
    "prose around JSON": (
        saying('Sure!\n```json\n{"tool": "click", "arguments": {"element": "e1"}}\n```\nThat opens it.'),
        *GOOD[1:],
        DONE,
    ),
    "an unknown parameter": (GOOD[0], on("fill", "To", "{{recipient}}"), *GOOD[1:], DONE),
}


@pytest.mark.parametrize("name", LEARNED)
def test_an_imperfect_answer_is_told_and_the_lesson_goes_on(name: str) -> None:
    trial = Lesson(LEARNED[name])

    workflow = trial.run()

    assert trial.sent
    assert len(SEND_MAIL) <= trial.server.calls <= len(LEARNED[name]) + 1
    fresh = FakePage(MAIL, url="http://app.test/")
    assert fresh.run(replay(workflow, {"to": "b@example.com", "subject": "Other"})).drift is None
    assert [value for how, _, value in fresh.touched if how == "fill"] == ["b@example.com", "Other"]
    assert "Help" not in [element["name"] for _, element, _ in fresh.touched]


ENDED: dict[str, tuple[Sequence[Answer], tuple[str, ...]]] = {
    "a plain text again": (
        [*forever(saying("I would now press Compose."))],
        ("gave two answers in a row that cannot be used", "I would now press Compose.", "neither a tool call"),
    ),
    "done too early again": ([DONE], ("done, and it is not", "You have made no move that worked")),
    "a refusal": ([calling("give_up", reason="The form needs an approval")], ("gave up", "needs an approval")),
    "a refusal in prose": ([saying(SORRY)], ("gave two answers in a row", SORRY)),
    "endless waiting": ([calling("wait", reason="busy")], ("round in circles", "The same move was made 4 times")),
    "endless waiting in other words": (
        [calling("wait_for", text=f"Ready {n}") for n in range(MOST + 5)],
        ("used 14 of 14 model calls",),
    ),
    "the same move": ([on("click", "Help")], ("round in circles", 'click link "Help"')),
    "an unknown tool again": ([calling("fly")], ("There is no tool 'fly'", "endpoint:")),
    "broken JSON again": ([saying('{"tool": "click"')], ("gave two answers in a row", '{"tool": "click"')),
    "a number that is gone, again": ([calling("click", element="e77")], ("Element 'e77' is not on the page now",)),
    "moves that change nothing": ([GOOD[0], *forever(on("hover", "Send"))], ("round in circles", "hover")),
}


@pytest.mark.parametrize("name", ENDED)
def test_a_model_that_goes_on_like_this_ends_the_lesson_with_the_truth(name: str) -> None:
    answers, told = ENDED[name]
    trial = Lesson(answers)

    with pytest.raises(TeacherError) as caught:
        trial.run()

    said = str(caught.value)
    assert [text for text in told if text not in said] == []
    assert caught.value.why
    assert trial.server.calls <= MOST
    assert not trial.sent
    assert not trial.learned.steps
    assert "sk-local" not in said


FAULTS: dict[str, tuple[Callable[[ModelServer], object], str]] = {
    "silence": (lambda server: server.slow(60), "did not answer within 0.5 s"),
    "a limit": (lambda server: server.flaky(9), "is at its rate limit"),
    "a broken server": (lambda server: server.flaky(9, 503), "answered with a server error"),
    "a key that was withdrawn": (
        lambda server: server.refusing(401, "Incorrect API key sk-local"),
        "refused the API key",
    ),
    "a model that is gone": (lambda server: server.refusing(404, "no such model"), "is not known at this endpoint"),
    "answers that are cut off": (lambda server: server.truncated(), "gave two answers in a row that cannot be used"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_an_endpoint_that_fails_in_the_middle_ends_the_lesson_before_its_deed(name: str) -> None:
    misbehave, told = FAULTS[name]
    trial = Lesson((*GOOD, DONE), misbehave=misbehave)

    with pytest.raises(TeacherError) as caught:
        trial.run()

    assert told in str(caught.value)
    assert "sk-local" not in str(caught.value)
    assert any(line.startswith("endpoint: ") for line in caught.value.evidence)
    assert trial.learned.made  # the moves before it are still known
    assert trial.learned.usage.calls < trial.model.spent.calls <= MOST
    assert not trial.sent
