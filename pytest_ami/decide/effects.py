"""What a step changed, and whether it changes the same again.

Rules of this module:

* Effects are a difference of two page states; what was on screen before proves nothing.
* Messages, dialogs and the route must come back, all of them; of controls that came or went, at least one.
* ``satisfied`` is the judge. The page's script uses the same rule only to know when to stop waiting.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from pytest_ami.model.workflow import Effects

from .params import render, templatize
from .routes import normal_route, route_pattern

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pytest_ami.model.operation import PageState

STRONG = ("status|", "alert|", "dialog|", "alertdialog|")
"""Kinds of notices that tell what happened; headings only tell where one is."""

PASSING = re.compile(r"(…|\.\.\.|\bloading\b|\d\s*%)\s*$", re.IGNORECASE)
"""Messages that are there only while something is under way."""

MOST = 8


def fold(key: str) -> str:
    """Return ``key`` as it is compared: white space and case folded, digits as ``#`` (as in ``look.js``)."""
    return re.sub(r"\d+", "#", re.sub(r"\s+", " ", key).strip().casefold())


def _new(after: tuple[str, ...], before: tuple[str, ...], values: Mapping[str, str]) -> list[str]:
    had = {fold(key) for key in before}
    return [templatize(key, values) for key in after if fold(key) not in had]


def difference(
    before: PageState,
    after: PageState,
    *,
    values: Mapping[str, str],
    typed: str | None = None,
    tab: bool = False,
) -> Effects:
    """Return what changed from ``before`` to ``after``.

    Args:
        before: The page just before the step.
        after: The page just before the next step, or at the end.
        values: Parameter values, written as ``{{name}}`` in the result.
        typed: Template of the value the step put into its target, or None.
        tab: Whether a new tab opened.
    """
    held = templatize(after.last_value, values) if after.last_value is not None else None
    value = typed if typed is not None and held == typed else None
    if not after.url:
        return Effects(value=value, tab=tab)
    route = normal_route(after.url, values)
    moved = route != normal_route(before.url, values)
    notices = _new(after.notices, before.notices, values)
    strong = [key for key in notices if key.startswith(STRONG) and not PASSING.search(key)]
    appeared = [key for key in notices if not key.startswith(STRONG)] + [
        key for key in _new(after.controls, before.controls, values) if not key.endswith("|")
    ]
    vanished = [key for key in _new(before.controls, after.controls, values) if not key.endswith("|")]
    return Effects(
        route=route if moved else "",
        notices=tuple(strong[:MOST]),
        appeared=tuple(appeared[:MOST]),
        vanished=tuple(vanished[:MOST]),
        value=value,
        tab=tab,
    )


def watched(effects: Effects, values: Mapping[str, str]) -> tuple[str, ...]:
    """Return the keys whose state before the action matters."""
    return tuple(render(key, values) for key in (*effects.notices, *effects.appeared, *effects.vanished))


def expectation(
    effects: Effects, before: Mapping[str, bool], values: Mapping[str, str]
) -> dict[str, Any] | None:
    """Return what to wait for after the action, as ``look.js`` takes it; None when nothing was recorded.

    Args:
        effects: As recorded.
        before: For each watched key, whether it was there before the action.
        values: Parameter values, those of secrets left out.
    """
    if not effects:
        return None
    notices = [render(key, values) for key in effects.notices]
    appear = [key for key in (render(k, values) for k in effects.appeared) if not before.get(key, False)]
    vanish = [key for key in (render(k, values) for k in effects.vanished) if before.get(key, True)]
    proof = [key for key in notices if not before.get(key, False)]
    recorded = bool(effects.notices or effects.appeared or effects.vanished)
    expect: dict[str, Any] = {
        "all": notices,
        "appear": appear,
        "vanish": vanish,
        "proven": bool(proof or effects.route or effects.tab or not recorded),
    }
    if effects.route:
        expect["route"] = route_pattern(effects.route, values)
    if effects.value is not None:
        try:
            expect["value"] = render(effects.value, values)
        except Exception:  # noqa: BLE001  (a secret's value is not among the values: it cannot be compared)
            expect.pop("value", None)
    if effects.tab:
        expect["tab"] = True
    return expect


def satisfied(expect: Mapping[str, Any] | None, now: Mapping[str, Any]) -> bool:
    """Return whether what was expected is there.

    Args:
        expect: From ``expectation``.
        now: ``Seen.effects``: ``present`` by key, ``route``, ``last``, ``gone``.
    """
    return not missing(expect, now)


def missing(expect: Mapping[str, Any] | None, now: Mapping[str, Any]) -> tuple[str, ...]:
    """Return what was expected and is not there, one phrase each; empty when all is well."""
    if not expect:
        return ()
    present: Mapping[str, bool] = now.get("present") or {}
    lacks: list[str] = []
    if expect.get("route") and not now.get("route"):
        lacks.append(f"the route {expect['route']}")
    lacks.extend(f"the message {_words(key)}" for key in expect["all"] if not present.get(key))
    value, held = expect.get("value"), now.get("last")
    if value is not None and held is not None and " ".join(held.split()) != " ".join(value.split()):
        lacks.append(f"the value {value!r} in the field (it holds {held!r})")
    came = [key for key in expect["appear"] if present.get(key)]
    went = [key for key in expect["vanish"] if not present.get(key, True)]
    needed = bool(expect["appear"] or expect["vanish"]) or not expect.get("proven", True)
    if not lacks and needed and not came and not went:
        first = [f"{_words(k)} to appear" for k in expect["appear"]] + [
            f"{_words(k)} to go" for k in expect["vanish"]
        ]
        shown = first[:3] or ["any of the recorded effects: all of them were on screen before"]
        lacks.append("any of: " + ", ".join(shown))
    return tuple(lacks)


def _words(key: str) -> str:
    role, _, text = key.partition("|")
    return f'{role} "{text}"' if text else role
