"""Which cases there are: seeded, so that everybody who runs the benchmark runs the same ones."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import cycle
from random import Random

from pytest_ami.sites.look import SiteLook
from pytest_ami.testing.redesign import Meaning, Redesign, mutations
from pytest_ami.testing.redesign.drawing import aims, drawn

from .stage import Subject

SEED = 20261122
SIZES = (1, 1, 2, 2, 3, 4)
"""Numbers of mutations, and how often each occurs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One redesign of one flow.

    Attributes:
        number: Unique within the subject; with the subject's title it decides the values.
        redesign: The mutations; none for a design made by hand.
        look: The design and the language in which the flow is carried out again.
        keeps: Whether the meaning is kept.
        first: Name of the mutation that the case was made for; ``design`` or ``language`` for those made by hand,
            ``control`` where nothing was redesigned.
    """

    number: int
    redesign: Redesign
    look: SiteLook
    keeps: bool
    first: str


def by_hand(subject: Subject) -> Iterator[Case]:
    """Yield the changes that were designed by people: every other design, and every other language."""
    number = 0
    for design in subject.site.DESIGNS:
        if design != subject.look.design:
            number += 1
            yield Case(number=number, redesign=Redesign(), look=SiteLook(design, "en"), keeps=True, first="design")
    for locale in subject.site.LOCALES:
        if locale != subject.look.locale:
            number += 1
            look = SiteLook(subject.look.design, locale)
            yield Case(number=number, redesign=Redesign(), look=look, keeps=True, first="language")


def controls(subject: Subject) -> Iterator[Case]:
    """Yield cases in which nothing is redesigned: what is not right here is a fault of the tool, or of the judge."""
    for number in (90, 93):
        yield Case(number=number, redesign=Redesign(), look=subject.look, keeps=True, first="control")


def drawn_cases(subject: Subject, *, keeps: int, breaks: int) -> Iterator[Case]:
    """Yield seeded redesigns of a subject, each mutation of the catalogue in turn.

    Args:
        subject: With its deeds observed.
        keeps: How many that keep the meaning.
        breaks: How many that break it.
    """
    number = 100
    for half, count in ((True, keeps), (False, breaks)):
        random = Random(f"{SEED} {subject.title} {half}")  # noqa: S311  (chooses cases)
        kinds = mutations(Meaning.KEEPS if half else Meaning.BREAKS)
        fitting = [name for name, kind in kinds.items() if kind.whole_page or aims(kind, subject.keys)]
        random.shuffle(fitting)
        for _, first in zip(range(count), cycle(fitting), strict=False):
            number += 1
            made = drawn(random, subject.keys, keeps=half, size=random.choice(SIZES), first=first)
            yield Case(number=number, redesign=made, look=subject.look, keeps=half, first=first)
