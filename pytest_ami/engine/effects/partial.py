"""Decides whether a part of a step's effects is enough for a lesson, which has a teacher and a test behind it.

Rules of this module:

* A replay never accepts a part: if the recorded effects do not appear, the run is stale.
* A message in other words counts if it shares half of the words and reports no failure. A negated one reports one. A
  message of a later or a second time ("planned for tomorrow", "paid twice") tells of another deed.
* If a value, a download or a tab is missing, no part is enough: these are the work itself.

It is pure. It must never know a page.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from pytest_ami.elements.addresses.routes import folded, normal_route
from pytest_ami.elements.text_keys import fill
from pytest_ami.engine.effects.expectation import TELLING, came
from pytest_ami.engine.effects.message_check import LONE_TEXT, SHOWN_TEXT, TEXTS, refusals
from pytest_ami.engine.effects.message_text import refuses
from pytest_ami.instructions.parameters import templatize
from pytest_ami.lexicon.label_synonyms import key as bare
from pytest_ami.lexicon.relative_times import to_come
from pytest_ami.lexicon.text_normalization import says
from pytest_ami.lexicon.units import OFTEN

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from pytest_ami.model.look import EffectState, Expectation, Presence
    from pytest_ami.model.workflow import Effects

MESSAGES = frozenset({"status", "alert", "log"})
"""Roles of messages; a design may use any of them."""

SCREENS = frozenset({"heading", "dialog", "alertdialog"})
"""Roles of elements that name a screen; a design may use any of them."""

OUTSIDE = (LONE_TEXT, SHOWN_TEXT)
"""Kinds of texts that stand outside of fields."""

LEAST = 3
"""The fewest letters of a word that is compared."""


@dataclass(frozen=True, slots=True)
class Partial:
    """The effects of a step that had only a part of its recorded effects.

    Attributes:
        came: The keys that appeared.
        replaced: For each missing message, the message that appeared instead.
        here: The address of the page then.
        stated: The texts that are missing, but whose value the address or the message names.
    """

    came: tuple[str, ...] = ()
    replaced: Mapping[str, str] = field(default_factory=dict)
    here: str = ""
    stated: tuple[str, ...] = ()


def partly(
    expect: Expectation | None,
    now: EffectState,
    earlier: Iterable[str] = (),
    labelled: Mapping[str, str] | None = None,
) -> Partial | None:
    """Return the part of its effects that a step had; None if its work is not done.

    The work is done if all its messages appeared, perhaps in other words, together with half of the recorded
    appearances. It is also done if a message appeared that proves it, or if all messages came and the page is the
    recorded one but for its query: a design may forget the filter of a list. A step that no message proves is done if
    it newly led to the recorded address with its query, such as a search whose record stood on the page before.

    The last step is done as well if the page newly shows outside of fields the values that it showed then, and nothing
    was to go: the controls around them change with a design. A value that stood alone on the page may stand beside
    other words if the address to which the step leads names it, or if the recorded message, which came word for word,
    states it.

    Args:
        expect: The result of ``effects.expectation``.
        now: ``Seen.effects``.
        earlier: The ``text`` of earlier looks since the action: a message may be gone again.
        labelled: For texts that did not come alone, the key with which the page shows it behind its label.
    """
    labelled = labelled or {}
    if expect is None or expect.download or expect.tabs or expect.value or refusals(expect, now):
        return None
    present = now.present
    shown = [key for text in dict.fromkeys((now.text, *earlier)) for key in _messages(text)]
    arrived = not expect.leads or bool(now.route)
    texts = [key.partition("|")[2] for key in expect.required if _came_as_message(key, present, shown)]
    stated = [
        key
        for key in expect.required
        if not present.get(key) and ((arrived and _in_address(key, expect)) or _in_message(key, texts))
    ]
    lacking = [key for key in expect.required if not present.get(key) and key not in stated]
    said = {key: other for key in lacking if (other := _in_other_words(key, shown))}
    replaced = {**{key: labelled[key] for key in lacking if key in labelled}, **said}
    if len(replaced) < len(lacking):
        return None
    found = came(expect, present)
    found += [key for key in expect.appearing if key not in found and _named(key, shown)]
    messages = any(not key.startswith(TEXTS) for key in expect.required)
    proven = bool(said) or (messages and expect.proven and arrived)
    proven = proven or bool(stated) or (arrived and replaced == said and _shows_values(expect))
    enough = proven or (bool(found) and 2 * len(found) >= len(expect.appearing))
    enough = enough or _with_another_query(expect, now) or (arrived and _asked_for(expect))
    return Partial(tuple(found), replaced, now.here, tuple(stated)) if enough else None


def _in_address(key: str, expect: Expectation) -> bool:
    """Return whether a text is a whole part of the address to which the step leads."""
    kind, _, text = key.partition("|")
    parts = re.split(r"[/?&=#]", unquote(expect.where))
    return expect.leads and f"{kind}|" in OUTSIDE and len(text) >= TELLING and text in parts


def _came_as_message(key: str, present: Mapping[str, Presence], shown: Iterable[str]) -> bool:
    """Return whether a message came word for word, whatever its role is now."""
    role, _, text = key.partition("|")
    same = (one.partition("|")[::2] for one in shown)
    return role in MESSAGES and (present.get(key) is True or any(of in MESSAGES and text == now for of, now in same))


def _in_message(key: str, messages: Iterable[str]) -> bool:
    """Return whether a text that stood alone is a part of a message that says more."""
    kind, _, text = key.partition("|")
    return f"{kind}|" in OUTSIDE and len(text) >= TELLING and any(says((one,), text) for one in messages if one != text)


def _shows_values(expect: Expectation) -> bool:
    """Return whether the required texts, which are all there, prove the last step."""
    outside = any(key.startswith(OUTSIDE) for key in expect.required)
    return expect.last and expect.proven and outside and not expect.vanishing


def _with_another_query(expect: Expectation, now: EffectState) -> bool:
    """Return whether all messages came on the recorded page, whose address only has another query."""
    path, query, here = expect.where.partition("?")[0], "?" in expect.where, urlsplit(now.here).path
    came_all = bool(expect.required) and all(now.present.get(key) for key in expect.required)
    return came_all and query and path == here


def _asked_for(expect: Expectation) -> bool:
    """Return whether a step was to lead to an address with a query, and to nothing that a message proves.

    The step that follows has to fit there: the last one is not done by its address alone. Neither is one that took
    something away: a deletion that the server refuses leads to the same address.
    """
    alone = not (expect.required or expect.vanishing or expect.last)
    return expect.leads and "?" in expect.where and alone


def keeping(effects: Effects, partial: Partial, values: Mapping[str, str]) -> Effects:
    """Return the effects that a step keeps from now on.

    Args:
        effects: The recorded effects.
        partial: The part of them that still appeared.
        values: Parameter values without secrets.
    """
    kept = [key for key in effects.notices if fill(key, values) not in partial.stated]
    notices = [_as_now(key, partial.replaced.get(fill(key, values), ""), values) for key in kept]
    appeared = tuple(key for key in effects.appeared if fill(key, values) in partial.came)
    route = folded(effects.route, normal_route(partial.here, values)) if effects.route else ""
    return replace(effects, notices=tuple(notices), appeared=appeared, vanished=(), route=route, turned="")


def _as_now(key: str, now: str, values: Mapping[str, str]) -> str:
    """Return the template of a message as it is now; one of the same words keeps its own, with short values."""
    role, _, text = now.partition("|")
    own = key.partition("|")[2]
    return (f"{role}|{own}" if text == fill(own, values) else templatize(now, values)) if now else key


def _messages(text: str) -> list[str]:
    try:
        found = json.loads(text or "[]")
    except ValueError:
        return []
    return [key for key in found if isinstance(key, str)]


def _in_other_words(key: str, shown: Sequence[str]) -> str:
    """Return the message that says the same in other words, or an empty string."""
    role, _, text = key.partition("|")
    wanted = _words(text)
    if role not in MESSAGES or not wanted:
        return ""
    for candidate in shown:
        other, _, message = candidate.partition("|")
        told = other in MESSAGES and not refuses(message) and not other_times(text, message)
        if told and 2 * len(wanted & _words(message)) >= len(wanted):
            return candidate
    return ""


def other_times(was: str, now: str) -> bool:
    """Return whether a message says that something is done later or more than once, and the recorded one did not."""
    later = to_come(now) and not to_come(was)
    often, known = (OFTEN & {*re.findall(r"[^\W\d_]+", text.casefold())} for text in (now, was))
    return later or bool(often - known)


def _named(key: str, shown: Iterable[str]) -> bool:
    """Return whether a screen on the page has the name of the recorded one."""
    role, _, text = key.partition("|")
    others = (one.partition("|") for one in shown)
    return role in SCREENS and any(other in SCREENS and bare(name) == bare(text) for other, _, name in others)


def _words(text: str) -> set[str]:
    return {word for word in bare(text).split() if len(word) >= LEAST or not word.isascii()}
