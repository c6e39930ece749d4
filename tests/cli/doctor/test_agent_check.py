"""The finding about coding agents: only where a client of the project starts `ami mcp`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from pytest_ami.cli.doctor import agent_check

OURS = {"command": ".venv/bin/ami", "args": ["mcp"]}


def write(root: Path, name: str, read: Any) -> None:
    (root / name).parent.mkdir(exist_ok=True)
    (root / name).write_text(read if isinstance(read, str) else json.dumps(read), "utf-8")


@pytest.mark.parametrize(
    "read",
    [
        None,
        "{",
        "[1]",
        {"mcpServers": [1]},
        {"mcpServers": {"x": 1}},
        {"mcpServers": {"x": {"command": "npx", "args": ["mcp"]}}},
        {"mcpServers": {"x": {"command": "ami", "args": ["list"]}}},
    ],
)
def test_nothing_is_said_where_nobody_asks_for_it(tmp_path: Path, read: Any) -> None:
    if read is not None:
        write(tmp_path, ".mcp.json", read)

    assert list(agent_check.examine(tmp_path)) == []


@pytest.mark.parametrize("name", agent_check.FILES)
def test_a_missing_package_is_a_problem_where_a_client_starts_the_server(tmp_path: Path, name: str) -> None:
    write(tmp_path, name, {"servers" if "vscode" in name else "mcpServers": {"flows": OURS}})

    (there,) = agent_check.examine(tmp_path)
    with mock.patch("pytest_ami.cli.doctor.agent_check.find_spec", return_value=None):
        (missing,) = agent_check.examine(tmp_path)

    assert (there["state"], missing["state"]) == ("ok", "problem")
    assert "pytest-ami[mcp]" in json.dumps(missing)
    assert name in json.dumps(missing)
