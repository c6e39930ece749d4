"""The client of one model: sends requests, counts tokens and money, and reports each call.

This module knows the address and the key of an endpoint, the cost of a call, and the name of an error. It must never
know a prompt, a tool or a page. The teacher, the choice of an element, the reader of instructions and the embeddings
all use it.

Rules:

* ``openai`` is imported, and the connection is built, at the first request: the import takes a second.
* Each request is one call, with its retries. A failed request is a call too, without tokens.
* If the endpoint counts no tokens, they are estimated.
* The API key never leaves this module: ``redact`` removes it from every text of an error.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit, urlunsplit

from pytest_ami.engine.secrets.redaction import redact
from pytest_ami.model.errors import TeacherError
from pytest_ami.model.outcome import Usage
from pytest_ami.model.printable import as_argument

from .completion import Completion, read_completion, read_vectors
from .endpoint import RequestLimits, connect, send
from .endpoint_errors import diagnosis
from .prices import LISTED, Price, cost, price_of
from .prompt_text import fold, tokens

if TYPE_CHECKING:
    from pytest_ami.lexicon.embedding import Vector

_DEFAULT_URL = "https://api.openai.com/v1"


@dataclass(frozen=True, slots=True)
class ModelCall:
    """One request to a model and its result.

    Attributes:
        model: Name of the model.
        messages: Messages of the request.
        completion: The answer; None if the request failed.
        problem: Error of the client if the request failed, else empty.
        usage: Cost of the call.
        purpose: ``move``, ``choose``, ``read`` or ``embed``.
        priced: Whether the price of the model is known.
    """

    model: str
    messages: list[dict[str, Any]]
    completion: Completion | None
    problem: str
    usage: Usage
    purpose: str = "move"
    priced: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelOptions:
    """Options of a model that do not depend on its endpoint.

    Attributes:
        prices: Prices of models by name.
        languages: Languages in which the teacher asks for aliases of the task.
        listener: Receives each call, failed ones included.
    """

    prices: Mapping[str, Price] = field(default_factory=lambda: LISTED)
    languages: tuple[str, ...] = ()
    listener: Callable[[ModelCall], None] | None = None


class ModelClient:
    """Sends requests to one model of one endpoint.

    Attributes:
        model: Name of the model, as the endpoint knows it.
        limits: Time limits of a request.
        options: Prices, languages and listener.
        spent: Cost of all calls so far, failed ones included.

    Args:
        model: Name of the model, as the endpoint knows it.
        base_url: Address of the endpoint; default ``OPENAI_BASE_URL``, or else the address of OpenAI.
        api_key: Key; default ``OPENAI_API_KEY``. An endpoint of your own may need none.
        limits: Time limits of a request.
        options: Prices, languages and listener.
        client: A client to use instead of a new one; it keeps its own address and key.
    """

    def __init__(
        self,
        model: str,
        *,
        base_url: str | None = None,
        api_key: str | None = None,
        limits: RequestLimits | None = None,
        options: ModelOptions | None = None,
        client: Any = None,
    ) -> None:
        self.model = model
        self.limits = limits or RequestLimits()
        self.options = options or ModelOptions()
        self.spent = Usage()
        self._price = price_of(model, self.options.prices)
        self._base_url = base_url or os.environ.get("OPENAI_BASE_URL") or None
        self._api_key = api_key
        self._custom = client
        self._client: Any = None

    def complete(self, request: Mapping[str, Any], purpose: str = "move") -> Completion:
        """Send one chat request and return the answer.

        Args:
            request: Arguments of ``chat.completions.create`` without the model; ``messages`` among them.
            purpose: Purpose of the call, for its record.

        Raises:
            TeacherError: There is no client or no key.
            Exception: The request failed; ``explain`` makes a ``TeacherError`` of it.
        """
        completions = self._connected().chat.completions
        return self._call(completions, request, read_completion, request["messages"], purpose)

    def embed(self, texts: Sequence[str]) -> list[Vector]:
        """Return one vector for each text.

        Raises:
            TeacherError: There is no client or no key.
            Exception: The request failed, or the number of vectors is wrong.
        """
        vectors: list[Vector] = []

        def read(data: Any) -> Completion:
            completion = read_completion(data)
            vectors[:] = read_vectors(data)
            if len(vectors) != len(texts):
                raise ValueError(f"{len(texts)} texts were sent and {len(vectors)} vectors came back")
            return replace(completion, content=f"{len(vectors)} vectors")

        messages = [{"role": "user", "content": "\n".join(texts)}]
        request = {"input": list(texts), "encoding_format": "float"}
        self._call(self._connected().embeddings, request, read, messages, "embed")
        return vectors

    def close(self) -> None:
        """Close the connections, unless the client is a custom one; the next request opens them again."""
        if self._client is not None and self._custom is None:
            self._client.close()
        self._client = None

    @property
    def url(self) -> str:
        """Address of the endpoint, without user, password and query."""
        client = self._client if self._client is not None else self._custom
        parts = urlsplit(str(getattr(client, "base_url", "") or self._base_url or _DEFAULT_URL))
        return urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], parts.path.rstrip("/"), "", ""))

    def redact(self, text: str) -> str:
        """Return ``text`` without the API key."""
        keys = (self._api_key, getattr(self._client, "api_key", None), os.environ.get("OPENAI_API_KEY"))
        return redact(text, {key: "[key]" for key in keys if isinstance(key, str) and key})

    def explain(self, error: Exception) -> TeacherError:
        """Return the error for users: what failed, why, the evidence, and a command that checks the endpoint."""
        what, why = diagnosis(error, self.limits.timeout, self.limits.patience)
        status, limits = getattr(error, "status_code", None), self.limits
        shown = fold(self.redact(str(error)[:5_000]), 300)
        evidence = [
            f"endpoint: {self.url}",
            f"answer: {f'HTTP {status}, ' if status else ''}{type(error).__name__}: {shown}",
            f"limits: {limits.timeout:g} s for one attempt, {limits.retries} retries, {limits.patience:g} s in all",
        ]
        check = f'curl -sS -m 10 -H "Authorization: Bearer $OPENAI_API_KEY" {as_argument(f"{self.url}/models")}'
        return TeacherError(f"The model {self.model} {what}", why=why, evidence=evidence, run=check)

    def _call(
        self,
        resource: Any,
        request: Mapping[str, Any],
        read: Callable[[Any], Completion],
        messages: list[dict[str, Any]],
        purpose: str,
    ) -> Completion:
        start = time.perf_counter()
        try:
            completion = send(resource, {"model": self.model, **request}, self.limits, read)
        except Exception as error:
            usage = Usage(calls=1, seconds=time.perf_counter() - start)
            self._record(ModelCall(self.model, messages, None, self.redact(str(error)[:2_000]), usage, purpose))
            raise
        usage = self._usage(completion, messages, time.perf_counter() - start)
        self._record(ModelCall(self.model, messages, completion, "", usage, purpose))
        return completion

    def _usage(self, completion: Completion, messages: list[dict[str, Any]], seconds: float) -> Usage:
        prompt, answer, total = completion.prompt_tokens, completion.completion_tokens, completion.total_tokens
        if not total:
            prompt, answer = _tokens_of(messages), tokens(completion.content)
            answer += sum(tokens(name + arguments) for name, arguments in completion.calls)
        money = cost(self._price, prompt, answer)
        return Usage(calls=1, tokens=total or prompt + answer, seconds=seconds, money=money)

    @property
    def unpriced(self) -> int:
        """Number of calls whose cost is not known, because the price of the model is not."""
        return self.spent.calls if self._price is None else 0

    def _record(self, call: ModelCall) -> None:
        self.spent += call.usage
        if self.options.listener is not None:
            self.options.listener(replace(call, priced=self._price is not None))

    def _connected(self) -> Any:
        if self._client is not None:
            return self._client
        if self._custom is not None:
            configure = getattr(self._custom, "with_options", None)
            self._client = configure(timeout=self.limits.timeout, max_retries=0) if configure else self._custom
            return self._client
        key = self._api_key or os.environ.get("OPENAI_API_KEY") or ("unused" if self._base_url else None)
        try:
            self._client = connect(self._base_url, key, self.limits.timeout)
        except ImportError as error:
            raise TeacherError(
                f"The model {self.model} cannot be asked: the openai client is not installed",
                why="The module openai cannot be imported.",
                evidence=[f"endpoint: {self.url}", f"{type(error).__name__}: {error}"],
                run="pip install openai",
            ) from error
        except Exception as error:
            if key:
                raise self.explain(error) from error
            raise TeacherError(
                f"The model {self.model} cannot be asked: there is no API key",
                why="Neither a key nor OPENAI_API_KEY is set, and no endpoint of your own (OPENAI_BASE_URL).",
                evidence=[f"endpoint: {self.url}"],
                run="export OPENAI_API_KEY=<your key>",
            ) from error
        return self._client


ONCE = RequestLimits(timeout=30.0, retries=1, patience=45.0)
"""The limits of one small question beside a lesson."""


def ask_once(
    messages: list[dict[str, Any]],
    purpose: str,
    most: int,
    *,
    model: str,
    failed: tuple[str, str],
    client: Any = None,
    options: ModelOptions | None = None,
) -> str:
    """Ask a model one question, and return the text of its answer.

    Args:
        messages: The question.
        purpose: Its purpose, for the record of the call.
        most: Most tokens of the answer.
        model: Name of the model.
        failed: The failure and its effect, for the error.
        client: A client to use instead of a new one by ``OPENAI_BASE_URL`` and ``OPENAI_API_KEY``.
        options: Prices, and the listener that receives the call.

    Raises:
        TeacherError: The request failed.
    """
    endpoint = ModelClient(model, limits=ONCE, options=options, client=client)
    try:
        return endpoint.complete({"messages": messages, "max_completion_tokens": most}, purpose).content
    except Exception as error:
        raise TeacherError(
            failed[0],
            why=failed[1],
            evidence=[fold(f"{type(error).__name__}: {endpoint.redact(str(error))}", 200)],
            run="ami doctor",
        ) from error
    finally:
        endpoint.close()


def _tokens_of(messages: list[dict[str, Any]]) -> int:
    texts: list[str] = []
    for message in messages:
        parts = message["content"]
        texts += [parts] if isinstance(parts, str) else [part.get("text", "") for part in parts]
    return sum(tokens(text) for text in texts)
