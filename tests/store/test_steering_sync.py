"""Steering files of versions that never run again: one that cannot be removed is a warning, or an error for people."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from pytest_ami.model.errors import StoreError
from pytest_ami.store.steering.folder import SteeringFile
from pytest_ami.store.steering_sync import SteeringSync
from pytest_ami.store.warnings import AmiWarning


def syncing(folder: Path, mark: str = "") -> SteeringSync:
    """Return the steering files of a store that has one, of a version with a mark, or of one that is not here."""
    file = SteeringFile(folder, "pay.yaml", "pay", "w1", (), (0, 0, ""))
    known = {"w1": SimpleNamespace(marked=mark)} if mark else {}
    lineages = SimpleNamespace(by_id=known, current=lambda _: None)
    knowledge: Any = SimpleNamespace(lineages=lambda: lineages, declared={"pay": file})
    steering: Any = SimpleNamespace(locked=nullcontext, forget=lambda: None, folder=folder)
    nothing: Any = None
    return SteeringSync(steering, knowledge, nothing, nothing, nothing)


def test_a_file_that_cannot_be_removed_is_a_warning_or_an_error(tmp_path: Path) -> None:
    (tmp_path / "pay.yaml").mkdir()  # a folder cannot be removed like a file
    sync = syncing(tmp_path, "id of a verdict")
    with pytest.warns(AmiWarning, match=r"pay\.yaml cannot be removed"):
        assert sync.write_files(["pay"], strict=False) == []
    with pytest.raises(StoreError) as caught:
        sync.write_files(["pay"], strict=True)
    assert caught.value.run == f'rm "{tmp_path}/pay.yaml"'


def test_a_file_of_a_version_that_the_store_does_not_have_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "pay.yaml").write_text("task_pattern: pay", "utf-8")
    assert syncing(tmp_path).write_files(["pay"], strict=True) == []
    assert (tmp_path / "pay.yaml").exists()
