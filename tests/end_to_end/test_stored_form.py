"""Workflows in the form in which they were stored once are still read, and still replay."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pytest_ami.model.codec import from_plain, to_plain
from pytest_ami.model.outcome import Outcome
from pytest_ami.model.settings import Mode
from pytest_ami.model.workflow import Workflow
from tests.support.lab import MAIL, Lab

STORED = sorted((Path(__file__).parents[2] / "fixtures" / "workflows").glob("send-email-*.json"))


def test_there_is_one_for_each_design() -> None:
    assert [path.stem for path in STORED] == ["send-email-2019", "send-email-2023", "send-email-2026"]


@pytest.mark.variants(3)
@pytest.mark.parametrize("path", STORED, ids=lambda path: path.stem)
def test_a_stored_workflow_is_read_without_loss_and_replays(lab: Lab, page: Any, mail_site: Any, path: Path) -> None:
    plain = json.loads(path.read_text("utf-8"))
    workflow = from_plain(Workflow, plain)
    later = [{"optional": False, **parameter} for parameter in plain["parameters"]]  # a field of a later version
    assert to_plain(workflow) == {**plain, "parameters": later}
    lab.store.add(workflow)
    mail_site.redesign(path.stem[-4:])
    page.goto("/")
    run = lab.run(page, "send email", MAIL, mode=Mode.REPLAY)
    assert run.outcome is Outcome.REPLAYED
    assert [(mail.to, mail.subject) for mail in mail_site.sent()] == [((MAIL["to"],), MAIL["subject"])]


def test_fields_that_fade_in_are_those_that_were_there(lab: Lab, page: Any, mail_site: Any) -> None:
    """A field at the first moment of a transition is transparent. It has the words around it all the same."""
    lab.store.add(from_plain(Workflow, json.loads(STORED[-1].read_text("utf-8"))))
    mail_site.redesign("2026")
    page.goto("/")
    page.add_style_tag(content=".drawer .sheet { transition: opacity .1s 1s !important }")  # no text beside anything
    run = lab.run(page, "send email", MAIL, mode=Mode.REPLAY)
    assert (run.outcome, run.healed) == (Outcome.REPLAYED, ())
