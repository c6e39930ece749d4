"""Declared similarity selects a text that says less, or the same in another form, and never another deed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_ami.instructions.index import Index
from pytest_ami.instructions.retrieval import WorkflowsSimilarError, select
from pytest_ami.instructions.selection import Choice, likeness
from pytest_ami.lexicon import request_words, vocabulary
from pytest_ami.lexicon.contrasts import CONTRASTS, REVERSED, TITLES
from pytest_ami.lexicon.embedding import Vector
from pytest_ami.model.errors import AmiError, WorkflowMissingError
from pytest_ami.model.workflow import Parameter, Workflow
from tests.support.matching import cases, stored


def flow(task: str, *parameters: str) -> Workflow:
    return Workflow(task=task, steps=(), parameters=tuple(Parameter(name=name) for name in parameters))


def similar(text: str, *flows: Workflow | Index, **more: object) -> Choice | None:
    index = flows[0] if isinstance(flows[0], Index) else Index(flows)  # type: ignore[arg-type]
    try:
        return select(text, index, similar=True, **more)  # type: ignore[arg-type]
    except AmiError:
        return None


CORPUS, CASES = Index(stored()), cases()
PAGE, MAIL = flow("archive a page", "title"), flow("删除邮件", "subject")


@pytest.mark.parametrize(
    ("text", "task", "values"),
    [
        ("archive 'R-17'", "archive a page", {"title": "R-17"}),
        ("Please archive it: 'R-17'", "archive a page", {"title": "R-17"}),
        ("Archiving the page 'R-17'", "archive a page", {"title": "R-17"}),
        ("archiving a page with the title 'R-17'", "archive a page", {"title": "R-17"}),
        ("删除“周报”", "删除邮件", {"subject": "周报"}),
        ("请把“周报”删掉", "删除邮件", {"subject": "周报"}),
    ],
)
def test_a_text_that_says_less_selects_where_that_is_declared_and_suggests_elsewhere(
    text: str, task: str, values: dict[str, str]
) -> None:
    choice = similar(text, PAGE, MAIL)
    assert choice is not None
    assert (choice.workflow.task, choice.how, choice.values, choice.missing) == (task, "similarity", values, ())
    assert 0.8 <= choice.likeness < 1
    assert similar(text, PAGE, MAIL, near=0.95) is None
    with pytest.raises(WorkflowMissingError, match=f"Did you mean '{task}'"):
        select(text, (PAGE, MAIL))


def test_what_words_select_is_not_similar() -> None:
    choice = similar("archive a page 'R-17'", PAGE)
    assert choice is not None
    assert (choice.how, choice.likeness) == ("meaning", 0.0)


@pytest.mark.parametrize(
    "text",
    [
        "delete 'R-17'",
        "unarchive 'R-17'",
        "don't archive 'R-17'",
        "never archive 'R-17'",
        "archive all 'R-17'",
        "archive the pages 'R-17'",
        "archive 'R-17' tomorrow",
        "archive 'R-17' if it is old",
        "archive the project 'R-17'",
        "archive the page plan 'R-17'",
        "archive project 'R-17'",
        "archive 'R-17' and 'R-18'",
        "archive 'R-17' and delete it",
        "cancel archiving 'R-17'",
        "stop archiving the page 'R-17'",
        "archive 'R-17'?",
        "archived the page 'R-17'",
        "new 'R-17'",
        "page 'R-17'",
        "'R-17'",
    ],
)
def test_other_words_are_another_deed(text: str) -> None:
    assert similar(text, PAGE) is None


@pytest.mark.parametrize(
    "text",
    [
        "恢复“周报”",
        "不要删除“周报”",
        "别删“周报”",
        "取消删除“周报”",
        "删除全部“周报”",
        "删除草稿“周报”",
        "明天删除“周报”",
        "删除所有邮件“周报”",
    ],
)
def test_other_chinese_words_are_another_deed(text: str) -> None:
    assert similar(text, MAIL) is None


@pytest.mark.parametrize(
    "task",
    [
        "archive all pages",
        "archive pages",
        "archive everything",
        "archive page 2",
        "archive old pages",
        "archive page plan",
        "archive page permanently",
        "archive draft later",
        "归档所有页面",
        "归档全部",
    ],
)
def test_a_flow_with_a_wider_or_narrower_extent_is_not_what_a_shorter_text_means(task: str) -> None:
    verb = "archive" if task.isascii() else "归档"
    assert similar(f"{verb} 'R-17'", flow(task, "title")) is None


def test_near_ties_are_refused_by_name() -> None:
    other = flow("archive an invoice", "number")
    with pytest.raises(WorkflowsSimilarError, match="'archive a page', 'archive an invoice'"):
        select("archive 'R-17'", (PAGE, other), similar=True)
    many = [flow(f"archive {chr(97 + n)}{noun}", "title") for n in range(12) for noun in ("zz", "yy", "xx", "ww", "vv")]
    assert similar("archive 'R-17'", PAGE, *many) is None


# -- no contrast of the lexicon ---------------------------------------------------------------------------------------


def _alternatives(pattern: re.Pattern[str]) -> list[str]:
    """Return plain words of one side of a contrast."""
    parts = re.split(r"\|(?![^()]*\))", pattern.pattern)
    plain = [
        re.sub(r"\(\?<!\\w\)|\(\?!\\w\)|\(\?<![^)]*\)|\(\?:[^)]*\)\??|\[[^]]*\]|\\w[*+]", "", part) for part in parts
    ]
    return [re.sub(r"\w\?", "", word).strip() for word in plain if word and "\\" not in word]


SIDES = [
    (one, other)
    for pair in (*CONTRASTS, *TITLES, *REVERSED)
    for first, second in (pair, pair[::-1])
    for one, other in product(_alternatives(first)[:3], _alternatives(second)[:3])
]
VERB_GROUPS = [[p for p in line.split(", ") if p] for line in request_words.ACTIONS.values()]
NOUNS = ["page", "project", "mail", "页面", "邮件"]
SCOPES = [word.strip() for line in vocabulary.QUALIFIERS.values() for word in line.split(",")]
DOUBTS = [
    word.strip()
    for word in request_words.DOUBTFUL.split(",")
    if word.strip() not in ("please", "and", "it", "then", "并", "并且", "以及", "和")
]


def phrase_of(verb: str, noun: str) -> str:
    return f"{verb}{noun}" if not verb.isascii() and not noun.isascii() else f"{verb} {noun}"


@given(
    st.sampled_from(SIDES), st.sampled_from(NOUNS), st.sampled_from(["{} 'X-1'", "{}, title: 'X-1'", "please {} 'X-1'"])
)
def test_no_side_of_a_contrast_selects_the_other(sides: tuple[str, str], noun: str, form: str) -> None:
    one, other = sides
    task = flow(phrase_of(one, noun), "title")
    for text in (other, phrase_of(other, noun)):
        choice = similar(form.format(text), task)
        assert choice is None or one in text, (task.task, text)


@given(st.sampled_from(VERB_GROUPS), st.sampled_from(VERB_GROUPS), st.sampled_from(NOUNS), st.data())
def test_no_verb_selects_a_task_with_another_verb(
    own: list[str], other: list[str], noun: str, data: st.DataObject
) -> None:
    verb, asked = data.draw(st.sampled_from(own)), data.draw(st.sampled_from(other))
    choice = similar(f"{asked} 'X-1'", flow(phrase_of(verb, noun), "title"))
    assert choice is None or own is other or asked in verb or verb in asked, (verb, asked)


@given(st.sampled_from(VERB_GROUPS), st.sampled_from(NOUNS), st.sampled_from(["un", "de", "dis", "re"]), st.data())
def test_no_other_direction_is_selected(own: list[str], noun: str, start: str, data: st.DataObject) -> None:
    verb = data.draw(st.sampled_from(own))
    asked = f"{start}{verb}" if verb.isascii() else f"反{verb}" if "取消" in own else f"取消{verb}"
    assert similar(f"{asked} 'X-1'", flow(phrase_of(verb, noun), "title")) is None
    assert similar(f"{verb} 'X-1'", flow(phrase_of(asked, noun), "title")) is None


@given(st.sampled_from(VERB_GROUPS), st.sampled_from(NOUNS), st.sampled_from([*DOUBTS, *SCOPES]), st.data())
def test_no_word_of_extent_time_or_condition_is_dropped(
    own: list[str], noun: str, more: str, data: st.DataObject
) -> None:
    verb = data.draw(st.sampled_from(own))
    task = flow(phrase_of(verb, noun), "title")
    for text in (f"{verb} {more} 'X-1'", f"{more} {verb} 'X-1'", f"{verb} 'X-1' {more}", f"{verb}{more}“X-1”"):
        choice = similar(text, task)
        assert choice is None or choice.how != "similarity", (task.task, text)
    wider = flow(f"{verb} {more} {noun}", "title")
    assert similar(f"{verb} 'X-1'", wider) is None or more in verb


@pytest.mark.variants(11)
@pytest.mark.parametrize("task", [workflow.task for workflow in CORPUS.workflows])
def test_no_instruction_of_the_corpus_runs_another_task(task: str) -> None:
    rest = Index(workflow for workflow in CORPUS.workflows if workflow.task != task)
    texts = [case.text for case in CASES if case.task == task]
    assert [text for text in texts if ran(text, rest)] == []


@pytest.mark.slow
def test_no_instruction_for_nothing_stored_runs_a_task() -> None:
    assert [case.text for case in CASES[::11] if case.kind == "others" and ran(case.text, CORPUS)] == []


def ran(text: str, index: Index) -> bool:
    choice = similar(text, index)
    return choice is not None and choice.whole


# -- another measure --------------------------------------------------------------------------------------------------


class Axes:
    """An embedder for a few words; all else is far from them."""

    name = "axes"

    def __init__(self, **vectors: tuple[float, float]) -> None:
        self.vectors, self.asked = vectors, 0

    def __call__(self, texts: Sequence[str], /) -> list[Vector]:
        self.asked += 1
        return [(*self.vectors[text], 0.0) if text in self.vectors else (0.0, 0.0, 1.0) for text in texts]


def test_an_embedder_measures_instead_and_the_words_still_decide() -> None:
    near = Axes(**{"archive": (1, 0), "archive a page": (1, 0.1), "shelve": (1, 0), "unarchive": (1, 0)})
    choice = similar("archive 'R-17'", PAGE, embed=near)
    assert choice is not None
    assert choice.likeness == pytest.approx(0.995, abs=0.001)
    assert similar("shelve 'R-17'", PAGE, embed=near) is None
    assert similar("unarchive 'R-17'", PAGE, embed=near) is None
    assert likeness("shelve 'R-17'", (PAGE,), near)[0][1] > 0.9  # it suggests
    far = Axes(**{"archive": (1, 0), "archive a page": (0, 1)})
    assert similar("archive 'R-17'", PAGE, embed=far) is None


def test_an_embedder_that_gives_nothing_leaves_the_built_in_likeness() -> None:
    class Silent:
        name = "silent"

        def __call__(self, _texts: Sequence[str], /) -> list[Vector]:
            return []

    assert similar("archive 'R-17'", PAGE, embed=Silent()) == similar("archive 'R-17'", PAGE)
