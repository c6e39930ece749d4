"""Prices of models in dollars.

This module knows list prices and reads other prices from the settings. It must never know a client.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from pytest_ami.model.errors import ConfigurationError

_ENTRY = re.compile(r"\s*(?P<model>[^=,]+?)\s*=\s*(?P<read>\d+(?:\.\d+)?)\s*/\s*(?P<write>\d+(?:\.\d+)?)\s*")


@dataclass(frozen=True, slots=True)
class Price:
    """Dollars for a million tokens.

    Attributes:
        read: Price of prompt tokens.
        write: Price of answer tokens, thoughts included.
    """

    read: float
    write: float


LISTED: Mapping[str, Price] = {
    "gpt-5": Price(1.25, 10.0),
    "gpt-5-mini": Price(0.25, 2.0),
    "gpt-5-nano": Price(0.05, 0.4),
    "gpt-4.1": Price(2.0, 8.0),
    "gpt-4.1-mini": Price(0.4, 1.6),
    "gpt-4.1-nano": Price(0.1, 0.4),
    "gpt-4o": Price(2.5, 10.0),
    "gpt-4o-mini": Price(0.15, 0.6),
}
"""List prices of common models, from public summaries of OpenAI's price list of March 2026. Prices change, and these
were never checked against a bill: set your own with ``ami_prices``."""


def parse_prices(text: str) -> dict[str, Price]:
    """Return the prices in a text such as ``my-model=0.25/2, other=1.25/10``, together with ``LISTED``.

    Raises:
        ConfigurationError: An entry is not ``model=read/write``.
    """
    known = dict(LISTED)
    for entry in filter(str.strip, text.split(",")):
        found = _ENTRY.fullmatch(entry)
        if found is None:
            raise ConfigurationError(
                f"ami_prices has {entry.strip()!r}, which is no price",
                why="A price is model=read/write, in dollars for a million tokens.",
                evidence=[f"ami_prices is {text!r}"],
                run='--ami-prices="my-model=0.25/2"',
            )
        known[found["model"]] = Price(float(found["read"]), float(found["write"]))
    return known


def price_of(model: str, prices: Mapping[str, Price]) -> Price | None:
    """Return the price of a model, also for a dated name such as ``gpt-5-mini-2025-08-07``; None if it is unknown."""
    bare = model.rpartition("/")[2]
    fitting = [name for name in prices if bare == name or bare.startswith(f"{name}-20") or model == name]
    return prices[max(fitting, key=len)] if fitting else None


def cost(price: Price | None, prompt_tokens: int, completion_tokens: int) -> float:
    """Return the cost of tokens in dollars; 0 if the price is unknown.

    Args:
        price: Price of the model, or None.
        prompt_tokens: Tokens of the request.
        completion_tokens: Tokens of the answer.
    """
    return 0.0 if price is None else (prompt_tokens * price.read + completion_tokens * price.write) / 1_000_000
