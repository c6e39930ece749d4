"""The benchmark of identity says what it needs."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.identity.__main__ import main


def test_without_data_the_benchmark_says_what_it_needs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--pairs", str(tmp_path / "none.jsonl.gz")]) == 2
    assert "no page pairs" in capsys.readouterr().err
