"""A project's conftest for its application: it starts the application, gives its URL and signs in.

`ami demo` runs these tests several times, each time with other values or on another design. It passes its
requests in three environment variables. The tests also run without them.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

DESIGN, MAIL, VERDICT = "AMI_DEMO_DESIGN", "AMI_DEMO_MAIL", "AMI_DEMO_VERDICT"
"""Variables: the design of the site, the mail to send as JSON, and the file for the verdict."""


@pytest.fixture(scope="session")
def base_url(mail_server: Any) -> str:
    """Where the application runs."""
    return str(mail_server.url)


@pytest.fixture
def browser_context_args(browser_context_args: dict[str, Any], mail_site: Any) -> dict[str, Any]:
    """Every context is signed in."""
    mail_site.redesign(os.environ.get(DESIGN, "2019"))
    return {**browser_context_args, "storage_state": {"cookies": mail_site.cookies(), "origins": []}}


@pytest.fixture
def mail() -> dict[str, str]:
    """The mail to send."""
    given: dict[str, str] = json.loads(os.environ.get(MAIL, "{}"))
    return given or {"to": "someone@example.com", "subject": "Hello", "body": "First mail"}


@pytest.fixture(autouse=True)
def verdict(mail_site: Any, mail: dict[str, str]) -> Iterator[None]:
    """Ask the server, not the page, whether exactly the mail that was asked for has left."""
    yield
    if VERDICT in os.environ:
        sent = [{"to": ", ".join(m.to), "subject": m.subject, "body": m.body} for m in mail_site.sent()]
        kept = [*mail_site.drafts(), *mail_site.scheduled()]
        found = {"delivered": sent == [mail] and not kept, "sent": sent}
        Path(os.environ[VERDICT]).write_text(json.dumps(found, ensure_ascii=False), "utf-8")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keep the order of the file: what an instruction says is read with what was learned before."""
    items.sort(key=lambda item: item.location[1] or 0)
