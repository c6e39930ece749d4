"""Sends one request to an OpenAI-compatible endpoint, within limits of time and size.

This module knows HTTP pauses, response sizes and the ``openai`` client. It must never know a prompt, a tool or a page,
and it writes no message for users (``endpoint_errors`` does).

Rules:

* A response has at most ``LARGEST`` bytes and the seconds of one attempt, from the connection to the last byte. The
  client waits that long for each single read, so an answer that drips would never end. So each attempt runs in a
  thread of its own; at its deadline the connections are closed, and nobody waits for the thread.
* No redirect is followed: the API key and the texts of pages go to the endpoint of the settings and nowhere else.
* A temporary error (429, 5xx, a broken connection, a timeout, a broken body) is retried after the pause that the
  endpoint asks for, or else after a pause that doubles. No pause outlasts the patience of the request.
* The result is plain data. A body that is not JSON is refused.

The retries are our own (``send``), and the client is built with ``max_retries=0``. The retries of ``openai`` have no
limit for all attempts together, sleep through a ``Retry-After`` of up to two minutes or ignore a longer one, repeat a
request whose quota is used up, and take a success with a broken body for an answer. Custom clients have none.
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from typing import Any, TypeVar

from .completion import InvalidResponseError, parse_body

Parsed = TypeVar("Parsed")

LARGEST = 2_000_000
"""Most bytes of one response, decompressed; a tool call has some hundred."""

_TEMPORARY = frozenset({408, 409, 425, 429})
_BROKEN = frozenset({"APIConnectionError", "APITimeoutError"})
_GRACE = 0.2
"""Seconds that the client gets to report its own timeout, which has a better message."""

_FIRST_PAUSE = 0.5
_LONGEST_PAUSE = 8.0


class ResponseTooLargeError(Exception):
    """The response has more than ``LARGEST`` bytes."""


class PauseTooLongError(Exception):
    """The endpoint asks for a pause that is longer than the time that is left.

    Attributes:
        pause: Seconds that the endpoint asks for.
        left: Seconds that are left.
    """

    def __init__(self, pause: float, left: float) -> None:
        super().__init__(f"asks for a pause of {pause:g} s; there are {max(left, 0):.0f} s left")
        self.pause, self.left = pause, left


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestLimits:
    """Time limits of one request.

    Attributes:
        timeout: Seconds for one attempt, first byte to last.
        retries: Most retries after a temporary error.
        patience: Seconds for all attempts and pauses together.
    """

    timeout: float = 60.0
    retries: int = 2
    patience: float = 180.0


def connect(base_url: str | None, key: str | None, timeout: float) -> Any:
    """Return an ``openai`` client that never retries and reads at most ``LARGEST`` bytes of a response."""
    import openai

    class LimitedHttpClient(openai.DefaultHttpxClient):
        def send(self, request: Any, **options: Any) -> Any:
            """Send the request and read its response, errors included, within the limits."""
            own = request.extensions.get("timeout", {}).get("read") or timeout
            end = time.monotonic() + min(own, timeout)
            streamed = super().send(request, **{**options, "stream": True, "follow_redirects": False})
            try:
                body = b"".join(read_within(streamed.iter_bytes(), end))
            finally:
                streamed.close()
            unpacked = {"content-encoding", "content-length", "transfer-encoding"}
            headers = [(name, text) for name, text in streamed.headers.multi_items() if name.lower() not in unpacked]
            return type(streamed)(streamed.status_code, headers=headers, content=body, request=request)

        def interrupt(self) -> None:
            """Close the open connections, so that a thread that reads from one ends."""
            for transport in (self._transport, *self._mounts.values()):
                with suppress(Exception):
                    if transport is not None:
                        transport.close()

        def __del__(self) -> None:
            """Close the connections of a client that nobody closed, as the library's own HTTP client does."""
            with suppress(Exception):
                self.close()

    http_client = LimitedHttpClient(timeout=timeout, follow_redirects=False)
    return openai.OpenAI(base_url=base_url, api_key=key, timeout=timeout, max_retries=0, http_client=http_client)


def read_within(chunks: Iterator[bytes], end: float, largest: int = LARGEST) -> Iterator[bytes]:
    """Yield the chunks of a response, up to a size and a time.

    Raises:
        ResponseTooLargeError: There are more than ``largest`` bytes.
        TimeoutError: There is more at the time ``end``.
    """
    size = 0
    for chunk in chunks:
        size += len(chunk)
        if size > largest:
            raise ResponseTooLargeError(f"more than {largest:,} bytes in one answer")
        if time.monotonic() > end:
            raise TimeoutError("the answer had not come to its end")
        yield chunk


def send(
    resource: Any,
    request: Mapping[str, Any],
    limits: RequestLimits,
    read: Callable[[Any], Parsed],
    sleep: Callable[[float], None] = time.sleep,
) -> Parsed:
    """Send a request until it succeeds, and return the result; at most as often and as long as the limits allow.

    Args:
        resource: A resource of an ``openai`` client, such as ``client.embeddings``, or an object with its ``create``.
        request: Arguments of ``create``.
        limits: Time limits.
        read: Reads the data of a response; may raise ``InvalidResponseError``.
        sleep: Pauses.

    Raises:
        InvalidResponseError: The response is of no use.
        PauseTooLongError: The endpoint asks for a longer pause than there is time.
        Exception: The error of the client at the last attempt.
    """
    end = time.monotonic() + limits.patience
    for attempt in range(limits.retries + 1):
        left = end - time.monotonic()
        try:
            return read(_send_once(resource, request, max(min(limits.timeout, left), 0.01)))
        except Exception as error:
            wanted = requested_pause(error)
            left = end - time.monotonic()
            if wanted is not None and wanted > left:
                raise PauseTooLongError(wanted, left) from error
            pause = wanted if wanted is not None else min(_FIRST_PAUSE * 2**attempt, _LONGEST_PAUSE)
            if attempt == limits.retries or not is_temporary(error) or pause > left:
                raise
            sleep(pause)
    raise AssertionError  # the last attempt returns or raises


def root_cause(error: BaseException) -> BaseException:
    """Return the size or time error that a client wrapped while it read a response; else the error itself."""
    cause = error.__cause__
    return cause if isinstance(cause, (ResponseTooLargeError, TimeoutError)) else error


def is_temporary(error: Exception) -> bool:
    """Return whether the same request may succeed a little later."""
    if isinstance(root_cause(error), ResponseTooLargeError):
        return False
    if isinstance(root_cause(error), TimeoutError) or (
        isinstance(error, InvalidResponseError) and error.kind == "text"
    ):
        return True
    status = getattr(error, "status_code", None)
    if not isinstance(status, int):
        return type(error).__name__ in _BROKEN
    if _header(error, "x-should-retry") == "false" or "insufficient_quota" in str(error)[:2_000]:
        return False
    return status in _TEMPORARY or status >= 500  # noqa: PLR2004  (errors of the server)


def requested_pause(error: Exception, now: datetime | None = None) -> float | None:
    """Return the seconds after which the endpoint accepts a retry; None if it names none."""
    if not is_temporary(error):
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


def _send_once(resource: Any, request: Mapping[str, Any], timeout: float) -> Any:
    """Send a request in a thread, and return the data of its response.

    Raises:
        TimeoutError: The response had not come to its end in time.
        Exception: The error of the client.
    """
    done: queue.SimpleQueue[tuple[Any, Exception | None]] = queue.SimpleQueue()

    def attempt() -> None:
        try:
            done.put((_created(resource, request, timeout), None))
        except Exception as error:  # noqa: BLE001  (raised again below)
            done.put((None, error))

    threading.Thread(target=attempt, name="ami-model-call", daemon=True).start()
    try:
        data, error = done.get(timeout=timeout + _GRACE)
    except queue.Empty:
        http_client = getattr(getattr(resource, "_client", None), "_client", None)
        getattr(http_client, "interrupt", lambda: None)()
        raise TimeoutError("the answer had not come to its end") from None
    if error is not None:
        raise _without_frames(error)
    return data


def _without_frames(error: Exception) -> Exception:
    """Return an error of another thread without the frames of its chain, which tell a reader nothing."""
    link: BaseException | None = error
    while link is not None:
        link.__traceback__ = None
        link = link.__cause__ or link.__context__
    return error


def _created(resource: Any, request: Mapping[str, Any], timeout: float) -> Any:
    raw = getattr(resource, "with_raw_response", None)
    if raw is None:
        return resource.create(timeout=timeout, **request)
    response = raw.create(timeout=timeout, **request).http_response
    return parse_body(response.content.decode("utf-8", "replace"))


def _header(error: Exception, name: str) -> str:
    headers = getattr(getattr(error, "response", None), "headers", None) or {}
    return str(headers.get(name) or "").strip()
