"""A field without a name, beside which the page shows again what it holds: only the other words are its place."""

from __future__ import annotations

import contextlib
from typing import Any

import pytest

from pytest_ami.model.errors import FlowError
from pytest_ami.model.settings import Mode
from tests.support.lab import Lab

SITE = "http://values.test"

FORM = """<main><h1>Variable</h1><form onsubmit="return false">%s<button>Save</button></form><p role="status"></p></main>
<script>
for (const box of document.querySelectorAll('form > div')) {
  const [field, copy] = [box.querySelector('textarea'), box.querySelector('code')];
  field.value = copy.textContent;
  field.oninput = () => { copy.textContent = field.value; };
}
document.querySelector('button').onclick = () => { document.querySelector('[role=status]').textContent = 'Saved'; };
</script>"""
FIELD = (
    '<div data-key="{0}"><span>{0}</span><div><div><textarea></textarea><pre><code>{1}</code></pre></div></div></div>'
)


def shown(page: Any, *fields: tuple[str, str]) -> None:
    body = FORM % "".join(FIELD.format(*field) for field in fields)
    page.context.route(f"{SITE}/**", lambda route: route.fulfill(content_type="text/html", body=body))
    page.goto(SITE)


def edited(page: Any, value: str) -> None:
    page.locator("[data-key=Value] textarea").fill(value)
    page.get_by_role("button", name="Save").click()
    page.get_by_role("status").get_by_text("Saved").wait_for()


def held_now(page: Any) -> dict[str, str]:
    """Return the text of each field by the word before it."""
    boxes = "(all) => all.map((box) => [box.dataset.key, box.querySelector('textarea').value])"
    return dict(page.locator("form > div").evaluate_all(boxes))


def learned(lab: Lab, page: Any) -> None:
    shown(page, ("Note", "none"), ("Value", "0"))
    lab.run(page, "edit a variable", {"value": "17"}, teacher=edited)
    assert held_now(page) == {"Note": "none", "Value": "17"}


@pytest.mark.variants(12)
@pytest.mark.parametrize("held", ["0", "1", '"4"', "a long text of several words", "Note", ""])
def test_what_a_field_held_before_is_no_place(lab: Lab, page: Any, held: str) -> None:
    learned(lab, page)
    shown(page, ("Note", "empty"), ("Value", held))

    lab.run(page, "edit a variable", {"value": "99"}, mode=Mode.REPLAY, timeout=5.0)

    assert held_now(page) == {"Note": "empty", "Value": "99"}


@pytest.mark.variants(12)
@pytest.mark.parametrize(
    "fields",
    [
        (("Value", "none"), ("Note", "0")),
        (("Value", "0"), ("Note", "0")),
        (("Note", "none"), ("Limit", "0")),
        (("Note", "none"), ("Limit", "Value")),
        (("Value", "Note"), ("Note", "Value")),
    ],
)
def test_another_field_in_its_place_is_never_filled(lab: Lab, page: Any, fields: tuple[tuple[str, str], ...]) -> None:
    learned(lab, page)
    shown(page, *fields)

    with contextlib.suppress(FlowError):
        lab.run(page, "edit a variable", {"value": "99"}, mode=Mode.REPLAY, timeout=3.0)

    assert {key: text for key, text in held_now(page).items() if key != "Value"} == {
        key: text for key, text in fields if key != "Value"
    }
