"""A small deterministic browser for the engine: it carries out commands on a described page, without Playwright.

    page = FakePage({
        "/": {"elements": [{"role": "button", "name": "Compose", "on": {"click": {"goto": "/new"}}}]},
        "/new": {
            "elements": [
                {"role": "textbox", "name": "To"},
                {"role": "button", "name": "Send", "on": {"click": {"notice": "status|Message sent"}}},
            ],
        },
    })
    report = page.run(replay(workflow, values))

Rules of this module:

* A look finds the same elements as ``browser/js/look.js``, by the same agreement; nothing is decided here.
* Time passes only during a wait, so that every run of a test is the same.
* A route has ``elements`` and ``notices``. An element has the fields of a ``Fingerprint``, and ``value``, ``options``,
  ``visible``, ``disabled``, ``readonly``, ``fails`` (the cause with which its actions fail) and ``on``: the reaction
  to a ``click``, a ``fill`` and so on. A reaction has ``goto`` (a URL), ``notice``, ``unnotice``, ``show``, ``hide``,
  ``remove`` (names), ``tab`` (a tab opens), ``after`` (milliseconds of delay, during which a request is pending), and
  ``sends`` (the method and the path of a request that is sent at once) with ``breaks`` (the failure it ends with).
"""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any, TypeVar
from urllib.parse import urljoin, urlsplit

from pytest_ami.elements.addresses.routes import address
from pytest_ami.elements.text_keys import fold
from pytest_ami.engine.effects.message_check import TEXTS
from pytest_ami.model import command as c
from pytest_ami.model.errors import bug
from pytest_ami.model.lesson import Element, Observation
from pytest_ami.model.look import Candidate, EffectState, Expectation, Health, Presence
from pytest_ami.model.operation import Operation, PageState
from pytest_ami.model.outcome import Cause

from .fake_elements import ElementData, candidates, describe, everything, whole
from .fake_elements import met as is_met

T = TypeVar("T")
TYPES = {"fill": "input"}
"""The recorder's name of an action, if it differs."""

MOST = 6
"""The most candidates that a look returns."""


class FakePage:
    """One tab that answers commands.

    Args:
        routes: The ``elements`` and ``notices`` of each path.
        url: The first URL.
        teacher: Answers ``AskTeacher`` (a function of the situation) or ``Perform`` (a function of page and values).

    Attributes:
        commands: All commands so far, in order.
        touched: The name, the element and the value of each action.
        health: The health that looks report; set it to make the application fail.
        known: The texts of the memory of pages, by path.
    """

    def __init__(
        self,
        routes: Mapping[str, Mapping[str, Any]],
        *,
        url: str = "http://app.test/",
        teacher: Callable[..., Any] | None = None,
    ) -> None:
        """Open the first page."""
        self.routes = routes
        self.teacher = teacher
        self.commands: list[c.Command] = []
        self.touched: list[tuple[str, ElementData, str]] = []
        self.health = Health()
        self.known: dict[str, str] = {}
        self.tabs = 1
        self._now = self._changed = 0.0
        self._later: list[tuple[float, Mapping[str, Any]]] = []
        self._recording: list[Operation] | None = None
        self._refs: dict[str, ElementData] = {}
        self._history: list[str] = []
        self._last: ElementData | None = None
        self._target: ElementData | None = None
        self._choices: list[ElementData] = []
        self._goto(url)
        self._changed = -10_000.0

    def run(self, program: Generator[c.Command, Any, T]) -> T:
        """Carry out a program of the engine and return its result."""
        answer: Any = None
        try:
            while True:
                command = program.send(answer)
                self.commands.append(command)
                answer = self.answer(command)
        except StopIteration as stop:
            value: T = stop.value
            return value
        finally:
            program.close()

    def answer(self, command: c.Command) -> Any:
        """Carry out one command and return its result."""
        handler = getattr(self, f"_on_{type(command).__name__.lower()}", None)
        if handler is None:
            raise bug(f"The fake page does not know the command {type(command).__name__}", "It has no handler for it")
        return handler(command)

    def state(self) -> PageState:
        """Return the visible state: the elements that a person could see and use now."""
        controls = dict.fromkeys(f"{e['role']}|{e['name'][:80]}" for e in self.elements if e["visible"])
        last = self._last["value"] if self._last and self._holds(self._last) else None
        return PageState(url=self.url, controls=tuple(controls), notices=tuple(self.notices), last_value=last)

    def element(self, name: str) -> ElementData:
        """Return the element called ``name``; change it to make the page drift."""
        return next(e for e in self.elements if e["name"] == name)

    # -- commands -----------------------------------------------------------------------------------------------

    def _on_look(self, command: c.Look) -> c.Seen:
        expect, deadline = command.expect, self._now + command.slice
        started = self._now
        while True:
            self._pass()
            effects = self._effects(expect)
            met = expect is None or is_met(expect, effects)
            ranked = candidates(self.elements, command.target) if command.target else []
            if self._now >= deadline or (met and (not command.target or any(ok and not bad for _, ok, bad in ranked))):
                break
            self._now = min(deadline, self._now + 50)
        self._choices = [e for e, _, _ in ranked[:MOST]]
        if command.slot == "target":
            self._target = self._choices[0] if self._choices else None
        text = "" if met else repr(self.notices[:8])
        effects = replace(effects, before=self._present(command.watch, command.others), text=text)
        found = tuple(
            Candidate(fingerprint=describe(e, self.elements), agree=ok, problem=bad, acted=e is self._last)
            for e, ok, bad in ranked[:MOST]
        )
        waited, quiet = self._now - started, self._now - self._changed
        return c.Seen(
            url=self.url,
            candidates=found,
            effects=effects,
            met=met,
            quiet=quiet,
            waited=waited,
            health=self._health(),
        )

    def _on_survey(self, command: c.Survey) -> c.Surveyed:
        ranked = everything(self.elements, command.target)
        self._choices = [e for e, _, _ in ranked]
        found = tuple(
            Candidate(fingerprint=describe(e, self.elements), agree=ok, problem=bad, at=n)
            for n, (e, ok, bad) in enumerate(ranked)
        )
        return c.Surveyed(candidates=found, before=self._present(command.watch))

    def _on_choose(self, command: c.Choose) -> c.Acted:
        self._target = self._choices[command.index] if command.index < len(self._choices) else None
        return c.Acted(ok=self._target is not None)

    def _on_goto(self, command: c.Goto) -> c.Acted:
        url = urljoin(self.url, command.url)
        if urlsplit(url).path not in self.routes:
            return c.Acted(ok=False, cause=Cause.APP_DOWN, detail=f"net::ERR_CONNECTION_REFUSED at {url}")
        self._goto(url)
        self._record(Operation(type="navigate", url=self.url))
        return c.Acted()

    def _on_settle(self, _command: c.Settle) -> c.Seen:
        started = self._now
        self._now = max([self._now, *(due for due, _ in self._later)]) + 300
        self._pass()
        return c.Seen(url=self.url, quiet=self._now - self._changed, waited=self._now - started, health=self._health())

    def _on_awaitanswers(self, command: c.AwaitAnswers) -> c.Seen:
        return self._on_settle(c.Settle(place=command.place))

    def _on_observe(self, command: c.Observe) -> Observation:
        if command.point is not None:  # a described page has no places
            return Observation(url=self.url)
        known = [e for e in self.elements if e["visible"]]
        self._refs = {f"e{n}": e for n, e in enumerate(known, 1)}
        elements = tuple(
            Element(
                ref=ref, **{key: e[key] for key in ("tag", "role", "name", "label", "value", "context", "attributes")}
            )
            for ref, e in self._refs.items()
        )
        return Observation(url=self.url, elements=elements, notices=tuple(self.notices), tabs=(self.url,) * self.tabs)

    def _on_recall(self, command: c.Recall) -> str:
        return self.known.get(urlsplit(command.url).path, "")

    def _on_askteacher(self, command: c.AskTeacher) -> Any:
        assert self.teacher is not None, "there is no teacher"  # noqa: S101  (a replay that asks is a bug)
        return self.teacher(command.situation)

    def _on_perform(self, command: c.Perform) -> c.Acted:
        assert self.teacher is not None, "there is no teacher"  # noqa: S101  (likewise)
        self.teacher(self, **command.values)
        return c.Acted()

    def _on_startrecording(self, _command: c.StartRecording) -> None:
        self._recording = []

    def _on_readrecording(self, _command: c.ReadRecording) -> tuple[tuple[Operation, ...], PageState]:
        assert self._recording is not None, "no recording is under way"  # noqa: S101  (a program that asks is wrong)
        return tuple(self._recording), self.state()

    def _on_forgetsince(self, command: c.ForgetSince) -> None:
        del (self._recording or [])[command.keep :]

    def _on_stoprecording(self, _command: c.StopRecording) -> None:
        assert self._recording is not None, "no recording is under way"  # noqa: S101  (Playwright raises as well)
        self._recording = None

    def _on_back(self, _command: c.Back) -> c.Acted:
        if len(self._history) > 1:
            self._history.pop()
            self._goto(self._history.pop())
        return c.Acted()

    def _on_click(self, command: c.Click) -> c.Acted:
        kinds = {(2, "left"): "dblclick", (1, "right"): "contextmenu"}
        return self._act(command, "click", kind=kinds.get((command.count, command.button), "click"))

    def _on_fill(self, command: c.Fill) -> c.Acted:
        return self._act(command, "fill", command.value)

    def _on_select(self, command: c.Select) -> c.Acted:
        return self._act(command, "select", command.value)

    def _on_check(self, command: c.Check) -> c.Acted:
        kind = "check" if command.on else "uncheck"
        return self._act(command, kind, f"{kind}ed", kind=kind)

    def _on_press(self, command: c.Press) -> c.Acted:
        return c.Acted() if command.ref == "page" else self._act(command, "press", command.key)

    def _on_hover(self, command: c.Hover) -> c.Acted:
        return self._act(command, "hover")

    def _on_upload(self, command: c.Upload) -> c.Acted:
        return self._act(command, "upload", "\n".join(path.split("/")[-1] for path in command.paths))

    def _on_scroll(self, command: c.Scroll) -> c.Acted:
        return self._act(command, "scroll", command.value)

    def _on_drag(self, command: c.Drag) -> c.Acted:
        return self._act(command, "drag", command.value)

    def _on_closetab(self, command: c.CloseTab) -> c.Acted:
        self.tabs -= 1
        self._record(Operation(type="close", tab=command.place.tab))
        return c.Acted()

    def _act(self, command: c.Act, action: str, value: str = "", kind: str = "") -> c.Acted:
        element = self._target if command.ref == "target" else self._refs.get(command.ref)
        if element is None or not self._holds(element):
            return c.Acted(ok=False, cause=Cause.MOVED, detail="the element is gone")
        if element.get("fails"):
            return c.Acted(ok=False, cause=Cause(element["fails"]), detail="the browser refused")
        kept = "" if action in ("check", "uncheck") else value
        before, print_ = self.state(), describe(element, self.elements, counted=True)
        self.touched.append((action, element, value))
        if action in ("fill", "select", "check", "uncheck", "upload"):
            element["value"] = value
        self._last = element
        operation = Operation(
            type=kind or TYPES.get(action, action), url=self.url, value=kept, fingerprint=print_, before=before
        )
        reaction = element.get("on", {}).get(action)
        sent = reaction.get("sends", "") if reaction else ""
        named = replace(operation, role=print_.role, text=print_.name, xpath=print_.absolute_xpath)
        self._record(replace(named, sent=sent if "breaks" not in (reaction or {}) else sent.partition(" ")[0]))
        if reaction:
            failures = (*self.health.failures, *((reaction["breaks"],) if "breaks" in reaction else ()))
            requests = (*self.health.sent, *((sent.partition("?")[0],) if sent else ()))
            carried = (*self.health.carried, *((sent,) if sent else ()))
            self.health = replace(self.health, sent=requests, carried=carried, failures=failures)
            self._later.append((self._now + reaction.get("after", 0), reaction))
            self._pass()
        return c.Acted()

    # -- reactions ----------------------------------------------------------------------------------------------

    def _record(self, operation: Operation) -> None:
        if self._recording is not None:
            self._recording.append(operation)

    def _goto(self, url: str) -> None:
        self.url = url
        self._history.append(url)
        page = copy.deepcopy(self.routes[urlsplit(url).path])
        self.elements = [whole(e) for e in page.get("elements", ())]
        self.notices = list(page.get("notices", ()))
        self._last, self._target, self._choices = None, None, []
        self._later.clear()  # pending reactions of a document end with it
        self._changed = self._now

    def _pass(self) -> None:
        while due := [later for later in self._later if later[0] <= self._now]:
            self._later.remove(due[0])
            self._react(due[0][1])

    def _react(self, reaction: Mapping[str, Any]) -> None:
        self._changed = self._now
        if "goto" in reaction:
            self._record(Operation(type="leaving", url=self.url))
            self.health = replace(self.health, documents=self.health.documents + 1)
            self._goto(urljoin(self.url, reaction["goto"]))
            self._record(Operation(type="navigate", url=self.url))
        if reaction.get("tab"):
            self.tabs += 1
            self._record(Operation(type="popup", tab=self.tabs - 1))
        self.notices = [n for n in self.notices if n != reaction.get("unnotice")]
        self.notices += [reaction["notice"]] if "notice" in reaction else []
        for e in self.elements:
            e["visible"] = (e["visible"] or e["name"] in reaction.get("show", ())) and e["name"] not in reaction.get(
                "hide", ()
            )
        self.elements = [e for e in self.elements if e["name"] not in reaction.get("remove", ())]

    # -- the result of a look -----------------------------------------------------------------------------------

    def _holds(self, element: ElementData | None) -> bool:
        return any(e is element for e in self.elements)

    def _present(
        self, keys: Sequence[str], others: Mapping[str, tuple[str, ...]] = MappingProxyType({})
    ) -> dict[str, Presence]:
        now = self.state()
        have = {fold(key) for key in (*now.controls, *now.notices)}
        text = " ".join(key.partition("|")[2] for key in (*now.controls, *now.notices))
        texts = {key: key.partition("|")[2] for key in keys if key.startswith(TEXTS)}
        there = {key: texts[key] in text if key in texts else fold(key) in have for key in keys}
        like = {key for key in keys if any(fold(other) in have for other in others.get(key, ()))}
        return {key: "like" if key in like and not exact else exact for key, exact in there.items()}

    def _health(self) -> Health:
        return replace(self.health, pending=self.health.pending + len(self._later))

    def _effects(self, expect: Expectation | None) -> EffectState:
        wanted = expect or Expectation()
        live = self._holds(self._last)
        return EffectState(
            present=self._present(wanted.keys),
            route=bool(re.search(wanted.route, address(self.url))) if wanted.route else None,
            last=self._last["value"] if live and self._last else None,
            here=address(self.url).partition("#")[0],
            gone=not live,
            tabs=self.tabs,
            notices=tuple(self.notices),
            calm=not self._health().pending,
            fresh=self._last is None,
        )
