"""`ami init`: a first test, the configuration that it needs, and on request a CI file. Never overwrites a file."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from string import Template
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import click

from pytest_ami.cli.commands import command, say
from pytest_ami.cli.parameters import pairs
from pytest_ami.cli.project import ProjectConfig
from pytest_ami.engine.recording.playwright_code import variable
from pytest_ami.engine.secrets.redaction import is_secret_name

TEST = Template('''\
"""$task: the first green run learns the flow, later runs replay it."""
$imports
import pytest
from playwright.sync_api import expect


@pytest.mark.learned($quoted)
def test_$name(ami, page):
    page.goto($start)
    ami.run($values)
    # Say here by what you see that it was done: only a green test teaches. For example:
    # expect(page.get_by_role("status")).to_have_text("...")
    expect(page.locator("body")).to_be_visible()
''')

INSTALL = "pip install $packages && playwright install --with-deps chromium"
START = "# Start your application here, in the background, so that it answers at $url"

GITHUB = Template(f"""\
name: flows
on: [push, pull_request]
permissions:
  contents: read
jobs:
  flows:
    runs-on: ubuntu-latest
    timeout-minutes: 20
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-python@v5
        with: {{python-version: "3.12"}}
      - run: {INSTALL}
      {START}
      - run: pytest --junitxml=build/junit.xml
      - uses: actions/upload-artifact@v4
        if: failure()
        with: {{name: ami-runs, path: .ami/runs, include-hidden-files: true, if-no-files-found: ignore}}
""")

GITLAB = Template(f"""\
flows:
  image: python:3.12
  script:
    - {INSTALL}
    {START}
    - pytest --junitxml=build/junit.xml
  artifacts:
    when: always
    paths: [.ami/runs]
    reports: {{junit: build/junit.xml}}
""")

CI_FILES = {"github": (".github/workflows/flows.yml", GITHUB), "gitlab": (".gitlab-ci.yml", GITLAB)}


@command("init", 'ami init --url http://localhost:8000 --task "add task" --param title="Buy tea" --ci github')
@click.option("--url", default="http://localhost:8000", show_default=True, help="Address of your application.")
@click.option("--task", default="search", show_default=True, help="Name of the first task in a few words.")
@click.option("--param", "params", multiple=True, metavar="NAME=VALUE", help="A value that the task needs.")
@click.option("--ci", type=click.Choice([*CI_FILES]), help="Write a CI file as well.")
def init(url: str, task: str, params: Sequence[str], ci: str | None, folder: Path | None, *, as_json: bool) -> None:
    """Write a first test into the current folder.

    Writes a test, a pytest.ini if the project has no configuration of pytest, and with --ci a CI file. A file that
    exists is kept as it is. The value of a parameter such as password is never written: the test reads it from the
    environment. With --dir, the store's folder goes into the new pytest.ini.
    """
    task = " ".join(task.split())
    if not task:
        raise click.BadParameter("a task needs a name", param_hint="--task")
    if urlsplit(url).scheme not in ("http", "https") or not urlsplit(url).hostname or "@" in urlsplit(url).netloc:
        raise click.BadParameter("use an address such as http://localhost:8000, without a password", param_hint="--url")
    here = Path.cwd()
    project = ProjectConfig.find(here)
    base, start = _split(url)
    files = dict(_files(here, (base, start), task, pairs(params, "--param"), ci))
    if project.file is None:
        files = {"pytest.ini": _configuration(base, folder), **files}
    written = [name for name, text in files.items() if _write(here / name, text)]
    kept = [name for name in files if name not in written]
    missing = project.file is not None and not project.ini.get("base_url")
    hints = [f"add to {project.file.name}: base_url = {base}"] if missing and project.file else []
    data = {"written": written, "kept": kept, "hints": hints, "next": ["ami doctor", "pytest", "pytest"]}
    say(_lines(data), data, as_json=as_json)


def _split(url: str) -> tuple[str, str]:
    """Return the origin of an address, which is `base_url`, and the rest, which the test opens."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}", urlunsplit(("", "", parts.path or "/", parts.query, parts.fragment))


def _files(
    here: Path, url: tuple[str, str], task: str, values: Mapping[str, str], ci: str | None
) -> Iterator[tuple[str, str]]:
    """Yield the name and the text of each file besides the configuration."""
    name = variable(task)
    place = "tests/" if (here / "tests").is_dir() else ""
    secret = {key: f'os.environ["{f"{name}_{key}".upper()}"]' for key in values if is_secret_name(key)}
    given = {key: secret.get(key) or _literal(value) for key, value in values.items()} or {"term": '"tea"'}
    text = TEST.substitute(
        task=task.replace("\\", "/").replace('"', "'"),
        imports="\nimport os\n" if secret else "",
        quoted=_literal(task),
        name=name,
        start=_literal(url[1]),
        values=", ".join(f"{key}={code}" for key, code in given.items()),
    )
    yield f"{place}test_{name}.py", text
    if ci is not None:
        packages = "-r requirements.txt" if (here / "requirements.txt").is_file() else '"pytest-ami[sync]"'
        file, template = CI_FILES[ci]
        yield file, template.substitute(packages=packages, url=url[0])


def _literal(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _configuration(url: str, folder: Path | None) -> str:
    store = f"ami_dir = {folder}\n" if folder else ""
    return f"[pytest]\nbase_url = {url}\n{store}"


def _write(path: Path, text: str) -> bool:
    """Write a file that does not exist; return whether it was written."""
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        return False
    return True


def _lines(data: Mapping[str, Any]) -> Iterator[str]:
    yield from (f"written  {name}" for name in data["written"])
    yield from (f"kept     {name}, which exists" for name in data["kept"])
    yield from data["hints"]
    yield ""
    yield "Start your application, complete the last lines of the test, and run:"
    yield "  ami doctor    # checks browser and configuration"
    yield "  pytest        # learns the flow"
    yield "  pytest        # replays it; then: git add steering"
