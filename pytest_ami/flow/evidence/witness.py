"""Makes the witness of one flow from the settings of its test.

Must never know how a picture is taken.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_ami.browser.pictures.trace_groups import TraceGroups
from pytest_ami.browser.pictures.witness import Witness
from pytest_ami.engine.secrets.forms import drawn
from pytest_ami.engine.secrets.gate import GATE
from pytest_ami.engine.secrets.redaction import is_public
from pytest_ami.store.warnings import warn_bookkeeping

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pytest_ami.flow.scope import AttemptScope


def witness_for(scope: AttemptScope, secrets: Mapping[str, str]) -> Witness:
    """Return the witness of one flow.

    Args:
        scope: The attempt; its settings say which pictures are taken.
        secrets: Secret values of the flow by parameter name. No picture shows one, and none of another flow either.
    """

    def hide() -> tuple[str, ...]:
        own = (value for name, value in secrets.items() if not is_public(value, name))
        return tuple(text for value in dict.fromkeys((*own, *GATE.values)) for text in drawn(value))

    groups = TraceGroups(GATE.text, warn_bookkeeping) if scope.traced else None
    return Witness(scope.settings.evidence, scope.evidence.keep_picture, hide, warn_bookkeeping, groups)
