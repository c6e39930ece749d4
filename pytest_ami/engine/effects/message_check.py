"""Messages on a page against the recorded ones: which are there, which are new, which report a failure.

Rules of this module:

* A message is there if one of its role has its words, its exact slots and, if it is long, its whole text.
* A message in other words is like it only if it holds every slot that is compared.
* A message of a failure that was on the page before, or in the recording, contradicts nothing.

It knows texts and effects. It must never know a page.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pytest_ami.elements.text_keys import fill
from pytest_ami.engine.effects.message_text import DIGEST_KEY, fits, holds, pattern, read, refuses, sample
from pytest_ami.instructions.parameters import names
from pytest_ami.instructions.template import HOLE
from pytest_ami.lexicon.text_normalization import mentions
from pytest_ami.lexicon.vocabulary import GENERIC
from pytest_ami.model.look import LIKE, MessagePattern

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from pytest_ami.model.look import EffectState, Expectation, Presence
    from pytest_ami.model.workflow import Effects

STRONG = ("status|", "alert|", "dialog|", "alertdialog|")
"""Kinds of notices that report an event; a heading only names the screen."""

ANNOUNCED = frozenset({"status", "alert"})
"""Roles of messages that a page announces."""

TEXT = "text|"
"""Kind of the keys that stand for any visible text. Digits count in them, unlike in the names of controls."""

SHOWN_TEXT = "shown|"
"""Kind of the keys that stand for any visible text outside of fields."""

LINE_TEXT = "line|"
"""Kind of the keys that ask whether a text is a whole line or cell of the page. It is only asked in a lesson."""

LONE_TEXT = "alone|"
"""Kind of the keys that stand for a text alone in its line, cell or element: no other word says what it is there."""

BEYOND_TEXT = "beyond|"
"""Kind of the keys that ask whether a text stands in other lines than those behind it. It is only asked in a lesson."""

TEXTS = (TEXT, SHOWN_TEXT, LINE_TEXT, LONE_TEXT)
"""Kinds of the keys that stand for a visible text."""

RECORD = "record|"
"""Kind of the keys that stand for a row with some texts, one a line, each in a cell of its own. Digits count."""

ITSELF = "itself|"
"""Kind of the keys that stand for the name of the element on which the last action was done."""

SHOWN = 160
"""The most characters of a message that are shown to people."""

_WEAKER = {LONE_TEXT: (TEXT, SHOWN_TEXT), SHOWN_TEXT: (TEXT,)}

TITLE_END = "title|"
"""Kind of the keys that stand for the last part of a page's title, or of the trail that leads to it."""

CHOICES = frozenset({"option", "menuitem", "menuitemradio", "menuitemcheckbox", "treeitem", "gridcell"})
"""Roles of what an opened list offers."""

ERROR = "error|"
"""Kind of the keys that stand for a text that the page shows as an error by its class alone."""

MESSAGE_ROLES = ("status", "alert", "log", "dialog", "alertdialog", "error")
"""Roles of the elements that report an event or ask about one, and texts that are shown as errors."""


def patterns_of(effects: Effects, values: Mapping[str, str]) -> tuple[MessagePattern, ...]:
    """Return the exact form of each message, dialog and heading whose values are known."""
    same = bool(effects.sample) and effects.sample == sample(values)
    found = []
    for template in (*effects.notices, *(key for key in effects.appeared if key.startswith(("heading|", *STRONG)))):
        if template.startswith(TEXTS) or not all(name in values for name in names(template)):
            continue
        rest, text = effects.digests.get(template[:DIGEST_KEY], ""), template.partition("|")[2]
        full = fill(template, values)
        found.append(pattern(text, values, key=full, exact=effects.exact, same=same, rest=rest, old=not effects.sample))
    return tuple(found)


def presence(
    present: Mapping[str, Presence],
    patterns: Sequence[MessagePattern],
    notices: Sequence[str] | None,
    values: Mapping[str, str],
    *,
    stood: Collection[str] = (),
) -> dict[str, Presence]:
    """Return the presence of each key, messages compared to the last word and number.

    A release of a library announces as a status what another one announces as an alert: the same message counts, if it
    is new. Beside one that stood there, the message comes in its own role.

    Args:
        present: For each watched key, whether it, or something like it, is on the page.
        patterns: The exact form of each message.
        notices: The messages on the page, if they are known.
        values: Parameter values without secrets.
        stood: The messages that were on the page before the action.
    """
    found = dict(present)
    for wanted in patterns if notices is not None else ():
        role = wanted.key.partition("|")[0]
        others = ANNOUNCED - {role} if role in ANNOUNCED else ()
        new = [key for key in notices or () if key.partition("|")[0] in others and key not in stood]
        own = [key for key in notices or () if key.partition("|")[0] == role]
        texts = [key.partition("|")[2] for key in (*own, *new)]
        if any(fits(wanted, text, values) for text in texts):
            found[wanted.key] = True
        elif found.get(wanted.key) == LIKE:
            found[wanted.key] = any(holds(wanted, text) for text in texts) and LIKE
        elif found.get(wanted.key):
            found[wanted.key] = False
    return found


def _own(key: str) -> bool:
    """Return whether a text is exactly a parameter's value, without a date or "Re:" that may be there already."""
    return bool(names(key)) and not HOLE.sub("", key.partition("|")[2]).strip()


def of_this_run(keys: Sequence[str]) -> tuple[str, ...]:
    """Return the texts that are exactly a value; a choice among fixed ones may be further down in another run."""
    fixed = {key.partition("|")[0] for key in keys if not names(key)} & CHOICES
    return tuple(key for key in keys if _own(key) and key.partition("|")[0] not in fixed)


def weakest(keys: Sequence[str], others: Sequence[str]) -> tuple[str, ...]:
    """Return the keys; a text that the other recording did not show in such a place has the kind that both have."""
    found = []
    for key in keys:
        kind, bar, text = key.partition("|")
        weaker = (f"{one}{text}" for one in _WEAKER.get(f"{kind}{bar}", ()))
        found.append(key if key in others else next((one for one in weaker if one in others), key))
    return tuple(found)


def ends_of(keys: Iterable[str]) -> tuple[str, ...]:
    """Return for each heading the key that holds if its text ends the title of a page, or the trail to it."""
    return tuple(f"{TITLE_END}{text}" for role, _, text in (key.partition("|") for key in keys) if role == "heading")


def known_words(effects: Effects, values: Mapping[str, str], notices: Sequence[str] | None) -> tuple[str, ...]:
    """Return the words of the messages that may be there: those before the action, and those of the recording."""
    recorded = [fill(key, values) for key in (*effects.refusals, *effects.notices)]
    return tuple(dict.fromkeys(read(key.partition("|")[2]).words for key in (*recorded, *(notices or ()))))


def refusals(expect: Expectation | None, now: EffectState) -> list[str]:
    """Return the new messages of a failure, as ``role|text``; such a message contradicts all other effects."""
    if expect is None or not expect.judges:
        return []
    told = [key for key in now.notices or () if key.partition("|")[0] in MESSAGE_ROLES]
    texts = [(key, key.partition("|")[2]) for key in told]
    return [key for key, text in texts if refuses(text) and read(text).words not in expect.known]


def of_any_deed(effects: Effects, value: str | None) -> bool:
    """Return whether any deed on the page would have these effects: only a message without a word about the deed."""
    told = [key for key in effects.notices if not key.startswith(TEXTS)]
    more = effects.route or effects.appeared or effects.vanished or effects.tab or effects.download or effects.turned
    if more or value is not None or len(told) < len(effects.notices) or not told:
        return False
    return not any(names(key) or _tells(key.partition("|")[2]) for key in told)


def _tells(text: str) -> bool:
    words = [word for word in re.findall(r"[^\W\d_]+", text) if not mentions(word, GENERIC)]
    return bool(words)


def lacked(key: str) -> str:
    """Return a required text or message that is missing, for people."""
    if not key.startswith(TEXTS):
        return f"the message {in_words(key)}"
    where = "in a line of its own on the page" if key.startswith(LONE_TEXT) else "on the page"
    return f"{key.partition('|')[2]!r} {where}"


def in_words(key: str) -> str:
    """Return the key of an effect for people: the role of an element and its name, or what the kind stands for."""
    kind, bar, text = key.partition("|")
    if f"{kind}{bar}" == RECORD:
        return "a row with " + " and ".join(f'"{cell.lstrip(": ")}"' for cell in text.replace("\t", ": ").split("\n"))
    role = "the name" if f"{kind}{bar}" == ITSELF else kind.replace("\n", " | ")
    text = text.replace("\n", " | ")
    return f'{role} "{text if len(text) <= SHOWN else text[:SHOWN] + "…"}"' if text else role
