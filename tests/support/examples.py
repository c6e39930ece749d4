"""How often a property is tried where a try is dear: one switch for all tests, the Hypothesis profile.

Pure code tries 100 examples or more in every run and says how many itself. A property that opens databases, starts
processes or drives a browser asks ``tries``. `make test` takes the first number of its kind; `make test-all` chooses
the profile ``nightly`` and takes the second. ``--hypothesis-profile=search`` takes the third: it looks further in a
browser than either has time for, and at other examples each time.
"""

from __future__ import annotations

from typing import Any

from hypothesis import HealthCheck, settings

NIGHTLY, SEARCH = "nightly", "search"
TRIES = {
    "database": (6, 100, 100),
    "databases": (2, 100, 100),
    "browser": (2, 40, 200),
}
"""Examples by day, by night and in a search: on one database, on several stores that learn and absorb, in a browser."""


def register() -> None:
    """Register the profiles; call it before pytest reads its options. A test never measures, so none has a deadline."""
    current = settings.get_current_profile_name()
    settings.register_profile(current, settings.get_profile(current), deadline=None)
    settings.load_profile(current)
    settings.register_profile(NIGHTLY, settings.get_profile(current))
    # Hypothesis starts with its profile "ci" where a CI says that it is one, and that one repeats its examples.
    settings.register_profile(SEARCH, settings.get_profile(current), derandomize=False)


def nightly() -> bool:
    """Return whether the long run was asked for, with ``--hypothesis-profile=nightly``, or a search."""
    return settings.get_current_profile_name() in (NIGHTLY, SEARCH)


def searching() -> bool:
    """Return whether new examples are looked for, with ``--hypothesis-profile=search``."""
    return bool(settings.get_current_profile_name() == SEARCH)


def tries(kind: str, **more: Any) -> settings:
    """Return how a property of this kind is tried; in a browser the suite tries the same examples each time.

    Args:
        kind: A key of ``TRIES``.
        **more: Other settings of Hypothesis.
    """
    day, night, search = TRIES[kind]
    count = search if searching() else night if nightly() else day
    same = {"derandomize": True} if kind == "browser" and not searching() else {}
    checks = list(HealthCheck)
    return settings(**{"max_examples": count, "deadline": None, "suppress_health_check": checks, **same, **more})
