"""Links of records whose addresses hold the record's key in an encoding: each record has an address of its own."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from typing import Any

import pytest

from pytest_ami.model.errors import FlowError
from pytest_ami.model.outcome import Outcome
from pytest_ami.model.settings import Mode
from tests.support.lab import Lab

SITE = "http://encoded.test"
CREWS = ("Heron", "Otter", "Badger", "Lynx", "Marten")


def encoded(number: int) -> str:
    return urlsafe_b64encode(f"Crew:{number}".encode()).decode()


def listed(deed: str) -> str:
    rows = "".join(
        f"<tr><td>{name}</td><td><a href='/crew/{deed}/{encoded(n)}'>Change</a></td></tr>"
        for n, name in enumerate(CREWS, 1)
    )
    return f"<h1>Crews</h1><table><tr><th>Crew</th><th></th></tr>{rows}</table>"


FORM = """<h1>Crew</h1><label>Boats <input name="boats"></label><button id="go">Save</button><p role="status"></p>
<script>go.onclick = () => { document.querySelector('[role=status]').textContent = 'Saved'; };</script>"""


def serve(page: Any, deed: str = "change") -> None:
    def answer(route: Any) -> None:
        body = FORM if "/crew/" in route.request.url else listed(deed)
        route.fulfill(content_type="text/html", body=f"<title>Crews</title>{body}")

    page.context.unroute_all()
    page.context.route(f"{SITE}/**", answer)
    page.goto(SITE)


def show(page: Any, crew: str, boats: str) -> None:
    page.get_by_role("row").filter(has_text=crew).get_by_role("link", name="Change").click()
    page.get_by_label("Boats").fill(boats)
    page.get_by_role("button", name="Save").click()
    page.get_by_text("Saved").wait_for()


def test_the_record_of_another_key_is_opened(lab: Lab, page: Any) -> None:
    serve(page)
    lab.run(page, "change a crew", {"crew": "Otter", "boats": "3"}, teacher=show)

    for crew, boats in (("Lynx", "4"), ("Heron", "12")):
        serve(page)
        run = lab.run(page, "change a crew", {"crew": crew, "boats": boats}, mode=Mode.REPLAY)

        assert run.outcome is Outcome.REPLAYED
        assert page.url.endswith(f"/crew/change/{encoded(CREWS.index(crew) + 1)}")


def test_a_link_to_another_deed_with_the_key_stops(lab: Lab, page: Any) -> None:
    serve(page)
    lab.run(page, "change a crew", {"crew": "Otter", "boats": "3"}, teacher=show, timeout=4.0)
    serve(page, "remove")

    with pytest.raises(FlowError):
        lab.run(page, "change a crew", {"crew": "Lynx", "boats": "4"}, mode=Mode.REPLAY, timeout=4.0)
