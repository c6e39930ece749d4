"""The catalogue of SQL tables and views: the meaning of a row of each, and its columns.

Rules of this module:

* Names and types of columns come from the schema itself, never from a list here. docs/store.md explains each column;
  a test compares it with this catalogue.

It knows names. It must never open a store, or know what a fact means.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import NamedTuple

_TABLES = {
    "facts": "one row per fact",
    "heads": "one row per version, without its content",
    "status_index": "summary of the status facts, one row per version and branch",
    "lifecycle": "the outcome of the version fold, one row per version",
    "journals": "one row per journal that was absorbed",
    "schema_version": "one row per migration",
}
_VIEWS = {
    "versions": "one row per version of a workflow",
    "statuses": "status of each version",
    "current": "the version that would run, one row per task",
    "overlays": "versions of feature branches, one row per version",
    "success": "success rate of each version",
    "drifts": "one row per drift",
    "movements": "one row per step that had moved in a green replay",
    "selector_evolution": "locators of each element over time",
    "model_calls": "one row per call",
    "model_lessons": "one row per lesson of a model, with its verified result",
    "model_starts": "verified results by the model that was asked first, one row per model and kind of task",
    "agent_performance": "lessons, cost and success of each model, one row per model and kind of task",
    "forgettings": "one row per forgetting of the memory",
    "known_facts": "the facts without those that were forgotten, with the columns of facts",
    "memory_sessions": "one row per remembered session, with the columns of its fact",
    "memory_pages": "one row per page that was visited",
    "memory_actions": "one row per pair of states of which one led to the other",
    "pruned_entries": "sequences and phrases that were pruned, each with its latest pruning",
    "memory_sequences": "sequences of actions on one state",
    "memory_phrases": "one row per finished task",
    "resting_facts": "facts of the memory that no longer count, and may move to the cold tier",
    "cold_facts": "one row per fact that was moved to the cold tier, and forgetting that moved it",
    "sessions": "one row per run of a task",
    "error_patterns": "wrong steps of a task that have action, role and page in common",
    "path_applications": "one row per run that replayed a stored version",
    "golden_paths": "the way to do a task, one row per task",
    "task_statistics": "numbers of a task, one row per task",
    "task_patterns": "what is known about a task that has succeeded, one row per task",
    "failure_knowledge": "failures with one signature, and what helped",
    "site_profiles": "one row per site",
    "agent_metrics": "one row per model",
    "memory_entries": "one row per entry of the memory",
    "step_annotations": "verdicts of people that stand, one row per session, step and reviewer",
}
_COLUMNS = """
SELECT table_name, column_name, data_type FROM duckdb_columns()
WHERE NOT internal AND schema_name = 'main' ORDER BY table_name, column_index
"""


class SqlView(NamedTuple):
    """A table or view.

    Attributes:
        text: The meaning of a row.
        columns: The type of each column, in order. docs/store.md explains each column.
    """

    text: str
    columns: Mapping[str, str]


def views() -> Mapping[str, SqlView]:
    """Return the views of this version's schema by name."""
    return MappingProxyType({name: view for name, view in _everything().items() if name not in _TABLES})


@cache
def _everything() -> dict[str, SqlView]:
    import duckdb

    from . import schema

    found: dict[str, dict[str, str]] = {}
    with duckdb.connect(":memory:") as connection:
        schema.migrate(connection)
        for name, column, kind in connection.execute(_COLUMNS).fetchall():
            found.setdefault(name, {})[column] = kind
    texts = {**_TABLES, **_VIEWS}
    order = sorted(found, key=lambda name: (list(texts).index(name) if name in texts else len(texts), name))
    return {name: SqlView(texts.get(name, ""), MappingProxyType(found[name])) for name in order}
