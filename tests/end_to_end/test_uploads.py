"""A flow that ends with an upload, on a page that asks one address for everything: the file's name is the proof."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pytest_ami.model.errors import FlowError, TeacherError
from pytest_ami.model.outcome import Outcome
from pytest_ami.model.settings import Mode
from tests.support.lab import Lab
from tests.support.versions import HOST, Versions

PAGE = """<button role="tab" onclick="deed('books')">Books</button><button role="tab" id="tab">Files</button><section id="part"></section><script>
  tab.onclick = async () => { await deed('open'); part.innerHTML = '<h2>Files</h2><input type="file"><ul></ul>'; };
  part.onchange = async (e) => { const name = e.target.files[0].name; SENT
    part.querySelector('ul').insertAdjacentHTML('beforeend', `<li>${LISTED} (3 bytes)</li>`); };
</script>"""
SENDS = """await fetch('/deed',
  { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ file: name }) });"""


def shown(*, sends: str = SENDS, listed: str = "name") -> str:
    """Return the page; ``listed`` is the script's name for what it shows of a file."""
    return PAGE.replace("SENT", sends).replace("LISTED", listed)


def put(page: Any, file: str) -> None:
    """Give the page a file and wait for its row."""
    for name in ("Books", "Files"):
        page.get_by_role("tab", name=name).click()
    page.locator("input[type=file]").set_input_files(file)
    page.get_by_text("3 bytes").wait_for()


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    found = [tmp_path / name for name in ("plan.txt", "o'neill (1).md")]
    for path in found:
        path.write_text("abc")
    return [str(path) for path in found]


def upload(lab: Lab, page: Any, versions: Versions, body: str, file: str, mode: Mode = Mode.AUTO) -> Outcome | None:
    versions.body = body
    page.goto(f"{HOST}/")
    return lab.run(page, "upload a file", {"file": file}, teacher=put, mode=mode, timeout=4.0).outcome


def test_an_uploaded_file_is_looked_for_on_the_page(lab: Lab, page: Any, files: list[str]) -> None:
    versions = Versions(lab, page)
    upload(lab, page, versions, shown(), files[0])
    assert upload(lab, page, versions, shown(), files[1], Mode.REPLAY) is Outcome.REPLAYED
    assert versions.deeds == [
        *("books", "open", '{"file":"plan.txt"}'),
        *("books", "open", '{"file":"o\'neill (1).md"}'),
    ]

    with pytest.raises(FlowError, match="o'neill"):
        upload(lab, page, versions, shown(listed="'plan.txt'"), files[1], Mode.REPLAY)


@pytest.mark.parametrize("sends", ["", "await deed('chosen');"])
def test_a_page_that_only_shows_the_chosen_file_has_not_got_it(
    lab: Lab, page: Any, files: list[str], sends: str
) -> None:
    with pytest.raises(TeacherError, match="ended without the deed"):
        upload(lab, page, Versions(lab, page), shown(sends=sends), files[0])
