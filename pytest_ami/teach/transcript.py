"""What was said to a model and by it, for people to look at.

Rules of this module:

* Secrets go by name: what is written is scrubbed of every secret value once more, whatever the prompt has done.
* A page is written as text, its picture as a file beside it.
* It never decides about a test: a transcript that cannot be written is given up, with one warning.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pytest_ami.decide.secrecy import hide

from .client import ModelCall

_PICTURE = "data:image/png;base64,"


@dataclass(slots=True)
class Transcript:
    """Writes the exchanges of one attempt of one test to a Markdown file and pictures beside it.

    Attributes:
        folder: Where to; made when there is something to write.
        title: What stands on top, such as the test's node id.
        secrets: Secret values by name.
        complain: Told once, why nothing can be written.
    """

    folder: Path
    title: str
    secrets: Mapping[str, str] = field(default_factory=dict, repr=False)
    complain: Callable[[str], None] = lambda _why: None
    _number: int = 0
    _broken: bool = False

    def note(self, call: ModelCall) -> None:
        """Write one exchange down."""
        if self._broken:
            return
        self._number += 1
        try:
            self._write(call)
        except OSError as error:
            self._broken = True
            self.complain(f"The transcript of {self.title} cannot be written: {error}")

    def _write(self, call: ModelCall) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        lines = [] if self._number > 1 else [f"# {self.title}", ""]
        usage = call.usage
        price = f", ${usage.money:.4f}" if usage.money else ""
        lines += [f"## {self._number}. {call.model}: {usage.tokens} tokens, {usage.seconds:.1f} s{price}", ""]
        for place, message in enumerate(call.messages):
            if place == 0 and self._number > 1 and message["role"] == "system":
                continue  # as in the first exchange
            lines += [f"### {message['role']}", "", *self._content(message["content"]), ""]
        lines += ["### answer", "", *self._answer(call), ""]
        with (self.folder / "transcript.md").open("a", encoding="utf-8") as file:
            file.write(self._hidden("\n".join(lines)) + "\n")

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
        """Return the name of the next picture: a test with two lessons has one folder."""
        taken = sum(1 for one in self.folder.iterdir() if one.suffix == ".png")
        return f"{taken + 1:03}.png"

    def _answer(self, call: ModelCall) -> list[str]:
        if call.completion is None:
            return [f"none: {call.problem}"]
        said = [f"{name} {arguments}" for name, arguments in call.completion.calls]
        return _fenced("\n".join([*said, *([call.completion.content] if call.completion.content else [])]) or "(empty)")

    def _hidden(self, text: str) -> str:
        return hide(text, {value: f"{{{{{name}}}}}" for name, value in self.secrets.items() if value})


def folder_name(test: str, attempt: int) -> str:
    """Return the name of a folder for an attempt of a test: safe in every file system, and short."""
    bare = re.sub(r"[^\w.-]+", "-", test.rpartition("/")[2]).strip("-.")[:80] or "test"
    return bare if attempt == 1 else f"{bare}.{attempt}"


def _fenced(text: str) -> list[str]:
    ticks = "`" * max(3, 1 + max((len(run) for run in re.findall(r"`+", text)), default=0))
    return [f"{ticks}text", text, ticks]
