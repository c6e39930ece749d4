"""pytest-ami: learn a web flow once, replay it without a model, know when the page has moved on.

Importing this package imports nothing else: the plugin's hooks pull in what they need when they need it. Every error a
user can meet is here by name, for ``pytest.raises(pytest_ami.StaleError)``, and ``unique`` makes values that are new in
every run.
"""

from __future__ import annotations

from typing import Any

__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    """Return an error class, or ``unique``, imported at first use."""
    if name == "unique":
        from .model.unique import unique

        return unique
    from .model import errors

    found = None if name.startswith("_") else getattr(errors, name, None)
    if isinstance(found, type) and issubclass(found, errors.AmiError):
        return found
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
