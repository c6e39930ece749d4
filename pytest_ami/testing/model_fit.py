"""Measures how well what a page shows fits what a task needs, and remembers what was tried.

This module knows one view and the general words. It must never answer anything: ``model_policy`` does, with
these numbers.
"""

from __future__ import annotations

from . import model_words as w
from .model_reading import Control, Hole, Past, View

SURE = 7
"""From here on a control completes the task."""

LIKELY = 5
"""From here on a control may bring the task forward."""

_MENU_ROLES = frozenset({"menuitem", "option", "menuitemradio"})


class Fit:
    """One reading of a view.

    Attributes:
        view: The view.
        task: The task in normalised words.
        completing: Words on the control that completes the task.
        objects: Words for what the task is about.
        verb: Kind of task, a key of ``model_words.VERBS``, or an empty string.
        past: Replayed steps and moves, oldest first.
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
        self.verb = next((v for v in w.VERBS if w.any_of(self.task, w.TASKS.get(v, w.VERBS[v]))), "")
        first = next(iter(self.task.split()), "")
        self.completing: w.Phrases = w.VERBS.get(self.verb) or ((first,) if first else ())
        things = [words for words in w.OBJECTS if w.any_of(self.task, words)]
        spoken = tuple(word for word in self.task.split() if word not in self.completing)
        self.objects: tuple[str, ...] = tuple(word for words in things for word in words) + spoken
        self.past = (*view.replayed, *view.moves)
        self.pending = [hole for hole in view.holes if not self.satisfied(hole)]
        self.fields = [c for c in view.controls if c.is_field and not c.states & {"disabled", "readonly"}]
        self.buttons = [c for c in view.controls if not c.is_field and "disabled" not in c.states]
        self.dialog = any(role in ("dialog", "alertdialog") for role, _ in view.notices)
        self.committed = self._committed()
        self.filling = self._filling()

    # -- measures -----------------------------------------------------------------------------------------

    def satisfied(self, hole: Hole) -> bool:
        """Return whether a parameter has been put or found somewhere."""
        if hole.used:
            return True
        named = f"{{{{{hole.name}}}}}"
        for past in self.past:
            named_it = past.kind in ("click", "check") and len(hole.value) > 1
            found = named_it and hole.value in f"{past.name} {past.context}"
            control = Control("", past.role, past.name)
            ticked = past.kind in ("check", "uncheck") and self.fits(hole, control) > 0
            if past.ok and (named in past.value or found or ticked):
                return True
        return False

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
        if "search" in w.concepts(" ".join(control.texts)) and "search" not in wanted:
            score -= 10
        if hole.secret != control.is_secret:
            return score - 6 if hole.secret and score else 0
        if hole.secret:
            score += 6
        if hole.value and hole.value in control.options:
            score += 6
        if hole.type == "file" or control.facts.get("type") == "file":
            return score + 6 if hole.type == "file" and control.facts.get("type") == "file" else 0
        return score + (2 if score and hole.type == control.facts.get("type") else 0)

    def commits(self, control: Control) -> int:
        """Return how surely a control completes the task."""
        best = 0
        for text in control.texts[:3] or ():
            plain = w.norm(text)
            if not w.any_of(plain, self.completing) or self.qualified(plain):
                continue
            score = 10 + (4 if plain in self.completing else 0) + (2 if w.any_of(plain, self.objects) else 0)
            best = max(best, score - 4 * w.leftover(plain, (*self.completing, *self.objects, *w.FILLERS)))
        return best

    def generic(self, control: Control) -> int:
        """Return whether a form or dialog could be completed by it, as a score."""
        if not (self.filling or self.dialog):
            return 0
        onward = self.matches(control, w.ONWARD)
        return LIKELY if onward or self.matches(control, w.GENERIC) else 0

    def menu(self, control: Control) -> int:
        """Return how likely a closed menu holds what completes the task."""
        plain = w.norm(control.name)
        if "expanded" in control.states or w.any_of(plain, w.QUALIFIERS):
            return 0
        closed = 3 if control.states & {"collapsed", "haspopup", "has popup", "menu"} else 0
        worded = 3 if w.any_of(plain, w.MENUS) else 0
        related = 3 if w.any_of(plain, (*w.RELATED.get(self.verb, ()), *self.completing)) else 0
        total = closed + worded + related
        return total if total > 3 else 0  # noqa: PLR2004

    def opens(self, control: Control) -> int:
        """Return how likely a control leads to what the task needs."""
        best = 0
        for text in control.texts[:2]:
            plain = w.norm(text)
            own = w.OPENERS.get(self.verb, ())
            rest = w.leftover(plain, (*own, *w.NEW, *self.objects, *w.FILLERS, *self.completing))
            if self.qualified(plain):
                continue
            if w.any_of(plain, own):
                best = max(best, 12 - 4 * rest)
            elif self.verb in w.OPENING and w.any_of(plain, w.NEW):
                best = max(best, (10 if w.any_of(plain, self.objects) else 7) - 4 * rest)
            elif w.any_of(plain, self.completing):
                best = max(best, 9 - 4 * rest)
            elif set(plain.split()) & set(self.task.split()) - set(w.FILLERS):
                best = max(best, 8 - 2 * rest)
        return best or self.menu(control)

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
        times = self.clicked(control)
        if self.committed and not (self.dialog or self.filling or control.role in _MENU_ROLES):
            return False
        return times == 0 or (times == 1 and self.dialog and not self.filling)

    # -- memory -------------------------------------------------------------------------------------------

    def clicked(self, control: Control) -> int:
        """Return how often it was clicked; one failure is forgiven."""
        tries = [p for p in self.view.moves if p.kind in ("click", "check") and same(p, control)]
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
            if past.kind == "press" and past.value == "Enter":
                return True
            control = Control("", past.role, past.name, context=past.context)
            if past.kind == "click" and (self.commits(control) >= SURE or self.matches(control, w.GENERIC)):
                return True
        return False

    def _filling(self) -> bool:
        touched = [past for past in self.past if past.kind in ("fill", "select", "upload")]
        return any(
            same(past, control) and (control.facts.get("value") or control.is_secret)
            for past in touched
            for control in self.fields
        )

    def tells_success(self, text: str) -> bool:
        """Return whether a notice says that the task is done."""
        plain = w.norm(text)
        if "?" in text or "？" in text or w.any_of(plain, (*w.FAILED, *w.UNFINISHED)):
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
