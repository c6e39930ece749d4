"""A plain Playwright test as a test of a learned flow: the same source, with its actions as a demonstration. Pure.

Rules of this module:

* The first unbroken row of actions on `page` becomes a function, which is the teacher of the flow. Everything before
  and behind it stays where it is: set-up, `goto`, assertions.
* A value that is typed or chosen becomes a parameter, named after its field. The test passes it, so that it runs with
  the values that it had.
* Formatting and comments stay. A test that would mean something else afterwards is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import libcst as cst
from libcst import matchers as m

from pytest_ami.engine.recording.playwright_code import variable
from pytest_ami.model.errors import ConfigurationError

PLAIN = frozenset(
    {"click", "dblclick", "tap", "check", "uncheck", "hover", "press", "clear", "focus", "drag_to", "goto"}
)
"""Methods that act and take no value of the user."""

TYPING = frozenset({"fill", "type", "press_sequentially", "select_option"})
"""Methods whose value is data."""

WAITING = frozenset({"wait_for", "wait_for_load_state", "wait_for_timeout", "wait_for_url", "wait_for_selector"})
"""Methods between two actions that only wait."""

NAMING = ("get_by_label", "get_by_placeholder", "get_by_role", "get_by_title", "get_by_test_id", "locator")
"""Methods whose text names an element."""

Statement = cst.BaseStatement


class AdoptedTest(NamedTuple):
    """The result.

    Attributes:
        source: The new text of the module.
        task: Name of the task.
        values: The expression of each parameter's value, by name.
        left: Number of statements behind the flow that act on the page as well, and stay as they are.
    """

    source: str
    task: str
    values: dict[str, str]
    left: int


def adopt(source: str, names: Sequence[str], task: str = "") -> AdoptedTest:
    """Return a module in which one test learns its flow.

    Args:
        source: The module.
        names: Name of the test, with the class before it if it is a method.
        task: Name of the task; if it is empty, the words of the test's name.

    Raises:
        ConfigurationError: The test cannot be adopted; the message says why.
    """
    module = cst.parse_module(source)
    test = _find(module.body, names)
    if test is None:
        raise _refused(names, "The file has no function of this name.")
    _check(test, names)
    flow = _Flow.of(test)
    if flow is None:
        raise _refused(names, "Its body has no action on page, such as page.get_by_label(...).fill(...).")
    for word in sorted(_assigned(flow.steps) & _names_in(flow.after)):
        raise _refused(names, f"{word} is made within the flow and used behind it.")
    handles = _assigned([one for one in flow.before if _is_locator(one, {"page"})])
    for word in sorted(handles & _names_in(flow.steps)):
        raise _refused(names, f"{word} is a locator that is made before the flow, and no value.")
    task = task or " ".join(test.name.value.removeprefix("test_").split("_"))
    show = _unused(f"show_{variable(task)}", _names_in([module]))
    local = {parameter.name.value for parameter in test.params.params} | _assigned(flow.before)
    parameters = _Parameters(local - {"page"})
    steps = [parameters.lift(step) for step in flow.steps]
    shown = _function(show, [*parameters.values], steps)
    changed = _changed(test, flow, _marker(task, show), parameters.values)
    made = _with_pytest(module.with_changes(body=_placed(module.body, test, changed, shown)))
    left = sum(_is_action(one, {"page"}) for one in flow.after)
    return AdoptedTest(made.code, task, dict(parameters.values), left)


@dataclass
class _Flow:
    """The statements of a test: before the flow, its steps, and behind it."""

    before: list[Statement]
    steps: list[Statement]
    after: list[Statement]

    @classmethod
    def of(cls, test: cst.FunctionDef) -> _Flow | None:
        body = [one for one in test.body.body if isinstance(one, cst.BaseStatement)]
        roots = {"page"}
        start = next((n for n, one in enumerate(body) if _is_action(one, roots) and not _calls(one, {"goto"})), None)
        if start is None:
            return None
        end = start
        for number, one in enumerate(body[start:], start):
            roots |= _assigned([one]) if _is_locator(one, roots) else set()
            if not (_is_action(one, roots) or _calls(one, WAITING, roots) or _is_locator(one, roots)):
                break
            end = number + 1 if _is_action(one, roots) else end
        return cls(body[:start], body[start:end], body[end:])


@dataclass
class _Parameters:
    """The values that leave the steps: each becomes an argument of the demonstration."""

    local: set[str]
    values: dict[str, str] = field(default_factory=dict)
    locators: dict[str, cst.BaseExpression] = field(default_factory=dict)

    def lift(self, statement: Statement) -> Statement:
        """Return a step in which arguments stand for the values."""
        call = _call(statement)
        if call is not None and _method(call) in TYPING:
            value, position = _value(call)
            if value is not None:
                named = cst.Name(self._name(value, self._label(call) or "value"))
                arguments = [*call.args]
                arguments[position] = arguments[position].with_changes(value=named)
                statement = _replaced(statement, call, call.with_changes(args=arguments))
        for name in _assigned([statement]):
            self.locators[name] = statement.body[0].value  # type: ignore[attr-defined]
        return self._others(statement)

    def _label(self, call: cst.Call) -> str:
        """Return the words that name the field of a call: its label, its name, or its id."""
        assert isinstance(call.func, cst.Attribute)  # noqa: S101  (a call of a method, as its caller knows)
        element = call.func.value
        if isinstance(element, cst.Name) and element.value == "page":
            return _of_selector(_text(call.args[0].value))
        if isinstance(element, cst.Name):
            element = self.locators.get(element.value, element)
        return next((text for text in _names_of(element) if text), "")

    def _name(self, value: cst.BaseExpression, label: str) -> str:
        """Return the argument for a value; the same value is the same argument."""
        code = cst.Module([]).code_for_node(value)
        known = next((name for name, one in self.values.items() if one == code), None)
        if known is None:
            known = _unused(variable(label), {*self.values})
            self.values[known] = code
        return known

    def _others(self, statement: Statement) -> Statement:
        """Replace texts that equal a value, and variables of the test, in the arguments of locators."""
        by_code = {code: name for name, code in self.values.items()}
        for node in m.findall(statement, m.SimpleString()):
            name = by_code.get(cst.Module([]).code_for_node(node))
            if name and not _is_role(node, statement):
                statement = _replaced(statement, node, cst.Name(name))
        for node in m.findall(statement, m.Name()):
            if isinstance(node, cst.Name) and node.value in self.local - {*self.values} and _is_read(node, statement):
                statement = _replaced(statement, node, cst.Name(self._name(node, node.value)))
        return statement


def _replaced(statement: Statement, old: cst.CSTNode, new: cst.CSTNode) -> Statement:
    found = statement.deep_replace(old, new)
    assert isinstance(found, cst.BaseStatement)  # noqa: S101  (a part of it was replaced)
    return found


def _is_role(node: cst.CSTNode, statement: Statement) -> bool:
    """Whether a text is the role of `get_by_role`, which is no data."""
    roles = m.findall(statement, m.Call(func=m.Attribute(attr=m.Name("get_by_role"))))
    return any(isinstance(call, cst.Call) and call.args and call.args[0].value is node for call in roles)


def _is_read(node: cst.Name, statement: Statement) -> bool:
    """Whether a name is a variable that is read, and not an attribute, a keyword or a target."""
    attributes = [one.attr for one in m.findall(statement, m.Attribute()) if isinstance(one, cst.Attribute)]
    keywords = [one.keyword for one in m.findall(statement, m.Arg()) if isinstance(one, cst.Arg)]
    targets = [one.target for one in m.findall(statement, m.AssignTarget()) if isinstance(one, cst.AssignTarget)]
    return not any(one is node for one in [*attributes, *keywords, *targets])


def _names_in(nodes: Sequence[cst.CSTNode]) -> set[str]:
    return {name.value for one in nodes for name in m.findall(one, m.Name()) if isinstance(name, cst.Name)}


def _find(body: Sequence[cst.CSTNode], names: Sequence[str]) -> cst.FunctionDef | None:
    for node in body:
        if isinstance(node, cst.FunctionDef) and [node.name.value] == list(names):
            return node
        if isinstance(node, cst.ClassDef) and len(names) > 1 and node.name.value == names[0]:
            return _find(node.body.body, names[1:])
    return None


def _check(test: cst.FunctionDef, names: Sequence[str]) -> None:
    """Check that a test is one that can be adopted."""
    arguments = {parameter.name.value for parameter in test.params.params}
    if test.asynchronous is not None:
        raise _refused(names, "It is an async test, and a demonstration of this command is a plain function.")
    if "page" not in arguments:
        raise _refused(names, "It does not take the fixture page.")
    if "ami" in arguments:
        raise _refused(names, "It takes the fixture ami already.")


def _refused(names: Sequence[str], why: str) -> ConfigurationError:
    return ConfigurationError(
        f"{'::'.join(names)} cannot be adopted",
        why=why,
        evidence=["nothing was changed"],
        run='put the actions into "with ami.demonstrate(...):" by hand: docs/record.md',
    )


def _call(statement: Statement) -> cst.Call | None:
    """Return the call that a statement consists of."""
    if isinstance(statement, cst.SimpleStatementLine) and len(statement.body) == 1:
        only = statement.body[0]
        if isinstance(only, cst.Expr) and isinstance(only.value, cst.Call):
            return only.value
    return None


def _method(call: cst.Call) -> str:
    return call.func.attr.value if isinstance(call.func, cst.Attribute) else ""


def _root(node: cst.BaseExpression) -> str:
    """Return the variable with which a chain of attributes and calls begins."""
    while isinstance(node, cst.Call | cst.Attribute | cst.Subscript):
        node = node.func if isinstance(node, cst.Call) else node.value
    return node.value if isinstance(node, cst.Name) else ""


def _calls(statement: Statement, methods: frozenset[str] | set[str], roots: set[str] | None = None) -> bool:
    call = _call(statement)
    return call is not None and _method(call) in methods and _root(call) in (roots or {"page"})


def _is_action(statement: Statement, roots: set[str]) -> bool:
    return _calls(statement, PLAIN | TYPING, roots)


def _is_locator(statement: Statement, roots: set[str]) -> bool:
    """Whether a statement gives a locator a name, as in `box = page.get_by_label("To")`."""
    if not (isinstance(statement, cst.SimpleStatementLine) and len(statement.body) == 1):
        return False
    only = statement.body[0]
    if not (isinstance(only, cst.Assign) and isinstance(only.value, cst.Call)):
        return False
    return _root(only.value) in roots and (_method(only.value) in {*NAMING, "get_by_text", "first", "nth", "filter"})


def _assigned(statements: Sequence[Statement]) -> set[str]:
    """Return the variables that statements make."""
    targets = (target for one in statements for target in m.findall(one, m.AssignTarget(target=m.Name())))
    return {
        one.target.value for one in targets if isinstance(one, cst.AssignTarget) and isinstance(one.target, cst.Name)
    }


def _value(call: cst.Call) -> tuple[cst.BaseExpression | None, int]:
    """Return the value that a call types or chooses, and the place of its argument; None if it has no single one."""
    named = [n for n, one in enumerate(call.args) if one.keyword and one.keyword.value in ("value", "label", "text")]
    plain = [n for n, one in enumerate(call.args) if one.keyword is None]
    on_page = isinstance(call.func, cst.Attribute) and isinstance(call.func.value, cst.Name) and _root(call) == "page"
    wanted = named or plain[on_page : on_page + 1]
    if len(wanted) != 1:
        return None, 0
    value = call.args[wanted[0]].value
    if isinstance(value, cst.List | cst.Tuple | cst.Dict) or value.deep_equals(cst.SimpleString('""')):
        return None, 0
    return value, wanted[0]


def _names_of(node: cst.BaseExpression) -> Iterator[str]:
    """Yield the texts that name the element of a chain, the last one first."""
    while isinstance(node, cst.Call | cst.Attribute):
        if isinstance(node, cst.Call) and _method(node) in NAMING and node.args:
            name = next((one for one in node.args if one.keyword and one.keyword.value == "name"), None)
            if _method(node) != "get_by_role":
                text = _text(node.args[0].value)
                yield _of_selector(text) if _method(node) == "locator" else text
            elif name is not None:
                yield _text(name.value)
        node = node.func if isinstance(node, cst.Call) else node.value


def _of_selector(selector: str) -> str:
    """Return the last word of a selector, such as `email` of `form #email` or `input[name=email]`."""
    found = re.findall(r"[A-Za-z_][\w-]*", selector)
    return found[-1] if found else ""


def _text(node: cst.BaseExpression) -> str:
    value = node.evaluated_value if isinstance(node, cst.SimpleString) else ""
    return value if isinstance(value, str) else ""


def _unused(name: str, taken: set[str]) -> str:
    number, free = 2, name
    while free in taken:
        free, number = f"{name}_{number}", number + 1
    return free


def _function(name: str, arguments: Sequence[str], steps: Sequence[Statement]) -> cst.FunctionDef:
    return cst.FunctionDef(
        name=cst.Name(name),
        params=cst.Parameters([cst.Param(cst.Name(one)) for one in ["page", *arguments]]),
        body=cst.IndentedBlock([steps[0].with_changes(leading_lines=_comments(steps[0])), *steps[1:]]),
        leading_lines=[cst.EmptyLine(indent=False)] * 2,
    )


def _comments(statement: Statement) -> list[cst.EmptyLine]:
    """Return the comments above a statement, without empty lines."""
    lines = getattr(statement, "leading_lines", ())
    return [line for line in lines if line.comment is not None]


def _marker(task: str, show: str) -> cst.Decorator:
    quoted = '"' + task.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return cst.Decorator(cst.parse_expression(f"pytest.mark.learned({quoted}, teacher={show})"))


def _changed(test: cst.FunctionDef, flow: _Flow, marker: cst.Decorator, values: dict[str, str]) -> cst.FunctionDef:
    """Return the test with marker, fixture, and a call of the flow in place of its steps."""
    arguments = [*test.params.params]
    place = 1 if arguments and arguments[0].name.value == "self" else 0
    arguments.insert(place, cst.Param(cst.Name("ami")))
    passed = ", ".join(f"{name}={code}" for name, code in values.items())
    run = cst.parse_statement(f"ami.run({passed})")
    empty = [line for line in getattr(flow.steps[0], "leading_lines", ()) if line.comment is None]
    body = [*flow.before, run.with_changes(leading_lines=empty), *flow.after]
    return test.with_changes(
        params=test.params.with_changes(params=arguments),
        decorators=[marker, *test.decorators],
        body=test.body.with_changes(body=body),
    )


def _placed(
    body: Sequence[cst.CSTNode], test: cst.FunctionDef, changed: cst.FunctionDef, shown: cst.FunctionDef
) -> list[cst.CSTNode]:
    """Return the body of a module with the changed test, and the demonstration before it or before its class."""
    placed: list[cst.CSTNode] = []
    for node in body:
        if node is test or any(inner is test for inner in m.findall(node, m.FunctionDef())):
            above = [line for line in getattr(node, "leading_lines", ()) if line.comment is None]
            first = not placed
            placed.append(shown.with_changes(leading_lines=[] if first else above or shown.leading_lines))
            lines = [*([] if above and not first else shown.leading_lines), *getattr(node, "leading_lines", ())]
            new = changed if node is test else node.deep_replace(test, changed)
            placed.append(new.with_changes(leading_lines=lines))
        else:
            placed.append(node)
    return placed


def _with_pytest(module: cst.Module) -> cst.Module:
    """Return a module that imports pytest."""
    from libcst.codemod import CodemodContext
    from libcst.codemod.visitors import AddImportsVisitor

    context = CodemodContext()
    AddImportsVisitor.add_needed_import(context, "pytest")
    return AddImportsVisitor(context).transform_module(module)
