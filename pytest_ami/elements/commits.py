"""Commits: the steps whose effect lasts on the server, and whether one deed repeats another. Pure.

Rules of this module:

* A step commits if its action sent a request that changes something, if it submits a form, if its control's name says
  so ("Send", "Pay"), or if the page reported success after it. A control that only opens a form or a dialog does not.
* Entering a value is no commit: to enter it twice equals entering it once.
* A deed repeats an earlier one if it is done with the same control, submits the same form, or has the same words,
  unless something else was entered since, or the control belongs to another record.
* A deed without a request may only have asked for a confirmation: then the dialog that asks may be answered.

It knows steps and names of controls. It must never know a page, a teacher or a network.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pytest_ami.lexicon.dangerous_actions import dangerous_actions
from pytest_ami.lexicon.text_normalization import mentions, normalise, verbs
from pytest_ami.lexicon.vocabulary import SUCCESS
from pytest_ami.model.workflow import StepKind

from .text_keys import fill

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from pytest_ami.model.workflow import Effects, Step

ACTIONS = frozenset({StepKind.CLICK, StepKind.DOUBLE_CLICK, StepKind.PRESS, StepKind.DRAG})
"""Kinds of steps that may commit. The other kinds enter a value, or look around."""

COMMITTING = frozenset(
    {"send", "delete", "archive", "save", "discard", "login", "logout", "signup", "submit", "buy", "transfer"}
    | {"publish", "restore", "reset", "apply", "cart"}
)
"""Verbs of controls whose action lasts."""

ADDING = frozenset({"create", "compose", "upload", "signup"})
"""Verbs of tasks that add a record."""

OPENING = frozenset({"share", "invite", "forward", "grant", "reveal", "format", "reset"})
"""Dangerous actions whose control mostly opens a form first."""

HARMLESS = frozenset(
    {"search", "open", "close", "cancel", "back", "preview", "print", "download", "select", "not", "go", "edit"}
)
"""Verbs of buttons in a form that change nothing on the server."""

FIELDS = frozenset({"textbox", "searchbox", "combobox", "spinbutton", "listbox"})
CHOICES = frozenset({"tab", "option", "radio", "checkbox", "switch", "treeitem"})
"""Roles of controls that choose something; to choose it again changes nothing."""

SUBMITTERS = frozenset({"button", "input"})
ENTER = frozenset({"enter", "numpadenter"})
DIALOGS = ("dialog", "alertdialog")
AREAS = frozenset({"form", *DIALOGS})
"""Kinds of contexts that hold no record of their own."""

MESSAGE_KEYS = ("status|", "alert|")


@dataclass(frozen=True, slots=True, kw_only=True)
class LastingDeed:
    """One commit, as it was done or as it is about to be done.

    Attributes:
        role: ARIA role of the control.
        name: Its name, parameters filled in.
        route: The page on which it is done: path without a query.
        heading: The heading of the page or of the part around the control; empty if it is not known.
        context: The row or dialog around the control; empty if it is not known.
        submits: Whether it submits a form.
        entries: The values that were entered before it, as templates.
        fields: The names of the fields on its page; empty if they are not known.
        requests: The requests that it sent and that may have changed something, with their values.
        sent: Whether it sent a request that changes something.
        awaits_confirmation: Whether a dialog came after it that may ask for a confirmation, and no message of success.
        refused: Whether the page reported a failure after it.
        final: Whether nothing that is entered later makes another deed of it.
    """

    role: str = ""
    name: str = ""
    route: str = ""
    heading: str = ""
    context: str = ""
    submits: bool = False
    entries: frozenset[str] = frozenset()
    fields: frozenset[str] = frozenset()
    requests: tuple[str, ...] = field(default=(), repr=False)
    sent: bool = False
    awaits_confirmation: bool = False
    refused: bool = False
    final: bool = False

    @property
    def words(self) -> frozenset[str]:
        """The lasting actions that the control's name states; the name of a field states none."""
        return lasting(self.name) if self.role not in FIELDS else frozenset()


def adds(task: str) -> bool:
    """Return whether a task only adds a record, so that it leaves those alone that are there."""
    asked = set(verbs(task))
    return bool(asked) and asked <= ADDING


def lasting(name: str) -> frozenset[str]:
    """Return the lasting actions that the name of a control states, such as ``send``."""
    return frozenset(verbs(name)) & COMMITTING | (frozenset(dangerous_actions(name)) - OPENING)


def commits(step: Step) -> bool:
    """Return whether the effect of a step lasts on the server."""
    if step.kind not in ACTIONS or step.target is None:
        return False
    chooses = step.kind is not StepKind.PRESS and step.target.role in FIELDS | CHOICES
    done = bool(step.sent) or _reports(step.effects)
    if chooses or done or opens(step.effects):
        return done and not chooses
    if submits(step):
        return not set(verbs(step.target.name)) & HARMLESS or bool(lasting(step.target.name))
    if step.target.role == "link" and step.effects.route:
        return bool(frozenset(dangerous_actions(step.target.name)) - OPENING)  # "Archive" leads to the archive
    return step.target.role not in FIELDS and bool(lasting(step.target.name))


def submits(step: Step) -> bool:
    """Return whether a step submits a form: by its button, or with Enter in a field of the form."""
    target = step.target
    if target is None or step.kind not in ACTIONS:
        return False
    in_form = target.landmark.partition("|")[0] == "form" or "form" in target.ancestors
    if step.kind is StepKind.PRESS and target.role in FIELDS:
        return in_form and step.value.casefold() in ENTER and target.role != "searchbox"
    return in_form and target.tag in SUBMITTERS and target.attributes.get("type", "submit").casefold() == "submit"


def equal(first: Step, second: Step) -> bool:
    """Return whether two steps are the same action on the same control."""
    if first.target is None or second.target is None:
        return first == second
    a, b = first.target, second.target
    control = (a.role, normalise(a.name or a.text), a.landmark, a.context)
    return (first.kind, first.value, control) == (
        second.kind,
        second.value,
        (b.role, normalise(b.name or b.text), b.landmark, b.context),
    )


def deed_of(step: Step, before: Sequence[Step], values: Mapping[str, str], *, sent: bool) -> LastingDeed:
    """Return the deed that a replayed step has done.

    Args:
        step: The step.
        before: The steps before it.
        values: Parameter values without secrets.
        sent: Whether it sent a request that changes something.
    """
    target = step.target
    return LastingDeed(
        role=target.role if target else "",
        name=fill(target.name or target.text, values) if target else "",
        route=fill(step.route, values).partition("?")[0],
        submits=submits(step),
        entries=frozenset(one.value for one in before if one.kind not in ACTIONS and one.value),
        sent=sent or bool(step.sent),
        final=True,
    )


def deeds_of(
    steps: Sequence[Step], sent: Iterable[int], values: Mapping[str, str], *, skip: int = 0, left: Sequence[Step] = ()
) -> tuple[LastingDeed, ...]:
    """Return the deeds of replayed steps.

    Args:
        steps: The steps that were carried out.
        sent: Numbers of the steps, from 1, that sent a request that changes something.
        values: Parameter values without secrets.
        skip: Number of steps at the beginning that are left out.
        left: The steps that are still to come. A control that never sent anything only leads to a commit among them.
    """
    seen, leads = frozenset(sent), any(step.sent and commits(step) for step in left)
    return tuple(
        deed_of(step, steps[:n], values, sent=n + 1 in seen)
        for n, step in enumerate(steps)
        if n >= skip
        and (n + 1 in seen or step.sent or not leads)
        and (commits(step) or (n + 1 in seen and step.kind in ACTIONS and not _shows_panel(step)))
    )


def _shows_panel(step: Step) -> bool:
    """Return whether a step only shows the panel of a tab. Its request reads the panel, and may be repeated."""
    return step.target is not None and step.target.role == "tab" and not lasting(step.target.name)


def repeats(now: LastingDeed, earlier: LastingDeed) -> bool:
    """Return whether a deed would do an earlier one again."""
    if now.entries - earlier.entries and not earlier.final:
        return False
    asked = (
        (earlier.awaits_confirmation or not earlier.sent) and _kind(now) in DIALOGS and now.context != earlier.context
    )
    records = earlier.context and now.context and not {_kind(now), _kind(earlier)} & AREAS
    if asked or (records and earlier.context != now.context):
        return False
    headed = bool(earlier.heading and now.heading)  # a refused form is often shown again under another address
    here = (earlier.heading == now.heading if headed else earlier.route == now.route) and not _other_form(now, earlier)
    if (earlier.role, normalise(earlier.name)) == (now.role, normalise(now.name)):
        return here or (earlier.sent and (bool(now.words) or earlier.refused or earlier.final))
    if not earlier.sent:
        return False
    confirms = not earlier.final and "confirm" in verbs(now.name) and "confirm" not in verbs(earlier.name)
    return (earlier.submits and now.submits and here) or (now.words == earlier.words != frozenset() and not confirms)


def may_send_again(now: LastingDeed, deeds: Iterable[LastingDeed]) -> tuple[str, ...]:
    """Return the requests that a deed must not send again, if nothing was entered since.

    They are those of its namesakes and of the forms that were sent. On another page, or in another form, such a control
    is another deed, or the same one: its request tells.
    """
    name = now.role, normalise(now.name)
    same = (one for one in deeds if (now.submits and one.submits) or (one.role, normalise(one.name)) == name)
    return tuple(line for one in same if not now.entries - one.entries for line in one.requests)


def _other_form(now: LastingDeed, earlier: LastingDeed) -> bool:
    """Return whether the fields are those of another form: the next page of a wizard may keep all its headings.

    A refused form that is shown under another address has its fields. On the same page fields may be put away while
    they are sent: then each page must have a field that the other one lacks, or the deed must have sent a request by
    which it is known if it is done again (``may_send_again``).
    """
    tells = now.route != earlier.route or bool(earlier.requests or now.fields - earlier.fields)
    return tells and bool(earlier.fields - now.fields)


def _kind(deed: LastingDeed) -> str:
    return deed.context.partition(" ")[0]


def without_repetition(kept: tuple[Step, ...], learned: tuple[Step, ...]) -> tuple[Step, ...]:
    """Return the steps before a lesson without the last one, which failed, if the lesson begins with the same action.

    Args:
        kept: Stored steps that were carried out; the last one did not have its effects.
        learned: The steps of the lesson.
    """
    entered = {step.value for step in kept if step.kind not in ACTIONS}
    for step in learned:
        if step.kind in ACTIONS:
            return kept[:-1] if kept and kept[-1].kind in ACTIONS and _same(kept[-1], step) else kept
        if step.value not in entered:
            return kept
    return kept


def without_twins(steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """Return steps without a commit that the next step does again; of two equal commits in a row the last one stays."""
    pairs = zip(steps, (*steps[1:], None), strict=False)
    return tuple(step for step, other in pairs if other is None or not (commits(step) and _same(step, other)))


def _same(first: Step, second: Step) -> bool:
    """Return whether two steps are the same action on the same page; "Next" on the next page is another one."""
    headings = tuple(step.target.heading if step.target else "" for step in (first, second))
    return equal(first, second) and first.route == second.route and (headings[0] == headings[1] or not all(headings))


def _reports(effects: Effects) -> bool:
    """Return whether a page reported success after a step."""
    return any(key.startswith(MESSAGE_KEYS) and mentions(key.partition("|")[2], SUCCESS) for key in effects.notices)


def opens(effects: Effects) -> bool:
    """Return whether a step only opened a form or a dialog."""
    opened = any(key.partition("|")[0] in DIALOGS for key in effects.notices) or _fields(effects.appeared)
    return opened and not _fields(effects.vanished)


def _fields(keys: Iterable[str]) -> bool:
    return any(key.partition("|")[0] in FIELDS for key in keys)
