"""The ways to a record or to a form: entries of lists, searches, pages of a list, places, tabs, sections.

This module knows one turn. It must never know how a form is filled or sent.

Rules:

* None of these moves changes anything on the server: an entry of an open list, a search, a page of a list, a tab, a
  section, a link that is called like the thing of the task.
* A record is taken only if its name says so alone: two likely ones are a doubt.
* What was opened in vain is undone and not opened again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_ami.engine.teaching.records.rows import beside_links
from pytest_ami.engine.teaching.records.task_record import owner
from pytest_ami.instructions.parameters import names
from pytest_ami.lexicon import vocabulary as table
from pytest_ami.lexicon.text_normalization import normalise, verbs
from pytest_ami.model.lesson import Move, MoveKind

from . import history as h
from . import scoring
from .forms import is_current, is_search, near_words, objects, sends, things_of
from .history import key_of
from .scoring import display_name
from .turn import PATIENCE, click, doubt, wait
from .value_match import of_record, thing

if TYPE_CHECKING:
    from pytest_ami.model.lesson import Element

    from .turn import Turn

_PAGES, _SEARCHES = 10, 3
_ONWARD = frozenset(
    {"next", "next page", "›", "»", ">", "→", "下一页", "nächste seite", "last page", "load more", "more"}
)
_WHOLE = frozenset({"show all", "view all", "all entries", "全部显示", "alle anzeigen"})
_MARKS = frozenset({"›", "»", ">", "→"})
_PLACES = frozenset({"tab", "link", "menuitem", "treeitem"})


class Seeking:
    """The choice of a move that leads to a record or a form."""

    def __init__(self, turn: Turn) -> None:
        """Keep the turn."""
        self.turn, self.history, self.elements = turn, turn.history, turn.elements
        self.value = turn.situation.values.get(turn.record, "") if turn.record else ""

    # -- lists of entries

    def entry(self) -> Move | None:
        """Choose the entry of the list that the last move has opened; wait once for a list that is still loading."""
        last = self.history.kept[-1][1] if self.history.kept else None
        if last is None or last.element is None or last.element.tag == "select":
            return None
        listed = last.element.role == "combobox" or last.move.reason.startswith(h.LISTS.partition("{")[0])
        name = next(iter(names(last.move.value) or names(last.move.reason)), "")
        value = self.turn.situation.values.get(name, "")
        if not listed or not value or last.move.kind not in (MoveKind.FILL, MoveKind.CLICK):
            return None
        found = entries(value, self.turn)
        if len(found) == 1:
            return click(found[0], h.CHOOSES.format(name), _held(found[0], self.turn, name))
        if not found and last.move.kind is MoveKind.FILL and self.history.waits < 1:
            return wait("a list may follow the text")
        return self._typed(name) if last.move.kind is MoveKind.CLICK else None

    def _typed(self, name: str) -> Move | None:
        """Type into the field that an open list has brought with it."""
        before = {key_of(e) for e in self.turn.situation.previous.elements} if self.turn.situation.previous else set()
        fresh = [e for e in self.elements if scoring.is_field(e) and scoring.usable(e) and key_of(e) not in before]
        if len(fresh) != 1:
            return None
        value = f"{{{{{name}}}}}"
        return Move(kind=MoveKind.FILL, ref=fresh[0].ref, value=value, reason=h.LISTS.format(value))

    # -- the record of the task

    def record(self) -> Move | None:
        """Click the record that the task is about, or the only control of its row that leads to the task's form."""
        if not self.value:
            return None
        found = thing(self.value, self.elements, choices_only=False)
        if len(found) == 1 and beside_links(found[0], self.turn.page.elements, self.value) and self._row_control():
            found = []  # a link to another record takes the room of the row
        if len(found) == 1:
            value = _held(found[0], self.turn, self.turn.record) if found[0].role in scoring.CHOICES else ""
            return click(found[0], h.PICKS.format(self.turn.record), value or f"{{{{{self.turn.record}}}}}")
        if not found:
            row = self._row_control()
            return click(row, h.PICKS.format(self.turn.record), f"{{{{{self.turn.record}}}}}") if row else None
        return None

    def _row_control(self) -> Element | None:
        asked = verbs(self.turn.task)
        ways = {way for verb in asked or ("edit",) for way in table.OPENERS.get(verb, {})}
        able = [
            e
            for e in self.elements
            if scoring.clickable(e) and scoring.usable(e) and set(verbs(display_name(e))) & (ways - {"create"})
        ]
        found = of_record(self.value, able)
        return found[0] if len(found) == 1 else None

    def doubt(self) -> Move | None:
        """Give up if several things may be the record."""
        found = thing(self.value, self.elements, choices_only=False) if self.value else []
        return doubt(found, self.turn.record)

    def search(self) -> Move | None:
        """Type the name of the record into the page's search, and press Enter there if the page has not found it."""
        if not self.value or self.history.filled():
            return None
        sought = [one for one in self.turn.situation.made if h.sought(one.move)]
        value, reason = f"{{{{{self.turn.record}}}}}", h.SEEKS.format(self.turn.record)
        last = self.history.kept[-1][1] if self.history.kept else None
        if last is not None and h.sought(last.move) and last.element is not None:
            return self._found_nothing(last.move.kind, last.element, reason)
        used = {key_of(one.element) for one in sought if one.element}
        named = [p.name for p in self.turn.situation.parameters]
        fields = [e for e in self.elements if is_search(e, named) and key_of(e) not in used]
        fields.sort(key=lambda e: len(display_name(e).split()))  # "Search" before "Filter navigation items"
        if not fields or len(used) >= _SEARCHES:
            return None
        return Move(kind=MoveKind.FILL, ref=fields[0].ref, value=value, reason=reason)

    def another_is_here(self) -> bool:
        """Return whether the page shows the thing of another value: it goes first."""
        others = [self.turn.situation.values.get(p.name, "") for p in self.turn.pending if p.name != self.turn.record]
        found = (thing(value, self.elements, choices_only=False) for value in others if value)
        return any(
            len(things) == 1 and normalise(display_name(things[0])) in map(normalise, others) for things in found
        )

    def _found_nothing(self, kind: MoveKind, field: Element, reason: str) -> Move | None:
        here = next((e for e in self.elements if key_of(e) == key_of(field)), None)
        if kind is MoveKind.FILL and here is not None:
            return Move(kind=MoveKind.PRESS, ref=here.ref, value="Enter", reason=reason)
        return wait("the search may still bring something") if self.history.waits < PATIENCE - 1 else None

    def more(self) -> Move | None:
        """Show the next page of a list in which the record may stand."""
        turned = sum(one.move.reason == h.TURNS for _, one in self.history.kept)
        if not self.value or self.history.filled() or turned >= _PAGES:
            return None
        able = [e for e in self.elements if scoring.clickable(e) and scoring.usable(e)]
        for words in (_WHOLE, _ONWARD):
            found = [e for e in able if _called(e) & words]
            if found:
                return click(found[0], h.TURNS)
        return None

    # -- places

    def place(self) -> Move | None:
        """Go to the tab or link that is called like the thing of the task, if the page is about something else."""
        found = self._place(_PLACES)
        return click(found, h.OPENS) if found else None

    def switch(self) -> Move | None:
        """Choose the view that is called like the thing of the task, where a row of radio buttons leads to views."""
        found = self._place(frozenset({"radio"}))
        return Move(kind=MoveKind.CHECK, ref=found.ref, reason=h.OPENS) if found else None

    def _place(self, roles: frozenset[str]) -> Element | None:
        things = {owner(self.turn.task)} if owner(self.turn.task) else objects(self.turn.task)
        if not things or self.history.filled() or things & things_of(self.turn.page):
            return None
        clicked = {key_of(e) for e in self.history.clicked()}
        found = [
            e
            for e in self.elements
            if e.role in roles
            and scoring.usable(e)
            and not is_current(e)
            and key_of(e) not in clicked
            and not verbs(display_name(e))
            and objects(display_name(e))
            and objects(display_name(e)) <= things
        ]
        return found[0] if found else None

    def explore(self) -> Move | None:
        """Open a tab that nothing of the task names, or unfold a section; in a form that is filled sections only."""
        if self.history.explores():
            return None  # what was tried in vain is undone first
        clicked = {key_of(e) for e in self.history.clicked()}
        able = [e for e in self.elements if scoring.usable(e) and key_of(e) not in clicked and not is_current(e)]
        tabs = [] if self.turn.form_stands() else [e for e in able if e.role == "tab"]
        folded = [e for e in able if _folds(e)]
        ranked = sorted([*tabs, *folded], key=lambda e: not near_words(self.turn.task, display_name(e)))
        return click(ranked[0], h.EXPLORES, reveals=True) if ranked else None


def entries(value: str, turn: Turn) -> list[Element]:
    """Return the entries of an open list that a value names; one that is called just so goes before longer ones.

    Args:
        value: The value.
        turn: The turn; other values that an entry has too tell two entries apart.
    """
    options = [e for e in turn.elements if e.role in scoring.CHOICES - {"radio"} and e.tag != "option"]
    exact = [e for e in options if normalise(display_name(e)) == normalise(value)]
    if exact:
        return exact
    wider = [e for e in options if scoring.has_value(display_name(e), value)]
    others = [text for text in turn.texts if text != value]
    told = [e for e in wider if any(scoring.has_value(display_name(e), text) for text in others)]
    return told if len(told) == 1 else []


def _held(entry: Element, turn: Turn, name: str) -> str:
    """Return the template of the values that the name of an entry has: it may tell more than one."""
    shown = turn.situation.values
    more = [
        p.name for p in turn.pending if p.name != name and scoring.has_value(display_name(entry), shown.get(p.name, ""))
    ]
    return " ".join(f"{{{{{one}}}}}" for one in (name, *more))


def _called(element: Element) -> set[str]:
    name = display_name(element) or element.attributes.get("icon", "")
    return {name.strip()} & _MARKS | {normalise(name), normalise(name.replace("_", " "))}


def _folds(element: Element) -> bool:
    """Return whether a control unfolds a section of the page, and nothing else."""
    folded = element.tag == "summary" or "collapsed" in element.state
    leads = {"menu", "list"} & set(element.state) or element.role not in ("button", "summary")
    return folded and not leads and not sends(element) and not set(verbs(display_name(element))) & scoring.AT_ONCE
