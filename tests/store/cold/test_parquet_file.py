"""Cold files: facts come back as they were, and a file with another content than its name says is refused."""

from __future__ import annotations

from pathlib import Path

import duckdb
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_ami.model.errors import StoreError
from pytest_ami.store.cold.parquet_file import read, write
from pytest_ami.store.cold.tier import FolderTier
from pytest_ami.store.facts import Fact, Kind, encode
from tests.support.examples import tries


class DictTier:
    """A tier in memory, which may lose or change what it is given."""

    place = "memory"

    def __init__(self, change: bytes | None = None) -> None:
        self.files: dict[str, bytes] = {}
        self.change = change

    def names(self) -> frozenset[str]:
        return frozenset(self.files)

    def get(self, name: str) -> bytes | None:
        return self.files.get(name)

    def put(self, name: str, blob: bytes) -> None:
        self.files[name] = blob if self.change is None else self.change


def fact(task: str, **data: object) -> Fact:
    return Fact(kind=Kind.MEMORY_SESSION.value, run="r", task=task, data=data)


@pytest.mark.slow
@tries("databases")
@given(tasks=st.lists(st.text(max_size=20), min_size=1, max_size=5), value=st.text(max_size=30))
def test_facts_come_back_as_they_were(tasks: list[str], value: str) -> None:
    facts = [fact(task.encode("utf-8", "replace").decode().replace("\0", ""), value=value) for task in tasks]
    tier = DictTier()
    try:
        written = write(tier, facts)
    except StoreError:  # a text that the database refuses stays where it is
        assert "\0" in value
        return
    assert [encode(one) for one in read(tier, written.name)] == [encode(one) for one in facts]


def test_the_same_facts_are_the_same_file(tmp_path: Path) -> None:
    facts = [fact("send email", n=n) for n in range(3)]
    tier = FolderTier(tmp_path)
    assert write(tier, facts) == write(tier, facts[::-1])
    (path,) = tmp_path.iterdir()
    with duckdb.connect() as connection:
        found = connection.execute("SELECT count(*) FROM read_parquet(?) WHERE task = 'send email'", [str(path)])
        assert found.fetchall() == [(3,)]


def test_a_damaged_file_is_written_anew(tmp_path: Path) -> None:
    facts = [fact("send email")]
    tier = FolderTier(tmp_path)
    name = write(tier, facts).name
    for damage in (b"", b"PAR1", (tmp_path / name).read_bytes()[:-1]):
        (tmp_path / name).write_bytes(damage)
        with pytest.raises(StoreError, match="could not be used"):
            read(tier, name)
    write(tier, facts)
    assert read(tier, name) == facts


@pytest.mark.parametrize("change", [b"", b"rubbish"])
def test_a_tier_that_does_not_keep_what_it_got_is_noticed_at_once(change: bytes) -> None:
    with pytest.raises(StoreError, match="could not be used"):
        write(DictTier(change), [fact("send email")])


@pytest.mark.parametrize("name", ["../workflows.duckdb", "x.parquet", "0" * 64 + ".parquet"])
def test_a_name_that_is_none_or_missing_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(StoreError, match="could not be used"):
        read(FolderTier(tmp_path), name)
