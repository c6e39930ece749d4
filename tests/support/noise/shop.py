"""The application of the noise: a person is chosen in a list, an order is filled in and sent; every order is a deed.

Knows HTML. The noise goes into the head, before the content and after it, and into the answers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.support.deeds import Answer, Served

START = """<header><h1>Customers</h1>{top}</header><nav><a href=/help>Help</a> <a href=/about>About</a></nav>
<main><ul><li>Ann Lee <a href="/order?who=Ann+Lee">Order</a></li><li>Bob Ray <a href="/order?who=Bob+Ray">Order</a></li></ul>
</main><footer>{bottom}</footer>"""

ORDER = """<header><h1>New order</h1>{top}</header><nav><a href=/help>Help</a> <a href=/about>About</a></nav>
<main><form id=order><label>Item <input name=item></label> <label>Pieces <input name=pieces></label>
<label>Size <select name=size><option>Small</option><option>Large</option></select></label>
<label><input type=checkbox name=gift> Gift</label> <button>Place order</button></form>
<div role=status id=told></div></main><footer>{bottom}</footer>
<script>
$("#order").onsubmit = (event) => {{ event.preventDefault(); send(); }};
async function send() {{
  const data = Object.fromEntries(new FormData($("#order")));
  const answer = await post("/orders", data);
  const {{ number }} = await answer.json();
  say(`Order ${{number}} of ${{data.pieces}} pieces is placed`, "#told"); $("#order").remove();
}}
</script>"""


@dataclass(frozen=True)
class Noise:
    """A kind of noise.

    Attributes:
        name: Its name.
        top: HTML in the header of each page; ``{n}`` is a number that differs in every run.
        bottom: HTML at the end of each page.
        pages: Further answers.
        slow: Seconds that the answer to an order takes, by the number of the run.
        change: Changes the HTML of a page, by the number of the run.
    """

    name: str
    top: str = ""
    bottom: str = ""
    pages: Mapping[str, Served] = field(default_factory=dict)
    slow: Callable[[int], float] = lambda _number: 0.0
    change: Callable[[str, int], str] = lambda html, _number: html


CALM = Noise("calm")


def shop(noise: Noise, number: int) -> dict[str, Served]:
    """Return the application with a kind of noise, as it is in this run."""

    def page(html: str) -> Answer:
        top, bottom = (text.replace("{n}", str(number)) for text in (noise.top, noise.bottom))
        return Answer(noise.change(html.format(top=top, bottom=bottom), number))

    def placed(_data: dict[str, Any]) -> Answer:
        return Answer({"number": 1042 + number}, delay=noise.slow(number))

    return {"/": page(START), "/order": page(ORDER), "/orders": placed, **noise.pages}


def place_order(page: Any, item: str, pieces: str) -> None:
    """Place an order for Ann Lee."""
    page.get_by_role("listitem").filter(has_text="Ann Lee").get_by_role("link", name="Order").click()
    page.get_by_label("Item").fill(item)
    page.get_by_label("Pieces").fill(pieces)
    page.get_by_label("Size").select_option("Large")
    page.get_by_label("Gift").check()
    page.get_by_role("button", name="Place order").click()
    page.get_by_text("is placed").wait_for(timeout=20_000)


def expected(values: Mapping[str, str]) -> list[dict[str, str]]:
    """Return the one order that must have arrived."""
    return [{"item": values["item"], "pieces": values["pieces"], "size": "Large", "gift": "on"}]
