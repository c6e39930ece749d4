"""Embeddings from an OpenAI-compatible endpoint, for the memory of pages.

This module must never be imported by a replay or by the store: the ``ami_embedder`` fixture hands the embedder in.
Nothing is downloaded.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pytest_ami.teachers.llm.client import ModelClient
from pytest_ami.teachers.llm.endpoint import RequestLimits

if TYPE_CHECKING:
    from pytest_ami.lexicon.embedding import Vector

MODEL = "text-embedding-3-small"
_AT_ONCE = 128


class OpenAIEmbedder:
    """An ``Embedder`` that asks an endpoint.

    Attributes:
        name: ``openai:<model>``.

    Args:
        model: Name of the model, as the endpoint knows it.
        base_url: Address of the endpoint; default ``OPENAI_BASE_URL``, or else the address of OpenAI.
        api_key: Key; default ``OPENAI_API_KEY``. An endpoint of your own may need none.
        timeout: Seconds for one attempt.
        client: A client to use instead of a new one.
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
        limits = RequestLimits(timeout=timeout, retries=1, patience=3 * timeout)
        self._client = ModelClient(model, base_url=base_url, api_key=api_key, limits=limits, client=client)

    def __call__(self, texts: Sequence[str], /) -> list[Vector]:
        """Return one vector for each text.

        Raises:
            Exception: The request failed; the memory of pages warns and continues without vectors.
        """
        return [
            vector
            for start in range(0, len(texts), _AT_ONCE)
            for vector in self._client.embed(texts[start : start + _AT_ONCE])
        ]

    def close(self) -> None:
        """Close the connections."""
        self._client.close()
