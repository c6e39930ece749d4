"""Conversion of a compose form to a stored letter with its addresses and files."""

from __future__ import annotations

import re
from dataclasses import dataclass
from email.utils import parseaddr
from typing import TYPE_CHECKING, Any

from pytest_ami.sites.markup import harmless, plain

from .state import Attachment

if TYPE_CHECKING:
    from collections.abc import Mapping

ADDRESS = re.compile(r"[^@\s<>,;]+@[^@\s<>,;.]+(\.[^@\s<>,;.]+)+")
MAX_FILES = 20


@dataclass(frozen=True)
class Letter:
    """A filled-in compose form."""

    to: tuple[str, ...]
    cc: tuple[str, ...]
    bcc: tuple[str, ...]
    subject: str
    text: str
    html: str
    attachments: tuple[Attachment, ...]
    draft: str


def letter(form: Mapping[str, Any]) -> Letter:
    """Read a compose form; whatever is missing counts as empty."""
    return Letter(
        to=addresses(str(form.get("to", ""))),
        cc=addresses(str(form.get("cc", ""))),
        bcc=addresses(str(form.get("bcc", ""))),
        subject=" ".join(str(form.get("subject", "")).split()),
        text=plain(str(form.get("text", ""))),
        html=harmless(str(form.get("html", ""))),
        attachments=_attachments(form.get("files")),
        draft=str(form.get("draft") or ""),
    )


def addresses(text: str) -> tuple[str, ...]:
    """Split a recipients field into addresses, without the names in front of them."""
    parts = (part.strip() for part in re.split("[,;\n\uff0c\uff1b]", text))
    return tuple(parseaddr(part)[1] if "<" in part else part for part in parts if part)


def wrong_address(mail: Letter) -> str | None:
    """Return the first recipient that cannot be an address, if there is one."""
    return next((one for one in (*mail.to, *mail.cc, *mail.bcc) if not ADDRESS.fullmatch(one)), None)


def _attachments(files: object) -> tuple[Attachment, ...]:
    if not isinstance(files, list):
        return ()
    known = [one for one in files if isinstance(one, dict) and one.get("name")]
    return tuple(Attachment(str(one["name"]), _size(one.get("size"))) for one in known[:MAX_FILES])


def _size(value: object) -> int:
    return value if isinstance(value, int) and value > 0 else 0
