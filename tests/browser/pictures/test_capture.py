"""A picture is whole or it is none: a document that cannot be drawn in may show a secret."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from pytest_ami.browser.pictures.capture import picture
from pytest_ami.browser.run_calls import run_sync


def refused(*_: Any) -> Any:
    raise RuntimeError("no scripts here")


def taken(hide: tuple[str, ...], *, closed: bool = False) -> Any:
    """Return the picture of a tab with a document in which nothing can be drawn."""
    frame = SimpleNamespace(is_detached=lambda: False, evaluate=refused, page=None)
    page = SimpleNamespace(frames=[frame], is_closed=lambda: closed, screenshot=lambda **_: b"picture")
    context = SimpleNamespace(new_cdp_session=refused)
    session: Any = SimpleNamespace(context=context, armed=None, met={}, health=SimpleNamespace(documents=1))
    return run_sync(picture(session, page, (frame, "target"), hide))


@pytest.mark.parametrize(("hide", "found"), [((), b"picture"), (("s3cret",), None)])
def test_without_its_covers_there_is_no_picture(hide: tuple[str, ...], found: bytes | None) -> None:
    assert taken(hide) == found


def test_a_closed_tab_has_no_picture() -> None:
    assert taken((), closed=True) is None
