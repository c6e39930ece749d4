"""Pages as tables that react to moves, so that whole lessons run to their end without a browser."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from pytest_ami.instructions.parameters import render
from pytest_ami.model.lesson import Element, Move, MoveKind, MoveResult, Observation, Situation
from pytest_ami.model.workflow import Parameter
from pytest_ami.teachers.offline.teacher import OfflineTeacher

SPEC = re.compile(
    r"(?P<role>[\w/]+) (?P<name>[^\[({]+?)(?: \[(?P<state>[^\]]*)\])?(?: \((?P<options>[^)]*)\))?(?: \{(?P<context>[^}]*)\})?"
)
TAGS = {
    "textbox": "input",
    "button": "button",
    "link": "a",
    "checkbox": "input",
    "combobox": "select",
    "combobox/list": "input",
    "file": "input",
}


def element(number: int, spec: str, value: str = "") -> Element:
    """Read ``role name [state] (option, option) {context}``; ``textbox/password`` sets the type."""
    found = SPEC.fullmatch(spec)
    assert found, spec
    role, _, kind = found["role"].partition("/")
    return Element(
        ref=f"e{number}",
        tag=TAGS.get(found["role"], TAGS.get(role, "div")),
        role="button" if role == "file" else role,
        name=found["name"],
        type="file" if role == "file" else kind,
        value=value,
        state=tuple((found["state"] or "").split()),
        options=tuple((found["options"] or "").split(", ")) if found["options"] else (),
        context=found["context"] or "",
    )


@dataclass
class Page:
    """A page as a table: what each state shows, and where a click leads; ``!`` before a target notes the click."""

    shows: dict[str, list[str]]
    leads: dict[tuple[str, str], str]
    notices: dict[str, list[str]] = field(default_factory=dict)
    now: str = "start"
    values: dict[str, str] = field(default_factory=dict)
    did: list[tuple[str, dict[str, str]]] = field(default_factory=list)
    trail: list[str] = field(default_factory=list)
    refuses: set[str] = field(default_factory=set)

    def observe(self) -> Observation:
        elements = tuple(element(i, spec, self.values.get(spec, "")) for i, spec in enumerate(self.shows[self.now], 1))
        return Observation(
            url=f"http://site/{self.now}", elements=elements, notices=tuple(self.notices.get(self.now, ()))
        )

    def make(self, move: Move, touched: Element | None, values: dict[str, str]) -> MoveResult:
        if touched and touched.name in self.refuses:
            return MoveResult(move=move, element=touched, ok=False, problem="it is covered")
        if move.kind is MoveKind.BACK:
            self.now = self.trail.pop() if self.trail else self.now
        elif move.kind is MoveKind.CLICK and touched:
            self._click(touched.name)
        elif move.kind is MoveKind.PRESS and touched:
            self._click(move.value)
        elif touched:
            said = render(move.value, values)
            self.values[touched.name] = {MoveKind.CHECK: "on", MoveKind.UNCHECK: "off"}.get(move.kind, said)
            self.now = self.leads.get((self.now, f"fill {touched.name}"), self.now)
        return MoveResult(move=move, element=touched)

    def _click(self, name: str) -> None:
        target = self.leads.get((self.now, name), self.now)
        if target.startswith("!"):
            self.did.append((name, dict(self.values)))
            target = target[1:]
            self.values.clear()
        if target != self.now:
            self.trail.append(self.now)
        self.now = target


@dataclass
class Result:
    moves: list[Move]
    final: Move
    clicked: list[str]


def lesson(
    page: Page,
    task: str,
    values: dict[str, str],
    *,
    secret: tuple[str, ...] = (),
    used: tuple[str, ...] = (),
    types: dict[str, str] | None = None,
    done: tuple[str, ...] = (),
    remaining: tuple[str, ...] = (),
) -> Result:
    parameters = tuple(Parameter(name=n, type=(types or {}).get(n, "text"), secret=n in secret) for n in values)
    made: list[MoveResult] = []
    for _ in range(40):
        seen = page.observe()
        situation = Situation(
            task=task,
            parameters=parameters,
            values={n: v for n, v in values.items() if n not in secret},
            observation=seen,
            made=tuple(made),
            done=done,
            used=used,
            remaining=remaining,
        )
        move = OfflineTeacher().advise(situation).move
        assert OfflineTeacher().advise(situation).move == move
        if move.kind in (MoveKind.DONE, MoveKind.GIVE_UP):
            clicked = [m.element.name for m in made if m.element and m.move.kind is MoveKind.CLICK]
            return Result([m.move for m in made], move, clicked)
        if move.kind in (MoveKind.FILL, MoveKind.SELECT, MoveKind.UPLOAD):
            assert re.fullmatch(r"\{\{\w+\}\}", move.value), "values are written as parameters"
        touched = next((e for e in seen.elements if e.ref == move.ref), None)
        made.append(page.make(move, touched, values))
    raise AssertionError("the lesson has no end")


NAV = [
    "link Inbox",
    "link Drafts",
    "link Sent",
    "link Archive",
    "link Settings",
    "searchbox Search mail",
    "button Search",
]
ROWS = ["row Ann Quarterly report 10:30", "row Bob Lunch? 9:15", "checkbox Select all"]
FORM = " {dialog New message}"
MAIL = {"to": "bob@example.com", "subject": "Quarterly report", "body": "See you at 5"}


def classic(**more: list[str]) -> Page:
    fields = [
        "textbox To",
        "textbox Cc",
        "textbox Bcc",
        "textbox Subject",
        "textbox Message",
        "file Attach files",
    ]
    buttons = ["button Send later", "button Save draft", "button Send", "button Discard"]
    return Page(
        shows={
            "start": [*NAV, "button Compose", *ROWS],
            "compose": [*NAV, *(f"{s}{FORM}" for s in fields + buttons)],
            "sent": [*NAV, "button Compose", *ROWS],
            **more,
        },
        leads={
            ("start", "Compose"): "compose",
            ("compose", "Send"): "!sent",
            ("compose", "Send later"): "!sent",
            ("compose", "Save draft"): "!sent",
            ("compose", "Discard"): "start",
        },
        notices={"sent": ["status|Message sent"]},
    )


def modern(lang: str) -> tuple[Page, str]:
    w = {
        "en": [
            "New message",
            "Recipients",
            "Topic",
            "Write your message",
            "Delivery options",
            "Send now",
            "Schedule",
            "Save for later",
            "Send this message?",
            "Send message",
            "Keep editing",
            "Message sent",
        ],
        "zh": [
            "新邮件",
            "收信人",
            "标题",
            "写下内容",
            "发送选项",
            "立即发送",
            "定时发送",
            "稍后再发",
            "要发送这封邮件吗？",
            "确认发送",
            "继续编辑",
            "邮件已发送",
        ],
    }[lang]
    fields = [f"textbox {x} {{dialog {w[0]}}}" for x in w[1:4]]
    items = [f"menuitem {w[6]}", f"menuitem {w[5]}", f"menuitem {w[7]}"]
    page = Page(
        shows={
            "start": [*NAV, f"button {w[0]}", *ROWS],
            "compose": [*NAV, *fields, f"button {w[4]} [collapsed menu] {{dialog {w[0]}}}", "button Close"],
            "menu": [*NAV, *fields, f"button {w[4]} [expanded menu] {{dialog {w[0]}}}", *items],
            "ask": [f"button {w[10]} {{dialog {w[8]}}}", f"button {w[9]} {{dialog {w[8]}}}"],
            "sent": [*NAV, f"button {w[0]}", *ROWS],
        },
        leads={
            ("start", w[0]): "compose",
            ("compose", w[4]): "menu",
            ("menu", w[5]): "ask",
            ("menu", w[6]): "!sent",
            ("menu", w[7]): "!sent",
            ("ask", w[9]): "!sent",
            ("ask", w[10]): "compose",
        },
        notices={
            "compose": [f"dialog|{w[0]}"],
            "menu": [f"dialog|{w[0]}"],
            "ask": [f"dialog|{w[8]}"],
            "sent": [f"status|{w[11]}"],
        },
    )
    return page, w[9]


def login_page(**change: list[str]) -> Page:
    return Page(
        shows={
            "start": [
                "link Create account",
                "textbox Email or username",
                "textbox/password Password [secret]",
                "checkbox Remember me",
                "button Create account",
                "button Log in",
                "button Log in with Google",
            ],
            "home": ["link Log out"],
            **change,
        },
        leads={
            ("start", "Log in"): "!home",
            ("start", "Create account"): "!home",
            ("start", "Log in with Google"): "!home",
        },
    )


def delete_page(question: str = "Delete this message?") -> Page:
    ask = f" {{dialog {question}}}"
    return Page(
        shows={
            "start": [*NAV, *ROWS],
            "mail": [*NAV, "button Reply", "button Archive", "button Delete", "button Mark as spam"],
            "ask": [f"button Cancel{ask}", f"button Delete{ask}"],
            "gone": [*NAV, "row Bob Lunch? 9:15"],
        },
        leads={
            ("start", "Ann Quarterly report 10:30"): "mail",
            ("mail", "Delete"): "ask",
            ("mail", "Archive"): "!gone",
            ("ask", "Delete"): "!gone",
        },
        notices={"ask": [f"dialog|{question}"], "gone": ["status|Message deleted"]},
    )
