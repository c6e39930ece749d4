"""The recommended way to carry out a task, and what a lesson may cost."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_ami.flow.knowledge.outlook import LessonCost, TaskEvidence, outlook

COST = LessonCost(lessons=2, calls=3.0, seconds=12.0, money=0.01)
OTHER = LessonCost(lessons=1, calls=5.0, seconds=20.0, money=0.0)


OWN = "about 3.0 model calls, 12 s, $0.0100, as in 2 lessons of this task"
SIMILAR = 'small model (it is similar to "send email")'
NEW = "large model (no similar task is known)"


@pytest.mark.parametrize(
    ("known", "line"),
    [
        ({}, NEW),
        ({"stored": 5, "own": COST}, "replay (5 steps are stored)"),
        (
            {"stored": 5, "drifted": True, "own": COST},
            f"relearn a span (the page had changed in its last run); {OWN}",
        ),
        (
            {"similar": "send email", "others": OTHER, "all": COST},
            f'{SIMILAR}; about 5.0 model calls, 20 s, as in 1 lesson of "send email"',
        ),
        ({"all": OTHER}, f"{NEW}; about 5.0 model calls, 20 s, as in 1 lesson of all tasks"),
        ({"failures": 1, "similar": "send email"}, SIMILAR),
        ({"failures": 2, "similar": "send email", "others": OTHER}, "demonstration (its last 2 lessons failed)"),
        ({"own": COST}, f"small model (it was learned before); {OWN}"),
    ],
)
def test_the_way_and_the_estimate_follow_from_what_is_known(known: dict[str, Any], line: str) -> None:
    assert outlook(TaskEvidence(**known)).title() == line
