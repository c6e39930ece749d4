"""The pages of messages cannot go stale: all is generated from the code, or compared with it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from scripts import docs_messages

ROOT = Path(__file__).parents[2]
HELP = (ROOT / "docs" / "troubleshooting.md").read_text("utf-8")
EXPLAINED = re.findall(r"^\| `(.+?)` \|", HELP.partition("\n## No error")[0], re.MULTILINE)


@pytest.fixture(scope="module")
def messages() -> list[docs_messages.Message]:
    """All messages of the code."""
    return docs_messages.messages()


def test_the_list_of_all_messages_is_what_the_code_says(messages: list[docs_messages.Message]) -> None:
    shown = docs_messages.PAGE.read_text("utf-8")
    assert shown == docs_messages.page(messages), "run: scripts/run.sh python scripts/docs_messages.py"


def test_each_explained_message_is_one_of_the_code(messages: list[docs_messages.Message]) -> None:
    assert len(EXPLAINED) > 25
    assert set(EXPLAINED) - {message.what for message in messages} == set()


def test_a_message_is_read_with_its_cause_its_command_and_names_for_its_values() -> None:
    code = """
raise StoreError(f'"{path.name}" is {self._why}', why="It | that.", run=f"rm {made()}")
raise StoreError(what, why="no text of its own")
raise ValueError("not ours")
"""
    (found,) = docs_messages.messages_of(code)
    assert found == ("StoreError", '"<path>" is <why>', "It | that.", "rm <...>")
    assert docs_messages.page([found]).splitlines()[-1] == '| `"<path>" is <why>` | It \\| that. | `rm <...>` |'
