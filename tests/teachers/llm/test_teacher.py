"""The language model as a teacher: the real client, over HTTP, against a local endpoint."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
from collections.abc import Iterator

import pytest

from pytest_ami.model.errors import TeacherError
from pytest_ami.model.lesson import MoveKind, MoveResult, Observation, Situation
from pytest_ami.model.outcome import Usage
from pytest_ami.teachers.budget import Budget, exceeded
from pytest_ami.teachers.llm.teacher import LLMTeacher
from pytest_ami.teachers.protocol import Demonstrator, Teacher
from tests.support.logins import FIELDS, LOGIN
from tests.support.model.policy import Call
from tests.support.model.server import ModelServer, vector

SECRET = 'hunter2-äß-"quoted"'


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with ModelServer() as running:
        yield running


@pytest.fixture
def teacher(server: ModelServer) -> Iterator[LLMTeacher]:
    made = LLMTeacher(server.model, base_url=server.base_url, api_key="sk-local-key", timeout=5)
    yield made
    made.close()


def failing(teacher: LLMTeacher, situation: Situation = LOGIN) -> TeacherError:
    with pytest.raises(TeacherError) as caught:
        teacher.advise(situation)
    teacher.close()
    error = caught.value
    assert error.what
    assert error.why
    assert error.evidence
    assert error.run
    assert "sk-local-key" not in str(error)
    return error


def test_a_lesson_over_http(server: ModelServer, teacher: LLMTeacher) -> None:
    assert isinstance(teacher, Teacher)
    assert not isinstance(teacher, Demonstrator)
    made: tuple[MoveResult, ...] = ()
    usage = Usage()
    kinds = []
    for _ in range(3):
        situation = Situation(
            task=LOGIN.task,
            parameters=LOGIN.parameters,
            values={"username": "ann", "password": SECRET},
            observation=Observation(elements=FIELDS, notices=(f"status|Remember {SECRET}",), screenshot=b"\x89PNG"),
            made=made,
        )
        advice = teacher.advise(situation)
        usage += advice.usage
        kinds.append((advice.move.kind.value, advice.move.ref, advice.move.value))
        made += (MoveResult(move=advice.move, element=FIELDS[int(advice.move.ref[1:]) - 1]),)
    assert kinds == [("fill", "e1", "{{username}}"), ("fill", "e2", "{{password}}"), ("click", "e3", "")]
    assert usage.calls == server.calls == 3
    assert 3 * 800 < usage.tokens < 3 * 4_000
    assert usage.seconds > 0
    assert usage == teacher.spent
    sent = json.dumps(server.requests, ensure_ascii=False)
    assert SECRET not in sent
    assert "hunter2" not in sent
    assert all(isinstance(request["messages"][1]["content"], list) for request in server.requests)
    assert all(request["tools"] for request in server.requests)


@pytest.mark.parametrize("style", ["json_only", "prose"])
def test_models_without_tool_calls(server: ModelServer, teacher: LLMTeacher, style: str) -> None:
    getattr(server, style)()
    first, second = teacher.advise(LOGIN), teacher.advise(LOGIN)
    assert first.move.value == second.move.value == "{{username}}"
    assert first.usage.calls == (2 if style == "json_only" else 1)
    assert second.usage.calls == 1


@pytest.mark.parametrize("status", [429, 500])
def test_passing_trouble_is_waited_out(server: ModelServer, teacher: LLMTeacher, status: int) -> None:
    server.flaky(2, status)
    assert teacher.advise(LOGIN).move.kind is MoveKind.FILL
    assert server.calls == 3


@pytest.mark.parametrize("nonsense", range(1, 5))
def test_one_bad_answer_is_corrected(nonsense: int) -> None:
    answers = iter(["first"])

    def policy(messages: object, tools: object) -> Call:
        if next(answers, None):
            return [
                Call("fly"),
                Call("fill", {"element": "e2", "value": "1234"}),
                Call("click", {"element": "e77"}),
                Call("fill", {"element": "e1", "value": "{{nobody}}"}),
            ][nonsense - 1]
        return Call("fill", {"element": "e1", "value": "ann"})

    with ModelServer(policy=policy) as server:
        teacher = LLMTeacher("m", base_url=server.base_url)
        advice = teacher.advise(LOGIN)
        teacher.close()
    assert advice.move.value == "{{username}}"
    assert advice.usage.calls == 2
    told = server.requests[1]["messages"][-1]
    assert told["role"] == "user"
    assert "cannot be used" in told["content"]


def test_garbage_once_is_corrected_twice_is_not(server: ModelServer, teacher: LLMTeacher) -> None:
    server.garbage(1)
    assert teacher.advise(LOGIN).usage.calls == 2
    server.garbage(2)
    error = failing(teacher)
    assert "two answers in a row" in error.what
    assert len(error.evidence) == 3
    assert server.base_url in error.evidence[-1]
    assert teacher.spent.calls == 4


def test_cut_off_answers(server: ModelServer, teacher: LLMTeacher) -> None:
    server.truncated()
    assert "cut off" in str(failing(teacher))


@pytest.mark.slow
def test_a_slow_model(server: ModelServer) -> None:
    server.slow(5)
    error = failing(LLMTeacher("m", base_url=server.base_url, timeout=0.1, retries=0))
    assert "did not answer within 0.1 s" in error.what


def test_nobody_listens() -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    error = failing(LLMTeacher("m", base_url=f"http://user:pw@127.0.0.1:{port}/v1", retries=0))
    assert "cannot be reached" in error.what
    assert f"http://127.0.0.1:{port}/v1" in error.evidence[0]
    assert "curl" in error.run
    assert "pw@" not in str(error)


@pytest.mark.parametrize(
    ("status", "message", "what"),
    [
        (401, "Incorrect API key provided: sk-local-key", "refused the API key"),
        (404, "The model does not exist", "is not known"),
        (429, "Rate limit reached", "rate limit"),
        (503, "Overloaded", "server error"),
        (400, "Bad request", "refused the question"),
    ],
)
def test_refusals_are_explained(server: ModelServer, status: int, message: str, what: str) -> None:
    server.refusing(status, message)
    error = failing(LLMTeacher("m", base_url=server.base_url, api_key="sk-local-key", retries=0))
    assert what in error.what
    assert f"HTTP {status}" in error.evidence[1]
    assert server.calls == 1


@pytest.mark.parametrize(("vision", "calls"), [("auto", 2), ("on", 1)])
def test_an_endpoint_without_eyes(server: ModelServer, vision: str, calls: int) -> None:
    server.refusing(400, "image_url is not supported by this model")
    teacher = LLMTeacher("m", base_url=server.base_url, vision=vision, retries=0)  # type: ignore[arg-type]
    failing(teacher)
    assert server.calls == calls
    assert teacher.wants_screenshot is (vision == "on")
    if vision == "auto":
        assert isinstance(server.requests[-1]["messages"][1]["content"], str)


def test_without_vision_no_picture_is_sent(server: ModelServer) -> None:
    teacher = LLMTeacher("m", base_url=server.base_url, vision="off")
    teacher.advise(LOGIN)
    teacher.close()
    assert isinstance(server.requests[0]["messages"][1]["content"], str)


def test_no_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    with pytest.raises(TeacherError, match="there is no API key"):
        LLMTeacher("m").advise(LOGIN)


def test_a_client_of_ones_own_may_answer_anything() -> None:
    class Odd:
        class chat:  # noqa: N801  (the client's name)
            class completions:  # noqa: N801
                @staticmethod
                def create(**_: object) -> object:
                    return "<html>Sign in to the network</html>"

    assert "Sign in to the network" in str(failing(LLMTeacher("m", client=Odd())))


def test_openai_is_imported_at_the_first_question_only() -> None:
    code = (
        "import sys; from pytest_ami.teachers.llm.teacher import LLMTeacher; LLMTeacher('m', base_url='http://x');"
        "sys.exit('openai' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_budget() -> None:
    budget = Budget(calls=3, tokens=100, seconds=10)
    assert exceeded(budget, Usage(calls=2, tokens=99), 9.9) == ""
    assert "3 of 3 model calls" in exceeded(budget, Usage(calls=3), 0)
    assert "100 of 100 tokens" in exceeded(budget, Usage(tokens=100), 0)
    assert "10.0 of 10 seconds" in exceeded(budget, Usage(), 10)


def test_the_endpoint_lists_models_and_makes_vectors(server: ModelServer) -> None:
    import openai

    with openai.OpenAI(base_url=server.base_url, api_key="x", timeout=5, max_retries=0) as client:
        assert [model.id for model in client.models.list()] == [server.model]
        data = client.embeddings.create(model="m", input=["send email", "发送邮件"], encoding_format="float").data
        assert len(data) == 2
        with pytest.raises(openai.NotFoundError):
            client.post("/nothing", body={}, cast_to=object)

    def near(one: str, other: str) -> float:
        return sum(a * b for a, b in zip(vector(one), vector(other), strict=True))

    assert near("send email", "send an email") > near("send email", "delete the invoice")


def test_the_command_prints_the_address() -> None:
    command = [sys.executable, "-m", "tests.support.model.server", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        process.terminate()
    assert line.startswith("OPENAI_BASE_URL=http://127.0.0.1:")
