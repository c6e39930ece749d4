"""The bundled sites as fixtures: one server a session, fresh for every test, and looked up by name."""

from __future__ import annotations

import subprocess
import sys

import pytest

from pytest_ami.sites.catalogue import names, site
from pytest_ami.testing.project import Project

FRESH = """
    from urllib.request import urlopen

    SEEN = set()

    @pytest.mark.parametrize("turn", range(2))
    def test_fresh({site}_site, {site}_server, turn):
        assert {site}_site is {site}_server
        SEEN.add({site}_server.url)
        assert len(SEEN) == 1
        assert ({site}_site.design, {site}_site.locale, {site}_site.effects()) == ("2019", "en", ())
        {site}_site.redesign("2026", "de")
        {site}_site._ledger.note("changed", turn=turn)
        with urlopen({site}_site.url) as answer:
            assert answer.status == 200
"""


@pytest.mark.parametrize("name", names())
def test_a_site_is_served_once_and_fresh_for_every_test(project: Project, name: str) -> None:
    result = project.with_args("-p", "no:playwright").with_test(FRESH.replace("{site}", name)).run()
    assert result.outcomes == {"passed": 2}, result.out


@pytest.mark.parametrize("name", names())
def test_a_site_is_found_by_its_name(name: str) -> None:
    kind = site(name)
    assert kind.__name__ == f"{name.capitalize()}Site"
    assert kind.LOCALES == ("en", "zh", "de")
    assert len({task.name for task in kind.TASKS}) == len(kind.TASKS) >= 4


def test_an_unknown_site_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match="no bundled site 'wiki': choose one of mail, shop, tracker, bank"):
        site("wiki")


def test_looking_at_the_names_imports_no_site() -> None:
    code = """
import sys
from pytest_ami.sites.catalogue import names
assert names()
print(*sys.modules)
"""
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert not {"jinja2", "starlette", "uvicorn", *(f"pytest_ami.sites.{name}" for name in names())} & {*out.split()}
