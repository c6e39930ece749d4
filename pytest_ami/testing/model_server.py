"""An OpenAI-compatible endpoint on this machine, for tests and demonstrations without a model.

This module knows the wire format and can misbehave on request. It must never know what to answer: the
policy reads the prompt, like a model. Run it by itself with ``python -m pytest_ami.testing.model_server
--port 0``.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import math
import sys
import threading
import time
from collections.abc import Callable, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from .model_policy import Call, answers

Policy = Callable[[Sequence[dict[str, Any]], Sequence[dict[str, Any]]], "Call | Sequence[Call]"]

_GARBAGE = (
    '{"tool": "fly", "arguments": {"element": "e9999"}}',
    "",
    "{{{ not json",
    "As a language model, I think so.",
)
_VECTOR = 64
_PICTURE = 800


class ModelServer:
    """A chat, embeddings and models endpoint on 127.0.0.1; a context manager.

    Every switch returns the server, so that they can be chained, and stays until it is used up or ``reset``.

    Attributes:
        model: Name of the model it offers; others are answered as well.
        requests: Bodies of all POST requests, oldest first.
        calls: How many chat requests were received, refused ones included.

    Args:
        port: Port, 0 for a free one.
        policy: Who answers; without one, the policy that reads the prompt.
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
        self._woken.set()
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
        self._flaky: tuple[int, int] = (0, 429)
        self._garbage = 0
        self._style = "tools"
        self._cut = False
        self._refused: tuple[int, str] | None = None
        self._woken = threading.Event()
        return self

    def slow(self, seconds: float) -> ModelServer:
        """Answer after ``seconds``."""
        self._delay = seconds
        return self

    def flaky(self, times: int, status: int = 429) -> ModelServer:
        """Refuse the next ``times`` requests with ``status``, asking for a pause of a few milliseconds."""
        self._flaky = (times, status)
        return self

    def garbage(self, times: int) -> ModelServer:
        """Answer the next ``times`` questions with nonsense."""
        self._garbage = times
        return self

    def json_only(self) -> ModelServer:
        """Answer with a JSON object as text and refuse requests with tools."""
        self._style = "json"
        return self

    def prose(self) -> ModelServer:
        """Answer in prose around a fenced JSON object, without tool calls."""
        self._style = "prose"
        return self

    def truncated(self) -> ModelServer:
        """Cut every answer off in the middle."""
        self._cut = True
        return self

    def refusing(self, status: int, message: str) -> ModelServer:
        """Refuse every chat request with ``status`` and ``message``, such as 401."""
        self._refused = (status, message)
        return self

    # -- answers ------------------------------------------------------------------------------------------

    def respond(self, path: str, body: dict[str, Any]) -> tuple[int, dict[str, str], dict[str, Any]]:
        """Return status, extra headers and body for a POST request."""
        chat = path.endswith("/chat/completions")
        with self._lock:
            self.requests.append(body)
            self.calls += chat
            times, status = self._flaky
            self._flaky = (max(times - 1, 0), status)
        if self._delay:
            self._woken.wait(self._delay)
        if times:
            return status, {"retry-after-ms": "5"}, _error(f"Try again, {times} more times.")
        if path.endswith("/embeddings"):
            return 200, {}, _embeddings(body)
        if not chat:
            return 404, {}, _error(f"There is nothing at {path}.")
        if self._refused:
            return self._refused[0], {}, _error(self._refused[1])
        if self._style == "json" and body.get("tools"):
            return 400, {}, _error("This model does not support tools.")
        return 200, {}, self._completion(body)

    def _completion(self, body: dict[str, Any]) -> dict[str, Any]:
        with self._lock:
            nonsense, self._garbage = self._garbage, max(self._garbage - 1, 0)
            number = self.calls
        given = self._policy(body.get("messages") or [], body.get("tools") or [])
        calls = [given] if isinstance(given, Call) else list(given)
        message: dict[str, Any] = {"role": "assistant", "content": None}
        if nonsense:
            message["content"] = _GARBAGE[nonsense % len(_GARBAGE)]
        elif self._style == "tools":
            message["tool_calls"] = [
                {"id": f"call_{number}_{i}", "type": "function", "function": self._function(call)}
                for i, call in enumerate(calls)
            ]
        else:
            call = calls[0]
            arguments = json.dumps(call.arguments, ensure_ascii=False)
            text = f'{{"tool": "{call.name}", "arguments": {arguments}}}'
            if self._style == "prose":
                text = f"The page {{as I see it}} needs this next:\n\n```json\n{text}\n```\nThen we shall see."
            message["content"] = text[: len(text) // 2] if self._cut else text
        end = "length" if self._cut else "tool_calls" if "tool_calls" in message else "stop"
        asked = _size(body.get("messages") or [])
        said = len(json.dumps(message)) // 4
        return {
            "id": f"chatcmpl-{number}",
            "object": "chat.completion",
            "created": int(time.time()),
            "model": body.get("model", self.model),
            "choices": [{"index": 0, "message": message, "finish_reason": end, "logprobs": None}],
            "usage": {"prompt_tokens": asked, "completion_tokens": said, "total_tokens": asked + said},
        }

    def _function(self, call: Call) -> dict[str, str]:
        arguments = json.dumps(call.arguments, ensure_ascii=False)
        return {"name": call.name, "arguments": arguments[: len(arguments) // 2] if self._cut else arguments}


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
            self._send(200, {}, {"object": "list", "data": [entry]})
        else:
            self._send(404, {}, _error(f"There is nothing at {self.path}."))

    def do_POST(self) -> None:
        raw = self.rfile.read(int(self.headers.get("content-length") or 0))
        try:
            body = json.loads(raw or b"{}")
        except ValueError:
            body = None
        if not isinstance(body, dict):
            self._send(400, {}, _error("The body is not a JSON object."))
            return
        self._send(*self.server.owner.respond(self.path, body))

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002  (the name is the library's)
        """Say nothing."""

    def _send(self, status: int, headers: dict[str, str], body: dict[str, Any]) -> None:
        data = json.dumps(body, ensure_ascii=False).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(data)))
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)
        self.wfile.flush()


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
