"""The lesson notes whether a hidden field had taken over the text of an editor before its form was used."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pytest_ami.engine.recording.record import reduce
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.operation import Operation, PageState
from tests.support.recordings import URL, op

END = PageState(url=URL)
TYPED = replace(op("input", "Minutes", value="Ann came."), ref="e1", xpath="/div[1]")
KEY = "e1|/div[1]"


def then(type_: str, *, copied: bool, tab: int = 0) -> Operation:
    """Return a later operation; the editor still holds the text."""
    before = PageState(url=URL, fields={KEY: "Ann came."}, copied={KEY: "+body"} if copied else {})
    return replace(op(type_, "File"), before=before, tab=tab)


@pytest.mark.parametrize(
    ("later", "keeps"),
    [
        ([then("click", copied=True)], "same copied +body"),
        ([then("click", copied=False)], "same"),
        ([then("hover", copied=False), then("click", copied=True)], "same copied +body"),
        ([then("press", copied=False), then("click", copied=True)], "same"),
        ([then("click", copied=True, tab=1), then("click", copied=False)], "same"),
    ],
)
def test_the_first_use_of_the_form_tells_whether_a_hidden_field_has_the_text(
    later: list[Operation], keeps: str
) -> None:
    first, *_ = reduce([TYPED, *later], END, {"text": "Ann came."})

    assert first.effects.keeps == keeps


CAME, THERE = PageState(url=URL, came=True), PageState(url=URL)
FIELD = Fingerprint(tag="input", role="textbox", name="Singer")


@pytest.mark.parametrize(
    ("field", "later", "keyed"),
    [
        (FIELD, [op("click", "Anna", before=CAME)], True),
        (replace(FIELD, tag="textarea"), [op("click", "Anna", before=CAME)], True),
        (FIELD, [op("hover", "Names", before=THERE), op("click", "Anna", before=CAME)], True),
        (FIELD, [op("click", "Other", before=CAME, tab=1), op("click", "Save", before=THERE)], False),
        (FIELD, [op("click", "Kind", before=THERE), op("click", "Save", before=CAME)], True),  # it was disabled
        (
            FIELD,
            [op("click", "Kind", before=THERE), op("input", "Born", "1970"), op("click", "Save", before=CAME)],
            False,
        ),
        (FIELD, [], False),
        (replace(FIELD, attributes={"type": "date"}), [op("click", "Anna", before=CAME)], False),
        (replace(FIELD, tag="div"), [op("click", "Anna", before=CAME)], False),
    ],
)
def test_a_text_that_brought_the_next_element_is_typed_by_keys(
    field: Fingerprint, later: list[Operation], *, keyed: bool
) -> None:
    typed = op("input", "Singer", "Ann", ref="e1")

    first, *_ = reduce([replace(typed, fingerprint=field), *later], END, {"part": "Ann"})

    assert bool(first.effects.keyed) is keyed


def test_a_secret_text_is_typed_at_once() -> None:
    first, *_ = reduce([replace(TYPED, secret=True, value="{{code}}"), op("click", "Next", before=CAME)], END, {})

    assert not first.effects.keyed


FULL, FOUND = ("¶ Page 1 of 6", "¶ Ann Lee", "¶ Bo Ray"), ("¶ Page 1 of 1", "¶ Ann Lee")


@pytest.mark.parametrize(
    ("key", "rows", "controls", "went"),
    [
        ("Enter", FOUND, (), ("¶ Bo Ray",)),
        ("Enter", FULL, (), ()),
        ("Enter", (*FULL, "¶ Cy Orr"), (), ()),  # a message was added to a list
        ("Enter", FOUND, ("link|Clear",), ()),
        ("Escape", FOUND, (), ()),
    ],
    ids=["a search", "nothing", "a new row", "another effect", "another key"],
)
def test_the_rows_that_enter_took_away_are_its_effect_if_it_has_no_other(
    key: str, rows: tuple[str, ...], controls: tuple[str, ...], went: tuple[str, ...]
) -> None:
    press = op("press", "Search", key, role="textbox", before=PageState(url=URL, rows=FULL))
    following = op("click", "Edit", before=PageState(url=URL, rows=rows, controls=controls))

    first, *_ = reduce([press, following], END, {})

    assert first.effects.filtered == went
