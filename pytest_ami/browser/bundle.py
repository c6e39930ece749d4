"""The scripts that run in the page, as one text, and the way to call them.

Knows the order of the files and the global symbol they live under. Knows nothing of what they return.
The symbol is not enumerable and not a name, so a page does not meet it by accident.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

PARTS = ("names.js", "describe.js", "look.js", "survey.js", "observe.js", "record.js")
API = (
    "look, surveyText, present, choose, take, settle, scrollTo: scrollTo_, observe, drawNumbers, record, flush,"
    " state, describe, adoptRoot"
)

BINDING = "__ami_emit"
"""Name of the function that the recorder in the page calls; exposed only while recording."""

CALL = "([name, args]) => globalThis[Symbol.for('pytest-ami')]?.[name](args) ?? null"
"""Calls one function of the bundle; null when the document does not have the bundle yet."""

TAKE = "(ref) => globalThis[Symbol.for('pytest-ami')]?.take(ref) ?? null"
"""Returns the element a look took, or that an observation numbered."""


ADOPT = "function () { globalThis[Symbol.for('pytest-ami')]?.adoptRoot(this) }"
"""Called on a closed shadow root, hands it to the bundle."""


@cache
def bundle() -> str:
    """Return the script that installs the bundle in a document; running it twice changes nothing."""
    folder = files("pytest_ami.browser") / "js"
    body = "\n".join((folder / part).read_text(encoding="utf-8") for part in PARTS)
    return (
        "(() => { const KEY = Symbol.for('pytest-ami'); if (globalThis[KEY]) return;\n"
        f"{body}\n"
        f"Object.defineProperty(globalThis, KEY, {{ value: {{ {API} }}, enumerable: false }}); }})();"
    )


@cache
def recording_script(debounce: float = 1500, *, snapshots: bool = False) -> str:
    """Return the init script that makes every new document record from its first moment.

    Args:
        debounce: Milliseconds without a key after which what was typed is told.
        snapshots: Whether each event carries the document's HTML.
    """
    options = f"{{ on: true, debounce: {debounce:g}, snapshots: {str(snapshots).lower()} }}"
    return f"{bundle()}\nglobalThis[Symbol.for('pytest-ami')].record({options});"
