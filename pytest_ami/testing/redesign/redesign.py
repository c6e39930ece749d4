"""A redesign: mutations in order, and the seed that decides where they strike. A value that reads as it is written.

Rules of this module:

* Reading a line looks at its shape and takes its literals; nothing that stands in it is ever run or looked up.
* Whatever is wrong with a line ends in a `RedesignError`, soon: it may come from a file, a report or a stranger.
"""

from __future__ import annotations

import ast
import warnings
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any

from .catalogue import mutation
from .mutation import Mutation, RedesignError, brief

if TYPE_CHECKING:
    from collections.abc import Mapping

LONGEST = 20_000
"""Characters of a line that is read; one of a hundred mutations has less."""

SEEDS = 2**53
"""Limit of the absolute value of a seed: larger numbers are not exact in a script."""

LOOKS_LIKE = "it looks like Redesign((IdsRenamed(),), seed=1)"


@dataclass(frozen=True)
class Redesign:
    """Mutations that are applied one after the other.

    Attributes:
        mutations: The changes, in this order.
        seed: Decides which elements a mutation with a share changes, and the form of made-up names.
    """

    mutations: tuple[Mutation, ...] = ()
    seed: int = 0

    def __post_init__(self) -> None:
        """Refuse invalid values.

        Raises:
            RedesignError: A member is no mutation, or the seed is no exact whole number for scripts.
        """
        object.__setattr__(self, "mutations", tuple(self.mutations))
        for one in self.mutations:
            if not isinstance(one, Mutation):
                raise RedesignError(f"a redesign is made of mutations such as IdsRenamed(), not {brief(one)}")
        if type(self.seed) is not int or abs(self.seed) >= SEEDS:
            raise RedesignError(f"the seed of a redesign is a whole number below 2 ** 53, not {brief(self.seed)}")

    @property
    def keeps(self) -> bool:
        """Whether the page still means the same after all of it."""
        return all(one.keeps for one in self.mutations)

    def __str__(self) -> str:
        """Return it as one line that `parse` reads, and that Python reads where the names are imported."""
        inside = ", ".join(map(str, self.mutations)) + ("," if len(self.mutations) == 1 else "")
        return f"Redesign(({inside}){f', seed={self.seed}' if self.seed else ''})"

    __repr__ = __str__

    def _repr_pretty_(self, printer: Any, _cycle: bool) -> None:  # noqa: FBT001  (Hypothesis and IPython call it so)
        """Print it as one line, for any printer."""
        printer.text(str(self))

    def __len__(self) -> int:
        """Return the number of mutations."""
        return len(self.mutations)

    def filled(self, values: Mapping[str, str]) -> Redesign:
        """Return it with ``{{parameter}}`` in its targets replaced by a run's values."""
        made = []
        for one in self.mutations:
            at = one.at
            for name, value in values.items():
                at = at.replace("{{" + name + "}}", value)
            made.append(replace(one, at=at))
        return replace(self, mutations=tuple(made))

    @classmethod
    def parse(cls, line: str) -> Redesign:
        """Read the line that `str` writes.

        Raises:
            RedesignError: It is not a redesign; the message names the invalid part.
        """
        reader = _Reader(line)
        name, args, named = reader.call(reader.tree())
        if name != "Redesign" or len(args) + ("mutations" in named) > 1 or set(named) - {"mutations", "seed"}:
            raise RedesignError(f"not a redesign: {brief(line)}; {LOOKS_LIKE}")
        listed = args[0] if args else named.get("mutations", ast.Tuple([]))
        if not isinstance(listed, (ast.Tuple, ast.List)):
            raise RedesignError(f"not a redesign: its mutations stand in brackets; {LOOKS_LIKE}")
        seed = reader.value(named["seed"]) if "seed" in named else 0
        return cls(tuple(reader.mutation(item) for item in listed.elts), seed)


@dataclass(frozen=True, slots=True)
class _Reader:
    """A line, and the values of its parts."""

    line: str

    def tree(self) -> ast.expr:
        if not isinstance(self.line, str):
            raise RedesignError(f"not a redesign: a {type(self.line).__name__}; {LOOKS_LIKE}")
        if len(self.line) > LONGEST:
            raise RedesignError(f"not a redesign: {len(self.line)} characters; one has {LONGEST} at most")
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                return ast.parse(self.line.strip(), mode="eval").body
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            raise RedesignError(f"not a redesign: {brief(self.line)} ({str(error)[:80]})") from None

    def source(self, node: ast.expr) -> str:
        """Return the piece of the line; putting it together from the tree again could go too deep."""
        return brief(ast.get_source_segment(self.line.strip(), node) or "")

    def call(self, node: ast.expr) -> tuple[str, list[ast.expr], dict[str, ast.expr]]:
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            raise RedesignError(f"not a redesign: {self.source(node)}; {LOOKS_LIKE}")
        named = {word.arg: word.value for word in node.keywords if word.arg}
        if len(named) != len(node.keywords):
            raise RedesignError(f"each parameter is given once and by name, in {self.source(node)}")
        return node.func.id, node.args, named

    def value(self, node: ast.expr) -> Any:
        try:
            return ast.literal_eval(node)
        except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
            raise RedesignError(f"a parameter is a plain value, not {self.source(node)}") from None

    def mutation(self, node: ast.expr) -> Mutation:
        name, args, named = self.call(node)
        kind = mutation(name)
        known = [one.name for one in fields(kind)]
        if args or set(named) - set(known):
            raise RedesignError(f"{name} takes {', '.join(known)}, each by name")
        return kind(**{key: self.value(value) for key, value in named.items()})
