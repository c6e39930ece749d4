"""Times in steering files, and the ids that are computed from them.

Pure. It must never know the format of a file.
"""

from __future__ import annotations

import re
from datetime import datetime, timezone

ID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
"""The form of an id."""

_AT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")


def is_time(text: str) -> bool:
    """Return whether a text is a time in the form of the file, such as ``2026-01-31T08:15:00.123Z``."""
    return time_of(text) is not None


def time_of(text: str) -> datetime | None:
    """Return the time in a text of the form ``2026-01-31T08:15:00.123Z``; None if the text has another form."""
    try:
        return datetime.fromisoformat(text[:-1]).replace(tzinfo=timezone.utc) if _AT.fullmatch(text) else None
    except ValueError:
        return None


def stamp(at: str) -> str:
    """Return the beginning of the ids that are made at a time, zeros if the text is no time."""
    moment = time_of(at)
    text = f"{max(0, round(moment.timestamp() * 1000)) if moment else 0:012x}"
    return f"{text[:8]}-{text[8:]}"


def moment_of(fact_id: str) -> str:
    """Return the time of a fact from its id, UTC, ISO 8601 with milliseconds; empty if the id is malformed."""
    if not ID.fullmatch(fact_id):
        return ""
    seconds, rest = divmod(int(fact_id[:8] + fact_id[9:13], 16), 1000)
    try:
        made = datetime.fromtimestamp(seconds, timezone.utc).replace(microsecond=rest * 1000)
    except (OverflowError, OSError, ValueError):
        return ""
    return made.isoformat(timespec="milliseconds").replace("+00:00", "Z")
