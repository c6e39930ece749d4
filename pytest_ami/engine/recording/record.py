"""From recorded operations to steps: a pure reducer.

Rules of this module:

* Order is kept. Noise is dropped: repeated input into one field, navigation that a step caused, empty clicks.
* A value that equals a parameter's value becomes ``{{name}}``; so does a parameter's value inside a target's text.
* The effects of a step are the difference between the page just before it and just before the next one, if both are
  in the same tab and frame; otherwise the effects are unknown.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from pytest_ami.elements.addresses.routes import address, normal_route, origin_of, route_ids, templated_url
from pytest_ami.elements.contradictions.by_chance import with_chance
from pytest_ami.elements.contradictions.sent_along import of_record
from pytest_ami.elements.held_values import held_names, of_route
from pytest_ami.elements.stated_values import with_stated
from pytest_ami.engine.boundary.document_origins import relation_of
from pytest_ami.engine.effects import destinations
from pytest_ami.engine.effects.expectation import PASSING, difference
from pytest_ami.engine.effects.fields import formatted
from pytest_ami.engine.effects.file_names import file_template, with_file_names
from pytest_ami.engine.effects.message_text import constants
from pytest_ami.engine.effects.row_data import (
    row_ids,
    with_numbers,
    with_rewritten_rows,
    with_row,
    without_chosen,
    without_next_row,
    without_other_rows,
    without_strange_cells,
)
from pytest_ami.engine.effects.slugs import with_slugs
from pytest_ami.engine.recording.event_request import event_request
from pytest_ami.engine.recording.evidence import (
    loaded,
    of_row,
    templated,
    under_record,
    unmarked,
    with_words,
    without_banners,
    without_choice,
    without_passer,
    without_shown,
)
from pytest_ami.engine.recording.field_effects import (
    TICKS,
    begun,
    chosen_by_value,
    edited_cell,
    of_other_records,
    opened_in_row,
    shows_choice,
    standing,
    with_field,
    written,
)
from pytest_ami.engine.recording.operations import caused, merge, stayed, where
from pytest_ami.engine.recording.surroundings import around_deed, in_form_of_record, takes_more
from pytest_ami.instructions.parameters import names, templatize, unlike_names
from pytest_ami.lexicon.phrase_table import phrase_table
from pytest_ami.lexicon.text_normalization import normalise
from pytest_ami.model.operation import Operation, PageState
from pytest_ami.model.workflow import DialogAnswer, Effects, Step, StepKind

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from pytest_ami.model.fingerprint import Fingerprint

KINDS = {
    "click": StepKind.CLICK,
    "dblclick": StepKind.DOUBLE_CLICK,
    "contextmenu": StepKind.RIGHT_CLICK,
    "input": StepKind.FILL,
    "select": StepKind.SELECT,
    "check": StepKind.CHECK,
    "uncheck": StepKind.UNCHECK,
    "press": StepKind.PRESS,
    "upload": StepKind.UPLOAD,
    "hover": StepKind.HOVER,
    "scroll": StepKind.SCROLL,
    "drag": StepKind.DRAG,
    "close": StepKind.CLOSE,
    "navigate": StepKind.GOTO,
}
MASK = "{{?}}"
"""The value of a secret that was typed and is not among the parameters."""

CHOSEN = frozenset({StepKind.SELECT, StepKind.CHECK, StepKind.UNCHECK})
VALUELESS = frozenset({StepKind.CHECK, StepKind.UNCHECK, StepKind.CLOSE})
GROUND = frozenset({"html", "body", "main", "section", "article", "header", "footer", "aside", "p"})
PRESSED = frozenset({"button", "link", "menuitem", "tab", "option", "checkbox", "radio", "switch"})
TYPED = frozenset({"input", "select"})


@dataclass(frozen=True, slots=True)
class _Event:
    """An operation that becomes a step, with its consequences."""

    operation: Operation
    tab_opened: bool = False
    download: str = ""
    dialogs: tuple[DialogAnswer, ...] = ()


def _answer(operation: Operation, values: Mapping[str, str]) -> DialogAnswer:
    """Return the answer to a dialog: accepted or dismissed, with the text for a prompt."""
    prompt = operation.role == "prompt"
    accepted = operation.value != ("null" if prompt else "false")
    return DialogAnswer(
        kind=operation.role,
        message=templatize(operation.text, unlike_names(values), minimum=1),
        accept=accepted,
        text=templatize(operation.value, values) if prompt and accepted else "",
    )


def _with_dialog(event: _Event, operation: Operation, values: Mapping[str, str]) -> _Event:
    return replace(event, dialogs=(*event.dialogs, _answer(operation, values)))


def _with_tab(event: _Event, _operation: Operation, _values: Mapping[str, str]) -> _Event:
    return replace(event, tab_opened=True)


def _with_download(event: _Event, operation: Operation, values: Mapping[str, str]) -> _Event:
    return replace(event, download=file_template(operation.value, unlike_names(values)))


MENU_ENTRIES = ("menuitem|", "menuitemcheckbox|", "menuitemradio|")
"""Kinds of controls that stand in a menu."""

LISTED = ("option|", "combobox|", *MENU_ENTRIES)
"""Kinds of controls of a list, which closes when the next field gets the focus."""

ECHOES: dict[str, Callable[[_Event, Operation, Mapping[str, str]], _Event]] = {
    "popup": _with_tab,
    "download": _with_download,
    "dialog": _with_dialog,
}
"""Operations that follow from another one and belong to its step."""


def reduce(
    operations: Sequence[Operation], final: PageState, values: Mapping[str, str], start: str = ""
) -> tuple[Step, ...]:
    """Return ``operations`` reduced to steps.

    Args:
        operations: The recorded operations in order, with secret values replaced by their ``{{name}}`` already.
        final: The page after the last operation.
        values: Parameter values by name, without secrets.
        start: URL of the page on which the flow starts; by default, of the first operation's.
    """
    uploaded = (name for one in operations if one.type == "upload" for name in one.value.split("\n"))
    values = with_file_names(values, uploaded)
    events: list[_Event] = []
    for operation in merge(caused(stayed(operations))):
        if events and operation.type in ECHOES:
            events[-1] = ECHOES[operation.type](events[-1], operation, values)
            continue
        if operation.type == "close" and operation.value == "page":  # the page closed itself
            continue
        if operation.type in KINDS:
            events.append(_Event(chosen_by_value(operation, values)))
    steps: list[Step] = []
    used: set[str] = set()
    ids: dict[str, str] = {}
    row: dict[str, str] = {}
    brought: Mapping[str, str] = {}
    first = start or next((event.operation.url for event in events), "")
    for i, event in enumerate(events):
        ids |= route_ids(event.operation.url)
        if event.operation.type == "navigate":
            steps.append(_goto(events, i, start, values))
            continue
        later = [one.operation for one in events[i + 1 :]]
        value = begun(event.operation, later, unlike_names(values)) or _value(event.operation, values, used)
        used.update(names(value))
        after = _without_passing(events, i, final)
        past, own = [one.operation for one in events[: i + 1]], unlike_names(values)
        step = without_banners(_step(_without_hovered(events, i, after), value, after, values, steps), past, values)
        step = _placed(without_passer(step, steps, after), event.operation, after, first, values)
        step = with_field(step, event.operation, later, final, _state_after(events, i, final), values)
        step = with_row(with_slugs(step, own), row)
        row |= row_ids(step.target, event.operation.fingerprint.cells if event.operation.fingerprint else ())
        if step.target is not None:
            recorded = [one.fingerprint for one in reversed(past) if one.fingerprint]
            drop = of_row(of_route(step.drop, ids)) if step.drop else None
            words, typed = standing(past, own), written(past, own)
            stated = with_stated(
                edited_cell(step.target, later, own), *recorded, standing=words | of_other_records(past, later, own)
            )
            target = of_row(of_route(stated, ids))
            opened = any(one.target and one.effects.route and held_names(one.target, values) for one in steps) or (
                in_form_of_record(step, steps, values)
            )
            target = with_words(target, event.operation.fingerprint, words, typed)
            target = unmarked(under_record(target, step.kind, steps, values, words), step.effects)
            target = without_shown(
                with_chance(target, event.operation.fingerprint, _typed(past), _typed(later), own),
                chosen=shows_choice(event.operation, later, final),
            )
            target = around_deed(loaded(without_choice(target, step.effects, past[-1:], later[:1])), step, past, values)
            step = replace(step, target=of_record(target) if opened and not takes_more(target) else target, drop=drop)
            own_ids = ids if opened else destinations.NO_IDS
            step, brought = destinations.recorded(step, event.operation.fingerprint, brought, values, own_ids)
        if step.kind is StepKind.SCROLL and not (step.effects.appeared or step.effects.notices):
            continue  # it had no effect: only a look around
        if _on_nothing(step):
            continue
        steps.append(step)
    return without_strange_cells(without_chosen(without_other_rows(with_rewritten_rows(without_next_row(steps)))))


def _state_after(events: Sequence[_Event], i: int, final: PageState) -> PageState:
    """Return the page after event ``i`` as the next event in the same tab and frame found it."""
    here = where(events[i].operation)
    if i + 1 == len(events):
        return PageState() if events[i].tab_opened else final
    following = events[i + 1].operation
    if where(following) == here and following.type != "navigate":
        return following.before
    return PageState()


def _without_passing(events: Sequence[_Event], i: int, final: PageState) -> PageState:
    """Return the page after event ``i`` without controls that stop its work and went while the next text was typed.

    "Stop" was there only while the page was working. Any other control may be the only sign that the step was done:
    "Undo" goes as well when somebody types.
    """
    after, here = _state_after(events, i, final), where(events[i].operation)
    following = events[i + 1].operation if i + 1 < len(events) else None
    if following is None or following.type != "input" or where(following) != here:
        return after
    later, own = _state_after(events, i + 1, final), f"{following.role}|{following.text}"
    if not later.url or normal_route(later.url, {}) != normal_route(after.url, {}):
        return after
    lasting = {*events[i].operation.before.controls, *later.controls, own}
    kept = (key for key in after.controls if key in lasting or key.startswith(LISTED) or not _shows_work(key))
    return replace(after, controls=tuple(kept))


def _shows_work(key: str) -> bool:
    """Return whether a control only ends what is under way, or says that it is under way."""
    name = key.partition("|")[2]
    return bool(PASSING.search(name)) or normalise(name) in phrase_table().lists["stops_work"]


def _without_hovered(events: Sequence[_Event], i: int, after: PageState) -> _Event:
    """Return an event without the entries of a menu that a hover had opened, as far as they are gone after it.

    Such a menu closes when the pointer is away for some time. Only a press in the menu itself may close it.
    """
    before = events[i].operation.before
    hovers = [one.operation.before for one in events[: max(0, i - 1)] if one.operation.type == "hover"]
    opened = {key for state in hovers for key in state.controls if key.startswith(MENU_ENTRIES)}
    kept = tuple(key for key in before.controls if key not in opened or key in after.controls)
    return replace(events[i], operation=replace(events[i].operation, before=replace(before, controls=kept)))


def _value(operation: Operation, values: Mapping[str, str], used: set[str]) -> str:
    """Return the typed, chosen or pressed value as a template.

    If several parameters have this value, the one that the field is named after is used, or else the first unused one.
    A field with an input mask shows the value in its own format: then the only unused parameter that fits is used.
    """
    if operation.type == "upload":
        return "\n".join(_file(name, values) for name in operation.value.split("\n"))
    if operation.type not in TYPED:
        return operation.value
    same = [name for name, value in values.items() if value and value == operation.value]
    if len(same) > 1:
        words = _words(operation)
        called = [name for name in same if set(name.lower().split("_")) <= words]
        unused = [name for name in called or same if name not in used]
        return f"{{{{{(unused or called or same)[0]}}}}}"
    masked = [name for name, value in values.items() if name not in used and formatted(value, operation.value)]
    if same or len(masked) == 1:
        return f"{{{{{(same or masked)[0]}}}}}"
    return templatize(operation.value, unlike_names(values))


def _typed(operations: Sequence[Operation]) -> set[str]:
    return {one.value for one in operations if one.type in TYPED}


def _words(operation: Operation) -> set[str]:
    print_ = operation.fingerprint
    texts = [operation.text, *([print_.name, print_.label, *print_.attributes.values()] if print_ else [])]
    return {word for text in texts for word in re.split(r"[\W_]+", text.lower())}


def _file(name: str, values: Mapping[str, str]) -> str:
    """Return the parameter whose path ends in a file name, because a page never learns the rest of the path."""
    found = (key for key, value in values.items() if name and re.split(r"[/\\]", value)[-1] == name)
    return next((f"{{{{{key}}}}}" for key in found), name)


def _goto(events: Sequence[_Event], i: int, start: str, values: Mapping[str, str]) -> Step:
    """Return the step that opens a URL; the host is left out on the origin on which the flow started.

    If that origin is not known, the host is left out while the flow stays on its first host.
    """
    operation = events[i].operation
    home, here, there = (origin_of(e.operation.url) for e in (events[0], events[max(i - 1, 0)], events[i]))
    own = there == origin_of(start) if start else home == here == there
    url = relative(operation.url) if own else operation.url
    values = unlike_names(values)
    route = normal_route(operation.url, values)
    origin = relation_of(operation.url, start or events[0].operation.url, values)
    goto = Step(kind=StepKind.GOTO, value=templated_url(url, values), route=route, tab=operation.tab, origin=origin)
    return replace(goto, dialogs=events[i].dialogs)


def _placed(step: Step, operation: Operation, after: PageState, start: str, values: Mapping[str, str]) -> Step:
    """Return a step with the origin of its document, and of the one to which it led."""
    origin, leads = relation_of(operation.url, start, values), relation_of(after.url, start, values)
    return replace(step, origin=origin, leads=leads if leads != origin else "")


def _step(event: _Event, value: str, after: PageState, values: Mapping[str, str], before: Sequence[Step]) -> Step:
    """Return the step of an event; ``before`` are the steps up to it."""
    operation = event.operation
    kind = KINDS[operation.type]
    typed = value if operation.type in TYPED and not operation.secret else TICKS.get(operation.type)
    target = operation.fingerprint
    pressed = templatize(target.name, values) if target else ""
    known = constants((value, pressed, *(text for step in before for text in _texts(step))))
    effects = difference(operation.before, after, values=values, typed=typed, tab=event.tab_opened, known=known)
    own = names(value)
    others = {name: text for name, text in unlike_names(values).items() if name not in own}
    drop = operation.drop if operation.drop and _has_name(operation.drop) else None
    route = normal_route(operation.url, unlike_names(values))
    return Step(
        kind=kind,
        target=templated(target, others, kind, route, of_row=opened_in_row(target, before, others)) if target else None,
        value=value if kind not in VALUELESS and not drop else "",
        effects=replace(with_numbers(_own(effects, kind, sent=operation.sent), values), download=event.download),
        drop=templated(drop, others, kind) if drop else None,
        dialogs=event.dialogs,
        route=route,
        frame=operation.frame,
        tab=operation.tab,
        sent=event_request((operation.sent, *operation.also_sent), unlike_names(values)),
    )


def _texts(step: Step) -> tuple[str, ...]:
    return step.value, step.target.name if step.target else ""


def _on_nothing(step: Step) -> bool:
    """Return whether a click hit only the page's background and had no effect."""
    ground = step.target is not None and step.target.tag in GROUND and step.target.role not in PRESSED
    return step.kind is StepKind.CLICK and ground and not (step.effects or step.dialogs or step.sent)


def _has_name(target: Fingerprint) -> bool:
    """Return whether ``target`` has a name or a text, so that a replay can drop on it again."""
    return bool(target.name or target.text or any(key != "type" for key in target.attributes))


def _own(effects: Effects, kind: StepKind, *, sent: str = "") -> Effects:
    """Return the effects of the step itself: typing is proven by its value, other changes have another cause.

    A choice is proven by its value, and may change the form. A toast, and elements that only go, have other causes.
    But a file that was sent as it was chosen is proven by the message about it.
    """
    if kind is StepKind.UPLOAD and sent and not effects.route:
        return replace(effects, appeared=(), vanished=())
    if kind in (StepKind.FILL, StepKind.UPLOAD) and not effects.route:
        return Effects(value=effects.value)
    if kind in CHOSEN and effects.value is not None:
        gone = effects.vanished if effects.appeared else ()
        return replace(effects, notices=(), digests={}, refusals=(), vanished=gone)
    return effects


def relative(url: str) -> str:
    """Return ``url`` without scheme and host, so that a workflow runs on another deployment."""
    return address(url) if urlsplit(url).scheme in ("http", "https") else url
