"""Finding one's way by the truth, which needs no luck. For judging redesigns, never for tools.

Rules of this module:

* A flow is known by what it did to the page as it was. It is played again by asking the redesign, at each move, which
  element that is now; nothing is ever recognised by its looks.
* What a redesign put in the way is walked through. Whoever cannot be led to an element on a page that keeps the meaning
  has found a fault of a mutation.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from pytest_ami.testing.redesign.keeps import StepSpared
from pytest_ami.testing.redesign.mutation import RedesignError
from pytest_ami.testing.redesign.verdict import template

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from pytest_ami.testing.redesign.page import Deed, Redesigned

PATIENCE = 4.0
"""Seconds to look for an element, steps in its way included."""

PAUSE = 0.03
QUIET = 0.06
"""Seconds without a request after which a page has done what it was told."""

WRITTEN = ("textbox", "searchbox", "spinbutton", "combobox", "slider")
TICKED = ("checkbox", "radio", "switch", "menuitemcheckbox", "menuitemradio")
GONE = ("context was destroyed", "detached", "has been closed", "crashed", "Cannot find context", "navigat")

PATH = """(el) => {
  if (el.getRootNode() !== el.ownerDocument) return "";
  const parts = [];
  for (let up = el; up.parentElement; up = up.parentElement) {
    parts.unshift(`${up.localName}:nth-child(${[...up.parentElement.children].indexOf(up) + 1})`);
  }
  return `html > ${parts.join(" > ")}`;
}"""

FREE = """(el) => {
  el.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
  const box = el.getBoundingClientRect();
  const hit = el.getRootNode().elementFromPoint?.(box.x + box.width / 2, box.y + box.height / 2);
  const within = hit && hit.contains(el) && hit.localName !== "body";
  return !hit || el.type === "file" || hit === el || el.contains(hit) || within
    || !!el.labels && [...el.labels].some((label) => label.contains(hit));
}"""

BLOCK = "(el) => el.closest('[draggable=true],li,article,tr,[role=listitem],[role=row],[role=article]') || el"


class LostError(RedesignError):
    """The element that was looked for cannot be reached on the redesigned page."""


@dataclass(frozen=True, slots=True)
class Move:
    """One thing that a flow does.

    Attributes:
        what: ``click, dblclick, contextmenu, set, drag`` or ``press Enter``.
        key: To what, as the page was before any redesign; values of the run as ``{{name}}``.
        near: Text around it, likewise.
        value: What is set, or for ``drag`` the key of what is dragged; likewise.
        source: Text around what is dragged.
    """

    what: str
    key: str
    near: str = ""
    value: str = field(default="", repr=False)
    source: str = ""


def moves(deeds: Iterable[Deed], values: Mapping[str, str]) -> list[Move]:
    """Return what a flow does, from the deeds of a run on the page as it was.

    Args:
        deeds: What was done, in order; with their values.
        values: The parameters of that run, which become ``{{name}}``.
    """
    found: list[Move] = []
    held: Deed | None = None
    for deed in deeds:
        if deed.added or deed.bare:
            continue
        key, near, value = (template(text, values) for text in (deed.key, deed.near, deed.value))
        plain = replace(deed, key=key, near=near, value=value)
        if deed.what == "dragstart":
            held = plain
        elif deed.what != "drop":
            _go_on(found, plain)
        elif held:
            found.append(Move("drag", plain.key, plain.near, held.key, held.near))
    return found


def _go_on(found: list[Move], deed: Deed) -> None:
    """Add a deed to the moves, or let it replace those that were only the way to it."""
    role, last = deed.key.partition(" ")[0], found[-1] if found else Move("", "")
    if deed.what in {"input", "change"}:
        if role in TICKED or (deed.what == "change" and last.what == "set" and last.key == deed.key):
            return
        while found and found[-1].key == deed.key and found[-1].what in {"set", "press  "}:
            found.pop()
        found.append(Move("set", deed.key, deed.near, deed.value))
    elif deed.what == "press Tab" or (deed.what == "press  " and role in WRITTEN):
        return
    elif deed.what == "click" and last.what in {"press Enter", "press  "}:
        found[-1] = Move("click", deed.key, deed.near)  # the browser's answer to that key
    else:
        while deed.what == "dblclick" and found and found[-1].what == "click" and found[-1].key == deed.key:
            found.pop()
        found.append(Move(deed.what, deed.key, deed.near))


class Guide:
    """Leads through a redesigned page to the elements of the page as it was, and can play a whole flow there.

    A redesign that keeps the meaning leaves a way to each of them; this is how that is shown.
    """

    def __init__(self, page: Any, truth: Redesigned, patience: float = PATIENCE) -> None:
        """Lead on this sync page, by what its redesign knows."""
        self.page = page
        self._truth = truth
        self._patience = patience
        self._busy: set[Any] = set()
        self._last = 0.0
        context = page.context
        context.on("request", self._asked)
        context.on("requestfinished", self._answered)
        context.on("requestfailed", self._answered)
        context.on("page", self._opened)

    def to(self, key: str) -> Any:
        """Return a handle of the element that was called ``key``, after taking what steps lead to it.

        Args:
            key: Role and name as they were: ``button "Send"``; may be followed by `` near text``.

        Raises:
            LostError: There is no such element in sight, nor a step that brings it there.
        """
        return self._found(key, lambda frame: self._truth.find(frame, key))

    def _found(self, key: str, look: Callable[[Any], Any]) -> Any:
        end, taken = time.monotonic() + self._patience, 0
        while time.monotonic() < end:
            for frame in self.page.frames:
                found = self._tried(lambda frame=frame: self._seen(look(frame)))
                if found is not None and self._tried(lambda found=found: found.evaluate(FREE)):
                    return found
            if time.monotonic() > end - self._patience + 0.3:
                taken += self._tried(partial(self._step, taken)) or 0
            self.page.wait_for_timeout(PAUSE * 1000)
        raise LostError(f"{key} is nowhere to be found on {self.page.url}; {self._truth.redesign}")

    def play(self, flow: Sequence[Move], values: Mapping[str, str], files: Mapping[str, str] | None = None) -> None:
        """Play a flow on the redesigned page, from the page on which it begins.

        Args:
            flow: What to do, from `moves`.
            values: The parameters of this run.
            files: Where the files are that the flow attaches, by name.

        Raises:
            LostError: A move has no element any more.
        """
        for move in flow:
            self._settle()
            if move.what == "click" and _filled(move.key, values) in self._spared():
                continue
            self._make(move, values, files or {})
        self._settle()

    def _spared(self) -> set[str]:
        """Return what the redesign does by itself."""
        truth = self._truth
        made = zip(truth.redesign.mutations, truth.applied, strict=True)
        return {one.at.partition(" near ")[0] for one, count in made if count and isinstance(one, StepSpared)}

    # -- a move -------------------------------------------------------------------------------------------------------

    def _make(self, move: Move, values: Mapping[str, str], files: Mapping[str, str]) -> None:
        """Make one move; what was drawn anew under the hand is looked for again."""
        end = time.monotonic() + self._patience
        while True:
            found = self._aim(move.key, move.near, values)
            try:
                self._act(found, move, values, files)
            except Exception as error:
                # Drawn anew or still on its way. Playwright is not imported for the name of its errors.
                if type(error).__module__.partition(".")[0] != "playwright" or time.monotonic() > end:
                    raise
            else:
                return

    def _aim(self, key: str, near: str, values: Mapping[str, str]) -> Any:
        held, around = ([value for name, value in values.items() if "{{" + name + "}}" in text] for text in (key, near))
        return self._found(
            _filled(key, values),
            lambda frame: self._truth.best(frame, _filled(key, values), _filled(near, values), held, around),
        )

    def _act(self, found: Any, move: Move, values: Mapping[str, str], files: Mapping[str, str]) -> None:
        value = _filled(move.value, values)
        if move.what == "set":
            self._set(found, value, files)
        elif move.what == "drag":
            self._drag(self._aim(move.value, move.source, values), found)
        elif move.what.startswith("press "):
            found.press({" ": "Space"}.get(key := move.what.removeprefix("press "), key), timeout=1000)
        elif move.what == "contextmenu":
            found.click(button="right", timeout=1000)
        else:
            getattr(found, move.what)(timeout=1000)

    @staticmethod
    def _set(found: Any, value: str, files: Mapping[str, str]) -> None:
        kind = found.evaluate("(el) => (el.type === 'file' ? 'file' : el.localName)")
        if kind == "file":
            found.set_input_files([files.get(name, name) for name in value.split("\n") if name])
        elif kind == "select":
            found.select_option(label=value.split("\n"), timeout=1000)
        else:
            found.fill(value, timeout=1000)

    def _drag(self, source: Any, target: Any) -> None:
        mouse = self.page.mouse
        block = source.evaluate_handle(BLOCK).as_element()
        for number, element in enumerate((block, target)):
            element.scroll_into_view_if_needed(timeout=1000)
            box = element.bounding_box()
            mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=1 + 4 * number)
            if not number:
                mouse.down()
        mouse.up()

    # -- the page -----------------------------------------------------------------------------------------------------

    def _asked(self, request: Any) -> None:
        self._busy.add(request)
        self._last = time.monotonic()

    def _answered(self, request: Any) -> None:
        self._busy.discard(request)
        self._last = time.monotonic()

    def _opened(self, page: Any) -> None:
        """Follow the flow into a new tab, and back when it is closed."""
        before, self.page = self.page, page
        page.on("close", lambda _: setattr(self, "page", before))

    def _settle(self) -> None:
        """Wait until nothing is asked of the server any more; a flow does not outrun its own effects."""
        end = time.monotonic() + self._patience
        self.page.wait_for_timeout(PAUSE * 1000)
        while (self._busy or time.monotonic() - self._last < QUIET) and time.monotonic() < end:
            self.page.wait_for_timeout(PAUSE * 500)
        self._busy.clear()

    def _tried(self, look: Any) -> Any:
        """Look; a page that is going away shows nothing."""
        try:
            return look()
        except Exception as error:
            if any(word in str(error) for word in GONE):
                return None
            raise

    def _seen(self, found: Any) -> Any:
        if found is not None and (frame := found.owner_frame()) not in (None, self.page.main_frame):
            # A frame that the redesign made: with a handle of that frame's own, Playwright presses where it should.
            path = found.evaluate(PATH)
            found = frame.query_selector(path) if path else found
        return found if found is not None and (found.is_visible() or found.get_attribute("type") == "file") else None

    def _step(self, taken: int) -> int:
        """Take the next step that is in the way, if there is one; return how many were taken."""
        for frame in self.page.frames:
            steps = self._truth.way(frame)
            if steps:
                step = steps[taken % len(steps)]
                step.evaluate("(el) => el.click()")
                return 1
        self.page.evaluate("for (const el of document.querySelectorAll('div[tabindex=\\'0\\']')) el.scrollBy(0, 200)")
        return 0


def _filled(text: str, values: Mapping[str, str]) -> str:
    for name, value in values.items():
        text = text.replace("{{" + name + "}}", value)
    return text
