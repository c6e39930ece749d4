"""The documentation site builds without a warning, shows the reference, and every link in it leads somewhere."""

from __future__ import annotations

import shutil
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

import pytest

ROOT = Path(__file__).parents[2]


class Links(HTMLParser):
    """The addresses and the anchors of a page."""

    def __init__(self, page: Path) -> None:
        super().__init__()
        self.targets: set[str] = set()
        self.anchors: set[str] = set()
        self.feed(page.read_text("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002  (the base class's)
        for name, value in attrs:
            if value and name in ("href", "src"):
                self.targets.add(value)
            elif value and name in ("id", "name"):
                self.anchors.add(value)


def broken(site: Path) -> list[str]:
    """Return the links within a site that lead nowhere; links to other sites are left out."""
    pages = {page.relative_to(site).as_posix(): Links(page) for page in sorted(site.rglob("*.html"))}
    faults = []
    for name, links in pages.items():
        for target in sorted(links.targets):
            parts = urlsplit(target)
            if parts.scheme or parts.netloc or name == "404.html":
                continue
            path = unquote(urlsplit(urljoin(f"/{name}", target)).path).lstrip("/")
            path = f"{path}index.html" if path.endswith("/") or not path else path
            anchors = pages[path].anchors if path in pages else set()
            if not (site / path).is_file() or (parts.fragment and unquote(parts.fragment) not in anchors):
                faults.append(f"{name}: {target}")
    return faults


def test_a_broken_link_and_an_unknown_anchor_are_found(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "index.html").write_text(
        '<a href="a/#x">1</a><a href="a/#y">2</a><a href="b">3</a><a href="http://c">4</a>'
    )
    (tmp_path / "a" / "index.html").write_text('<p id="x"><a href="..">5</a><a href="#x">6</a><img src="../p.png">')
    assert broken(tmp_path) == ["a/index.html: ../p.png", "index.html: a/#y", "index.html: b"]


@pytest.mark.slow
@pytest.mark.nightly
def test_the_site_builds_without_a_warning_and_all_its_links_lead_somewhere(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "docs", tmp_path / "docs")
    settings = (ROOT / "zensical.toml").read_text("utf-8")
    (tmp_path / "zensical.toml").write_text(settings.replace('paths = ["."]', f'paths = ["{ROOT}"]'), "utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "zensical", "build", "--strict"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    site = tmp_path / "build" / "site"
    pages = {page.parent.name for page in site.glob("*/index.html")}
    assert pages >= {page.stem for page in (ROOT / "docs").glob("*.md")} - {"index"}
    assert broken(site) == []
    reference = (site / "reference" / "index.html").read_text("utf-8")
    assert "Carry out the test" in reference  # from a docstring
    assert "WorkflowStore" in reference
