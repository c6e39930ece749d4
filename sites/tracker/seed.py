"""The project a fresh site starts with: two thousand issues about a map application, made from a table of phrases.

The same issues in the same order each time; only their dates count back from now. Every title is unique, and none is
a part of another, so a search for a whole title finds one issue.
"""

from __future__ import annotations

from datetime import date, datetime, timedelta, timezone
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

from pytest_ami.sites.markup import paragraphs

from .state import Comment, Issue, IssueEvent

if TYPE_CHECKING:
    from .state import TrackerState

USER: Final = "sam.taylor"
PASSWORD: Final = "cedar-Lantern-7"  # noqa: S105  (the account of a test site, printed in its documentation)
ME: Final = "Sam Taylor"
PEOPLE: Final = (ME, "Mira Castellanos", "Jonas Weber", "\u9648\u96e8", "Aisha Bello", "Tom\u00e1s Rivera")
STEP: Final = 811  # coprime to the number of titles: neighbours in the list are not neighbours in the table
SYMPTOMS: Final = (
    "Map stays blank",
    "Search returns nothing",
    "Tooltip covers the cursor",
    "Sync stops halfway",
    "Sign-in button does nothing",
    "Export misses the last row",
    "Sidebar flickers",
    "Notifications arrive twice",
    "Undo skips a step",
    "Upload hangs at the end",
    "Legend overlaps the scale bar",
    "Route is drawn through the river",
    "Labels disappear",
    "Zoom jumps to the wrong place",
    "Markers lose their colour",
    "Print preview is empty",
    "Shared link opens the start page",
    "Filters reset themselves",
    "Elevation profile is upside down",
    "Distances are off by a factor",
    "Layer list scrolls to the top",
    "Keyboard focus is lost",
    "Comments are saved twice",
    "Offline area is downloaded again",
    "Avatar is stretched",
    "Time zone is ignored",
    "Dragging a point is sluggish",
    "Imported track has gaps",
    "Satellite tiles are blurred",
    "Permission dialog never closes",
    "Bookmark points to nowhere",
    "Copied coordinates lack the sign",
    "Weather layer covers the labels",
    "Measuring tool cannot be left",
    "Team page shows former members",
    "Invitation mail has a broken link",
    "Address field rejects umlauts",
    "Progress bar never ends",
    "Compass points south",
    "Trip summary shows zero minutes",
)
CIRCUMSTANCES: Final = (
    "after switching accounts",
    "on a slow connection",
    "when the language is German",
    "in dark mode",
    "with many layers",
    "on small screens",
    "after waking from sleep",
    "for guests",
    "when two tabs are open",
    "in the embedded view",
    "after the first start",
    "with a screen reader",
    "while a download is running",
    "for read-only members",
    "at the date line",
    "near the poles",
    "when cookies are blocked",
    "on high-density displays",
    "after a project is renamed",
    "with right-to-left text",
    "in private windows",
    "when the disk is full",
    "after signing out",
    "on touch screens",
    "behind a proxy",
    "with an empty project",
    "when the clock is wrong",
    "in presentation mode",
    "after undoing an import",
    "for very long names",
    "while recording a track",
    "with reduced motion",
    "when zoomed out completely",
    "after the session has expired",
    "in the mobile application",
    "on the second monitor",
    "with large text",
    "when the trial has ended",
    "after moving a folder",
    "for archived projects",
    "when GPS is switched off",
    "in landscape orientation",
    "with a custom style",
    "after deleting a layer",
    "when the file is a shortcut",
    "on the pricing page",
    "for new workspaces",
    "while the map is loading",
    "with imported contacts",
    "at midnight",
)
REPORTS: Final = (
    "Seen twice this week on the staging server. A reload helps, but not always.",
    "Reported by a customer with the team plan. Screen recording is in the support ticket.",
    "Happens every time for me, never for Jonas. We compared versions, they are the same.",
    "Regression: the previous release does not show this.",
    "Steps: open any project, wait for the map, then repeat. Expected: nothing surprising.",
)
SCALE: Final = ("P2", "P3", "P2", "P1", "P3", "P4", "P2", "P3", "P1", "P2", "P3", "P0")
COURSE: Final = ("backlog", "progress", "done", "backlog", "review", "done", "backlog", "progress", "done", "backlog")
REMARKS: Final = (
    "I can have a look on Thursday, unless somebody is faster.",
    "The same customer wrote again. Could we raise the priority?",
    "Fixed on the branch, waiting for a second pair of eyes.",
    "Not a duplicate: the other one happens before the map is ready.",
)
LATEST: Final = 18
"""How many issues the activity page begins with."""


class Seed(NamedTuple):
    """An issue before it has a key and dates; `days` counts from today to its due date."""

    title: str
    priority: str
    status: str
    assignee: str
    text: str
    days: int | None
    archived: bool


@cache
def seeds() -> tuple[Seed, ...]:
    """Return all issues of a fresh site, the latest first."""
    total = len(SYMPTOMS) * len(CIRCUMSTANCES)
    return tuple(_seed(n, (n * STEP) % total) for n in range(total))


def _seed(n: int, pick: int) -> Seed:
    symptom, circumstance = divmod(pick, len(CIRCUMSTANCES))
    return Seed(
        title=f"{SYMPTOMS[symptom]} {CIRCUMSTANCES[circumstance]}",
        priority=SCALE[(n * n * 5 + n // 3) % len(SCALE)],
        status=COURSE[(n * 3 + n // 7) % len(COURSE)],
        assignee=PEOPLE[(n * 5 + n // 3) % len(PEOPLE)],
        text=REPORTS[n % len(REPORTS)],
        days=(n * 13) % 90 - 20 if n % 3 == 0 else None,
        archived=n % 31 == 30,  # noqa: PLR2004  (one in a month of entries)
    )


def fill(state: TrackerState) -> None:
    """Put the first issues into an empty project, the oldest first, and a few lines of activity."""
    now, today = datetime.now(timezone.utc), date.today()  # noqa: DTZ011  (due dates are days of the reader)
    for n, seed in reversed(tuple(enumerate(seeds()))):
        updated = now - timedelta(minutes=17 + 41 * n)
        remark = _remark(n, updated) if n < LATEST and n % 3 == 1 else None
        issue = state.add(
            Issue(
                key="",
                title=seed.title,
                text=seed.text,
                html=paragraphs(seed.text),
                priority=seed.priority,
                status=seed.status,
                assignee=seed.assignee,
                created=updated - timedelta(days=1 + n % 40),
                updated=updated,
                due=(today + timedelta(days=seed.days)).isoformat() if seed.days is not None else "",
                archived=seed.archived,
                comments=(remark,) if remark else (),
            )
        )
        if n < LATEST:
            state.log(_event(n, issue))


def _remark(n: int, at: datetime) -> Comment:
    text = REMARKS[n // 3 % len(REMARKS)]
    return Comment(f"s{n}", PEOPLE[1 + n % (len(PEOPLE) - 1)], text, paragraphs(text), at)


def _event(n: int, issue: Issue) -> IssueEvent:
    """Return the last event of a seeded issue."""
    said = issue.comments[-1] if issue.comments else None
    author = said.author if said else PEOPLE[1 + n % (len(PEOPLE) - 1)]
    what = "commented" if said else {"done": "closed", "backlog": "created"}.get(issue.status, "moved")
    detail = issue.status if what == "moved" else ""
    return IssueEvent(what, issue.key, issue.title, author, detail, said.id if said else "", issue.updated)
