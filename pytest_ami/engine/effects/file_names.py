"""File names that follow from a value: ``@workshop/anchor`` comes down as ``anchor-1.0.2.tgz``.

Rules of this module:

* If no value stands in a file name, then the last part of a value with slashes may.
* Such a part is written as ``:last({{name}})``. A replay expects the last part of its own value there.
* A page shows the last part of an uploaded file's path. It is written as ``{{name__file}}``.

It knows texts and values. It must never know a page.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pytest_ami.elements.text_keys import fill
from pytest_ami.instructions.parameters import templatize
from pytest_ami.instructions.template import HOLE

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

TELLING = 3
"""The fewest characters of a part that tells something."""

FILE = "__file"
"""The end of the name under which the last part of a path is known."""

_LAST = re.compile(r":last\(\{\{(\w+)\}\}\)")


def with_file_names(values: Mapping[str, str], uploaded: Iterable[str]) -> dict[str, str]:
    """Return the values, and the last part of each path among them that was uploaded.

    Args:
        values: Parameter values by name.
        uploaded: Names of parameters, or names of files.
    """
    wanted, found = set(uploaded), dict(values)
    for name, value in values.items():
        last = re.split(r"[/\\]", value)[-1]
        if last != value and len(last) >= TELLING and not {name, last}.isdisjoint(wanted):
            found.setdefault(f"{name}{FILE}", last)
    return found


def file_template(name: str, values: Mapping[str, str]) -> str:
    """Return the name of a file as a template.

    Args:
        name: The name that the browser suggests.
        values: Parameter values without secrets.
    """
    whole = templatize(name, values)
    if whole != name:
        return whole
    parts = {key: last for key, value in values.items() if len(last := _last(value)) >= TELLING and last != value}
    return HOLE.sub(r":last(\g<0>)", templatize(name, parts)) if "{{" not in name else name


def file_name(template: str, values: Mapping[str, str]) -> str:
    """Return the name of the file of this run."""
    lasts = _LAST.sub(lambda one: _last(values[one[1]]) if one[1] in values else one[0], template)
    return fill(lasts, values)


def _last(value: str) -> str:
    return value.rpartition("/")[2]
