"""The names and descriptions of a version that a lesson made: what the teacher and the instruction call it.

It knows a version and the flows of the store. It must never know a page.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pytest_ami.engine.secrets.forms import holds
from pytest_ami.engine.secrets.redaction import without_holes
from pytest_ami.instructions.parameters import instruction_template

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pytest_ami.flow.scope import AttemptScope
    from pytest_ami.model.lesson import Move
    from pytest_ami.model.workflow import Workflow


def with_names(scope: AttemptScope, made: Workflow, offered: Sequence[str]) -> tuple[Workflow, tuple[str, ...]]:
    """Return a version with the names that a model gave and that can be its own, and why each other one is left out.

    Args:
        scope: The attempt, with the flows of the other tasks.
        made: The version that the lesson made.
        offered: The names that the model gave.
    """
    if not offered:
        return made, ()
    from pytest_ami.instructions.aliases import with_offered  # only a model gives names

    return with_offered(made, offered, (flow for flow in scope.flows.find_all() if flow.task != made.task))


def described(made: Workflow, final: Move | None, stored: Workflow | None) -> Workflow:
    """Return a version with the stored aliases, and the descriptions of the teacher's last move or the stored ones.

    Args:
        made: The version that the lesson made.
        final: The last move of the teacher, if it has one.
        stored: The version before, if there is one.
    """
    sources = [source for source in (final, stored) if source is not None]
    return replace(
        made,
        aliases=stored.aliases if stored else (),
        label=next((source.label for source in sources if source.label), ""),
        description=next((source.description for source in sources if source.description), ""),
        key_elements=next((source.key_elements for source in sources if source.key_elements), ()),
        sop=next((source.sop for source in sources if source.sop), ()),
    )


def template_of(instruction: str, values: Mapping[str, str], secrets: Mapping[str, str]) -> tuple[str, ...]:
    """Return the template of an instruction, if there is one and no secret is left in it.

    Args:
        instruction: The free text, or an empty string.
        values: Value by name.
        secrets: Secret values by name.
    """
    template = instruction_template(instruction, values) if instruction else ""
    text = without_holes(template)
    if any(secret in text or holds(text, secret) for secret in secrets.values() if secret):
        return ()  # a secret too short, or inside a word, stayed: better no template than a secret
    return (template,) if template else ()
