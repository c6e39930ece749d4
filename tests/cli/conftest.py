"""Where the command `ami` is tried: an empty project."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from pytest_ami.model.settings import CI_VARIABLES


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder: a project with an empty pytest.ini, and no setting from outside."""
    for name in os.environ:
        if name.startswith(("AMI_", "OPENAI_")) or name in CI_VARIABLES:
            monkeypatch.delenv(name)
    here = tmp_path / "project"
    here.mkdir()
    (here / "pytest.ini").write_text("[pytest]\n", "utf-8")
    monkeypatch.chdir(here)
    return here
