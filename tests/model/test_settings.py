"""Settings: one precedence for all of them, and messages that name the source."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_ami.model.errors import ConfigurationError
from pytest_ami.model.settings import CI_VARIABLES, SETTINGS, Mode, Settings, detect_ci, override, resolve

VALID: dict[str, tuple[Any, Any]] = {
    "mode": ("relearn", Mode.RELEARN),
    "strict": ("yes", True),
    "heal": ("strict", "strict"),
    "confirm": ("yes", True),
    "dir": ("elsewhere", "elsewhere"),
    "store": ("postgresql://anna@db/ami", "postgresql://anna@db/ami"),
    "hot": ("redis://anna@cache:6379/1", "redis://anna@cache:6379/1"),
    "hot_megabytes": ("2.5", 2.5),
    "cold": ("s3://bucket/team", "s3://bucket/team"),
    "steering_dir": (".kiro/steering", ".kiro/steering"),
    "teacher": ("offline", "offline"),
    "model": ("m", "m"),
    "vision": ("off", "off"),
    "languages": ("de", "de"),
    "allow_origins": ("http://a.test", "http://a.test"),
    "near": ("0.9", 0.9),
    "match": ("similar", "similar"),
    "similar_plans": ("off", "off"),
    "model_calls": ("1", 1),
    "timeout": ("2.5", 2.5),
    "calls": ("7", 7),
    "tokens": ("9", 9),
    "seconds": ("1", 1.0),
    "money": ("0.5", 0.5),
    "step_budget": ("calls=2", "calls=2"),
    "run_budget": ("money=2", "money=2"),
    "prices": ("m=1/2", "m=1/2"),
    "transcripts": ("off", "off"),
    "user_id": ("anna", "anna"),
    "browser": ("/b", "/b"),
    "connect": ("ws://grid/", "ws://grid/"),
    "shard": ("2/4", "2/4"),
    "json": ("r.json", "r.json"),
    "html": ("r.html", "r.html"),
    "answer_seconds": ("30", 30.0),
    "evidence": ("all", "all"),
    "evidence_runs": ("5", 5),
    "evidence_megabytes": ("1.5", 1.5),
    "watch": ("heal", "heal"),
    "todo_writes": ("false", False),
    "todo_plan_with_llm": ("true", True),
    "todo_progress_every_step": ("no", False),
    "todo_progress_every_n_steps": ("3", 3),
    "todo_max_progress_lines": ("20", 20),
    "todo_auto_check": ("off", False),
    "todo_tags_from_actions": ("0", False),
}
ADDRESSES = [
    "postgresql://ami@db/ami",
    "postgres://db:5432/ami?sslmode=require",
    "postgresql:///ami",
    "postgresql://ami@[::1]:5432/ami",
    "postgresql://ami@first:1,second:2/ami",
    "postgresql://ami@db/ami?options=-csearch_path%3Dteam",
]
WITH_PASSWORD = [
    "postgresql://ami:hidden@db/ami",
    "postgresql://ami:@db/ami",
    "postgresql://ami@db/ami?password=hidden",
    "postgresql://ami@db/ami?pass%77ord=hidden",
    "postgresql://ami@db/ami?sslmode=require&sslPassword=hidden",
]
NO_ADDRESS = [
    "hidden",
    "mysql://ami:hidden@db/ami",
    "postgresql://ami:hidden",
    "postgresql://ami:hid/den@db/ami",
    "postgresql://ami:hid#den@db/ami",
    "postgresql://ami:hid?den@db/ami",
    "postgresql://ami:hid@den@db/ami",
]
SOURCES = ("cli", "fixture", "ini", "environ")


def resolved(**sources: Any) -> Settings:
    environ = {f"AMI_{name.upper()}": value for name, value in sources.get("environ", {}).items()}
    return resolve(sources.get("cli", {}), sources.get("ini", {}), environ, sources.get("fixture"))


def test_every_setting_is_known_to_these_tests() -> None:
    assert {setting.name for setting in SETTINGS} == VALID.keys()


@pytest.mark.parametrize("source", SOURCES)
@pytest.mark.parametrize("name", VALID)
def test_every_setting_can_come_from_every_source(name: str, source: str) -> None:
    given_, meant = VALID[name]

    assert getattr(resolved(**{source: {name: given_}}), name) == meant


@settings(max_examples=100, deadline=None)
@given(st.sets(st.sampled_from(SOURCES)))
def test_the_first_source_that_says_something_wins(said: set[str]) -> None:
    found = resolved(**{source: {"model": f"from {source}"} for source in said})

    assert found.model == next((f"from {source}" for source in SOURCES if source in said), Settings().model)


@pytest.mark.parametrize("nothing", [None, ""])
def test_nothing_said_leaves_it_to_the_next_source(nothing: str | None) -> None:
    assert resolved(cli={"calls": nothing}, ini={"calls": nothing}, environ={"calls": "3"}).calls == 3


@pytest.mark.parametrize(
    ("word", "meant"), [("1", True), (" Yes ", True), ("on", True), ("0", False), ("off", False), (True, True)]
)
def test_yes_and_no_have_many_words(word: object, meant: object) -> None:
    assert resolved(ini={"strict": word}).strict is meant


def test_false_is_something_said() -> None:
    assert resolved(fixture={"strict": False}, environ={"strict": "1"}).strict is False


@pytest.mark.parametrize(
    ("sources", "reason"),
    [
        ({"cli": {"mode": "auto"}}, "--ami-mode"),
        ({"fixture": {"mode": "auto"}}, "the ami_settings fixture"),
        ({"ini": {"mode": "auto"}}, "ini ami_mode"),
        ({"environ": {"mode": "auto"}}, "environment AMI_MODE"),
        ({}, "default"),
    ],
)
def test_the_header_can_say_where_the_mode_comes_from(sources: dict[str, Any], reason: str) -> None:
    assert (resolved(**sources).mode, resolved(**sources).mode_reason) == (Mode.AUTO, reason)


@pytest.mark.parametrize("name", CI_VARIABLES)
def test_ci_replays_only(name: str) -> None:
    found = resolve({}, {}, {name: "true"})

    assert (found.mode, found.mode_reason) == (Mode.REPLAY, f"CI detected: {name}")


@pytest.mark.parametrize("value", ["", "0", "false", " False "])
def test_ci_switched_off_is_no_ci(value: str) -> None:
    assert detect_ci({"CI": value}) == ""


def test_a_mode_that_is_given_beats_ci() -> None:
    assert resolve({}, {"mode": "auto"}, {"CI": "1"}).mode is Mode.AUTO


@pytest.mark.parametrize(
    ("sources", "named"),
    [
        ({"cli": {"mode": "fast"}}, "--ami-mode is 'fast'"),
        ({"ini": {"calls": "many"}}, "ini ami_calls is 'many'"),
        ({"environ": {"timeout": "soon"}}, "environment AMI_TIMEOUT is 'soon'"),
        ({"environ": {"strict": "ture"}}, "environment AMI_STRICT is 'ture', which is neither yes nor no"),
        ({"fixture": {"vision": "maybe"}}, "the ami_settings fixture is 'maybe'"),
    ],
)
def test_a_wrong_value_is_refused_with_its_source(sources: dict[str, Any], named: str) -> None:
    with pytest.raises(ConfigurationError, match=named):
        resolved(**sources)


def test_a_fixture_may_change_settings_but_not_what_the_command_line_says() -> None:
    given_ = resolved(cli={"calls": "3"})

    found = override(given_, {"calls": 9, "tokens": 5, "mode": "replay"})

    assert (found.calls, found.tokens, found.mode) == (3, 5, Mode.REPLAY)
    assert found.mode_reason == "the ami_settings fixture"


def test_a_setting_that_does_not_exist_is_named() -> None:
    with pytest.raises(ConfigurationError, match="no setting 'modell'"):
        override(Settings(), {"modell": "x"})


def test_the_folder_is_below_the_root() -> None:
    assert Settings(dir="x").folder(Path("root")) == Path("root") / "x"


@pytest.mark.parametrize("address", ADDRESSES)
def test_an_address_of_a_shared_store_without_a_password_is_taken(address: str) -> None:
    assert resolved(ini={"store": address}).store == address


@pytest.mark.parametrize("address", WITH_PASSWORD)
def test_an_address_with_a_password_is_refused_and_the_variable_is_named(address: str) -> None:
    with pytest.raises(ConfigurationError, match="ini ami_store holds a password") as refused:
        resolved(ini={"store": address})
    assert "PGPASSWORD" in refused.value.run
    assert "hidden" not in str(refused.value)


@pytest.mark.parametrize("address", NO_ADDRESS)
def test_a_text_that_is_no_address_is_refused_and_not_shown(address: str) -> None:
    with pytest.raises(ConfigurationError, match="is not the address of a shared store") as refused:
        resolved(environ={"store": address})
    assert "hid" not in str(refused.value)


@settings(max_examples=100, deadline=None)
@given(st.text(st.characters(codec="utf-8"), min_size=1))
def test_no_password_ever_passes_or_shows(password: str) -> None:
    """Whatever characters it has: a password that looks like a host is none."""
    mark = f"begin{password}end"
    with pytest.raises(ConfigurationError) as refused:
        resolved(ini={"store": f"postgresql://ami:{mark}@db/ami"})
    assert mark not in str(refused.value)


def test_a_plain_test_is_not_healed_where_heals_are_off_or_fail() -> None:
    assert Settings(watch="heal").heals_plain_tests
    for other in (
        Settings(),
        Settings(watch="on"),
        Settings(watch="heal", strict=True),
        Settings(watch="heal", heal="off"),
    ):
        assert not other.heals_plain_tests
