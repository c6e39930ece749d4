"""The evidence about an element that lets a later run recognise it.

This module knows the shape of the evidence only. It never judges it (``elements.identity`` does) and never
collects it (the scripts of ``browser`` do).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

READ = frozenset(
    {"heads", "shown", "stated", "styled", "view", "prose", "surroundings", "says", "ticked", "branch", "beyond"}
    | {"presets", "titles", "explained"}
    | {"masthead", "statements", "joined", "document", "calendar", "turned", "lit"}
)
"""Details that people read; the others are addresses, keys and values."""

FILLED = "filled"
"""Detail of a text field that held a text before something was typed into it."""

DRAWN = "icon"
"""Detail that draws a picture: its numbers are coordinates."""

_QUOTED = re.compile(r"(['\"]).*?\1")
"""A text in an XPath; the numbers around the texts count elements."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fingerprint:
    """The stored evidence about one element at the time of recording.

    Every text may hold ``{{parameter}}`` where the recorded text held a parameter's value, and ``:id(book)`` where it
    held the id that follows ``book`` in the page's own address.

    Attributes:
        tag: Lower-case tag name.
        role: ARIA role, explicit or implicit.
        name: Accessible name, white space folded, at most 120 characters.
        label: Text of the label element, or the text beside or above the field.
        text: Own visible text, at most 120 characters.
        attributes: ``id, name, type, placeholder, title, alt, href, autocomplete`` and test ids, where present.
        generated: Names of those attributes whose value looks generated (never compared).
        classes: Class tokens that do not look hashed or transient.
        xpath: Robust XPath, anchored on the most distinctive attribute or text.
        absolute_xpath: XPath from the root of the document (or shadow root).
        css: CSS path inside the document or shadow root.
        landmark: Nearest landmark, dialog or form, as ``role|name``.
        heading: Nearest heading before the element, within its landmark.
        context: Text of the row, list item, card or option group around a repeated element.
        scope: Landmarks, dialogs and groups around the element, nearest first, as ``role|name``; the last entry is
            ``page|`` or ``frame|name``. Empty in a fingerprint from before it was recorded.
        cells: Texts of the row, card or box around the element that the layout keeps together, without its buttons.
        texts: Text nodes of the same row, card or box.
        details: Facts about its deed, as the page states them: ``action, method, type, value`` of a form and its
            button, ``default`` (the form's first submit button, which Enter presses), ``pressed, checked, expanded,
            haspopup``, ``query`` and ``fragment`` of a link, ``icon``, and ``shown`` (the text that people see) where
            it is not the text of the element. ``column`` is the path in its row of an element whose name is data, and
            ``beside`` the value in that row. A control that commits has ``surroundings``,
            ``says``, ``masthead``, ``statements``, ``joined``, ``document``, ``ticked``, ``branch`` and ``beyond``:
            texts of its page that say where, and on what, its deed is done, and ``presets``, ``titles`` and
            ``explained``: its lists and titles.
            A control of a row may have ``turned``: the text of the row that its press turned into another one.
            One of several alike has ``series`` (their number), ``twins`` (another cell of its row holds one), or
            ``calendar`` (the text above the grid of a day). An element without a role that shows a choice has
            ``chooses``, the label before its box.
        neighbours: Up to four texts around the element, nearest first.
        ancestors: Tags of up to six ancestors, nearest first.
        shadow: CSS paths of the shadow hosts on the way, outermost first.
        box: ``(x, y, width, height)`` in CSS pixels of the page.
        counts: How many elements of the page shared a key, by key name (``name`` means role and name).
        lookalikes: ``role|name|context`` of up to three nearest look-alikes.
        aliases: Names it had before it was healed, oldest first.
    """

    tag: str
    role: str = ""
    name: str = ""
    label: str = ""
    text: str = ""
    attributes: dict[str, str] = field(default_factory=dict)
    generated: tuple[str, ...] = ()
    classes: tuple[str, ...] = ()
    xpath: str = ""
    absolute_xpath: str = ""
    css: str = ""
    landmark: str = ""
    heading: str = ""
    context: str = ""
    scope: tuple[str, ...] = ()
    cells: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    details: dict[str, str] = field(default_factory=dict)
    neighbours: tuple[str, ...] = ()
    ancestors: tuple[str, ...] = ()
    shadow: tuple[str, ...] = ()
    box: tuple[float, float, float, float] | None = None
    counts: dict[str, int] = field(default_factory=dict)
    lookalikes: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()

    def title(self) -> str:
        """Return a short name of the element for people: its role and its best name."""
        called = self.name or self.label or self.text or self.attributes.get("placeholder", "")
        if not called and self.details.get("beside"):
            return f'{self.role or self.tag} beside "{self.details["beside"]}"'
        return f'{self.role or self.tag} "{called}"' if called else (self.role or f"<{self.tag}>")

    def opens_list(self) -> bool:
        """Return whether it is a button that opens a list of choices. Such a button may be called by its choice."""
        return self.role == "button" and self.details.get("haspopup") == "listbox"

    def called_by_choice(self) -> bool:
        """Return whether it opens a list and has no other name than its own text, which may be the present choice."""
        return self.opens_list() and " ".join(self.name.split()) == " ".join(self.text.split())

    def without_choice(self) -> Fingerprint:
        """Return a button that opens a list without its name, which is its present choice."""
        cells, texts, near = (
            tuple(text for text in some if text != self.name) for some in (self.cells, self.texts, self.neighbours)
        )
        label = "" if self.label == self.name else self.label
        return replace(self, name="", text="", label=label, xpath="", cells=cells, texts=texts, neighbours=near)


def all_texts(element: Fingerprint) -> Iterator[str]:
    """Yield every text of an element in which a value or an id may stand."""
    yield from (element.xpath, *element.attributes.values(), *element.details.values())
    yield from (element.name, element.text, element.label, element.context, element.landmark, element.heading)
    yield from (*element.neighbours, *element.scope, *element.cells, *element.texts)


def each_text(element: Fingerprint, address: Callable[[str], str], shown: Callable[[str], str]) -> Fingerprint:
    """Return an element with its addresses and keys, and the texts that people read, each changed by a function."""

    def each(texts: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(map(shown, texts))

    return replace(
        element,
        attributes={key: address(text) for key, text in element.attributes.items()},
        details={
            key: text if key == DRAWN else (shown if key in READ else address)(text)
            for key, text in element.details.items()
        },
        xpath=_QUOTED.sub(lambda quoted: address(quoted[0]), element.xpath),
        name=shown(element.name),
        text=shown(element.text),
        label=shown(element.label),
        context=shown(element.context),
        landmark=shown(element.landmark),
        heading=shown(element.heading),
        neighbours=each(element.neighbours),
        scope=each(element.scope),
        cells=each(element.cells),
        texts=each(element.texts),
    )
