"""The name of a file that follows from a value."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_ami.engine.effects.expectation import expectation
from pytest_ami.engine.effects.file_names import file_name, file_template, with_file_names
from pytest_ami.model.look import EffectState
from pytest_ami.model.workflow import Effects
from tests.support.effects import satisfied

PART = st.text("abcdefghijkmnop", min_size=3, max_size=8)


@pytest.mark.parametrize(
    ("name", "values", "template"),
    [
        ("anchor-1.0.2.tgz", {"package": "@workshop/anchor"}, ":last({{package}})-1.0.2.tgz"),
        ("anchors-1.0.2.tgz", {"package": "@workshop/anchor"}, "anchors-1.0.2.tgz"),
        ("anchor-1.0.2.tgz", {"package": "anchor", "path": "a/anchor"}, "{{package}}-1.0.2.tgz"),
        ("go-1.tgz", {"package": "@x/go"}, "go-1.tgz"),
        ("a.tgz", {"package": "folder/"}, "a.tgz"),
    ],
)
def test_the_last_part_of_a_value_is_data_in_the_name_of_a_file(
    name: str, values: dict[str, str], template: str
) -> None:
    assert file_template(name, values) == template
    assert file_name(template, values) == name


@settings(max_examples=150, deadline=None)
@given(PART, PART, PART)
def test_only_the_file_of_this_runs_value_is_the_download(scope: str, old: str, new: str) -> None:
    effects = Effects(download=file_template(f"{old}-9.tgz", {"package": f"@{scope}/{old}"}))
    expect = expectation(effects, {}, {"package": f"@{scope}/{new}"})

    assert satisfied(expect, EffectState(downloads=(f"{new}-9.tgz",)))
    assert satisfied(expect, EffectState(downloads=(f"{old}-9.tgz",))) is (old == new)


def test_the_last_part_of_an_uploaded_path_is_known() -> None:
    values = {"file": "/home/a/plan.txt", "other": "/home/b/list.txt", "name": "plan"}
    assert with_file_names(values, ["file"]) == {**values, "file__file": "plan.txt"}
    assert with_file_names(values, ["plan.txt"]) == {**values, "file__file": "plan.txt"}
    assert with_file_names({"file": "C:\\\\a\\\\plan.txt"}, ["file"])["file__file"] == "plan.txt"
    assert with_file_names(values, []) == values
