"""`python -m benchmarks.acceptance`: the e-mail scenario from the first instruction to the flow after a redesign.

Every phase is a pytest of its own; what was learned reaches the next one through the store alone. The local endpoint
reads the prompt and decides, as a model would. Where a phase must not ask, the model's address leads nowhere.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from benchmarks import results
from pytest_ami.store.workflow_store import WorkflowStore
from pytest_ami.testing.project import Project
from tests.support.model.server import ModelServer

REPORT = Path(__file__).parents[1] / "docs" / "acceptance.md"
NOWHERE = "http://127.0.0.1:9/v1"
FIRST = "给 test@example.com 发送一封邮件，主题是'测试邮件'，内容是'这是一封测试邮件，用于验证 Agent 学习功能'"
SECOND = "给 another@example.com 发送邮件，主题是'后续测试'，内容是'这是第二封测试邮件'"
EXPECTED = {
    FIRST: ["test@example.com", "测试邮件", "这是一封测试邮件，用于验证 Agent 学习功能"],
    SECOND: ["another@example.com", "后续测试", "这是第二封测试邮件"],
}
CONFTEST = """
    import os
    import pytest

    @pytest.fixture(scope="session")
    def base_url(mail_server):
        return mail_server.url

    @pytest.fixture
    def browser_context_args(browser_context_args, mail_site):
        mail_site.redesign(os.environ["DESIGN"])
        return {**browser_context_args, "storage_state": {"cookies": mail_site.cookies(), "origins": []}}
"""
FLOW = """
    import json
    import os

    @pytest.mark.learned("send email")
    def test_send(ami, page, mail_site):
        page.goto("/")
        ami.run(os.environ["TEXT"])
        (mail,) = mail_site.sent()
        assert [*mail.to, mail.subject, mail.body] == json.loads(os.environ["EXPECTED"])
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Phase:
    """One run of pytest.

    Attributes:
        name: As in the report.
        text: The instruction.
        design: Of the webmail.
        mode: For ``--ami-mode``.
        asks: Whether a model may be asked.
    """

    name: str
    text: str
    design: str = "2019"
    mode: str = "auto"
    asks: bool = True


PHASES = (
    Phase(name="first: learned by a model", text=FIRST),
    Phase(name="second: replayed", text=SECOND, mode="replay", asks=False),
    Phase(name="redesigned: noticed", text=SECOND, design="2026", mode="replay", asks=False),
    Phase(name="redesigned: relearned", text=SECOND, design="2026"),
    Phase(name="redesigned: replayed", text=FIRST, design="2026", mode="replay", asks=False),
)


def measure() -> dict[str, Any]:
    """Run all phases; return what each came to, the ratio of the first two, and the workflow."""
    phases: list[dict[str, Any]] = []
    with tempfile.TemporaryDirectory() as folder, ModelServer() as server:
        project = Project.at(Path(folder)).with_file("conftest.py", CONFTEST).with_test(FLOW)
        project = project.with_file("pytest.ini", "[pytest]\n")
        for phase in PHASES:
            env = {
                "OPENAI_BASE_URL": server.base_url if phase.asks else NOWHERE,
                "OPENAI_API_KEY": "local",
                "TEXT": phase.text,
                "EXPECTED": json.dumps(EXPECTED[phase.text], ensure_ascii=False),
                "DESIGN": phase.design,
            }
            before = server.calls
            done = project.with_env(**env).run(
                "--ami-teacher=llm", "--ami-model=ami-local", "--ami-prices=ami-local=0.25/2",
                f"--ami-mode={phase.mode}", "--ami-json=ami.json",
            )  # fmt: skip
            (run,) = json.loads((project.path / "ami.json").read_text("utf-8"))["runs"]
            phases.append(_told(phase, run, passed=done.ret == 0, calls=server.calls - before))
        workflow = _workflow(WorkflowStore(project.path / ".ami", readonly=True))
    first, second = phases[0]["seconds"], phases[1]["seconds"]
    return {"phases": phases, "second_to_first": round(second / first, 3), "workflow": workflow}


def _told(phase: Phase, run: dict[str, Any], *, passed: bool, calls: int) -> dict[str, Any]:
    keys = ("outcome", "steps", "seconds", "model_calls", "tokens", "money", "version")
    drift = run["drift"] or {}
    return {
        "phase": phase.name,
        "design": phase.design,
        "mode": phase.mode,
        "delivered": passed,
        **{key: run[key] for key in keys},
        "calls_at_the_endpoint": calls,
        "drift": f"step {drift['step']}, {drift['cause']}: {drift['title']}" if drift else "",
    }


def _workflow(store: WorkflowStore) -> dict[str, Any]:
    versions = store.versions("send email")
    return {
        "task": "send email",
        "parameters": {p.name: p.type for p in versions[0].parameters},
        "templates": list(versions[0].templates),
        "versions": [
            {
                "version": one.version,
                "status": one.status.value,
                "by": one.provenance.author,
                "steps": [
                    {
                        "kind": step.kind.value,
                        "title": step.title(),
                        "xpath": step.target.absolute_xpath if step.target else "",
                    }
                    for step in one.steps
                ],
            }
            for one in sorted(versions, key=lambda one: one.version)
        ],
    }


def table(found: dict[str, Any]) -> Table:
    """Return the phases as people read them."""
    made = Table(box=None, pad_edge=False, header_style="bold")
    for column in ("phase", "design", "outcome", "delivered", "steps", "seconds", "calls", "tokens", "dollars"):
        made.add_column(column, justify="left" if column in ("phase", "design", "outcome") else "right")
    for row in found["phases"]:
        delivered = "yes" if row["delivered"] else "no"
        numbers = (row["steps"], f"{row['seconds']:.2f}", row["model_calls"], row["tokens"], f"{row['money']:.4f}")
        made.add_row(row["phase"], row["design"], row["outcome"], delivered, *map(str, numbers))
    return made


def report(found: dict[str, Any]) -> str:
    """Return the report as Markdown."""
    lines = [
        "# The e-mail scenario, word for word",
        "",
        f"First instruction: {FIRST}",
        "",
        f"Second instruction: {SECOND}",
        "",
        "| phase | design | outcome | delivered | steps | seconds | model calls | tokens | dollars |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    for row in found["phases"]:
        cells = (
            row["phase"], row["design"], row["outcome"], "yes" if row["delivered"] else "no", row["steps"],
            f"{row['seconds']:.2f}", row["model_calls"], row["tokens"], f"{row['money']:.4f}",
        )  # fmt: skip
        lines.append(f"| {' | '.join(map(str, cells))} |")
    flow = found["workflow"]
    parameters = ", ".join(f"`{name}` ({kind})" for name, kind in flow["parameters"].items())
    lines += [
        "",
        f"The second run takes {found['second_to_first']:.2f} of the time of the first, and asks no model.",
        "The model is the local endpoint of the tests, which answers at once. With a real model the first run takes",
        "longer by its thinking time; the second run does not. Dollars: 0.25/2 for a million tokens read/written.",
        "",
        f"Redesigned: {found['phases'][2]['drift']}. In replay mode the test fails as STALE; in auto mode the",
        "changed steps are chosen or learned again, and the new version is used from then on.",
        "",
        f"Parameters: {parameters}. Template: `{(flow['templates'] or ['none'])[0]}`",
    ]
    for version in found["workflow"]["versions"]:
        lines += ["", f"## Version {version['version']}, {version['status']}, by {version['by']}", ""]
        lines += ["| | kind | step | XPath |", "|---|---|---|---|"]
        lines += [f"| {n} | {s['kind']} | {s['title']} | `{s['xpath']}` |" for n, s in enumerate(version["steps"], 1)]
    return "\n".join([*lines, "", "`python -m benchmarks.acceptance --write` makes this page.", ""])


def main() -> None:
    """Run the scenario, print it, and write it down if so wished."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.acceptance", description=__doc__)
    parser.add_argument("--write", action="store_true", help="put the result into results.json and docs/acceptance.md")
    asked = parser.parse_args()
    found = measure()
    Console().print(table(found))
    if asked.write:
        results.keep("acceptance", found)
        REPORT.write_text(report(found), "utf-8")


if __name__ == "__main__":
    main()
