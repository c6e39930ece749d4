"""One case: a tool carries one flow out on one redesigned page, and the judge says what came of it."""

from __future__ import annotations

import time
from dataclasses import asdict
from typing import Any

from pytest_ami.testing.redesign.trial import Claim, result

from .corpus import Case
from .stage import Subject
from .tool import Said, Tool


def run_case(subject: Subject, case: Case, tool: Tool, memory: Any) -> dict[str, Any]:
    """Carry one flow out on one redesigned page; return what came of it."""
    values = subject.values(case.number)
    began = time.perf_counter()
    page, told = subject.open(case.look, case.redesign, values)
    opened = time.perf_counter()
    try:
        said = _said(tool, page, memory, values)
        done = time.perf_counter()
        truth = subject.truth(page, told, values, passes=said.claim.passes)
    finally:
        page.context.close()
    return {
        "tool": tool.name,
        "site": subject.name,
        "task": subject.task.name,
        "design": subject.look.design,
        "case": case.number,
        "first": case.first,
        "keeps": case.keeps,
        "to": f"{case.look.design} {case.look.locale}",
        "redesign": str(case.redesign),
        "applied": list(told.applied),
        "result": result(said.claim, truth, keeps=case.keeps).value,
        "truth": asdict(truth),
        "said": {"claim": said.claim.value, "why": said.why, "healed": said.healed},
        "faults": told.faults[:2],
        "ms": {"replay": round(1000 * (done - opened)), "case": round(1000 * (time.perf_counter() - began))},
    }


def _said(tool: Tool, page: Any, memory: Any, values: dict[str, str]) -> Said:
    try:
        return tool.replay(page, memory, values)
    except Exception as error:  # noqa: BLE001  (a tool that breaks down has stopped)
        return Said(claim=Claim.STOPPED, why=f"broke down: {type(error).__name__}: {error}"[:400])
