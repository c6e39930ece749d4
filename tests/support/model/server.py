"""An OpenAI-compatible endpoint on this machine, for tests and demonstrations without a model.

This module knows the wire format and can misbehave on request. It must never know what to answer: the
policy reads the prompt, like a model. Run it by itself with ``python -m tests.support.model.server
--port 0``.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import math
import re
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from .manners import DRESSES, FLOODS, LACKS, MALICE, STRAYING, Lack, Raw
from .policy import Call, answers

Policy = Callable[[Sequence[dict[str, Any]], Sequence[dict[str, Any]]], "Call | Sequence[Call] | str"]

_GARBAGE = (
    '{"tool": "fly", "arguments": {"element": "e9999"}}',
    "",
    "{{{ not json",
    "As a language model, I think so.",
)
HOSTILE = {**MALICE, **STRAYING, **FLOODS}
_VECTOR = 64
_PICTURE = 800


class ModelServer:
    """A chat, embeddings and models endpoint on 127.0.0.1; a context manager.

    Every switch returns the server, so that they can be chained, and stays until it is used up or ``reset``.

    Attributes:
        model: Name of the model it offers; others are answered as well.
        requests: Bodies of all POST requests, oldest first.
        calls: How many chat requests were received, refused ones included.
        woken: Set when it stops, so that nothing goes on waiting.

    Args:
        port: Port, 0 for a free one.
        policy: Who answers; without one, the policy that reads the prompt. A text is sent as it is, without a call.
    """

    model = "ami-local"

    def __init__(self, port: int = 0, *, policy: Policy = answers) -> None:
        self.requests: list[dict[str, Any]] = []
        self.calls = 0
        self._policy = policy
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._http = _Http(("127.0.0.1", port), _Handler)
        self._http.owner = self
        self.reset()

    @property
    def base_url(self) -> str:
        """Return the address to give to a client."""
        return f"http://127.0.0.1:{self._http.server_address[1]}/v1"

    def start(self) -> ModelServer:
        """Serve in a thread of its own, which ends with the process at the latest."""
        self._thread = threading.Thread(target=self._http.serve_forever, args=(0.02,), daemon=True)
        self._thread.start()
        return self

    def stop(self) -> None:
        """Stop serving and free the port."""
        self.woken.set()
        if self._thread is not None:
            self._http.shutdown()
            self._thread.join()
            self._thread = None
        self._http.server_close()

    def __enter__(self) -> ModelServer:  # noqa: PYI034  (typing.Self is newer than our oldest Python)
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()

    # -- switches -----------------------------------------------------------------------------------------

    def reset(self) -> ModelServer:
        """Turn all switches off; ``requests`` and ``calls`` stay."""
        self._delay = 0.0
        self._flaky: tuple[int, int, dict[str, str]] = (0, 429, {})
        self._garbage = 0
        self._wrong = 0
        self._dress = ""
        self._malice: tuple[str, int] = ("", 0)
        self._lacks: list[Lack] = []
        self._cut = False
        self._raw: Raw | None = None
        self.woken = threading.Event()
        return self

    def slow(self, seconds: float) -> ModelServer:
        """Answer after ``seconds``."""
        self._delay = seconds
        return self

    def flaky(self, times: int, status: int = 429) -> ModelServer:
        """Refuse the next ``times`` requests with ``status``, asking for a pause of a few milliseconds."""
        self._flaky = (times, status, {"retry-after-ms": "5"})
        return self

    def rate_limited(self, times: int, seconds: float | str) -> ModelServer:
        """Refuse the next ``times`` requests, asking for a pause of ``seconds`` or until an HTTP date."""
        self._flaky = (times, 429, {"retry-after": str(seconds)})
        return self

    def garbage(self, times: int) -> ModelServer:
        """Answer the next ``times`` questions with nonsense."""
        self._garbage = times
        return self

    def wrong(self, times: int) -> ModelServer:
        """Name another listed element than the one that is meant, in the next ``times`` answers."""
        self._wrong = times
        return self

    def json_only(self) -> ModelServer:
        """Answer with a JSON object as text and refuse requests with tools."""
        return self.lacking("tools")

    def prose(self) -> ModelServer:
        """Answer in prose around a fenced JSON object, without tool calls."""
        return self.dressed("call_in_fence_and_prose")

    def verbose(self) -> ModelServer:
        """Answer in pages of prose, with a call somewhere in it."""
        return self.dressed("verbose")

    def truncated(self) -> ModelServer:
        """Cut every answer off in the middle."""
        self._cut = True
        return self

    def dressed(self, name: str) -> ModelServer:
        """Send every answer in another shape, a key of ``manners.DRESSES``."""
        DRESSES[name]
        self._dress = name
        return self

    def lacking(self, *names: str) -> ModelServer:
        """Refuse what asks for something of ``manners.LACKS``."""
        self._lacks = [LACKS[name] for name in names]
        return self

    def roomy(self, tokens: int) -> ModelServer:
        """Refuse questions of more than ``tokens`` tokens, a picture counted as 800."""
        text = f"This model's maximum context length is {tokens} tokens. Please reduce the length of the messages."
        self._lacks = [Lack(lambda body: _size(body.get("messages") or []) > tokens, 400, text)]
        return self

    def malicious(self, name: str, times: int = 1_000_000) -> ModelServer:
        """Give the next ``times`` answers out of malice, a key of ``MALICE``, ``STRAYING`` or ``FLOODS``."""
        HOSTILE[name]
        self._malice = (name, times)
        return self

    def refusing(self, status: int, message: str) -> ModelServer:
        """Refuse every chat request with ``status`` and ``message``, such as 401."""
        self._lacks = [Lack(lambda _: True, status, message)]
        return self

    def sending(self, raw: Raw) -> ModelServer:
        """Send this to every chat request, whatever was asked."""
        self._raw = raw
        return self

    # -- answers ------------------------------------------------------------------------------------------

    def respond(self, path: str, body: dict[str, Any]) -> Raw:
        """Return what is sent to a POST request."""
        chat = path.endswith("/chat/completions")
        with self._lock:
            self.requests.append(body)
            self.calls += chat
            times, status, pause = self._flaky
            self._flaky = (max(times - 1, 0), status, pause)
        if self._delay:
            self.woken.wait(self._delay)
        if times:
            return _raw(_error(f"Try again, {times} more times."), status, pause)
        if path.endswith("/embeddings"):
            return _raw(_embeddings(body))
        if not chat:
            return _raw(_error(f"There is nothing at {path}."), 404)
        lack = next((lack for lack in self._lacks if lack.meets(body)), None)
        if lack:
            return _raw(_error(lack.message), lack.status)
        if self._raw:
            return self._raw
        sent = self._completion(body)
        return sent if isinstance(sent, Raw) else _raw(sent)

    def _completion(self, body: dict[str, Any]) -> dict[str, Any] | Raw:
        with self._lock:
            nonsense, self._garbage = self._garbage, max(self._garbage - 1, 0)
            wrong, self._wrong = self._wrong, max(self._wrong - 1, 0)
            (malice, times), number = self._malice, self.calls
            self._malice = (malice, max(times - 1, 0))
        given = self._policy(body.get("messages") or [], body.get("tools") or [])
        calls = [given] if isinstance(given, Call) else [] if isinstance(given, str) else list(given)
        if wrong:
            calls = [_beside(calls[0])]
        completion = _whole(calls, body, number)
        message = completion["choices"][0]["message"]
        if isinstance(given, str):
            message.update(content=given, tool_calls=None)
            return completion
        if times:
            return HOSTILE[malice](completion, body)
        if nonsense:
            message.update(content=_GARBAGE[nonsense % len(_GARBAGE)], tool_calls=None)
            return completion
        dressed = DRESSES[self._dress or ("" if body.get("tools") else "call_as_json")](completion)
        if self._cut and isinstance(dressed, dict):
            _cut_off(dressed)
        return dressed


class _Http(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    owner: ModelServer

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Stay silent when a client hangs up, as one that timed out does."""
        if not isinstance(sys.exc_info()[1], (ConnectionError, TimeoutError, ValueError)):
            super().handle_error(request, client_address)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    wbufsize = -1  # headers and body leave in one write; two writes wait for a delayed ACK, 40 ms each time
    server: _Http

    def do_GET(self) -> None:
        if self.path.rstrip("/").endswith("/models"):
            entry = {"id": ModelServer.model, "object": "model", "created": 0, "owned_by": "local"}
            self._send(_raw({"object": "list", "data": [entry]}))
        else:
            self._send(_raw(_error(f"There is nothing at {self.path}."), 404))

    def do_POST(self) -> None:
        raw = self.rfile.read(int(self.headers.get("content-length") or 0))
        try:
            body = json.loads(raw or b"{}")
        except ValueError:
            body = None
        if not isinstance(body, dict):
            self._send(_raw(_error("The body is not a JSON object."), 400))
            return
        self._send(self.server.owner.respond(self.path, body))

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002  (the name is the library's)
        """Say nothing."""

    def _send(self, raw: Raw) -> None:
        self.send_response(raw.status)
        self.send_header("content-type", raw.content_type)
        for name, value in raw.headers:
            self.send_header(name, value)
        if raw.again is None:
            self.send_header("content-length", str(len(raw.body)))
        else:
            self.send_header("connection", "close")
        self.end_headers()
        self.wfile.write(raw.body)
        self.wfile.flush()
        while raw.again is not None and not self.server.owner.woken.wait(raw.again):
            self.wfile.write(raw.body)
            self.wfile.flush()


def _raw(body: dict[str, Any], status: int = 200, headers: Mapping[str, str] | None = None) -> Raw:
    return Raw(json.dumps(body, ensure_ascii=False).encode(), status=status, headers=tuple((headers or {}).items()))


def _whole(calls: Sequence[Call], body: dict[str, Any], number: int) -> dict[str, Any]:
    """Return a completion with tool calls, as the format's own server sends it."""
    told = [
        {
            "id": f"call_{number}_{i}",
            "type": "function",
            "function": {"name": call.name, "arguments": json.dumps(call.arguments, ensure_ascii=False)},
        }
        for i, call in enumerate(calls)
    ]
    message: dict[str, Any] = {"role": "assistant", "content": None, "tool_calls": told}
    asked, said = _size(body.get("messages") or []), len(json.dumps(message)) // 4
    return {
        "id": f"chatcmpl-{number}",
        "object": "chat.completion",
        "created": int(time.time()),
        "model": body.get("model", ModelServer.model),
        "choices": [{"index": 0, "message": message, "finish_reason": "tool_calls", "logprobs": None}],
        "usage": {"prompt_tokens": asked, "completion_tokens": said, "total_tokens": asked + said},
    }


def _cut_off(completion: dict[str, Any]) -> None:
    """Cut an answer off in the middle, as a limit of tokens does."""
    choice = completion["choices"][-1]
    choice["finish_reason"] = "length"
    message = choice["message"]
    if isinstance(message.get("content"), str):
        message["content"] = message["content"][: len(message["content"]) // 2]
    for call in message.get("tool_calls") or ():
        function = call["function"]
        function["arguments"] = function["arguments"][: len(function["arguments"]) // 2]


def _beside(call: Call) -> Call:
    """Return the call for the element after the one that is meant, or before the first."""
    match = re.fullmatch(r"e(\d+)", str(call.arguments.get("element", "")))
    if match is None:
        return call
    number = int(match.group(1))
    return Call(call.name, {**call.arguments, "element": f"e{number - 1 if number > 1 else 2}"})


def _size(messages: list[Any]) -> int:
    """Return about how many tokens messages have; a picture costs the same whatever its bytes."""
    contents = [message.get("content") for message in messages if isinstance(message, dict)]
    parts = [part for content in contents if isinstance(content, list) for part in content]
    pictures = sum(1 for part in parts if isinstance(part, dict) and "image_url" in part)
    texts = [content for content in contents if isinstance(content, str)]
    texts += [str(part.get("text", "")) for part in parts if isinstance(part, dict)]
    return sum(len(text) for text in texts) // 4 + pictures * _PICTURE


def _error(message: str) -> dict[str, Any]:
    return {"error": {"message": message, "type": "invalid_request_error", "param": None, "code": None}}


def _embeddings(body: dict[str, Any]) -> dict[str, Any]:
    given = body.get("input", "")
    texts = given if isinstance(given, list) else [given]
    data = [{"object": "embedding", "index": i, "embedding": vector(str(text))} for i, text in enumerate(texts)]
    used = sum(len(str(text)) for text in texts) // 4
    usage = {"prompt_tokens": used, "total_tokens": used}
    return {"object": "list", "data": data, "model": body.get("model", "hash"), "usage": usage}


def vector(text: str) -> list[float]:
    """Return a unit vector of ``text`` from hashes of its character trigrams: near texts get near vectors."""
    counts = [0.0] * _VECTOR
    padded = f"  {text.lower()} "
    for start in range(len(padded) - 2):
        digest = hashlib.blake2b(padded[start : start + 3].encode(), digest_size=8).digest()
        counts[digest[0] % _VECTOR] += 1.0 if digest[1] % 2 else -1.0
    length = math.sqrt(sum(count * count for count in counts)) or 1.0
    return [count / length for count in counts]


def main(arguments: Sequence[str] | None = None) -> None:
    """Serve until interrupted, after printing the address as an environment variable."""
    parser = argparse.ArgumentParser(description="An OpenAI-compatible endpoint that needs no model.")
    parser.add_argument("--port", type=int, default=0, help="port on 127.0.0.1; 0 takes a free one")
    server = ModelServer(parser.parse_args(arguments).port).start()
    sys.stdout.write(f"OPENAI_BASE_URL={server.base_url}\n")
    sys.stdout.flush()
    try:
        threading.Event().wait()
    except KeyboardInterrupt:
        server.stop()


if __name__ == "__main__":
    main()
