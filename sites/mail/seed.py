"""The mailbox a fresh site starts with. Dates count back from now, as in a mailbox somebody really uses."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from typing import TYPE_CHECKING, Final, NamedTuple

from pytest_ami.sites.markup import paragraphs

from .state import Attachment, Content

if TYPE_CHECKING:
    from .state import MailState

ACCOUNT: Final = "sam.taylor@postbox.example"
PASSWORD: Final = "tulip-Harbor-42"  # noqa: S105  (the account of a test site, printed in its documentation)


class _Seed(NamedTuple):
    hours: float
    sender: str
    subject: str
    body: str
    unread: bool = False
    starred: bool = False
    files: tuple[Attachment, ...] = ()


SEEDS: Final = (
    _Seed(
        0.6,
        "Dana Whitfield <dana.whitfield@northgate.example>",
        "Q4 budget: two numbers to check",
        "Hi Sam,\n\nI have put the figures for the fourth quarter into one sheet. Could you look at rows 14 and 22 "
        "before Thursday? Travel looks too low to me.\n\nThanks,\nDana",
        unread=True,
        files=(Attachment("budget-q4.xlsx", 48213),),
    ),
    _Seed(
        3,
        "Priya Raman <priya@lumen-studio.example>",
        "Draft of the new landing page",
        "Hello Sam,\n\nthe draft is ready for review. The hero picture is a placeholder, everything else is final. "
        "Comments by Friday, please.\n\nPriya",
        unread=True,
    ),
    _Seed(
        7,
        "\u674e\u5a1c <li.na@haichuan.example>",
        "\u4e0b\u5468\u4e8c\u7684\u9879\u76ee\u4f8b\u4f1a",
        "Sam \u4f60\u597d\uff0c\n\n\u4e0b\u5468\u4e8c\u4e0a\u5348\u5341\u70b9\u5f00\u9879\u76ee\u4f8b\u4f1a\uff0c"
        "\u8bf7\u63d0\u524d\u51c6\u5907\u8fdb\u5ea6\u8bf4\u660e\u3002\n\n\u674e\u5a1c",
        unread=True,
    ),
    _Seed(
        26,
        "Northgate Travel <bookings@northgate-travel.example>",
        "Your booking NT-48151 is confirmed",
        "Dear Sam Taylor,\n\nyour train to Lisbon on the 14th is booked. Seat 42, coach 7, quiet area. The ticket is "
        "attached.\n\nHave a good journey.",
        starred=True,
        files=(Attachment("ticket-NT-48151.pdf", 102450), Attachment("conditions.pdf", 38110)),
    ),
    _Seed(
        30,
        "Jonas Berg <jonas.berg@fjordlab.example>",
        "Re: Sensor calibration",
        "We repeated the run with the new probe and the drift is gone. I will write it up tomorrow.\n\nJonas",
    ),
    _Seed(
        52,
        "Marta Oliveira <marta@oliveira-law.example>",
        "Contract, second version",
        "Dear Sam,\n\nplease find the second version of the contract. Only clauses 3 and 9 have changed. Sign both "
        "copies if you agree.\n\nKind regards,\nMarta Oliveira",
        starred=True,
        files=(Attachment("contract-v2.docx", 27904),),
    ),
    _Seed(
        76,
        "Harbour Library <noreply@harbour-library.example>",
        "Two books are due next week",
        "The Overstory and A Field Guide to Clouds are due in seven days. You may renew each of them once.",
    ),
    _Seed(
        101,
        "Dana Whitfield <dana.whitfield@northgate.example>",
        "Lunch on Wednesday?",
        "The place around the corner has reopened. Half past twelve?\n\nDana",
    ),
    _Seed(
        170,
        "\u738b\u78ca <wang.lei@haichuan.example>",
        "\u53d1\u7968\u5df2\u5bc4\u51fa",
        "\u60a8\u597d\uff0c\n\n\u5341\u6708\u4efd\u7684\u53d1\u7968\u5df2\u4e8e\u4eca\u65e5\u5bc4\u51fa\uff0c"
        "\u8bf7\u6ce8\u610f\u67e5\u6536\u3002\n\n\u738b\u78ca",
        files=(Attachment("invoice-2210.pdf", 61872),),
    ),
    _Seed(
        290,
        "Tomasz Nowak <t.nowak@millstone.example>",
        "Office move: boxes and labels",
        "Everybody gets four boxes. Labels are at the front desk; please write your room on each side.\n\nTomasz",
    ),
    _Seed(
        700,
        "Weekly Typography <letters@weekly-type.example>",
        "Issue 118: numerals that line up",
        "This week: tabular figures, why a minus is not a hyphen, and a specimen book from 1926.",
    ),
    _Seed(
        2300,
        "Grace Okafor <grace@okafor.example>",
        "Photos from the summer party",
        "Finally sorted! The best one is of you and the ladder. The whole album is on the shared drive.\n\nGrace",
        files=(Attachment("ladder.jpg", 845221),),
    ),
)


def fill(state: MailState) -> None:
    """Put the first mails into an empty mailbox, the oldest first."""
    now = datetime.now(timezone.utc)
    for seed in reversed(SEEDS):
        content = Content(
            seed.sender, seed.subject, seed.body, paragraphs(seed.body), to=(ACCOUNT,), attachments=seed.files
        )
        at = now - timedelta(hours=seed.hours)
        state.add(content, "inbox", at=at, unread=seed.unread, starred=seed.starred)
