"""The runs of a test as its properties: JUnit XML holds them, and so does every report that shows properties.

It knows runs as plain data. It must never know a file.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .costs import compared

if TYPE_CHECKING:
    from collections.abc import Sequence


def properties(runs: Sequence[dict[str, Any]]) -> list[tuple[str, object]]:
    """Return the properties of a test, in the form of ``record_property``; none if no flow ran.

    Args:
        runs: As ``run_to_dict`` returns them.
    """
    if not runs:
        return []
    found: list[tuple[str, object]] = [
        ("ami_outcome", ",".join(run["outcome"] for run in runs)),
        ("ami_version", ",".join(str(run["version"]) for run in runs)),
        ("ami_heals", sum(len(run["healed"]) for run in runs)),
        ("ami_model_calls", sum(run["model_calls"] for run in runs)),
        ("ami_seconds", round(sum(run["seconds"] for run in runs), 3)),
    ]
    costs = compared(runs)
    if costs is not None:
        saved = costs.saved
        found += [("ami_saved_seconds", round(saved.seconds, 3)), ("ami_saved_calls", saved.calls)]
        found += [("ami_saved_money", round(saved.money, 6))] if saved.money else []
    return found
