"""The lesson notes whether a hidden field had taken over the text of an editor before its form was used."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pytest_ami.engine.recording.record import reduce
from pytest_ami.model.operation import Operation, PageState
from tests.support.recordings import URL, op

END = PageState(url=URL)
TYPED = replace(op("input", "Minutes", value="Ann came."), ref="e1", xpath="/div[1]")
KEY = "e1|/div[1]"


def then(type_: str, *, copied: bool, tab: int = 0) -> Operation:
    """Return a later operation; the editor still holds the text."""
    before = PageState(url=URL, fields={KEY: "Ann came."}, copied=(KEY,) if copied else ())
    return replace(op(type_, "File"), before=before, tab=tab)


@pytest.mark.parametrize(
    ("later", "keeps"),
    [
        ([then("click", copied=True)], "same copied"),
        ([then("click", copied=False)], "same"),
        ([then("hover", copied=False), then("click", copied=True)], "same copied"),
        ([then("press", copied=False), then("click", copied=True)], "same"),
        ([then("click", copied=True, tab=1), then("click", copied=False)], "same"),
    ],
)
def test_the_first_use_of_the_form_tells_whether_a_hidden_field_has_the_text(
    later: list[Operation], keeps: str
) -> None:
    first, *_ = reduce([TYPED, *later], END, {"text": "Ann came."})

    assert first.effects.keeps == keeps
