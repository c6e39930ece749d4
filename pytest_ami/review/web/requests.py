"""Values out of requests: numbers, texts and JSON, each checked before a page uses it.

It knows requests. It must never know what a value is for.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from pytest_ami.model.errors import ConfigurationError

if TYPE_CHECKING:
    from starlette.requests import Request

LONGEST = 2_000
"""Characters of a value in an address, at most."""


def text(request: Request, name: str) -> str:
    """Return a text of the query, cut to ``LONGEST`` characters; an empty string if it is missing."""
    return request.query_params.get(name, "")[:LONGEST]


def number(request: Request, name: str, default: int) -> int:
    """Return a whole number of the query; the default if it is missing or no number."""
    found = request.query_params.get(name, "")
    return int(found) if found.isascii() and found.isdigit() and len(found) < 10 else default  # noqa: PLR2004


async def body(request: Request) -> dict[str, Any]:
    """Return the JSON object of a request.

    Raises:
        ConfigurationError: It is none.
    """
    try:
        found = json.loads(await request.body())
    except (ValueError, RecursionError):
        found = None
    if request.headers.get("content-type", "").partition(";")[0] != "application/json" or not isinstance(found, dict):
        raise refused("The request is no JSON object")
    return found


def refused(what: str) -> ConfigurationError:
    """Return the error for a request that this application's pages never send."""
    return ConfigurationError(
        what, why="Only the pages of the review application send such requests.", run="ami review"
    )
