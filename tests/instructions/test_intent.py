"""Free texts: what selects by its meaning, what is refused, and the values that are read."""

# ruff: noqa: E501  (Chinese characters count twice)

from __future__ import annotations

import pytest

from pytest_ami.instructions.index import Index
from pytest_ami.instructions.retrieval import select
from pytest_ami.instructions.tokenize import Vocabulary, common_lexicon, segment, tokenize
from pytest_ami.model.errors import AmiError, ParameterError, WorkflowAmbiguousError
from pytest_ami.model.workflow import Parameter, Workflow
from tests.support.choosing import choose
from tests.support.matching import cases, outcome, stored

MAIL = Workflow(
    task="send email",
    steps=(),
    parameters=(Parameter(name="to", type="email"), Parameter(name="subject"), Parameter(name="body")),
    aliases=("发送邮件", "write an email"),
    templates=("给 {{to}} 发送一封邮件，主题是'{{subject}}'，内容是'{{body}}'",),
    start="/mail/inbox",
)
ISSUE = Workflow(
    task="close issue", steps=(), parameters=(Parameter(name="title"),), templates=('Close the issue "{{title}}"',)
)
PAY = Workflow(
    task="transfer money",
    steps=(),
    parameters=(Parameter(name="to"), Parameter(name="amount", type="money")),
    aliases=("转账",),
)
CORPUS = Index(stored())


@pytest.mark.slow
def test_no_instruction_of_the_tuned_half_goes_wrong() -> None:
    went = [(case, *outcome(case, CORPUS)) for case in cases() if case.half == "tuned"]
    wrong = [(case.id, why) for case, result, why in went if result in ("wrong", "misread")]
    missed = [(case.id, why) for case, result, why in went if case.kind == "templated" and result != "matched"]
    assert (wrong, missed) == ([], [])


@pytest.mark.parametrize(
    "text",
    [
        "Could you please send an email to bob@x.com with subject 'A' and body 'B'?",
        "subject 'A', body 'B': send this email to bob@x.com now, thanks",
        "sned an emial to bob@x.com with subejct 'A' and body 'B'",
        "请帮我发邮件给 bob@x.com，主题“A”，正文“B”",
        "帮我 send 一封 email 给 bob@x.com，subject 是 'A'，内容写 'B'",
        "Write an e-mail: to=bob@x.com; subject=A; body=B",
        "send email to bob@x.com, subject: A, body: B",
        "I'd like you to send an email to bob@x.com titled 'A' saying 'B'",
    ],
)
def test_other_words_for_the_same(text: str) -> None:
    choice = choose(text, (MAIL, ISSUE))
    assert choice.workflow is MAIL
    assert choice.values == {"to": "bob@x.com", "subject": "A", "body": "B"}


@pytest.mark.parametrize(
    "text",
    [
        "send an invoice to bob@x.com with subject 'A' and body 'B'",
        "send emails to bob@x.com with subject 'A' and body 'B'",
        "don't send an email to bob@x.com with subject 'A' and body 'B'",
        "send an email to bob@x.com with subject 'A' and body 'B' later",
        "send an email to bob@x.com with subject 'A' and body 'B', then log out",
        "send an email to bob@x.com, cc eve@x.com, with subject 'A' and body 'B'",
        "send an email to bob@x.com and eve@x.com with subject 'A' and body 'B'",
        "did you send an email to bob@x.com with subject 'A' and body 'B'?",
        "send an email to bob@x.com with subject 'A' and body 'B'?",
        "somebody sent an email to bob@x.com with subject 'A' and body 'B'",
        "save an email to bob@x.com with subject 'A' and body 'B' as draft",
        "resend the email to bob@x.com with subject 'A' and body 'B'",
        "forward the email to bob@x.com with subject 'A' and body 'B'",
        "不要给 bob@x.com 发送邮件，主题是'A'，内容是'B'",
        "给 bob@x.com 发送一张发票，主题是'A'，内容是'B'",
        "给 bob@x.com 发送邮件，主题是'A'，内容是'B'，然后删除",
        'Close the issue "A" and close "B"',
        'Close the issue "A" as "B"',
        'clone the issue "A"',
        'the issue "A" is closed',
        "close the issue tomorrow",
        "close issue: everything",
    ],
)
def test_one_word_too_many_selects_nothing(text: str) -> None:
    with pytest.raises(AmiError):
        choose(text, (MAIL, ISSUE))


def test_by_how_much_is_not_to_what() -> None:
    limit = Workflow(
        task="change the card limit",
        steps=(),
        parameters=(Parameter(name="card"), Parameter(name="limit", type="number")),
        aliases=("raise the card limit",),
    )
    assert choose('raise the card limit of "A" to 500', (limit,)).values == {"card": "A", "limit": "500"}
    for text in ('raise the card limit of "A" by 500', 'raise the card limit of "A" from 5 to 500'):
        with pytest.raises(AmiError):
            choose(text, (limit,))


def test_missing_values_are_named() -> None:
    with pytest.raises(ParameterError, match="missing: body"):
        choose("send an email to bob@x.com with subject 'A'", (MAIL,))
    choice = select("send an email to bob@x.com with subject 'A'", (MAIL,))
    assert (choice.workflow, choice.missing, choice.whole) == (MAIL, ("body",), False)


def test_two_that_are_about_the_same_are_refused_unless_the_page_tells() -> None:
    twin = Workflow(
        task="E-Mail senden", steps=(), parameters=MAIL.parameters, aliases=("dispatch a message",), start="/other"
    )
    text = "please send an email to bob@x.com, subject 'A', body 'B'"
    with pytest.raises(WorkflowAmbiguousError, match="Two workflows are selected"):
        choose(text, (MAIL, twin))
    assert choose(text, (MAIL, twin), start="/mail/inbox").workflow is MAIL
    assert choose(text, (MAIL, twin), start="/other").workflow is twin


def test_a_refusal_says_which_word_it_knows_nothing_of() -> None:
    with pytest.raises(AmiError) as caught:
        choose("send an email fax", (MAIL,))
    assert "does not know 'fax'" in str(caught.value)


def test_a_sum_goes_with_its_currency() -> None:
    assert choose("transfer money: € 12.50 to 'Bob'", (PAY,)).values == {"to": "Bob", "amount": "€ 12.50"}
    assert choose("转账 200元 给“李雷”", (PAY,)).values == {"to": "李雷", "amount": "200元"}


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("sned", "send"),
        ("emial", "email"),
        ("isue", "issue"),
        ("maill", "mail"),
        ("subjext", "subject"),
        ("lgo", "log"),
    ],
)
def test_slips_are_mended(written: str, meant: str) -> None:
    assert Vocabulary().correct(written) == meant


@pytest.mark.parametrize(
    "word", ["clone", "charge", "rely", "crate", "unblock", "resend", "reorder", "forwarder", "x", "sing"]
)
def test_other_words_are_no_slips(word: str) -> None:
    assert Vocabulary().correct(word) == word


def test_hearing_keeps_values_apart() -> None:
    said = tokenize("把 report.pdf 在 12:30 发给 a@b.cn，编号 HW-20417，IBAN DE44 5001 0517 5407 3249 31", Vocabulary())
    assert [(value.kind, value.text) for value in said.values] == [
        ("file", "report.pdf"), ("time", "12:30"), ("email", "a@b.cn"), ("code", "HW-20417"), ("code", "DE44 5001 0517 5407 3249 31"),
    ]  # fmt: skip
    assert "!send" in {word.meaning for word in segment(said.atoms, common_lexicon())}


@pytest.mark.parametrize("text", ["cancel 订单 -", "cancel order -", "send email to -"])
def test_a_dash_alone_is_no_value_and_no_fault(text: str) -> None:
    try:
        choice = select(text, stored())
    except AmiError:
        return
    assert "-" not in choice.values.values()
