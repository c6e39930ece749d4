"""How often a property is tried where a try is dear: one switch for all tests, the Hypothesis profile.

Pure code tries 100 examples or more in every run and says how many itself. A property that opens databases, starts
processes or drives a browser asks ``tries``. `make test` takes the first number of its kind; `make test-all` chooses
the profile ``nightly`` and takes the second. `AMI_EXAMPLES=200` looks further in a browser than either has time for.
"""

from __future__ import annotations

import os
from typing import Any

from hypothesis import HealthCheck, settings

NIGHTLY = "nightly"
TRIES = {
    "database": (10, 100),
    "databases": (3, 100),
    "browser": (2, 40),
}
"""Examples by day and by night: on one database, on several stores that learn and absorb, in a browser."""


def register() -> None:
    """Register the profiles; call it before pytest reads its options. A test never measures, so none has a deadline."""
    current = settings.get_current_profile_name()
    settings.register_profile(current, settings.get_profile(current), deadline=None)
    settings.load_profile(current)
    settings.register_profile(NIGHTLY, settings.get_profile(current))


def nightly() -> bool:
    """Return whether the long run was asked for, with ``--hypothesis-profile=nightly``."""
    return bool(settings.get_current_profile_name() == NIGHTLY)


def tries(kind: str, **more: Any) -> settings:
    """Return how a property of this kind is tried.

    Args:
        kind: A key of ``TRIES``.
        **more: Other settings of Hypothesis.
    """
    count = TRIES[kind][nightly()]
    if kind == "browser":
        count = int(os.environ.get("AMI_EXAMPLES", count))
    return settings(**{"max_examples": count, "deadline": None, "suppress_health_check": list(HealthCheck), **more})
