"""Whether `ami mcp` can start, in a project whose configuration of an editor asks for it; else nothing is examined.

Must never start it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from .environment_checks import CheckResult, ok, problem

FILES = (".mcp.json", ".vscode/mcp.json", ".cursor/mcp.json")
"""The configurations of clients, from the folder of the project (docs/mcp.md)."""


def examine(root: Path) -> Iterator[CheckResult]:
    """Yield a finding if a client of the project starts `ami mcp`.

    Args:
        root: Folder of the project.
    """
    asking = [name for name in FILES if _starts_us(root / name)]
    if not asking:
        return
    if find_spec("mcp") is None:
        yield problem(
            "coding agents", f"{asking[0]} starts ami mcp, and its package is missing", "pip install 'pytest-ami[mcp]'"
        )
    else:
        yield ok("coding agents", f"{', '.join(asking)}: ami mcp")


def _starts_us(file: Path) -> bool:
    try:
        read = json.loads(file.read_text("utf-8"))
    except (OSError, ValueError, RecursionError):
        return False
    servers = (read.get("mcpServers") or read.get("servers")) if isinstance(read, dict) else None
    return any(_is_ours(server) for server in servers.values()) if isinstance(servers, dict) else False


def _is_ours(server: Any) -> bool:
    if not isinstance(server, dict) or not isinstance(server.get("args"), list):
        return False
    return Path(str(server.get("command"))).stem == "ami" and "mcp" in server["args"]
