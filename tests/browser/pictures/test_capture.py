"""A picture is whole or it is none: a document that cannot be drawn in may show a secret."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from typing import Any

import pytest

from pytest_ami.browser.pictures.capture import masked_picture, picture
from pytest_ami.browser.run_calls import run_async, run_sync


def refused(*_: Any) -> Any:
    raise RuntimeError("no scripts here")


class Named(SimpleNamespace):
    """A namespace that can be the key of a mapping, as a frame is."""

    __hash__ = object.__hash__  # type: ignore[assignment]


def taken(hide: tuple[str, ...], *, closed: bool = False) -> Any:
    """Return the picture of a tab with a document in which nothing can be drawn."""
    frame = Named(is_detached=lambda: False, evaluate=refused, page=None)
    page = SimpleNamespace(
        frames=[frame], main_frame=frame, is_closed=lambda: closed, screenshot=lambda **_: b"picture"
    )
    context = SimpleNamespace(new_cdp_session=refused)
    session: Any = SimpleNamespace(context=context, armed=None, met={}, health=SimpleNamespace(documents=1))
    return run_sync(picture(session, page, (frame, "target"), hide))


@pytest.mark.parametrize(("hide", "found"), [((), b"picture"), (("s3cret",), None)])
def test_without_its_covers_there_is_no_picture(hide: tuple[str, ...], found: bytes | None) -> None:
    assert taken(hide) == found


def test_a_picture_that_is_given_up_is_followed_by_the_removal_of_what_was_drawn() -> None:
    asked: list[str] = []

    async def evaluate(_script: str, question: list[str]) -> str:
        asked.append(question[0])
        await asyncio.sleep(9 if question[0] == "drawOver" else 0)
        return "true"

    frame = Named(is_detached=lambda: False, evaluate=evaluate)
    frame.page = page = type("Page", (SimpleNamespace,), {"__module__": "playwright.async_api"})(frames=[frame])
    session: Any = SimpleNamespace(armed=None, met={frame: 1}, health=SimpleNamespace(documents=1))
    calls = masked_picture(session, page, (), lambda: pytest.fail("no picture"), patience=20)

    with ThreadPoolExecutor(1) as pool:  # this thread may have a loop already
        assert pool.submit(asyncio.run, run_async(calls)).result() is None
    assert asked == ["drawOver", "wipe"]


def test_a_closed_tab_has_no_picture() -> None:
    assert taken((), closed=True) is None
