"""Which variants of a test run by day, where one behaviour is tried on many: the others are marked ``nightly``.

A test marked ``looks`` has the parameter ``design``, and perhaps ``locale``. `make test` runs it once and leaves the
other looks to the night; over all tests of a site every design comes up. Of a test marked ``variants(n)``, `make test`
runs every n-th variant: each of them is one more page, question or fault of the kind that the test's name states. A
variant that is marked ``variants(1)`` itself always runs by day.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from zlib import crc32

import pytest


def leave_to_the_night(items: Iterable[pytest.Item]) -> None:
    """Mark as nightly the variants of tests marked ``looks`` or ``variants`` that do not run by day."""
    items = list(items)
    _leave_looks(items)
    _leave_variants(items)


def _leave_variants(items: Iterable[pytest.Item]) -> None:
    """Mark all but every n-th variant of each test marked ``variants(n)``; one of them always runs by day."""
    variants: defaultdict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        if item.get_closest_marker("variants") and not item.get_closest_marker("nightly"):
            variants[item.nodeid.partition("[")[0]].append(item)
    for test, found in variants.items():
        first = crc32(test.rpartition("::")[2].encode())
        for number, item in enumerate(sorted(found, key=lambda item: item.nodeid)):
            every = min(int(mark.args[0]) for mark in item.iter_markers("variants"))
            if number % every != first % min(every, len(found)):
                item.add_marker(pytest.mark.nightly)


def _leave_looks(items: Iterable[pytest.Item]) -> None:
    """Mark all variants of each test marked ``looks`` as nightly, all but one."""
    variants: defaultdict[tuple[str, str], list[pytest.Item]] = defaultdict(list)
    for item in items:
        params = getattr(item, "callspec", None)
        if params is not None and "design" in params.params and item.get_closest_marker("looks"):
            besides = {name: value for name, value in params.params.items() if name not in ("design", "locale")}
            variants[item.nodeid.partition("[")[0], repr(sorted(besides.items(), key=str))].append(item)
    for test, found in variants.items():
        found.sort(key=lambda item: item.nodeid)
        chosen = crc32(test[0].rpartition("::")[2].encode()) % len(found)
        for number, item in enumerate(found):
            if number != chosen:
                item.add_marker(pytest.mark.nightly)
