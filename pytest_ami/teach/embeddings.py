"""Embeddings from an OpenAI-compatible endpoint, for the memory of pages.

This module knows the ``openai`` client. It must never be imported by a replay or by the store: whoever wants it hands
it in, as the ``ami_embedder`` fixture does. Nothing is downloaded; ``openai`` is imported at the first question.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pytest_ami.decide.embedding import Vector

MODEL = "text-embedding-3-small"
_AT_ONCE = 128


class OpenAIEmbedder:
    """An ``Embedder`` that asks an endpoint.

    Attributes:
        name: ``openai:<model>``.

    Args:
        model: Name of the model, as the endpoint knows it.
        base_url: Address of the endpoint; without one ``OPENAI_BASE_URL`` or else OpenAI's own.
        api_key: Key; without one ``OPENAI_API_KEY``. An endpoint of one's own may need none.
        timeout: Seconds for one attempt.
        client: A ready client, for tests.
    """

    def __init__(
        self,
        model: str = MODEL,
        *,
        base_url: str | None = None,
        api_key: str | None = None,
        timeout: float = 20.0,
        client: Any = None,
    ) -> None:
        """Connect to nothing yet."""
        self.name = f"openai:{model}"
        self._model = model
        self._base_url = base_url
        self._api_key = api_key
        self._timeout = timeout
        self._client = client

    def __call__(self, texts: Sequence[str], /) -> list[Vector]:
        """Return one vector for each text.

        Raises:
            Exception: Whatever the client raises; the memory of pages warns and does without.
        """
        found: list[Vector] = []
        for start in range(0, len(texts), _AT_ONCE):
            part = list(texts[start : start + _AT_ONCE])
            answer = self._connected().embeddings.create(model=self._model, input=part, encoding_format="float")
            vectors = [entry.embedding for entry in sorted(answer.data, key=lambda entry: entry.index)]
            if len(vectors) != len(part):
                raise ValueError(f"{len(part)} texts were sent and {len(vectors)} vectors came back")
            found += vectors
        return found

    def close(self) -> None:
        """Close the connections."""
        if self._client is not None:
            self._client.close()
            self._client = None

    def _connected(self) -> Any:
        if self._client is None:
            import openai

            base_url = self._base_url or os.environ.get("OPENAI_BASE_URL") or None
            key = self._api_key or os.environ.get("OPENAI_API_KEY") or ("unused" if base_url else None)
            self._client = openai.OpenAI(base_url=base_url, api_key=key, timeout=self._timeout, max_retries=1)
        return self._client
