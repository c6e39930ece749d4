"""docs/store.md and the schema cannot disagree: every table, view and column, with its type, and what it means."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

import pytest

from pytest_ami.store.duckdb import catalogue
from pytest_ami.store.facts import Kind
from pytest_ami.store.workflow_store import WorkflowStore

PAGE = Path(__file__).parents[2].joinpath("docs", "store.md").read_text("utf-8")
SECTION = re.compile(r"^### `(\w+)`(?:: ([^\n]+))?\n(.*?)(?=^##|\Z)", re.MULTILINE | re.DOTALL)
ABOVE = re.compile(r"^`([\w, ]+)` as ", re.MULTILINE)
ROW = re.compile(r"^\| (`.+?) \| (.*?) \| (.+?) \|$", re.MULTILINE)
SHARED = {"happened": "TIMESTAMP", "attempt": "INTEGER"}
"""Types of the columns that are told of once, at ``facts``; the others are text."""


class Section(NamedTuple):
    text: str
    columns: dict[str, str]


def sections() -> dict[str, Section]:
    """The contents of the page: for each table or view its text, and its columns with their types."""
    found = {}
    for name, text, body in SECTION.findall(PAGE):
        columns = {one: SHARED.get(one, "VARCHAR") for names in ABOVE.findall(body) for one in names.split(", ")}
        for names, kinds, meaning in ROW.findall(body):
            assert meaning.strip(), (name, names)
            each, types = re.findall(r"`(\w+)`", names), kinds.split(", ")
            types = types * len(each) if len(types) == 1 else types
            columns.update(zip(each, types, strict=True))
        found[name] = Section(text, columns)
    return found


@pytest.mark.parametrize("name", catalogue._everything())
def test_every_column_is_told_of_with_its_type(name: str) -> None:
    real, told = catalogue._everything()[name], sections()
    assert name in told, f"docs/store.md has no section for {name}"
    assert told[name].columns == dict(real.columns)
    assert real.text
    if told[name].text:
        assert told[name].text == real.text


def test_the_page_tells_of_nothing_else() -> None:
    assert set(sections()) == {*catalogue._everything()}


def test_every_kind_of_fact_is_told_of() -> None:
    kinds = re.findall(r"^\| `(\w+)` \|", PAGE.partition("## Facts")[2].partition("\n## ")[0], re.MULTILINE)
    assert sorted(kinds) == sorted(kind.value for kind in Kind)


def test_the_store_knows_its_views(tmp_path: Path) -> None:
    found = WorkflowStore(tmp_path).views
    assert found["success"].text == "success rate of each version"
    assert found["success"].columns["rate"] == "DOUBLE"
    assert "facts" not in found
    assert not list(tmp_path.iterdir())
