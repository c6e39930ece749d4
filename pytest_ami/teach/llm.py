"""A teacher that asks a language model through an OpenAI-compatible endpoint.

This module knows what is asked, in which form, and what it cost. It must never be imported by a replay, decide what an
answer means (``reply`` does), word a page (``prompt`` does), or know HTTP (``endpoint`` does).
Whatever goes wrong with the model comes out as a ``TeacherError``.

Rules:

* ``openai`` is imported and the client built at the first question, not before: that costs a second.
* An answer that cannot be used is told to the model once, with the reason. A second one ends the lesson.
* An endpoint that refuses pictures, tools or so much text is asked again without them, and that is remembered.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Literal
from urllib.parse import urlsplit, urlunsplit

from pytest_ami.decide.secrecy import hide
from pytest_ami.model.errors import TeacherError
from pytest_ami.model.lesson import Advice, Move, Pick, Question, Situation
from pytest_ami.model.outcome import Usage

from . import choice, prompt, reply
from .answer import Answer, read_answer
from .endpoint import Limits, ask, client_for
from .prices import cost, price_of
from .tools import TOOLS
from .transcript import Exchange, Terms
from .trouble import Form, diagnosis, with_less
from .wording import fold, tokens

Vision = Literal["auto", "on", "off"]

_DEFAULT_URL = "https://api.openai.com/v1"
LONGEST_ANSWER = 4_096
"""Tokens that an answer may have, thoughts included, as long as none was cut off."""

SHORT = 2_000
"""About how many tokens a page is told in, where an endpoint has no room for more."""


class UnusableAnswerError(TeacherError):
    """The model can be asked, and what it says is of no use: another one may do better."""


class LLMTeacher:
    """A teacher that asks a language model for each move.

    Attributes:
        name: ``llm:<model>``.
        wants_screenshot: Whether pictures are of use; turns False once the endpoint has refused one.
        spent: All that this teacher has cost so far, questions that ended in an error included.

    Args:
        model: Name of the model, as the endpoint knows it.
        base_url: Address of the endpoint; without one ``OPENAI_BASE_URL`` or else OpenAI's own.
        api_key: Key; without one ``OPENAI_API_KEY``. An endpoint of one's own may need none.
        vision: ``on`` and ``off`` say whether pictures are sent; ``auto`` sends them until one is refused.
        timeout: Seconds for one attempt.
        retries: How often a question is repeated after a timeout, a 429 or a server error.
        patience: Seconds for one question with all its attempts and the pauses that the endpoint asks for.
        terms: Prices, languages, and who listens.
        client: A ready client, for tests; the address and the key are then its own.
    """

    def __init__(  # noqa: PLR0913  (each is a setting of its own, and all but the model have a default)
        self,
        model: str,
        *,
        base_url: str | None = None,
        api_key: str | None = None,
        vision: Vision = "auto",
        timeout: float = 60.0,
        retries: int = 2,
        patience: float = 180.0,
        terms: Terms | None = None,
        client: Any = None,
    ) -> None:
        self.name = f"llm:{model}"
        self.wants_screenshot = vision != "off"
        self.spent = Usage()
        self._model = model
        self._base_url = base_url or os.environ.get("OPENAI_BASE_URL") or None
        self._api_key = api_key
        self._vision = vision
        self._limits = Limits(timeout=timeout, retries=retries, patience=patience)
        self._form = Form(pictures=self.wants_screenshot)
        self._terms = terms or Terms()
        self._price = price_of(model, self._terms.prices)
        self._given = client
        self._client: Any = None

    def advise(self, situation: Situation) -> Advice:
        """Ask the model for its next move.

        Raises:
            UnusableAnswerError: Two answers in a row cannot be used.
            TeacherError: The model cannot be asked.
        """
        before = self.spent
        extra: list[dict[str, Any]] = []
        refusals: list[str] = []
        while len(refusals) <= 1:
            answer = self._answer(partial(self._request, situation=situation, extra=extra))
            move = reply.read(answer.calls, answer.content, situation, cut_off=answer.cut_off)
            if isinstance(move, Move):
                touching = move.kind in reply.BATCHED
                more = reply.read_more(answer.calls, situation) if touching else ()
                return Advice(move=move, usage=self.spent - before, more=more)
            if answer.cut_off:
                self._take(replace(self._form, limit=""))  # a model that thinks aloud may need more room
            shown = self._hidden(" ".join(f"{name} {given}" for name, given in answer.calls[:1]) or answer.content)
            heard = fold(shown[:2_000], 160) or "(empty)"
            refusals.append(f"answer {len(refusals) + 1}: {heard} ({move.reason})")
            extra = prompt.correction(shown[:2_000], move.reason)
        raise UnusableAnswerError(
            f"The model {self._model} gave two answers in a row that cannot be used",
            why="It was told after the first one what was wrong with it.",
            evidence=[*refusals, f"endpoint: {self._shown_url()}"],
            run="ami doctor",
        )

    def close(self) -> None:
        """Close the connections of a client that this teacher built; it may be asked again later."""
        if self._client is not None and self._given is None:
            self._client.close()
        self._client = None

    def choose(self, question: Question) -> Pick:
        """Ask the model which of a few elements a step is about; an answer that cannot be read is none of them.

        Raises:
            TeacherError: The model cannot be asked.
        """
        before, asked = self.spent, choice.messages(question)
        answer = self._answer(lambda form: self._framed(form, asked, choice.ANSWER), "choose")
        return Pick(index=choice.read_choice(answer.content, question), usage=self.spent - before)

    def _answer(self, build: Callable[[Form], dict[str, Any]], purpose: str = "move") -> Answer:
        """Return the model's answer, asked for in the form that the endpoint takes."""
        while True:
            client, request = self._connected(), build(self._form)
            start = time.perf_counter()
            try:
                answer = ask(client, request, self._limits, read_answer)
            except Exception as error:
                spent = self._count(time.perf_counter() - start, 0, 0, 0)
                self._terms.tell(
                    Exchange(self._model, request["messages"], None, self._hidden(str(error)[:2_000]), spent, purpose)
                )
                pictured = "image_url" in str([message["content"] for message in request["messages"]])[:200_000]
                auto = self._vision == "auto"
                less = with_less(self._form, error, pictured=pictured, may_drop_pictures=auto)
                if less is None:
                    raise self._explained(error) from error
                self._take(less)
                continue
            asked, said = answer.asked, answer.said
            if not answer.used:
                asked, said = _estimate(request["messages"]), _words_in(answer)
            spent = self._count(time.perf_counter() - start, asked, said, answer.used or asked + said)
            self._terms.tell(Exchange(self._model, request["messages"], answer, "", spent, purpose))
            return answer

    def _request(self, form: Form, situation: Situation, extra: list[dict[str, Any]]) -> dict[str, Any]:
        """Return the question for a move in the form that the endpoint takes, as far as that is known."""
        sent = prompt.messages(
            situation,
            picture=form.pictures and not form.short,
            tools=None if form.tools else TOOLS,
            limit=SHORT if form.short else prompt.TOKENS,
            languages=self._terms.languages,
        )
        request = self._framed(form, sent, LONGEST_ANSWER, extra)
        if form.tools:
            request["tools"] = TOOLS
        return request

    def _framed(
        self, form: Form, sent: list[dict[str, Any]], longest: int, extra: Sequence[dict[str, Any]] = ()
    ) -> dict[str, Any]:
        request: dict[str, Any] = {
            "model": self._model,
            "messages": [*(sent if form.system else _as_one(sent)), *extra],
        }
        if form.limit:
            request[form.limit] = longest
        return request

    def _take(self, form: Form) -> None:
        """Ask in this form from now on."""
        self._form = form
        self.wants_screenshot = form.pictures and not form.short

    def _count(self, seconds: float, asked: int, said: int, used: int) -> Usage:
        usage = Usage(calls=1, tokens=used, seconds=seconds, money=cost(self._price, asked, said))
        self.spent += usage
        return usage

    def _connected(self) -> Any:
        if self._client is not None:
            return self._client
        if self._given is not None:
            limit = getattr(self._given, "with_options", None)
            self._client = limit(timeout=self._limits.timeout, max_retries=0) if limit else self._given
            return self._client
        key = self._api_key or os.environ.get("OPENAI_API_KEY") or ("unused" if self._base_url else None)
        try:
            self._client = client_for(self._base_url, key, self._limits.timeout)
        except ImportError as error:
            raise TeacherError(
                f"The model {self._model} cannot be asked: the openai client is not installed",
                why=str(error),
                run="pip install openai",
            ) from error
        except Exception as error:
            if key:
                raise self._explained(error) from error
            raise TeacherError(
                f"The model {self._model} cannot be asked: there is no API key",
                why="Neither a key nor OPENAI_API_KEY is set, and no endpoint of your own (OPENAI_BASE_URL).",
                run="export OPENAI_API_KEY=<your key>",
            ) from error
        return self._client

    def _explained(self, error: Exception) -> TeacherError:
        said = self._hidden(str(error)[:5_000])
        what, why = diagnosis(error, self._limits.timeout, self._limits.patience)
        status, limits = getattr(error, "status_code", None), self._limits
        url = self._shown_url()
        evidence = [
            f"endpoint: {url}",
            f"answer: {f'HTTP {status}, ' if status else ''}{type(error).__name__}: {fold(said, 300)}",
            f"limits: {limits.timeout:g} s for one attempt, {limits.retries} retries, {limits.patience:g} s in all",
        ]
        return TeacherError(
            f"The model {self._model} {what}",
            why=why,
            evidence=evidence,
            run=f'curl -sS -m 10 -H "Authorization: Bearer $OPENAI_API_KEY" {url}/models',
        )

    def _shown_url(self) -> str:
        """Return the endpoint's address without user, password and query."""
        client = self._client if self._client is not None else self._given
        url = str(getattr(client, "base_url", "") or self._base_url or _DEFAULT_URL)
        parts = urlsplit(url)
        return urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], parts.path.rstrip("/"), "", ""))

    def _hidden(self, text: str) -> str:
        keys = (self._api_key, getattr(self._client, "api_key", None), os.environ.get("OPENAI_API_KEY"))
        return hide(text, {key: "[key]" for key in keys if isinstance(key, str) and key})


def _as_one(messages: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the first two messages as one, for a model that knows no system message."""
    told, asked, *rest = messages
    text, content = told["content"] + "\n", asked["content"]
    joined = text + content if isinstance(content, str) else [{"type": "text", "text": text}, *content]
    return [{"role": "user", "content": joined}, *rest]


def _estimate(sent: list[dict[str, Any]]) -> int:
    texts = []
    for message in sent:
        parts = message["content"]
        texts += [parts] if isinstance(parts, str) else [part.get("text", "") for part in parts]
    return sum(tokens(text) for text in texts)


def _words_in(answer: Answer) -> int:
    return sum(tokens(text) for text in (answer.content, *(name + arguments for name, arguments in answer.calls)))
