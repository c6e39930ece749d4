"""Labels of search fields: the same things, perhaps found by other words of theirs."""

from __future__ import annotations

import pytest

from pytest_ami.lexicon.text_normalization import seeks, seeks_same


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        ("Search by model names or tags", "Search registered models", True),
        ("Search models", "Search for a model by name…", True),
        ("Find users", "Search users by ID", True),
        ("Rechnungen suchen", "Suche nach Rechnungen", True),
        ("Rechnungen suchen", "Alte Rechnungen suchen", False),
        ("Search models", "Search archived models", False),
        ("Search models", "Search all models", False),
        ("Search models", "Search runs", False),
        ("Search models", "Search models and runs", False),
        ("Search orders", "Search my orders", False),
        ("Search by name", "Search by title", False),  # neither says what it looks for
        ("Search", "Search models", False),
        ("Search and replace models", "Search models", False),
        ("Model name", "Search models", False),
        ("Search by customer email", "Search customers", False),
    ],
)
def test_a_search_looks_for_the_same_things(first: str, second: str, *, same: bool) -> None:
    assert seeks_same(first, second) is same
    assert seeks_same(second, first) is same


def test_a_label_that_begins_with_the_verb_is_that_of_a_search() -> None:
    assert [seeks(text) for text in ("Search", "Find a model", "Model", "Research models")] == [
        True,
        True,
        False,
        False,
    ]
