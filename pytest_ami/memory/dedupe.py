"""Finds the parts of a new session that memory already has: by content hash and by similarity of texts; counts both.

It knows the memory fold and an embedder that the caller passes in. It must never know where facts are kept. It keeps
the computed vectors, so that no text is embedded twice in one process.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from pytest_ami.lexicon.embedding import SAME, Embedder, Vector, similarity
from pytest_ami.model.memory import Added, Counts, MemorySession, Stretch

from .merge_rules import IntentMeaning, meaning_of, text_of

if TYPE_CHECKING:
    from .memory_fold import MemoryFold

MergeCandidate = tuple[str, IntentMeaning, str]
"""Id, meaning and text of a sequence or phrase that may equal another one."""


class Deduplicator:
    """Finds similar sequences and phrases.

    Args:
        embedder: Returns the vectors whose distance says how similar two texts are.
    """

    def __init__(self, embedder: Embedder) -> None:
        """Start without any vectors."""
        self.embedder = embedder
        self._vectors: dict[str, Vector] = {}
        self._candidates: dict[str, MergeCandidate] = {}

    def similar_to(self, candidate: MergeCandidate, pool: Iterable[MergeCandidate]) -> tuple[str, ...]:
        """Return the ids in ``pool`` that have the same meaning as ``candidate`` and a similar text.

        Raises:
            Exception: The embedder failed.
        """
        near = [other for other in pool if other[0] != candidate[0] and other[1] == candidate[1]]
        if not near:
            return ()
        vectors = self._embed([candidate[2], *(words for _, _, words in near)])
        mine = vectors[0]
        return tuple(i for (i, _, _), other in zip(near, vectors[1:], strict=True) if similarity(mine, other) >= SAME)

    def with_similar(self, session: MemorySession, known: MemoryFold) -> MemorySession:
        """Return ``session``; each stretch gets the ids of similar ones, known or earlier in the session.

        Raises:
            Exception: The embedder failed.
        """
        done: list[Stretch] = []
        for stretch in session.stretches:
            earlier = (other for other in done if other.state == stretch.state)
            others = {other.id: other for other in (*known.stretches(stretch.state), *earlier)}
            pool = (self._candidate(other) for i, other in others.items() if not known.same(i, stretch.id))
            done.append(replace(stretch, like=self.similar_to(self._candidate(stretch), pool)))
        return replace(session, stretches=tuple(done))

    def _embed(self, texts: list[str]) -> list[Vector]:
        missing = list(dict.fromkeys(text for text in texts if text not in self._vectors))
        if missing:
            self._vectors.update(zip(missing, self.embedder(missing), strict=True))
        return [self._vectors[text] for text in texts]

    def _candidate(self, stretch: Stretch) -> MergeCandidate:
        found = self._candidates.get(stretch.id)
        if found is None:
            found = stretch.id, meaning_of(stretch.intents), text_of(stretch.intents)
            self._candidates[stretch.id] = found
        return found


def difference(session: MemorySession, known: MemoryFold) -> Added:
    """Return the numbers of entities that ``session`` creates and merges, before it is added to ``known``."""
    kinds = {
        "domains": {visit.domain for visit in session.visits},
        "states": {visit.state for visit in session.visits},
        "pages": {visit.id for visit in session.visits},
        "actions": {passage.id for passage in session.passages},
    }
    created = {kind: sum(not known.has(one) for one in ids) for kind, ids in kinds.items()}
    merged = {kind: len(ids) - created[kind] for kind, ids in kinds.items()}
    distinct = {stretch.id: stretch for stretch in session.stretches}
    new: set[str] = set()
    for one, stretch in distinct.items():
        if not any(known.has(other) or other in new for other in (one, *stretch.like)):
            new.add(one)
    return Added(
        created=Counts(**created, sequences=len(new)),
        merged=Counts(**merged, sequences=len(distinct) - len(new)),
        session=session.session,
        states=tuple(dict.fromkeys(visit.state for visit in session.visits)),
        sequences=tuple(distinct),
    )
