"""Issues as pages and scripts show them: plain dictionaries with the words and dates of a look. Changes nothing."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING, Any

from .i18n import day, file_size, moment, words
from .state import PRIORITIES, STATUSES, VIEWS, Query

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from pytest_ami.sites.look import SiteLook

    from .state import Issue, IssueEvent, TrackerState

CARDS = 8
EXCERPT = 90
HUES = 360
SPREAD = 47


def row(issue: Issue, look: SiteLook) -> dict[str, Any]:
    """Return the content of a list about an issue."""
    said = words(look)
    return {
        "key": issue.key,
        "title": issue.title,
        "excerpt": excerpt(issue.text),
        "priority": issue.priority,
        "urgency": said[issue.priority],
        "status": issue.status,
        "status_name": said[issue.status],
        "closed": issue.status == "done",
        "archived": issue.archived,
        "due": issue.due,
        "due_day": day(issue.due, look.locale),
        "assignee": issue.assignee,
        "initials": initials(issue.assignee),
        "hue": hue(issue.assignee),
        "updated": moment(issue.updated, look.locale),
    }


def full(issue: Issue, look: SiteLook) -> dict[str, Any]:
    """Return the content of the page of one issue."""
    return row(issue, look) | {
        "text": issue.text,
        "html": issue.html,
        "created": moment(issue.created, look.locale),
        "comments": [
            {
                "id": one.id,
                "author": one.author,
                "initials": initials(one.author),
                "hue": hue(one.author),
                "html": one.html,
                "at": moment(one.at, look.locale),
            }
            for one in issue.comments
        ],
        "files": [{"id": one.id, "name": one.name, "size": file_size(len(one.body))} for one in issue.files],
    }


def events(state: TrackerState, look: SiteLook) -> list[dict[str, Any]]:
    """Return the lines of the activity page, the latest first."""
    return [_event(happened, state.find(happened.key), look) for happened in state.events()]


def _event(happened: IssueEvent, issue: Issue | None, look: SiteLook) -> dict[str, Any]:
    """Return a sentence that ends in an issue's title, and the comment it is about, as far as both are still there."""
    said = words(look)
    detail = happened.detail
    if happened.what == "moved":
        detail = said[detail]
    if happened.what == "due":
        detail = day(detail, look.locale) or said["no_due"]
    comments = issue.comments if issue else ()
    return {
        "lead": said[f"did_{happened.what}"].format(who=happened.author, detail=detail),
        "title": happened.title,
        "href": f"/issue/{issue.key}" if issue else "",
        "quote": next((excerpt(one.text) for one in comments if one.id == happened.anchor), ""),
        "quote_href": f"/issue/{happened.key}#{happened.anchor}",
        "initials": initials(happened.author),
        "hue": hue(happened.author),
        "at": moment(happened.at, look.locale),
    }


def board(state: TrackerState, text: str, look: SiteLook) -> list[dict[str, Any]]:
    """Return the columns with their first cards."""
    said = words(look)
    columns = []
    for status in STATUSES:
        found = state.select(Query(view="all", text=text, status=status))
        left = len(found) - CARDS
        columns.append(
            {
                "status": status,
                "name": said[status],
                "href": f"/issues?view=all&status={status}",
                "total": len(found),
                "cards": [row(issue, look) for issue in found[:CARDS]],
                "more": said["more"].format(n=left) if left > 0 else "",
            }
        )
    return columns


def choices(look: SiteLook) -> dict[str, list[list[str]]]:
    """Return the choices as pairs of value and name."""
    said = words(look)
    return {
        "statuses": [[one, said[one]] for one in STATUSES],
        "priorities": [[one, said[one]] for one in PRIORITIES],
        "views": [[one, said[f"view_{one}"]] for one in VIEWS],
    }


def place(look: SiteLook, first: int, last: int, total: int) -> str:
    """Return which part of a list is shown, for people."""
    return words(look)["range"].format(first=first, last=last, total=total) if total else ""


def table(issues: Iterable[Issue], said: Mapping[str, str]) -> str:
    """Return issues as a CSV file."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(said[name] for name in ("key", "title", "status", "priority", "due", "assignee"))
    for issue in issues:
        writer.writerow((issue.key, issue.title, said[issue.status], issue.priority, issue.due, issue.assignee))
    return out.getvalue()


def excerpt(text: str) -> str:
    """Return the beginning of a text on one line."""
    line = " ".join(text.split())
    return line if len(line) <= EXCERPT else line[: EXCERPT - 1].rstrip() + "…"


def initials(name: str) -> str:
    """Return what stands in the circle for a person."""
    parts = name.split()
    return parts[0][0] + parts[-1][0] if len(parts) > 1 else name[:1]


def hue(name: str) -> int:
    """Return the colour of a person's circle."""
    return sum(map(ord, name)) * SPREAD % HUES
