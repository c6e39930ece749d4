"""The runs in reports of others: GitHub's summary and annotations, pytest-html, Allure, and the published JSON."""

from __future__ import annotations

import json
from html import unescape

import jsonschema
import pytest

from pytest_ami.report.summary_json import schema
from pytest_ami.testing.project import Project
from tests.support.projects import FAKED_FLOW, FAKED_NODE

CHANGED = FAKED_FLOW.replace(
    "        ami.run(",
    """
        page.fake.routes = copy.deepcopy(page.fake.routes)
        page.fake.routes["/new"]["elements"][2]["name"] = "Dispatch ::error::"
        ami.run(""".lstrip("\n"),
)


@pytest.mark.slow
def test_pytest_html_and_allure_get_the_runs_of_each_test(faked_taught: Project) -> None:
    files = ("--html=report.html", "--alluredir=allure", "--ami-json=run.json")
    run = faked_taught.apart.run("-p", "html", "-p", "metadata", "-p", "allure_pytest", *files)  # type: ignore[attr-defined]
    assert run.ret == 0, run.out + run.err

    page = unescape((run.project.path / "report.html").read_text("utf-8"))
    assets = {path.suffix: path for path in (run.project.path / "assets").iterdir() if path.suffix != ".css"}
    assert assets[".txt"].read_text("utf-8") == f'replayed   "send email" v1  {FAKED_NODE}'
    assert json.loads(assets[".json"].read_text("utf-8"))[0]["outcome"] == "replayed"
    assert page.count('"name": "learned web flows"') == 1

    (result,) = (run.project.path / "allure").glob("*-result.json")
    attached = {each["name"]: each["source"] for each in json.loads(result.read_text("utf-8"))["attachments"]}
    assert attached.keys() == {"learned web flows", "learned web flows.json"}
    text = (run.project.path / "allure" / attached["learned web flows"]).read_text("utf-8")
    assert text == f'replayed   "send email" v1  {FAKED_NODE}'
    (entry,) = json.loads((run.project.path / "allure" / attached["learned web flows.json"]).read_text("utf-8"))
    assert (entry["task"], entry["outcome"]) == ("send email", "replayed")
    jsonschema.validate(json.loads((run.project.path / "run.json").read_text("utf-8")), schema())


def test_github_gets_a_summary_and_annotations_where_it_runs_the_job(faked_taught: Project) -> None:
    summary = faked_taught.path / "summary.md"
    summary.write_text("of another step\n", "utf-8")
    github = {"GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": str(summary), "GITHUB_WORKSPACE": str(faked_taught.path)}
    run = faked_taught.with_test("import copy", CHANGED).with_env(**github).run("--ami-mode=replay")

    text = summary.read_text("utf-8")
    assert text.startswith("of another step\n## Learned web flows\n\n1 stale; 0 model calls. Mode: replay.\n")
    assert f"<td>stale</td><td><code>&quot;send email&quot; v1</code></td><td><code>{FAKED_NODE}</code>" in text
    (line,) = [line for line in run.lines if line.startswith("::")]
    assert line.startswith("::warning file=test_flow.py,line=")
    assert f'title=stale%3A "send email" v1::{FAKED_NODE}; step 4, renamed: click button "Send"' in line


def test_a_summary_that_cannot_be_written_is_a_warning(faked_taught: Project) -> None:
    run = faked_taught.with_env(GITHUB_STEP_SUMMARY=str(faked_taught.path)).run("--ami-mode=replay")

    assert run.ret == 0
    assert "The summary of the job cannot be written to GITHUB_STEP_SUMMARY" in run.out + run.err


def test_elsewhere_nothing_is_written_for_github(faked_taught: Project) -> None:
    run = faked_taught.run("--ami-mode=replay")

    assert run.ret == 0
    assert not any(line.startswith("::") for line in run.lines)
