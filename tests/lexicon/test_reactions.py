"""Names of controls by which a reader reacts to something."""

from __future__ import annotations

import pytest

from pytest_ami.lexicon.reactions import is_reaction

REACTIONS = ("Star", "☆ Star", "LIKE", "Gefällt mir", "J'aime", "J’aime", "Me gusta", "点赞", "Vote up", "Comments")
OTHERS = ("Pay", "Bid", "Transfer", "Buy", "Room", "Book", "Tip", "Like all", "Unstar", "Unlike", "Star 5", "Tip 5", "")


@pytest.mark.parametrize("name", REACTIONS)
def test_a_name_that_only_reacts(name: str) -> None:
    assert is_reaction(name)


@pytest.mark.parametrize("name", OTHERS)
def test_a_name_of_another_deed(name: str) -> None:
    assert not is_reaction(name)
