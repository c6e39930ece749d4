"""Effects: the changes that a step made when it was learned, and whether it makes them again.

Rules of this module:

* Effects are a difference of two page states; a text that was on screen before proves nothing.
* All messages, all dialogs and the route must appear again, word for word (``texts``). Of the controls that
  appeared or vanished, at least one must do so again. If some of the texts are exactly values of this run, at least
  one of these must appear: another record is another effect. One choice among others of a list that opens is none.
* A heading that was a value of this run may end a longer title or a trail now, if the address is the recorded one.
* An element has vanished only from a document that is at rest. If something appeared when it was recorded, a vanished
  element alone proves nothing in another document, which lacks everything while it loads, nor at the end of a flow.
* A new message of a failure contradicts all other effects, unless the recording had one.
* A choice is proven by its value. Others that appeared beside it may be there already: a chat bubble, or a bar about
  cookies, came by itself while the lesson made the choice.
* A text that holds a secret cannot be compared, because it never reaches this module: it is left out.
* A text that only a field showed before proves a step that brings it to the page, if nothing else could.
  If only texts were recorded, they may have stood in fields then, too, but for those that stood outside.
* ``missing`` decides. The page's script uses the same rule only to know when to stop waiting.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from pytest_ami.elements.addresses.routes import address, normal_route, route_pattern
from pytest_ami.elements.text_keys import fill, fold
from pytest_ami.engine.effects.fields import formatted
from pytest_ami.engine.effects.file_names import file_name
from pytest_ami.engine.effects.message_check import (
    ERROR,
    MESSAGE_ROLES,
    RECORD,
    SHOWN_TEXT,
    STRONG,
    TEXT,
    TEXTS,
    TITLE_END,
    ends_of,
    in_words,
    known_words,
    lacked,
    of_any_deed,
    of_this_run,
    patterns_of,
    presence,
    refusals,
)
from pytest_ami.engine.effects.message_text import (
    DIGEST_KEY,
    MAYBE_CUT,
    has_amount,
    kept_numbers,
    named,
    read,
    refuses,
    sample,
    stored,
)
from pytest_ami.instructions.parameters import names, templatize, unlike_names
from pytest_ami.lexicon.label_synonyms import variants
from pytest_ami.lexicon.relative_times import is_age
from pytest_ami.model.look import LIKE, EffectState, Expectation, Presence
from pytest_ami.model.workflow import Effects

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from pytest_ami.model.operation import PageState

PASSING = re.compile(r"(…|\.\.\.|\bloading\b|\d\s*%)\s*$", re.IGNORECASE)
"""Messages that are shown only while work is under way."""

_AT_WORK = re.compile(r"\|loading (?=\S)", re.IGNORECASE)
"""The start of the name of a control while its work is under way."""

MOST = 8
"""The most keys that are kept of one kind of effect."""

ANY_OF = "any of: "
"""The start of the only phrase about controls that should come or go: all other effects are there."""

TELLING = 3
"""The fewest characters of a value whose appearance on a page is evidence."""

CUT = 80
"""Characters after which the page cuts a text: a cut text may have lost a part of a value."""


def _new(after: tuple[str, ...], before: tuple[str, ...]) -> list[str]:
    had = {fold(key) for key in before}
    fresh = (key for key in after if fold(key) not in had and not is_age(key.partition("|")[2]))
    return [key for key in fresh if not (key.startswith("option|") and PASSING.search(key))]


def _new_messages(after: tuple[str, ...], before: tuple[str, ...], values: Mapping[str, str]) -> list[str]:
    """Return the messages that came; one that differs only in a counter or a clock was there before."""
    had = {_form(key, values) for key in before}
    return [key for key in after if _form(key, values) not in had]


def _form(key: str, values: Mapping[str, str]) -> tuple[str, str]:
    role, _, text = key.partition("|")
    return role, read(named(text, values)).words


def _named(keys: list[str], values: Mapping[str, str]) -> tuple[str, ...]:
    """Return the first keys with parameters' values in their texts as ``{{name}}``; a role is never a value."""
    parts = (key.partition("|") for key in keys[:MOST])
    return tuple(f"{role}{bar}{templatize(text, values)}" for role, bar, text in parts)


def _messages(keys: Sequence[str], values: Mapping[str, str], digests: dict[str, str]) -> tuple[str, ...]:
    """Return the first messages as templates; the digests of long ones are added to ``digests``."""
    found = []
    for key in keys[:MOST]:
        role, bar, text = key.partition("|")
        head, rest = stored(named(text, values))
        found.append(f"{role}{bar}{head}")
        if rest:
            digests[found[-1][:DIGEST_KEY]] = rest
    return tuple(found)


def difference(
    before: PageState,
    after: PageState,
    *,
    values: Mapping[str, str],
    typed: str | None = None,
    tab: bool = False,
    known: Collection[str] = (),
) -> Effects:
    """Return what changed from ``before`` to ``after``.

    Args:
        before: The page just before the step.
        after: The page just before the next step, or at the end.
        values: Parameter values, written as ``{{name}}`` in the result.
        typed: Template of the value that the step entered into its target, or None.
        tab: Whether a new tab opened.
        known: Numbers that the flow itself holds up to here.
    """
    held = typed is not None and after.last_value is not None and fill(typed, values) == after.last_value
    value, values = typed if held else None, unlike_names(values)
    if not after.url:
        return Effects(value=value, tab=tab)
    route = normal_route(after.url, values)
    moved = route != normal_route(before.url, values)
    notices = _new_messages(after.notices, before.notices, values)
    strong = [key for key in notices if key.startswith(STRONG) and not PASSING.search(key)]
    headings = [key for key in notices if not key.startswith((*STRONG, ERROR))]
    controls = [key for key in _new(after.controls, before.controls) if not key.endswith("|")]
    vanished = [key for key in _new(before.controls, after.controls) if not key.endswith("|")]
    controls, vanished = _without_work(controls, vanished)
    turned = not (moved or strong or headings or controls or vanished) and _document(after.url) != _document(before.url)
    digests: dict[str, str] = {}
    told, screens = _messages(strong, values, digests), _messages(headings, values, digests)
    texts = [key.partition("|")[2] for key in (*told, *screens)]
    return Effects(
        route=route if moved else "",
        notices=told,
        appeared=(*screens, *_named(controls, values))[:MOST],
        vanished=_named(vanished, values),
        value=value,
        tab=tab,
        turned=route if turned else "",
        exact=tuple(dict.fromkeys(number for text in texts for number in kept_numbers(text, known))),
        sample=sample(values) if any(has_amount(text) or len(text) >= MAYBE_CUT for text in texts) else "",
        digests=digests,
        refusals=_refusals(after, values),
    )


def _without_work(came: list[str], went: list[str]) -> tuple[list[str], list[str]]:
    """Return the controls that came and went without one that only says that it is at work: "loading Add" is "Add"."""
    own = {key: _AT_WORK.sub("|", key) for key in came if _AT_WORK.search(key)}
    same = {fold(name) for name in own.values()} & {fold(key) for key in went}
    kept = [key for key in came if key not in own or fold(own[key]) not in same]
    return kept, [key for key in went if fold(key) not in same]


def _refusals(state: PageState, values: Mapping[str, str]) -> tuple[str, ...]:
    """Return the messages of a failure on a page, as templates."""
    failed = [key for key in state.notices if key.partition("|")[0] in MESSAGE_ROLES and refuses(key.partition("|")[2])]
    return _messages(failed, values, {})


def rows_changed(before: PageState, after: PageState, values: Mapping[str, str]) -> tuple[tuple[str, ...], ...]:
    """Return the rows that went and those that came, as templates; none if either state has no rows."""
    if before.rows is None or after.rows is None:
        return (), ()
    went, came = _new(before.rows, after.rows), _new(after.rows, before.rows)
    return tuple(tuple(templatize(text, values) for text in rows[:MOST]) for rows in (went, came))


def unlisted(expect: Expectation | None, rows: Sequence[str] | None) -> bool:
    """Return whether typing changed the rows when it was recorded, and they are still the old ones."""
    if expect is None or expect.rows is None or rows is None:
        return False
    return sorted(map(fold, rows)) == sorted(map(fold, expect.rows))


def _filters(effects: Effects, rows: Sequence[str] | None, values: Mapping[str, str]) -> bool:
    """Return whether a row that went when it was recorded is there, and is none that the typed text looks for."""
    there, typed = {fold(row) for row in rows or ()}, fold(fill(effects.value or "", values))
    gone = [fold(fill(row, values)) for row in effects.filtered]
    return bool(typed) and any(row in there and typed not in row for row in gone)


def _document(url: str) -> str:
    return address(url).partition("#")[0]


def messages(state: PageState, values: Mapping[str, str]) -> tuple[str, ...]:
    """Return the messages and dialogs on a page, as templates; passing ones are left out."""
    strong = [key for key in state.notices if key.startswith(STRONG) and not PASSING.search(key)]
    return _messages(strong, unlike_names(values), {})


def _known(keys: tuple[str, ...], values: Mapping[str, str]) -> list[str]:
    return [fill(key, values) for key in keys if all(name in values for name in names(key))]


def watched(effects: Effects, values: Mapping[str, str]) -> tuple[str, ...]:
    """Return the keys whose state before the action matters."""
    keys = _known((*effects.notices, *effects.appeared, *effects.vanished), values)
    ends = ends_of(_known(of_this_run(effects.appeared), values))
    return (*keys, *(_outside(key) for key in keys if key.startswith(TEXT)), *ends)


def _outside(key: str) -> str:
    """Return the key of a text that stands outside of fields."""
    return key.replace(TEXT, SHOWN_TEXT, 1)


def appearing(effects: Effects, values: Mapping[str, str]) -> list[str]:
    """Return the keys of the dialogs and controls that a step makes appear, as far as their values are known."""
    return _known((*(key for key in effects.notices if "dialog|" in key), *effects.appeared), values)


def in_other_words(keys: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Return the synonyms of each key, other languages included; keys without synonyms are left out."""
    return {key: others for key in keys if (others := _others_of(key))}


@lru_cache(maxsize=4096)
def _others_of(key: str) -> tuple[str, ...]:
    role, bar, text = key.partition("|")
    known = text and f"{role}{bar}" not in (*TEXTS, TITLE_END)
    return tuple(f"{role}|{other}" for other in variants(text)) if known else ()


def expectation(
    effects: Effects,
    before: Mapping[str, Presence],
    values: Mapping[str, str],
    *,
    url: str = "",
    tabs: int | None = None,
    notices: Sequence[str] | None = None,
    judges: bool = False,
    rows: Sequence[str] | None = None,
) -> Expectation | None:
    """Return the effects to wait for after the action; None if none were recorded and nothing is judged.

    Args:
        effects: The recorded effects.
        before: For each watched key, whether it, or something like it, was there before the action.
        values: Parameter values without secrets.
        url: The page's URL before the action.
        tabs: Number of open tabs before the action, if it is known.
        notices: The messages on the page before the action, if they are known.
        rows: The rows of the page before the action, if they were asked for.
        judges: Whether a new message of a failure contradicts the effects; not after typing, which may be unfinished.
    """
    required, appeared, vanished = (
        _known(keys, values) for keys in (effects.notices, effects.appeared, effects.vanished)
    )
    patterns = patterns_of(effects, values)
    before = presence(before, patterns, notices, values, stood=notices or ())
    value = effects.value if effects.value is not None and all(n in values for n in names(effects.value)) else None
    own = [key for key in _known(of_this_run(effects.appeared), values) if len(key) < CUT or key.startswith(RECORD)]
    titled = effects.route and all(before.get(end) is True for end in ends_of(own)) and len(ends_of(own)) == len(own)
    if own and not titled and not all(before.get(key) is True for key in own):
        appeared, vanished = own, []
    texts = [key for key in required if key.startswith(TEXTS)]
    recorded = bool(len(required) > len(texts) or appeared or vanished or effects.route)
    rest = effects.tab or effects.download or effects.turned
    if not recorded and not texts and value is None and not rest and not judges:
        return None
    pattern = route_pattern(effects.route, values, address(url)) if effects.route else ""
    leads = bool(pattern) and not (url and re.search(pattern, address(url)))
    proof = [key for key in required if not before.get(key, False)]
    fresh = [key for key in appeared if before.get(key) is not True]
    gone = [key for key in vanished if before.get(key, True)]
    if recorded and not (fresh or gone or proof or leads or rest):
        fresh = [_outside(key) for key in texts if before.get(_outside(key)) is False]
    fresh += [key for key in ends_of([key for key in fresh if key in own and leads]) if before.get(key) is False]
    expected_value = None if value is None else fill(value, values)
    confirms_nothing = not recorded and value is None and not rest and all(before.get(key, False) for key in texts)
    of_any = of_any_deed(effects, expected_value)
    return Expectation(
        required=tuple(required),
        appearing=tuple(fresh),
        vanishing=tuple(gone),
        exact=(
            *(key for key in appeared if before.get(key) == LIKE),
            *(key for key in vanished if before.get(key) is True),
        ),
        proven=bool(proof or leads or rest or not recorded or (value is not None and not (fresh or gone))),
        weak=confirms_nothing or of_any,
        generic=of_any and bool(proof),
        route=pattern,
        where=fill(effects.route, values) if pattern else "",
        leads=leads,
        left=_document(url) if effects.turned and url else "",
        start=url,
        value=expected_value,
        download=fold(file_name(effects.download, values)),
        tabs=_tabs_to_come(effects, tabs),
        messages=patterns,
        stood=tuple(notices or ()),
        shown=any(not key.startswith(TEXTS) for key in proof),
        judges=judges,
        known=known_words(effects, values, notices) if judges else (),
        values=dict(values) if effects.digests else {},
        rows=tuple(rows) if rows is not None and (effects.filtered or effects.listed) else None,
        filters=_filters(effects, rows, values),
    )


def _tabs_to_come(effects: Effects, tabs: int | None) -> int:
    """Return how many tabs must be open after the action; 0 for any number."""
    return max(2, 0 if tabs is None else tabs + 1) if effects.tab else 0


def in_sight(expect: Expectation | None) -> bool:
    """Return whether all that was recorded to come was there before the action: a scroll has nothing more to bring."""
    return expect is not None and not (expect.proven or expect.appearing or expect.vanishing)


def missing(expect: Expectation | None, now: EffectState) -> tuple[str, ...]:
    """Return the expected effects that are missing, one phrase each; empty if none is.

    Args:
        expect: The result of ``expectation``.
        now: ``Seen.effects``.
    """
    if expect is None:
        return ()
    present = presence(now.present, expect.messages, now.notices, expect.values, stood=expect.stood)
    lacks = [f"no failure, and there is {in_words(key)}" for key in refusals(expect, now)]
    if expect.route and not now.route:
        lacks.append(f"the route {expect.where or expect.route}")
    if expect.left and now.here == expect.left:
        lacks.append(f"another page than {expect.left}")
    lacks.extend(lacked(key) for key in expect.required if not present.get(key))
    lacks.extend(_value_lacked(expect.value, now))
    if expect.filters and (unlisted(expect, now.rows) or (now.rows is not None and not now.calm)):
        lacks.append("the list to show other rows")
    if expect.download and now.downloads is not None and expect.download not in map(fold, now.downloads):
        lacks.append(f"the download of {expect.download}")
    if expect.tabs and now.tabs is not None and now.tabs < expect.tabs:
        lacks.append("a new tab")
    new = came(expect, present)
    went = [key for key in expect.vanishing if not _shows(present.get(key, True), exact=key in expect.exact)]
    elsewhere = expect.leads or expect.left or expect.tabs or expect.download
    needs_more = expect.appearing and not elsewhere and (now.fresh or expect.last)
    if not expect.shown and (not now.calm or needs_more):
        went = []
    needed = bool(expect.appearing or expect.vanishing) or not expect.proven
    if not lacks and needed and not new and not went:
        first = [f"{in_words(key)} to appear" for key in expect.appearing if not key.startswith(TITLE_END)]
        first += [f"{in_words(key)} to go" for key in expect.vanishing]
        shown = first[:3] or ["any of the recorded effects: all of them were on screen before"]
        lacks.append(ANY_OF + ", ".join(shown))
    return tuple(lacks)


def _value_lacked(value: str | None, now: EffectState) -> list[str]:
    """Return a phrase if the element does not hold the expected value."""
    if value is None:
        return []
    if now.gone:
        return [f"the value {value!r} in the field (the field is gone)"]
    if now.last is None or formatted(value, now.last):
        return []
    return [f"the value {value!r} in the field (it holds {now.last!r})"]


def came(expect: Expectation, present: Mapping[str, Presence]) -> list[str]:
    """Return the keys that were expected to appear and did."""
    return [key for key in expect.appearing if _shows(present.get(key, False), exact=key in expect.exact)]


def _shows(present: Presence, *, exact: bool) -> bool:
    return present is True or (bool(present) and not exact)
