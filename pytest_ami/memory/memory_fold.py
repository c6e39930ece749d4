"""The memory of pages, folded from facts: entities by id, groups of merged ids, and ranks by state.

It knows the content of facts. It must never know where they are kept, and it never embeds: the decision which
sequences are similar was made, and recorded in the facts, when they were added.

Rules of this module:

* A fold is a set union. Facts may come in any order and more than once; the result is the same.
* A session counts once for each entity.
* When a pruned entity is seen again, its counts start from zero.
* Ranks are updated while facts come in, so that a query costs nothing.
* The id of an action is derived here from its two states. Facts of earlier versions carry an id for each trigger.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections import Counter
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeVar

from pytest_ami.model.memory import (
    Action,
    CognitivePhrase,
    Domain,
    Intent,
    IntentSequence,
    MemorySession,
    PageInstance,
    Passage,
    State,
    Stretch,
    Summary,
    Visit,
)

from .descriptions import describe, state_description, state_name
from .page_history import action_id
from .sightings import Sighting, Trace, common_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_DESCRIBED = 3
"""Number of sequences that the description of a state names."""

T = TypeVar("T")
Rank = tuple[bool, float, int, int, str]


@dataclass(slots=True)
class MergedGroup:
    """Ids that were merged; ``rank`` is the rank of a group of sequences on its ``state``."""

    members: set[str]
    rank: Rank | None = None
    state: str = ""


class MemoryFold:
    """The entities of the memory, their sightings, their groups and their ranks."""

    def __init__(self) -> None:
        """Start with an empty memory."""
        self._seen: set[str] = set()
        self._pruned: dict[str, str] = {}
        self._pages: dict[str, Trace[Visit]] = {}
        self._states: dict[str, Trace[Visit]] = {}
        self._domains: dict[str, Trace[Visit]] = {}
        self._actions: dict[str, Trace[Passage]] = {}
        self._triggers: dict[str, dict[Intent, set[str]]] = {}
        self._sequences: dict[str, Trace[Stretch]] = {}
        self._phrases: dict[str, Trace[Summary]] = {}
        self._groups: dict[str, MergedGroup] = {}
        self._ranked: dict[str, list[Rank]] = {}
        self._by_state: dict[str, dict[str, Trace[Stretch]]] = {}

    # -- facts ----------------------------------------------------------------------------------------------------

    def see_session(self, session: MemorySession, source: Sighting) -> None:
        """Fold a session; a second time changes nothing."""
        if source.fact in self._seen:
            return
        self._seen.add(source.fact)
        for visit in session.visits:
            self._note(self._pages, visit.id, visit, source)
            self._note(self._states, visit.state, visit, source)
            self._note(self._domains, visit.domain, visit, source)
        for passage in session.passages:
            key = action_id(passage.source, passage.target)
            self._note(self._actions, key, passage, source)
            self._triggers.setdefault(key, {}).setdefault(passage.trigger, set()).add(source.who)
        for stretch in session.stretches:
            self._note(self._sequences, stretch.id, stretch, source)
            if stretch.id in self._sequences:
                self._by_state.setdefault(stretch.state, {})[stretch.id] = self._sequences[stretch.id]
            self._rank(self._join(stretch.id, stretch.like))

    def see_summary(self, summary: Summary, source: Sighting) -> None:
        """Fold the summary of a finished task; a second time changes nothing."""
        if source.fact not in self._seen:
            self._seen.add(source.fact)
            self._note(self._phrases, summary.id, summary, source)
            self._join(summary.id, summary.like)

    def see_pruned(self, ids: Iterable[str], fact: str) -> None:
        """Fold the pruning of sequences and phrases; a second time changes nothing."""
        if fact in self._seen:
            return
        self._seen.add(fact)
        for one in ids:
            self._pruned[one] = max(fact, self._pruned.get(one, ""))
            for known in (self._sequences.get(one), self._phrases.get(one)):
                if known is not None:
                    known.forget(self._pruned[one])
            if one in self._sequences:
                self._rank(self._join(one, ()))

    # -- queries --------------------------------------------------------------------------------------------------

    def domains(self) -> tuple[Domain, ...]:
        """Return the domains, sorted by id. All entities below are sorted in the same way."""
        return tuple(Domain(id=i, host=t.what.host, **common_of([t])) for i, t in sorted(self._domains.items()))

    def states(self) -> tuple[State, ...]:
        """Return the states."""
        leads: dict[str, list[str]] = {}
        for _, action in sorted(self._actions.items()):
            leads.setdefault(action.what.source, []).append(self.name(action.what.target))
        return tuple(
            State(
                id=i,
                domain=t.what.domain,
                route=t.what.route,
                name=self.name(i),
                description=state_description(
                    [one.description for one in self.ranked(i, _DESCRIBED)], leads.get(i, [])
                ),
                **common_of([t]),
            )
            for i, t in sorted(self._states.items())
        )

    def pages(self) -> tuple[PageInstance, ...]:
        """Return the page instances."""
        return tuple(
            PageInstance(id=i, url=t.what.url, state=t.what.state, **common_of([t]))
            for i, t in sorted(self._pages.items())
        )

    def actions(self) -> tuple[Action, ...]:
        """Return the actions."""
        return tuple(
            Action(
                id=i,
                source=t.what.source,
                target=t.what.target,
                triggers=tuple(sorted(self._triggers[i], key=lambda one: (-len(self._triggers[i][one]), one.key))),
                **common_of([t]),
            )
            for i, t in sorted(self._actions.items())
        )

    def sequences(self) -> tuple[IntentSequence, ...]:
        """Return the sequences; a group of merged ones counts as one."""
        return tuple(self._merged(group.members) for group in self._alive(self._sequences))

    def phrases(self) -> tuple[CognitivePhrase, ...]:
        """Return the phrases; a group of merged ones counts as one."""
        found = []
        for group in self._alive(self._phrases):
            known = self._living(group.members, self._phrases)
            newest = max((trace for _, trace in known), key=lambda trace: trace.newest)
            task = max(newest.uses.values(), key=lambda use: use.fact).task
            what = newest.what
            found.append(
                CognitivePhrase(
                    id=known[0][0],
                    task=task,
                    text=what.text,
                    states=what.states,
                    sequences=what.sequences,
                    **common_of([trace for _, trace in known]),
                )
            )
        return tuple(sorted(found, key=lambda phrase: phrase.id))

    def ranked(self, state: str, limit: int) -> tuple[IntentSequence, ...]:
        """Return the sequences of a state, best first: working ones before failing ones, then by use and length."""
        best = islice(self._ranked.get(state, ()), limit)
        return tuple(self._merged(self._groups[rank[-1]].members) for rank in best)

    def number(self, state: str) -> int:
        """Return the number of known sequences of a state."""
        return len(self._ranked.get(state, ()))

    def stretches(self, state: str) -> Iterator[Stretch]:
        """Yield every wording of the sequences of a state."""
        return (trace.what for trace in self._by_state.get(state, {}).values() if trace.uses)

    def stretch(self, key: str) -> Stretch | None:
        """Return one wording of a sequence by its id."""
        return self._sequences[key].what if key in self._sequences else None

    def has(self, key: str) -> bool:
        """Return whether an id of any kind is known and not pruned."""
        kinds: tuple[dict[str, Trace[Any]], ...] = (
            self._domains,
            self._states,
            self._pages,
            self._actions,
            self._sequences,
            self._phrases,
        )
        return any(key in kind and bool(kind[key].uses) for kind in kinds)

    def summaries(self) -> Iterator[tuple[str, str]]:
        """Yield id and task of every wording of the phrases."""
        for one, trace in self._phrases.items():
            if trace.uses:
                yield one, max(trace.uses.values(), key=lambda use: use.fact).task

    def route(self, state: str) -> str:
        """Return the route of a state, or an empty string."""
        return self._states[state].what.route if state in self._states else ""

    def name(self, state: str) -> str:
        """Return the readable name of a state, or an empty string."""
        if state not in self._states:
            return ""
        newest = self._states[state].what
        return newest.name or state_name(newest.host, newest.route)

    def members(self, key: str) -> tuple[str, ...]:
        """Return all ids that were merged with ``key``, and ``key`` itself, sorted."""
        return tuple(sorted(self._groups[key].members)) if key in self._groups else ()

    def same(self, key: str, other: str) -> bool:
        """Return whether two ids are equal or were merged."""
        group = self._groups.get(key)
        return key == other or (group is not None and other in group.members)

    def ids(self) -> dict[str, set[str]]:
        """Return the ids of all entities that are not pruned, by kind. The smallest id stands for a merged group."""
        return {
            "domains": set(self._domains),
            "states": set(self._states),
            "pages": set(self._pages),
            "actions": set(self._actions),
            "sequences": {self._first(group, self._sequences) for group in self._alive(self._sequences)},
            "phrases": {self._first(group, self._phrases) for group in self._alive(self._phrases)},
        }

    # -- bookkeeping ----------------------------------------------------------------------------------------------

    def _note(self, into: dict[str, Trace[T]], key: str, what: T, source: Sighting) -> None:
        if self._pruned.get(key, "") < source.fact:
            trace = into.get(key)
            if trace is None:
                trace = into[key] = Trace(what)
            trace.see(what, source)

    def _join(self, key: str, like: Iterable[str]) -> MergedGroup:
        group = self._groups.setdefault(key, MergedGroup({key}))
        for other in like:
            second = self._groups.setdefault(other, MergedGroup({other}))
            if second is not group:
                self._unrank(second)
                group.members |= second.members
                for member in second.members:
                    self._groups[member] = group
        return group

    @staticmethod
    def _living(members: Iterable[str], kind: dict[str, Trace[T]]) -> list[tuple[str, Trace[T]]]:
        """Return the members of one kind that are not pruned, sorted by id; a stranger's fact may merge two kinds."""
        return [(one, kind[one]) for one in sorted(members) if one in kind and kind[one].uses]

    def _alive(self, kind: dict[str, Trace[T]]) -> list[MergedGroup]:
        groups = {id(self._groups[one]): self._groups[one] for one, trace in kind.items() if trace.uses}
        return sorted(groups.values(), key=lambda group: self._first(group, kind))

    def _first(self, group: MergedGroup, kind: dict[str, Trace[T]]) -> str:
        return self._living(group.members, kind)[0][0]

    def _merged(self, members: Iterable[str]) -> IntentSequence:
        known = self._living(members, self._sequences)
        traces = [trace for _, trace in known]
        shown = max(traces, key=lambda trace: len(trace.uses))  # of two equally used ones, the lower id
        led = max((trace for trace in traces if trace.what.leads), key=lambda trace: trace.newest, default=shown)
        uses = sum(len(trace.uses) for trace in traces)
        successes = sum(trace.successes for trace in traces)
        tasks = Counter(use.task for trace in traces for use in trace.uses.values() if use.task)
        return IntentSequence(
            id=known[0][0],
            state=shown.what.state,
            intents=shown.what.intents,
            tasks=tuple(task for task, _ in sorted(tasks.items(), key=lambda item: (-item[1], item[0]))),
            successes=successes,
            failures=uses - successes,
            description=shown.what.description or describe(shown.what.intents),
            leads=led.what.leads,
            **common_of(traces),
        )

    def _rank(self, group: MergedGroup) -> None:
        self._unrank(group)
        known = self._living(group.members, self._sequences)
        if known:
            traces = [trace for _, trace in known]
            uses = sum(len(trace.uses) for trace in traces)
            good = sum(trace.successes for trace in traces)
            length = min(len(trace.what.intents) for trace in traces)
            group.rank = (uses - good > good, -(good + 1) / (uses + 2), -uses, length, known[0][0])
            group.state = traces[0].what.state  # kept: a stranger's fact may move the sequence to another state
            insort(self._ranked.setdefault(group.state, []), group.rank)

    def _unrank(self, group: MergedGroup) -> None:
        if group.rank is not None:
            ranks = self._ranked[group.state]
            del ranks[bisect_left(ranks, group.rank)]
            group.rank = None
