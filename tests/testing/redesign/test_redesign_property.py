"""Redesigns as values: drawn as asked, shrunk to the smallest, written down and read again; no text is ever run."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import fields
from typing import Any, cast

import pytest
from hypothesis import find, given, settings
from hypothesis import strategies as st

import pytest_ami.testing.redesign as catalogue
from pytest_ami.testing.redesign import Meaning, Mutation, Redesign, RedesignError, mutations
from pytest_ami.testing.redesign.catalogue import suits
from pytest_ami.testing.redesign.strategies import one_mutation, redesigns

MANY = settings(max_examples=200, deadline=None)
PAGE = ('button "Send"', 'textbox "To"', 'link "Inbox"', 'checkbox "Remember me"', 'button "Star" near Invoice')
NAME = st.text(max_size=12)
KEY = st.builds(
    '{} "{}"{}'.format, st.sampled_from(["button", "textbox", "x-y"]), NAME, st.just("") | NAME.map(" near {}!".format)
)


Test = Callable[[Redesign], bool]


def smallest(drawn: st.SearchStrategy[Redesign], test: Test, seed: int = 1) -> Redesign:
    """Return what Hypothesis shrinks a search to."""
    luck = random.Random(seed)  # noqa: S311  (a search, no secret)
    return find(drawn, test, random=luck, settings=settings(max_examples=20_000, database=None))


@st.composite
def hand_written(draw: st.DrawFn) -> Redesign:
    """Any redesign that can be, also with values that the strategies do not choose."""
    made: list[Mutation] = []
    for kind in draw(st.lists(st.sampled_from(list(mutations().values())), max_size=5)):
        values = {}
        for one in fields(kind):
            if one.name in kind.choices:
                values[one.name] = draw(st.sampled_from(kind.choices[one.name]))
            elif one.name == "at":
                values[one.name] = draw(st.just("*") | KEY)
            elif one.name == "share":
                values[one.name] = draw(st.integers(0, 100))
            else:
                values[one.name] = draw(NAME)
        made.append(kind(**values))
    return Redesign(tuple(made), draw(st.integers(-(2**53) + 1, 2**53 - 1)))


@MANY
@given(redesigns(min_size=0, max_size=6) | redesigns(keeps=False, targets=PAGE) | hand_written())
def test_what_is_written_is_read(redesign: Redesign) -> None:
    line = str(redesign)
    assert "\n" not in line
    assert Redesign.parse(line) == Redesign.parse(f"  {line}\n") == redesign
    assert repr(redesign) == line
    assert eval(line, {**vars(catalogue)}) == redesign  # noqa: S307  (our own line: where the names are imported)


@MANY
@given(redesigns(keeps=True, min_size=0, max_size=5))
def test_keeping_ones_keep(redesign: Redesign) -> None:
    assert redesign.keeps
    assert len(redesign) <= 5


@MANY
@given(redesigns(keeps=False, min_size=2, max_size=3))
def test_breaking_ones_break(redesign: Redesign) -> None:
    assert not redesign.keeps
    assert 2 <= len(redesign) <= 3


@MANY
@given(redesigns(targets=PAGE, max_size=6))
def test_targets_are_met_by_what_suits_them(redesign: Redesign) -> None:
    for one in redesign.mutations:
        assert one.at == "*" if one.whole_page else one.at in PAGE
        assert one.share == 100
        assert one.whole_page or suits(type(one), one.at)


@pytest.mark.variants(2)
@pytest.mark.parametrize(
    ("chosen", "found"),
    [
        ({"keeps": False}, lambda r: len(r.mutations) > 1),
        ({"keeps": None}, lambda r: any(one.share == 10 for one in r.mutations)),
        ({"targets": PAGE}, lambda r: len({one.at for one in r.mutations}) == 3),
        ({"keeps": False, "only": ["FieldLost", "Themed"]}, lambda r: len(r.mutations) == 4),
        ({}, lambda r: {one.keeps for one in r.mutations} == {True, False}),
    ],
)
def test_what_may_be_drawn_is_drawn(chosen: dict, found: Test) -> None:
    assert found(smallest(redesigns(**chosen), found))


@pytest.mark.variants(3)
@pytest.mark.parametrize(
    ("chosen", "culprit", "line"),
    [
        ({}, "Wrapped", "Redesign((Wrapped(),))"),
        ({}, "TagChanged", "Redesign((TagChanged(to='button'),))"),
        ({"keeps": False}, "FieldLost", "Redesign((FieldLost(),))"),
        ({"keeps": False}, "Wrapped", "Redesign((ControlRemoved(), Wrapped()))"),
        ({"targets": PAGE}, "IdsRenamed", """Redesign((IdsRenamed(at='button "Send"'),))"""),
        ({"targets": PAGE, "keeps": False}, "FieldLost", """Redesign((FieldLost(at='textbox "To"'),))"""),
    ],
)
@pytest.mark.parametrize("seed", range(3))
def test_a_failure_shrinks_to_the_one_mutation(chosen: dict, culprit: str, line: str, seed: int) -> None:
    def guilty(redesign: Redesign) -> bool:
        return any(type(one).__name__ == culprit for one in redesign.mutations)

    assert str(smallest(redesigns(**chosen), guilty, seed)) == line


@pytest.mark.nightly  # by day: test_a_failure_shrinks_to_the_one_mutation
def test_an_unlucky_combination_shrinks_to_itself() -> None:
    def both(redesign: Redesign) -> bool:
        names = [type(one).__name__ for one in redesign.mutations]
        return "Reworded" in names and "Wrapped" in names[names.index("Reworded") :]

    assert str(smallest(redesigns(keeps=True), both)) == "Redesign((Reworded(), Wrapped()))"


def test_hypothesis_prints_a_line_that_can_be_pasted() -> None:
    seen: list[Redesign] = []

    @settings(database=None, max_examples=300)
    @given(redesign=redesigns(keeps=True, targets=PAGE, only=["TagChanged", "IdsRenamed", "Wrapped"]))
    def survives(redesign: Redesign) -> None:
        if any(type(one).__name__ == "TagChanged" for one in redesign.mutations):
            seen.append(redesign)
            raise AssertionError("lost")

    with pytest.raises(AssertionError, match="lost") as caught:
        survives()
    told = getattr(caught.value, "__notes__", ())  # since Python 3.11
    for line in (one.strip() for note in told for one in note.splitlines() if one.strip().startswith("redesign=")):
        assert Redesign.parse(line.removeprefix("redesign=").rstrip(",")) == seen[-1]
    assert str(seen[-1]) == """Redesign((TagChanged(at='button "Send"', to='button'),))"""


@pytest.mark.parametrize(
    ("chosen", "said"),
    [
        ({"min_size": 3, "max_size": 2}, "no redesign has 3 to 2 mutations"),
        ({"min_size": -1}, "no redesign has -1 to 4 mutations"),
        ({"keeps": False, "min_size": 0, "max_size": 0}, "no redesign that breaks has 0 to 0 mutations"),
        ({"keeps": False, "only": ["IdsRenamed"]}, "breaks the meaning: no mutation is left to draw from"),
        ({"keeps": True, "only": ["ServerFails"]}, "keeps the meaning: no mutation is left to draw from"),
        ({"only": ["FieldLost"], "targets": ['button "Send"']}, "a redesign: no mutation is left"),
        ({"only": ["Gone"]}, "no mutation is called 'Gone'"),
        ({"without": mutations()}, "no mutation is left"),
        ({"only": ["IdsRenamed"], "targets": []}, "no mutation is left"),
        ({"targets": 'button "Send"'}, "targets are several"),
        ({"targets": ["Send"]}, "a target is \\* or role and name"),
    ],
)
def test_what_cannot_be_drawn_is_refused_at_once(chosen: dict, said: str) -> None:
    with pytest.raises(RedesignError, match=said):
        redesigns(**chosen)


def test_one_kind_with_all_its_parameters() -> None:
    depths: set[int] = set()

    @settings(max_examples=100, database=None)
    @given(one_mutation("Wrapped", ['button "Send"']))
    def drawn(one: Mutation) -> None:
        assert (type(one).__name__, one.at) == ("Wrapped", 'button "Send"')
        depths.add(one.depth)  # type: ignore[attr-defined]

    drawn()
    assert depths == {1, 2, 4}
    with pytest.raises(RedesignError, match="FieldLost: no mutation is left"):
        one_mutation("FieldLost", ['button "Send"'])


def test_only_and_without_take_names_and_classes() -> None:
    assert (
        str(smallest(redesigns(only=["Themed", catalogue.Wrapped], without=[catalogue.Themed]), bool))
        == "Redesign((Wrapped(),))"
    )
    with pytest.raises(RedesignError):
        redesigns(keeps=True, only=mutations(Meaning.BREAKS))


# ---- what is no redesign --------------------------------------------------------------------------------------------

WORDS = (
    "Redesign ( ) (( )) , [ ] { } = ** * : . \" ' \\ # lambda x IdsRenamed IdsRenamed() at share=1 seed=1 seed= @ ; ~ "
    "mutations= __import__('os').system('x') f'{1}' -1 1e999 0xfff... ... None True await yield := if else for in "
    "Redesign((IdsRenamed(),)) Wrapped(depth=2) b'' 1_0 '\\d' \u202e \u4e3b"
)
PIECES = st.sampled_from([*WORDS.split(), " ", "\n", "\0", "\ud800"])
CODE = st.lists(PIECES, max_size=25).map("".join) | st.lists(PIECES, max_size=25).map(" ".join)


@settings(max_examples=500, deadline=None)
@given(st.text() | CODE | CODE.map("Redesign(({},))".format) | CODE.map("Redesign((Reworded(to={}),))".format))
def test_anything_else_is_refused_with_a_word(line: str) -> None:
    try:
        read = Redesign.parse(line)
    except RedesignError:
        return
    assert Redesign.parse(str(read)) == read


@settings(max_examples=100, deadline=None)
@given(redesigns(max_size=3), st.data())
def test_a_damaged_line_is_refused_or_is_another_redesign(redesign: Redesign, data: st.DataObject) -> None:
    line = str(redesign)
    place = data.draw(st.integers(0, len(line)))
    cut = line[:place] + data.draw(PIECES) + line[place + data.draw(st.integers(0, 5)) :]
    try:
        read = Redesign.parse(cut)
    except RedesignError:
        return
    assert Redesign.parse(str(read)) == read


DEEP = {
    "unary": "-" * 19_000 + "1",
    "attributes": "a" + ".a" * 9_000,
    "brackets": "Redesign((" + "[" * 9_000,
    "closed": "Redesign((IdsRenamed(at=" + "(" * 90 + ")" * 90 + "),))",
    "calls": "Redesign" + "()" * 9_000,
    "parameter": "Redesign((IdsRenamed(share=" + "-" * 5_000 + "1),))",
    "sum": "Redesign((IdsRenamed(share=" + "1+" * 9_000 + "1),))",
    "strings": "Redesign((IdsRenamed(at=" + "''" * 9_000 + "),))",
    "power": "Redesign((Counted(count=9**9**9**9),))",
    "digits": "Redesign((), seed=" + "9" * 19_000 + ")",
    "hex digits": "Redesign((), seed=0x" + "f" * 19_000 + ")",
    "hex parameter": "Redesign((Counted(count=(-0x" + "f" * 19_000 + ",)),))",
    "hex text": "Redesign((IdsRenamed(at=-0x" + "f" * 19_000 + "),))",
    "huge": "Redesign((" + "IdsRenamed()," * 1_000_000 + "))",
    "long name": "Redesign((" + "I" * 19_000 + "(),))",
    "escape": r"Redesign((IdsRenamed(at='\d'),))",
    "run": "Redesign((__import__('os')._exit(3),))",
    "default": "Redesign((IdsRenamed(at=(lambda: __import__('os')._exit(3))()),))",
    "comprehension": "Redesign((IdsRenamed() for _ in iter(int, 1)))",
    "walrus": "(Redesign := ())",
    "f-string": "Redesign((IdsRenamed(at=f'{1}'),))",
    "bool": "Redesign((IdsRenamed(share=True),))",
    "yes": "Redesign((), seed=True)",
    "twice": "Redesign((IdsRenamed(share=1, share=2),))",
    "stars": "Redesign(*[()])",
    "more stars": "Redesign((IdsRenamed(**{'share': 1}),))",
    "both": "Redesign((), mutations=())",
    "unknown": "Redesign((IdsRenamed(colour='red'),))",
    "by place": "Redesign((IdsRenamed('*'),))",
    "base": "Redesign((Keeping(),))",
    "no choice": "Redesign((Themed(style='pink'),))",
    "too much": "Redesign((IdsRenamed(share=101),))",
    "too little": "Redesign((Delayed(ms=-1),))",
    "nobody": "Redesign((IdsRenamed(at='Send'),))",
    "statement": "import os",
    "nothing": "",
    "not one": "IdsRenamed()",
}


@pytest.mark.parametrize("line", DEEP.values(), ids=DEEP)
@pytest.mark.filterwarnings("error")
def test_a_hostile_line_is_refused_soon(line: str) -> None:
    began = time.process_time()
    with pytest.raises(RedesignError) as caught:
        Redesign.parse(line)
    assert time.process_time() - began < 1
    assert len(str(caught.value)) < 2500


@pytest.mark.parametrize("value", [None, b"Redesign(())", 7, ["Redesign(())"]])
def test_what_is_no_text_is_refused(value: Any) -> None:
    with pytest.raises(RedesignError, match="not a redesign"):
        Redesign.parse(value)


@pytest.mark.parametrize(
    "made", [lambda: Redesign((cast("Any", "IdsRenamed()"),)), lambda: Redesign((), True), lambda: Redesign((), 2**53)]
)
def test_what_is_no_redesign_cannot_be_made(made: Callable[[], Redesign]) -> None:
    with pytest.raises(RedesignError):
        made()


def test_a_list_of_mutations_is_as_good_as_a_tuple() -> None:
    assert Redesign([catalogue.IdsRenamed()]) == Redesign((catalogue.IdsRenamed(),))  # type: ignore[arg-type]
