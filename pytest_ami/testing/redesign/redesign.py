"""A redesign: mutations in order, and the seed that decides where they strike. A value that reads as it is written."""

from __future__ import annotations

import ast
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any

from .catalogue import mutation
from .mutation import Mutation, RedesignError

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True)
class Redesign:
    """Mutations that are applied one after the other.

    Attributes:
        mutations: What is changed, in this order.
        seed: Decides which elements a mutation with a share strikes, and what made-up names look like.
    """

    mutations: tuple[Mutation, ...] = ()
    seed: int = 0

    @property
    def keeps(self) -> bool:
        """Whether the page still means the same after all of it."""
        return all(one.keeps for one in self.mutations)

    def __str__(self) -> str:
        """Return it as one line that `parse` reads, and that Python reads where the names are imported."""
        inside = ", ".join(map(str, self.mutations)) + ("," if len(self.mutations) == 1 else "")
        return f"Redesign(({inside}){f', seed={self.seed}' if self.seed else ''})"

    __repr__ = __str__

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
        """Read what `str` wrote.

        Raises:
            RedesignError: It is not a redesign; the message says what of it is not.
        """
        try:
            tree = ast.parse(line.strip(), mode="eval").body
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            raise RedesignError(f"not a redesign: {line[:80]!r} ({error})") from None
        name, args, named = _call(tree)
        if name != "Redesign" or len(args) > 1 or set(named) - {"mutations", "seed"}:
            raise RedesignError(f"not a redesign: {line[:80]!r}; it looks like Redesign((IdsRenamed(),), seed=1)")
        listed = args[0] if args else named.get("mutations", ast.Tuple([]))
        if not isinstance(listed, (ast.Tuple, ast.List)):
            raise RedesignError(f"not a redesign: its mutations stand in brackets, in {line[:80]!r}")
        seed = _value(named["seed"]) if "seed" in named else 0
        if not isinstance(seed, int):
            raise RedesignError(f"the seed of a redesign is a whole number, not {seed!r}")
        return cls(tuple(_mutation(item) for item in listed.elts), seed)


def _call(node: ast.AST) -> tuple[str, list[ast.expr], dict[str, ast.expr]]:
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
        raise RedesignError(f"not a redesign: {ast.unparse(node)[:80]!r}")
    return node.func.id, node.args, {word.arg: word.value for word in node.keywords if word.arg}


def _value(node: ast.expr) -> Any:
    try:
        return ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError, RecursionError):
        raise RedesignError(f"a parameter is a plain value, not {ast.unparse(node)[:80]!r}") from None


def _mutation(node: ast.expr) -> Mutation:
    name, args, named = _call(node)
    kind = mutation(name)
    known = {one.name: type(one.default) for one in fields(kind)}
    if args or set(named) - set(known):
        raise RedesignError(f"{name} takes {', '.join(known)}, each by name")
    values = {key: _value(value) for key, value in named.items()}
    for key, value in values.items():
        if type(value) is not known[key]:
            raise RedesignError(f"{name}: {key} is {known[key].__name__}, not {value!r}")
    return kind(**values)
