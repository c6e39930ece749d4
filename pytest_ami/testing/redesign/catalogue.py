"""All mutations by name, and the elements that each of them can change.

Rules of this module:

* The table of roles excludes mutations that can never apply to an element. Only the page knows whether a mutation
  really applies; `Redesigned.idle` reports it afterwards.
"""

from __future__ import annotations

from dataclasses import fields
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeVar

from . import breaks, keeps
from .mutation import ANYWHERE, Breaking, Keeping, Meaning, Mutation, RedesignError, brief

if TYPE_CHECKING:
    from collections.abc import Mapping
    from types import ModuleType

M = TypeVar("M", bound=Mutation)

PRESSED = frozenset({"button", "link", "menuitem", "tab", "option"})
TYPED = frozenset({"textbox", "searchbox", "spinbutton", "combobox"})
FIELDS = TYPED | {"listbox", "slider", "checkbox", "radio", "switch"}

NEEDED: Mapping[frozenset[str], tuple[type[Mutation], ...]] = {
    PRESSED: (
        *(keeps.TagChanged, keeps.Decorated, keeps.Counted, keeps.IconOnly, keeps.IntoMenu, keeps.FooterCopied),
        *(keeps.StepSpared, breaks.ControlRemoved, breaks.DeadButton, breaks.HandlersSwapped, breaks.FunctionChanged),
        *(breaks.FunctionMoved, breaks.TwinAdded, breaks.OppositeInPlace, breaks.WrongDestination),
        *(breaks.ValidationFails, breaks.PermissionLost, breaks.SessionLost, breaks.NoticeWithoutEffect),
    ),
    TYPED: (
        *(keeps.PlaceholderReworded, keeps.LabelPlaced, breaks.FieldReadOnly, breaks.FieldLost),
        *(breaks.FieldShortened, breaks.FieldsSwapped),
    ),
    FIELDS: (keeps.NamesRenamed, keeps.FieldGrouped, keeps.FormSplit),
    FIELDS | {"file"}: (breaks.FieldRemoved,),
    PRESSED | FIELDS: (breaks.ControlDisabled, breaks.CoveredForGood),
    frozenset({"combobox", "listbox"}): (breaks.OptionRemoved,),
    frozenset({"checkbox"}): (keeps.SwitchRole,),
    frozenset({"link"}): (keeps.LinksTracked,),
}
"""The mutations that need certain roles; the others accept any element."""

ROLES = MappingProxyType({kind: roles for roles, kinds in NEEDED.items() for kind in kinds})
"""The same, by mutation."""


def _in(module: ModuleType, base: type[Mutation]) -> dict[str, type[Mutation]]:
    return {
        name: kind
        for name, kind in vars(module).items()
        if isinstance(kind, type) and issubclass(kind, base) and kind is not base
    }


_own: dict[str, type[Mutation]] = {}


@cache
def mutations(meaning: Meaning | None = None) -> Mapping[str, type[Mutation]]:
    """Return the mutations by name, in the order of the catalogue, and then those that were added.

    Args:
        meaning: Those that keep, or those that break; None for all.
    """
    every = _in(keeps, Keeping) | _in(breaks, Breaking) | _own
    return MappingProxyType({name: kind for name, kind in every.items() if meaning in (None, kind.meaning)})


def added(kind: type[M]) -> type[M]:
    """Add a mutation of one's own to the catalogue; a decorator of its class.

    Raises:
        RedesignError: It cannot be one; the message says why.
    """
    name = kind.__name__
    if not issubclass(kind, (Keeping, Breaking)):
        raise RedesignError(f"{name} does not say what it does to the meaning: derive it from Keeping or Breaking")
    if f"KINDS.{name} =" not in kind.source:
        raise RedesignError(f"{name} has no script: source = 'KINDS.{name} = {{ each(el, m) {{ ... }} }};'")
    if mutations().get(name, kind).__qualname__ != kind.__qualname__ or name in _in(keeps, Keeping) | _in(
        breaks, Breaking
    ):
        raise RedesignError(f"there is a mutation called {name} already")
    if unset := [one.name for one in fields(kind) if type(one.default) not in (str, int, bool)]:
        raise RedesignError(f"{name}: {', '.join(unset)} needs a text, a number or a bool to start from")
    _own[name] = kind
    mutations.cache_clear()
    return kind


def mutation(name: str) -> type[Mutation]:
    """Return the mutation of this name.

    Raises:
        RedesignError: There is none.
    """
    known = mutations()
    if name not in known:
        raise RedesignError(f"no mutation is called {brief(name)}; there are {', '.join(known)}")
    return known[name]


def suits(kind: type[Mutation], key: str) -> bool:
    """Tell whether a mutation can be about an element of this name, as far as its role says.

    Args:
        kind: The mutation.
        key: As in `Mutation.at`.
    """
    if kind.whole_page:
        return False
    return key == ANYWHERE or kind not in ROLES or key.split(" ", 1)[0] in ROLES[kind]


def table(meaning: Meaning) -> str:
    """Return the catalogue's table of this meaning for the documentation.

    Args:
        meaning: The effect of the mutations on the meaning.
    """
    lines = ["| mutation | change | parameters, the simplest first |", "|---|---|---|"]
    for name, kind in (_in(keeps, Keeping) | _in(breaks, Breaking)).items():
        if kind.meaning is meaning:
            told = (kind.__doc__ or "").splitlines()[0]
            own = [one for one in fields(kind) if one.name not in ("at", "share")]
            shown = ", ".join(f"`{one.name}`: {_offered(kind, one.name, one.default)}" for one in own)
            lines.append(f"| `{name}` | {told} | {shown} |".replace("  ", " "))
    return "\n".join(lines)


def _offered(kind: type[Mutation], name: str, default: object) -> str:
    values = kind.choices.get(name, (default,))
    return " / ".join(str(value) for value in values if value != "") or "any text"
