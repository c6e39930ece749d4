"""The README keeps its promises: its length, code that compiles, options that exist, links that lead somewhere."""

from __future__ import annotations

import inspect
import json
import re
from pathlib import Path

import pytest

from pytest_ami import plugin
from pytest_ami.flow.marker import LearnedMark
from pytest_ami.model.settings import SETTINGS, Settings
from tests.support.samples import blocks_of

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "README.md").read_text("utf-8")
BLOCKS = blocks_of(TEXT)
PYTHON = [block.text for block in BLOCKS if block.language == "python"]
OPTIONS = {setting.flag for setting in SETTINGS}
TABLES = (ROOT / "docs" / "settings.md").read_text("utf-8")


def test_it_is_short() -> None:
    assert len(TEXT.splitlines()) < 200


def test_it_begins_with_two_sentences_and_a_test_of_ten_lines() -> None:
    title, opening, *_ = TEXT.split("\n\n")
    assert title == "# pytest-ami"
    assert len(re.findall(r"[.?!](?:\s|$)", opening)) == 2
    assert len(PYTHON[0].splitlines()) <= 10
    languages = [block.language for block in BLOCKS]
    assert languages[:2] == ["python", "console"]


def test_its_ratio_is_the_one_that_was_measured_last() -> None:
    measured = json.loads((ROOT / "benchmarks" / "results.json").read_text("utf-8"))["replay_ratio"]
    figures = re.search(r"takes (\S+) times as long .*?median of (\d+) .*?quartiles (\S+) to (\S+),", TEXT, re.DOTALL)
    assert figures
    ratio, pairs, low, high = map(float, figures.groups())
    assert (ratio, pairs) == (round(measured["median"], 2), measured["n"])
    assert [low, high] == [round(one, 2) for one in measured["quartiles"]]


def test_both_commands_stand_on_its_first_screen() -> None:
    screen = "\n".join(TEXT.splitlines()[:40])
    assert {"make demo", "make test"} <= set(re.findall(r"`(make \w+)`", screen))


def test_every_option_it_names_exists_and_every_option_is_explained() -> None:
    assert set(re.findall(r"--ami-[a-z-]+", TEXT)) <= OPTIONS
    assert set(re.findall(r"^\| `(--ami-[a-z-]+)`", TABLES, flags=re.MULTILINE)) == OPTIONS


@pytest.mark.parametrize("text", [TEXT.split("## Settings", 1)[1], TABLES], ids=["README", "docs/settings.md"])
def test_defaults_in_its_table_are_the_defaults(text: str) -> None:
    defaults, flags = Settings(), {setting.flag: setting.name for setting in SETTINGS}
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if not line.startswith("| `--ami-") or cells[1] in ("found", "none", "no"):
            continue
        names = [flags[flag] for flag in re.findall(r"--ami-[a-z-]+", cells[0])]
        quoted = re.match(r"`([^`]*)`", cells[1])
        said = [quoted[1]] if quoted else [part.strip() for part in cells[1].split(",")]
        for name, shown in zip(names, said, strict=True):
            value = getattr(defaults, name)
            wanted = getattr(value, "value", value)
            assert shown == (f"{wanted:g}" if isinstance(wanted, float) else str(wanted)), name


def test_the_markers_arguments_are_all_there() -> None:
    (signature,) = re.findall(r"learned\((task, .*?)\)`", TEXT)
    assert signature in plugin.MARKER
    for name in LearnedMark.__dataclass_fields__:
        assert name in signature
        assert re.search(rf"^\| .*`{name}`", TEXT, flags=re.MULTILINE), f"{name} is not explained"


def test_every_fixture_it_names_exists() -> None:
    table = TEXT.split("| fixture |", 1)[1].split("\n\n", 1)[0]
    cells = re.findall(r"^\| (`.+?) \|", table, flags=re.MULTILINE)
    for name in re.findall(r"`(\w+)`", " ".join(cells)):
        assert hasattr(plugin, name), name


def test_what_it_says_of_objects_is_there() -> None:
    from pytest_ami.flow.facade import Ami
    from pytest_ami.store.workflow_store import WorkflowStore

    for name in re.findall(r"`?ami\.(\w+)", TEXT):
        assert hasattr(Ami, name), name
    for name in ("find", "tasks", "history", "facts"):
        assert callable(getattr(WorkflowStore, name))
    assert list(inspect.signature(Ami.demonstrate).parameters)[1] == "task"


@pytest.mark.parametrize("link", sorted(set(re.findall(r"\]\(([^)#]+)\)", TEXT))))
def test_its_links_lead_somewhere(link: str) -> None:
    assert (ROOT / link).exists()


@pytest.mark.parametrize("target", sorted(set(re.findall(r"`make (\w+)", TEXT))))
def test_its_make_targets_exist(target: str) -> None:
    assert re.search(rf"^{target}:", (ROOT / "Makefile").read_text("utf-8"), flags=re.MULTILINE)


def test_the_commands_it_names_exist() -> None:
    from pytest_ami.cli.app import ami

    assert set(re.findall(r"`ami (\w+)", TEXT)) <= set(ami.commands)
