"""Pictures and steps on disk: stored once, read without trust, without secrets."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_ami.engine.secrets.gate import GATE
from pytest_ami.model.outcome import StepEvidence
from pytest_ami.store.evidence.artifacts import EvidenceReader, EvidenceWriter, _step
from pytest_ami.store.warnings import AmiWarning

PNG = b"\x89PNG\r\n\x1a\n a picture"
STEP = StepEvidence(
    step=1, action="click", target='button "Send"', verdict="drifted", candidates=("a", "b"), margin=2.5,
    expected=("says status Sent",), seconds=0.25, before="0123456789abcdef.webp",
)  # fmt: skip


@pytest.fixture
def writer(tmp_path: Path) -> EvidenceWriter:
    return EvidenceWriter(tmp_path / ".ami", "run-1")


@pytest.fixture
def reader(writer: EvidenceWriter) -> EvidenceReader:
    return EvidenceReader(writer.folder)


def test_steps_come_back_as_they_were_written(writer: EvidenceWriter, reader: EvidenceReader) -> None:
    writer.save_steps("session", [STEP, StepEvidence(step=2)])

    assert reader.steps("run-1", "session") == (STEP, StepEvidence(step=2))
    assert reader.runs() == ["run-1"]


def test_the_same_picture_is_stored_once_under_the_name_of_its_bytes(
    writer: EvidenceWriter, reader: EvidenceReader
) -> None:
    names = {
        writer.keep_picture(PNG),
        writer.keep_picture(PNG),
        EvidenceWriter(writer.folder, "run-1").keep_picture(PNG),
    }

    (name,) = names
    assert [path.name for path in (writer.place / "pictures").iterdir()] == [name]
    assert reader.picture("run-1", name) == PNG


def test_other_bytes_are_no_picture(writer: EvidenceWriter) -> None:
    with pytest.raises(ValueError, match="neither WebP nor PNG"):
        writer.keep_picture(b"<svg onload=alert(1)>")


def test_a_declared_secret_is_not_written(writer: EvidenceWriter) -> None:
    GATE.declare({"token": "s3cr3t-t0ken-value"})
    try:
        writer.save_steps("session", [StepEvidence(step=1, seen=("says status s3cr3t-t0ken-value",))])
    finally:
        GATE.forget()

    assert "{{token}}" in (writer.place / "session" / "steps.jsonl").read_text("utf-8")
    assert "s3cr3t" not in (writer.place / "session" / "steps.jsonl").read_text("utf-8")


def test_a_fault_of_the_disk_is_a_warning(tmp_path: Path) -> None:
    (tmp_path / ".ami").mkdir()
    (tmp_path / ".ami" / "runs").write_text("in the way", "utf-8")

    with pytest.warns(AmiWarning, match="The steps of a run were not kept"):
        EvidenceWriter(tmp_path / ".ami", "run-1").save_steps("session", [STEP])


@pytest.mark.parametrize("name", ["../../secret.png", "0123456789abcdef.svg", "", ".", "x" * 300])
def test_no_name_leads_out_of_the_folder(writer: EvidenceWriter, reader: EvidenceReader, name: str) -> None:
    (writer.folder.parent / "secret.png").write_bytes(PNG)
    writer.keep_picture(PNG)

    assert reader.picture("run-1", name) == b""
    assert reader.steps("run-1", name) == ()
    assert reader.steps(name, "session") == ()


def test_a_link_out_of_the_folder_is_not_followed(
    writer: EvidenceWriter, reader: EvidenceReader, tmp_path: Path
) -> None:
    (tmp_path / "outside.png").write_bytes(PNG)
    writer.keep_picture(PNG)
    (writer.place / "pictures" / "0123456789abcdef.png").symlink_to(tmp_path / "outside.png")

    with pytest.warns(AmiWarning, match="leads out of its folder"):
        assert reader.picture("run-1", "0123456789abcdef.png") == b""


@pytest.mark.parametrize(
    "line",
    [
        b"", b"nonsense", b"[]", b"7", b"{}", b'{"step": "1"}', b'{"step": 1, "seen": "x"}',
        b'{"step": 1, "before": "../../../etc/passwd"}', b'{"step": 1, "seconds": []}', b"[" * 100_000, b"\xff\xfe",
    ],
)  # fmt: skip
def test_a_line_that_is_no_step_is_left_out(line: bytes, writer: EvidenceWriter, reader: EvidenceReader) -> None:
    writer.save_steps("session", [STEP])
    path = writer.place / "session" / "steps.jsonl"
    path.write_bytes(line + b"\n" + path.read_bytes())

    assert reader.steps("run-1", "session") == (STEP,)


_PLAIN: Any = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["step", "seen", "before"]), inner),
    max_leaves=8,
)


@given(_PLAIN)
def test_reading_never_fails(plain: Any) -> None:
    found = _step(json.dumps(plain).encode())

    assert found is None or isinstance(found.step, int)
