"""What a mutation is: a named change of a page that declares whether it keeps or breaks the meaning.

Rules of this module:

* A mutation is a value: a class with a few parameters. What it does in the page is told by the script of its name.
* Whether it keeps or breaks the meaning is said by the class, and nowhere in the page.
* ``at`` names an element as it was before any mutation: role and accessible name, ``button "Send"``, followed by
  `` near Invoice`` where several are called so and one of them stands in a row that says "Invoice". ``*`` is any.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from enum import Enum
from typing import TYPE_CHECKING, Any, ClassVar

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

ANYWHERE = "*"


class Meaning(str, Enum):
    """What a mutation does to what the page is for."""

    KEEPS = "keeps"
    BREAKS = "breaks"


class RedesignError(ValueError):
    """A redesign that does not exist, or cannot be what it is said to be."""


@dataclass(frozen=True, kw_only=True)
class Mutation:
    """One change of a page.

    Attributes:
        at: Which element it is about, or ``*``.
        share: Of the elements that ``*`` means, how many per cent; which ones follows from the redesign's seed.
    """

    meaning: ClassVar[Meaning]
    choices: ClassVar[Mapping[str, tuple[Any, ...]]] = {}
    """For each parameter of its own, the values that random redesigns choose from; the first is the simplest."""
    whole_page: ClassVar[bool] = False
    """Whether it changes the page as such, whatever ``at`` says."""

    at: str = ANYWHERE
    share: int = 100

    def __post_init__(self) -> None:
        """Refuse values that no choice offers where the choices are complete."""
        if not 0 <= self.share <= 100:  # noqa: PLR2004  (per cent)
            raise RedesignError(f"{type(self).__name__}: share is per cent, 0 to 100, not {self.share}")

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
        """Return what the script in the page is told."""
        return {"kind": type(self).__name__} | {one.name: getattr(self, one.name) for one in fields(self)}


@dataclass(frozen=True, kw_only=True)
class Keeping(Mutation):
    """A change after which every element still does what it did, in whatever form."""

    meaning: ClassVar[Meaning] = Meaning.KEEPS


@dataclass(frozen=True, kw_only=True)
class Breaking(Mutation):
    """A change after which what it is about does not do what it did."""

    meaning: ClassVar[Meaning] = Meaning.BREAKS
