"""The scripts of the page: their files share one scope, so a name at the top of a file is the only one of its kind."""

from __future__ import annotations

import re
from collections import Counter
from importlib.resources import files

from pytest_ami.browser.bundle import KEEPS_ARMED, LESSONS, LOOKS, bundle, lesson_script, look_script

FOLDER = files("pytest_ami.browser") / "js"
DECLARED = re.compile(r"^(?:async )?(?:function\*?|const|let|class)\s+([\w$]+)", re.MULTILINE)


def test_no_two_files_of_the_bundle_declare_the_same_name() -> None:
    names = Counter(name for part in (*LOOKS, *LESSONS) for name in DECLARED.findall(_text(part)))

    assert len(names) > 100
    assert {name for name, count in names.items() if count > 1} == set()


def _text(*parts: str) -> str:
    """Return the code of files, without comments and words in quotation marks."""
    whole = "\n".join((FOLDER / part).read_text("utf-8") for part in parts)
    return re.sub(r"(?m)(?<!:)//.*$", "", re.sub(r'"[^"\n]*"', '""', whole))


_LOCAL = re.compile(r"\b(?:const|let|function)\s+([^=;]*)|\(([^()]*)\)\s*=>|([\w$]+)\s*=>|,\s*([\w$]+) =(?!=)")


def _used(text: str) -> set[str]:
    """Return the names that a text uses and does not declare: no property, no word of a pattern."""
    local = {word for found in _LOCAL.findall(text) for part in found for word in re.findall(r"[\w$]+", part)}
    return {*re.findall(r"(?<![\w$.|:-])([A-Za-z_$][\w$]*)\b(?!\s*[:|])", text)} - local


def test_a_replay_needs_no_name_of_a_lesson() -> None:
    looks, lessons = _text(*LOOKS), _text(*LESSONS)
    names = DECLARED.findall(lessons)

    assert len(names) > 100
    assert {*names} & _used(looks) == set()


def test_a_lesson_takes_no_name_whose_value_changes() -> None:
    looks, lessons = _text(*LOOKS), _text(*LESSONS)
    names = re.findall(r"^let ([\w$]+)", looks, re.MULTILINE)

    assert names
    assert {*names} & _used(lessons) == set()


def test_a_replay_reads_less_than_a_lesson() -> None:
    assert len(look_script()) < 0.7 * len(bundle())
    assert bundle() == f"{look_script()}\n{lesson_script()}"


def test_python_and_the_page_agree_on_the_calls_that_keep_a_check() -> None:
    found = re.search(r"const KEEPS_ARMED = /\^\(([\w|]+)\)\$/", bundle())
    assert found is not None
    assert {*found[1].split("|")} == KEEPS_ARMED


def test_the_bundle_is_small_and_of_latin_letters() -> None:
    lines = bundle().splitlines()
    assert bundle().isascii()
    assert "\\U" not in bundle()  # JavaScript has no such escape
    assert not [line for line in lines if line.startswith(("//", " "))]
