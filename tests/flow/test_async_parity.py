"""Async pages support all calls of sync pages, with the same arguments; the caller awaits them."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

import pytest

from pytest_ami.flow.facade import Ami, AsyncAmi
from pytest_ami.model.errors import ConfigurationError
from pytest_ami.plugin.checks import check_flavour

PUBLIC = sorted(name for name in dir(Ami) if not name.startswith("_"))
TEST_ASYNC = Path(__file__).parents[1] / "plugin" / "test_async.py"


def test_both_faces_have_the_same_members() -> None:
    assert sorted(name for name in dir(AsyncAmi) if not name.startswith("_")) == PUBLIC


@pytest.mark.parametrize("name", [name for name in PUBLIC if inspect.isfunction(getattr(Ami, name))])
def test_a_call_takes_the_same_arguments_on_both(name: str) -> None:
    sync, awaited = (inspect.signature(getattr(face, name)) for face in (Ami, AsyncAmi))

    assert list(sync.parameters.values()) == list(awaited.parameters.values())


@pytest.mark.parametrize("name", ["run", "tasks", "open", "confirm"])
def test_what_touches_the_page_is_awaited(name: str) -> None:
    assert inspect.iscoroutinefunction(getattr(AsyncAmi, name))
    assert not inspect.iscoroutinefunction(getattr(Ami, name))


@pytest.mark.parametrize("call", ["run", "tasks", "open", "demonstrate"])
def test_every_call_is_made_on_async_pages_by_a_test(call: str) -> None:
    assert re.search(rf"(await|async with) ami\.{call}\(", TEST_ASYNC.read_text("utf-8"))


@pytest.mark.parametrize(("kind", "asynchronous"), [("async", False), ("sync", True)])
def test_mixing_is_refused_with_both_ways_out(kind: str, asynchronous: bool) -> None:  # noqa: FBT001
    with pytest.raises(ConfigurationError) as caught:
        check_flavour("tests/test_mail.py::test_send", kind, asynchronous=asynchronous)

    told = str(caught.value)
    assert "test_send" in told
    assert "def` for the test" in told
    assert "pip install pytest-ami[" in told


@pytest.mark.parametrize("kind", ["sync", "async"])
def test_what_fits_is_not_refused(kind: str) -> None:
    check_flavour("t", kind, asynchronous=kind == "async")
