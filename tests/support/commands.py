"""The command `ami` in the process of a test, and a workflow for the stores that it reads."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result

from pytest_ami.cli import app
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.workflow import Effects, Parameter, Provenance, Step, StepKind, Workflow

XPATH = "/html[1]/body[1]/form[1]/input[1]"


def flow(task: str = "send email", reason: str = "learned", parent: str = "") -> Workflow:
    field = Fingerprint(tag="input", role="textbox", name="To", xpath="//input[@id='to']", absolute_xpath=XPATH)
    button = Fingerprint(tag="button", role="button", name="Send", absolute_xpath="/html[1]/body[1]/button[1]")
    return Workflow(
        task=task,
        steps=(
            Step(kind=StepKind.FILL, target=field, value="{{to}}", effects=Effects(value="{{to}}")),
            Step(
                kind=StepKind.CLICK,
                target=button,
                effects=Effects(route="/mail/sent", notices=("status|Message sent",), vanished=("button|Send",)),
            ),
        ),
        parameters=(Parameter(name="to", type="email"), Parameter(name="pin", secret=True)),
        aliases=("write a mail",),
        provenance=Provenance(author="teacher:offline", reason=reason, parent=parent),
    )


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app.ami, list(arguments))


def data(*arguments: str) -> Any:
    result = run(*arguments, "--json")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def executable(path: Path, script: str) -> Path:
    path.write_text(f"#!/bin/sh\n{script}\n", "utf-8")
    path.chmod(0o755)
    return path
