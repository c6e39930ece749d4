"""The memory of pages on a store: what it creates, merges, ranks, forgets, and shows to other processes."""

from __future__ import annotations

import threading
import time
import warnings
from collections.abc import Sequence
from pathlib import Path

import pytest

from pytest_ami.lexicon.embedding import Lexical
from pytest_ami.memory.policy import TASK_CONTEXT
from pytest_ami.model.codec import to_plain
from pytest_ami.model.errors import StoreError
from pytest_ami.model.memory import Counts, Intent, MemorySession, Stretch, Visit, digest
from pytest_ami.model.operation import Operation
from pytest_ami.store.facts import Fact, Kind, encode
from pytest_ami.store.journal import Journal
from pytest_ami.store.pages.page_memory import Memory
from pytest_ami.store.warnings import AmiWarning
from pytest_ami.store.workflow_store import WorkflowStore

URL = "http://127.0.0.1:50123/mail/inbox"


def way(*names: str, url: str = URL) -> list[Operation]:
    return [Operation(type="click", url=url, role="button", text=name, xpath=f"/{name}") for name in names]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / ".ami"


@pytest.fixture
def memory(folder: Path) -> Memory:
    return Memory(folder, Journal(folder, run="r1"))


def test_what_is_new_is_created_and_what_is_known_is_merged(memory: Memory) -> None:
    first = memory.add(way("Compose", "Send"), session_id="send_1", task="send email")
    assert first.created == Counts(domains=1, states=1, pages=1, sequences=1, phrases=1)
    assert first.merged == Counts()
    again = memory.add(way("Compose", "Send"), session_id="send_2", task="send email")
    assert again.created == Counts()
    assert again.merged == Counts(domains=1, states=1, pages=1, sequences=1, phrases=1)


def test_a_session_that_is_added_twice_counts_once(memory: Memory) -> None:
    for _ in range(3):
        memory.add(way("Send"), session_id="send_1", task="send email")
    (operation,) = memory.query_page_operations(URL)
    assert (operation.uses, operation.successes) == (1, 1)


def test_operations_without_a_page_leave_nothing(memory: Memory, folder: Path) -> None:
    assert memory.add([Operation(type="click", url="about:blank")], task="x").created == Counts()
    assert not folder.exists()


def test_another_process_on_the_store_sees_it_at_once(memory: Memory, folder: Path) -> None:
    other = Memory(folder)
    assert other.query_page_operations(URL) == ()
    memory.add(way("Send"), task="send email")
    assert [o.description for o in other.query_page_operations(URL)] == ["send email"]
    memory.add(way("Delete"), task="delete email")
    assert len(other.query_page_operations(URL)) == 2


@pytest.mark.slow
def test_it_survives_absorbing_and_losing_the_database(memory: Memory, folder: Path) -> None:
    store = WorkflowStore(folder, Journal(folder, run="r2"))
    memory.add(way("Send"), task="send email")
    store.absorb(strict=True)
    memory.add(way("Send"), task="send email", session_id="another")
    assert [o.uses for o in Memory(folder).query_page_operations(URL)] == [2]
    assert [o.uses for o in store.memory.query_page_operations(URL)] == [2]
    rows = store.facts("SELECT uses, successes, task FROM memory_sequences")
    assert rows == [{"uses": 2, "successes": 2, "task": "send email"}]
    assert store.facts("SELECT count(*) AS n FROM memory_pages") == [{"n": 1}]
    assert store.facts("SELECT times FROM memory_phrases") == [{"times": 2}]
    (folder / "workflows.duckdb").unlink()
    assert [o.uses for o in Memory(folder).query_page_operations(URL)] == [2]


def test_a_view_of_one_subtask_asks_once_and_the_next_one_asks_again(memory: Memory) -> None:
    first = memory.subtask()
    assert first(URL) == ""
    memory.add(way("Send"), task="send email")
    assert first(URL) == ""
    assert (
        memory.subtask()(URL) == 'Page operations (1 recorded)\n1. send email (worked 1 of 1)\n   - click button "Send"'
    )


def test_ways_are_ranked_and_failing_ones_are_last_and_marked(memory: Memory) -> None:
    memory.add(way("Old way"), task="old", session_id="1")
    for n in range(2):
        memory.add(way("Old way"), task="old", session_id=f"f{n}", success=False)
    memory.add(way("Once"), task="once")
    for n in range(3):
        memory.add(way("Menu", "Often"), task="often", session_id=str(n))
        memory.add(way("Direct"), task="direct", session_id=str(n))
    assert [o.description for o in memory.query_page_operations(URL)] == ["direct", "often", "once", "old"]
    assert [o.failing for o in memory.query_page_operations(URL)] == [False, False, False, True]
    assert "4. old (FAILING: worked 1 of 3)" in memory.format_page_operations(URL)


def test_what_never_worked_leaves_no_phrase(memory: Memory) -> None:
    added = memory.add(way("Send"), task="send email", success=False)
    assert added.created.phrases == 0
    assert memory.counts().phrases == 0


def test_one_phrase_sums_up_all_subtasks_of_a_task(memory: Memory) -> None:
    memory.add(way("Compose"), task="send email", skip_cognitive_phrase=True)
    memory.add(way("Send", url=URL + "/x"), task="send email", skip_cognitive_phrase=True)
    assert memory.counts().phrases == 0
    assert memory.finish_task("send email").created.phrases == 1
    assert memory.finish_task("send email").created.phrases == 0
    (phrase,) = memory.entities()["phrases"]
    assert (
        phrase.text == 'send email: on /mail/inbox: click button "Compose"; then on /mail/inbox/x: click button "Send"'
    )
    assert len(phrase.states) == len(phrase.sequences) == 2


def test_the_words_of_a_teacher_stand_before_those_of_roles_and_names(memory: Memory) -> None:
    both = way("Compose", "Send")
    memory.add(way("Send"), task="send", values={"to": "a@b.example"}, description="Sends the mail to a@b.example.")
    memory.add(both[:1], task="two", description="Sends from two pages.", skip_cognitive_phrase=True)
    memory.add([*way("Open"), *way("Done", url=URL + "/x")], task="two")
    known = memory.entities()
    assert {one.description for one in known["sequences"]} == {
        "Sends the mail to {{to}}.", "Sends from two pages.", "Open", "Press Done",
    }  # fmt: skip
    assert {one.task: one.text for one in known["phrases"]} == {
        "send": "Sends the mail to {{to}}.", "two": "Sends from two pages.",
    }  # fmt: skip


def test_the_graph_is_named_and_every_entity_says_who_saw_it_last(memory: Memory) -> None:
    sent = "http://127.0.0.1:50123/mail/sent"
    for number, name in enumerate(("Sent", "Outbox", "Sent"), 1):
        operations = [*way("Compose", name), Operation(type="navigate", url=sent, value="link")]
        wire = [
            {"type": one.type, "url": one.url, "role": one.role, "text": one.text, "value": one.value}
            for one in operations
        ]
        memory.add_to_memory("anna" if number < 3 else "", wire, f"look_{number}", False, number < 3)
    known = memory.entities()
    (action,) = known["actions"]
    assert [trigger.name for trigger in action.triggers] == ["Sent", "Outbox"]
    assert {state.name for state in known["states"]} == {"Mail: Inbox", "Mail: Sent"}
    assert {state.description for state in known["states"]} == {
        "Known actions: Press Compose and Sent; Press Compose and Outbox. Leads to Mail: Sent.", "",
    }  # fmt: skip
    (phrase,) = known["phrases"]
    assert (phrase.task, phrase.seen.count, len(phrase.sequences)) == ("look", 1, 2)
    assert {one.session_id for kind in known.values() for one in kind} == {"look_3", "look_2"}
    assert {one.user_id for one in known["sequences"]} == {"", "anna"}


def test_the_user_of_the_settings_is_noted(memory: Memory) -> None:
    memory.user_id = "anna"
    memory.add(way("Send"), task="send email")
    assert {one.user_id for kind in memory.entities().values() for one in kind} == {"anna"}


def test_without_embeddings_only_equal_ways_merge(memory: Memory) -> None:
    long = "Open the folder of all letters of the department, left"
    for number, name in enumerate((long, long + "."), 1):
        memory.add_to_memory("", way("Compose", name, "Send"), f"a_{number}", generate_embeddings=False)
    assert memory.counts().sequences == 2


def test_tasks_that_differ_in_values_are_one_phrase(memory: Memory) -> None:
    for n, name in enumerate(("anna", "bernd", "clara")):
        address = f"{name}@example.com"
        memory.add(way("Send"), task=f"mail {n} to {address}", values={"to": address}, session_id=str(n))
    (phrase,) = memory.entities()["phrases"]
    assert phrase.seen.count == 3


def test_likeness_merges_what_means_the_same(memory: Memory) -> None:
    long = "Open the folder of all letters of the department, left"
    first = memory.add(way("Compose", long, "Send"), task="a")
    second = memory.add(way("Compose", long + ".", "Send"), task="b")
    assert (first.created.sequences, second.created.sequences) == (1, 0)
    assert memory.counts().sequences == 1


@pytest.mark.parametrize(
    ("one", "other"),
    [("Send", "Send later"), ("Save", "Save all"), ("发送", "稍后发送"), ("Delete", "Delete draft"), ("Yes", "No")],
)
def test_likeness_never_merges_what_means_something_else(memory: Memory, one: str, other: str) -> None:
    class Blind:
        name = "blind"

        def __call__(self, texts: Sequence[str], /) -> list[Sequence[float]]:
            return [[1.0, 0.0] for _ in texts]

    memory.embedder = Blind()
    memory.add(way("Compose", one), task="a")
    memory.add(way("Compose", other), task="b")
    assert memory.counts().sequences == 2


def test_an_embedder_that_fails_warns_and_hashes_decide(memory: Memory) -> None:
    class Broken:
        name = "broken"

        def __call__(self, texts: Sequence[str], /) -> list[Sequence[float]]:
            raise OSError(f"no connection for {len(texts)} texts")

    memory.embedder = Broken()
    memory.add(way("Compose the first long letter", "Send"), task="a")
    with pytest.warns(AmiWarning, match="The embedder broken failed"):
        memory.add(way("Compose the  first  long letter!", "Send"), task="b")
    assert memory.counts().sequences == 2


def test_an_embedder_is_asked_once_for_a_text(memory: Memory) -> None:
    asked: list[str] = []

    class Counting(Lexical):
        name = "counting"

        def __call__(self, texts: Sequence[str], /) -> list[Sequence[float]]:
            asked.extend(texts)
            return super().__call__(texts)

    memory.embedder = Counting()
    for n in range(5):
        memory.add(way("Compose", f"Row {'abcde'[n]} of the list", "Send"), task="a", session_id=str(n))
    assert len(asked) == len(set(asked))


def test_what_is_hopeless_is_pruned_and_comes_back_when_it_works(memory: Memory) -> None:
    for n in range(3):
        memory.add(way("Broken"), task="x", session_id=str(n), success=False)
    memory.add(way("Send"), task="send email")
    assert memory.prune() == 1
    assert memory.prune() == 0
    assert [o.description for o in memory.query_page_operations(URL)] == ["send email"]
    memory.add(way("Broken"), task="x")
    assert {(o.description, o.uses) for o in memory.query_page_operations(URL)} == {("send email", 1), ("x", 1)}


@pytest.mark.slow
def test_phrases_do_not_grow_for_ever(memory: Memory, folder: Path) -> None:
    memory.add(way("Send"), task="send email", skip_cognitive_phrase=True)
    words = [f"{a}{b}" for a in "abcdefghijklmnopqrst" for b in "abcdefghijkl"]
    for word in words:
        memory.finish_task(f"{word} the {word} thing", text="done")
    assert memory.counts().phrases <= TASK_CONTEXT.most
    assert Memory(folder).counts() == memory.counts()


def test_a_known_way_that_failed_is_blamed_and_nothing_else_is(memory: Memory) -> None:
    memory.add(way("Compose", "Send"), task="send email")
    assert memory.blame(way("Compose", "Send"), task="send email") == 1
    assert memory.blame(way("Something", "Else"), task="send email") == 0
    assert [(o.successes, o.uses) for o in memory.query_page_operations(URL)] == [(1, 2)]


def test_a_memory_without_a_journal_is_to_look_at_only(folder: Path) -> None:
    with pytest.raises(StoreError, match="read-only"):
        Memory(folder).add(way("Send"), task="x")
    assert WorkflowStore(folder).memory.counts() == Counts()


def test_a_fact_that_does_not_read_is_left_out_with_one_warning(memory: Memory, folder: Path) -> None:
    journal = Journal(folder, run="r9")
    for _ in range(3):
        journal.append(Kind.MEMORY_SESSION, data={"visits": "nonsense"})
        journal.append(Kind.MEMORY_PRUNED, data={"ids": 7})
    memory.add(way("Send"), task="send email", session_id="before")
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        assert Memory(folder).counts().sequences == 1
    assert len(caught) == 1


def test_a_torn_line_is_no_knowledge(memory: Memory, folder: Path) -> None:
    memory.add(way("Send"), task="send email")
    memory.add(way("Delete"), task="delete email", skip_cognitive_phrase=True)
    (path,) = (folder / "journal").glob("*.jsonl")
    data = path.read_bytes()
    for cut in range(len(data) - 200, len(data)):
        path.write_bytes(data[:cut])
        assert Memory(folder).counts().sequences == 1
    path.write_bytes(data)
    assert Memory(folder).counts().sequences == 2


def test_four_threads_may_add_at_once(memory: Memory, folder: Path) -> None:
    def work(name: str) -> None:
        own = Memory(folder, Journal(folder, run="t", worker=name))
        for n in range(5):
            own.add(way("Compose", "Send"), task="send email", session_id=str(n))

    threads = [threading.Thread(target=work, args=(f"w{i}",)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert memory.counts() == Counts(domains=1, states=1, pages=1, sequences=1, phrases=1)
    assert [o.uses for o in memory.query_page_operations(URL)] == [20]


@pytest.mark.nightly  # a time; by day the same functions are tested for what they return
@pytest.mark.slow
@pytest.mark.parametrize("states", [1, 100])
def test_asking_takes_less_than_5_ms_at_10000_sequences(folder: Path, states: int) -> None:
    sessions = []
    for n in range(10_000):
        route = f"/page{n % states}x"
        state, domain = digest("state", "localhost", route), digest("domain", "localhost")
        visit = Visit(url=route, host="localhost", route=route, id=digest(route), state=state, domain=domain)
        intents = (Intent(kind="click", role="button", name=f"way {n}"), Intent(kind="click", name="Send"))
        stretch = Stretch(id=digest(str(n)), state=state, intents=intents)
        sessions.append(MemorySession(session=str(n), visits=(visit,), stretches=(stretch,), success=n % 7 > 0))
    journal = Journal(folder, run="many")
    journal.append(Kind.MEMORY_SESSION, data=to_plain(sessions[0]))
    lines = (Fact(kind="memory_session", run="many", task="t", data=to_plain(one)) for one in sessions[1:])
    with journal.path.open("ab") as file:
        file.write(b"".join(encode(line) for line in lines))
    memory = Memory(folder, Journal(folder, run="me"))
    assert memory.counts().sequences == 10_000
    url = "http://127.0.0.1:50000/page0x"
    times = []
    for n in range(30):
        memory.add([Operation(type="click", url=url, role="button", text=f"New {'abc'[n % 3]}", xpath="/n")], task="t")
        began = time.perf_counter()
        told = memory.subtask()(url)
        times.append(time.perf_counter() - began)
    assert told.startswith(f"Page operations ({10_000 // states + 3} recorded)")
    assert sorted(times)[15] < 0.005, f"median {sorted(times)[15] * 1000:.2f} ms"
