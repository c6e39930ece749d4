"""Asks an OpenAI-compatible endpoint one question, and lets it neither flood nor stall us.

This module knows HTTP's pauses, sizes and streams, and the ``openai`` client. It must never know a prompt, a tool or a
page, nor explain anything to people (``trouble`` does).

Rules:

* An answer has at most ``LARGEST`` bytes and the seconds of one attempt, headers to last byte, whatever is sent.
* Passing trouble (429, 5xx, a broken connection, a timeout) is waited out: as long as the endpoint says, or else a
  little longer each time, but never beyond the asker's patience.
* What comes back is plain data. Streams that nobody asked for are put together; what is no JSON is refused.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from typing import Any, TypeVar

Read = TypeVar("Read")

LARGEST = 2_000_000
"""Bytes of one answer, unpacked; a tool call has some hundred."""

_PASSING = frozenset({408, 409, 425, 429})
_BROKEN = frozenset({"APIConnectionError", "APITimeoutError"})
_FIRST_PAUSE = 0.5
_LONGEST_PAUSE = 8.0


class TooLargeError(Exception):
    """The endpoint sends more than anybody asked for."""


class BusyError(Exception):
    """The endpoint asks for a pause that is longer than there is time.

    Attributes:
        pause: Seconds it asks for.
        left: Seconds there are.
    """

    def __init__(self, pause: float, left: float) -> None:
        super().__init__(f"asks for a pause of {pause:g} s; there are {max(left, 0):.0f} s left")
        self.pause, self.left = pause, left


class NoAnswerError(Exception):
    """What came is not the answer to a question: a web page, a broken text, or an error within a success.

    Attributes:
        status_code: As the body says, or None.
        kind: ``page``, ``text`` or ``error``.
    """

    def __init__(self, kind: str, shown: str, status: int | None = None) -> None:
        super().__init__(shown[:2_000])
        self.kind, self.status_code = kind, status


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """How long an endpoint is waited for.

    Attributes:
        timeout: Seconds for one attempt, first byte to last.
        retries: How often a question is repeated after passing trouble.
        patience: Seconds for one question, with all attempts and pauses.
    """

    timeout: float = 60.0
    retries: int = 2
    patience: float = 180.0


def client_for(base_url: str | None, key: str | None, timeout: float) -> Any:
    """Return a client that repeats nothing by itself and reads no more of an answer than is allowed."""
    import openai

    class Careful(openai.DefaultHttpxClient):
        def send(self, request: Any, **options: Any) -> Any:
            """Send, and read the answer within the limits, errors included."""
            end = time.monotonic() + timeout
            streamed = super().send(request, **{**options, "stream": True})
            try:
                body = b"".join(within(streamed.iter_bytes(), end))
            finally:
                streamed.close()
            unpacked = {"content-encoding", "content-length", "transfer-encoding"}
            headers = [(name, text) for name, text in streamed.headers.multi_items() if name.lower() not in unpacked]
            return type(streamed)(streamed.status_code, headers=headers, content=body, request=request)

        def __del__(self) -> None:
            """Leave no connection open where nobody closed the teacher, as the library's own client does."""
            with suppress(Exception):
                self.close()

    return openai.OpenAI(
        base_url=base_url, api_key=key, timeout=timeout, max_retries=0, http_client=Careful(timeout=timeout)
    )


def within(chunks: Iterator[bytes], end: float, largest: int = LARGEST) -> Iterator[bytes]:
    """Yield what comes, until it is too much or too late.

    Raises:
        TooLargeError: There are more than ``largest`` bytes.
        TimeoutError: There is more at the time ``end``.
    """
    size = 0
    for chunk in chunks:
        size += len(chunk)
        if size > largest:
            raise TooLargeError(f"more than {largest:,} bytes in one answer")
        if time.monotonic() > end:
            raise TimeoutError("the answer had not come to its end")
        yield chunk


def ask(
    client: Any,
    request: Mapping[str, Any],
    limits: Limits,
    read: Callable[[Any], Read],
    sleep: Callable[[float], None] = time.sleep,
) -> Read:
    """Return the endpoint's answer, after as many attempts as the limits allow.

    Args:
        client: A client of ``openai``, or something that answers ``chat.completions.create`` like one.
        request: The question.
        limits: How long it is waited for.
        read: Reads the answer's data; may raise ``NoAnswerError``.
        sleep: Waits.

    Raises:
        NoAnswerError: What came is no answer.
        BusyError: It asks for a longer pause than there is time.
        Exception: Whatever the client raised at the last attempt.
    """
    end = time.monotonic() + limits.patience
    for attempt in range(limits.retries + 1):
        left = end - time.monotonic()
        try:
            return read(_once(client, request, max(min(limits.timeout, left), 0.01)))
        except Exception as error:
            asked = pause_of(error)
            left = end - time.monotonic()
            if asked is not None and asked > left:
                raise BusyError(asked, left) from error
            pause = asked if asked is not None else min(_FIRST_PAUSE * 2**attempt, _LONGEST_PAUSE)
            if attempt == limits.retries or not is_passing(error) or pause > left:
                raise
            sleep(pause)
    raise AssertionError  # the last attempt returns or raises


def root(error: BaseException) -> BaseException:
    """Return what a client's error stands for: some of them wrap what was raised while an answer was read."""
    cause = error.__cause__
    return cause if isinstance(cause, (TooLargeError, TimeoutError)) else error


def is_passing(error: Exception) -> bool:
    """Return whether the same question may be answered a little later."""
    if isinstance(root(error), TooLargeError):
        return False
    if isinstance(root(error), TimeoutError) or (isinstance(error, NoAnswerError) and error.kind == "text"):
        return True
    status = getattr(error, "status_code", None)
    if not isinstance(status, int):
        return type(error).__name__ in _BROKEN
    if _header(error, "x-should-retry") == "false" or "insufficient_quota" in str(error)[:2_000]:
        return False
    return status in _PASSING or status >= 500  # noqa: PLR2004  (servers' own trouble)


def pause_of(error: Exception, now: datetime | None = None) -> float | None:
    """Return the seconds after which the endpoint wants to be asked again; None if it does not say."""
    if not is_passing(error):
        return None
    for name, divisor in (("retry-after-ms", 1000), ("retry-after", 1)):
        text = _header(error, name)
        try:
            seconds = float(text) / divisor
        except ValueError:
            continue
        if 0 <= seconds < float("inf"):
            return seconds
    try:
        then = parsedate_to_datetime(_header(error, "retry-after"))
        return max((then - (now or datetime.now(timezone.utc))).total_seconds(), 0.0)
    except (TypeError, ValueError):
        return None


def parsed(text: str) -> Any:
    """Return the plain data that an answer's body is: JSON, or events of a stream put together.

    Raises:
        NoAnswerError: It is neither.
    """
    body = text.strip().removeprefix("\ufeff")
    if body.startswith(("data:", "event:", ": ", "id:")):
        return _put_together(_events(body))
    try:
        data = json.loads(body)
    except (ValueError, RecursionError) as error:
        kind = "page" if body[:1] == "<" else "text"
        raise NoAnswerError(kind, body or "(empty)") from error
    if isinstance(data, list) and len(data) == 1:
        data = data[0]
    return data


def _once(client: Any, request: Mapping[str, Any], timeout: float) -> Any:
    completions = client.chat.completions
    raw = getattr(completions, "with_raw_response", None)
    if raw is None:
        return completions.create(timeout=timeout, **request)
    answer = raw.create(timeout=timeout, **request).http_response
    return parsed(answer.content.decode("utf-8", "replace"))


def _header(error: Exception, name: str) -> str:
    headers = getattr(getattr(error, "response", None), "headers", None) or {}
    return str(headers.get(name) or "").strip()


def _events(body: str) -> Iterator[dict[str, Any]]:
    for line in body.splitlines():
        if not line.startswith("data:"):
            continue
        try:
            data = json.loads(line[5:])
        except (ValueError, RecursionError):
            continue  # [DONE], or cut off
        if isinstance(data, dict):
            yield data


def _put_together(events: Iterator[dict[str, Any]]) -> dict[str, Any]:
    """Return one completion for the first choice of a stream."""
    message: dict[str, Any] = {"content": ""}
    calls: dict[int, dict[str, str]] = {}
    finish, whole = None, {}
    for event in events:
        whole.update({key: value for key, value in event.items() if key in ("error", "usage", "model") and value})
        choices = event.get("choices")
        choice = choices[0] if isinstance(choices, list) and choices and isinstance(choices[0], dict) else {}
        if choice.get("index", 0) != 0:
            continue
        finish = choice.get("finish_reason") or finish
        delta = choice.get("delta") or choice.get("message") or {}
        if isinstance(delta.get("content"), str):
            message["content"] += delta["content"]
        told = delta.get("tool_calls")
        legacy = [{"function": delta["function_call"]}] if isinstance(delta.get("function_call"), dict) else []
        for number, call in enumerate(told if isinstance(told, list) else legacy):
            _grow(calls, number, call)
    if calls:
        message["tool_calls"] = [{"function": call} for _, call in sorted(calls.items())]
    if whole.get("error") and not calls and not message["content"]:
        return whole
    # a stream that ends without a reason has been broken off
    return {**whole, "choices": [{"message": message, "finish_reason": finish or "length"}]}


def _grow(calls: dict[int, dict[str, str]], number: int, call: Any) -> None:
    function = call.get("function") if isinstance(call, dict) else None
    if not isinstance(function, dict):
        return
    index = call.get("index")
    grown = calls.setdefault(index if isinstance(index, int) else number, {"name": "", "arguments": ""})
    name, arguments = function.get("name"), function.get("arguments")
    grown["name"] = grown["name"] or (name if isinstance(name, str) else "")
    grown["arguments"] += arguments if isinstance(arguments, str) else json.dumps(arguments) if arguments else ""
