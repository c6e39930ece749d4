"""Writes a report: one page, and a folder beside it only if the content does not fit into the page.

Rules of this module:

* The page loads nothing. Its policy permits its own script by its hash and pictures that are data, and files beside it
  only if there is a folder.
* Data stands in the page as JSON in which no character can end its element; the script writes it as text only.
* Every text passes the gate (law 6).

It knows files and Jinja2. It must never know a store.
"""

from __future__ import annotations

import base64
import hashlib
import json
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pytest_ami.engine.secrets.gate import GATE
from pytest_ami.model.printable import printable_json
from pytest_ami.report.terminal import LETTERS, ORDER

if TYPE_CHECKING:
    from .content import Content

LOOK = Path(str(files("pytest_ami.report.html") / "page" / "look.css"))
"""The style sheet that the report shares with the review application."""

_ESCAPES = {ord(sign): f"\\u{ord(sign):04x}" for sign in "<>&'\u2028\u2029"}
_TYPES = {"webp": "image/webp", "png": "image/png"}


def write_report(path: Path, made: Content) -> None:
    """Write a report.

    Args:
        path: File of the page; its folder is made.
        made: The content.

    Raises:
        OSError: A file cannot be written.
    """
    data = GATE.data(made.data)
    data["pictures"] = {name: _embedded(name, blob) for name, blob in made.pictures.items()}
    path.parent.mkdir(parents=True, exist_ok=True)
    if made.apart or made.chunks:
        folder = path.with_name(f"{path.stem}-files")
        folder.mkdir(exist_ok=True)
        data["folder"] = folder.name
        data["pictures"].update({name: f"{folder.name}/{name}" for name in made.apart})
        data["notes"] = [*data["notes"], _note(made, folder.name)]
        _write_folder(folder, made)
    path.write_text(rendered(data), encoding="utf-8", errors="backslashreplace")


def rendered(data: dict[str, Any]) -> str:
    """Return the page as text.

    Args:
        data: The content, with the address of each picture.
    """
    from jinja2 import Environment, FileSystemLoader, StrictUndefined
    from markupsafe import Markup

    folder = files("pytest_ami.report.html") / "page"
    loader = FileSystemLoader(str(folder))
    environment = Environment(loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True)
    script = (folder / "report.js").read_text("utf-8")
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return environment.get_template("report.html").render(
        run=data["run"],
        counts=[(LETTERS[name][1].lower(), data["counts"][name]) for name in ORDER if data["counts"][name]],
        style=Markup(LOOK.read_text("utf-8") + (folder / "report.css").read_text("utf-8")),  # noqa: S704  (our own files)
        script=Markup(script),  # noqa: S704  (our own file)
        data=Markup(as_json(data)),  # noqa: S704  (no character of it can end its element)
        digest=digest,
        beside=bool(data.get("folder")),
    )


def as_json(data: Any) -> str:
    """Return JSON that may stand in an element of HTML: it holds no ``<``, ``>`` or ``&``, and nothing that hides."""
    plain = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return printable_json(plain.translate(_ESCAPES))


def _embedded(name: str, blob: bytes) -> str:
    return f"data:{_TYPES[name.rpartition('.')[2]]};base64,{base64.b64encode(blob).decode()}"


def _note(made: Content, folder: str) -> str:
    pictures, sessions = len(made.apart), sum(len(chunk) for chunk in made.chunks)
    parts = [f"pictures ({pictures})"] if pictures else []
    parts += [f"steps (of {sessions} runs)"] if sessions else []
    return f"This report does not fit into one file: {' and '.join(parts)} are in the folder {folder} beside it."


def _write_folder(folder: Path, made: Content) -> None:
    for name, blob in made.apart.items():
        (folder / name).write_bytes(blob)
    for number, chunk in enumerate(made.chunks, start=1):
        text = f"amiSteps({number},{as_json(GATE.data(chunk))});\n"
        (folder / f"steps-{number}.js").write_text(text, encoding="utf-8", errors="backslashreplace")
