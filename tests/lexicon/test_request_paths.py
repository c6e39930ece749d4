"""The words of a path tell whether a request only reads, counts, or keeps how a page is arranged."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_ami.lexicon.request_paths import unasked


@pytest.mark.parametrize(
    "line",
    [
        "POST /stats",
        "POST /api/v2/analytics/events",
        "POST /graphql",
        "POST /web/dataset/call_kw/res.partner/search_read",
        "POST /livewire/update",
        "POST /orders/7/details",
        "PUT /user/preferences/sidebar",
        "POST /rpc/getPanel",
    ],
)
def test_a_request_that_reads_counts_or_keeps_the_layout_changes_nothing(line: str) -> None:
    assert unasked([line]) == ""


@pytest.mark.parametrize(
    "line",
    [
        "POST /tug",
        "DELETE /orders/7",
        "DELETE /events/7",
        "POST /events/7/cancel",
        "PATCH /tank/drain",
        "POST /",
        "POST /startCooling",
    ],
)
def test_any_other_request_may_change_something(line: str) -> None:
    assert unasked(["POST /stats", line]) == line


@given(st.lists(st.sampled_from(("POST /stats", "POST /tug", "PUT /ui/layout", "DELETE /book")), max_size=4))
def test_the_first_request_that_may_change_something_is_named(lines: list[str]) -> None:
    assert unasked(lines) == next((line for line in lines if line in ("POST /tug", "DELETE /book")), "")
