"""Writes the calls to a model into a transcript for people.

Rules:

* Secrets are shown by name. Every secret value is replaced once more, whatever the prompt did.
* A page is written as text, its picture as a file beside it.
* The transcript never decides about a test: if it cannot be written, it is given up with one warning.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pytest_ami.engine.secrets.gate import GATE
from pytest_ami.engine.secrets.redaction import labels, redact

from .client import ModelCall

FILE = "transcript.md"
"""Name of the file within its folder."""

_PICTURE = "data:image/png;base64,"


@dataclass(slots=True)
class Transcript:
    """Writes the model calls of one attempt of one test to a Markdown file and picture files.

    Attributes:
        folder: Folder of the files; created at the first call.
        title: Title of the file, such as the test's node id.
        secrets: Secret values by name.
        warn: Receives one warning if the file cannot be written.
    """

    folder: Path
    title: str
    secrets: Mapping[str, str] = field(default_factory=dict, repr=False)
    warn: Callable[[str], None] = lambda _why: None
    _number: int = 0
    _broken: bool = False

    def note(self, call: ModelCall) -> None:
        """Append one call."""
        if self._broken:
            return
        self._number += 1
        try:
            self._write(call)
        except OSError as error:
            self._broken = True
            self.warn(f"The transcript of {self.title} cannot be written: {error}")

    def _write(self, call: ModelCall) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        lines = [] if self._number > 1 else [f"# {self.title}", ""]
        usage = call.usage
        price = f", ${usage.money:.4f}" if usage.money else "" if call.priced else ", price not known"
        lines += [f"## {self._number}. {call.model}: {usage.tokens} tokens, {usage.seconds:.1f} s{price}", ""]
        for place, message in enumerate(call.messages):
            if place == 0 and self._number > 1 and message["role"] == "system":
                continue  # the same as in the first call
            lines += [f"### {message['role']}", "", *self._content(message["content"]), ""]
        lines += ["### answer", "", *self._answer(call), ""]
        with (self.folder / FILE).open("a", encoding="utf-8") as file:
            file.write(self._redacted("\n".join(lines)) + "\n")

    def _content(self, content: Any) -> list[str]:
        if isinstance(content, str):
            return _fenced(content)
        lines: list[str] = []
        for part in content:
            url = (part.get("image_url") or {}).get("url", "") if isinstance(part, dict) else ""
            if url.startswith(_PICTURE):
                name = self._free_name()
                try:
                    (self.folder / name).write_bytes(base64.b64decode(url[len(_PICTURE) :], validate=True))
                except binascii.Error:
                    name = ""
                lines += ["", f"![what the model saw]({name})" if name else "(a picture)"]
            else:
                lines += _fenced(str(part.get("text", "")))
        return lines

    def _free_name(self) -> str:
        """Return the name of the next picture; the lessons of a test share one folder."""
        taken = sum(1 for path in self.folder.iterdir() if path.suffix == ".png")
        return f"{taken + 1:03}.png"

    def _answer(self, call: ModelCall) -> list[str]:
        if call.completion is None:
            return [f"none: {call.problem}"]
        calls = [f"{name} {arguments}" for name, arguments in call.completion.calls]
        return _fenced(
            "\n".join([*calls, *([call.completion.content] if call.completion.content else [])]) or "(empty)"
        )

    def _redacted(self, text: str) -> str:
        return GATE.text(redact(text, labels(self.secrets)))


def folder_name(test: str, attempt: int) -> str:
    """Return the name of a folder for an attempt of a test: safe in every file system, and short."""
    bare = re.sub(r"[^\w.-]+", "-", GATE.data(test).rpartition("/")[2]).strip("-.")[:80] or "test"
    return bare if attempt == 1 else f"{bare}.{attempt}"


def _fenced(text: str) -> list[str]:
    ticks = "`" * max(3, 1 + max((len(run) for run in re.findall(r"`+", text)), default=0))
    return [f"{ticks}text", text, ticks]
