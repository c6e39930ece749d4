"""Which look of a bundled site a test sees by day, where it is written for several: one, another for each test.

A test marked ``looks`` has the parameter ``design``, and perhaps ``locale``. `make test` runs it once and leaves the
other looks to the night; over all tests of a site every design comes up.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from zlib import crc32

import pytest


def leave_to_the_night(items: Iterable[pytest.Item]) -> None:
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
