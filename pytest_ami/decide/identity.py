"""Is this still the element? Evidence, not score level.

Rules of this module:

* ``same``: everything decisive that was known is still so, for exactly one element.
* ``drifted``: something moved, but two independent keys agree, none contradicts, and no rival comes near.
* Everything else is a reason not to act: ``different, ambiguous, missing``. When in doubt, silence.

Independent keys are the four groups of the survey in the field: name-like (role with accessible name or text),
identity (id, name attribute, test id), destination (link path, field label), place (landmark, heading,
neighbours). A key counts as contradicting only if it was unique on the page when it was recorded.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any

from pytest_ami.model.outcome import Cause
from pytest_ami.model.workflow import StepKind

from .effects import fold
from .params import names, render

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pytest_ami.model.fingerprint import Fingerprint

TEST_IDS = ("data-testid", "data-test-id", "data-test", "data-cy", "data-qa", "data-pw")
IDENTITY = ("id", "name", *TEST_IDS)
PRESSED = frozenset(
    {"button", "link", "menuitem", "tab", "menuitemcheckbox", "menuitemradio", "option", "switch"}
)
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
LINEAGE = 4
"""Ancestors, of the six recorded, that must still be there in order for the lineage to count as the same."""

ENOUGH = 2
"""Independent agreeing keys that a heal needs (DESIGN, law 2)."""


class Verdict(str, Enum):
    """What the evidence says about an element."""

    SAME = "same"
    DRIFTED = "drifted"
    DIFFERENT = "different"
    AMBIGUOUS = "ambiguous"
    MISSING = "missing"


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """A verdict with its reasons.

    Attributes:
        verdict: What the evidence says.
        index: Which candidate it is about; -1 for none.
        cause: Why the step cannot go on; None for ``same`` and ``drifted``.
        evidence: Facts, one per line.
    """

    verdict: Verdict
    index: int = -1
    cause: Cause | None = None
    evidence: tuple[str, ...] = ()

    @property
    def usable(self) -> bool:
        """Return whether the candidate may be acted on."""
        return self.verdict in (Verdict.SAME, Verdict.DRIFTED)


def held_values(target: Fingerprint, values: Mapping[str, str]) -> tuple[str, ...]:
    """Return the parameter values that the target's text must hold (``{{item}}`` targets), in order."""
    found = dict.fromkeys(name for text in (target.name, target.text, target.context) for name in names(text))
    return tuple(values[name] for name in found if name in values)


def wanted(target: Fingerprint, kind: StepKind, values: Mapping[str, str]) -> dict[str, Any]:
    """Return the target as ``look.js`` takes it, parameters filled in.

    For a target that holds a parameter's value, what belongs to one record (ids, links, places) is left out.
    """
    holds = held_values(target, values)
    data_driven = {"id", "name", "href", "title", "aria-label", "alt", *TEST_IDS} if holds else set()
    return {
        "tag": target.tag,
        "role": target.role,
        "name": render(target.name, values) if not holds else "",
        "label": target.label,
        "attributes": {k: v for k, v in target.attributes.items() if k not in data_driven and "{{" not in v},
        "generated": list(target.generated),
        "xpath": target.xpath,
        "absolute_xpath": target.absolute_xpath,
        "css": target.css,
        "shadow": list(target.shadow),
        "landmark": target.landmark,
        "context": target.context,
        "shared": target.counts.get("name", 1) > 1,
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
) -> Judgement:
    """Return which candidate, if any, is the recorded element.

    Args:
        target: As recorded.
        kind: What is to be done to it.
        candidates: ``Seen.candidates``.
        values: Parameter values, those of secrets left out.
    """
    held = held_values(target, values)
    if not candidates:
        lack = f"holds {', '.join(map(repr, held))}" if held else f"is like {target.title()}"
        return Judgement(
            verdict=Verdict.MISSING, cause=Cause.MISSING, evidence=(f"nothing on the page {lack}",)
        )
    agreeing = [i for i, candidate in enumerate(candidates) if candidate["agree"]]
    if len(agreeing) == 1:
        return Judgement(verdict=Verdict.SAME, index=agreeing[0])
    if agreeing:
        return _among_equals(target, candidates, agreeing)
    if held_values(target, values):
        return Judgement(
            verdict=Verdict.MISSING,
            cause=Cause.MISSING,
            evidence=(
                f"no {target.role or target.tag} holds {', '.join(map(repr, held_values(target, values)))}",
            ),
        )
    return _among_others(target, kind, candidates)


def _place(target: Fingerprint, seen: Mapping[str, Any]) -> int:
    """Count what still agrees about where the element stands; 0 to 5."""
    near = {fold(text) for text in target.neighbours} & {fold(text) for text in seen.get("neighbours", ())}
    return (
        int(bool(target.landmark) and fold(target.landmark) == fold(seen.get("landmark", "")))
        + int(bool(target.heading) and fold(target.heading) == fold(seen.get("heading", "")))
        + int(len(near) >= min(ENOUGH, len(target.neighbours) or ENOUGH))
        + int(bool(target.context) and fold(target.context) == fold(seen.get("context", "")))
        + int(_in_order(target.ancestors, seen.get("ancestors", ())) >= LINEAGE)
    )


def _in_order(one: Sequence[str], other: Sequence[str]) -> int:
    """Return how many ancestors' tags of ``one`` are found in ``other``, in order (a wrapper more or less is nothing)."""
    found = start = 0
    for tag in one:
        if tag in other[start:]:
            start = list(other).index(tag, start) + 1
            found += 1
    return found


def _among_equals(
    target: Fingerprint, candidates: Sequence[Mapping[str, Any]], equal: list[int]
) -> Judgement:
    """Several elements agree on every decisive key: only their place can tell them apart."""
    ready = [i for i in equal if not candidates[i].get("problem")]
    if len(ready) == 1 and target.counts.get("name", 1) <= 1:
        return Judgement(verdict=Verdict.SAME, index=ready[0])
    ranked = sorted(
        ((_place(target, candidates[i]["fingerprint"]), -i) for i in (ready or equal)), reverse=True
    )
    if len(ranked) > 1 and ranked[0][0] > ranked[1][0]:
        return Judgement(verdict=Verdict.SAME, index=-ranked[0][1])
    at_home = [
        i for i in equal if candidates[i]["fingerprint"].get("absolute_xpath") == target.absolute_xpath
    ]
    if len(at_home) == 1 and target.counts.get("name", 1) == len(equal):
        return Judgement(verdict=Verdict.SAME, index=at_home[0])
    shown = tuple(_say(candidates[i]["fingerprint"]) for i in equal[:3])
    return Judgement(
        verdict=Verdict.AMBIGUOUS,
        cause=Cause.AMBIGUOUS,
        evidence=(f"{len(equal)} elements are {target.title()}, and nothing tells them apart", *shown),
    )


def keys(target: Fingerprint, seen: Mapping[str, Any]) -> tuple[set[str], set[str]]:
    """Return the groups of keys that agree, and those that contradict, between record and candidate."""
    agree: set[str] = set()
    against: set[str] = set()
    unique = {key for key, count in target.counts.items() if count == 1}
    attributes: Mapping[str, str] = seen.get("attributes", {})
    made = {*target.generated, *seen.get("generated", ())}
    if target.name or target.text:
        equal = fold(target.name or target.text) == fold(seen.get("name") or seen.get("text") or "")
        if equal:
            agree.add("name")
        elif "name" in unique or not target.counts:
            against.add("name")
    for key in IDENTITY:
        recorded, now = target.attributes.get(key), attributes.get(key)
        if key in made or not recorded or not now:
            continue
        if recorded == now:
            agree.add("identity")
        else:
            against.add("identity")
    if "identity" in agree:
        against.discard("identity")
    for recorded, now in (
        (target.attributes.get("href"), attributes.get("href")),
        (target.label, seen.get("label")),
    ):
        if recorded and now:
            (agree if fold(recorded) == fold(now) else against).add("destination")
    if _place(target, seen) >= ENOUGH:
        agree.add("place")
    # A field's name usually is its label: the same fact must not count as two keys.
    if "destination" in agree and target.label and fold(target.label) == fold(target.name):
        agree.discard("destination")
    return agree, against


def _among_others(target: Fingerprint, kind: StepKind, candidates: Sequence[Mapping[str, Any]]) -> Judgement:
    """No candidate agrees on everything: heal on two keys without contradiction, or name the cause."""
    weighed: list[tuple[int, int, set[str], set[str]]] = []
    for i, candidate in enumerate(candidates):
        seen = candidate["fingerprint"]
        agree, against = keys(target, seen)
        if compatible(kind, target.role, seen.get("role", "")) and agree:
            weighed.append((len(agree), -i, agree, against))
    weighed.sort(key=lambda row: (row[0], row[1]), reverse=True)
    fit = [row for row in weighed if row[0] >= ENOUGH and not row[3]]
    if fit and (len(weighed) == 1 or weighed[0][0] > weighed[1][0] or (weighed[0] is fit[0] and len(fit) == 1)):
        count, minus, agree, _ = fit[0]
        evidence = (f"{count} independent keys agree ({', '.join(sorted(agree))}), none contradicts",)
        return Judgement(verdict=Verdict.DRIFTED, index=-minus, evidence=evidence)
    shown = tuple(
        f"{_say(candidates[-minus]['fingerprint'])}: agrees on {', '.join(sorted(agree)) or 'nothing'}"
        + (f", contradicts on {', '.join(sorted(against))}" if against else "")
        for _, minus, agree, against in weighed[:3]
    )
    if len(fit) > 1:
        return Judgement(verdict=Verdict.AMBIGUOUS, cause=Cause.AMBIGUOUS, evidence=shown)
    if not weighed:
        return Judgement(
            verdict=Verdict.MISSING,
            cause=Cause.MISSING,
            evidence=(f"nothing on the page is like {target.title()}",),
        )
    best = weighed[0]
    if "name" in best[3]:
        return Judgement(verdict=Verdict.DIFFERENT, index=-best[1], cause=Cause.RENAMED, evidence=shown)
    if "name" in best[2]:
        return Judgement(verdict=Verdict.DIFFERENT, index=-best[1], cause=Cause.MOVED, evidence=shown)
    return Judgement(verdict=Verdict.MISSING, cause=Cause.MISSING, evidence=shown)


def _say(seen: Mapping[str, Any]) -> str:
    called = seen.get("name") or seen.get("label") or seen.get("text") or ""
    return f'{seen.get("role") or seen.get("tag")} "{called}" at {seen.get("absolute_xpath", "")}'
