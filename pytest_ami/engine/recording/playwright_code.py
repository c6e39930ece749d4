"""Steps as Playwright code: a function that a person reads, runs, or passes to the marker as ``teacher=``. Pure.

Rules of this module:

* A value of a parameter is an argument of the function; a secret is never a literal.
* An element is named as a person would name it (role and name, label) if only one element of the page had that key
  when it was recorded; else by a test id, an id, or its CSS path.
* The steps may come from a stranger (DESIGN law 13): every text becomes a literal, and no text begins a line.

The code finds elements by one key each and checks nothing: it is a start, not a replay.
"""

from __future__ import annotations

import json
import re
import unicodedata
from keyword import iskeyword
from typing import TYPE_CHECKING

from pytest_ami.elements.element import TEST_IDS
from pytest_ami.instructions.parameters import names
from pytest_ami.instructions.template import split
from pytest_ami.model.workflow import StepKind

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from pytest_ami.model.fingerprint import Fingerprint
    from pytest_ami.model.workflow import DialogAnswer, Step

CALLS = {
    "click": "click()",
    "double_click": "dblclick()",
    "right_click": 'click(button="right")',
    "fill": "fill({value})",
    "select": "select_option({value})",
    "check": "check()",
    "uncheck": "uncheck()",
    "press": "press({value})",
    "hover": "hover()",
    "upload": "set_input_files({value})",
}
"""The call of Playwright for each kind of action on one element."""

RESERVED = ("expect", "os", "page")
"""Names that the code itself uses."""

CUT = 119
"""The most characters of a name that was surely recorded whole."""


def code_of(steps: Sequence[Step], task: str, parameters: Iterable[str] = ()) -> str:
    """Return the source of a function that carries out steps on a page of Playwright's sync API.

    Args:
        steps: The steps.
        task: The task; it gives the function its name.
        parameters: Names of the parameters, beside those that the steps name.
    """
    taken = arguments_of(steps, parameters)
    lines = [f"    {line}" for step in steps for line in _lines(step, taken)]
    head = f"def {function_of(task, taken)}({', '.join(['page', *taken.values()])}):"
    return "\n".join([head, *(lines or ["    pass"])]) + "\n"


def arguments_of(steps: Sequence[Step], parameters: Iterable[str] = ()) -> dict[str, str]:
    """Return the argument of the function for each parameter, by the parameter's name.

    Args:
        steps: The steps.
        parameters: Names of the parameters, beside those that the steps name.
    """
    known = dict.fromkeys([*parameters, *names(" ".join(text for step in steps for text in _texts(step)))])
    taken: dict[str, str] = {}
    for name in known:
        taken[name] = _free(variable(name), taken.values())
    return taken


def function_of(task: str, arguments: Mapping[str, str]) -> str:
    """Return the name of the function of a task; it is no name of an argument."""
    return _free(variable(task), arguments.values())


def _free(word: str, taken: Collection[str]) -> str:
    while word in taken:
        word += "_"
    return word


def variable(text: str) -> str:
    """Return a name for a function or an argument from any text."""
    word = re.sub(r"\W+", "_", unicodedata.normalize("NFKC", text)).strip("_").lower()
    if not f"_{word}".isidentifier():  # such as a number that is no digit
        word = re.sub(r"[^a-z0-9]+", "_", word).strip("_")
    word = word or "task"
    return f"{word}_" if iskeyword(word) or word in RESERVED else f"_{word}" if word[0].isdigit() else word


def literal(template: str, taken: Mapping[str, str]) -> str:
    """Return a template as an expression; a hole is the argument of its name.

    Args:
        template: A text with ``{{name}}``.
        taken: The argument of each parameter, by name; another hole stays as it is.
    """
    pieces = [(taken.get(piece.strip("{} "), "") if hole else "", piece) for piece, hole in split(template) if piece]
    if not any(name for name, _ in pieces):
        return json.dumps(template, ensure_ascii=False)
    if len(pieces) == 1:
        return pieces[0][0]
    parts = (f"{{{name}}}" if name else piece.replace("{", "{{").replace("}", "}}") for name, piece in pieces)
    # The names of arguments need no escape, so that the whole text is escaped at once.
    return f"f{json.dumps(''.join(parts), ensure_ascii=False)}"


def _texts(step: Step) -> Iterator[str]:
    yield step.value
    for element in (step.target, step.drop):
        if element is not None:
            yield from (element.name, element.label)
    yield from (answer.text for answer in step.dialogs)


def _lines(step: Step, taken: Mapping[str, str]) -> Iterator[str]:
    """Yield the lines of one step, with what has to stand around it."""
    page = f"page.context.pages[{step.tab}]" if step.tab else "page"
    lines = list(_action(step, page, taken))
    if step.optional and step.target is not None:
        lines = [f"if {_element(step, page, taken)}.is_visible():", *(f"    {line}" for line in lines)]
    if step.effects.tab:
        lines = [f"with {page}.expect_popup():", *(f"    {line}" for line in lines)]
    if step.effects.download:
        lines = [f"with {page}.expect_download():", *(f"    {line}" for line in lines)]
    if step.dialogs:
        yield f"_answers = iter([{', '.join(_answer(one, taken) for one in step.dialogs)}])"
        yield "_answer = lambda dialog: next(_answers)(dialog)"
        lines = [f'{page}.on("dialog", _answer)', *lines, f'{page}.remove_listener("dialog", _answer)']
    yield from lines


def _answer(answer: DialogAnswer, taken: Mapping[str, str]) -> str:
    text = literal(answer.text, taken) if answer.text else ""
    return f"lambda dialog: dialog.{f'accept({text})' if answer.accept else 'dismiss()'}"


def _action(step: Step, page: str, taken: Mapping[str, str]) -> Iterator[str]:
    if step.kind is StepKind.GOTO:
        yield f"{page}.goto({literal(step.value, taken)})"
    elif step.kind is StepKind.CLOSE:
        yield f"{page}.close()"
    elif step.target is None:
        value = literal(step.value, taken)
        yield f"{page}.keyboard.press({value})" if step.kind is StepKind.PRESS else f"{page}.{_scrolled(step.value)}"
    else:
        yield from _on_element(step, page, taken)


def _document(step: Step, page: str) -> str:
    return f"{page}{''.join(map(_frame, step.frame))}"


def _element(step: Step, page: str, taken: Mapping[str, str]) -> str:
    assert step.target is not None  # noqa: S101  (the caller has checked it)
    return f"{_document(step, page)}.{_locator(step.target, taken)}"


def _on_element(step: Step, page: str, taken: Mapping[str, str]) -> Iterator[str]:
    element = _element(step, page, taken)
    if step.kind is StepKind.DRAG and step.drop is not None:
        yield f"{element}.drag_to({_document(step, page)}.{_locator(step.drop, taken)})"
    elif step.kind is StepKind.DRAG:
        x, y = _numbers(step.value)
        yield f"{element}.hover()"
        yield f"{page}.mouse.down()"
        yield f"_box = {element}.bounding_box()"
        middle = ('_box["x"] + _box["width"] / 2', '_box["y"] + _box["height"] / 2')
        yield f"{page}.mouse.move({middle[0]} + {x:g}, {middle[1]} + {y:g}, steps=6)"
        yield f"{page}.mouse.up()"
    elif step.kind is StepKind.SCROLL:
        yield f"{element}.{_scrolled(step.value)}"
    else:
        yield f"{element}.{CALLS[step.kind.value].format(value=literal(step.value, taken))}"


def _scrolled(value: str) -> str:
    """Return the call that scrolls a page or an element to a position."""
    x, y = _numbers(value)
    return f'evaluate("(el) => (el || document.scrollingElement).scrollTo({x:g}, {y:g})")'


def _numbers(value: str) -> tuple[float, float]:
    """Return the two numbers of ``x,y``; zeros if it has another form."""
    found = re.fullmatch(r"(?:by:)?(-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?)", value)
    return (float(found[1]), float(found[2])) if found else (0.0, 0.0)


def _frame(name: str) -> str:
    kind = "src" if "/" in name else "name"
    return f".frame_locator({_selector('iframe', kind, name)})"


def _selector(tag: str, attribute: str, text: str) -> str:
    return json.dumps(f"{tag}[{attribute}={json.dumps(text, ensure_ascii=False)}]", ensure_ascii=False)


def _locator(target: Fingerprint, taken: Mapping[str, str]) -> str:
    """Return the call that finds an element, by the best key that only this element had."""

    def only(key: str) -> bool:
        return target.counts.get(key, 1) <= 1

    own = {key: text for key, text in target.attributes.items() if key not in target.generated}
    marks = {key: text for key, text in own.items() if "{{" not in text}
    test_id = next((key for key in TEST_IDS if marks.get(key) and only(key)), "")
    if target.role and target.name and only("name"):
        exact = ", exact=True" if len(target.name) <= CUT else ""
        return f"get_by_role({json.dumps(target.role)}, name={literal(target.name, taken)}{exact})"
    if target.label and only("label"):
        return f"get_by_label({literal(target.label, taken)}, exact=True)"
    for key in (test_id, "id"):
        if key and marks.get(key) and only(key):
            return f"locator({_selector('', key, marks[key])})"
    path = " >> ".join([*target.shadow, target.css]) if target.css else f"xpath={target.absolute_xpath}"
    return f"locator({json.dumps(path, ensure_ascii=False)})"
