"""The initial content of a shop: an account with a past, and reviews. Dates count back from now."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from typing import TYPE_CHECKING, Final

from .catalog import named
from .state import Address, Line, Order

if TYPE_CHECKING:
    from .state import ShopState

ACCOUNT: Final = "robin.marsh@mailbox.example"
PERSON: Final = "Robin Marsh"
PASSWORD: Final = "pebble-Lantern-27"  # noqa: S105  (the account of a test site, printed in its documentation)
HOME: Final = Address(PERSON, "14 Orchard Lane", "52064 Millbrook")

ORDERS: Final = (
    ("HF-47731", 212, "Vidda 2", 1, 34900, "delivered"),
    ("HF-47902", 96, "Kuppa", 4, 6400, "delivered"),
    ("HF-48057", 9, "Lumen Cub", 2, 9800, "shipped"),
)
REVIEWS: Final = (
    ("Tundra 65", "Ingrid S.", 5, "Ten days, no sore hips", "Did the whole coast path with it. Fully loaded, no pain."),
    (
        "Tundra 65",
        "Marco B.",
        4,
        "Great, but not light",
        "Everything where it should be. A pound lighter would be nice.",
    ),
    ("Vidda 2", "Hanna L.", 5, "Dry in a gale", "One night of sideways rain above the lake. Not a drop inside."),
    ("Fjord 750", "Peter W.", 4, "Keeps tea hot", "Still warm after a day out. The lid could be easier to clean."),
    ("Hearth", "Yuki T.", 5, "The cat took it over", "Heavy and warm. I had to buy a second one for myself."),
    ("Storm Petrel", "Ana R.", 3, "Good jacket, long sleeves", "Keeps the rain out. Sleeves are too long for me in M."),
    ("Fell Mid", "Tom G.", 5, "No blisters", "Wore them straight out of the box for twelve miles."),
    ("Lumen Cub", "Sofie K.", 5, "On the terrace all summer", "Charged it twice since June and use it every evening."),
    ("Carver 9", "Daniel O.", 4, "Sharp, needs care", "Cuts like nothing else I own. Dry it or it will rust."),
    ("Alder", "Mei C.", 5, "Nicer than in the picture", "The linen is soft and the colour is calm."),
)
LETTERS: Final = (("r.marsh@fernhill.example", 310),)


def fill(state: ShopState) -> None:
    """Put the first orders, reviews and subscriptions into an empty shop."""
    now = datetime.now(timezone.utc)
    state.move_to(HOME)
    state.keep_orders(_order(*one, now=now) for one in ORDERS)
    for number, (name, author, stars, title, text) in enumerate(REVIEWS):
        at = now - timedelta(days=240 - 19 * number)
        state.add_review(named(name).sku, author, stars, (title, text), at)
    for email, days in LETTERS:
        state.subscribe(email, now - timedelta(days=days))


def _order(number: str, days: int, name: str, quantity: int, goods: int, status: str, *, now: datetime) -> Order:
    item = named(name)
    line = Line(item.sku, item.variant(), quantity)
    total = goods if goods >= 10000 else goods + 490  # noqa: PLR2004  (postage of that time)
    at = now - timedelta(days=days, hours=3)
    return Order(number, (line,), HOME, "standard", "invoice", "", goods, total, at, status)
