"""The output of a run of pytest that a command has started, as people need it when the run is red. Pure."""

from __future__ import annotations

import re
from itertools import takewhile


def error_lines(output: str) -> list[str]:
    """Return the lines of pytest's output that say what went wrong: the last error, without what led to it."""
    lines = [line.rstrip() for line in output.splitlines() if line.strip()]
    said = [line[1:].strip() for line in lines if re.match(r"E  +\S", line) and not line.endswith("%]")]
    starts = [number for number, line in enumerate(said) if re.match(r"[\w.]+(Error|Exception)\b", line)]
    if said:
        return said[starts[-1] if starts else 0 :][:6]
    titles = [number for number, line in enumerate(lines) if re.fullmatch(r"_+ .+ _+", line)]
    below = lines[titles[-1] + 1 :] if titles else lines[-6:]
    return list(takewhile(lambda line: not line.startswith("==="), below))[:6]
