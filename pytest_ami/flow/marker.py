"""The arguments of the ``learned`` marker, checked at collection. It must never know pytest."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, fields, replace
from difflib import get_close_matches
from typing import Any

from pytest_ami.engine.secrets.redaction import is_secret_name
from pytest_ami.engine.teaching import action_policy
from pytest_ami.engine.versions.rejection import REJECTED
from pytest_ami.model.errors import ConfigurationError
from pytest_ami.model.printable import as_argument

BUDGET = ("calls", "tokens", "seconds")
TEACHERS = ("auto", "offline", "llm")
SIGNATURE = (
    "learned(task, *, params=None, start=None, teacher=None, secrets=(), public=(), optional=(), budget=None, "
    "allow=(), expect=None)"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class LearnedMark:
    """The arguments of ``@pytest.mark.learned``.

    Attributes:
        task: The flow in a few words; the key of the stored workflow.
        params: Values for a run of the flow before the test's body; None if the body calls ``ami.run``.
        start: URL or path to open before the flow.
        teacher: ``offline``, ``llm``, a function of (page, **params), or a ``Teacher``; None for that of the settings.
        secrets: Names of parameters whose values must never be kept or shown.
        public: Names of parameters whose values are no secrets although their names, or those of their fields, say so.
        optional: Names of parameters that a run may leave out, and of controls whose step may be left out if they are
            missing, such as a cookie banner's.
        budget: Limits of one lesson: ``calls``, ``tokens``, ``seconds``.
        allow: Dangerous actions that a teacher may do although the task does not name them, such as ``delete``.
        expect: ``rejected`` if the application is expected to refuse the flow; empty if it succeeds.
    """

    task: str
    params: Mapping[str, Any] | None = None
    start: str | None = None
    teacher: Any = None
    secrets: tuple[str, ...] = ()
    public: tuple[str, ...] = ()
    optional: tuple[str, ...] = ()
    budget: dict[str, float] = field(default_factory=dict)
    allow: tuple[str, ...] = ()
    expect: str = ""

    @property
    def performs(self) -> bool:
        """Return whether the flow is performed before the test's body."""
        return self.params is not None or self.start is not None

    def check(self) -> None:
        """Do nothing: these arguments are valid. ``InvalidMark`` raises here."""


def parse(args: tuple[Any, ...], kwargs: Mapping[str, Any], test: str) -> LearnedMark:
    """Return the marker's arguments.

    Args:
        args: Positional arguments.
        kwargs: Keyword arguments.
        test: Node id, for the message.

    Raises:
        ConfigurationError: The arguments are not valid; the message names the test.
    """
    known = [f.name for f in fields(LearnedMark)]
    if len(args) != 1 or not isinstance(args[0], str) or not args[0].strip():
        got = ", ".join(map(repr, args)) or "nothing"
        raise _wrong(test, f'it takes one task first, a text such as "send email"; got {got}')
    for name in kwargs:
        if name not in known or name == "task":
            near = get_close_matches(name, known[1:], 1)
            raise _wrong(test, f"it takes no argument {name!r}" + (f" (did you mean {near[0]!r}?)" if near else ""))
    values = {name: value for name, value in kwargs.items() if value is not None}
    for name, value in values.items():
        if name in CHECKS and (why := CHECKS[name](value)):
            raise _wrong(test, f"{name} takes {why}, got {_shown(name, value)}")
    for name in ("secrets", "public", "optional", "allow"):
        if name in values:
            names = values[name]
            values[name] = (names,) if isinstance(names, str) else tuple(names)
    if "budget" in values:
        budget = values["budget"]
        values["budget"] = dict(budget) if isinstance(budget, Mapping) else {"calls": budget}
    both = sorted({*values.get("secrets", ())} & {*values.get("public", ())})
    if both:
        raise _wrong(test, f"{both[0]} is both secret and public")
    return LearnedMark(task=args[0].strip(), **values)


def is_secret(name: str, mark: LearnedMark | None) -> bool:
    """Return whether the value of a parameter must never be kept or shown: by its name, unless the marker decides."""
    if mark is not None and name in (*mark.secrets, *mark.public):
        return name in mark.secrets
    return is_secret_name(name)


def without_fixed(mark: LearnedMark, fixed: Collection[str]) -> LearnedMark:
    """Return the marker's arguments without those that the command line sets (it takes precedence, DESIGN 5).

    Args:
        mark: The arguments.
        fixed: Names of the settings on the command line.
    """
    budget = {name: limit for name, limit in mark.budget.items() if name not in fixed}
    return replace(mark, teacher=None if "teacher" in fixed else mark.teacher, budget=budget)


def _names(value: Any) -> str:
    several = isinstance(value, (list, tuple, set, frozenset)) and all(isinstance(name, str) for name in value)
    return "" if isinstance(value, str) or several else "names"


def _allow(value: Any) -> str:
    if _names(value):
        return _names(value)
    strange = action_policy.unknown_allowances((value,) if isinstance(value, str) else tuple(value))
    return f"names of dangerous actions ({', '.join(action_policy.NAMES)}) or words for them" if strange else ""


def _params(value: Any) -> str:
    fits = isinstance(value, Mapping) and all(isinstance(name, str) and name.isidentifier() for name in value)
    return "" if fits else "a mapping from names to values"


def _start(value: Any) -> str:
    return "" if isinstance(value, str) and value.strip() else "a URL or a path"


def _teacher(value: Any) -> str:
    knows = callable(value) or hasattr(value, "advise") or hasattr(value, "perform")
    return "" if knows or (isinstance(value, str) and value in TEACHERS) else f"{', '.join(TEACHERS)} or a function"


def _expect(value: Any) -> str:
    return "" if value in ("", REJECTED) else repr(REJECTED)


def _budget(value: Any) -> str:
    limits = value if isinstance(value, Mapping) else {"calls": value}
    fits = all(
        name in BUDGET and isinstance(limit, (int, float)) and not isinstance(limit, bool) and limit > 0
        for name, limit in limits.items()
    )
    return "" if fits else f"a number of model calls, or numbers for {', '.join(BUDGET)}"


CHECKS: dict[str, Callable[[Any], str]] = {
    "params": _params,
    "start": _start,
    "teacher": _teacher,
    "secrets": _names,
    "public": _names,
    "optional": _names,
    "budget": _budget,
    "allow": _allow,
    "expect": _expect,
}
"""A check for each argument. It returns a description of the accepted values, or an empty string for a valid value."""


def _wrong(test: str, why: str) -> ConfigurationError:
    return ConfigurationError(
        f"The learned marker of {test} is wrong: {why}",
        why="The arguments are checked before the test runs.",
        evidence=[SIGNATURE],
        run=f"pytest {as_argument(test)} --collect-only",
    )


def _shown(name: str, value: object) -> str:
    """Return a wrong argument for a message; values that were passed instead of names are hidden."""
    return type(value).__name__ if name in ("secrets", "params") else repr(value)
