"""The catalogue, redesigns as values, and what is known of a page, as far as no browser is needed."""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import dataclass, fields
from importlib.resources import files
from pathlib import Path
from typing import Any, ClassVar

import pytest

from pytest_ami.testing.redesign import (
    Breaking,
    Deed,
    IdsRenamed,
    Keeping,
    Meaning,
    Mutation,
    Redesign,
    Redesigned,
    RedesignError,
    Reworded,
    ServerFails,
    Themed,
    Wrapped,
    added,
    catalogue,
    mutation,
    mutations,
    redesigned,
)
from pytest_ami.testing.redesign.catalogue import ROLES, suits, table
from pytest_ami.testing.redesign.page import SERVER_KINDS

DOCS = Path(__file__).parents[3] / "docs" / "redesigns.md"
SCRIPTS = "".join(one.read_text("utf-8") for one in (files("pytest_ami.testing.redesign") / "js").iterdir())
EVERY = list(mutations().values())


def named(kind: type[Mutation]) -> str:
    return kind.__name__


# ---- the catalogue --------------------------------------------------------------------------------------------------


def test_there_are_enough_of_each() -> None:
    keeping, breaking = mutations(Meaning.KEEPS), mutations(Meaning.BREAKS)
    assert len(keeping) >= 25
    assert len(breaking) >= 15
    assert {**keeping, **breaking} == mutations()


@pytest.mark.parametrize("kind", EVERY, ids=named)
def test_a_mutation_declares_itself(kind: type[Mutation]) -> None:
    assert kind.__doc__
    assert kind.__doc__.splitlines()[0].endswith(".")
    assert "|" not in kind.__doc__.splitlines()[0]
    made = kind()
    assert made.keeps is (made.meaning is Meaning.KEEPS) is issubclass(kind, Keeping)
    own = {one.name: one.default for one in fields(kind)}
    assert set(kind.choices) <= set(own)
    for name, offered in kind.choices.items():
        assert own[name] in offered
        for value in offered:
            assert getattr(kind(**{name: value}), name) == value


@pytest.mark.parametrize("kind", EVERY, ids=named)
def test_a_mutation_has_its_script_or_its_answer(kind: type[Mutation]) -> None:
    assert (f"KINDS.{kind.__name__} = " in SCRIPTS) is (kind not in SERVER_KINDS)


@pytest.mark.parametrize("kind", EVERY, ids=named)
def test_a_mutation_of_the_page_as_such_is_one_for_the_script_too(kind: type[Mutation]) -> None:
    found = re.search(rf"KINDS\.{kind.__name__} = .*?\n(?=KINDS|const|//|function|\Z)", SCRIPTS, flags=re.DOTALL)
    assert kind in SERVER_KINDS or (found is not None and ("page" in found[0]) >= kind.whole_page)


def test_roles_are_those_of_mutations_about_elements() -> None:
    assert not [kind for kind in ROLES if kind.whole_page]
    assert suits(IdsRenamed, 'x-odd "Thing"')
    assert suits(mutation("FieldLost"), 'textbox "To"')
    assert not suits(mutation("FieldLost"), 'button "To"')
    assert suits(mutation("FieldLost"), "*")
    assert not suits(Themed, 'button "To"')


def test_an_unknown_mutation_is_refused_by_name() -> None:
    with pytest.raises(RedesignError, match="no mutation is called 'IdsReamed'; there are IdsRenamed, "):
        mutation("IdsReamed")


@pytest.mark.parametrize("meaning", Meaning)
def test_the_documentation_shows_the_catalogue(meaning: Meaning) -> None:
    how = f"put what pytest_ami.testing.redesign.catalogue.table({meaning}) returns into {DOCS.name}"
    assert table(meaning) in DOCS.read_text("utf-8"), how


@pytest.mark.parametrize("line", re.findall(r"Redesign\(\(.*\)\)(?:, seed=\d+\))?", DOCS.read_text("utf-8")))
def test_the_lines_in_the_documentation_can_be_read(line: str) -> None:
    assert str(Redesign.parse(line)) == line


def test_what_the_documentation_tells_of_the_truth_is_there() -> None:
    names = re.findall(
        r"^\| `(\w+)(?:\(.*?\))?` \| [a-z]", DOCS.read_text("utf-8").split("## Lines")[0], flags=re.MULTILINE
    )
    assert len(names) >= 7
    assert not [name for name in names if not hasattr(Redesigned(Redesign()), name)]


# ---- one's own ------------------------------------------------------------------------------------------------------


@pytest.fixture
def forget_own() -> Any:
    """Take what a test adds out of the catalogue again."""
    yield
    catalogue._own.clear()
    mutations.cache_clear()


@pytest.mark.usefixtures("forget_own")
def test_a_mutation_of_ones_own_is_read_written_and_told() -> None:
    code = DOCS.read_text("utf-8").split("## Your own mutation")[1].split("```")[1].removeprefix("python\n")
    space: dict[str, Any] = {"__name__": "own"}
    exec(compile(code, "docs", "exec", dont_inherit=True), space)  # noqa: S102  (our own documentation)
    line = """Redesign((Emphasised(at='button "Send"', tag='i'), Emphasised()))"""
    read = Redesign.parse(line)
    assert read.keeps
    assert str(read) == line
    assert read.mutations[0] == space["Emphasised"](at='button "Send"', tag="i")
    assert list(mutations())[-1] == "Emphasised"
    script = Redesigned(read).script()
    assert script.count("KINDS.Emphasised = ") == 1
    assert "Emphasised" not in Redesigned(Redesign((IdsRenamed(),))).script()
    assert "Emphasised" not in table(Meaning.KEEPS)


@pytest.mark.usefixtures("forget_own")
def test_what_can_be_no_mutation_is_refused() -> None:
    @dataclass(frozen=True, kw_only=True)
    class Neither(Mutation):
        source: ClassVar[str] = "KINDS.Neither = {};"

    @dataclass(frozen=True, kw_only=True)
    class Mute(Breaking):
        pass

    @dataclass(frozen=True, kw_only=True)
    class Odd(Keeping):
        source: ClassVar[str] = "KINDS.Odd = {};"
        sizes: tuple[int, ...] = ()

    taken = type("Wrapped", (Keeping,), {"source": "KINDS.Wrapped = {};"})
    for kind, said in (
        (Neither, "derive it from Keeping or Breaking"),
        (Mute, "Mute has no script"),
        (Odd, "sizes needs a text"),
        (taken, "called Wrapped already"),
    ):
        with pytest.raises(RedesignError, match=said):
            added(kind)
    assert list(mutations().values()) == EVERY


# ---- values ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("made", "said"),
    [
        (lambda: Wrapped(share=101), "Wrapped: share is per cent, 0 to 100, not 101"),
        (lambda: Wrapped(share=-1), "Wrapped: share is a number from 0 to 999999, not -1"),
        (lambda: Wrapped(depth=True), "Wrapped: depth is int, not True"),
        (lambda: Wrapped(tag="script"), "Wrapped: tag is one of span, div, not 'script'"),
        (lambda: Reworded(at="Send"), "Reworded: at is [*] or role and name, such as button \"Send\", not 'Send'"),
    ],
)
def test_a_wrong_value_is_refused_in_words(made: Any, said: str) -> None:
    with pytest.raises(RedesignError, match=said):
        made()


def test_targets_are_filled_in() -> None:
    redesign = Redesign((Reworded(at='button "Delete" near {{item}}'), Themed()), seed=3)
    filled = redesign.filled({"item": "Blue kettle", "other": "x"})
    assert [one.at for one in filled.mutations] == ['button "Delete" near Blue kettle', "*"]
    assert (filled.seed, len(filled), redesign.filled({})) == (3, 2, redesign)


# ---- what is known of a page ----------------------------------------------------------------------------------------


class Calls:
    """A page that notes what is called on it."""

    def __init__(self) -> None:
        self.made: list[tuple[str, tuple[Any, ...]]] = []

    def __getattr__(self, name: str) -> Any:
        return lambda *args: self.made.append((name, args))


class Route:
    def __init__(self, method: str) -> None:
        self.request = type("Request", (), {"method": method})()
        self.answered: list[str] = []

    def fallback(self) -> None:
        self.answered.append("fallback")

    def fulfill(self, **answer: Any) -> None:
        self.answered.append(f"{answer['status']}")


LINE = "Redesign((IdsRenamed(), ServerFails(status=503), Wrapped()))"


def test_a_page_is_used_as_any_test_may() -> None:
    page = Calls()
    redesigned(page, LINE)
    assert [name for name, _ in page.made] == ["expose_binding", "add_init_script", "on", "route"]


def test_names_are_fresh_for_every_page_and_tell_nothing_of_each_other() -> None:
    one, other = Redesigned(Redesign()), Redesigned(Redesign())
    assert len({one._token, one._binding, other._token, other._binding}) == 4
    assert one._binding[1:] not in one._token
    assert one._token not in repr(one)


def test_the_server_is_answered_for_only_where_something_would_change() -> None:
    truth, page = Redesigned(Redesign.parse(LINE)), Calls()
    for name, args in truth.calls():
        getattr(page, name)(*args)
    ((_, answer),) = (args for name, args in page.made if name == "route")
    reads, writes = Route("GET"), Route("POST")
    answer(reads)
    answer(writes)
    assert (reads.answered, writes.answered) == (["fallback"], ["503"])
    assert (truth.applied, truth.idle) == ((0, 1, 0), ("IdsRenamed()", "Wrapped()"))


def test_counts_of_the_page_find_their_mutations_and_are_not_lost_with_it() -> None:
    truth = Redesigned(Redesign((IdsRenamed(), ServerFails(), Wrapped())))
    for news in ({"0": 2, "1": 1}, {"0": 1}, {}):
        truth._heard(None, {"applied": news, "url": "/"})
    assert truth.applied == (2, 0, 1)


def test_deeds_and_faults_are_heard_and_deeds_forgotten() -> None:
    truth = Redesigned(Redesign())
    for what in ("input", "input", "click", "click"):
        truth._heard(None, {"deed": what, "key": 'textbox "To"'})
    truth._heard(None, {"fault": "Wrapped: broken"})
    assert truth.deeds == [Deed(what, 'textbox "To"') for what in ("input", "click", "click")]
    truth.forget()
    assert (truth.deeds, truth.faults) == ([], ["Wrapped: broken"])


def test_what_is_no_redesign_is_not_laid_over_a_page() -> None:
    page = Calls()
    for wrong in ("IdsRenamed()", 7, None):
        with pytest.raises(RedesignError):
            redesigned(page, wrong)  # type: ignore[arg-type]
    assert page.made == []


@pytest.mark.slow
def test_looking_at_redesigns_imports_neither_hypothesis_nor_playwright() -> None:
    code = "import sys, pytest_ami.testing.redesign.fixture as f; print(*sys.modules)"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert not {"hypothesis", "playwright", "duckdb", "openai", "pytest"} & {*out.split()}
