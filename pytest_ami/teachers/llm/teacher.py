"""A teacher that asks a language model for each move.

This module knows the form of a request and the order of questions. It must never be imported by a replay, read the
meaning of an answer (``reply`` does), word a page (``prompt`` does), or know an endpoint (``client`` does).
Every failure is a ``TeacherError``.

Rules:

* The model gets the reason for one unusable answer. A second unusable answer ends the lesson.
* If the endpoint refuses pictures, tools or the length of a prompt, the teacher asks again without them, and never
  sends them again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Literal

from pytest_ami.model.errors import TeacherError
from pytest_ami.model.lesson import Advice, Move, Pick, Question, Situation
from pytest_ami.model.outcome import Usage

from . import choice, prompt, reply
from .client import ModelClient, ModelOptions
from .completion import Completion
from .endpoint import RequestLimits
from .endpoint_errors import RequestForm, smaller_form
from .prompt_text import fold
from .tools import offered

Vision = Literal["auto", "on", "off"]

LONGEST_ANSWER = 4_096
"""Most tokens of an answer, thoughts included, until an answer is cut off."""

SHORT = 2_000
"""About the most tokens of a page, for an endpoint with a small context."""


class UnusableAnswerError(TeacherError):
    """The model answers, but its answers are unusable; another model may do better."""


class LLMTeacher:
    """A teacher that asks a language model for each move.

    Attributes:
        name: ``llm:<model>``.
        wants_screenshot: Whether pictures are sent; False after the endpoint has refused one.

    Args:
        model: Name of the model, as the endpoint knows it.
        base_url: Address of the endpoint; default ``OPENAI_BASE_URL``, or else the address of OpenAI.
        api_key: Key; default ``OPENAI_API_KEY``. An endpoint of your own may need none.
        vision: ``on`` sends pictures, ``off`` sends none, ``auto`` sends them until one is refused.
        timeout: Seconds for one attempt.
        retries: Most retries of a request after a timeout, a 429 or a server error.
        patience: Seconds for all attempts of a request and the pauses between them.
        options: Prices, languages and listener.
        client: A client to use instead of a new one; it keeps its own address and key.
    """

    def __init__(  # noqa: PLR0913  (independent settings; all but the model have a default)
        self,
        model: str,
        *,
        base_url: str | None = None,
        api_key: str | None = None,
        vision: Vision = "auto",
        timeout: float = 60.0,
        retries: int = 2,
        patience: float = 180.0,
        options: ModelOptions | None = None,
        client: Any = None,
    ) -> None:
        self.name = f"llm:{model}"
        self.wants_screenshot = vision != "off"
        self._vision = vision
        self._form = RequestForm(pictures=self.wants_screenshot)
        limits = RequestLimits(timeout=timeout, retries=retries, patience=patience)
        self._client = ModelClient(
            model, base_url=base_url, api_key=api_key, limits=limits, options=options, client=client
        )

    @property
    def spent(self) -> Usage:
        """Cost of all calls so far, failed ones included."""
        return self._client.spent

    @property
    def unpriced(self) -> int:
        """Number of these calls whose price is not known."""
        return self._client.unpriced

    def advise(self, situation: Situation) -> Advice:
        """Ask the model for its next move.

        Raises:
            UnusableAnswerError: Two answers in a row are unusable.
            TeacherError: The model cannot be asked.
        """
        before = self.spent
        extra: list[dict[str, Any]] = []
        refusals: list[str] = []
        while len(refusals) <= 1:
            answer = self._complete(partial(self._request, situation=situation, extra=extra))
            move = reply.read_move(answer.calls, answer.content, situation, cut_off=answer.cut_off)
            if isinstance(move, Move):
                touching = move.kind in reply.BATCHED
                more = reply.read_more_moves(answer.calls, situation) if touching else ()
                return Advice(move=move, usage=self.spent - before, more=more)
            if answer.cut_off:
                self._take(replace(self._form, limit=""))  # long thoughts may need more room
            shown = self._client.redact(
                " ".join(f"{name} {arguments}" for name, arguments in answer.calls[:1]) or answer.content
            )
            quote = fold(shown[:2_000], 160) or "(empty)"
            refusals.append(f"answer {len(refusals) + 1}: {quote} ({move.reason})")
            extra = prompt.correction(shown[:2_000], move.reason)
        raise UnusableAnswerError(
            f"The model {self._client.model} gave two answers in a row that cannot be used",
            why="The model got the reason after the first answer, and the second one is unusable too.",
            evidence=[*refusals, f"endpoint: {self._client.url}"],
            run="ami doctor",
        )

    def close(self) -> None:
        """Close the connections; the next question opens them again."""
        self._client.close()

    def choose(self, question: Question) -> Pick:
        """Ask the model which of a few elements a step is about; an unreadable answer counts as none of them.

        Raises:
            TeacherError: The model cannot be asked.
        """
        before, asked = self.spent, choice.messages(question)
        answer = self._complete(lambda form: self._framed(form, asked, choice.ANSWER), "choose")
        return Pick(index=choice.read_choice(answer.content, question), usage=self.spent - before)

    def _complete(self, build: Callable[[RequestForm], dict[str, Any]], purpose: str = "move") -> Completion:
        """Return the model's answer to a request in the form that the endpoint accepts."""
        while True:
            request = build(self._form)
            try:
                return self._client.complete(request, purpose)
            except TeacherError:
                raise
            except Exception as error:
                pictured = "image_url" in str([message["content"] for message in request["messages"]])[:200_000]
                form = smaller_form(self._form, error, pictured=pictured, may_drop_pictures=self._vision == "auto")
                if form is None:
                    raise self._client.explain(error) from error
                self._take(form)

    def _request(self, form: RequestForm, situation: Situation, extra: list[dict[str, Any]]) -> dict[str, Any]:
        """Return the request for a move in a form that the endpoint accepts, as far as that is known."""
        tools = offered(plan=situation.plan is not None)
        sent = prompt.messages(
            situation,
            picture=form.pictures and not form.short,
            tools=None if form.tools else tools,
            limit=SHORT if form.short else prompt.TOKENS,
            languages=self._client.options.languages,
        )
        request = self._framed(form, sent, LONGEST_ANSWER, extra)
        if form.tools:
            request["tools"] = tools
        return request

    def _framed(
        self, form: RequestForm, sent: list[dict[str, Any]], longest: int, extra: Sequence[dict[str, Any]] = ()
    ) -> dict[str, Any]:
        request: dict[str, Any] = {
            "messages": [*(sent if form.system else _as_one(sent)), *extra],
        }
        if form.limit:
            request[form.limit] = longest
        return request

    def _take(self, form: RequestForm) -> None:
        """Use this form for all further requests."""
        self._form = form
        self.wants_screenshot = form.pictures and not form.short


def _as_one(messages: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the first two messages as one, for an endpoint without system messages."""
    system, user, *rest = messages
    text, content = system["content"] + "\n", user["content"]
    joined = text + content if isinstance(content, str) else [{"type": "text", "text": text}, *content]
    return [{"role": "user", "content": joined}, *rest]
