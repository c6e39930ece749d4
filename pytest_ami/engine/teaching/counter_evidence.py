"""Evidence against an element that a teacher might choose for a step, beyond the comparison of its keys.

Rules of this module:

* A fact that rules an element out in a replay speaks against it in a lesson as well: another address of its form, a
  text of a record in its field. An address that ends in the same word is the same one: a redesign moves its root.
* A name speaks against an element if it names another thing, and no effect of the step is about the words that were
  lost: whoever presses "Basket" in the place of "Cart" still has to see the cart.
* A view that the address of a record names is the same one at the same address, by a longer name as well: "Models" is
  "Model registry" at ``/models/{{model}}``. The address of a list does not tell its filters apart, so there it is not.
  Archived, deleted and other set-apart records make another view.
* A field that asks for a search is no other thing: pages have a single one, and word its hint anew.
* An entry of an open list that a value names is data. An entry that also names a deed ("Create Ada") is none.
* Other words beside an element that only its surroundings name make it another one.
* A control that a fact rules out is doubted in the whole lesson if the recorded one has a lasting effect.
* A name that states no deed ("Next", "OK") says nothing without its heading. If such a control sent a request, one
  under a heading of another meaning, without a common word, ends another page of the task.

Knows two fingerprints and one step. Must never know a page or a teacher.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from pytest_ami.elements.addresses.routes import address, route_pattern
from pytest_ami.elements.commits import commits, lasting
from pytest_ami.elements.contradictions.facts import contradiction
from pytest_ami.elements.contradictions.texts_around import VIEW
from pytest_ami.elements.contradictions.words import deeds_named
from pytest_ami.elements.held_values import filled, held_values
from pytest_ami.elements.identity import TYPED, WEAK
from pytest_ami.elements.place import retitled
from pytest_ami.elements.text_keys import exact
from pytest_ami.engine.effects.message_check import CHOICES
from pytest_ami.engine.effects.requests import last_word
from pytest_ami.instructions.template import HOLE
from pytest_ami.lexicon.contrasts import is_set_apart, lost_words, other_thing, words_of
from pytest_ami.lexicon.text_normalization import split, verbs

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pytest_ami.model.fingerprint import Fingerprint
    from pytest_ami.model.workflow import Step

FACT = "fact"
"""The group of evidence against an element that a fact rules out; nothing outweighs it."""

THING = "thing"
"""The group of evidence against an element whose name names another thing."""


def against_it(step: Step, seen: Fingerprint, values: Mapping[str, str], brings: Sequence[str]) -> frozenset[str]:
    """Return the groups of evidence against an element.

    Args:
        step: With its recorded element.
        seen: The element now.
        values: Parameter values without secrets.
        brings: The recorded effects of the step as phrases.
    """
    assert step.target is not None  # noqa: S101  (answerable)
    held, recorded = held_values(step.target, values), filled(step.target, values)
    ruled_out = contradiction(recorded, _at_recorded_root(recorded, seen), step.kind, data_driven=bool(held))
    out = ruled_out or is_set_apart(recorded.name, seen.name) or _ends_another_page(step, recorded, seen)
    found = {FACT} if out else set()
    if held:
        does_more = recorded.role in CHOICES and deeds_named(seen.name) - deeds_named(recorded.name)
        return frozenset(found | ({FACT} if does_more else set()))
    told = words_of((*brings, step.effects.route))
    another = other_thing(recorded.name, seen.name) and not lost_words(recorded.name, seen.name) & told
    another = another and not searches(recorded, seen.name)
    return frozenset(found | ({THING} if another else set()))


def _ends_another_page(step: Step, recorded: Fingerprint, seen: Fingerprint) -> bool:
    """Return whether a control whose name states no deed sent a request, and stands under another heading now."""
    if not step.sent or not commits(step) or lasting(recorded.name) or not retitled(recorded, seen):
        return False
    return not {*split(recorded.heading)} & {*split(seen.heading)}


def doubtful(step: Step, recorded: Fingerprint, out: Sequence[tuple[str, str]]) -> tuple[str, ...]:
    """Return the controls that a fact rules out and that are called like the recorded one of a step whose effect lasts.

    The words of the control need not name a deed: a step that sent a request has a lasting effect ("Invite").

    Args:
        step: The step.
        recorded: Its recorded element, parameter values filled in.
        out: Roles and names of the elements that a fact rules out.
    """
    alike = [one for one in out if one == (recorded.role, recorded.name)] if commits(step) else []
    return tuple(dict.fromkeys(f'{role} "{name}"' for role, name in alike))


def searches(target: Fingerprint, name: str) -> bool:
    """Return whether the recorded field and one of a name both ask for a search."""
    return target.role in TYPED and verbs(target.name) == verbs(name) == ("search",)


def _at_recorded_root(recorded: Fingerprint, seen: Fingerprint) -> Fingerprint:
    """Return an element as if its form went to the recorded address, if both addresses end in the same word."""
    was, now = (one.details.get("action", "") for one in (recorded, seen))
    if not was or not now or last_word(was) != last_word(now):
        return seen
    return replace(seen, details={**seen.details, "action": was})


def in_its_view(step: Step, seen: Fingerprint, url: str, values: Mapping[str, str]) -> Fingerprint:
    """Return an element as if its page showed the recorded views, if these have only got longer names.

    The page has to be that of the same record.

    Args:
        step: With its recorded element, and the address on which it was recorded.
        seen: The element now.
        url: The address of its page now.
        values: Parameter values without secrets.
    """
    recorded = step.target.details.get(VIEW, "") if step.target else ""
    route, now = step.route.partition("?")[0], seen.details.get(VIEW, "").split(" | ")
    if not recorded or not HOLE.search(route) or not re.search(route_pattern(route, values), address(url)):
        return seen
    stated = {*split(HOLE.sub(" ", route))}
    kept = all(any(_is_view(was, name, stated) for name in now) for was in recorded.split(" | "))
    return replace(seen, details={**seen.details, VIEW: recorded}) if kept else seen


def _is_view(was: str, now: str, stated: set[str]) -> bool:
    """Return whether a view is the recorded one, which has these words in its address, by the same or a longer name."""
    own, its = {*split(was)}, {*split(now)}
    longer = own <= its & stated and not is_set_apart(was, now) and {*verbs(now)} <= {*verbs(was)}
    return was == now or (bool(own) and longer)


def beside_another(target: Fingerprint, seen: Fingerprint) -> bool:
    """Return whether other words stand beside an element that only its surroundings name, such as a list of ports.

    Args:
        target: The recorded element, parameter values filled in.
        seen: The element now.
    """
    if target.name or any(key not in (*WEAK, *target.generated) for key in target.attributes):
        return False
    was, now = ({*map(exact, one.texts)} - {exact(one.text), exact(one.name)} for one in (target, seen))
    return bool(was and now) and not was & now
