"""Values for the tasks: plausible, new at each call, and on no page before they are typed.

Titles of existing issues come from the seeds; what is written anew carries a number that no seed has.
"""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING, Final

from .seed import seeds
from .state import PRIORITIES

if TYPE_CHECKING:
    from random import Random

    from .seed import Seed

FIRST_DAY: Final = date(2027, 1, 4)
DAYS: Final = 900
PARTS: Final = (
    "Ruler",
    "Route planner",
    "Layer switch",
    "Search box",
    "Track recorder",
    "Photo pin",
    "Base map picker",
)
FAULTS: Final = ("snaps to the wrong corner", "forgets its place", "does not answer", "eats the last letter", "blinks")
FINDINGS: Final = ("Reproduced", "Cannot reproduce", "Happens less often", "Same stack trace", "Gone and back again")


def new_issue(random: Random) -> dict[str, str]:
    """Return a new issue."""
    part, fault = random.choice(PARTS), random.choice(FAULTS)
    return {
        "title": f"{part} {fault} since build {_number(random)}",
        "description": f"Attached the log of session {_number(random)}. Nobody touched the settings.",
        "priority": random.choice(PRIORITIES),
    }


def some_open(random: Random) -> dict[str, str]:
    """Return the title of an issue that can be closed."""
    return {"title": _one(random, "backlog", "progress", "review").title}


def some_card(random: Random) -> dict[str, str]:
    """Return the title of an issue whose card is not in review yet."""
    return {"title": _one(random, "backlog", "progress").title}


def other_priority(random: Random) -> dict[str, str]:
    """Return an issue's title and a priority that it does not have."""
    issue = _one(random, "backlog", "progress", "review")
    return {"title": issue.title, "priority": random.choice([one for one in PRIORITIES if one != issue.priority])}


def due_date(random: Random) -> dict[str, str]:
    """Return an issue's title and a day on which nothing else is due."""
    day = FIRST_DAY + timedelta(days=random.randrange(DAYS))
    return {"title": _one(random, "backlog", "progress", "review").title, "due": day.isoformat()}


def comment(random: Random) -> dict[str, str]:
    """Return an issue's title and something to say about it."""
    said = f"{random.choice(FINDINGS)} on build {_number(random)}, trace {_number(random)}."
    return {"title": _one(random, "backlog", "progress", "review").title, "comment": said}


def _one(random: Random, *statuses: str) -> Seed:
    return random.choice([seed for seed in seeds() if seed.status in statuses and not seed.archived])


def _number(random: Random) -> int:
    return random.randrange(10_000, 100_000)
