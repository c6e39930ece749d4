"""Facts survive their line, journals survive crashes, and bookkeeping never raises."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pytest_ami.store.facts import Fact, Kind, _record, decode, encode, is_newer, new_id, now, seen
from pytest_ami.store.journal import Journal, journals, read
from pytest_ami.store.warnings import AmiWarning

ROOT = Path(__file__).parents[2]
TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)
PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4),
    max_leaves=12,
)
FACTS = st.builds(
    Fact,
    kind=st.sampled_from([kind.value for kind in Kind]) | TEXT.filter(bool),
    run=TEXT,
    worker=TEXT,
    test=TEXT,
    attempt=st.integers(0, 2**31 - 1),
    task=TEXT,
    workflow=TEXT,
    data=st.dictionaries(TEXT, PLAIN, max_size=5),
)


@pytest.mark.slow
@given(FACTS)
@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_a_fact_survives_its_line(fact: Fact) -> None:
    line = encode(fact)
    assert line.count(b"\n") == 1
    assert line.endswith(b"\n")
    assert decode(line) == fact


@pytest.mark.slow
@given(st.binary(max_size=200) | PLAIN.map(lambda value: json.dumps(value).encode()))
@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_what_is_not_a_fact_is_none(line: bytes) -> None:
    assert decode(line) is None


NUMBERS = st.sampled_from(
    [
        "1e400",
        "-1e400",
        "NaN",
        "Infinity",
        "1e-400",
        "-0",
        "-0.0",
        "01",
        "1.",
        ".5",
        str(2**63),
        str(2**64),
        str(10**40),
    ]
)
TEXTS_OF_JSON = st.sampled_from(
    [r"\ud800", r"\ud83d\ude00", r"\udc00\ud800", r"\u0000", r"\x", "\x01", "\x7f", "é", "删"]
)
LINES = st.one_of(
    FACTS.map(encode),
    st.builds(lambda number, text: f'{{"v":1,"a":{number},"b":"{text}","b":2}}'.encode(), NUMBERS, TEXTS_OF_JSON),
    st.builds(lambda text: b'{"v":1,"a":"' + text + b'"}', st.binary(max_size=8)),
    st.sampled_from([1, 60, 400, 100_000]).map(lambda depth: b'{"v":1,"a":' + b"[" * depth + b"]" * depth + b"}"),
)


@pytest.mark.slow
@given(LINES, st.integers(0, 400), st.binary(max_size=2))
@settings(max_examples=500, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_the_fast_reader_reads_what_pythons_reads(line: bytes, at: int, strange: bytes) -> None:
    line = line[:at] + strange + line[at + len(strange) :] if at < len(line) else line

    def refused(_: bytes) -> None:
        raise ValueError

    found = _record(line)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("msgspec.json.decode", refused)
        assert repr(found) == repr(_record(line))


@pytest.mark.slow
@given(FACTS, st.data())
@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_a_cut_line_is_none(fact: Fact, data: st.DataObject) -> None:
    line = encode(fact)[:-1]
    assert decode(line[: data.draw(st.integers(0, len(line) - 1))]) is None


@pytest.mark.parametrize(
    "data",
    ['{"a":NaN}', '{"a":1e999}', '{"a":"\\ud800"}', "[]", '{"a":Infinity}'],
)
def test_what_duckdb_would_refuse_is_refused_here(data: str) -> None:
    line = encode(Fact(kind="step", data={"replace": "me"})).replace(b'{"replace":"me"}', data.encode())
    assert decode(line) is None


def test_data_that_json_cannot_say_is_written_as_near_as_possible() -> None:
    @dataclass
    class Point:
        x: float

    circle: dict[str, object] = {}
    circle["circle"] = circle
    data = {
        "path": Path("a"),
        "nan": float("nan"),
        "point": Point(1.5),
        "kind": Kind.OPERATION,
        "half": "\ud800",
        "circle": circle,
        3: {1},
    }
    fact = decode(encode(Fact(kind="step", data=cast("dict[str, Any]", data))))
    assert fact is not None
    assert {**fact.data, "circle": ...} == {
        "path": "a",
        "nan": "nan",
        "point": {"x": 1.5},
        "kind": "operation",
        "half": "?",
        "circle": ...,
        "3": [1],
    }


def test_ids_grow_also_when_the_clock_steps_back(monkeypatch: pytest.MonkeyPatch) -> None:
    first = [new_id() for _ in range(1000)]
    monkeypatch.setattr("pytest_ami.store.facts.time.time_ns", lambda: 1_000_000_000_000)
    second = [new_id() for _ in range(1000)]
    assert sorted({*first, *second}) == first + second
    assert all(identity[14] == "7" and identity[19] in "89ab" for identity in first + second)


def test_an_id_that_was_seen_is_never_passed_over_but_a_forged_one_is() -> None:
    later = f"{(int(new_id()[:8], 16) + 1):08x}{new_id()[8:]}"  # about a minute ahead
    seen(later)
    assert new_id() > later
    seen("ffffffff-ffff-7fff-bfff-ffffffffffff")
    seen("nonsense")
    assert new_id() < "f"


def test_nothing_is_created_before_the_first_fact(tmp_path: Path) -> None:
    journal = Journal(tmp_path / ".ami", run="r", worker="gw0")
    assert not (tmp_path / ".ami").exists()
    fact = journal.append(Kind.OPERATION, test="t::a", data={"step": 1})
    assert read(journal.path).facts == [fact]
    assert (tmp_path / ".ami" / ".gitignore").read_text() == "*\n"
    (tmp_path / ".ami" / ".gitignore").unlink()
    journal.append(Kind.OPERATION)
    Journal(tmp_path / ".ami", run="r2").append(Kind.OPERATION)
    assert not (tmp_path / ".ami" / ".gitignore").exists()


def test_the_folder_may_be_removed_while_we_run(tmp_path: Path) -> None:
    journal = Journal(tmp_path, run="a/b c", worker="gw0")
    journal.append(Kind.OPERATION)
    journal.path.unlink()
    journal.path.parent.rmdir()
    fact = journal.append(Kind.OPERATION)
    assert read(journal.path).facts == [fact]
    assert list(journals(tmp_path)) == ["a_b_c-gw0.jsonl"]


def test_a_torn_last_line_is_left_for_later(tmp_path: Path) -> None:
    path = tmp_path / "j.jsonl"
    one, two = encode(Fact(kind="step")), encode(Fact(kind="heal"))
    path.write_bytes(one + two[:40])
    first = read(path)
    assert (len(first.facts), first.offset, first.skipped) == (1, len(one), 0)
    path.write_bytes(one + two)
    assert [fact.kind for fact in read(path, first.offset).facts] == ["heal"]


def test_writing_goes_on_after_the_torn_line_of_a_killed_process(tmp_path: Path) -> None:
    journal = Journal(tmp_path, run="r")
    journal.append(Kind.OPERATION)
    with journal.path.open("ab") as file:
        file.write(b'{"v":1,"kind":"st')
    fact = Journal(tmp_path, run="r").append(Kind.HEAL)
    found = read(journal.path)
    assert found.facts[-1] == fact
    assert (len(found.facts), found.skipped) == (2, 1)


def test_garbage_is_counted_and_newer_lines_stay(tmp_path: Path) -> None:
    path = tmp_path / "j.jsonl"
    newer = encode(Fact(kind="step")).replace(b'{"v":1', b'{"v":2')
    assert is_newer(newer)
    path.write_bytes(b"\x00\xff\n\n[]\n" + newer + encode(Fact(kind="step")))
    found = read(path)
    assert (len(found.facts), found.skipped, found.newer) == (1, 2, 1)
    assert found.offset == path.stat().st_size
    assert path.read_bytes().count(b'"v":2') == 1


def test_kinds_are_chosen_without_looking_into_the_others(tmp_path: Path) -> None:
    path = tmp_path / "j.jsonl"
    path.write_bytes(b"".join(encode(Fact(kind=kind.value)) for kind in Kind))
    assert [fact.kind for fact in read(path, 0, [Kind.HEAL, "operation"]).facts] == ["heal", "operation"]


def test_a_journal_that_was_replaced_by_a_shorter_one_is_read_from_its_beginning(tmp_path: Path) -> None:
    path = tmp_path / "j.jsonl"
    path.write_bytes(encode(Fact(kind="step")))
    assert len(read(path, 10_000).facts) == 1
    assert read(tmp_path / "none.jsonl", 5).offset == 0


def test_a_fault_of_the_disk_warns_once_and_loses_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    journal = Journal(tmp_path / "file" / ".ami", run="r")
    with pytest.warns(AmiWarning, match="cannot be written") as record:
        facts = [journal.append(Kind.OPERATION, data={"n": number}) for number in range(3)]
    assert len(record) == 1
    assert journal.unwritten == tuple(facts)
    (tmp_path / "file").unlink()
    facts.append(journal.append(Kind.OPERATION))
    assert read(journal.path).facts == facts
    assert journal.unwritten == ()


def test_a_disk_that_fills_up_in_the_middle_of_a_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    journal = Journal(tmp_path, run="r")
    first = journal.append(Kind.OPERATION)
    write = os.write
    room = iter([7])

    def half(descriptor: int, blob: bytes) -> int:
        for size in room:
            return write(descriptor, blob[:size])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "write", half)
    with pytest.warns(AmiWarning, match="No space"):
        second = journal.append(Kind.OPERATION)
    monkeypatch.undo()
    third = journal.append(Kind.OPERATION)
    assert read(journal.path).facts == [first, second, third]


def test_a_warning_never_becomes_an_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("not a folder")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        Journal(tmp_path / "file" / ".ami", run="r").append(Kind.OPERATION)
    assert "cannot be written" in capsys.readouterr().err


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs SIGKILL")
def test_a_killed_process_loses_nothing_it_has_appended(tmp_path: Path) -> None:
    script = (
        "import sys; from pathlib import Path; from pytest_ami.store.journal import Journal\n"
        "from pytest_ami.store.facts import Kind\n"
        "journal = Journal(Path(sys.argv[1]), run='r')\n"
        "while True: print(journal.append(Kind.OPERATION).id, flush=True)\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", script, str(tmp_path)],
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    ) as process:
        assert process.stdout is not None
        acknowledged = [process.stdout.readline().strip() for _ in range(100)]
        process.kill()
        acknowledged += [line for line in process.stdout.read().split("\n")[:-1] if line]
    found = [fact.id for fact in read(tmp_path / "journal" / "r-main.jsonl").facts]
    assert found[: len(acknowledged)] == acknowledged
    assert len(found) - len(acknowledged) <= 1


def test_times_are_utc_with_milliseconds() -> None:
    assert len(now()) == len("2026-01-31T08:15:00.123Z")
    assert decode(encode(Fact(kind="step", at="2026-13-01T00:00:00.000Z"))) is None
