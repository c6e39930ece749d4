"""The trail of a lesson: how its moves so far stand to the record that a value names.

Rules of this module:

* A press on the record, on its row or on a control there leads to the record. A press on another entry of the list in
  which it stands, or a tick there, leads to another one.
* A link that the row shows as data leads to another record, such as the author of a book. A link that is called by one
  word in all rows, such as "Details", is a way to the record of its row. If the word is none of interfaces, the address
  must name the thing of the task: all books of a list may be of one category.
* The address of a record names it by an id. While the addresses that follow name the same id, the record is open. An
  address with another id in that place is that of another record, by whatever way the lesson came there.
* A link without a verb, such as "Notes", leaves the record unless the address says otherwise. If its name has other
  words than the task and interfaces have, it may name another record: such a link of two words, or one with a further
  id in its address, does not keep the record open. An address that the teacher enters, and the way back, leave the
  record, too.

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
from pytest_ami.lexicon.text_normalization import action_concepts, field_concepts, is_state, says, split, verbs
from pytest_ami.model.lesson import MoveKind

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

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
            moved = bool(one.url) and _page_of(after) != _page_of(one.url)
            own, link = self._move(one), ""
            if own is None and one.element is not None and _is_data(one.element):
                link = one.element.name or one.element.label
                if self.standing == TIED:
                    self._go_by_link(link, after if moved else "")
            if moved and own:
                self._ticked = self._ticked if one.element and one.element.role in _TICKED else set()
                self._open(after, one.url)
            elif moved and own is None:
                self._arrive(after, "" if self._is_word(link) else link)
        if self._ticked:
            self.leave(FROM_LIST)

    def _move(self, one: MoveResult) -> bool | None:
        """Take a move into account; return whether it leads to the record, or None if it is on no record."""
        if one.move.kind in _AWAY:
            own = self.name in names(one.move.value) or None
            self.standing = TIED if own else "" if self.standing == TIED else self.standing
            return own
        if one.element is None or one.move.kind not in (*DOING, *_TICKS):
            return None
        return self._press(one, one.element)

    def _press(self, one: MoveResult, element: Element) -> bool | None:
        """Take a press into account; return whether it leads to the record, or None if it is on no record."""
        called = element.name or element.label
        another = is_another(element, one.beside, self.value, self.others)
        if element.role in _TICKED:
            return self._tick(one, element, another=another)
        own = not another and holds(element, self.value) != NOT
        data = _is_data(element) and not says([called], self.value)
        way = data and own and self._is_way(element, one.beside)
        if own and (not data or way):
            self.standing, self.way = TIED, called if way else ""
            return True
        if own or another:
            self.leave(FROM_LIST if another else BY_LINK)
            return False
        return None

    def _go_by_link(self, called: str, url: str) -> None:
        """Take a link without a verb into account that was pressed where the record was open.

        Args:
            called: Its name.
            url: The address of the page to which it led; empty if the page stayed.
        """
        word, same = self._is_word(called), bool({*route_ids(url).values()} & {*list(self._home.values())[-1:]})
        if not url:
            self.standing = TIED if word and self._home else ""
        elif same and word:
            self.standing = TIED
        elif word or (same and {*self._home} - _VAGUE):
            self.standing = ""
        else:
            self.leave(BY_LINK)

    def _tick(self, one: MoveResult, element: Element, *, another: bool) -> bool | None:
        """Take the tick of a box into account; return whether it chooses the record, or None if it is of no record."""
        key, off = (element.role, element.name, element.context, element.cells), one.move.kind is MoveKind.UNCHECK
        if another:
            off = off or (one.move.kind is not MoveKind.CHECK and key in self._ticked)
            self._ticked = self._ticked - {key} if off else self._ticked | {key}
            return False
        if holds(element, self.value) == NOT:
            return None
        if element.role == "radio":
            self._ticked = {other for other in self._ticked if other[0] != "radio"}
        self.standing = "" if off else TIED
        return not off

    def _open(self, url: str, before: str) -> None:
        """Note the address to which a press on the record has led."""
        ids, path = route_ids(url), urlsplit(url).path
        self._home = _of_things(ids) or ids
        self._path = path.rstrip("/") if path != urlsplit(before).path else ""
        keys = {word for key in self._home for word in split(key)}
        if self._home and self.way and not _is_known(self.way) and not keys & {*self.words}:
            self.leave(BY_LINK)

    def _arrive(self, url: str, link: str) -> None:
        """Compare the address of another page with that of the record.

        Args:
            url: The address.
            link: Name of the link that led there, if it has other words than the task and interfaces; else empty.
        """
        ids, path = route_ids(url), urlsplit(url).path
        common = {key for key in ids if key in self._home and (key not in _VAGUE or path == self._path)}
        below = bool(self._path) and not self._home and path.startswith(f"{self._path}/")
        if any(ids[key] != self._home[key] for key in common):
            self.leave(BY_ADDRESS)
        elif link and (" " in link or {*_of_things(ids)} - {*self._home}):
            return
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


def _of_things(ids: Mapping[str, str]) -> dict[str, str]:
    """Return the ids of an address without the numbers of the pages of a form."""
    return {key: one for key, one in ids.items() if not (verbs(key) or key in _STEPS)}


def _page_of(url: str) -> str:
    """Return an address without a fragment, unless the fragment is a route."""
    page, _, fragment = url.partition("#")
    return url if "/" in fragment else page


def _near(first: float, second: float) -> bool:
    return abs(first - second) <= NEAR


def _consists(called: str, words: Collection[str]) -> bool:
    """Return whether all words of a name are among some words, in singular or plural."""
    own = split(called)
    return bool(own) and all({one, f"{one[:-2]}y"} & {*words} for one in own)


def _is_known(called: str) -> bool:
    """Return whether a name consists of words of interfaces. The name of a state is data."""
    meanings = (read(called) for read in (field_concepts, action_concepts))
    return not is_state(called) and any(
        found and all(one.startswith(("=", "~")) for one in found) for found in meanings
    )
