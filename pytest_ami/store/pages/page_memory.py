"""The memory of pages: actions of one task are known to the next task, in any process on the same store.

Rules of this module:

* The memory is kept as facts in the journal; everything else is a fold over them (DESIGN law 5).
* When ``add`` returns, other processes can read what it wrote: one line, written in full.
* Similarity is decided here, once, and written into the fact. So a look-up never needs an embedding.
* Operations come with secret values replaced by their names. Typed text that is not a parameter is not kept
  (``memory.page_history``).
* A fault of an embedder or of a disk is a warning. It never fails the task (DESIGN law 10).

It knows sessions and their facts. It must never know a page, a test's verdict, or a secret's value.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from pytest_ami.instructions.parameters import templatize
from pytest_ami.lexicon.embedding import Embedder, Lexical
from pytest_ami.memory.dedupe import Deduplicator, difference
from pytest_ami.memory.memory_text import format_operations, summary_text
from pytest_ami.memory.merge_rules import phrase_meaning
from pytest_ami.memory.page_history import calm, session_of
from pytest_ami.memory.page_identity import page_identity
from pytest_ami.memory.policy import PATTERN, TASK_CONTEXT, prunable
from pytest_ami.model.codec import from_plain, to_plain
from pytest_ami.model.errors import StoreError
from pytest_ami.model.memory import Added, Counts, MemorySession, PageOperation, Summary, digest
from pytest_ami.model.operation import Operation
from pytest_ami.store.duckdb.database import Database
from pytest_ami.store.facts import Fact, Kind, now
from pytest_ami.store.journal import Journal
from pytest_ami.store.warnings import warn_bookkeeping

from .memory_reader import MemoryReader
from .page_reads import PageReads
from .subtask_view import SubtaskView

if TYPE_CHECKING:
    from pytest_ami.memory.memory_fold import MemoryFold
    from pytest_ami.store.hot.process_tier import PageAnswer

SHOWN = 6
"""Maximum number of page operations in the text for a teacher."""

_DESCRIPTION = 300
"""Maximum length of a description that a teacher gave, in characters."""


class _Part(NamedTuple):
    """A session of a task that has no summary yet: its user, and the words of its teacher."""

    added: Added
    user: str
    description: str


class Memory:
    """The memory of pages of one store.

    Attributes:
        user_id: The user that sessions name if ``add`` names none (setting ``ami_user_id``).
        reads: Answers questions about pages; it has the hot tier.

    Args:
        folder: The ``.ami`` folder.
        journal: The journal of this process; None for read-only use.
        embedder: Measures the similarity of texts; see ``lexicon.embedding``.
    """

    def __init__(self, folder: Path, journal: Journal | None = None, *, embedder: Embedder | None = None) -> None:
        """Read nothing yet."""
        self.folder = folder
        self.user_id = ""
        self._deduplicator = Deduplicator(embedder or Lexical())
        self._journal = journal
        database = Database(folder, readonly=True)
        self._remembered = MemoryReader(database, journal)
        self.reads = PageReads(database, journal, self._remembered)
        self._unfinished: dict[str, list[_Part]] = {}
        self._numbers: dict[str, int] = {}

    @property
    def embedder(self) -> Embedder:
        """The embedder that measures the similarity of texts."""
        return self._deduplicator.embedder

    @embedder.setter
    def embedder(self, embedder: Embedder) -> None:
        self._deduplicator = Deduplicator(embedder)

    def snapshot(self) -> AbstractContextManager[None]:
        """Read the store at most once in a block; facts that this process writes in the block still count."""
        return self.reads.snapshot()

    # -- writing --------------------------------------------------------------------------------------------------

    def add(  # noqa: PLR0913  (all but the operations by keyword)
        self,
        operations: Iterable[Operation],
        *,
        session_id: str = "",
        task: str = "",
        success: bool = True,
        skip_cognitive_phrase: bool = False,
        generate_embeddings: bool = True,
        final_url: str = "",
        values: Mapping[str, str] | None = None,
        user_id: str | None = None,
        description: str = "",
        test: str = "",
        attempt: int = 1,
    ) -> Added:
        """Add one recording to the memory; return when another process can read it.

        Args:
            operations: The recorded operations, their secret values replaced by their names.
            session_id: Name of the session, ``{task_id}_{subtask_id}``; by default task and a number.
            task: In the words of the test.
            success: Whether the task succeeded; a failure counts against its sequences.
            skip_cognitive_phrase: Whether the task continues, so that ``finish_task`` summarizes it later.
            generate_embeddings: Whether similar sequences and phrases are looked for; without, only equal ones merge.
            final_url: The page after the last operation.
            values: Parameter values by name, without secrets; they become ``{{name}}``.
            user_id: The user; by default the attribute ``user_id``.
            description: The task in the words of its teacher, without values and secrets; it describes the phrase, and
                the sequence if there is only one.
            test: Node id of the test.
            attempt: Number of the attempt.

        Raises:
            StoreError: The store cannot be read, or was opened without a journal.
        """
        named = templatize(" ".join(task.split()), values or {})
        name = session_id or self.next_session(named)
        session = session_of(operations, final_url=final_url, values=values)
        session = replace(session, session=name, user=self.user_id if user_id is None else user_id, success=success)
        if not session.visits:
            return Added(session=name)
        words = templatize(" ".join(description.split()), values or {})[:_DESCRIPTION]
        if words and len(session.stretches) == 1:
            session = replace(session, stretches=(replace(session.stretches[0], description=words),))
        known = self._remembered.now()
        if generate_embeddings:
            session = self._with_similar(session, known)
        added = difference(session, known)
        self._write(Kind.MEMORY_SESSION, to_plain(session), task=named, test=test, attempt=attempt)
        if success and named:
            self._unfinished.setdefault(named, []).append(_Part(added, session.user, words))
            if not skip_cognitive_phrase:
                phrase = self.finish_task(named, generate_embeddings=generate_embeddings)
                added = replace(
                    added,
                    created=replace(added.created, phrases=phrase.created.phrases),
                    merged=replace(added.merged, phrases=phrase.merged.phrases),
                )
        return added

    def add_to_memory(
        self,
        user_id: str,
        operations: Iterable[Operation | Mapping[str, Any]],
        session_id: str,
        generate_embeddings: bool = True,  # noqa: FBT001, FBT002  (as above)
        skip_cognitive_phrase: bool = False,  # noqa: FBT001, FBT002
        *,
        task: str = "",
    ) -> Added:
        """Add the recording of a finished subtask to the memory; return when another process can read it.

        Args:
            user_id: The user, or an empty string.
            operations: Operations, or mappings in their wire format; their secret values replaced by their names.
            session_id: ``{task_id}_{subtask_id}``.
            generate_embeddings: As in ``add``.
            skip_cognitive_phrase: Whether more subtasks of the task follow. The summary is made with the last one.
            task: The task in words; by default the ``task_id``.

        Raises:
            StoreError: As for ``add``, or a mapping is no operation.
        """
        return self.add(
            [from_plain(Operation, one) if isinstance(one, Mapping) else one for one in operations],
            session_id=session_id,
            task=task or session_id.rpartition("_")[0] or session_id,
            generate_embeddings=generate_embeddings,
            skip_cognitive_phrase=skip_cognitive_phrase,
            user_id=user_id,
        )

    def blame(self, operations: Iterable[Operation], *, task: str = "", test: str = "") -> int:
        """Record a failure of a known way to do ``task``; return the number of sequences that it counts against.

        Args:
            operations: The way, see ``memory.page_history.operations_of``; unknown sequences are ignored.
            task: In the words of the test.
            test: Node id of the test.

        Raises:
            StoreError: The store cannot be read, or was opened without a journal.
        """
        known = self._remembered.now()
        stretches = tuple(stretch for stretch in session_of(operations).stretches if known.has(stretch.id))
        if stretches:
            session = MemorySession(session=self.next_session(f"blame {task}"), success=False, stretches=stretches)
            self._write(Kind.MEMORY_SESSION, to_plain(session), task=task, test=test)
        return len(stretches)

    def finish_task(
        self, task: str, *, values: Mapping[str, str] | None = None, text: str = "", generate_embeddings: bool = True
    ) -> Added:
        """Summarize a finished task in one phrase that covers all sessions added for it since its last summary.

        Args:
            task: As in ``add``.
            values: As in ``add``.
            text: The summary; by default the newest description of the task, or else the intents, page by page.
            generate_embeddings: As in ``add``.

        Raises:
            StoreError: The store cannot be read, or was opened without a journal.
        """
        named = templatize(" ".join(task.split()), values or {})
        parts = self._unfinished.pop(named, [])
        if not parts and not text:
            return Added()
        known = self._remembered.now()
        states = tuple(dict.fromkeys(state for part in parts for state in part.added.states))
        sequences = tuple(dict.fromkeys(one for part in parts for one in part.added.sequences))
        described = next((part.description for part in reversed(parts) if part.description), "")
        one = digest("phrase", calm(named).casefold())
        pool = ((i, phrase_meaning(words), words) for i, words in known.summaries() if not known.same(i, one))
        like: tuple[str, ...] = ()
        try:
            if generate_embeddings:
                like = self._deduplicator.similar_to((one, phrase_meaning(named), named), pool)
        except Exception as error:  # noqa: BLE001  (as below)
            self._embedder_failed(error)
        summary = Summary(
            id=one,
            text=text or described or summary_text(named, [known.stretch(i) for i in sequences], known.route),
            session=parts[-1].added.session if parts else "",
            user=parts[-1].user if parts else self.user_id,
            states=states,
            sequences=sequences,
            like=like,
        )
        old = any(known.has(i) for i in (one, *like))
        self._write(Kind.MEMORY_PHRASE, to_plain(summary), task=named)
        if len(known.phrases()) > TASK_CONTEXT.most:
            self.prune()
        count = Counts(phrases=1)
        return Added(merged=count) if old else Added(created=count)

    def prune(self) -> int:
        """Prune what expired, sequences that only fail, and the worst beyond the limits; return the number of ids.

        Each reason is a fact of its own; ``restore`` undoes it.

        Raises:
            StoreError: The store cannot be read, or was opened without a journal.
        """
        found = prunable(self._remembered.now(), now())
        for reason, ids in found.items():
            self._write(Kind.MEMORY_PRUNED, {"ids": ids, "reason": reason})
        return sum(map(len, found.values()))

    def forget(self, task: str, reason: str) -> str:
        """Forget what the facts so far say about a task; return the id of the fact that says so.

        ``restore`` undoes it; ``store.cold`` keeps the facts until then. Stored workflows are no part of the memory.

        Args:
            task: The task, as in the facts.
            reason: The reason, for people.

        Raises:
            StoreError: The memory was opened without a journal.
        """
        return self._write(Kind.MEMORY_FORGOTTEN, {"reason": reason}, task=task).id

    def restore(self, forgetting: str, reason: str) -> None:
        """Undo a forgetting or a pruning.

        Args:
            forgetting: Id of its fact.
            reason: The reason, for people.

        Raises:
            StoreError: The memory was opened without a journal.
        """
        self._write(Kind.MEMORY_RESTORED, {"fact": forgetting, "reason": reason})

    def next_session(self, task: str) -> str:
        """Return a name for another session of ``task``: the task and a number."""
        self._numbers[task] = self._numbers.get(task, 0) + 1
        return f"{task}_{self._numbers[task]}"

    # -- queries --------------------------------------------------------------------------------------------------

    def query_page_operations(self, url: str, limit: int = 20) -> tuple[PageOperation, ...]:
        """Return the known ways to act on the page at ``url``, best first, failing ones last.

        Raises:
            StoreError: The store cannot be read.
        """
        place = page_identity(url)
        if place is None:
            return ()
        return _living(self.reads.answer(place.state_id, limit))

    def format_page_operations(self, page: str | Iterable[PageOperation]) -> str:
        """Return the known ways to act on a page as text for a teacher; an empty string if there are none.

        Args:
            page: Its URL, or the result of ``query_page_operations``.

        Raises:
            StoreError: The store cannot be read.
        """
        if not isinstance(page, str):
            return format_operations(tuple(page))
        place = page_identity(page)
        if place is None:
            return ""
        answer = self.reads.answer(place.state_id, SHOWN)
        return format_operations(_living(answer), answer.number)

    def subtask(self) -> SubtaskView:
        """Return a view for one subtask: it queries each page once; a new view queries again."""
        return SubtaskView(self.format_page_operations)

    def entities(self) -> dict[str, tuple[Any, ...]]:
        """Return all entities by kind: domains, states, pages, actions, sequences, phrases.

        Raises:
            StoreError: The store cannot be read.
        """
        known = self._remembered.now()
        return {
            "domains": known.domains(),
            "states": known.states(),
            "pages": known.pages(),
            "actions": known.actions(),
            "sequences": known.sequences(),
            "phrases": known.phrases(),
        }

    def counts(self) -> Counts:
        """Return the number of entities of each kind.

        Raises:
            StoreError: The store cannot be read.
        """
        return Counts(**{kind: len(ids) for kind, ids in self._remembered.now().ids().items()})

    # -- bookkeeping ----------------------------------------------------------------------------------------------

    def _write(self, kind: Kind, data: Mapping[str, Any], *, task: str = "", test: str = "", attempt: int = 1) -> Fact:
        if self._journal is None:
            raise StoreError(
                "This memory is read-only",
                why="It was opened without a journal. Every addition is a line in a journal.",
                evidence=[f"store {self.folder}"],
                run="ami doctor",
            )
        fact = self._journal.append(kind, task=task, test=test, attempt=attempt, data=data)
        self._remembered.take(fact)
        return fact

    def _with_similar(self, session: MemorySession, known: MemoryFold) -> MemorySession:
        try:
            return self._deduplicator.with_similar(session, known)
        except Exception as error:  # noqa: BLE001  (an embedder is foreign code; if it fails, only equal hashes merge)
            self._embedder_failed(error)
            return session

    def _embedder_failed(self, error: Exception) -> None:
        name = getattr(self.embedder, "name", type(self.embedder).__name__)
        warn_bookkeeping(
            f"The embedder {name} failed ({error}). Similar sequences and phrases are not merged this time."
        )


def _living(answer: PageAnswer) -> tuple[PageOperation, ...]:
    """Return the operations of an answer that are not beyond their time now."""
    moment = now()
    known = zip(answer.operations, answer.last, strict=True)
    return tuple(one for one, last in known if not PATTERN.expired(last, moment))
