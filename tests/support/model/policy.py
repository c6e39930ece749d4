"""Plays the model: from the messages of one chat to one tool call, by reading them.

This module knows a prompt and general words for things. It must never know a site's flow, the engine's
state or the network: the same messages always get the same answer, on pages nobody has seen before too.

Order of thought: is it finished, is the page busy, which field waits for a value, which row is meant, what
completes the task, what opens the way there. When nothing fits, wait a little, then give up.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import takewhile
from typing import Any, TypeAlias

from . import words as w
from .choosing import choice, presses_nameless
from .fit import LIKELY, PRESSING, PUTTING, SURE, is_step, same, step_of
from .planning import Call, PlanFit
from .reading import Control, Hole, Known, View, read
from .sentences import sentence

__all__ = ["ALIASES", "Call", "answer", "answers", "decide"]

_CHOICES = frozenset({"option", "radio", "menuitemradio", "tab", "treeitem", "gridcell"})
_PATIENCE = 2
_Taken: TypeAlias = list[tuple[Hole, Control]]
"""Which parameter goes into which field."""

ALIASES: dict[str, tuple[str, ...]] = {
    "send": ("send email", "send an email", "发送邮件", "发邮件"),
    "login": ("log in", "sign in", "登录"),
}
"""Other words for a task, by its kind."""


def answer(messages: Sequence[Mapping[str, Any]], tools: Sequence[Mapping[str, Any]] = ()) -> Call:
    """Return the tool call that a sensible model would answer with.

    Args:
        messages: The messages of a chat completions request.
        tools: Its tools; an answer that needs another one becomes ``give_up``.
    """
    call = decide(read(messages))
    offered = {str(tool.get("function", {}).get("name", "")) for tool in tools}
    if offered and call.name not in offered:
        return Call("give_up", {"reason": f"This needs {call.name}, which is not offered."})
    return call


def answers(messages: Sequence[Mapping[str, Any]], tools: Sequence[Mapping[str, Any]] = ()) -> tuple[Call, ...]:
    """Return the tool calls that a sensible model would answer with: several where it knows the steps by name.

    Args:
        messages: The messages of a chat completions request.
        tools: Its tools; what needs another one is left out.
    """
    for name, reply in (("read", sentence(messages)), ("choose", choice(messages))):
        if reply is not None:
            return (Call(name, reply),)
    first = answer(messages, tools)
    offered = {str(tool.get("function", {}).get("name", "")) for tool in tools}
    more = _Thought(read(messages)).together(first)
    return (first, *(call for call in more if not offered or call.name in offered))


def decide(view: View) -> Call:
    """Return the next tool call for a view."""
    thought = _Thought(view)
    # A task about something new first opens a form. A task about a listed thing first finds it.
    ways = (thought.open, thought.pick) if thought.verb in w.OPENING else (thought.pick, thought.open)
    rules: tuple[Callable[[], Call | None], ...] = (
        thought.follow_plan,
        thought.follow,
        thought.finished,
        thought.busy,
        thought.look_up,
        thought.find,
        thought.prepare,
        thought.fill,
        thought.choose,
        thought.agree,
        thought.complete,
        thought.vanished,
        *ways,
        thought.be_patient,
        thought.ended,
        thought.dismiss,
        thought.explore,
    )
    for rule in rules:
        call = rule()
        if call is not None:
            return call
    return thought.give_up()


class _Thought(PlanFit):
    """One reading of a view. Each method is a rule that may have an answer."""

    # -- is it finished? ----------------------------------------------------------------------------------

    def finished(self) -> Call | None:
        """Say done when a notice says so after the completing move."""
        if self.pending or not (self.committed or self.chosen):
            return None
        told = ("status", "alert", "log", "") if not self.committed else ()
        texts = [text for role, text in self.view.notices if not told or role in told]
        if (self.verb == "search" and self.committed) or any(self.tells_success(text) for text in texts):
            return self._done()
        return None

    def vanished(self) -> Call | None:
        """Say done when the form or dialog is gone after the completing move."""
        if self.committed and not self.pending and not self.filling and not self.dialog and not self.failures():
            return self._done()
        return None

    def ended(self) -> Call | None:
        """Say done when all stored steps were made and nothing on the page says otherwise."""
        made = bool(self.view.remaining) and all(self.followed(step) for step in self.view.remaining)
        return self._done() if made and not (self.pending or self.dialog or self.failures()) else None

    def busy(self) -> Call | None:
        """Wait while the page says that it works on something."""
        texts = [text for role, text in self.view.notices if role in ("status", "alert", "log", "progressbar")]
        at_work = any(w.any_of(w.norm(text), w.BUSY) for text in texts) or any("busy" in c.states for c in self.buttons)
        return Call("wait", {"reason": "The page is busy."}) if at_work and self.waits() <= _PATIENCE else None

    def follow(self) -> Call | None:
        """Do what the first stored step that is still to come did, where one control surely is its like."""
        step = next((one for one in self.view.remaining if not self.followed(one)), None)
        if step is None or step.kind not in PRESSING or self.busy():
            return None
        like = self.like(step)
        if like is None or self.clicked(like):
            return None
        return Call(step.kind.replace(" ", "_"), {"element": like.ref, "reason": "The stored step is about this one."})

    # -- which one is it about? ---------------------------------------------------------------------------

    def look_up(self) -> Call | None:
        """Look the thing up where that can be done: a list may be longer than what it shows."""
        last = self.view.moves[-1] if self.view.moves else None
        if last and last.ok and last.kind == "fill" and self.thing and self._looked_up(last):
            here = next((c for c in self.searches if same(last, c)), None)
            return Call("press", {"element": here.ref, "key": "Enter"}) if here else None
        if self.thing is None or self.thing not in self.pending or not self.searches:
            return None
        value = f"{{{{{self.thing.name}}}}}"
        if any(value in past.value for past in self.past):
            return None
        reason = f"This finds the {self.thing.name}."
        return Call("fill", {"element": self.searches[0].ref, "value": value, "reason": reason})

    def find(self) -> Call | None:
        """Use the task's own control beside the thing, or open the thing."""
        thing = self.thing
        if thing is None or thing not in self.pending:
            return None
        row = [c for c in self.buttons if thing.value[:60] in c.context and thing.value not in c.name]
        own = [(self.acts(c), c) for c in row if self.acts(c) >= SURE and not self.clicked(c)]
        if own:
            return self._click(max(own, key=lambda pair: pair[0])[1], f"This does it with the {thing.name}.")
        shown = [c for c in self.shows(thing) if not self.clicked(c)]
        menus = [c for c in row if self.menu(c) and not self.clicked(c)]
        alone = all(hole is thing for hole in self.pending)  # values go into fields, and these are further in
        if menus and (not shown or (alone and (self.target or w.any_of(w.norm(menus[0].name), w.MENUS)))):
            return self._click(menus[0], "What can be done with it is in here.")
        return self._click(shown[0], f"This is the {thing.name}.") if shown else None

    def prepare(self) -> Call | None:
        """Do first what has to be done with the thing before the task itself."""
        first = w.FIRST.get(self.verb)
        if first is None or (self.thing and self.thing in self.pending):
            return None
        for control in self.buttons:
            if w.norm(control.name) in first and not any(w.norm(past.name) in first for past in self.past):
                return self._click(control, "This comes before the task itself.")
        return None

    def explore(self) -> Call | None:
        """Look into a closed menu that nobody has opened yet, when nothing else is left."""
        for control in self.buttons:
            closed = control.states & {"menu", "collapsed"} and "expanded" not in control.states
            if closed and not self.clicked(control) and not self.qualified(w.norm(control.name)):
                return self._click(control, "What is needed may be in here.")
        return None

    # -- what waits for a value? --------------------------------------------------------------------------

    def fill(self) -> Call | None:
        """Put a parameter into the field that fits it best, topmost field first."""
        taken = self._taken()
        return self._put(*taken[0]) if taken else self._only_one_left()

    def together(self, first: Call) -> list[Call]:
        """Return what can be answered along with ``first``: the fields that earlier steps name, and what ends them.

        Earlier steps are those of a page operation, or the stored ones that are still to come. Nothing without them:
        a page that nobody knows is looked at again after each move.
        """
        taken = self._taken()
        if first.name not in PUTTING or not taken or self._put(*taken[0]) != first:
            return []
        known = next((k for k in self.view.known if not k.failing and step_of(k, taken[0][1]) >= 0), None)
        named, end = self._as_known(known, taken) if known else self._as_stored(taken)
        calls = [self._put(hole, control) for hole, control in named]
        if not calls or calls[0] != first or any(call.name not in PUTTING for call in calls):
            return []
        if end is not None and len(named) == len(self.pending) and not self.qualified(w.norm(end.name)):
            calls.append(self._click(end, "This came after the fields in earlier tasks."))
        return calls[1:]

    def _as_known(
        self, known: Known, taken: list[tuple[Hole, Control]]
    ) -> tuple[list[tuple[Hole, Control]], Control | None]:
        """Return the fields that a page operation names, and the one control that came after them."""
        named = [(hole, control) for hole, control in taken if step_of(known, control) >= 0]
        last = max(step_of(known, control) for _, control in named)
        end = known.steps[last + 1] if last + 1 < len(known.steps) else None
        listed = [c for c in self.buttons if end and end.kind == "click" and is_step(end, c)]
        return named, listed[0] if len(listed) == 1 else None

    def _as_stored(self, taken: _Taken) -> tuple[_Taken, Control | None]:
        """Return the fields that take what stored steps still have to put, and the control that is like the next."""
        steps = [step for step in self.view.remaining if not self.followed(step)]
        values = [step.value for step in takewhile(lambda step: step.kind in PUTTING, steps)]
        named = [(hole, control) for hole, control in taken if f"{{{{{hole.name}}}}}" in values]
        after = steps[len(values)] if len(named) == len(values) < len(steps) else None
        return named, self.like(after) if after and after.kind == "click" else None

    def _taken(self) -> _Taken:
        """Return which parameter goes into which field, topmost field first."""
        data = [hole for hole in self.pending if hole is not self.thing or not (self.searches or self.shows(hole))]
        pairs = [(self.fits(hole, control), hole, control) for hole in data for control in self.fields]
        good = [pair for pair in pairs if pair[0] >= 4 and self.failed(pair[2]) < 2]
        taken: dict[str, tuple[Hole, Control]] = {}
        for _, hole, control in sorted(good, key=lambda pair: -pair[0]):
            if hole.name not in taken and all(control is not other for _, other in taken.values()):
                taken[hole.name] = (hole, control)
        return sorted(taken.values(), key=lambda pair: self.view.controls.index(pair[1]))

    def agree(self) -> Call | None:
        """Tick a box without which the form is not accepted."""
        if self.pending:
            return None
        held = [c for c in self.view.controls if "disabled" in c.states and self.commits(c) >= SURE]
        for control in self.fields:
            asked = self.filling and "required" in control.states
            terms = bool(held) and w.any_of(w.norm(control.name), w.AGREEING)
            if control.role == "checkbox" and "checked" not in control.states and (asked or terms):
                return Call("check", {"element": control.ref, "on": True})
        return None

    def choose(self) -> Call | None:
        """Take the option, tab or radio button that is called like a value."""
        for hole in self.pending:
            for control in self.view.controls:
                named = hole.value and w.norm(control.name) == w.norm(hole.value)
                if named and control.role in _CHOICES and self.clicked(control) == 0:
                    return self._click(control, f"This is the {hole.name}.")
        return None

    def pick(self) -> Call | None:
        """Open the row that a value names, or use the task's own button within it."""
        best: tuple[int, Control] | None = None
        for control in self.buttons:
            wanted = [hole for hole in self.pending if len(hole.value) > 3 and not hole.secret]
            here = [hole for hole in wanted if hole.value in control.name]
            around = [hole for hole in wanted if hole.value in control.context]
            acts = self.commits(control) >= SURE or w.any_of(w.norm(control.name), w.OPENERS.get(self.verb, ()))
            score = 20 if around and acts else 10 if here else 0
            score -= len(control.name) // 40
            if score > 0 and self.clicked(control) == 0 and (best is None or score > best[0]):
                best = (score, control)
        return self._click(best[1], "The value names this one.") if best else None

    # -- what completes the task, what opens the way? -----------------------------------------------------

    def complete(self) -> Call | None:
        """Press what completes the task, once nothing waits for a value."""
        if self.pending:
            return None
        best: tuple[float, Control] | None = None
        for control in self.buttons:
            score: float = self.commits(control)
            if score < SURE and not (score >= LIKELY and presses_nameless(self.view.remaining)):
                score = max(self.menu(control), self.generic(control))
            if score < LIKELY or not self.may_press(control):
                continue
            score += 0.5 if control.context and any(past.context == control.context for past in self.past) else 0
            score += 0.25 if self.hinted(control) else 0
            if best is None or score > best[0]:
                best = (score, control)
        if best:
            return self._click(best[1], "This completes the task, or leads to what does.")
        return self._enter()

    def open(self) -> Call | None:
        """Press what leads to the fields that are still missing."""
        typed = any(past.kind in PUTTING and past.ok and not self._looked_up(past) for past in self.past)
        if typed and self.pending:
            onward = [c for c in self.buttons if self.matches(c, w.ONWARD) and self.leads_on(c)]
            found = onward or [c for c in self.buttons if self.filling and self.menu(c) and self.clicked(c) == 0]
            found = found or [c for c in self.buttons if self.takes_in(c)]
            if found or self.filling:
                return self._click(found[0], "The rest is further on.") if found else None
        best: tuple[int, Control] | None = None
        for control in self.buttons:
            score = 12 if self.hinted(control) and not self.committed else self.opens(control)
            if score > LIKELY and self.clicked(control) == 0 and (best is None or score > best[0]):
                best = (score, control)
        return self._click(best[1], "This opens what the task needs.") if best else None

    # -- when nothing fits --------------------------------------------------------------------------------

    def be_patient(self) -> Call | None:
        """Give the page a little time after something was pressed, or when it shows nothing yet."""
        acted = any(past.kind in ("click", "press") and past.ok for past in self.view.moves)
        empty = not self.view.controls  # many an application draws itself after the page has loaded
        if (acted or empty) and self.waits() < _PATIENCE and not self.failures():
            return Call("wait", {"reason": "The page may still be changing."})
        return None

    def dismiss(self) -> Call | None:
        """Close a dialog that has nothing to do with the task."""
        for control in self.buttons:
            if self.dialog and not self.filling and self.matches(control, w.DISMISS) and not self.clicked(control):
                return self._click(control, "This dialog is in the way.")
        return None

    def give_up(self) -> Call:
        """Say why nothing fits."""
        if self.failures():
            return Call("give_up", {"reason": f"The page says: {self.failures()[0]}"})
        if self.committed:
            return Call("give_up", {"reason": "Nothing on the page says that it worked."})
        missing = ", ".join(hole.name for hole in self.pending)
        what = f"takes {missing}" if missing else f"completes the task {self.view.task!r}"
        return Call("give_up", {"reason": f"Nothing on this page {what} or leads there."})

    # -- answers ------------------------------------------------------------------------------------------

    def _put(self, hole: Hole, control: Control) -> Call:
        value = f"{{{{{hole.name}}}}}"
        if control.role in ("checkbox", "switch"):
            on = hole.value.strip().lower() not in ("", "no", "false", "off", "0", "否")
            return Call("check", {"element": control.ref, "on": on})
        if control.role == "radio":
            return Call("check", {"element": control.ref, "on": True})
        if control.facts.get("type") == "file":
            return Call("upload", {"element": control.ref, "value": value})
        if control.options or control.role == "listbox":
            return Call("select", {"element": control.ref, "value": value})
        if control.role == "combobox" and control.facts.get("tag") not in ("input", "textarea", None):
            return self._click(control, f"This opens the choices for {hole.name}.")
        return Call("fill", {"element": control.ref, "value": value, "reason": f"This field takes the {hole.name}."})

    def _only_one_left(self) -> Call | None:
        empty = [c for c in self.fields if c.role == "textbox" and not c.facts.get("value") and not c.is_secret]
        empty = [c for c in empty if not any(same(past, c) for past in self.past) and not w.concepts(" ".join(c.texts))]
        within = self.filling or (self.thing is not None and self.thing not in self.pending)
        if len(self.pending) == 1 and len(empty) == 1 and within and not self.pending[0].secret:
            return self._put(self.pending[0], empty[0])
        return None

    def _enter(self) -> Call | None:
        last = self.past[-1] if self.past else None
        if last is None or last.kind != "fill" or self.committed:
            return None
        for control in self.fields:
            if same(last, control) and control.facts.get("tag") != "textarea":
                return Call("press", {"element": control.ref, "key": "Enter"})
        return None

    def _click(self, control: Control, reason: str) -> Call:
        return Call("click", {"element": control.ref, "reason": reason})

    def _done(self) -> Call:
        names = list(dict.fromkeys(past.name for past in self.past if past.name and past.ok))
        holes = " and ".join(hole.name for hole in self.view.holes)
        told = f"Carries out the task {self.view.task!r}" + (f" with {holes}." if holes else ".")
        aliases = [words for words in ALIASES.get(self.verb, ()) if w.norm(words) != self.task]
        mail = self.verb != "send" or w.any_of(self.task, w.OBJECTS[0])
        return Call(
            "done",
            {
                "label": self.view.task[:60],
                "description": told,
                "key_elements": names[:8],
                "aliases": aliases if mail else [],
            },
        )
