"""The texts of a tab on which a flow stopped, in a real browser."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_ami.browser.pictures.texts import LONGEST_TEXT, MOST_TEXTS, page_texts
from pytest_ami.browser.run_calls import run_sync
from pytest_ami.browser.session import ContextSession

pytestmark = pytest.mark.browser

PAGE = "<h1>Inbox</h1><p role=status>Moved</p><p>Two mails</p><p hidden>never seen</p><button>Send</button>"


def test_messages_come_first_and_nothing_that_is_hidden(page: Any) -> None:
    page.set_content(PAGE + "".join(f"<p>{n} {'x' * 300}</p>" for n in range(100)))
    session = ContextSession(page)

    texts = run_sync(page_texts(session, page))

    assert set(texts[:2]) == {"heading Inbox", "status Moved"}
    assert "Two mails" in texts
    assert "never seen" not in texts
    assert len(texts) == MOST_TEXTS
    assert max(map(len, texts)) <= LONGEST_TEXT
    page.close()
    assert run_sync(page_texts(session, page)) == ()
    session.close()
