"""What models cost, in dollars.

This module knows list prices and how to read other ones from the settings. It must never know who is asked.
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
        read: Tokens of questions.
        write: Tokens of answers, thoughts included.
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
"""List prices of common models, as public summaries of OpenAI's price list had them in March 2026. They change, and
were never checked against a bill: ``ami_prices`` says what yours cost."""


def parse_prices(text: str) -> dict[str, Price]:
    """Return the prices in a text such as ``my-model=0.25/2, other=1.25/10``, with those that are listed here.

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
                run='--ami-prices="my-model=0.25/2"',
            )
        known[found["model"]] = Price(float(found["read"]), float(found["write"]))
    return known


def price_of(model: str, prices: Mapping[str, Price]) -> Price | None:
    """Return the price of a model, a dated name such as ``gpt-5-mini-2025-08-07`` included; None if it is not known."""
    bare = model.rpartition("/")[2]
    fitting = [name for name in prices if bare == name or bare.startswith(f"{name}-20") or model == name]
    return prices[max(fitting, key=len)] if fitting else None


def cost(price: Price | None, asked: int, said: int) -> float:
    """Return what so many tokens cost, in dollars; 0 where the price is not known.

    Args:
        price: Of the model.
        asked: Tokens of the question.
        said: Tokens of the answer.
    """
    return 0.0 if price is None else (asked * price.read + said * price.write) / 1_000_000
