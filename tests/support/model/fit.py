"""Measures how well what a page shows fits what a task needs, and remembers what was tried.

This module knows one view and the general words. It must never answer anything: ``policy`` does, with
these numbers.
"""

from __future__ import annotations

import re

from . import words as w
from .choosing import CERTAIN, LEAD, Named, alike, names_same
from .reading import Control, Hole, Known, Past, View

SURE = 7
"""From here on a control completes the task."""

LIKELY = 5
"""From here on a control may bring the task forward."""

_MENU_ROLES = frozenset({"menuitem", "option", "menuitemradio"})
_HOLDING = frozenset({"table", "grid", "group", "region"})
PUTTING = frozenset({"fill", "select", "check", "upload"})
"""Moves that enter something."""

PRESSING = frozenset({"click", "double click"})
"""Moves that press something."""

_CHOICES = frozenset({"option", "radio", "menuitemradio", "menuitem"})
_LOOKS_UP = "search"
_TELLING = 3
_PAGES = 5
_SHOWN = 70


class Fit:
    """One reading of a view.

    Attributes:
        view: The view.
        task: The task in normalised words.
        completing: Words on the control that completes the task.
        objects: Words for what the task is about.
        verb: Kind of task, a key of ``words.VERBS``, or an empty string.
        past: Replayed steps and moves, oldest first.
        thing: The parameter that says which one of several is meant, or None.
        target: Where something is to be moved to, or an empty string.
        searches: Fields that look something up.
        pending: Parameters that have not been put anywhere yet.
        fields: Controls that take a value now.
        buttons: Controls that can be pressed now.
        dialog: Whether a dialog is open.
        committed: Whether the task's completing control was pressed after the last value was given.
        filling: Whether a field that was filled is still there with its value.
    """

    def __init__(self, view: View) -> None:
        self.view = view
        self.task = w.norm(view.task)
        self.verb = w.verb_of(self.task)
        first = next(iter(self.task.split()), "")
        self.completing: w.Phrases = w.VERBS.get(self.verb) or ((first,) if first else ())
        things = [words for words in w.OBJECTS if w.any_of(self.task, words)]
        spoken = tuple(word for word in self.task.split() if word not in self.completing)
        self.objects: tuple[str, ...] = tuple(word for words in things for word in words) + spoken
        self.past = (*view.replayed, *view.moves)
        self.thing = self._thing()
        self.target = self.task.rpartition(" to ")[2] if self.verb == "move" and " to " in self.task else ""
        self.pending = [hole for hole in view.holes if not self.satisfied(hole)]
        fields = [c for c in view.controls if c.is_field and not c.states & {"disabled", "readonly"}]
        self.searches = [c for c in fields if self.is_search(c)]
        self.fields = [c for c in fields if self.verb == "search" or not self.is_filter(c)]
        pressed = [c for c in view.controls if not c.is_field and c.role not in _HOLDING]
        self.buttons = [c for c in pressed if "disabled" not in c.states]
        self.dialog = any(role in ("dialog", "alertdialog") for role, _ in view.notices)
        self.committed = self._committed()
        self.filling = self._filling()

    # -- what is it about? --------------------------------------------------------------------------------

    def _thing(self) -> Hole | None:
        """Return the parameter that says which one of several is meant, if the task is about one of several."""
        if not self.verb or self.verb in w.NEWLY:
            return None
        named = [hole for hole in self.view.holes if w.any_of(w.norm(hole.name), w.THINGS) and not hole.secret]
        return next((hole for hole in named if len(hole.value) >= _TELLING), None)

    def is_search(self, control: Control) -> bool:
        """Return whether what is typed into it looks something up."""
        typed = control.role in ("textbox", "searchbox", "combobox") and not control.options
        return typed and (control.role == "searchbox" or _LOOKS_UP in w.concepts(" ".join(control.texts)))

    def is_filter(self, control: Control) -> bool:
        """Return whether it narrows down what is listed, and changes nothing."""
        plain = w.norm(control.name)
        sorts = plain.startswith(("with ", "only ", "filter", "sort", "due on"))
        around = w.norm(control.context)
        return self.is_search(control) or sorts or around in ("search", "filter", "filters", "搜索", "筛选")

    def shows(self, hole: Hole) -> list[Control]:
        """Return what can be pressed and is called like the value of a parameter, the closest name first."""
        found = [c for c in self.buttons if hole.value in c.name and c.role != "tab"]
        return sorted(found, key=lambda c: len(c.name))

    # -- measures -----------------------------------------------------------------------------------------

    def satisfied(self, hole: Hole) -> bool:
        """Return whether a parameter has been put or found somewhere."""
        named = f"{{{{{hole.name}}}}}"
        if hole is self.thing and any(named in past.value and self._looked_up(past) for past in self.past):
            return any(past.ok and past.kind == "click" and self._names(past, hole) for past in self.past)
        if hole.used:
            return True
        for past in self.past:
            named_it = past.kind in ("click", "check") and len(hole.value) > 1
            found = named_it and self._names(past, hole)
            control = Control("", past.role, past.name)
            ticked = past.kind in ("check", "uncheck") and self.fits(hole, control) > 0
            if past.ok and (named in past.value or found or ticked):
                return True
        return False

    def followed(self, step: Past) -> bool:
        """Return whether one of the moves did what a stored step does."""
        was = Named(step.role, self.filled(step.name))
        for move in self.view.moves:
            typed = step.kind in PUTTING and move.kind in PUTTING and step.value == move.value
            pressed = step.kind == move.kind and step.kind in PRESSING
            alike_now = pressed and alike(was, "", Named(move.role, move.name)) >= CERTAIN
            if move.ok and (typed or alike_now or (pressed and names_same(step, move, self.view.holes))):
                return True
        return False

    def like(self, step: Past) -> Control | None:
        """Return the one control that surely is the like of a stored step's."""
        was = Named(step.role, self.filled(step.name))
        ranked = sorted(((alike(was, "", Named.of(c)), n) for n, c in enumerate(self.buttons)), reverse=True)
        if not ranked or ranked[0][0] < CERTAIN or (len(ranked) > 1 and ranked[0][0] - ranked[1][0] < LEAD):
            return None
        return self.buttons[ranked[0][1]]

    def filled(self, text: str) -> str:
        """Return a text with the values of the parameters that it names."""
        for hole in self.view.holes:
            text = text.replace(f"{{{{{hole.name}}}}}", hole.value)
        return text

    def _names(self, past: Past, hole: Hole) -> bool:
        cut = hole.value[:_SHOWN]  # a prompt tells long texts in part
        return cut in f"{past.name} {past.context}"

    def _looked_up(self, past: Past) -> bool:
        return past.kind == "fill" and _LOOKS_UP in w.concepts(past.name)

    def fits(self, hole: Hole, control: Control) -> int:
        """Return how well a field takes a parameter; 4 and more is good."""
        name = w.norm(hole.name)
        wanted, score = w.concepts(hole.name), 0
        for rank, text in enumerate(control.texts):
            plain, there = w.norm(text), w.concepts(text)
            if plain == name:
                found = 10
            elif wanted & there:
                found = 7
            elif (wanted | there <= w.WHO) if wanted and there else (set(name.split()) & set(plain.split())):
                found = 5
            else:
                continue
            score = max(score, found - min(rank, 2))
        score = self._trusted(hole, control, score)
        if hole.value and hole.value in control.options:
            score += 6
        if hole.type == "file" or control.facts.get("type") == "file":
            return score + 6 if hole.type == "file" and control.facts.get("type") == "file" else 0
        return score + (2 if score and hole.type == control.facts.get("type") else 0)

    def _trusted(self, hole: Hole, control: Control, score: int) -> int:
        """Return the score with regard to secrets, and to fields that only look something up."""
        wanted, spoken = w.concepts(hole.name), w.concepts(" ".join(control.texts))
        if _LOOKS_UP in spoken and _LOOKS_UP not in wanted:
            score -= 10
        if hole.secret and wanted and spoken and not wanted & spoken:
            return 0  # a code is no password
        if hole.secret != control.is_secret:
            return score - (2 if wanted & spoken else 6) if hole.secret and score else 0
        return score + 6 if hole.secret else score

    def commits(self, control: Control) -> int:
        """Return how surely a control completes the task."""
        best = 0
        if self.target and control.role in _MENU_ROLES and w.has(w.norm(control.name), self.target):
            return 12
        for text in control.texts[:3] or ():
            plain = w.norm(text)
            if not w.any_of(plain, self.completing) or self.qualified(plain):
                continue
            score = 10 + (4 if plain in self.completing else 0) + (2 if w.any_of(plain, self.objects) else 0)
            score -= 3 if control.role == "link" else 0  # a link leads somewhere
            best = max(best, score - 4 * w.leftover(plain, (*self.completing, *self.objects, *w.FILLERS)))
        return best

    def acts(self, control: Control) -> int:
        """Return how surely a control beside a thing does with it what the task says."""
        plain = w.norm(control.name)
        opens = w.OPENERS.get(self.verb, ())
        if w.any_of(plain, opens) and not self.qualified(plain):
            data = tuple(w.norm(hole.name) for hole in self.view.holes if hole is not self.thing)
            about = (*self.wanted, *data)
            return 10 if w.any_of(plain, about) or w.leftover(plain, (*opens, *self.objects, *w.FILLERS)) == 0 else 0
        return self.commits(control)

    @property
    def chosen(self) -> bool:
        """Return whether the last thing that was done was to choose something."""
        last = next((past for past in reversed(self.past) if past.kind not in ("wait", "scroll", "hover")), None)
        if last is None or not last.ok:
            return False
        return last.kind in ("select", "check") or (last.kind == "click" and last.role in _CHOICES)

    def confirms(self, control: Control) -> bool:
        """Return whether a control says once more what the task is about."""
        plain = w.norm(control.name)
        return w.any_of(plain, w.CONFIRMING) and w.any_of(plain, (*self.completing, *self.objects))

    def generic(self, control: Control) -> int:
        """Return whether a form or dialog could be completed by it, as a score."""
        if not (self.filling or self.dialog):
            return 0
        onward = self.matches(control, w.ONWARD)
        return LIKELY if onward or self.matches(control, w.GENERIC) else 0

    def takes_in(self, control: Control) -> bool:
        """Return whether a control beside the field that was filled last takes in what stands there."""
        last = self.view.moves[-1] if self.view.moves else None
        beside = last is not None and last.ok and last.kind == "fill" and last.context == control.context != ""
        plain = w.norm(control.name)
        return beside and w.any_of(plain, w.GENERIC) and not self.qualified(plain) and not self.clicked(control)

    def menu(self, control: Control) -> int:
        """Return how likely a closed menu holds what completes the task."""
        plain = w.norm(control.name)
        if "expanded" in control.states or w.any_of(plain, w.QUALIFIERS):
            return 0
        closed = 3 if control.states & {"collapsed", "haspopup", "has popup", "menu"} else 0
        worded = 3 if w.any_of(plain, w.MENUS) else 0
        related = 3 if w.any_of(plain, (*w.RELATED.get(self.verb, ()), *self.completing)) else 0
        total = closed + worded + related
        return total if total > 3 else 0

    def opens(self, control: Control) -> int:
        """Return how likely a control leads to what the task needs."""
        best = 0
        for text in control.texts[:2]:
            plain = w.norm(text)
            own = w.OPENERS.get(self.verb, ())
            homes = self.homes
            known = (*own, *w.NEW, *self.objects, *w.FILLERS, *self.completing, *homes, *self.wanted)
            rest = w.leftover(plain, known)
            if self.qualified(plain):
                continue
            about = w.any_of(plain, (*self.objects, *homes, *self.wanted))
            if w.any_of(plain, own):
                best = max(best, (13 if about else 11) - 4 * rest)
            elif self.verb in w.OPENING and w.any_of(plain, w.NEW):
                best = max(best, (10 if about else 7) - 4 * rest)
            elif w.any_of(plain, self.wanted):
                best = max(best, 10 - 4 * rest)
            elif w.any_of(plain, self.completing):
                best = max(best, 9 - 4 * rest)
            elif w.any_of(plain, homes):
                best = max(best, 9 - 2 * rest)
            elif self._shared(plain):
                best = max(best, 8 - 2 * rest)
        return best or self.menu(control)

    def _shared(self, plain: str) -> bool:
        """Return whether a word of the task, or its plural, is among those of a control."""
        spoken = {w.stem(word) for word in self.task.split()} - set(w.FILLERS) - {self.verb}
        return bool({w.stem(word) for word in plain.split()} & spoken)

    @property
    def wanted(self) -> tuple[str, ...]:
        """Words for the fields that wait for a value."""
        kinds = {kind for hole in self.pending for kind in w.concepts(hole.name) if hole is not self.thing}
        return tuple(word.lstrip("=") for kind in kinds for word in w.FIELDS[kind])

    @property
    def homes(self) -> tuple[str, ...]:
        """Words for where these fields are at home."""
        kinds = {kind for hole in self.pending for kind in w.concepts(hole.name)}
        return tuple(word for kind in kinds for word in w.HOMES.get(kind, ()))

    def qualified(self, plain: str) -> bool:
        """Return whether a word makes it another control than the task wants."""
        own = (*self.completing, *w.OPENERS.get(self.verb, ()))
        wanted = " ".join((self.task, *own))
        return w.any_of(plain, (word for word in w.QUALIFIERS if not w.has(wanted, word)))

    def matches(self, control: Control, phrases: w.Phrases) -> bool:
        """Return whether the name is one of the phrases and nothing more."""
        plain = w.norm(control.name)
        return w.any_of(plain, phrases) and w.leftover(plain, (*phrases, *w.FILLERS, *self.objects)) == 0

    def hinted(self, control: Control) -> bool:
        """Return whether the stored steps still to come click a control of that name."""
        clicks = [past for past in self.view.remaining[:2] if past.kind == "click" and past.name]
        return any(past.name == control.name for past in clicks)

    def may_press(self, control: Control) -> bool:
        """Return whether pressing it does not repeat what was done."""
        if self.view.remaining and any(p.kind == "click" and same(p, control) for p in self.view.replayed):
            return False  # a stored step pressed it, and another one comes next
        times = self.clicked(control)
        if self.committed and times == 0 and self.confirms(control):
            return True
        if self.committed and not (self.dialog or self.filling or control.role in _MENU_ROLES):
            return False
        return times == 0 or (times == 1 and self.dialog and not self.filling)

    def leads_on(self, control: Control) -> bool:
        """Return whether a control of one name that stands on each page of a form may be pressed again."""
        last = self.view.moves[-1] if self.view.moves else None
        just = last is not None and last.kind == "click" and same(last, control)
        return self.clicked(control) < _PAGES and not (just and self.view.still)

    # -- memory -------------------------------------------------------------------------------------------

    def clicked(self, control: Control) -> int:
        """Return how often it was clicked; one failure is forgiven."""
        tries = [p for p in self.view.moves if p.kind in (*PRESSING, "check") and same(p, control)]
        return len(tries) if all(past.ok for past in tries) else len(tries) - 1

    def failed(self, control: Control) -> int:
        """Return how many moves on it failed."""
        return sum(1 for past in self.view.moves if not past.ok and same(past, control))

    def waits(self) -> int:
        """Return how many of the last moves only waited."""
        count = 0
        for past in reversed(self.view.moves):
            if past.kind != "wait":
                break
            count += 1
        return count

    def _committed(self) -> bool:
        for past in reversed(self.past):
            if past.kind in ("fill", "select", "upload", "check"):
                return False
            if not past.ok:
                continue
            looked_up = _LOOKS_UP in w.concepts(past.name) and self.verb != "search"
            if past.kind == "press" and past.value == "Enter" and not looked_up:
                return True
            control = Control("", past.role, past.name, context=past.context)
            onward = self.verb == "login" and self.matches(control, w.ONWARD)
            if past.kind == "click" and (onward or self.commits(control) >= SURE or self.matches(control, w.GENERIC)):
                return True
        return False

    def _filling(self) -> bool:
        touched = [p for p in self.past if p.kind in ("fill", "select", "upload") and not self._looked_up(p)]
        return any(
            same(past, control) and (control.facts.get("value") or control.is_secret)
            for past in touched
            for control in self.fields
        )

    def tells_success(self, text: str) -> bool:
        """Return whether a notice says that the task is done."""
        plain = w.norm(text)
        doubts = (word for word in (*w.FAILED, *w.UNFINISHED) if not w.has(self.task, word))
        if "?" in text or "？" in text or w.any_of(plain, doubts):
            return False
        return w.any_of(plain, (*w.SUCCESS.get(self.verb, ()), *w.SUCCEEDED))

    def failures(self) -> list[str]:
        """Return the notices that say that something is wrong."""
        alerts = [text for role, text in self.view.notices if role in ("alert", "status", "alertdialog")]
        return [text for text in alerts if w.any_of(w.norm(text), w.FAILED)]


def same(past: Past, control: Control) -> bool:
    """Return whether a move was made on a control that is there now."""
    same = (past.role, past.name) == (control.role, control.name or next(iter(control.texts), ""))
    return same and (not past.context or not control.context or past.context == control.context)


def is_step(step: Past, control: Control) -> bool:
    """Return whether ``control`` is what a step of a page operation was about."""
    called = control.name or next(iter(control.texts), "")
    return step.role == control.role and w.norm(step.name) == w.norm(re.sub(r"\d+", "#", called))


def step_of(known: Known, control: Control) -> int:
    """Return the place of the step of a page operation that fills ``control``, or -1."""
    filled = (i for i, step in enumerate(known.steps) if step.kind in PUTTING and is_step(step, control))
    return next(filled, -1)
