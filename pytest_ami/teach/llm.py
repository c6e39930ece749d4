"""A teacher that asks a language model through an OpenAI-compatible endpoint.

This module knows the ``openai`` client, its errors, and what to tell people about them. It must never be
imported by a replay, decide what an answer means (``reply`` does), or word a page (``prompt`` does).
Whatever goes wrong with the model comes out as a ``TeacherError``.

Rules:

* ``openai`` is imported and the client built at the first question, not before: that costs a second.
* An answer that cannot be used is told to the model once, with the reason. A second one ends the lesson.
* An endpoint that refuses pictures or tools is asked again without them, and remembered.
"""

from __future__ import annotations

import os
import time
from typing import Any, Literal
from urllib.parse import urlsplit, urlunsplit

from pytest_ami.model.errors import TeacherError
from pytest_ami.model.lesson import Advice, Move, Situation
from pytest_ami.model.outcome import Usage

from . import prompt, reply
from .tools import TOOLS
from .wording import fold, tokens

Vision = Literal["auto", "on", "off"]

_DEFAULT_URL = "https://api.openai.com/v1"
_ABOUT_PICTURES = ("image", "vision", "multimodal", "multi-modal", "content type", "content must be a string")
_ABOUT_TOOLS = ("tool", "function call", "function_call")
_ABOUT_LENGTH = (
    "context_length",
    "context length",
    "context window",
    "maximum context",
    "too long",
    "too many tokens",
)
_BY_STATUS: dict[int, tuple[str, str]] = {
    400: ("refused the question", "The endpoint does not take it in this form."),
    401: ("refused the API key", "The key is missing, wrong or of another endpoint."),
    403: ("may not be used with this API key", "The endpoint forbids it."),
    404: ("is not known at this endpoint", "The model's name or the address is wrong."),
    429: ("is at its rate limit or out of quota", "It was asked again after pauses, in vain."),
    500: ("answered with a server error", "The endpoint is in trouble; so it was at each retry."),
}


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
        retries: How often the client repeats a question after a timeout, a 429 or a server error.
        client: A ready client, for tests; the address and the key are then its own.
    """

    def __init__(
        self,
        model: str,
        *,
        base_url: str | None = None,
        api_key: str | None = None,
        vision: Vision = "auto",
        timeout: float = 60.0,
        retries: int = 2,
        client: Any = None,
    ) -> None:
        self.name = f"llm:{model}"
        self.wants_screenshot = vision != "off"
        self.spent = Usage()
        self._model = model
        self._base_url = base_url or os.environ.get("OPENAI_BASE_URL") or None
        self._api_key = api_key
        self._vision = vision
        self._timeout = timeout
        self._retries = retries
        self._given = client
        self._client: Any = None
        self._tools = True

    def advise(self, situation: Situation) -> Advice:
        """Ask the model for its next move.

        Raises:
            TeacherError: The model cannot be asked, or two answers in a row cannot be used.
        """
        before = self.spent
        extra: list[dict[str, Any]] = []
        refusals: list[str] = []
        while len(refusals) <= 1:
            calls, content, cut_off = self._answer(situation, extra)
            move = reply.read(calls, content, situation, cut_off=cut_off)
            if isinstance(move, Move):
                touching = move.kind in reply.BATCHED
                more = reply.read_more(calls, situation) if touching else ()
                return Advice(move=move, usage=_minus(self.spent, before), more=more)
            shown = self._hidden(" ".join(f"{name} {arguments}" for name, arguments in calls[:1]) or content)
            heard = fold(shown, 160) or "(empty)"
            refusals.append(f"answer {len(refusals) + 1}: {heard} ({move.reason})")
            extra = prompt.correction(shown, move.reason)
        raise TeacherError(
            f"The model {self._model} gave two answers in a row that cannot be used",
            why="It was told after the first one what was wrong with it.",
            evidence=refusals,
            run="ami doctor",
        )

    def close(self) -> None:
        """Close the connections of a client that this teacher built; it may be asked again later."""
        if self._client is not None and self._given is None:
            self._client.close()
        self._client = None

    def _answer(self, situation: Situation, extra: list[dict[str, Any]]) -> tuple[list[tuple[str, str]], str, bool]:
        """Return tool calls, text, and whether the answer was cut off."""
        while True:
            listed = None if self._tools else TOOLS
            sent = prompt.messages(situation, picture=self.wants_screenshot, tools=listed) + extra
            request: dict[str, Any] = {"model": self._model, "messages": sent}
            if self._tools:
                request["tools"] = TOOLS
            client = self._connected()
            start = time.perf_counter()
            try:
                response = client.chat.completions.create(timeout=self._timeout, **request)
            except Exception as error:
                self._count(time.perf_counter() - start, 0)
                if self._asks_for_less(error, pictured=isinstance(sent[1]["content"], list)):
                    continue
                raise self._explained(error) from error
            calls, content, cut_off, used = _read_response(response)
            self._count(time.perf_counter() - start, used or _estimate(sent, calls, content))
            return calls, content, cut_off

    def _count(self, seconds: float, used: int) -> None:
        self.spent += Usage(calls=1, tokens=used, seconds=seconds)

    def _asks_for_less(self, error: Exception, *, pictured: bool) -> bool:
        """Return whether the endpoint refused pictures or tools, and do without them from now on."""
        if getattr(error, "status_code", None) not in (400, 404, 415, 422, 501):
            return False
        text = str(error).lower()
        if any(word in text for word in _ABOUT_LENGTH):
            return False
        if pictured and self._vision == "auto" and any(word in text for word in _ABOUT_PICTURES):
            self.wants_screenshot = False
            return True
        if self._tools and any(word in text for word in _ABOUT_TOOLS):
            self._tools = False
            return True
        return False

    def _connected(self) -> Any:
        if self._client is not None:
            return self._client
        if self._given is not None:
            limit = getattr(self._given, "with_options", None)
            self._client = limit(timeout=self._timeout, max_retries=self._retries) if limit else self._given
            return self._client
        key = self._api_key or os.environ.get("OPENAI_API_KEY") or ("unused" if self._base_url else None)
        try:
            import openai

            self._client = openai.OpenAI(
                base_url=self._base_url, api_key=key, timeout=self._timeout, max_retries=self._retries
            )
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
        said = self._hidden(str(error))
        what, why = _diagnosis(error, self._timeout)
        status = getattr(error, "status_code", None)
        url = self._shown_url()
        evidence = [
            f"endpoint: {url}",
            f"answer: {f'HTTP {status}, ' if status else ''}{type(error).__name__}: {fold(said, 300)}",
            f"limits: {self._timeout:g} s for one attempt, {self._retries} retries",
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

    def _hidden(self, line: str) -> str:
        for key in (self._api_key, getattr(self._client, "api_key", None), os.environ.get("OPENAI_API_KEY")):
            if isinstance(key, str) and key:
                line = line.replace(key, "[key]")
        return line


def _diagnosis(error: Exception, timeout: float) -> tuple[str, str]:
    """Return what failed and why, for an error of the client."""
    kind, status, text = type(error).__name__, getattr(error, "status_code", None), str(error).lower()
    if kind == "APITimeoutError":
        return (
            f"did not answer within {timeout:g} s",
            "The endpoint is slow, or the model is still being loaded.",
        )
    if kind == "APIConnectionError":
        return "cannot be reached", f"No connection: {fold(str(error.__cause__ or error), 120)}"
    if any(word in text for word in _ABOUT_LENGTH) or status == 413:  # noqa: PLR2004
        return (
            "refused the question as too long",
            "Its context is smaller than a page needs (about 8,000 tokens).",
        )
    if isinstance(status, int):
        return _BY_STATUS.get(status, _BY_STATUS[500 if status >= 500 else 400])  # noqa: PLR2004
    return "could not be asked", "The client failed before or after the question was sent."


def _read_response(response: Any) -> tuple[list[tuple[str, str]], str, bool, int]:
    """Return tool calls, text, whether it was cut off, and tokens; whatever the endpoint sent."""
    choices = getattr(response, "choices", None)
    choice = choices[0] if isinstance(choices, list) and choices else None
    message = getattr(choice, "message", None)
    calls = []
    found = getattr(message, "tool_calls", None)
    for call in found if isinstance(found, list) else ():
        function = getattr(call, "function", None)
        name, arguments = getattr(function, "name", None), getattr(function, "arguments", None)
        calls.append((_str(name), _str(arguments)))
    content = response if message is None else getattr(message, "content", None)  # a page of HTML, perhaps
    total = getattr(getattr(response, "usage", None), "total_tokens", None)
    return (
        calls,
        _str(content),
        getattr(choice, "finish_reason", None) == "length",
        total if isinstance(total, int) else 0,
    )


def _str(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _estimate(sent: list[dict[str, Any]], calls: list[tuple[str, str]], content: str) -> int:
    texts = [content, *(name + arguments for name, arguments in calls)]
    for message in sent:
        parts = message["content"]
        texts += [parts] if isinstance(parts, str) else [part.get("text", "") for part in parts]
    return sum(tokens(text) for text in texts)


def _minus(total: Usage, before: Usage) -> Usage:
    return Usage(
        calls=total.calls - before.calls,
        tokens=total.tokens - before.tokens,
        seconds=total.seconds - before.seconds,
    )
