"""The marker's arguments: what is taken, and how a mistake is told."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_ami.flow.marker import LearnedMark, is_secret, parse, without_fixed
from pytest_ami.model.errors import ConfigurationError

TEST = "tests/test_mail.py::test_send[eve]"


def test_a_task_is_enough() -> None:
    assert parse((" send email ",), {}, TEST) == LearnedMark(task="send email")


def test_all_arguments_are_taken() -> None:
    def teacher(page: Any, **values: Any) -> None:
        del page, values

    given_ = {
        "params": {"to": "x"},
        "start": "/",
        "teacher": teacher,
        "secrets": "pin",
        "optional": ["Cookies"],
        "budget": 3,
        "allow": "delete",
    }

    found = parse(("t",), given_, TEST)

    assert (found.secrets, found.optional, found.budget, found.teacher, found.allow) == (
        ("pin",),
        ("Cookies",),
        {"calls": 3},
        teacher,
        ("delete",),
    )


def test_a_name_is_a_secret_unless_the_marker_says_otherwise_and_never_both() -> None:
    mark = parse(("t",), {"public": "token", "secrets": ["colour"]}, TEST)

    assert [is_secret(name, mark) for name in ("token", "colour", "password", "to")] == [False, True, True, False]
    assert is_secret("token", None)
    with pytest.raises(ConfigurationError, match="pin is both secret and public"):
        parse(("t",), {"public": ("pin",), "secrets": ("pin",)}, TEST)


@pytest.mark.parametrize(("given_", "performs"), [({}, False), ({"params": {}}, True), ({"start": "/"}, True)])
def test_a_flow_is_performed_first_when_there_is_something_to_perform_it_with(
    given_: dict[str, Any], performs: object
) -> None:
    assert parse(("t",), given_, TEST).performs is performs


@pytest.mark.parametrize(
    ("args", "kwargs"),
    [
        ((), {}),
        (("",), {}),
        (("  ",), {}),
        ((7,), {}),
        (("a", "b"), {}),
        ((), {"task": "a"}),
        (("a",), {"task": "a"}),
        (("a",), {"param": {}}),
        (("a",), {"params": "to=x"}),
        (("a",), {"params": {1: "x"}}),
        (("a",), {"params": {"first-name": "x"}}),
        (("a",), {"start": 7}),
        (("a",), {"start": ""}),
        (("a",), {"secrets": 7}),
        (("a",), {"secrets": [7]}),
        (("a",), {"allow": 7}),
        (("a",), {"allow": True}),
        (("a",), {"allow": ["delte"]}),
        (("a",), {"allow": ""}),
        (("a",), {"optional": {"x": "y"}}),
        (("a",), {"teacher": "somebody"}),
        (("a",), {"teacher": 7}),
        (("a",), {"budget": "10"}),
        (("a",), {"budget": True}),
        (("a",), {"budget": {"call": 1}}),
        (("a",), {"budget": {"calls": "x"}}),
        (("a",), {"budget": {"calls": 0}}),
    ],
)
def test_a_mistake_names_the_test_and_what_is_taken(args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
    with pytest.raises(ConfigurationError, match="learned marker") as caught:
        parse(args, kwargs, TEST)

    assert TEST in caught.value.what
    assert caught.value.evidence[0].startswith("learned(task, *, params=None")
    assert TEST in caught.value.run


def test_a_near_miss_is_guessed() -> None:
    with pytest.raises(ConfigurationError, match="did you mean 'secrets'"):
        parse(("t",), {"secret": "pin"}, TEST)


def test_none_is_not_given() -> None:
    nothing = dict.fromkeys(("params", "start", "teacher", "secrets", "optional", "budget", "allow"))

    assert parse(("t",), nothing, TEST) == LearnedMark(task="t")


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=5), inner, max_size=2),
    max_leaves=4,
)


@pytest.mark.slow
@settings(max_examples=200, deadline=None)
@given(
    st.lists(ANYTHING, max_size=2),
    st.dictionaries(st.sampled_from([*LearnedMark.__dataclass_fields__, "other"]), ANYTHING),
)
def test_whatever_is_given_is_taken_or_refused_in_plain_words(args: list[Any], kwargs: dict[str, Any]) -> None:
    refused = ""
    try:
        parse(tuple(args), kwargs, TEST)
    except ConfigurationError as error:
        refused = error.what

    assert not refused or TEST in refused


def test_the_command_line_comes_before_the_marker() -> None:
    mark = LearnedMark(task="t", teacher="offline", budget={"calls": 1, "tokens": 2})

    assert without_fixed(mark, {"teacher", "calls"}) == LearnedMark(task="t", budget={"tokens": 2})


@pytest.mark.parametrize("allow", ["delete", ("delete", "close account"), ["Remove the user"], {"删除"}, ()])
def test_deeds_are_permitted_by_name_or_in_other_words(allow: Any) -> None:
    found = parse(("t",), {"allow": allow}, TEST).allow
    assert set(found) == ({allow} if isinstance(allow, str) else set(allow))


def test_a_deed_that_nobody_knows_is_told_with_those_that_are() -> None:
    with pytest.raises(ConfigurationError, match=r"allow takes names of dangerous actions .*delete, .*close account"):
        parse(("t",), {"allow": ("obliterate",)}, TEST)
