"""An older version takes over only if it enters every value: one that was blank at its lesson has no step."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pytest_ami.engine.replay_options import FlowOptions
from pytest_ami.engine.versions.fallback import replay_versions
from pytest_ami.model.workflow import Parameter
from pytest_ami.testing.fake_page import FakePage
from tests.support.recordings import MAIL, VALUES, learned

OLD = learned()
OLD = replace(OLD, parameters=(*OLD.parameters, Parameter(name="cc")))
FIRST = OLD.steps[0].target
assert FIRST
GONE = replace(FIRST, role="link", name="Newsletter", attributes={}, absolute_xpath="/html[1]/aside[1]")
NEW = replace(OLD, steps=(replace(OLD.steps[0], target=GONE), *OLD.steps[1:]))


@pytest.mark.parametrize(("cc", "follows"), [("", True), ("eve@x.org", False)])
def test_an_older_version_that_would_ignore_a_value_does_not_take_over(cc: str, *, follows: bool) -> None:
    page = FakePage(MAIL, url="http://app.test/")
    ran = page.run(replay_versions(NEW, lambda: (OLD,), {**VALUES, "cc": cc}, FlowOptions(heal="off")))

    assert (ran.version is OLD, ran.replayed.drift is None) == (follows, follows)
