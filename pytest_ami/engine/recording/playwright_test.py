"""A workflow as a test file for plain pytest-playwright, so that nobody has to keep this project. Pure.

Rules of this module:

* The steps are those of ``playwright_code``; this module adds what stands around the function.
* No stored flow holds the values of its parameters. A value that the caller does not pass comes from the environment,
  and so does every secret: neither can reach the file.
* The messages and texts after the last step are expected, if they were recorded whole and hold no data.
* The workflow may come from a stranger (DESIGN law 13): every text becomes a literal.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from pytest_ami.engine.effects.message_check import ITSELF, LINE_TEXT, LONE_TEXT, RECORD, SHOWN_TEXT, TEXT
from pytest_ami.instructions.parameters import names

from .playwright_code import CUT, arguments_of, code_of, function_of, literal, variable

if TYPE_CHECKING:
    from pytest_ami.model.workflow import Workflow

DATA = re.compile(r"[#…]|:id\b")
"""Signs that a recorded text is a pattern: a digit, a shortened end, an id."""

UNSAID = (TEXT, LINE_TEXT, RECORD, ITSELF)
"""Kinds of notices that no locator of Playwright expects in one line, such as the cells of one row."""

UNSEEN = "# No message was recorded after the last step: expect here what you see when it is done."


class EjectedTest(NamedTuple):
    """A test file.

    Attributes:
        code: Its source.
        environment: Names of the variables from which it takes values.
    """

    code: str
    environment: tuple[str, ...]


def ejected(workflow: Workflow, values: Mapping[str, str]) -> EjectedTest:
    """Return a test that carries out a workflow without pytest-ami.

    Args:
        workflow: The workflow.
        values: Values of parameters by name; secret parameters are left out, whatever their value.
    """
    parameters = [parameter.name for parameter in workflow.parameters]
    taken = arguments_of(workflow.steps, parameters)
    secret = {parameter.name for parameter in workflow.parameters if parameter.secret}
    shown = {name: values[name] for name in taken if name in values and name not in secret}
    word = variable(workflow.task)
    variables = {name: f"{word}_{argument}".upper() for name, argument in taken.items() if name not in shown}
    body = [
        *_opening(workflow),
        *(f"{taken[name]} = {json.dumps(text, ensure_ascii=False)}" for name, text in shown.items()),
        *(f'{taken[name]} = os.environ["{variable}"]' for name, variable in variables.items()),
        f"{function_of(workflow.task, taken)}({', '.join(['page', *taken.values()])})",
    ]
    expected = list(_expectations(workflow, taken))
    lines = [
        f"# {_one_line(workflow.task)}: version {workflow.version}, written by `ami eject`.",
        *(["import os", ""] if variables else []),
        *(["from playwright.sync_api import expect", ""] if expected else []),
        "",
        code_of(workflow.steps, workflow.task, parameters),
        "",
        f"def test_{word}(page):",
        *(f"    {line}" for line in [*body, *(expected or [UNSEEN])]),
    ]
    return EjectedTest("\n".join(lines) + "\n", tuple(variables.values()))


def _opening(workflow: Workflow) -> Iterator[str]:
    """Yield the line that opens the page on which the workflow starts."""
    if DATA.search(workflow.start) or names(workflow.start):
        yield f"# It starts on the page {_one_line(workflow.start)}: open that page here."
    else:
        yield f"page.goto({json.dumps(workflow.start or '/', ensure_ascii=False)})"


def _expectations(workflow: Workflow, taken: Mapping[str, str]) -> Iterator[str]:
    """Yield what has to be seen after the last step."""
    for notice in workflow.steps[-1].effects.notices if workflow.steps else ():
        kind, _, text = notice.partition("|")
        if not (kind and text) or len(text) > CUT or DATA.search(text) or f"{kind}|" in UNSAID:
            continue
        named = literal(text, taken)
        if f"{kind}|" in (SHOWN_TEXT, LONE_TEXT):
            alone = ", exact=True" if f"{kind}|" == LONE_TEXT else ""
            yield f"expect(page.get_by_text({named}{alone}).filter(visible=True).first).to_be_visible()"
        else:
            yield f"expect(page.get_by_role({json.dumps(kind)}).filter(has_text={named}).first).to_be_visible()"


def _one_line(text: str) -> str:
    """Return a text for a comment; no sign in it ends the line."""
    return json.dumps(text).strip('"')
