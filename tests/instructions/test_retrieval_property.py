"""Properties of every instruction: retrieval omits nothing, invents nothing, and answers the same text alike."""

# ruff: noqa: SIM905  (lists of words read best as text)

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_ami.instructions.index import Index
from pytest_ami.instructions.retrieval import select
from pytest_ami.instructions.selection import Choice
from pytest_ami.instructions.tokenize import Vocabulary, tokenize
from pytest_ami.model.errors import AmiError
from pytest_ami.model.workflow import Parameter, Workflow
from pytest_ami.teachers.llm.instruction_reader import verified
from tests.support.choosing import choose
from tests.support.matching import stored

MANY = settings(max_examples=150, deadline=None)
PARAMETERS = (Parameter(name="to", type="email"), Parameter(name="subject"), Parameter(name="body"))
MAIL = Workflow(
    task="send email",
    steps=(),
    parameters=PARAMETERS,
    aliases=("发送邮件", "write an email"),
    templates=("给 {{to}} 发送一封邮件，主题是'{{subject}}'，内容是'{{body}}'",),
)
CORPUS = Index(stored())
ADDRESS = st.from_regex(r"[a-z][a-z0-9.]{0,5}[a-z0-9]@[a-z]{2,6}\.(com|cn|org)", fullmatch=True)
INSIDE = st.text(st.sampled_from(list("abc XYZ 5,.!?:;主题内容测试，。：不要别=-")), min_size=1, max_size=20)
FORMS = (
    'please send an email to {to} with the subject "{subject}" and the body "{body}"',
    'to {to}: subject "{subject}", body "{body}", send email',
    "麻烦发一封邮件给 {to}，主题“{subject}”，正文“{body}”",
    "帮我 send email 给 {to}，body 是「{body}」，subject 是「{subject}」",
)
WORD = st.sampled_from(
    "not later never invoice delete tomorrow unless draft all every cc if then twice without 不要 明天 然后 所有 附件 "
    "草稿 定时 别 fax forward schedule bcc secretly".split()
)
PIECES = st.lists(
    st.sampled_from(
        "send email delete close issue 发送 邮件 to subject body 'A' \"B\" a@b.cn , : 5 给 主题 please ? not - 订单 "
        "HW-1 cancel order the card block 冻结 。".split()
    ),
    max_size=12,
).map(" ".join)


def answer(text: str, stored_: object) -> Choice | None:
    try:
        return select(text, stored_)  # type: ignore[arg-type]
    except AmiError:
        return None


@MANY
@given(st.sampled_from(FORMS), ADDRESS, INSIDE, INSIDE)
def test_whatever_stands_in_quotation_marks_is_a_value_and_nothing_else(
    form: str, to: str, subject: str, body: str
) -> None:
    values = {"to": to, "subject": subject, "body": body}
    choice = choose(form.format(**values), (MAIL,))
    assert choice.values == values
    assert choice.whole


@MANY
@given(st.sampled_from(FORMS), WORD, st.integers(0, 30))
def test_a_word_too_many_anywhere_selects_nothing(form: str, word: str, place: int) -> None:
    words = form.split(" ")
    words.insert(place % (len(words) + 1), word)
    text = " ".join(words).format(to="a@b.cn", subject="s", body="b")
    inside = tokenize(text, Vocabulary()).values
    if not any(word in value.text for value in inside):
        assert answer(text, (MAIL,)) is None, text


@MANY
@given(PIECES)
def test_a_value_stands_in_the_text_and_the_answer_does_not_depend_on_the_order(text: str) -> None:
    choice = answer(text, CORPUS)
    again = answer(text, tuple(reversed(CORPUS.workflows)))
    assert (choice is None) == (again is None)
    if choice is not None and again is not None:
        assert (choice.workflow, choice.values, choice.how) == (again.workflow, again.values, again.how)
        assert all(value in text for value in choice.values.values())
        assert set(choice.values) <= {parameter.name for parameter in choice.workflow.parameters}


@MANY
@given(st.text(max_size=60))
def test_any_text_is_heard_whole(text: str) -> None:
    said = tokenize(text, Vocabulary())
    assert all(not text[atom.start : atom.end].isspace() or text[atom.start : atom.end] == "\n" for atom in said.atoms)
    spans = [(value.start, value.end) for value in said.values] + [(atom.start, atom.end) for atom in said.atoms]
    covered = {n for start, end in spans for n in range(start, end)}
    assert all(n in covered for n, char in enumerate(text) if char.isalnum())
    answer(text, (MAIL,))


@MANY
@given(st.text(max_size=40), st.text(max_size=60), st.dictionaries(st.sampled_from(["to", "subject", "body"]), INSIDE))
def test_nothing_of_a_model_counts_that_does_not_stand_in_the_text(
    text: str, content: str, offered: dict[str, str]
) -> None:
    import json

    for said in (content, json.dumps({"values": offered})):
        found = verified(said, text, PARAMETERS, {})
        assert all(value in text for value in found.values())
