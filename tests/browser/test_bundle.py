"""The script of the page: its files are one scope, so a name at the top of a file must be the only one of its kind."""

from __future__ import annotations

import re
from collections import Counter
from importlib.resources import files

from pytest_ami.browser.bundle import KEEPS_ARMED, PARTS, bundle

DECLARED = re.compile(r"^(?:async )?(?:function\*?|const|let|class)\s+([\w$]+)", re.MULTILINE)


def test_no_two_files_of_the_bundle_declare_the_same_name() -> None:
    folder = files("pytest_ami.browser") / "js"
    names = Counter(name for part in PARTS for name in DECLARED.findall((folder / part).read_text("utf-8")))

    assert len(names) > 100
    assert {name for name, count in names.items() if count > 1} == set()


def test_python_and_the_page_agree_on_the_calls_that_keep_a_check() -> None:
    found = re.search(r"const KEEPS_ARMED = /\^\(([\w|]+)\)\$/", bundle())
    assert found is not None
    assert {*found[1].split("|")} == KEEPS_ARMED


def test_the_bundle_is_small_and_of_latin_letters() -> None:
    lines = bundle().splitlines()
    assert bundle().isascii()
    assert "\\U" not in bundle()  # JavaScript has no such escape
    assert not [line for line in lines if line.startswith(("//", " "))]
