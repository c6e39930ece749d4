"""pytest-ami: learn a web flow once, replay it without a model, know when the page has moved on.

Does: imports nothing by itself; it loads a public name when a test first asks for it.
Gives: each error a user can meet, `unique` (values new in every run), `Subtask` of `ami.tasks([...])`, `override`.
Must never: load the plugin, a browser, a database or a model library.
"""

from __future__ import annotations

from typing import Any

__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    """Return a public name, imported at first use."""
    if name == "unique":
        from .model.unique import unique

        return unique
    if name == "Subtask":
        from .model.subtask import Subtask

        return Subtask
    if name == "override":
        from .model.settings import override

        return override
    from .model import errors

    error = None if name.startswith("_") else getattr(errors, name, None)
    if isinstance(error, type) and issubclass(error, errors.AmiError):
        return error
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
