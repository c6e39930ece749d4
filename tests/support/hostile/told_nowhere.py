"""Keys that choose in a turned list, terms and warnings in plain text, and a product that only a heading and the task name."""

from __future__ import annotations

from .acts import ANNOUNCED, click, press, show
from .pair import SAME, STOP, App, Pair, family
from .parts import button, one

GROUP = "told nowhere"

ROVING = """const box = $('[role=listbox]');
box.addEventListener('keydown', (e) => { const all = [...box.children], at = all.findIndex((x) => x.ariaSelected === 'true');
  const to = all[at + (e.key === 'ArrowDown' ? 1 : e.key === 'ArrowUp' ? -1 : 0)]; if (!to) return;
  all[at].ariaSelected = 'false'; to.ariaSelected = 'true'; to.focus(); post('/priority', {to: to.textContent}).then(() => say('Priority set')); });"""


def priorities(*names: str) -> App:
    """Return a list in which the arrow keys choose; the second entry is chosen."""
    entries = "".join(
        f"<li role=option tabindex={0 if n == 1 else -1} aria-selected={'true' if n == 1 else 'false'}>{name}</li>"
        for n, name in enumerate(names)
    )
    return one(f"<h1>Ticket</h1><ul role=listbox aria-label=Priority>{entries}</ul>", script=ROVING)


raised = family(
    GROUP,
    a=priorities("Low", "Normal", "High"),
    flow=show(press("[aria-selected=true]", "ArrowDown"), ANNOUNCED),
    learn=({}, {}),
    values={},
    deeds=({"do": "/priority", "to": "High"},),
    task="raise the priority",
)


def deed(heading: str, text: str, name: str, path: str) -> App:
    """Return a button for a deed below a text."""
    call = f"post('{path}', {{of: '{heading}'}}).then(() => say('Done'))"
    return one(f"<h1>{heading}</h1><p>{text}</p>{button(name, call)}")


BIN = "Deleted items stay in the bin for 30 days."
removed = family(
    GROUP,
    a=deed("Plan", BIN, "Delete", "/delete"),
    flow=show(click("Delete"), ANNOUNCED),
    learn=({}, {}),
    values={},
    deeds=({"do": "/delete", "of": "Plan"},),
    task="delete the plan",
)
started = family(
    GROUP,
    a=deed("Basic", "Free for ever.", "Start", "/start"),
    flow=show(click("Start"), ANNOUNCED),
    learn=({}, {}),
    values={},
    deeds=({"do": "/start", "of": "Basic"},),
    task="start the basic plan",
)
bought = family(
    GROUP,
    a=deed("Lamp", "20 EUR", "Add to basket", "/basket"),
    flow=show(click("Add to basket"), ANNOUNCED),
    learn=({}, {}),
    values={},
    deeds=({"do": "/basket", "of": "Lamp"},),
    task="buy the lamp",
)
PAIRS: tuple[Pair, ...] = (
    raised("list as before", "nothing has changed", SAME, priorities("Low", "Normal", "High")),
    raised("turned list", "the highest one stands first: the key lowers the priority", STOP, priorities("High", "Normal", "Low")),
    removed("31 days", "the bin keeps a day more", SAME, deed("Plan", BIN.replace("30", "31"), "Delete", "/delete")),
    removed("for good", "nothing can be brought back", STOP, deed("Plan", "Deleted items cannot be brought back.", "Delete", "/delete")),
    removed("no bin", "the bin is switched off", STOP, deed("Plan", "The bin is switched off: items are removed at once.", "Delete", "/delete")),
    removed("final", "a warning stands in the place of the bin", STOP, deed("Plan", "Items are deleted permanently.", "Delete", "/delete")),
    removed("end of the bin", "the text adds when the bin is emptied", SAME, deed("Plan", f"{BIN} Then they are removed permanently.", "Delete", "/delete")),
    started("gift", "the promise stands beside a price", SAME, deed("Basic", "Free for ever. Gifts from 50 EUR.", "Start", "/start")),
    started("price at once", "it costs something from the first day", STOP, deed("Basic", "Only 4,90 € for the first year.", "Start", "/start")),
    started("trial", "it costs something after a week", STOP, deed("Basic", "Free for 7 days, then 29 EUR a month.", "Start", "/start")),
    bought("product of the day", "another product is offered in the place of the one that the task names", STOP, deed("Desk", "20 EUR", "Add to basket", "/basket")),
)  # fmt: skip
