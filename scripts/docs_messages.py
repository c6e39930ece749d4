"""Writes docs/messages.md: every message of an error that the code can raise, with its cause and its next command.

    python scripts/docs_messages.py

The texts are read from the calls in the code, so that the page cannot say anything else than the program does. A value
that is known at run time only stands as its name in angle brackets. A test compares the page with the code.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from pytest_ami.model import errors

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "messages.md"
CLASSES = {
    name: kind for name, kind in vars(errors).items() if isinstance(kind, type) and issubclass(kind, errors.AmiError)
}

CALLS = {**{name: (name, "what") for name in CLASSES}, "bug": ("HarnessError", "what", "why")}
"""The calls that make an error: its class, and the meaning of their arguments by place."""

HEAD = """# Messages

This page lists the errors of pytest-ami, read from the code. [troubleshooting.md](troubleshooting.md) explains the
frequent ones. `<name>` stands for a value of the run. Each error is a class of the package `pytest_ami`, and has the
attributes `what`, `why`, `evidence` and `run`. A cell is empty if that part is put together at run time.
"""


class Message(NamedTuple):
    """One message, as the code has it.

    Attributes:
        kind: Name of the error class.
        what: The first line.
        why: The cause.
        run: The command to run next.
    """

    kind: str
    what: str
    why: str
    run: str


def messages() -> list[Message]:
    """Return all messages whose first line stands in the code, each once, by class and text."""
    found = {
        message
        for path in sorted((ROOT / "pytest_ami").rglob("*.py"))
        if "sites" not in path.relative_to(ROOT).parts
        for message in messages_of(path.read_text("utf-8"))
    }
    order = list(CLASSES)
    return sorted(found, key=lambda one: (order.index(one.kind), one.what.strip('"<').casefold(), one))


def page(listed: Sequence[Message]) -> str:
    """Return the text of the page about messages, which are in the order of their classes."""
    lines = [HEAD.rstrip()]
    last = ""
    for one in listed:
        if one.kind != last:
            last = one.kind
            about = (inspect.getdoc(CLASSES[last]) or "").splitlines()[0]
            lines += ["", f"## {last}", "", about, "", "| message | cause | run next |", "|---|---|---|"]
        lines.append(f"| {_code(one.what)} | {_cell(_plain(one.why))} | {_code(one.run)} |")
    return "\n".join(lines) + "\n"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def _code(text: str) -> str:
    fence = "``" if "`" in text else "`"
    return f"{fence}{_cell(text)}{fence}" if text else ""


def messages_of(source: str) -> Iterator[Message]:
    """Yield the messages of a module."""
    if "Error(" not in source and "bug(" not in source:
        return
    for node in ast.walk(ast.parse(source)):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in CALLS):
            continue
        kind, *order = CALLS[node.func.id]
        parts = {keyword.arg: keyword.value for keyword in node.keywords}
        parts.update(zip(order, node.args, strict=False))
        if what := _text(parts.get("what")):
            yield Message(kind, what, _text(parts.get("why")), _text(parts.get("run")))


def _plain(text: str) -> str:
    """Return a cause without the signs by which Markdown would take a placeholder for a tag."""
    return text.replace("<", "&lt;").replace(">", "&gt;")


def _text(node: ast.expr | None) -> str:
    """Return a literal text on one line; an empty one if the text is made elsewhere."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return " ".join(node.value.split())
    if isinstance(node, ast.JoinedStr) and any(isinstance(part, ast.Constant) for part in node.values):
        return " ".join("".join(map(_piece, node.values)).split())
    return ""


def _piece(part: ast.expr) -> str:
    if isinstance(part, ast.Constant):
        return str(part.value)
    value = part.value if isinstance(part, ast.FormattedValue) else part
    while isinstance(value, ast.Attribute) and value.attr in ("value", "name", "id"):
        value = value.value
    if isinstance(value, ast.Attribute):
        return f"<{value.attr.strip('_')}>"
    return f"<{value.id.strip('_')}>" if isinstance(value, ast.Name) else "<...>"


if __name__ == "__main__":
    PAGE.write_text(page(messages()), "utf-8")
