"""How long a text takes to match in a store of a hundred thousand workflows. Workflows are made up, by number."""

# ruff: noqa: SIM905  (lists of words read best as text)

from __future__ import annotations

import gc
import os
import time
from contextlib import suppress
from random import Random
from statistics import median, quantiles
from typing import Any

from pytest_ami.instructions.index import Index
from pytest_ami.model.errors import AmiError
from pytest_ami.model.workflow import Parameter, Workflow
from tests.support.choosing import choose
from tests.support.matching import Case

STORED = 100_000
VERBS = (
    "create close archive delete rename assign move copy export import approve reject publish share restore block "
    "cancel download upload print open review submit track schedule forward reply search update print"
).split()
THINGS = (
    "invoice order ticket report contract shipment booking project account member device campaign article lesson "
    "recipe ward patient vehicle route parcel sensor license tenant auction voucher survey budget timesheet course"
).split()
PLACES = [f"{a}{b}" for a in ("north south east west upper lower inner outer".split())
          for b in ("field gate wood port ham bridge haven mill ridge ford".split())]  # fmt: skip
DONE = ("新建 关闭 归档 删除 重命名 分配 移动 复制 导出 导入").split()
NAMED = ("报表 合同 运单 项目 课程 设备 成员 文章 路线 预算").split()


def workflows(count: int = STORED) -> list[Workflow]:
    """Return made-up workflows, one in ten of them Chinese; each has two aliases, two templates, two parameters."""
    return [_chinese(n) if n % 10 == 0 else _english(n) for n in range(count)]


def measure(cases: list[Case], corpus: tuple[Workflow, ...], texts: int = 2000) -> dict[str, Any]:
    """Return the milliseconds of matching texts of the corpus, and of made-up ones, in a store of 100,000."""
    stored = [*corpus, *workflows(STORED - len(corpus))]
    began = time.process_time()
    index = Index(stored)
    # Everything that the index would work out at its first look.
    _ = index.vocabulary, index._tasks, index._names, index._templates, index._frames, index._postings
    built = time.process_time() - began
    random = Random(6)  # noqa: S311  (the same texts every time)
    made = [_asked(stored[random.randrange(len(corpus), len(stored))], n) for n in range(texts // 2)]
    asked = [case.text for case in random.choices(cases, k=texts - len(made))] + made
    random.shuffle(asked)
    for text in asked[:50]:
        _once(text, index)
    gc.collect()
    gc.freeze()
    pairs = [_once(text, index) for text in asked]
    gc.unfreeze()
    took, worked = sorted(wall for wall, _ in pairs), sorted(work for _, work in pairs)
    return {
        "workflows": len(stored),
        "texts": len(took),
        "median_ms": round(median(took), 3),
        "p95_ms": round(quantiles(took, n=20)[-1], 3),
        "worst_ms": round(took[-1], 3),
        "cpu_median_ms": round(median(worked), 3),
        "cpu_p95_ms": round(quantiles(worked, n=20)[-1], 3),
        "load": round(os.getloadavg()[0], 1),
        "index_cpu_seconds": round(built, 1),
    }


def _once(text: str, index: Index) -> tuple[float, float]:
    """Return the milliseconds on the clock, and those that this process worked: others may share the machine."""
    began, worked = time.perf_counter(), time.process_time()
    with suppress(AmiError):
        choose(text, index)
    return (time.perf_counter() - began) * 1000, (time.process_time() - worked) * 1000


def _english(n: int) -> Workflow:
    verb, thing, place = VERBS[n % len(VERBS)], THINGS[n // 7 % len(THINGS)], PLACES[n // 3 % len(PLACES)]
    name = f"{verb} {thing} {place} {n % 977}"
    return _made(
        n,
        name,
        f"{verb} the {thing} of {place} number {n}",
        f'{verb} {thing} "{{{{title}}}}" for {{{{owner}}}} in {place} {n}',
    )


def _chinese(n: int) -> Workflow:
    verb, thing = DONE[n // 10 % len(DONE)], NAMED[n // 100 % len(NAMED)]
    return _made(
        n, f"{verb}{thing} {n}", f"{n} 号{thing}{verb}", f"在 {n} 中{verb}{thing}“{{{{title}}}}”，负责人 {{{{owner}}}}"
    )


def _made(n: int, task: str, alias: str, template: str) -> Workflow:
    return Workflow(
        task=task,
        steps=(),
        id=str(n),
        aliases=(alias, f"{alias} please"),
        templates=(template, f"please {template}"),
        parameters=(Parameter(name="title"), Parameter(name="owner", type="email")),
    )


def _asked(workflow: Workflow, n: int) -> str:
    values = {"title": f"Number {n}", "owner": f"person{n}@example.com"}
    if n % 4 == 0:
        return workflow.task
    if n % 4 == 1:
        return f'Could you {workflow.task} with the title "{values["title"]}" to {values["owner"]} tomorrow'
    text = workflow.templates[0]
    for name, value in values.items():
        text = text.replace(f"{{{{{name}}}}}", value)
    return text
