"""Replaces one locator in the source of a test; everything else stays as it is written. Pure.

Rules of this module:

* A locator is known by the selector that Playwright makes of it. Only literal texts are read: a locator that is put
  together at run time is left to a person.
* Of several places with the same locator, those of the named function count. Otherwise there has to be a single one.
  Where they begin with different pages or elements, or stand in functions of one name, the line of the call decides.
* A proposal may come from a stranger (DESIGN law 13): it is one locator of literal texts, or it is none.
* A locator that stands within another (`dialog.get_by_role(...)`) is replaced only if the new one was found there, too.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import libcst as cst
from libcst.metadata import MetadataWrapper, PositionProvider

TEXT_METHODS = {
    "get_by_label": "get_by_label_selector",
    "get_by_placeholder": "get_by_placeholder_selector",
    "get_by_text": "get_by_text_selector",
    "get_by_title": "get_by_title_selector",
    "get_by_alt_text": "get_by_alt_text_selector",
}
"""The methods that take a text, each with the function of Playwright that makes its selector."""

ON_PAGE = frozenset(
    {"click", "dblclick", "tap", "fill", "type", "press", "check", "uncheck", "hover", "select_option"}
    | {"set_input_files", "text_content", "inner_text", "input_value", "get_attribute", "is_checked"}
)
"""The methods of a page that take a selector first."""

VALUED = frozenset({"fill", "type", "press", "select_option", "set_input_files", "get_attribute"})
"""Those of them that take a value as well."""

PROPOSED = frozenset({*TEXT_METHODS, "get_by_role", "get_by_test_id", "locator"})
"""The methods that a proposal may call."""

PART = " >> "
BYTE_ORDER_MARK = "\ufeff"

Node = cst.Call | cst.Attribute


class UnreadableError(Exception):
    """A locator is not made of literal texts."""


@dataclass(frozen=True, slots=True)
class WrittenLocator:
    """A locator in the source.

    Attributes:
        node: Its expression; a call of the page's own, if that takes the selector.
        root: The expression that it begins with, such as `page`.
        selector: Its own selector, without that of its root.
        function: The function that holds it; empty for none.
        line: Its first line.
        lines: The lines of its statement.
        place: The line at which that function begins, and the text of the root: the same locator elsewhere is another.
    """

    node: Node
    root: cst.BaseExpression
    selector: str
    function: str
    line: int
    lines: range
    place: tuple[int, str]


def replaced(
    source: str, selector: str, code: str, function: str, scopes: Sequence[str] = (), line: int = 0
) -> tuple[str, str]:
    """Return a module in which a locator is another one, or why that cannot be done.

    Args:
        source: The module.
        selector: The selector of the old locator.
        code: The new locator, without its root.
        function: The function in which the old one was used.
        scopes: The beginnings of the old selector within which the new locator was found as well.
        line: The line of the call, from 1; 0 if it is not known.

    Returns:
        The new source, and an empty text; or an empty text, and the reason.
    """
    try:
        wrapper = MetadataWrapper(cst.parse_module(source))
        made = _proposed(code)
    except cst.ParserSyntaxError as error:
        return "", f"it cannot be read: {error.message}"
    if made is None:
        return "", "the proposal is no locator"
    finder = _Finder()
    wrapper.visit(finder)
    every = [one for one in finder.found if selector in (one.selector, _inner(selector, one.selector))]
    places, why = _meant([one for one in every if one.function == function] or every, line)
    if why:
        return "", why
    for one in places:
        if one.selector != selector and selector.removesuffix(PART + one.selector) not in scopes:
            return "", f"line {one.line} looks within another element, and the new locator was not found there alone"
    changes = {one.node: _changed(one, made) for one in places}
    new = wrapper.module.visit(_Replacer(changes)).code
    try:
        ast.parse(new)
    except SyntaxError as error:
        return "", f"line {error.lineno} would be no Python with it, because of its quotes"
    return BYTE_ORDER_MARK * source.startswith(BYTE_ORDER_MARK) + new, ""  # libcst drops it


def _proposed(code: str) -> cst.Call | None:
    """Return the code of a proposal; None if it is anything but one locator of literal texts."""
    made = cst.parse_expression(code)
    if not (code.isprintable() and isinstance(made, cst.Call) and isinstance(made.func, cst.Name)):
        return None
    try:
        return made if made.func.value in PROPOSED and _selector(made, made.func.value) else None
    except UnreadableError:
        return None


def _meant(places: Sequence[WrittenLocator], line: int) -> tuple[Sequence[WrittenLocator], str]:
    """Return the places that a call on a line can mean, or why that is open."""
    if not places:
        return (), "no locator of the file is this one as a literal"
    lines = ", ".join(str(one.line) for one in places)
    if len({one.function for one in places}) > 1:
        return (), f"several functions have this locator: lines {lines}"
    meant = {one.place for one in places if line in one.lines} if len({one.place for one in places}) > 1 else set()
    if len(meant) > 1 or (not meant and len({one.place for one in places}) > 1):
        return (), f"this locator stands on different pages, or in functions of one name: lines {lines}"
    return [one for one in places if not meant or one.place in meant], ""


def _inner(whole: str, part: str) -> str:
    return whole if part and whole.endswith(PART + part) else part


def _changed(old: WrittenLocator, made: cst.Call) -> cst.Call:
    method = made.func
    assert isinstance(method, cst.Name)  # noqa: S101  (checked by the caller)
    new = made.with_changes(func=_dotted(old, method.value))
    if not _takes_selector(old.node):
        return new
    assert isinstance(old.node, cst.Call)  # noqa: S101  (it takes a selector)
    assert isinstance(old.node.func, cst.Attribute)  # noqa: S101  (likewise)
    return old.node.with_changes(func=old.node.func.with_changes(value=new), args=old.node.args[1:])


def _dotted(old: WrittenLocator, method: str) -> cst.Attribute:
    """Return the root with the new method, with the white space that the first dot of the old locator had."""
    node: cst.BaseExpression = old.node
    first: cst.Attribute | None = None
    while node is not old.root and isinstance(node, cst.Call | cst.Attribute):
        first = node if isinstance(node, cst.Attribute) else first
        node = node.func if isinstance(node, cst.Call) else node.value
    name = cst.Name(method)
    return first.with_changes(attr=name) if first is not None else cst.Attribute(value=old.root, attr=name)


class _Replacer(cst.CSTTransformer):
    """Puts calls in the place of others."""

    def __init__(self, changes: Mapping[Node, cst.Call]) -> None:
        super().__init__()
        self._changes = changes

    def leave_Call(self, original_node: cst.Call, updated_node: cst.Call) -> cst.Call:  # noqa: N802  (libcst's name)
        return self._changes.get(original_node, updated_node)

    def leave_Attribute(  # noqa: N802  (libcst's name)
        self, original_node: cst.Attribute, updated_node: cst.Attribute
    ) -> cst.Call | cst.Attribute:
        return self._changes.get(original_node, updated_node)


class _Finder(cst.CSTVisitor):
    """Finds every locator that is made of literal texts."""

    METADATA_DEPENDENCIES = (PositionProvider,)

    def __init__(self) -> None:
        super().__init__()
        self.found: list[WrittenLocator] = []
        self._functions: list[tuple[str, int]] = []
        self._statement = range(0)
        self._inner: set[cst.CSTNode] = set()

    def visit_FunctionDef(self, node: cst.FunctionDef) -> None:  # noqa: N802  (libcst's name)
        self._functions.append((node.name.value, self.get_metadata(PositionProvider, node).start.line))

    def leave_FunctionDef(self, original_node: cst.FunctionDef) -> None:  # noqa: ARG002, N802  (libcst's name)
        self._functions.pop()

    def visit_SimpleStatementLine(self, node: cst.SimpleStatementLine) -> None:  # noqa: N802  (libcst's name)
        self._statement = self._lines(node)

    def leave_SimpleStatementLine(self, original_node: cst.SimpleStatementLine) -> None:  # noqa: ARG002, N802
        self._statement = range(0)

    def _lines(self, node: cst.CSTNode) -> range:
        at = self.get_metadata(PositionProvider, node)
        return range(at.start.line, at.end.line + 1)

    def visit_Call(self, node: cst.Call) -> None:  # noqa: N802  (libcst's name)
        self._take(node)

    def visit_Attribute(self, node: cst.Attribute) -> None:  # noqa: N802  (libcst's name)
        self._take(node)

    def _take(self, node: Node) -> None:
        if node in self._inner:
            return
        try:
            root, parts = _chain(node)
        except UnreadableError:
            return
        if parts:
            lines = self._lines(node)
            function, begin = self._functions[-1] if self._functions else ("", 0)
            place = begin, cst.Module([]).code_for_node(root)
            self.found.append(
                WrittenLocator(node, root, PART.join(parts), function, lines.start, self._statement or lines, place)
            )
            self._inner.update(_within(node, root))


def _within(node: cst.BaseExpression, root: cst.BaseExpression) -> Iterator[cst.CSTNode]:
    """Yield the shorter locators with which a locator begins."""
    while node is not root and isinstance(node, cst.Call | cst.Attribute):
        node = node.func if isinstance(node, cst.Call) else node.value
        yield node


def _chain(node: Node) -> tuple[cst.BaseExpression, list[str]]:
    """Return the root of a locator, and its selectors from left to right; none if the expression is no locator."""
    if _takes_selector(node):
        assert isinstance(node, cst.Call)  # noqa: S101  (it takes a selector)
        assert isinstance(node.func, cst.Attribute)  # noqa: S101  (likewise)
        return node.func.value, [str(_literal(node.args[0]))]
    parts: list[str] = []
    at: cst.BaseExpression = node
    while isinstance(at, cst.Call | cst.Attribute):
        part, below = _part(at)
        if part is None:
            break
        parts.insert(0, part)
        at = below
    return at, parts


def _takes_selector(node: Node) -> bool:
    """Return whether a call is a page's own, such as `page.click("#save")`: a locator's has an argument less."""
    if not (isinstance(node, cst.Call) and isinstance(node.func, cst.Attribute) and node.func.attr.value in ON_PAGE):
        return False
    return sum(one.keyword is None for one in node.args) == 1 + (node.func.attr.value in VALUED)


def _part(node: Node) -> tuple[str | None, cst.BaseExpression]:
    """Return the selector of the last part of a locator, and the rest; None if it is no part of a locator."""
    if isinstance(node, cst.Attribute):
        position = {"first": "nth=0", "last": "nth=-1"}.get(node.attr.value)
        return position, node.value
    if not isinstance(node.func, cst.Attribute):
        return None, node
    return _selector(node, node.func.attr.value), node.func.value


def _selector(node: cst.Call, method: str) -> str | None:
    """Return the selector of one part of a locator; None if the method makes none.

    Raises:
        UnreadableError: It is not made of literal texts.
    """
    if method not in (*TEXT_METHODS, "get_by_role", "get_by_test_id", "locator", "nth", "filter"):
        return None
    plain, named = _literals(node)
    try:
        return _made(method, plain, named)
    except (TypeError, IndexError, KeyError):
        raise UnreadableError from None


def _made(method: str, plain: list[Any], named: dict[str, Any]) -> str:
    from playwright._impl.isomorphic import locator_utils as utils
    from playwright._impl.isomorphic.string_utils import escape_for_text_selector

    if method in ("nth", "locator") and len(plain) == 1 and not named:
        return f"nth={plain[0]}" if method == "nth" else str(plain[0])
    if method == "filter" and [*named] == ["has_text"] and not plain:
        return f"internal:has-text={escape_for_text_selector(named['has_text'], exact=False)}"
    makers = {name: getattr(utils, maker) for name, maker in TEXT_METHODS.items()}
    makers["get_by_role"] = utils.get_by_role_selector
    makers["get_by_test_id"] = partial(utils.get_by_test_id_selector, "data-testid")
    return str(makers[method](*plain, **named))


def _literals(node: cst.Call) -> tuple[list[Any], dict[str, Any]]:
    """Return the arguments of a call.

    Raises:
        UnreadableError: One of them is no literal.
    """
    plain: list[Any] = []
    named: dict[str, Any] = {}
    for one in node.args:
        value = _literal(one)
        if one.keyword is None:
            plain.append(value)
        else:
            named[one.keyword.value] = value
    return plain, named


def _literal(argument: cst.Arg) -> object:
    value = argument.value
    if isinstance(value, cst.SimpleString | cst.ConcatenatedString | cst.Integer) and not argument.star:
        text = value.evaluated_value
        if isinstance(text, str | int):  # not bytes, and not a text with an f-string in it
            return text
    if isinstance(value, cst.Name) and value.value in ("True", "False"):
        return value.value == "True"
    raise UnreadableError
