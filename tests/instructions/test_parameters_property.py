"""Properties of every text: filling a template gives back its text, and reading gives back the written value."""

from __future__ import annotations

import contextlib
import random

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from pytest_ami.instructions.parameters import (
    check,
    extract,
    infer_type,
    instruction_template,
    names,
    render,
    templatize,
)
from pytest_ami.instructions.template import fits
from pytest_ami.lexicon.text_normalization import action_score, cut, field_score, normalise, same_meaning, split
from pytest_ami.model.errors import ParameterError, WorkflowAmbiguousError, WorkflowMissingError
from pytest_ami.model.workflow import Parameter, Workflow
from tests.support.choosing import choose

MANY = settings(max_examples=200, deadline=None)

CHARS = st.sampled_from(list("ab Zé9_-.,:;'\"“”‘’「」『』{}=@\n主题是测试，。：给"))
TEXT = st.text(CHARS, max_size=40) | st.text(max_size=30)
VALUE = st.text(CHARS, min_size=1, max_size=8)
VALUES = st.dictionaries(st.sampled_from(["to", "subject", "body", "x"]), VALUE, max_size=4)
ADDRESS = st.from_regex(r"[a-z][a-z0-9.]{0,5}[a-z0-9]@[a-z]{2,6}\.(com|cn|org)", fullmatch=True)
WORDY = st.text(st.sampled_from(list("abc XYZ 5,.!?:;主题内容测试，。：=-")), min_size=1, max_size=20)
MAIL = (Parameter(name="to", type="email"), Parameter(name="subject"), Parameter(name="body"))

PATTERNS = (
    "给 {{to}} 发送邮件，主题是'{{subject}}'，内容是'{{body}}'",
    "给{{to}}发一封邮件，标题为「{{subject}}」，正文为「{{body}}」",
    'Send an email to {{to}} with subject "{{subject}}" saying "{{body}}"',
    "Send “{{body}}” as message, topic “{{subject}}”, to {{to}}",
    "mail: to={{to}}, title='{{subject}}', content='{{body}}'",
    "主题：『{{subject}}』；内容：『{{body}}』；收件人：{{to}}",
)
READABLE = PATTERNS[:3] + PATTERNS[4:]


@MANY
@given(TEXT, VALUES)
def test_filling_undoes_making(text: str, values: dict[str, str]) -> None:
    assume(not names(text))
    made = templatize(text, values)
    assert render(made, values) == text
    assert set(names(made)) <= set(values)
    assert templatize(made, values) == made or made == "".join(values.values())


@MANY
@given(TEXT, VALUES)
def test_an_instruction_survives_its_template(text: str, values: dict[str, str]) -> None:
    assume(not names(text))
    assert render(instruction_template(text, values), values) == text


@MANY
@given(st.sampled_from(READABLE), ADDRESS, WORDY, WORDY)
def test_an_instruction_gives_back_what_was_put_in(pattern: str, to: str, subject: str, body: str) -> None:
    values = {"to": to, "subject": subject, "body": body}
    assert extract(render(pattern, values), MAIL) == values


@MANY
@given(st.sampled_from(PATTERNS), ADDRESS, WORDY, WORDY, ADDRESS, VALUE, VALUE)
def test_a_kept_template_reads_other_values(
    pattern: str, to: str, subject: str, body: str, to2: str, subject2: str, body2: str
) -> None:
    first = {"to": to, "subject": subject, "body": body}
    template = instruction_template(render(pattern, first), first)
    assume(set(names(template)) == set(first))
    values = {"to": to2, "subject": subject2, "body": body2}
    found = fits(template, render(template, values))
    assert values in found or len(found) == 2
    with contextlib.suppress(ParameterError):
        assert extract(render(template, values), MAIL, [template]) == values


@MANY
@given(TEXT, st.lists(TEXT, max_size=2))
def test_only_parameter_errors(text: str, templates: list[str]) -> None:
    for parameters in (
        MAIL,
        (Parameter(name="item"),),
        (),
        (Parameter(name="n", type="number"), Parameter(name="f", type="file")),
    ):
        with contextlib.suppress(ParameterError):
            found = extract(text, parameters, templates)
            assert list(found) == [p.name for p in parameters]
        with contextlib.suppress(ParameterError):
            check(parameters, {text: text})
    with contextlib.suppress(ParameterError):
        render(text, {"a": "b"})
    assert infer_type(text) in {"email", "url", "number", "money", "date", "time", "text", "file"}


@MANY
@given(TEXT, st.lists(st.tuples(TEXT, TEXT, TEXT), max_size=4), st.randoms(use_true_random=False))
def test_the_choice_does_not_depend_on_the_order(
    text: str, rows: list[tuple[str, str, str]], shuffler: random.Random
) -> None:
    workflows = [
        Workflow(
            task=task,
            steps=(),
            aliases=(alias,),
            templates=(template,),
            parameters=tuple(Parameter(name=n) for n in names(template)),
        )
        for task, alias, template in rows
    ]
    shuffled = list(workflows)
    shuffler.shuffle(shuffled)
    answers: list[object] = []
    for stored in (workflows, shuffled):
        try:
            choice = choose(text, stored)
            assert choice.how == "template" or normalise(text) or text == choice.workflow.task
            answers.append((choice.workflow, choice.values, choice.how))
        except (WorkflowMissingError, WorkflowAmbiguousError, ParameterError) as error:
            answers.append(str(error))
    assert answers[0] == answers[1]


@MANY
@given(TEXT, TEXT)
def test_scores_are_scores(one: str, two: str) -> None:
    assert 0 <= field_score(one, two) <= 1
    assert 0 <= action_score(one, two) <= 1
    assert same_meaning(one, two) == same_meaning(two, one)
    assert normalise(normalise(one)) == normalise(one)
    assert all(word for _, word in cut(split(one), {}))
