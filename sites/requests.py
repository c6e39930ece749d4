"""Reading requests of a browser: plain forms and JSON bodies."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl

if TYPE_CHECKING:
    from starlette.requests import Request


async def form_of(request: Request) -> dict[str, str]:
    """Return the fields of a plain urlencoded form; of a name sent twice, the last value."""
    # Read without the multipart parser: files travel by upload routes of their own.
    return dict(parse_qsl((await request.body()).decode("utf-8", "replace"), keep_blank_values=True))


async def json_of(request: Request) -> dict[str, Any]:
    """Return the object in a JSON body; anything else counts as empty."""
    try:
        sent = await request.json()
    except (json.JSONDecodeError, UnicodeDecodeError):
        return {}
    return sent if isinstance(sent, dict) else {}
