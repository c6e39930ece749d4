"""The ``learned`` marker: what it may say, checked at collection. Knows no pytest."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from .model.errors import ConfigurationError

if TYPE_CHECKING:
    from collections.abc import Mapping

BUDGET = ("calls", "tokens", "seconds")


@dataclass(frozen=True, slots=True, kw_only=True)
class Learned:
    """The arguments of ``@pytest.mark.learned``.

    Attributes:
        task: What the flow does, in a few words; the key of the stored workflow.
        params: Values with which the flow is performed before the test's body; None when the body calls ``ami.run``.
        start: Where the flow begins, a URL or a path; opened before the flow.
        teacher: ``offline``, ``llm``, a function of (page, **params), or a ``Teacher``; None for the settings' one.
        secrets: Names of parameters whose values must never be kept or shown.
        optional: Names of controls whose step may be left out when they are not there, such as a cookie banner's.
        budget: Limits of one lesson: ``calls``, ``tokens``, ``seconds``.
    """

    task: str
    params: Mapping[str, Any] | None = None
    start: str | None = None
    teacher: Any = None
    secrets: tuple[str, ...] = ()
    optional: tuple[str, ...] = ()
    budget: dict[str, float] = field(default_factory=dict)

    @property
    def performs(self) -> bool:
        """Return whether the flow is performed before the test's body."""
        return self.params is not None or self.start is not None


def parse(args: tuple[Any, ...], kwargs: Mapping[str, Any], test: str) -> Learned:
    """Return the marker's arguments.

    Args:
        args: Positional arguments.
        kwargs: Keyword arguments.
        test: Node id, for the message.

    Raises:
        ConfigurationError: They are not what the marker takes; the message names the test.
    """
    known = [f.name for f in fields(Learned)]
    if len(args) != 1 or not isinstance(args[0], str) or not args[0].strip():
        raise _wrong(test, f"it takes one task, a text, first; got {args!r}")
    for name in kwargs:
        if name not in known or name == "task":
            near = get_close_matches(name, known[1:], 1)
            raise _wrong(
                test, f"it takes no argument {name!r}" + (f" (did you mean {near[0]!r}?)" if near else "")
            )
    values = {name: value for name, value in kwargs.items() if value is not None}
    for name in ("secrets", "optional"):
        if name in values:
            given = values[name]
            names = (given,) if isinstance(given, str) else tuple(given)
            if not all(isinstance(n, str) for n in names):
                raise _wrong(test, f"{name} takes names, got {given!r}")
            values[name] = names
    if "params" in values and not hasattr(values["params"], "keys"):
        raise _wrong(test, f"params takes a mapping, got {values['params']!r}")
    if "start" in values and not isinstance(values["start"], str):
        raise _wrong(test, f"start takes a URL or a path, got {values['start']!r}")
    if "budget" in values:
        given = values["budget"]
        limits = {"calls": given} if isinstance(given, (int, float)) else dict(given)
        strange = [name for name in limits if name not in BUDGET]
        if strange:
            raise _wrong(test, f"budget takes {', '.join(BUDGET)}; got {strange[0]!r}")
        values["budget"] = limits
    return Learned(task=args[0].strip(), **values)


def _wrong(test: str, why: str) -> ConfigurationError:
    return ConfigurationError(
        f"The learned marker of {test} is wrong: {why}",
        evidence=[
            "learned(task, *, params=None, start=None, teacher=None, secrets=(), optional=(), budget=None)"
        ],
        run=f'pytest "{test}" --collect-only',
    )
