"""Ends a flow before a teacher is asked, if the control of its step is there for another deed.

A teacher looks for what is called as the stored flow called it. Where a replay stopped, the page may show exactly that
name, and mean something else by it:

* The recorded element is still there, and in front of it, or in a dialog that was not recorded, there is another one of
  its name: a form for something else. A teacher would rather use what it sees than send away what lies there.
* A dialog that was not recorded has a control of the name, and its words take more than the recorded ones: "for all".
* The control stands in a dialog whose title is a dangerous action that neither task nor recording names: "Buy". A name
  without a verb ("Flute") says nothing against that.
* The title over it names the thing of the task as one of two kinds, which neither task nor recording names: a "Return
  ticket" where a ticket is booked.
* The control of the deed was there before the record was opened, and nothing says that it is for this record.
* Every field of the name takes its value in another unit, currency or time zone, or the page reads a number or a day
  otherwise: no teacher can enter what the value means.
* Every element of the name stands in a part beside the content of the page that is called otherwise, such as a chat.
* A dialog asks about a thing that only belongs to the one of the value: "Delete the account that owns Wiki?" where the
  question was "Delete Wiki?".
* The request that the deed has sent is the order for another deed, or the link has led to a set-apart place, such as an
  archive. Then the other deed is done, or the next one would be, and nothing may follow.

It knows one step and a survey. It must never know a teacher.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from pytest_ami.elements import obstacles
from pytest_ami.elements.addresses.routes import route_ids
from pytest_ami.elements.commits import commits
from pytest_ami.elements.contradictions.texts_around import measure
from pytest_ami.elements.contradictions.words import PRESSED, words_in
from pytest_ami.elements.held_values import filled, held_values, on_route
from pytest_ami.elements.identity import Identity, element_query, recognise
from pytest_ami.elements.place import dialogs, strange_dialog
from pytest_ami.elements.text_keys import exact, fill
from pytest_ami.engine.effects.fields import READINGS
from pytest_ami.engine.replay import ENTERED
from pytest_ami.engine.teaching.action_policy import unpermitted_deed
from pytest_ami.instructions.parameters import names
from pytest_ami.lexicon.contrasts import is_set_apart, one_of_two_kinds
from pytest_ami.lexicon.dangerous_actions import dangerous_actions
from pytest_ami.lexicon.dates import other_zone
from pytest_ami.lexicon.request_paths import orders
from pytest_ami.lexicon.text_normalization import says, split, verbs
from pytest_ami.lexicon.units import EXTENT
from pytest_ami.model import command as c
from pytest_ami.model.outcome import Cause

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_ami.engine.teaching.lesson import Lesson
    from pytest_ami.model.command import Program
    from pytest_ami.model.fingerprint import Fingerprint
    from pytest_ami.model.look import Candidate, Cover
    from pytest_ami.model.outcome import Drift
    from pytest_ami.model.workflow import Step

ASIDE = frozenset({"complementary", "contentinfo"})
"""Landmarks beside the content of a page."""

_HELD = "expected the value"
"""The beginning of the evidence that a field does not hold what was typed."""

OTHER_ROUTE = "expected the route"
"""The beginning of the evidence that a step has led to another address."""

_SENT = re.compile(r"; it sent [A-Z]+ (?P<path>\S+)")

_DIALOG = "dialog|"
_OWNER = re.compile(
    r"(?<!\w)(?!(?:name|title|id|number)\b)[^\W\d_]{3,},? "
    r"(?:(?:that|which|who)(?! (?:you|we|is|was) )(?: [^\W\d_]+){1,3}|of|owning|behind"
    r"|von|vom|des|de|du|del|qui \w+|que \w+)"
    r" (?:(?:the|der|la|le|el) )?[\"'“„«]?$|[\u3000-\u9fff]{2,}的$",
    re.IGNORECASE,
)
"""The end of a text before a value that makes it the owner, or the whole, of the thing before it."""

CHANGED = frozenset({Cause.MISSING, Cause.MOVED, Cause.COVERED})
"""Causes of a drift after which an element of the recorded name may be there."""


def meant_otherwise(carried: Sequence[Step], rest: Sequence[Step], drift: Drift, lesson: Lesson) -> Program[str]:
    """Return the reason why what the page shows is there for something else than the stored steps; empty if none.

    Args:
        carried: The steps that were carried out.
        rest: The stored steps that are left.
        drift: The reason why the replay stopped.
        lesson: The lesson that would follow, with its task, values and permissions.
    """
    if drift.cause is Cause.WRONG_EFFECT and carried and (ordered := ordered_otherwise(carried[-1], drift, lesson)):
        return ordered
    if drift.cause is Cause.WRONG_EFFECT and (otherwise := read_otherwise((*carried, *rest), drift)):
        return otherwise
    if not rest:
        return ""
    if drift.cause is Cause.WRONG_EFFECT and carried:
        other = (yield from asked_about_another(carried[-1], lesson)) or (yield from led_astray(carried, drift, lesson))
        return other or (yield from unopened(carried[-1], rest[0], lesson))
    return (yield from other_deed(rest[0], drift, lesson))


def other_deed(step: Step, drift: Drift, lesson: Lesson) -> Program[str]:
    """Return the reason why the control that is called as the one of a step is there for another deed; empty if none.

    Args:
        step: The stored step whose element was not found, or could not be used.
        drift: The reason why it could not.
        lesson: The lesson that would follow, with its task, values and permissions.
    """
    if step.target is None or drift.cause not in CHANGED:
        return ""
    place = c.FrameAddress(tab=step.tab, frame=step.frame)
    seen: c.Seen = yield c.Look(place=place, slice=0)
    target = on_route(step.target, route_ids(seen.url))
    query = element_query(target, step.kind, lesson.shown)
    outside = obstacles.outside_dialogs(target)
    around: c.Surveyed = yield c.Survey(place=place, target=query, deep=True, outside=outside)
    full = filled(target, lesson.shown)
    named = [one for one in around.candidates if _is_called(full, one)]
    if not named:
        return ""
    if drift.cause is Cause.COVERED:
        verdict = recognise(target, around.candidates, lesson.shown, step.kind)
        behind = around.candidates[verdict.index] if verdict.identity is Identity.SAME else None
        over = bool(behind and behind.problem == "covered") or _is_beside(full, around.candidates, named)
        if over:
            return f"another {full.role} {full.name!r} lies over the recorded one, which is still there"
        if step.kind in PRESSED and (more := _takes_more(full, named, around.cover, lesson)):
            return more
    titled = _titled(full, named, lesson) if step.kind in PRESSED else ""
    aside = _measured(full, step, named) or _beside_content(full, named, lesson)
    return titled or aside or _of_one_kind(full, named, lesson)


def _measured(target: Fingerprint, step: Step, named: Sequence[Candidate]) -> str:
    """Return the unit in which all fields of a name take a value that was meant in another one."""
    if step.kind not in ENTERED:
        return ""
    units = [measure(target, one.fingerprint, step.kind) or _zoned(target, one.fingerprint) for one in named]
    return units[0] if all(units) else ""


def _zoned(target: Fingerprint, seen: Fingerprint) -> str:
    """Return the text beside a field that says that its value is meant in the time of another place."""
    both = ((was, now) for was in target.neighbours for now in seen.neighbours)
    return next((f"beside it stands {now!r}, it was {was!r}" for was, now in both if other_zone(was, now)), "")


def read_otherwise(carried: Sequence[Step], drift: Drift) -> str:
    """Return the reason why no value must be sent: the page does not show that it reads one as it did when recorded."""
    kinds = [step.effects.keeps.split(" ")[0] for step in carried if step.value]
    held = next((line for line in drift.evidence if line.startswith(_HELD)), "")
    return f"the page may read a value otherwise: {held}" if held and {*kinds} & {*READINGS} else ""


def _beside_content(target: Fingerprint, named: Sequence[Candidate], lesson: Lesson) -> str:
    """Return the part beside the content in which all elements of a name stand, if it is called otherwise."""
    known = words_in(" ".join((lesson.task, target.name, target.heading, target.landmark, *target.scope)))
    parts = [one.fingerprint.landmark for one in named]
    if target.landmark.partition("|")[0] in ASIDE or not all(
        part.partition("|")[0] in ASIDE and words_in(part.partition("|")[2]) - known for part in parts
    ):
        return ""
    if any(words_in(part.partition("|")[2]) & known for part in parts):
        return ""
    return f"it is in the part {parts[0].partition('|')[2]!r} now, beside the content of the page"


def ordered_otherwise(step: Step, drift: Drift, lesson: Lesson) -> str:
    """Return the request by which a deed has ordered another one than it did when it was recorded; empty if none.

    A redesign sends a deed to another address. If that ends in the verb of a deed that neither the recorded address
    nor the control nor the task names, such as "/empty", another deed was done.

    Args:
        step: The stored step that was carried out, and whose effects did not come.
        drift: The reason why the replay stopped.
        lesson: The lesson that would follow.
    """
    lines = filter(None, map(_SENT.search, drift.evidence))
    known = words_in(" ".join((step.sent.partition("?")[0], step.target.name if step.target else "", lesson.task)))
    for line in lines:
        path = line["path"].partition("?")[0]
        if orders(path) and not words_in(path.rstrip("/").rpartition("/")[2]) & known:
            return f"the deed has sent {line['path']}"
    return ""


def led_astray(carried: Sequence[Step], drift: Drift, lesson: Lesson) -> Program[str]:
    """Return the title of a set-apart place, such as an archive, to which a step has led instead; empty if it has not.

    Args:
        carried: The stored steps that were carried out; the effects of the last one did not come.
        drift: The reason why the replay stopped.
        lesson: The lesson that would follow.
    """
    step = carried[-1] if carried and drift.cause is Cause.WRONG_EFFECT else None
    if step is None or not step.effects.route or not any(line.startswith(OTHER_ROUTE) for line in drift.evidence):
        return ""
    seen: c.Seen = yield c.Look(slice=0)
    titles = [text for role, _, text in (key.partition("|") for key in seen.effects.notices or ()) if role == "heading"]
    known = " ".join((lesson.task, *lesson.shown.values(), step.target.name if step.target else "", step.effects.route))
    apart = bool(titles) and is_set_apart(f"{known} {' '.join(step.effects.notices)}", titles[0])
    return f"it has led to {titles[0]!r}" if apart else ""


def asked_about_another(step: Step, lesson: Lesson) -> Program[str]:
    """Return the question of a dialog about a thing that only belongs to the one of a value; empty if none asks so.

    Args:
        step: The stored step that was carried out, and whose recorded dialog did not come.
        lesson: The lesson that would follow.
    """
    asked = [key for key in step.effects.notices if key.startswith(_DIALOG) and names(key)]
    if not asked:
        return ""
    seen: c.Seen = yield c.Look(place=c.FrameAddress(tab=step.tab, frame=step.frame), slice=0)
    shown = [key.partition("|")[2] for key in seen.effects.notices or () if key.startswith(_DIALOG)]
    for key in asked:
        for value in (lesson.shown[one] for one in names(key) if lesson.shown.get(one)):
            was = belonging(fill(key, lesson.shown).partition("|")[2], value)
            other = next((text for text in shown if (now := belonging(text, value)) and now != was), "")
            if other:
                return f"the dialog asks {other!r}, and {value!r} only says to whom or what it belongs"
    return ""


def belonging(question: str, value: str) -> str:
    """Return the words of a question by which a thing only belongs to the one of a value: "the account that owns"."""
    before, found, _ = question.partition(value)
    owner = _OWNER.search(before) if found else None
    return owner[0].strip().casefold() if owner else ""


def _is_called(target: Fingerprint, one: Candidate) -> bool:
    seen = one.fingerprint
    return bool(target.name) and not one.problem and seen.role == target.role and exact(seen.name) == exact(target.name)


def _is_beside(target: Fingerprint, candidates: Sequence[Candidate], named: Sequence[Candidate]) -> bool:
    """Return whether an element of the recorded name stands where it stood, and one in a dialog that was not there."""
    place = target.role, exact(target.name), target.absolute_xpath, target.scope
    seen = (one.fingerprint for one in candidates)
    stays = any((one.role, exact(one.name), one.absolute_xpath, one.scope) == place for one in seen)
    return stays and any(strange_dialog(target, one.fingerprint) for one in named)


def _takes_more(target: Fingerprint, named: Sequence[Candidate], cover: Cover | None, lesson: Lesson) -> str:
    """Return the words by which a dialog that was not recorded says that the deed of its control takes more."""
    strange = obstacles.outside_dialogs(target) and all(strange_dialog(target, one.fingerprint) for one in named)
    if cover is None or cover.kind != "dialog" or not strange:
        return ""
    known = words_in(" ".join((lesson.task, target.name, *target.texts, *target.details.values())))
    more = (words_in(f"{cover.name} {cover.text}") & EXTENT) - known
    return f"the dialog of that {target.role} speaks of {', '.join(sorted(more))}" if more else ""


def _titled(target: Fingerprint, named: Sequence[Candidate], lesson: Lesson) -> str:
    """Return the title of the dialogs in which all elements of a name stand, if it is a deed that nobody permits."""
    if verbs(target.name) or not all(dialogs(one.fingerprint) for one in named):
        return ""
    known = {*dangerous_actions(" ".join((target.heading, *target.scope)))}
    titles = [one.fingerprint.heading for one in named]
    deeds = [unpermitted_deed(title, lesson.task, lesson.allow) for title in titles]
    return f"it is under {titles[0]!r} now" if all(deed and deed not in known for deed in deeds) else ""


def _of_one_kind(target: Fingerprint, named: Sequence[Candidate], lesson: Lesson) -> str:
    """Return the title over all elements of a name that names the thing of the task as one of two kinds."""
    known = " ".join((lesson.task, target.name, target.heading, *target.scope, *target.texts))
    titles = [one.fingerprint.heading for one in named]
    of_thing = (split(title)[-1:] and split(title)[-1] in split(lesson.task) for title in titles)
    if not all(of_thing) or not all(one_of_two_kinds(title, known) for title in titles):
        return ""
    return f"it is under {titles[0]!r} now, and nobody has named that kind"


def stopped_by(drift: Drift, why: str) -> Drift:
    """Return a drift with the reason why no teacher goes on from it."""
    return replace(drift, evidence=(*drift.evidence, f"no teacher was asked: {why}"))


def unopened(step: Step, following: Step, lesson: Lesson) -> Program[str]:
    """Return the reason why nobody knows for which record a deed would be done, after its press had no effect.

    The press on a record brought the control of the deed when it was recorded. This time it brought nothing, and the
    control is there all the same: it belongs to what was open before. A control that names the record is its own.

    Args:
        step: The stored step that was carried out, and whose effects did not come.
        following: The stored step after it.
        lesson: The lesson that would follow.
    """
    target, deed = step.target, following.target
    if target is None or deed is None or step.kind not in PRESSED or not commits(following):
        return ""
    held, key = held_values(target, lesson.shown), f"{deed.role}|{deed.name}"
    if not held or key not in step.effects.appeared:
        return ""
    place = c.FrameAddress(tab=following.tab, frame=following.frame)
    query = element_query(deed, following.kind, lesson.shown)
    seen: c.Surveyed = yield c.Survey(place=place, target=query)
    named = [one.fingerprint for one in seen.candidates if _is_called(filled(deed, lesson.shown), one)]
    around = [(one.heading, one.landmark, one.context, *one.texts, *one.scope) for one in named]
    if not named or any(all(says(texts, value) for value in held) for texts in around):
        return ""
    return f"{deed.role} {deed.name!r} was there before, and nothing says that it is for {', '.join(map(repr, held))}"
