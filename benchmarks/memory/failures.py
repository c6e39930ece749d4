"""500 labelled failures of 40 injected causes, on fake pages: does the signature find the failures of one cause?

Each failure is a replay that stops on a page into which one cause was put; data, counters and other parts of the page
differ every time. Then each failure in turn asks for the earlier ones with its signature: their label is the answer.
The signature was written with the first half of the causes in view. The second half has other applications, messages
and languages, and was put down before any of its figures were seen.
"""

from __future__ import annotations

import copy
import random
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from pytest_ami.elements.attribution import reason_at
from pytest_ami.engine.replay import replay
from pytest_ami.engine.replay_options import FlowOptions
from pytest_ami.flow.knowledge.failure_signature import closest, failure_signature
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.workflow import Effects, Parameter, Step, StepKind, Workflow
from pytest_ami.testing.fake_page import FakePage

FAILURES = 500
ORIGIN = "http://app.test"
PATIENCE = 2_000.0
PEOPLE = ("Ann Beck", "Bob", "Chidi Okafor", "Dana", "王小明", "Émile", "Farah", "Günter Vogt")
THINGS = ("Lunch?", "Quarterly report", "Blue jacket", "Tooltip covers the cursor", "会议纪要", "Rechnung", "Nr. 7")


class App(NamedTuple):
    """An application with one form.

    Attributes:
        route: Route of the form, with ``:id`` for the number of a record.
        heading: Its heading; ``%`` stands for data.
        fields: Names of its fields.
        button: Its button.
        message: What it says after the deed.
    """

    route: str
    heading: str
    fields: tuple[str, ...]
    button: str
    message: str


class Case(NamedTuple):
    """A cause that is put into an application.

    Attributes:
        app: Key of the application.
        kind: What happens, a key of ``KINDS``.
        text: What the page says then, ``%`` for data; or the status of the server.
    """

    app: str
    kind: str
    text: str = ""


APPS: Mapping[str, App] = {
    "mail": App("/new", "New message", ("To", "Subject"), "Send", "Message sent"),
    "shop": App("/checkout", "Checkout for %", ("Name", "Street"), "Place order", "Thank you, % is on its way"),
    "tracker": App("/issues/:id", "%", ("Comment",), "Add comment", "Comment added"),
    "bank": App("/transfer", "Transfer", ("IBAN", "Amount"), "Transfer", "Your transfer was accepted"),
    "wiki": App("/pages/:id/edit", "Editing %", ("Title", "Text"), "Save page", "Saved"),
    "leave": App("/leave/new", "Request leave", ("From", "Until"), "Submit request", "Your request was submitted"),
    "kunden": App("/kunden/:id", "Kunde %", ("Name", "Ort"), "Speichern", "Gespeichert"),
    "挂号": App("/booking", "预约挂号", ("姓名", "日期"), "提交", "预约成功"),
}

TUNED = (
    *(Case("mail", "says", text) for text in ("alert|The mailbox of % is full", "alert|% is not an address")),
    Case("mail", "nothing"),
    Case("mail", "breaks", "503"),
    Case("mail", "disabled"),
    *(Case("shop", "says", text) for text in ("alert|% is sold out", "alert|We do not deliver to %")),
    Case("shop", "leads", "Sign in"),
    Case("shop", "covered"),
    Case("shop", "gone"),
    *(Case("tracker", "says", text) for text in ("alert|This issue is locked by %", "dialog|Leave without saving?")),
    Case("tracker", "breaks", "500"),
    Case("tracker", "hidden"),
    Case("tracker", "twice"),
    *(Case("bank", "says", text) for text in ("alert|Limit of % exceeded", "alertdialog|Enter the code from %")),
    Case("bank", "leads", "Maintenance"),
    Case("bank", "nothing"),
    Case("bank", "disabled"),
)
HELD_OUT = (
    *(Case("wiki", "says", text) for text in ("alert|% changed this page meanwhile", "alert|Page % is protected")),
    Case("wiki", "breaks", "413"),
    Case("wiki", "gone"),
    Case("wiki", "covered"),
    *(Case("leave", "says", text) for text in ("status|Only % days are left", "alert|% is a public holiday")),
    Case("leave", "leads", "Choose an account"),
    Case("leave", "nothing"),
    Case("leave", "hidden"),
    *(Case("kunden", "says", text) for text in ("alert|% ist bereits vergeben", "dialog|Änderungen an % verwerfen?")),
    Case("kunden", "breaks", "502"),
    Case("kunden", "twice"),
    Case("kunden", "disabled"),
    *(Case("挂号", "says", text) for text in ("alert|%的号源已满", "alert|请先登录")),
    Case("挂号", "breaks", "504"),
    Case("挂号", "leads", "系统维护"),
    Case("挂号", "covered"),
)


def _says(page: FakePage, app: App, text: str) -> None:
    page.element(app.button)["on"] = {"click": {"notice": text}}


def _breaks(page: FakePage, app: App, text: str) -> None:
    path = page.url.removeprefix(ORIGIN)
    page.element(app.button)["on"] = {"click": {"sends": f"POST {path}", "breaks": f"POST {page.url}: {text}"}}


def _leads(page: FakePage, app: App, text: str) -> None:
    page.routes = {**page.routes, "/elsewhere": {"notices": [f"heading|{text}"], "elements": []}}
    page.element(app.button)["on"] = {"click": {"goto": "/elsewhere"}}


def _gone(page: FakePage, app: App, _text: str) -> None:
    page.elements = [one for one in page.elements if one["name"] != app.button]


def _twice(page: FakePage, app: App, _text: str) -> None:
    page.elements.append(copy.deepcopy(page.element(app.button)))


KINDS: Mapping[str, Callable[[FakePage, App, str], None]] = {
    "says": _says,
    "nothing": lambda page, app, _: page.element(app.button).update(on={"click": {}}),
    "breaks": _breaks,
    "leads": _leads,
    "disabled": lambda page, app, _: page.element(app.button).update(disabled=True),
    "hidden": lambda page, app, _: page.element(app.button).update(visible=False),
    "covered": lambda page, app, _: page.element(app.button).update(fails="covered"),
    "gone": _gone,
    "twice": _twice,
}
"""How each kind of cause is put into a page."""


def measure(tell: Callable[[str], None] = lambda _: None) -> dict[str, Any]:
    """Return precision and recall of the signature, for each half of the causes and for all."""
    dice = random.Random(20)  # noqa: S311  (makes test data)
    cases = (*TUNED, *HELD_OUT)
    order = [number % len(cases) for number in range(FAILURES)]
    dice.shuffle(order)
    known: dict[Any, Counter[int]] = defaultdict(Counter)
    seen: set[int] = set()
    rows: list[tuple[int, int | None, bool]] = []
    for done, number in enumerate(order):
        signature = failure(cases[number], dice)
        like = closest(signature, known)
        answer = known[like].most_common(1)[0][0] if like else None
        rows.append((number, answer, number in seen))
        known[signature][number] += 1
        seen.add(number)
        if done % 100 == 0:
            tell(f"failures: {done} of {FAILURES}")
    half = len(TUNED)
    return {
        "causes": len(cases),
        "failures": len(rows),
        "all": _figures(rows),
        "tuned": _figures([row for row in rows if row[0] < half]),
        "held_out": _figures([row for row in rows if row[0] >= half]),
        "goal": {"precision": 0.95, "recall": 0.9},
        "confused": sorted({f"{cases[n]} taken for {cases[a]}" for n, a, _ in rows if a is not None and a != n}),
    }


def _figures(rows: list[tuple[int, int | None, bool]]) -> dict[str, Any]:
    answered = [row for row in rows if row[1] is not None]
    right = sum(label == answer for label, answer, _ in rows)
    again = sum(seen for *_, seen in rows)
    return {
        "failures": len(rows),
        "seen_before": again,
        "answered": len(answered),
        "right": right,
        "precision": round(right / len(answered), 4) if answered else None,
        "recall": round(right / again, 4) if again else None,
    }


def failure(case: Case, dice: random.Random) -> Any:
    """Return the signature of one failure of a cause, with data of its own.

    Raises:
        RuntimeError: The replay did not stop: the cause causes nothing.
    """
    app = APPS[case.app]
    values = {f"p{n}": _data(dice) for n, _ in enumerate(app.fields)}
    flow, page = _flow(app), _page(app, dice)
    KINDS[case.kind](page, app, case.text.replace("%", dice.choice([*values.values(), _data(dice)])))
    report = page.run(replay(flow, values, FlowOptions(patience=PATIENCE)))
    drift = report.drift
    if drift is None:
        raise RuntimeError(f"{case} did not stop the replay")
    drift = replace(drift, reason=reason_at(drift, flow.steps).value)
    return failure_signature(drift, flow.steps[drift.step - 1], values)


def _data(dice: random.Random) -> str:
    kind = dice.randrange(4)
    if kind == 0:
        return dice.choice(PEOPLE)
    if kind == 1:
        return f"{dice.choice(THINGS)} {dice.randrange(10_000)}"
    return (
        f"{dice.choice('abcdefgh')}{dice.randrange(10**6)}@example.com" if kind == 2 else f"{dice.random() * 900:.2f}"
    )


def _page(app: App, dice: random.Random) -> FakePage:
    """Return the page of an application, with data and further parts that differ every time."""
    path = app.route.replace(":id", str(dice.randrange(1, 10**6)))
    links = [{"role": "link", "name": f"{word} ({dice.randrange(40)})"} for word in ("Inbox", "Drafts", "Open", "Done")]
    fields = [{"role": "textbox", "name": name} for name in app.fields]
    button = {"role": "button", "name": app.button, "on": {"click": {"notice": f"status|{app.message}"}}}
    notices = [f"heading|{app.heading.replace('%', dice.choice(THINGS))}"]
    if dice.random() < 0.3:
        notices.append(f"status|{dice.randrange(2, 90)} new messages")
    more = dice.sample(links, dice.randrange(len(links)))
    return FakePage({path: {"notices": notices, "elements": [*more, *fields, button]}}, url=f"{ORIGIN}{path}")


def _flow(app: App) -> Workflow:
    def target(role: str, name: str) -> Fingerprint:
        return Fingerprint(tag="x", role=role, name=name, counts={"name": 1})

    fills = [
        Step(kind=StepKind.FILL, target=target("textbox", name), value=f"{{{{p{n}}}}}", route=app.route)
        for n, name in enumerate(app.fields)
    ]
    effects = Effects(notices=(f"status|{app.message.replace('%', '{{p0}}')}",))
    deed = Step(kind=StepKind.CLICK, target=target("button", app.button), effects=effects, route=app.route)
    parameters = tuple(Parameter(name=f"p{n}") for n, _ in enumerate(app.fields))
    return Workflow(task=f"use {app.button}", steps=(*fills, deed), parameters=parameters)
