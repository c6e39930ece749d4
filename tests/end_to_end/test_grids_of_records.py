"""A table whose cells are records, several in a row under one head; and a table whose columns say what a name is there."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_ami.model.outcome import Outcome
from tests.support.deeds import Desk, Served

pytestmark = pytest.mark.slow

TAGS = {"backup": 3, "display": 4, "network": 2, "printing": 1, "sound": 5}


def grid(tags: dict[str, int]) -> dict[str, Served]:
    cells = [f"<td><a href=/tag{number}>{name}</a>" for name, number in tags.items()]
    rows = "".join(f"<tr>{''.join(cells[at : at + 4])}" for at in range(0, len(cells), 4))
    page = "<main><h1>{}</h1><button onclick=\"post('/retire', {{tag: '{}'}})\">Retire</button></main>"
    head = "<tr><th colspan=4>Existing tags</th></tr>"
    found: dict[str, Served] = {f"/tag{number}": page.format(name, name) for name, number in tags.items()}
    return {"/": f"<main><h1>Tags</h1><table>{head}{rows}</table></main>", **found}


def retire(page: Any, tag: str) -> None:
    page.get_by_role("link", name=tag, exact=True).first.click()
    page.get_by_role("button", name="Retire").click()


@pytest.mark.variants(12)
@pytest.mark.parametrize("tag", ["printing", "backup", "sound"])
def test_a_record_may_stand_in_any_cell_under_one_head(desk: Desk, tag: str) -> None:
    desk.open(grid(TAGS))
    desk.learn(retire, {"tag": "network"})
    desk.open(grid(TAGS))

    assert desk.replay({"tag": tag}).outcome is Outcome.REPLAYED
    assert desk.application.deeds == [("/retire", {"tag": tag})]


LOANS = "<tr><th>Lender<th>Borrower</tr>{}"
ROW = "<tr><td><a href=/user{}>{}</a><td><a href=/user{}>{}</a></tr>"


def test_a_name_under_another_head_is_another_thing(desk: Desk) -> None:
    rows = [ROW.format(1, "anna", 2, "bert"), ROW.format(3, "chen", 4, "dora")]
    users = {f"/user{n}": f"<button onclick=\"post('/retire', {{user: '{n}'}})\">Retire</button>" for n in range(1, 5)}

    def loans() -> dict[str, Served]:
        return {"/": f"<main><h1>Loans</h1><table>{LOANS.format(''.join(rows))}</table></main>", **users}

    desk.open(loans())
    desk.learn(retire, {"tag": "anna"})
    desk.open(loans())

    assert "bert" in desk.refused({"tag": "bert"})
    assert not desk.application.deeds
