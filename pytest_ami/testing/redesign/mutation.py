"""The base of all mutations: a named change of a page that declares whether it keeps or breaks the meaning.

Rules of this module:

* A mutation is a value: a class with a few parameters. The script of its name performs the change in the page.
* The class declares the meaning. Nothing in the page shows it.
* ``at`` names an element as it was before any mutation: role and accessible name, ``button "Send"``. If several
  elements have this name, `` near Invoice`` selects the element in the row that contains "Invoice". ``*`` means any.
* Every mutation can be written, read again, and sent to the page. A value that cannot is refused here.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, fields
from enum import Enum
from typing import TYPE_CHECKING, Any, ClassVar

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

ANYWHERE = "*"
KEY = re.compile(r"""[^\s"]+ ".*"( near .+)?""", re.DOTALL)
"""The form of a name of an element, as in `Deed.key` and `Redesigned.keys`."""

COMPLETE = frozenset({"axis", "language", "mode", "style", "tag", "to", "way"})
"""Parameters of these names accept only the values of their choices, if there are any."""

LIMIT = 1_000_000
"""Numbers stay below it; no page has as many of anything."""

SHORT = 80
"""Characters of a wrong value that a message shows."""


def brief(value: object) -> str:
    """Return a value as a message shows it, whatever it is."""
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # a number of more digits than Python writes, or too deep
        return f"some {type(value).__name__}"
    return text if len(text) <= SHORT else f"{text[:SHORT]}..."


class Meaning(str, Enum):
    """The effect of a mutation on the meaning of the page."""

    KEEPS = "keeps"
    BREAKS = "breaks"


class RedesignError(ValueError):
    """A redesign that does not exist or has an invalid value."""


@dataclass(frozen=True, kw_only=True)
class Mutation:
    """A change of a page.

    Attributes:
        at: The element to change, or ``*``.
        share: Per cent of the elements that ``*`` selects; the redesign's seed decides which ones.
    """

    meaning: ClassVar[Meaning]
    choices: ClassVar[Mapping[str, tuple[Any, ...]]] = {}
    """For each parameter of its own, the values that random redesigns choose from; the first is the simplest."""
    whole_page: ClassVar[bool] = False
    """Whether it changes the page as such, whatever ``at`` says."""
    source: ClassVar[str] = ""
    """The script of a mutation that is not in the catalogue: ``KINDS.Name = {...};``."""

    at: str = ANYWHERE
    share: int = 100

    def __post_init__(self) -> None:
        """Refuse invalid values.

        Raises:
            RedesignError: A parameter has an invalid value; the message names the parameter and the valid values.
        """
        for one in fields(self):
            value, offered = getattr(self, one.name), self.choices.get(one.name, ())
            if type(value) is not type(one.default):
                raise self._wrong(one.name, f"is {type(one.default).__name__}", value)
            if one.name in COMPLETE and offered and value not in offered:
                raise self._wrong(one.name, f"is one of {', '.join(map(str, offered))}", value)
            if type(value) is int and not 0 <= value < LIMIT:
                raise self._wrong(one.name, f"is a number from 0 to {LIMIT - 1}", value)
        if self.share > 100:  # noqa: PLR2004  (per cent)
            raise self._wrong("share", "is per cent, 0 to 100", self.share)
        if self.at != ANYWHERE and not KEY.fullmatch(self.at):
            raise self._wrong("at", """is * or role and name, such as button "Send\"""", self.at)

    def _wrong(self, name: str, what: str, value: object) -> RedesignError:
        return RedesignError(f"{type(self).__name__}: {name} {what}, not {brief(value)}")

    @property
    def keeps(self) -> bool:
        """Whether the page still means the same."""
        return self.meaning is Meaning.KEEPS

    def shown(self) -> Iterator[tuple[str, Any]]:
        """Yield the parameters that are not at their defaults."""
        for one in fields(self):
            value = getattr(self, one.name)
            if value != one.default:
                yield one.name, value

    def __str__(self) -> str:
        """Return it as one types it."""
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in self.shown())})"

    def script(self) -> dict[str, Any]:
        """Return the data for the script in the page."""
        return {"kind": type(self).__name__} | {one.name: getattr(self, one.name) for one in fields(self)}


@dataclass(frozen=True, kw_only=True)
class Keeping(Mutation):
    """A change after which every element still has its function, in whatever form."""

    meaning: ClassVar[Meaning] = Meaning.KEEPS


@dataclass(frozen=True, kw_only=True)
class Breaking(Mutation):
    """A change after which the affected element no longer has its function."""

    meaning: ClassVar[Meaning] = Meaning.BREAKS
