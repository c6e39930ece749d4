"""Measures how much of the plan of a similar task is the task's own, from the prompt alone.

This module knows one view and the general words. It must never know a site.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from . import words as w
from .fit import PRESSING, PUTTING, Fit
from .reading import Past


@dataclass(frozen=True, slots=True)
class Call:
    """One tool call."""

    name: str
    arguments: dict[str, Any] = field(default_factory=dict)


class PlanFit(Fit):
    """One reading of a view that may show a plan."""

    def follow_plan(self) -> Call | None:
        """Carry out the first steps of a similar task: those whose values are the task's own, up to the other deed."""
        plan, through = self.view.plan, 0
        if not plan or (self.view.moves and not self._here(plan[0])):
            return None
        for number, step in enumerate(plan):
            onward = w.any_of(w.norm(step.name), w.ONWARD)
            lasts = (number in self.view.lasting and not onward) or self._others_deed(step)
            if not self._own(step) or (lasts and not self._same_deed(step)):
                break
            through = number + 1
        then = self._deed_instead(plan[through]) if through < len(plan) else ""
        reason = f"This begins as {self.view.planned!r} does."
        worth = through > 1 or (through and then)
        return Call("follow_plan", {"through": through, "then": then, "reason": reason}) if worth else None

    def _own(self, step: Past) -> bool:
        """Return whether a step of a plan enters one of the task's own values, or none."""
        own = {f"{{{{{hole.name}}}}}" for hole in self.view.holes}
        named = set(re.findall(r"\{\{\w+\}\}", step.name)) <= own
        return named and (step.kind not in PUTTING or step.value in own or (step.kind == "check" and not step.value))

    def _here(self, step: Past) -> bool:
        """Return whether the page shows the control of a step, once."""
        return sum(c.role == step.role and w.norm(c.name) == w.norm(step.name) for c in self.view.controls) == 1

    def _others_deed(self, step: Past) -> bool:
        """Return whether a control is called like what the other task does."""
        verb = next(iter(w.norm(self.view.planned).split()), "")
        return step.kind in PRESSING and bool(verb) and verb in w.norm(step.name).split()

    def _same_deed(self, step: Past) -> bool:
        """Return whether the control of a step does what the task says."""
        plain = w.norm(step.name)
        return w.any_of(plain, self.completing) and not self.qualified(plain)

    def _deed_instead(self, step: Past) -> str:
        """Return what the task's own control is called, if the other task's control is called like that task."""
        own, other, plain = w.norm(self.view.task), w.norm(self.view.planned), w.norm(step.name)
        if step.kind not in PRESSING or not plain:
            return ""
        verb = next(iter(other.split()), "")
        instead = own if plain == other else next(iter(own.split()), "") if plain == verb else ""
        if self.verb == "draft" or (plain == verb and self.verb in w.OPENING):
            instead = own  # "draft" is no verb: the words of the task are the control's
        return instead.capitalize()
