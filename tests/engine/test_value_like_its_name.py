"""A value that equals its parameter's name (``password="password"``) is typed, and the label stays a label."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pytest_ami.engine.recording.record import reduce
from pytest_ami.engine.secrets.redaction import labels, redact, redact_within
from pytest_ami.engine.teaching.action_policy import literal_secret
from pytest_ami.instructions.parameters import unlike_names
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.operation import PageState
from tests.support.recordings import URL, op

SUBJECT = Fingerprint(tag="input", role="textbox", name="subject", label="subject", attributes={"name": "subject"})
WORDS = st.sampled_from(["password", "Password", "to", "subject", "pin", "the", " ", "{{", "}}", "x1", "ä"])
NAMES = st.sampled_from(["password", "to", "subject", "pin", "token"])


def test_it_is_typed_as_a_parameter_and_its_label_is_a_label() -> None:
    typed = op("input", "subject", "subject", fingerprint=SUBJECT)
    sent = op("click", "Change subject", fingerprint=Fingerprint(tag="button", role="button", name="Change subject"))
    end = PageState(url=URL, notices=("status|The subject was changed",))

    fill, click = reduce([typed, sent], end, {"subject": "subject"})

    assert (fill.value, fill.target) == ("{{subject}}", SUBJECT)
    assert click.target is not None
    assert click.target.name == "Change subject"
    assert click.effects.notices == ("status|The subject was changed",)


def test_a_secret_that_is_its_own_name_is_replaced_where_it_is_held_and_nowhere_else() -> None:
    secrets = labels({"password": "password"})
    event = {"type": "input", "value": "password", "text": "Password", "fingerprint": {"label": "password"}}

    clean = redact_within(redact_within(event, secrets), secrets)

    assert clean == {**event, "value": "{{password}}"}


def test_a_secret_inside_the_name_of_another_one_leaves_the_name_whole() -> None:
    assert redact("geheim and pass", labels({"password": "geheim", "pin": "pass"})) == "{{password}} and {{pin}}"


def test_a_teacher_may_type_a_secret_that_is_its_own_name() -> None:
    assert literal_secret("{{password}}", {"password": "password"}) == ""
    assert literal_secret("my password", {"password": "password"}) == "password"


@given(st.lists(WORDS, max_size=8).map("".join), st.dictionaries(NAMES, st.text("aps{}sword", min_size=4), max_size=3))
def test_redaction_of_a_redacted_text_changes_nothing(text: str, values: dict[str, str]) -> None:
    secrets = labels({name: value for name, value in values.items() if "{" not in value and "}" not in value})
    once = redact(text, secrets)

    assert redact(once, secrets) == once
    assert all(f"{{{{{label}" not in once for label in secrets.values())


@given(st.dictionaries(NAMES, WORDS))
def test_only_values_that_are_names_of_parameters_are_left_out(values: dict[str, str]) -> None:
    own = {name.casefold() for name in values}

    assert {n: v for n, v in values.items() if v.casefold() not in own} == unlike_names(values)
    assert unlike_names({"to": "ann", "subject": "To"}) == {"to": "ann"}
