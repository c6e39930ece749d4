"""A form with a field of the name "id": the form's own property is that field, and no text."""

from __future__ import annotations

from typing import Any

from tests.support.lab import Lab
from tests.support.versions import Versions

ROW = """<tr><td>{name}</td><td><form onsubmit="deed('delete {name}'); say('{name} is deleted'); return false">
<input type="hidden" name="id" id="id" value="{number}"><button title="Delete"><span></span></button></form></td></tr>"""
PAGE = (
    "<table>"
    + "".join(ROW.format(name=name, number=n) for n, name in enumerate(("Ann", "Ann Lee", "Bob")))
    + "</table>"
)


def delete(page: Any, name: str) -> None:
    row = page.locator("tr").filter(has=page.get_by_text(name, exact=True))
    row.get_by_title("Delete").click()
    page.get_by_text(f"{name} is deleted").wait_for()


def test_a_button_in_a_form_with_a_field_called_id_is_recorded_and_found(lab: Lab, page: Any) -> None:
    versions = Versions(lab, page)
    versions.learn(PAGE, delete, name="Bob")

    versions.replay(PAGE, name="Ann")

    assert versions.deeds == ["delete Ann"]
