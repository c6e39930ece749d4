"""Random redesigns from a seed: for benchmarks and stress runs, where Hypothesis is neither needed nor loaded."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .catalogue import mutations
from .mutation import Meaning, Mutation
from .redesign import Redesign

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from random import Random

FIELDS = frozenset({"textbox", "searchbox", "spinbutton", "combobox", "listbox", "checkbox", "radio", "switch", "file"})
WRITTEN = frozenset({"textbox", "searchbox", "spinbutton", "combobox"})
SHARES = (20, 50, 100)
AIMED = 0.75
"""Share of the mutations that aim at an element of the flow; the others apply anywhere."""

ONLY_AIMED = frozenset({"StepSpared", "FormSplit"})
"""Mutations that make no sense for many elements at once."""

ROLES: dict[str, frozenset[str]] = {
    "OptionRemoved": frozenset({"combobox", "listbox"}),
    "SwitchRole": frozenset({"checkbox"}),
    **dict.fromkeys(("FieldRemoved", "FieldGrouped", "NamesRenamed", "FormSplit"), FIELDS),
    **dict.fromkeys(("FieldReadOnly", "FieldLost", "FieldShortened", "FieldsSwapped"), WRITTEN),
    **dict.fromkeys(("LabelPlaced", "PlaceholderReworded"), WRITTEN),
    "LinksTracked": frozenset({"link"}),
}
"""Roles that a mutation fits, where not all fit; a breaking one without an entry is about controls to press."""


def aims(kind: type[Mutation], keys: Sequence[str]) -> list[str]:
    """Return those of the keys that a mutation can be aimed at."""
    roles = ROLES.get(kind.__name__)
    found = [(key, key.partition(" ")[0]) for key in keys]
    if roles is not None:
        return [key for key, role in found if role in roles]
    if kind.meaning is Meaning.BREAKS and kind.__name__ not in {"ControlDisabled", "CoveredForGood"}:
        return [key for key, role in found if role not in FIELDS]
    return [key for key, _ in found]


def drawn_mutation(random: Random, kind: type[Mutation], keys: Sequence[str], *, aimed: bool) -> Mutation:
    """Return a mutation of this kind with parameters of its choices.

    Args:
        random: Where chance comes from.
        kind: Which mutation.
        keys: Elements that it may be aimed at, as in `Deed.key`.
        aimed: Whether it must be aimed at one of them; else it may strike anywhere.
    """
    values: dict[str, Any] = {name: random.choice(list(options)) for name, options in kind.choices.items()}
    fitting = aims(kind, keys)
    if not kind.whole_page:
        if fitting and (aimed or kind.__name__ in ONLY_AIMED or random.random() < AIMED):
            values["at"] = random.choice(fitting)
        else:
            values["share"] = random.choice(SHARES)
    return kind(**values)


def drawn(
    random: Random, keys: Sequence[str], *, keeps: bool, size: int, without: Collection[str] = (), first: str = ""
) -> Redesign:
    """Return a random redesign of ``size`` mutations.

    Args:
        random: Where chance comes from.
        keys: Elements that the flow in question uses.
        keeps: Whether all keep the meaning; else one breaks it, aimed at one of the keys, and the others keep it.
        size: How many mutations, at least 1.
        without: Names of mutations that are not wanted.
        first: Name of a mutation that must be among them; any if empty.
    """
    kept = [kind for name, kind in mutations(Meaning.KEEPS).items() if name not in without]
    chosen: list[Mutation] = []
    if not keeps:
        broken = [
            kind
            for name, kind in mutations(Meaning.BREAKS).items()
            if name not in without and (kind.whole_page or aims(kind, keys))
        ]
        kind = next((one for one in broken if one.__name__ == first), None) or random.choice(broken)
        chosen.append(drawn_mutation(random, kind, keys, aimed=True))
    elif first:
        kind = next(one for one in kept if one.__name__ == first)
        chosen.append(drawn_mutation(random, kind, keys, aimed=False))
    while len(chosen) < size:
        chosen.append(drawn_mutation(random, random.choice(kept), keys, aimed=False))
    random.shuffle(chosen)
    return Redesign(tuple(chosen), seed=random.randrange(1_000_000))
