"""The evidence file of a session: one JSON object for each step, beside the pictures of the run.

Rules of this module:

* A missing file is normal: a replay that was green keeps none.
* A file may come from a stranger (DESIGN law 13). It is read only if it is a regular file within the store, up to a
  limit of its size. A line that is not valid is left out.
* The name of a picture is a file name, never a path.

It knows where evidence is kept. It must never know what a step means.
"""

from __future__ import annotations

import json
import re
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from pytest_ami.model.review.annotation import Session, StepEvidence
from pytest_ami.store.regular_files import open_regular

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

LARGEST = 16 * 1024 * 1024
"""Maximum number of bytes of an evidence file that are read."""

STEPS = "steps.jsonl"
"""Name of the evidence file of a session."""

PICTURES = "pictures"
"""Name of the folder of pictures of a run."""

_NAME = re.compile(r"[0-9A-Za-z][0-9A-Za-z_.-]{0,200}")


def evidence_of(folder: Path, session: Session) -> Mapping[int, StepEvidence]:
    """Return the evidence of a session by number of the step; empty if none was kept.

    Args:
        folder: The ``.ami`` folder.
        session: The session.
    """
    if not (_NAME.fullmatch(session.run) and _NAME.fullmatch(session.id)):
        return {}
    with suppress(OSError), open_regular(folder / "runs" / session.run / session.id / STEPS, folder) as file:
        lines = file.read(LARGEST).split(b"\n")
        found = (one for line in lines if line and (one := parsed(line)) is not None)
        return {one.step: one for one in found}
    return {}


def parsed(line: bytes) -> StepEvidence | None:
    """Return the evidence on a line; None if it is not valid. A field of another type is shown as JSON text."""
    import msgspec

    try:
        data = msgspec.json.decode(line)
    except (ValueError, RecursionError):
        return None
    step = data.get("step") if isinstance(data, dict) else None
    if type(step) is not int or step < 1:
        return None
    given = {name: make(data[name]) for name, make in _FIELDS.items() if data.get(name) is not None}
    return StepEvidence(step=step, **given)


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _phrases(value: Any) -> tuple[str, ...]:
    return tuple(map(_text, value)) if isinstance(value, list) else (_text(value),)


def _number(value: Any) -> float:
    return float(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else 0.0


def _picture(value: Any) -> str:
    return value if isinstance(value, str) and _NAME.fullmatch(value) else ""


_FIELDS: dict[str, Callable[[Any], Any]] = {
    **dict.fromkeys(("action", "target", "value", "url", "thinking", "verdict"), _text),
    **dict.fromkeys(("candidates", "expected", "seen"), _phrases),
    **dict.fromkeys(("seconds", "margin"), _number),
    **dict.fromkeys(("before", "after"), _picture),
}
