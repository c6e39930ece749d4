"""Which of the requests that followed an event is the one of its deed.

Rules of this module:

* A request that may change something and carries a value comes before all others: an application may keep its layout
  at the same time.
* The layout may hold the names of records, so a value in a path comes before one in a body.
* If another request may have done more, the stored one is marked.

It knows requests as lines, ``METHOD /path?key=value``. It must never know a page.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_ami.engine.effects.request_lines import marked, may_add_deed
from pytest_ami.engine.effects.requests import recorded
from pytest_ami.instructions.parameters import names
from pytest_ami.lexicon.request_paths import unasked

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


def event_request(lines: Sequence[str], values: Mapping[str, str]) -> str:
    """Return the request to store of those that followed an event; if none carries a value, the first one.

    Args:
        lines: The requests, in their order; at least one, which may be empty.
        values: Parameter values without secrets.
    """
    stored = [recorded(line, values) for line in lines]
    heads = [one.partition("?")[0] for one in stored]
    with_value = [n for n, one in enumerate(stored) if names(one) and unasked([heads[n]])]
    own = min(with_value, key=lambda n: not names(heads[n]), default=0)
    more = any(may_add_deed(lines[own], line) for n, line in enumerate(lines) if n != own)
    return marked(stored[own]) if more and " " in stored[own] else stored[own]
