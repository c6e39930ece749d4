"""A flow that is stale with other values on a page that has not changed, in real Chromium: generalised, not replaced."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from pytest_ami.model.errors import FlowError
from pytest_ami.model.outcome import Outcome
from pytest_ami.model.settings import Mode
from tests.support.deeds import Application, Served
from tests.support.lab import Lab

BOOKS = {
    "Transit": ("c3", "Querido"),
    "Waste Land": ("c4", "Faber"),
    "Malina": ("c5", "Suhrkamp"),
    "Effi": ("c6", "Cotta"),
}


def shop(**wrong: str) -> dict[str, Served]:
    """Return a shop whose pages of books name neither the title nor a number, only the publisher.

    Args:
        **wrong: For a title, the path to which its link leads by mistake.
    """
    links = "".join(f'<li><a href="{wrong.get(t) or f"/book/{n}"}">{t}</a></li>' for t, (n, _) in BOOKS.items())
    pages: dict[str, Served] = {"/": f"<h1>Books</h1><ul>{links}</ul>", "/basket": "<h1>Basket</h1><p>empty</p>"}
    for number, publisher in BOOKS.values():
        buy = f"<button onclick=\"post('/lend', {{book: '{number}'}}).then(() => say('Lent'))\">Lend</button>"
        pages[f"/book/{number}"] = f"<h2>{publisher}</h2><p>In stock</p>{buy}<div role=status></div>"
    return pages


def lend(page: Any, title: str) -> None:
    page.get_by_role("link", name=title).click()
    page.get_by_role("button", name="Lend").click()
    page.get_by_text("Lent").wait_for()


@pytest.fixture
def served() -> Iterator[Application]:
    with Application() as application:
        yield application


def test_what_differs_between_two_recordings_is_data(served: Application, lab: Lab, page: Any) -> None:
    outcomes = []
    for title in BOOKS:
        served.show(shop())
        page.goto(served.url)
        outcomes.append(lab.run(page, "lend a book", {"title": title}, teacher=lend, timeout=3.0).outcome)
        assert [data for _, data in served.deeds] == [{"book": BOOKS[title][0]}]

    assert outcomes[0] is Outcome.LEARNED
    assert outcomes[2:] == [Outcome.REPLAYED] * 2
    versions = lab.store.versions("lend a book")
    assert len(versions) == (2 if outcomes[1] is Outcome.RELEARNED else 1)
    if len(versions) == 2:
        assert versions[-1].provenance.reason.startswith("varies with the data from step 1")
        assert any("second recording" in step.sources for step in versions[-1].steps)


@pytest.mark.nightly  # by day: engine/versions/test_generalisation.py and test_records.py
def test_a_link_that_leads_to_another_place_is_still_refused(served: Application, lab: Lab, page: Any) -> None:
    for title in ("Transit", "Waste Land"):
        served.show(shop())
        page.goto(served.url)
        lab.run(page, "lend a book", {"title": title}, teacher=lend, timeout=3.0)
    served.show(shop(Malina="/basket"))
    page.goto(served.url)

    with pytest.raises(FlowError):
        lab.run(page, "lend a book", {"title": "Malina"}, mode=Mode.REPLAY, timeout=3.0)

    assert served.deeds == []
