"""Samples in documentation: blocks of code, and the words and times of what a terminal shows."""

from __future__ import annotations

import re
import textwrap
from typing import NamedTuple

SECONDS = re.compile(r"(?<= )\d+\.\d+(?=s$|  | s\b)")
"""Where a time stands: at the end of pytest's last line, in the summary, in a column of the demo's table."""

BLOCK = re.compile(r'^( *)```(\w*)(?: title="([^"]+)")?\n(.*?)^ *```$', re.MULTILINE | re.DOTALL)


class Block(NamedTuple):
    """A block of code.

    Attributes:
        language: As it stands behind the fence; empty for none.
        title: The file that it is; empty for none.
        text: The code, without the indentation of the block.
    """

    language: str
    title: str
    text: str


def blocks_of(page: str) -> list[Block]:
    """Return the blocks of code of a page, in their order."""
    return [Block(language, title, textwrap.dedent(text)) for _, language, title, text in BLOCK.findall(page)]


def commands_of(console: str) -> list[tuple[str, str]]:
    """Return the commands of a console block, each with the output that the block shows."""
    parts = re.split(r"^\$ ", console, flags=re.MULTILINE)[1:]
    return [(command, output) for command, _, output in (part.partition("\n") for part in parts)]


def lines_in(text: str) -> list[str]:
    """Return the lines that are not empty, without trailing spaces."""
    return [line.rstrip() for line in text.splitlines() if line.strip()]


def words_in(text: str) -> list[str]:
    """Return the lines with one space between words and no figures where times stand."""
    return [" ".join(SECONDS.sub("TIME", line).split()) for line in lines_in(text)]


def times_in(text: str) -> list[float]:
    """Return the times in seconds, in their order."""
    return [float(time) for line in lines_in(text) for time in SECONDS.findall(line)]
