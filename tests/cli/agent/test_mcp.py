"""`ami mcp` without its extra, and its tools as JSON."""

from __future__ import annotations

from pathlib import Path
from unittest import mock

import pytest

from tests.support.commands import data, run


def test_without_the_extra_the_error_says_what_to_install(project: Path) -> None:
    with mock.patch("pytest_ami.cli.agent.serve.find_spec", return_value=None):
        result = run("mcp")

    assert result.exit_code == 1
    assert "why:" in result.output
    assert "missing: mcp" in result.output
    assert "pip install 'pytest-ami[mcp]'" in result.output


@pytest.mark.parametrize("options", [(), ("--project", ".")])
def test_the_tools_are_printed_as_json(project: Path, options: tuple[str, ...]) -> None:
    tools = data("mcp", *options)

    assert [tool["name"] for tool in tools][:2] == ["list_flows", "read_evidence"]
    assert all(tool["schema"]["additionalProperties"] is False for tool in tools)
