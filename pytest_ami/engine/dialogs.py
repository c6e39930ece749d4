"""Dialogs of the browser in a replay: is this the recorded question, and what follows if it is not? Pure.

Rules of this module:

* A dialog gets its recorded answer only if its whole message is the recorded one, case included. A parameter must have
  this run's value. Of the other numbers only those may differ that name a record or a time: ``#17``, ``INV-17``,
  ``No. 17``, dates, times of day and durations. A count or an amount is part of the question.
* A question that was not recorded stops the replay. A message that only informs may be closed, like a notice.
* A question that the test's own handler answers is left to it, unless it asks for more than its step does: for another
  dangerous action, for all, for money that this run has not named, or with a further consequence.
* A message in the place of a recorded one must say the same: "You are on the waiting list" is no "Confirmed".
* A recorded question that no longer comes changes the flow. If it was accepted, the effects decide; if it was
  dismissed, the action was carried out without asking, and the replay stops.

Knows messages and answers. Must never know a page.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

from pytest_ami.elements.contradictions.texts_around import CONSEQUENCE_OF
from pytest_ami.elements.contradictions.words import deeds_named, words_in
from pytest_ami.elements.place import MEANS_THE_SAME
from pytest_ami.elements.text_keys import fill
from pytest_ami.instructions.template import HOLE, split
from pytest_ami.lexicon import text_normalization
from pytest_ami.lexicon.consequences import consequences
from pytest_ami.lexicon.dangerous_actions import dangerous_actions
from pytest_ami.lexicon.label_synonyms import label_similarity
from pytest_ami.lexicon.units import EXTENT
from pytest_ami.lexicon.vocabulary import FAILURE
from pytest_ami.model.dialog import DialogRecord, ExpectedDialog
from pytest_ami.model.outcome import Cause

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pytest_ami.model.look import Expectation
    from pytest_ami.model.workflow import DialogAnswer, Step

_CURRENCIES = "EUR|USD|GBP|CHF|JPY|CNY|RMB|INR|AUD|CAD|SEK|NOK|DKK|PLN|BTC|ETH|US|Rs|kr"
_RECORD = re.compile(
    r"\d{1,4}(?P<date>[./\-])\d{1,2}(?P=date)\d{1,4}"  # a date
    r"|\b\d{1,2}:\d{2}(?::\d{2})?\b"  # a time of day
    r"|\b\d+(?=\s?(?:s|sec|seconds?|min|minutes?|秒|分钟|Sekunden?|Minuten?)\b)"  # a duration
    r"|#\d+\b"
    r"|(?i:\b(?:id|no|nr|number|nummer|ref|ticket|invoice|rechnung)\b[.:]?\s?\d+\b)"
    r"|(?:№|编号|单号)[:：]?\s?\d+"
    rf"|\b(?!(?:{_CURRENCIES})[-_\d])[A-Za-z]{{1,8}}[-_]?\d+(?:[-_]\d+)*\b"
    r"|\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b"
)
"""Parts of a message that name a record or a time. In them, digits differ from run to run."""

_MONEY = re.compile(rf"(?:[€$£¥₹]|\b(?:{_CURRENCIES})\b) ?\d[\d.,]*|\d[\d.,]* ?(?:[€$£¥₹元]|\b(?:{_CURRENCIES})\b)")
"""An amount of money."""

_FINALLY = frozenset({"permanently", "irreversibly", "forever"})
"""Words of an extent that only say how a deed is done."""

_NO_VALUES: Mapping[str, str] = MappingProxyType({})

ASKING = frozenset({"confirm", "prompt"})
"""Kinds of dialogs that ask. Before a page is left the browser asks by itself."""

_ASKS = re.compile(r"[?？]")


def folded(text: str) -> str:
    """Return ``text`` with its white space folded, as the recorder writes messages."""
    return " ".join(text.split())


def expected(answers: Iterable[DialogAnswer], values: Mapping[str, str]) -> tuple[ExpectedDialog, ...]:
    """Return the recorded dialogs of a step for this run's values, secrets included."""
    return tuple(
        ExpectedDialog(
            kind=answer.kind,
            message=fill(answer.message, values),
            pattern=message_pattern(answer.message, values),
            accept=answer.accept,
            text=fill(answer.text, values),
        )
        for answer in answers
    )


def message_pattern(template: str, values: Mapping[str, str]) -> str:
    """Return the pattern of a message: values and words as they are, digits free where they name a record or a time."""
    pieces = []
    for piece, hole in split(template):
        found = HOLE.fullmatch(piece)
        if hole and found:
            pieces.append(_literal(values.get(found[1], piece)))
            continue
        at = 0
        for part in _RECORD.finditer(piece):
            pieces += [_literal(piece[at : part.start()]), _any_record(part[0])]
            at = part.end()
        pieces.append(_literal(piece[at:]))
    pattern = re.sub(r"(?:\\s\+)+", lambda _: r"\s+", "".join(pieces))
    return pattern.removeprefix(r"\s+").removesuffix(r"\s+")


def _literal(text: str) -> str:
    return r"\s+".join(map(re.escape, re.split(r"\s+", text)))


def _any_record(text: str) -> str:
    if re.fullmatch(r"[0-9a-f]{8}-.*", text):
        return r"[0-9a-f-]{36}"
    return re.sub(r"\d+", r"\\d+", _literal(text))


def fitting(owed: Sequence[ExpectedDialog], kind: str, message: str) -> ExpectedDialog | None:
    """Return the recorded dialog that this one is; None if the recording has no such dialog.

    Args:
        owed: The recorded dialogs that have not come yet.
        kind: Kind of the present dialog.
        message: Its message. Browsers show a text of their own before a page is left, so it is not compared then.
    """
    text = folded(message)
    for one in owed:
        if one.kind == kind and (kind == "beforeunload" or re.fullmatch(one.pattern, text)):
            return one
    return None


def reworded(owed: Sequence[ExpectedDialog], kind: str, message: str) -> ExpectedDialog | None:
    """Return the recorded alert that says the same in other words; None if there is none."""
    alerts = (one for one in owed if kind == one.kind == "alert")
    return next((one for one in alerts if label_similarity(one.message, folded(message)) >= MEANS_THE_SAME), None)


def informs(kind: str, message: str) -> bool:
    """Return whether a dialog only informs: it asks nothing, reports no failure, and its only answer is OK."""
    return kind == "alert" and not _ASKS.search(message) and not text_normalization.mentions(message, FAILURE)


def phrase(kind: str, message: str) -> str:
    """Return a dialog as a phrase for a message."""
    return f"{kind} {folded(message)[:300]!r}"


def stranger(kind: str, message: str, owed: Sequence[ExpectedDialog], *, by_test: bool = False) -> str:
    """Return the evidence about a dialog that was not recorded."""
    done = "the test's own handler answered it" if by_test else "it was dismissed"
    recorded = ", ".join(phrase(one.kind, one.message) for one in owed) or "no dialog that is still to come"
    return f"the browser showed {phrase(kind, message)}, and {done}; the recording has {recorded}"


def objection(
    record: DialogRecord, *, heal: bool, step: Step | None = None, values: Mapping[str, str] = _NO_VALUES
) -> tuple[str, ...]:
    """Return the reasons, if any, for which a replay stops at once because of the dialogs that came.

    Args:
        record: The dialogs.
        heal: Whether a replay may go on if the flow has changed harmlessly.
        step: The step whose action has just brought them; without it, what the test has answered is not judged.
        values: Parameter values without secrets.
    """
    name, answered = (step.target.name if step.target else "", record.left) if step else ("", ())
    more = [(message, asked) for message in answered if (asked := asks_more(message, name, values.values()))]
    left = tuple(
        f"the browser asked {folded(message)[:300]!r}, which was not recorded, and the test's own handler answered it; "
        f"it goes beyond {name!r}: {asked}"
        for message, asked in more
    )
    return (*record.strange, *left) if heal else (*record.strange, *left, *record.closed)


def asks_more(message: str, name: str, values: Iterable[str]) -> str:
    """Return what a question asks for and the name of the pressed element does not; empty if it asks for nothing more.

    Args:
        message: The question.
        name: The name.
        values: Parameter values: an amount among them is the flow's own.
    """
    deeds = [deed for deed in dangerous_actions(message) if deed not in dangerous_actions(name)]
    extent = (words_in(message) & EXTENT) - words_in(name) - _FINALLY
    own = {kind for verb, kind in CONSEQUENCE_OF.items() if verb in deeds_named(name)}
    known = {re.sub(r"\D", "", text) for text in values}
    sums = (found[0].strip() for found in _MONEY.finditer(message))
    money = [one for one in sums if one not in name and re.sub(r"\D", "", one) not in known]
    return next(iter((*deeds, *sorted(extent), *sorted(consequences(message) - own), *money)), "")


@dataclass(frozen=True, slots=True, kw_only=True)
class DialogVerdict:
    """The consequence of the dialogs of an action.

    Attributes:
        cause: The cause for which the replay stops; None if it goes on.
        facts: The evidence for the cause.
        notes: Harmless differences, for the report.
        waits: Whether a recorded dialog may still come.
    """

    cause: Cause | None = None
    facts: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    waits: bool = False


def judge(record: DialogRecord, expect: Expectation | None, *, lacks: bool, rests: bool, heal: bool) -> DialogVerdict:
    """Judge the dialogs of an action.

    Args:
        record: The dialogs that came, and the recorded ones that did not.
        expect: The effects of the action.
        lacks: Whether some of them are not there yet. Then a missing dialog is not judged.
        rests: Whether the page is at rest, or the patience spent.
        heal: Whether a replay may go on if the flow has changed harmlessly.
    """
    if strange := objection(record, heal=heal):
        return DialogVerdict(cause=Cause.FLOW_CHANGED, facts=strange)
    if lacks or not record.owed:
        return DialogVerdict(notes=record.closed)
    if not rests:
        return DialogVerdict(notes=record.closed, waits=True)
    facts = tuple(f"the recorded {phrase(one.kind, one.message)} did not come" for one in record.owed)
    if any(not one.accept and one.kind != "alert" for one in record.owed):
        why = "it was answered with Cancel, and this time the page did not ask"
        return DialogVerdict(cause=Cause.FLOW_CHANGED, facts=(*facts, why))
    replaced = record.closed if any(one.kind == "alert" for one in record.owed) else ()
    if replaced or not (heal and confirms(expect)):
        other = replaced or ("no other recorded effect shows that the step was carried out",)
        return DialogVerdict(cause=Cause.FLOW_CHANGED, facts=(*facts, *other))
    return DialogVerdict(notes=(*record.closed, *facts))


def confirms(expect: Expectation | None) -> bool:
    """Return whether an expectation that is met shows that the step was carried out.

    A message that any deed brings is enough: the element decides which deed it was, and a heal is judged apart.
    """
    if expect is None or (expect.weak and not expect.generic):
        return False
    more = expect.route or expect.left or expect.download or expect.tabs or expect.value is not None
    return bool(expect.keys or more)
