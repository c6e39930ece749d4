"""The tests of a project that perform learned flows, as pytest collects them in a process of its own.

Must never import a module of the project.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

_LIST = "pytest_ami.review.performing_tests"


def performing(root: Path, tasks: Sequence[str], arguments: Sequence[str] = ()) -> list[str]:
    """Return the node ids of the tests that perform tasks, as the project itself collects them.

    Args:
        root: Folder of the project.
        tasks: The tasks; none for all learned tests.
        arguments: More arguments for pytest.

    Raises:
        ConfigurationError: The tests cannot be collected, or none performs a task.
    """
    from pytest_ami.model.errors import ConfigurationError

    with tempfile.TemporaryDirectory(prefix="ami-list-", ignore_cleanup_errors=True) as name:
        file = Path(name) / "tests.json"
        chosen = [f"--ami-listed-task={task}" for task in tasks]
        asked = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider", "-p", _LIST]
        asked += [f"--ami-list-to={file}", f"--ami-dir={Path(name) / '.ami'}", *chosen, *arguments]
        environ = {key: value for key, value in os.environ.items() if not key.startswith("PYTEST_")}
        done = subprocess.run(  # noqa: S603  (no shell)
            asked, cwd=root, env=environ, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
        )
        tests: list[str] = json.loads(file.read_text("utf-8"))["tests"] if file.exists() else []
    if not tests:
        raise ConfigurationError(
            "No test of the project performs " + (f'"{tasks[0]}"' if tasks else "a learned flow"),
            why="A test performs a task if its marker, or its call of ami.run(), names it.",
            evidence=[f"pytest ended with code {done.returncode}", *done.stdout.strip().splitlines()[-3:]],
            run="pytest --collect-only -q",
        )
    return tests
