"""Is this still the element? Evidence, not score level.

Rules of this module:

* ``same``: everything decisive that was known is still so, for exactly one element.
* ``drifted``: something moved, but two independent keys agree, none contradicts, and no rival comes near.
* Everything else is a reason not to act: ``different, ambiguous, missing``. When in doubt, silence.
* The page finds candidates by loose comparison (digits folded, parts of words); what is loose there is judged
  strictly here: numbers that told elements apart when recorded, and values that a target must hold.

Independent keys are the four groups of the survey in the field: name-like (role with accessible name or text),
identity (id, name attribute, test id), destination (link path, field label), place (landmark, heading,
neighbours). What many elements shared when it was recorded is no key; another name contradicts either way.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any

from pytest_ami.model.outcome import Cause
from pytest_ami.model.workflow import StepKind

from .likeness import (
    ENOUGH,
    PRESSED,
    TEST_IDS,
    confirms,
    exact,
    filled,
    held_values,
    keys,
    place,
    shared,
    told_apart,
)
from .params import names

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pytest_ami.model.fingerprint import Fingerprint

TYPED = frozenset({"textbox", "searchbox", "combobox", "spinbutton"})
CHOSEN = frozenset({"combobox", "listbox"})
TICKED = frozenset({"checkbox", "radio", "switch", "menuitemcheckbox", "menuitemradio"})
ROLES = {
    StepKind.FILL: TYPED,
    StepKind.SELECT: CHOSEN,
    StepKind.CHECK: TICKED,
    StepKind.UNCHECK: TICKED,
    StepKind.UPLOAD: frozenset({"file"}),
}


class Identity(str, Enum):
    """What the evidence says about an element."""

    SAME = "same"
    DRIFTED = "drifted"
    DIFFERENT = "different"
    AMBIGUOUS = "ambiguous"
    MISSING = "missing"


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """A verdict with its reasons.

    Attributes:
        identity: What the evidence says.
        index: Which candidate it is about; -1 for none.
        cause: Why the step cannot go on; None for ``same`` and ``drifted``.
        evidence: Facts, one per line.
    """

    identity: Identity
    index: int = -1
    cause: Cause | None = None
    evidence: tuple[str, ...] = ()

    @property
    def usable(self) -> bool:
        """Return whether the candidate may be acted on."""
        return self.identity in (Identity.SAME, Identity.DRIFTED)


def wanted(target: Fingerprint, kind: StepKind, values: Mapping[str, str]) -> dict[str, Any]:
    """Return the target as ``look.js`` takes it, parameters filled in.

    For a target that holds a parameter's value, what belongs to one record (ids, links, places) is left out.
    """
    holds = held_values(target, values)
    data_driven = {"id", "name", "href", "title", "aria-label", "alt", *TEST_IDS} if holds else set()
    full = filled(target, values)
    return {
        "tag": target.tag,
        "role": target.role,
        "name": "" if holds and names(target.name) else full.name,
        "label": full.label,
        "attributes": {k: v for k, v in target.attributes.items() if k not in data_driven and not names(v)},
        "generated": list(target.generated),
        "xpath": target.xpath,
        "absolute_xpath": target.absolute_xpath,
        "css": target.css,
        "shadow": list(target.shadow),
        "landmark": target.landmark,
        "context": full.context,
        "shared": shared(target),
        "holds": list(holds),
        "kind": kind.value,
    }


def compatible(kind: StepKind, recorded: str, now: str) -> bool:
    """Return whether an element of role ``now`` can take the action that was recorded on ``recorded``."""
    if kind in ROLES:
        return now in ROLES[kind]
    return recorded == now or (recorded in PRESSED and now in PRESSED)


def judge(
    target: Fingerprint, kind: StepKind, candidates: Sequence[Mapping[str, Any]], values: Mapping[str, str]
) -> Verdict:
    """Return which candidate, if any, is the recorded element.

    Args:
        target: As recorded.
        kind: What is to be done to it.
        candidates: ``Seen.candidates``.
        values: Parameter values, those of secrets left out.
    """
    held = held_values(target, values)
    needed = [name for name in names(f"{target.name} {target.text}") if name in values]
    lack = f"holds {', '.join(map(repr, held))}" if held else f"is like {target.title()}"
    if needed and not any(values[name].strip() for name in needed):
        return _missing(f"the element is told by {', '.join(needed)}, and that is empty now")
    full = filled(target, values)
    agreeing = [
        i
        for i, candidate in enumerate(candidates)
        if candidate["agree"] and confirms(target, full, candidate["fingerprint"], values)
    ]
    for key, text in (("name", full.name), ("context", full.context)):
        precise = [i for i in agreeing if exact(text) == exact(candidates[i]["fingerprint"].get(key, ""))]
        agreeing = precise or agreeing
    if agreeing:
        return _among_equals(full, candidates, agreeing, held=bool(held))
    if not candidates or held:
        return _missing(f"nothing on the page {lack}")
    return _among_others(full, kind, candidates)


def _missing(why: str) -> Verdict:
    return Verdict(identity=Identity.MISSING, cause=Cause.MISSING, evidence=(why,))


def _among_equals(
    target: Fingerprint, candidates: Sequence[Mapping[str, Any]], equal: list[int], *, held: bool
) -> Verdict:
    """One or several elements agree on every decisive key; of several only their place can tell which."""
    if len(equal) == 1:
        if held or not shared(target) or told_apart(target, candidates[equal[0]]["fingerprint"]):
            return Verdict(identity=Identity.SAME, index=equal[0])
        many = f"{target.counts['name']} elements were {target.title()}, and nothing tells which of them is left"
        facts = (many, _say(candidates[equal[0]]["fingerprint"]))
        return Verdict(identity=Identity.AMBIGUOUS, cause=Cause.AMBIGUOUS, evidence=facts)
    ready = [i for i in equal if not candidates[i].get("problem")]
    if len(ready) == 1 and not shared(target):
        return Verdict(identity=Identity.SAME, index=ready[0])
    ranked = sorted(((place(target, candidates[i]["fingerprint"]), -i) for i in (ready or equal)), reverse=True)
    if len(ranked) > 1 and ranked[0][0] > ranked[1][0]:
        return Verdict(identity=Identity.SAME, index=-ranked[0][1])
    at_home = [i for i in equal if candidates[i]["fingerprint"].get("absolute_xpath") == target.absolute_xpath]
    if len(at_home) == 1 and target.counts.get("name", 1) == len(equal):
        return Verdict(identity=Identity.SAME, index=at_home[0])
    shown = tuple(_say(candidates[i]["fingerprint"]) for i in equal[:3])
    return Verdict(
        identity=Identity.AMBIGUOUS,
        cause=Cause.AMBIGUOUS,
        evidence=(f"{len(equal)} elements are {target.title()}, and nothing tells them apart", *shown),
    )


def _among_others(target: Fingerprint, kind: StepKind, candidates: Sequence[Mapping[str, Any]]) -> Verdict:
    """No candidate agrees on everything: heal on two keys without contradiction, or name the cause."""
    weighed: list[tuple[int, int, set[str], set[str]]] = []
    for i, candidate in enumerate(candidates):
        seen = candidate["fingerprint"]
        agree, against = keys(target, seen)
        if compatible(kind, target.role, seen.get("role", "")) and agree:
            weighed.append((len(agree), -i, agree, against))
    weighed.sort(key=lambda row: (row[0], row[1]), reverse=True)
    fit = [row for row in weighed if row[0] >= ENOUGH and not row[3]]
    # A lead over every other one; one that contradicts may come level, but not ahead.
    if fit and all(row is fit[0] or row[0] < fit[0][0] + bool(row[3]) for row in weighed):
        count, minus, agree, _ = fit[0]
        evidence = (f"{count} independent keys agree ({', '.join(sorted(agree))}), none contradicts",)
        return Verdict(identity=Identity.DRIFTED, index=-minus, evidence=evidence)
    shown = tuple(
        f"{_say(candidates[-minus]['fingerprint'])}: agrees on {', '.join(sorted(agree)) or 'nothing'}"
        + (f", contradicts on {', '.join(sorted(against))}" if against else "")
        for _, minus, agree, against in weighed[:3]
    )
    if len(fit) > 1:
        return Verdict(identity=Identity.AMBIGUOUS, cause=Cause.AMBIGUOUS, evidence=shown)
    if not weighed:
        return _missing(f"nothing on the page is like {target.title()}")
    best = weighed[0]
    if "name" in best[3]:
        return Verdict(identity=Identity.DIFFERENT, index=-best[1], cause=Cause.RENAMED, evidence=shown)
    if "name" in best[2]:
        return Verdict(identity=Identity.DIFFERENT, index=-best[1], cause=Cause.MOVED, evidence=shown)
    return Verdict(identity=Identity.MISSING, cause=Cause.MISSING, evidence=shown)


def _say(seen: Mapping[str, Any]) -> str:
    called = seen.get("name") or seen.get("label") or seen.get("text") or ""
    return f'{seen.get("role") or seen.get("tag")} "{called}" at {seen.get("absolute_xpath", "")}'
