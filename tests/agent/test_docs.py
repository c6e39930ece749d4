"""docs/mcp.md names the tools that there are, and its configurations start the server."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from pytest_ami.agent.desk import AgentDesk
from pytest_ami.agent.tools import tools_of
from pytest_ami.cli.app import ami

PAGE = Path(__file__).parents[2].joinpath("docs", "mcp.md").read_text("utf-8")
BLOCKS = re.findall(r"(\.[\w/.]+\.json)`[^\n]*:\n\n```json\n(.*?)```", PAGE, re.DOTALL)


def test_each_client_has_its_file() -> None:
    assert [file for file, _ in BLOCKS] == [".mcp.json", ".vscode/mcp.json", ".cursor/mcp.json"]
    assert PAGE.count("```json") == len(BLOCKS)


@pytest.mark.parametrize(("file", "block"), BLOCKS)
def test_a_configuration_is_json_that_starts_the_command(file: str, block: str, tmp_path: Path) -> None:
    read = json.loads(block.replace("${workspaceFolder}", str(tmp_path)))

    (servers,) = read.values()
    assert list(read) == ["servers" if "vscode" in file else "mcpServers"]
    server: dict[str, Any] = servers["pytest-ami"]
    assert server["command"] == "ami"
    command, *arguments = server["args"]
    ami.commands[command].make_context(command, arguments)
    assert all(isinstance(value, str) for value in server.get("env", {}).values())


def test_the_page_has_a_row_for_each_tool(desk: AgentDesk) -> None:
    assert re.findall(r"^\| `(\w+)` \|", PAGE, re.MULTILINE) == [tool.name for tool in tools_of(desk)]
