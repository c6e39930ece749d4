"""The trail of a lesson: how its moves so far stand to the record that a value names.

Rules of this module:

* A press on the record, on its row or on a control there leads to the record. A press on another entry of the list in
  which it stands, or a tick there, leads to another one.
* A link that the row shows as data leads to another record, such as the author of a book. A link that is called alike
  in all rows, such as "Details", is a way to the record of its row.
* The address of a record names it by an id. While the addresses that follow name the same id, the record is open. An
  address with another id in that place is that of another record, by whatever way the lesson came there.
* A link without a verb, such as "Notes", leaves the record unless the address says otherwise. If its name has other
  words than the task and interfaces have, it may name another record. An address that the teacher enters, and the way
  back, leave the record, too.

Knows moves and elements as they were observed. Must never know a page or a teacher.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from pytest_ami.elements.addresses.routes import route_ids
from pytest_ami.engine.teaching.commit_policy import DOING
from pytest_ami.engine.teaching.records.rows import NEAR, NOT, holds, is_another
from pytest_ami.instructions.parameters import names
from pytest_ami.lexicon.text_normalization import action_concepts, field_concepts, says, split, verbs
from pytest_ami.model.lesson import MoveKind

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from pytest_ami.model.lesson import Element, MoveResult

TIED, LEFT = "tied", "left"
"""How the moves of a lesson stand to the record of its value: at it, or at another one."""

BY_LINK = "a link of its row has led to another record"
BY_ADDRESS = "the address is that of another record"
FROM_LIST = "another entry of its list was chosen"

_TICKED = frozenset({"checkbox", "switch", "radio"})
_TICKS = frozenset({MoveKind.CHECK, MoveKind.UNCHECK})
_AWAY = frozenset({MoveKind.GOTO, MoveKind.BACK, MoveKind.SWITCH_TAB})
_VAGUE = frozenset({"", "id"})
"""Keys of ids that do not say of which thing the id is."""

_STEPS = frozenset({"step", "stage", "part", "section", "schritt"})
"""Keys of numbers that count the pages of one form, as a verb does: ``/book/8/edit/2``."""


@dataclass(slots=True)
class Trail:
    """The moves of a lesson so far, as they stand to one record.

    Attributes:
        name: The parameter that names the record.
        value: Its value.
        others: Other values of the test.
        words: Words of the task: a link that is called by them is no record.
        fields: Words of the other parameters: a link that is called by them shows a part of the record.
        standing: ``TIED``, ``LEFT``, or empty if the moves tell nothing.
        way: Name of the link of the row that has led to the record; empty if another control did.
        why: How the moves have left the record, for people; empty if they have not.
    """

    name: str
    value: str
    others: Collection[str] = ()
    words: Collection[str] = ()
    fields: Collection[str] = ()
    standing: str = ""
    way: str = ""
    why: str = ""
    _home: dict[str, str] = field(default_factory=dict)
    _path: str = ""
    _ticked: set[tuple[object, ...]] = field(default_factory=set)

    def follow(self, made: Iterable[MoveResult], url: str) -> None:
        """Note how the moves stand to the record.

        Args:
            made: The moves; those that were undone are left out.
            url: The address of the page now.
        """
        moves = [one for one in made if one.ok]
        for number, one in enumerate(moves):
            after = next((later.url for later in moves[number + 1 :] if later.url), url)
            moved, own = bool(one.url) and _page_of(after) != _page_of(one.url), False
            if one.move.kind in _AWAY:
                own = self.name in names(one.move.value)
                self.standing = TIED if own else "" if self.standing == TIED else self.standing
            elif one.element is not None and one.move.kind in (*DOING, *_TICKS):
                own = self._press(one, one.element)
                if not own and self.standing == TIED and _is_data(one.element):
                    self._go_by_link(one.element.name or one.element.label, after if moved else "")
            if moved:
                self._arrive(after, one.url, own=own)
        if self._ticked:
            self.leave(FROM_LIST)

    def _press(self, one: MoveResult, element: Element) -> bool:
        """Take a press into account; return whether it leads to the record."""
        called = element.name or element.label
        another = is_another(element, one.beside, self.value, self.others)
        if element.role in _TICKED:
            return self._tick(one, element, another=another)
        self._ticked = set() if another and element.role in ("row", "option") else self._ticked
        own = not another and holds(element, self.value) != NOT
        data = _is_data(element) and not says([called], self.value)
        way = data and own and self._is_way(element, one.beside)
        if own and (not data or way):
            self.standing, self.way = TIED, called if way else ""
            return True
        if own or another:
            self.leave(FROM_LIST if another else BY_LINK)
        return False

    def _go_by_link(self, called: str, url: str) -> None:
        """Take a link without a verb into account that was pressed where the record was open.

        Args:
            called: Its name.
            url: The address of the page to which it led; empty if the page stayed.
        """
        word, same = self._is_word(called), bool({*route_ids(url).values()} & {*list(self._home.values())[-1:]})
        if not url:
            self.standing = TIED if _consists(called, self.fields) else ""
        elif same and word:
            self.standing = TIED
        elif word or (same and {*self._home} - _VAGUE):
            self.standing = ""
        else:
            self.leave(BY_LINK)

    def _tick(self, one: MoveResult, element: Element, *, another: bool) -> bool:
        """Take the tick of a box into account; return whether it chooses the record."""
        key, off = (element.role, element.name, element.context, element.cells), one.move.kind is MoveKind.UNCHECK
        if another:
            off = off or (one.move.kind is not MoveKind.CHECK and key in self._ticked)
            self._ticked = self._ticked - {key} if off else self._ticked | {key}
            return False
        if holds(element, self.value) == NOT:
            return False
        if element.role == "radio":
            self._ticked = {other for other in self._ticked if other[0] != "radio"}
        self.standing = "" if off else TIED
        return not off

    def _arrive(self, url: str, before: str, *, own: bool) -> None:
        """Compare the address of another page with that of the record."""
        ids, path = route_ids(url), urlsplit(url).path
        if own:
            steps = {key for key in ids if verbs(key) or key in _STEPS}
            self._home = {key: one for key, one in ids.items() if key not in steps} or ids
            self._path = path.rstrip("/") if path != urlsplit(before).path else ""
            return
        common = {key for key in ids if key in self._home and (key not in _VAGUE or path == self._path)}
        below = bool(self._path) and not self._home and path.startswith(f"{self._path}/")
        if any(ids[key] != self._home[key] for key in common):
            self.leave(BY_ADDRESS)
        elif below or common & {*list(self._home)[-1:]} - _VAGUE:
            self.standing, self.why = TIED, ""

    def leave(self, why: str) -> None:
        """Note that the moves have left the record."""
        self.standing, self.why = LEFT, why

    def _is_way(self, element: Element, beside: Iterable[Element]) -> bool:
        """Return whether a link is called by one word alike in all rows, or by words of the task or of interfaces."""
        own_row, (left, top, *_) = element.context, element.box
        column = [e for e in beside if e.context != own_row and (_near(e.box[0], left) or _near(e.box[1], top))]
        called = element.name or element.label
        return (self._is_word(called) or (bool(column) and " " not in called.strip())) and all(
            (e.name or e.label) == called for e in column
        )

    def _is_word(self, called: str) -> bool:
        """Return whether a name consists of words of the task or of interfaces."""
        return _is_known(called) or _consists(called, {*self.words, *self.fields})


def is_title_of(called: str, texts: Iterable[str]) -> bool:
    """Return whether a page calls itself by the name of the link that has led to it, which is no word of interfaces."""
    return bool(called) and not _is_known(called) and says(texts, called)


def _is_data(element: Element) -> bool:
    """Return whether a link may show data: its name has no verb."""
    called = element.name or element.label
    return element.role == "link" and bool(called) and not verbs(called)


def _page_of(url: str) -> str:
    """Return an address without a fragment, unless the fragment is a route."""
    page, _, fragment = url.partition("#")
    return url if "/" in fragment else page


def _near(first: float, second: float) -> bool:
    return abs(first - second) <= NEAR


def _consists(called: str, words: Collection[str]) -> bool:
    """Return whether all words of a name are among some words, in singular or plural."""
    return all({one, f"{one[:-2]}y"} & {*words} for one in split(called))


def _is_known(called: str) -> bool:
    return any(all(one.startswith(("=", "~")) for one in read(called)) for read in (field_concepts, action_concepts))
