"""Learns from the second time: two recordings of one flow are aligned, and where they differ is data. Pure.

Rules of this module:

* Two recordings are of one flow if they have the same actions on the same controls in the same order. Anything else is
  a change of the application; then the new recording replaces the old one.
* An effect that came both times is solid. An effect that came once is no proof any more, unless nothing else is left: a
  step never loses all its proofs.
* An address that differs in single parts, with all other parts equal, names a record there. It is folded only if the
  control still says which record it is: it holds a value of this run, or it stood alone both times.
* The name of a control is never folded: it says what is done. Of the request of a commit nothing is folded but the
  number of its addressees.

It knows steps. It must never know a page, a store or why a flow was recorded again.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pytest_ami.elements.addresses.routes import folded
from pytest_ami.elements.commits import ACTIONS
from pytest_ami.elements.contradictions.facts import LEADS
from pytest_ami.elements.contradictions.said_beside import TURNED
from pytest_ami.elements.contradictions.surroundings import common
from pytest_ami.elements.contradictions.texts_around import LIT
from pytest_ami.engine.effects.addressees import without_numbers
from pytest_ami.engine.effects.message_check import weakest
from pytest_ami.engine.effects.request_lines import has_more, marked

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_ami.model.fingerprint import Fingerprint
    from pytest_ami.model.workflow import Effects, Step

SOURCE = "second recording"
"""The source of evidence that two recordings agree or differ on."""

_FOLDED = ("context", "heading", "label", "text")
"""Texts of a target that are dropped if they differ; its name is not among them."""


def generalised(old: Sequence[Step], new: Sequence[Step]) -> tuple[Step, ...] | None:
    """Return the steps that both recordings have in common; None if they are not of one flow.

    Args:
        old: The stored steps.
        new: The same flow as it was recorded with other values.
    """
    if len(old) != len(new) or not old or not all(map(_alike, old, new)):
        return None
    return tuple(map(_merged, old, new))


def _alike(old: Step, new: Step) -> bool:
    """Return whether two steps are the same action on the same control."""
    if (old.kind, old.value, old.tab, old.frame, bool(old.drop)) != (
        new.kind,
        new.value,
        new.tab,
        new.frame,
        bool(new.drop),
    ):
        return False
    if without_numbers(old.sent) != without_numbers(new.sent):
        return False
    if (old.origin, old.leads, old.dialogs) != (new.origin, new.leads, new.dialogs):
        return False
    if old.target is None or new.target is None:
        return old.target is new.target and folded(old.route, new.route) != ""
    a, b = old.target, new.target
    return (a.tag, a.role, a.name, a.landmark, a.ancestors) == (b.tag, b.role, b.name, b.landmark, b.ancestors)


def _merged(old: Step, new: Step) -> Step:
    """Return a step with the evidence that both recordings have."""
    if old == new:
        return new
    effects, parts = _effects(old, new)
    target = _target(old.target, new.target) if old.target and new.target else new.target
    parts += ["target"] if target != new.target else []
    kept = [part for part in new.sources.removeprefix(f"{SOURCE}: ").split(", ") if part]
    told = ", ".join(dict.fromkeys((*kept, *parts)))
    sent = new.sent if new.sent == old.sent else without_numbers(new.sent)
    sent = marked(sent) if has_more(old.sent) or has_more(new.sent) else sent
    return replace(new, effects=effects, target=target, sent=sent, sources=f"{SOURCE}: {told}" if told else "")


def _effects(old: Step, new: Step) -> tuple[Effects, list[str]]:
    """Return the effects that came both times, and the names of those that differed."""
    before, now = old.effects, new.effects
    notices = _common(weakest(before.notices, now.notices), weakest(now.notices, before.notices))
    appeared = _common(before.appeared, now.appeared)
    vanished = _common(before.vanished, now.vanished)
    route = _route(old, new)
    proven = bool(notices or appeared or now.value is not None or now.tab or now.download or not now.route)
    made = replace(
        now,
        notices=notices,
        appeared=appeared,
        vanished=vanished,
        route=route if route == now.route or proven else now.route,
        filtered=_common(before.filtered, now.filtered),
        listed=_common(before.listed, now.listed),
        digests={key: digest for key, digest in now.digests.items() if before.digests.get(key) == digest},
    )
    if now and (not made or not (made.notices or made.appeared or made.route)) and (now.notices or now.appeared):
        made = replace(made, notices=now.notices, appeared=now.appeared, digests=now.digests)  # never without a proof
    names = ("notices", "appeared", "vanished", "route", "filtered", "listed")
    return made, [name for name in names if not getattr(made, name) == getattr(now, name) == getattr(before, name)]


def _common(before: tuple[str, ...], now: tuple[str, ...]) -> tuple[str, ...]:
    """Return what came both times; what came now if the page has changed, and not only the data on it.

    Data changes texts and leaves their roles alone, or it changes less than half of what came.
    """
    both = tuple(key for key in now if key in before)
    roles = [sorted(key.partition("|")[0] for key in keys) for keys in (before, now)]
    return both if roles[0] == roles[1] or 2 * len(both) >= max(len(before), len(now)) else now


def _route(old: Step, new: Step) -> str:
    """Return the route of both effects, folded where it names a record and the control says which one."""
    common = folded(old.effects.route, new.effects.route)
    if common == new.effects.route or not common:
        return new.effects.route
    return common if _says_which(new) and _says_which(old) else new.effects.route


def _says_which(step: Step) -> bool:
    """Return whether the control of a step identifies its record: by a value, or because there is no other one."""
    target = step.target
    if target is None or step.kind not in ACTIONS:
        return False
    held = "{{" in repr((target.name, target.text, target.context, target.cells, target.texts))
    return held or target.counts.get("name", 2) == 1


def _target(old: Fingerprint, new: Fingerprint) -> Fingerprint:
    """Return the evidence about a control that both recordings have; what identifies it alone is kept."""
    own = "{{" in new.name or new.counts.get("name", 2) == 1 == old.counts.get("name", 2)
    new = common(old, new)
    unlike = {key for key in (TURNED, LIT) if new.details.get(key) != old.details.get(key)}
    new = replace(new, details={key: text for key, text in new.details.items() if key not in unlike})
    if not own:
        return new  # the differing address is what tells this control from its twins
    href = tuple(one.attributes.get("href", "") for one in (old, new))
    leads = folded(*href) if href[0] != href[1] else ""
    texts: dict[str, Any] = {name: "" for name in _FOLDED if _differs(getattr(old, name), getattr(new, name))}
    return replace(
        new,
        attributes={
            key: value for key, value in new.attributes.items() if not _is_data(old.attributes.get(key), value)
        },
        details={key: value for key, value in new.details.items() if not _is_data(old.details.get(key), value)}
        | ({LEADS: leads} if leads else {}),
        neighbours=tuple(text for text in new.neighbours if text in old.neighbours),
        cells=tuple(text for text in new.cells if text in old.cells),
        texts=tuple(text for text in new.texts if text in old.texts),
        **texts,
    )


def _differs(old: str, new: str) -> bool:
    return old != new and "{{" not in new


def _is_data(old: str | None, new: str) -> bool:
    """Return whether two values of one attribute are equal but for the id of a record."""
    if old is None or old == new:
        return False
    return bool(folded(old, new)) or re.sub(r"\d+", "#", old) == re.sub(r"\d+", "#", new)
