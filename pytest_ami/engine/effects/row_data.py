"""Data of the row that a value chose: its other columns name the record as well.

Rules of this module:

* A value chose a row if it fills one of its cells. The text of another cell of this row is data of the record: for
  another value it is what stands in the same column of the row that was found.
* The row that was found gives its texts only if it has as many cells as the recorded one.
* Only the effects of later steps name such a text, and only if it is the whole text of a control or stands in a
  message: the row must be known before anything is pressed, so that the text can be looked for before and after.
* A field that opens in the row is proof of the clicks before it. The cells of other rows that come into sight or leave
  it with them, because the row was scrolled to, are no effect, and neither is a table that reads as one long control.
* A cell of a record that the flow never named is no effect of a step beside others: a table that draws only the rows in
  sight may take any row away.
* A row that a step rewrote is known by the value that names it and by the cells that are new in it (``RECORD``): its
  other cells are data of the record. If nobody knows which words are one cell, they must follow each other in the row.
* If the row that was acted on goes, the next one moves up under the pointer and may show its controls: they are its own
  data. They are called as those that went, with another value.
* A text of a later element's box that is a cell with a digit or an "@" is data of the record as well.
* A number that is all of a cell is looked for as a text: digits do not count in the names of controls.
* A control whose text the run does not know is left out. A message is not: without its text, no step is confirmed.
* A row whose last result was "Failed" makes no message of success of this word.

It knows recorded elements and effects. It must never know a page.
"""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import accumulate, zip_longest
from typing import TYPE_CHECKING

from pytest_ami.elements.addresses.routes import OWN, bound, own_ids
from pytest_ami.elements.text_keys import fill, spaced
from pytest_ami.engine.effects.message_check import RECORD, SHOWN_TEXT, STRONG
from pytest_ami.engine.effects.message_text import refuses
from pytest_ami.instructions.parameters import names, templatize
from pytest_ami.instructions.template import HOLE
from pytest_ami.lexicon.dates import is_figure
from pytest_ami.lexicon.relative_times import is_age
from pytest_ami.model.workflow import StepKind

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from pytest_ami.model.fingerprint import Fingerprint
    from pytest_ami.model.workflow import Effects, Step

CELLS = ("cell|", "gridcell|")
"""Kinds of the keys that stand for the cells of rows."""

ROW = "row|"
"""Kind of the keys that stand for whole rows."""

BLOCK = "\u00b6 "
"""The beginning of a paragraph of a page that has no rows. Typing filters no paragraphs."""

LINE = "\n"
"""The sign between the texts of a record."""

HEAD = "\t"
"""The sign between the head of a column and the text of a cell; without a head, words that follow each other."""

TELLING = 3
"""The fewest characters of a cell whose text names a record."""

LONG = 60
"""The fewest characters of a button whose name is the text of many cells."""

_WORD = re.compile(r"[^\W\d_]{2}")
_NO_WORD = re.compile(r"[\d@]")
"""A sign of a text that is data of one record, such as an address or a number; a word may be a label as well."""

CLICKS = (StepKind.CLICK, StepKind.DOUBLE_CLICK)

DIALOGS = ("dialog|", "alertdialog|")
"""The beginnings of the containers that a row may name in their title."""


def row_ids(target: Fingerprint | None, cells: Sequence[str]) -> dict[str, str]:
    """Return the texts of the other cells of a row that a value chose, by parameter and number of the cell.

    Args:
        target: The recorded element in the row, with ``{{name}}``.
        cells: The cells of the row of the element that was found, or of the recorded one.
    """
    if target is None or len(target.cells) != len(cells):
        return {}
    chosen = next((names(cell)[0] for cell in target.cells if HOLE.fullmatch(cell)), "")
    others = enumerate(zip(target.cells, map(spaced, cells), strict=True))
    found = {f"{chosen}-{number}": text for number, (recorded, text) in others if not HOLE.search(recorded)}
    return {key: text for key, text in found.items() if chosen and len(text) >= TELLING}


def with_row(step: Step, ids: Mapping[str, str]) -> Step:
    """Return a recorded step whose effects, box and dialog name the cells of a row as ``:id(parameter-number)``."""
    holes = {text: f":id({key})" for key, text in ids.items()}
    cells = {f"cell{number}": text for number, text in enumerate(holes)}
    places = dict(zip(cells, holes.values(), strict=True))

    def named(keys: Iterable[str]) -> tuple[str, ...]:
        parts = (key.partition("|") for key in keys)
        return tuple(f"{role}{bar}{_with_holes(f'{role}{bar}', text)}" for role, bar, text in parts)

    def _with_holes(kind: str, text: str) -> str:
        whole = holes.get(spaced(text), text)
        return fill(templatize(text, cells), places) if kind in STRONG and whole == text else whole

    def titled(target: Fingerprint) -> Fingerprint:
        def with_holes(text: str) -> str:
            return fill(templatize(text, cells), places)

        known = {text.partition("|")[2] for text in target.scope if text.startswith(DIALOGS)}
        scope = tuple(with_holes(text) if text.startswith(DIALOGS) else text for text in target.scope)
        texts = tuple(holes[text] if _NO_WORD.search(text) and text in holes else text for text in target.texts)
        heading = with_holes(target.heading) if target.heading in known else target.heading
        return replace(target, scope=scope, texts=texts, heading=heading)

    if not holes:
        return step
    target = titled(step.target) if step.target else None
    return replace(step, effects=_each(step.effects, named), target=target)


def of_row(step: Step, ids: Mapping[str, str]) -> Step:
    """Return a step whose effects name the texts of this run's row; one whose text is unknown is left out.

    Args:
        step: The stored step.
        ids: The texts of the rows that this run's steps found (``row_ids``), among other ids.
    """
    effects = step.effects
    if not any(map(own_ids, (*effects.notices, *effects.appeared, *effects.vanished))):
        return step

    def filled(keys: Iterable[str]) -> tuple[str, ...]:
        return tuple(key for key in (bound(key, ids) for key in keys) if not own_ids(key))

    left = _each(effects, filled)
    return replace(step, effects=replace(left, notices=tuple(_rendered(key, ids) for key in effects.notices)))


def _rendered(key: str, ids: Mapping[str, str]) -> str:
    """Return a message with the texts of this run's row; one that would report a failure only by them stays open."""
    whole = bound(key, ids)
    return key if refuses(whole.partition("|")[2]) and not refuses(OWN.sub(" ", key.partition("|")[2])) else whole


def without_other_rows(steps: Sequence[Step]) -> tuple[Step, ...]:
    """Return recorded steps; clicks that open a field in their row have no cells of other rows among their effects.

    Args:
        steps: The steps in order, with ``{{name}}``.
    """
    found: list[Step] = []
    opens = False
    for step, following in reversed([*zip_longest(steps, steps[1:])]):
        opens = _opens_field(step, following) or (opens and _in_same_row(step, following))
        found.append(_without_cells(step) if opens else step)
    return tuple(reversed(found))


def without_chosen(steps: Sequence[Step]) -> tuple[Step, ...]:
    """Return recorded steps; an option that a step chose goes with its list, however late, and not by a later step.

    Args:
        steps: The steps in order, with ``{{name}}``.
    """
    found: list[Step] = []
    chosen: set[str] = set()
    for step in steps:
        own = f"{step.target.role}|{step.target.name}" if step.target else ""
        kept = tuple(key for key in step.effects.vanished if key == own or key not in chosen)
        found.append(
            step if kept == step.effects.vanished else replace(step, effects=replace(step.effects, vanished=kept))
        )
        chosen |= {own} if own.startswith("option|") else set()
    return tuple(found)


def without_strange_cells(steps: Sequence[Step]) -> tuple[Step, ...]:
    """Return recorded steps; no cell of a record that the flow never named vanishes, if a step has another effect.

    Args:
        steps: The steps in order, with ``{{name}}``.
    """
    own = {
        spaced(cell)
        for step in steps
        if step.target and names(" ".join(step.target.cells))
        for cell in step.target.cells
    }
    return tuple(_without(step, _strange(step.effects, own)) if own else step for step in steps)


def without_next_row(steps: Sequence[Step]) -> tuple[Step, ...]:
    """Return recorded steps; the controls of the row that took the place of the row acted on are no effect.

    Args:
        steps: The steps in order, with ``{{name}}``.
    """
    return tuple(_without_next_row(step) for step in steps)


def _without_next_row(step: Step) -> Step:
    if step.target is None or not names(step.target.context) or step.effects.route:
        return step
    went = [key for key in step.effects.vanished if names(key) and _WORD.search(HOLE.sub("", key.partition("|")[2]))]
    alike = [re.compile("(.+)".join(map(re.escape, re.split(HOLE.pattern, key)[:: HOLE.groups + 1]))) for key in went]
    came = step.effects.appeared
    others = {key for key in came if not names(key) and any(one.fullmatch(key) for one in alike)}
    kept = tuple(key for key in came if key not in others)
    return replace(step, effects=replace(step.effects, appeared=kept)) if others else step


def with_rewritten_rows(steps: Sequence[Step]) -> tuple[Step, ...]:
    """Return recorded steps; a row that was there before with other cells is known by its value and its new cells.

    A new cell anywhere else on the page is no proof then: it may be that of another record.

    Args:
        steps: The steps in order, with ``{{name}}``.
    """
    naming = {cell for step in steps if step.target for cell in step.target.cells if HOLE.fullmatch(cell)}
    return tuple(_rewritten(step, naming) for step in steps)


def _rewritten(step: Step, naming: set[str]) -> Step:
    effects = step.effects
    rows = {value: [key for key in effects.appeared if _in_row(value, key)] for value in naming}
    went = {value: [key for key in effects.vanished if _in_row(value, key)] for value in naming}
    found: dict[str, tuple[str, ...]] = {}
    for value in sorted(naming):
        if len(rows[value]) == 1 and went[value]:
            keys = _records(value, rows[value][0], effects.appeared)
            found |= dict.fromkeys((*rows[value], *went[value]), keys) if keys else {}
    cells = {f"{kind}{key.partition(LINE)[2]}" for keys in found.values() for key in keys for kind in CELLS}
    appeared = dict.fromkeys(one for key in effects.appeared if key not in cells for one in found.get(key, (key,)))
    vanished = tuple(key for key in effects.vanished if key not in found)
    return replace(step, effects=replace(effects, appeared=tuple(appeared), vanished=vanished)) if found else step


def with_new_cell(step: Step, went: Sequence[str], came: Sequence[str]) -> Step:
    """Return a step whose row has another cell after it, and that had no other effect, with this cell as its effect.

    The row is known by its value, and the cell by the head of its column, so that the same word in another row or
    column proves nothing. New words that are not one whole cell, such as those of two cells, must follow each other in
    the row. A number or an age in a cell is data.

    Args:
        step: A step in a row, with ``{{name}}``.
        went: Texts of the rows before the step that are not there after it.
        came: Texts of the rows that are there after the step only.
    """
    told = (*step.target.cells, *step.target.texts) if step.target else ()
    value = next((text for text in told if HOLE.fullmatch(text)), "")
    was, now = ([row.split() for row in rows if _in_row(value, f"{ROW}{row}")] for rows in (went, came))
    if not value or len(was) != 1 or len(now) != 1:
        return step
    head, new = _rewritten_cell(step.target, was[0], now[0])
    if not new or any(sign.isdigit() for sign in new) or is_age(new):
        return step
    key = f"{RECORD}{value}{LINE}{head}{HEAD}{new}"
    return replace(step, effects=replace(step.effects, appeared=(key,), listed=()))


def _rewritten_cell(target: Fingerprint | None, was: Sequence[str], now: Sequence[str]) -> tuple[str, str]:
    """Return the head of the column of the cell that was rewritten, and its text; without a head only the new words."""
    first, rest = unchanged(was, now)
    cells = [cell.split() for cell in target.cells] if target else []
    heads = [head.strip() for head in target.details.get("heads", "").split("|") if head.strip()] if target else []
    ends = list(accumulate(map(len, cells)))
    if len(heads) == len(cells) and [word for cell in cells for word in cell] == list(was[: sum(map(len, cells))]):
        for head, cell, end in zip(heads, cells, ends, strict=True):
            if cell and end - len(cell) <= first < end and len(was) - rest <= end:
                return head, " ".join(now[end - len(cell) : len(now) - (len(was) - end)])
    return "", " ".join(now[first : len(now) - rest])


def unchanged(was: Sequence[str], now: Sequence[str]) -> tuple[int, int]:
    """Return how many words at the begin and at the end of two rows are the same."""
    pairs = (i for i, (one, other) in enumerate(zip(was, now, strict=False)) if one != other)
    first = next(pairs, min(len(was), len(now)))
    ends = zip(reversed(was[first:]), reversed(now[first:]), strict=False)
    return first, next((i for i, (one, other) in enumerate(ends) if one != other), min(len(was), len(now)) - first)


def _in_row(value: str, key: str) -> bool:
    return key.startswith(ROW) and bool(re.search(rf"(?<![^\s|]){re.escape(value)}(?!\S)", key))


def _records(value: str, row: str, appeared: Iterable[str]) -> tuple[str, ...]:
    """Return for each new cell of a row the key of a row that holds it beside the value."""
    cells = dict.fromkeys(key.partition("|")[2] for key in appeared if key.startswith(CELLS))
    return tuple(f"{RECORD}{value}{LINE}{cell}" for cell in cells if cell not in ("", value) and _in_row(cell, row))


def _strange(effects: Effects, own: set[str]) -> set[str]:
    """Return the keys of the vanished cells of other records, and of the buttons in them."""
    cells = {key.partition("|")[2] for key in effects.vanished if key.startswith(CELLS) and not names(key)}
    texts = {text for text in cells if not own_ids(text) and spaced(text) not in own}
    return {key for key in effects.vanished if key.partition("|")[2] in texts}


def _without(step: Step, keys: set[str]) -> Step:
    """Return a step without some of the elements that vanish, if an effect or its request is left."""
    effects = replace(step.effects, vanished=tuple(key for key in step.effects.vanished if key not in keys))
    left = effects.notices or effects.appeared or effects.vanished or effects.route or effects.value is not None
    return replace(step, effects=effects) if keys and (left or step.sent) else step


def with_numbers(effects: Effects, values: Mapping[str, str]) -> Effects:
    """Return effects in which a cell, or the button in it, that shows a number of this run is a text outside of fields.

    Args:
        effects: The recorded effects, with ``{{name}}``.
        values: Parameter values without secrets.
    """
    numbers = {f"{{{{{name}}}}}" for name, value in values.items() if is_figure(value)}
    cells = {text for role, _, text in (key.partition("|") for key in effects.appeared) if f"{role}|" in CELLS}
    found = {key: key.partition("|")[2] for key in effects.appeared if key.startswith((*CELLS, "button|"))}
    texts = {key: f"{SHOWN_TEXT}{text}" for key, text in found.items() if text in numbers & cells}
    return replace(effects, appeared=tuple(dict.fromkeys(texts.get(key, key) for key in effects.appeared)))


def _opens_field(step: Step, following: Step | None) -> bool:
    """Return whether a step that sends nothing is followed by the text for a field without a name in the same row."""
    if following is None or following.kind is not StepKind.FILL or following.target is None:
        return False
    return not (following.target.name or following.target.label) and _in_same_row(step, following)


def _in_same_row(step: Step, following: Step | None) -> bool:
    """Return whether a click that sends nothing and the next step are in the row of the same values."""
    if following is None or following.target is None or step.target is None or step.sent or step.kind not in CLICKS:
        return False
    row = names(step.target.context)
    return bool(row) and row == names(following.target.context)


def _without_cells(step: Step) -> Step:
    effects = step.effects
    keys = (*effects.appeared, *effects.vanished)
    cells = {key.partition("|")[2] for key in keys if key.startswith(CELLS) and not names(key)}

    def kept(keys: Iterable[str]) -> tuple[str, ...]:
        of_rows = (key for key in keys if key.startswith("button|") and len(key) >= LONG and not names(key))
        dropped = {*of_rows, *(key for key in keys if key.partition("|")[2] in cells)}
        return tuple(key for key in keys if key not in dropped)

    return replace(step, effects=replace(effects, appeared=kept(effects.appeared), vanished=kept(effects.vanished)))


def _each(effects: Effects, changed: Callable[[Iterable[str]], tuple[str, ...]]) -> Effects:
    return replace(
        effects,
        notices=changed(effects.notices),
        appeared=changed(effects.appeared),
        vanished=changed(effects.vanished),
    )
