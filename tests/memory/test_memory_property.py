"""Memory converges: twice is once, order does not matter, what is normalised stays as it is."""

from __future__ import annotations

import tempfile
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pytest_ami.lexicon.embedding import Lexical, similarity
from pytest_ami.memory.page_history import calm, kept_value, session_of, without_noise
from pytest_ami.memory.page_identity import clean_url, page_identity, state_route
from pytest_ami.memory.sightings import Sighting, Trace
from pytest_ami.model.memory import TEXT, Counts
from pytest_ami.model.operation import Operation
from pytest_ami.store.journal import Journal
from pytest_ami.store.pages.page_memory import Memory

MANY = settings(max_examples=300, deadline=None)
STORED = settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])

PIECES = st.one_of(
    st.sampled_from(
        ["orders", "17", "m1054", "收件箱", ":id", "{{to}}", "a b", "%2F", "..", "index.html", "", "a=b", "tab=x"]
    ),
    st.text(max_size=8),
)
URLS = st.builds(
    lambda host, path, query, fragment: f"http://{host}/{'/'.join(path)}{query}{fragment}",
    st.sampled_from(
        ["mail.example", "www.mail.example", "localhost:8000", "127.0.0.1:44444", "a:b@mail.example:81", "[::1]:5"]
    ),
    st.lists(PIECES, max_size=4),
    st.one_of(st.just(""), st.lists(PIECES, max_size=3).map(lambda parts: "?" + "&".join(parts))),
    st.one_of(st.just(""), PIECES.map("#{}".format), st.lists(PIECES, max_size=3).map(lambda p: "#/" + "/".join(p))),
)
TEXTS = st.one_of(
    st.text(max_size=100),
    st.sampled_from(
        ["Inbox (3)", "Inbox (3) 4", "a (1) (2)", "1 2 3", "{{to1}} (2)", "x" * 58 + "{{name}}", "x" * 57 + " (12)"]
    ),
)
PAGES = tuple(f"http://127.0.0.1:50001/{path}" for path in ("inbox", "sent", "inbox?page=2", "mail/17", "mail/18"))
OPERATIONS = st.builds(
    lambda kind, url, name, value, tab: Operation(
        type=kind, url=url, role="button", text=name, value=value, xpath=f"/{name}", tab=tab
    ),
    st.sampled_from(
        ["click", "click", "input", "check", "uncheck", "dblclick", "select", "leaving", "navigate", "hover"]
    ),
    st.sampled_from(PAGES),
    st.sampled_from(["Send", "Send later", "Open the letter number one", "Open the letter number  one.", "Inbox (3)"]),
    st.sampled_from(["", "a@example.com", "link", "typed"]),
    st.sampled_from([0, 0, 0, 1]),
)
SESSIONS = st.lists(st.tuples(st.lists(OPERATIONS, max_size=8), st.booleans()), min_size=1, max_size=4)
VALUES = {"to": "a@example.com"}


@MANY
@given(URLS)
def test_routes_and_urls_stay_as_they_are(url: str) -> None:
    place = page_identity(url)
    if place is None:
        return
    assert state_route(place.route) == place.route
    assert state_route(f"http://{place.host}{place.route}") == place.route
    clean = clean_url(url)
    assert clean_url(clean) == clean
    assert page_identity(clean) is not None


@MANY
@given(TEXTS)
def test_texts_and_values_stay_as_they_are(text: str) -> None:
    assert calm(calm(text)) == calm(text)
    assert len(calm(text)) <= TEXT
    for kind in ("fill", "select", "press", "click"):
        kept = kept_value(kind, text, secret=False)
        assert kept_value(kind, kept, secret=False) == kept


@MANY
@given(st.lists(OPERATIONS, max_size=10))
def test_noise_is_dropped_once(operations: list[Operation]) -> None:
    kept = without_noise(operations)
    assert without_noise(kept) == kept
    assert len(kept) <= len(operations)


@MANY
@given(st.lists(OPERATIONS, max_size=10), st.text(min_size=3, max_size=12))
def test_what_was_typed_is_never_kept(operations: list[Operation], typed: str) -> None:
    marked = f"\u2620{typed}"
    secret = [Operation(type="input", url=PAGES[0], role="textbox", text="Name", value=marked, xpath="/x")]
    assert "\u2620" not in repr(session_of([*operations, *secret], values=VALUES))


@MANY
@given(st.text(max_size=60), st.text(max_size=60))
def test_likeness_is_a_cosine(one: str, other: str) -> None:
    first, second = Lexical()([one, other])
    assert -1.001 <= similarity(first, second) <= 1.001
    assert abs(similarity(first, second) - similarity(second, first)) < 1e-9


@STORED
@given(SESSIONS)
def test_adding_twice_creates_nothing(sessions: list[tuple[list[Operation], bool]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        memory = Memory(Path(folder), Journal(Path(folder), run="r"))
        for n, (operations, success) in enumerate(sessions):
            memory.add(operations, session_id=str(n), task="do it", success=success, values=VALUES)
        counts = memory.counts()
        for n, (operations, success) in enumerate(sessions):
            added = memory.add(operations, session_id=f"again {n}", task="do it", success=success, values=VALUES)
            assert added.created == Counts()
        assert memory.counts() == counts
        assert Memory(Path(folder)).counts() == counts


@STORED
@given(SESSIONS.flatmap(lambda sessions: st.tuples(st.just(sessions), st.permutations(sessions))))
def test_the_order_of_sessions_does_not_matter(
    both: tuple[list[tuple[list[Operation], bool]], list[tuple[list[Operation], bool]]],
) -> None:
    found = []
    for sessions in both:
        with tempfile.TemporaryDirectory() as folder:
            memory = Memory(Path(folder), Journal(Path(folder), run="r"))
            for operations, success in sessions:
                memory.add(
                    operations, session_id=memory.next_session("s"), task="do it", success=success, values=VALUES
                )
            known = memory.entities()
            ids = {kind: {entity.id for entity in entities} for kind, entities in known.items()}
            rates = {one.id: (one.successes, one.failures) for one in known["sequences"]}
            told = {page: [(o.id, o.uses) for o in memory.query_page_operations(page)] for page in PAGES}
            found.append((ids, rates, told))
    assert found[0] == found[1]


@STORED
@given(SESSIONS)
def test_created_is_what_the_counts_grow_by(sessions: list[tuple[list[Operation], bool]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        memory = Memory(Path(folder), Journal(Path(folder), run="r"))
        before = memory.counts()
        for operations, success in sessions:
            added = memory.add(operations, task="do it", success=success, values=VALUES)
            after = memory.counts()
            for kind in ("domains", "states", "pages", "actions", "phrases"):
                assert getattr(after, kind) - getattr(before, kind) == getattr(added.created, kind), kind
            assert after.sequences - before.sequences <= added.created.sequences
            before = after


@MANY
@given(
    st.lists(
        st.one_of(
            st.builds(
                lambda fact, who, success: Sighting(fact=f"{fact:02}", at="", who=who, success=success),
                st.integers(0, 30),
                st.sampled_from("abc"),
                st.booleans(),
            ),
            st.integers(0, 30).map("{:02}".format),
        ),
        max_size=20,
    )
)
def test_successes_are_the_sessions_whose_newest_word_is_success(said: list[Sighting | str]) -> None:
    trace = Trace("it")
    for one in said:
        if isinstance(one, str):
            trace.forget(one)
        else:
            trace.see("it", one)
        assert trace.successes == sum(use.success for use in trace.uses.values())
