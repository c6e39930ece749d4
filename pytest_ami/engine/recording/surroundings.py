"""The texts around a recorded deed: those that stood still during the lesson, and that no record has brought.

Knows a step and the operations up to it. Must never know a page.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_ami.elements.commits import commits
from pytest_ami.elements.contradictions.surroundings import with_surroundings
from pytest_ami.elements.routes import address

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_ami.model.fingerprint import Fingerprint
    from pytest_ami.model.operation import Operation
    from pytest_ami.model.workflow import Step


def around_deed(target: Fingerprint, step: Step, operations: Sequence[Operation], *, opened: bool) -> Fingerprint:
    """Return the target of a step with the texts that say where its deed is done.

    Args:
        target: The target.
        step: The step.
        operations: The operations up to its own.
        opened: Whether a value has opened a record: then the texts of that page are data.
    """
    *earlier, own = operations
    page = address(own.url).partition("?")[0]
    before = [(one.fingerprint, address(one.url).partition("?")[0]) for one in earlier if one.fingerprint]
    outside = [known for known, place in before if place != page] if opened else None
    lasting = bool(step.sent) or commits(step)
    return with_surroundings(target, [known for known, _ in before], lasting=lasting, outside=outside)
