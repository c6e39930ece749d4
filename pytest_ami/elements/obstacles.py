"""Obstacles: the harmless actions that may clear the way to a step's element, without a model.

Rules of this module:

* Only what does nothing lasting: a dialog that wants consent or shows news is sent away, a tab or menu is opened, a
  list is turned or scrolled. A dialog that asks, warns, fails or wants something typed is left alone.
* The words of the button and of what is around it decide, and both have to agree.
* A way is tried only if it is the only one of its kind. Whether it was one, the element says afterwards.

It knows what a survey saw. It must never know a page, or whether the step succeeds.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pytest_ami.lexicon import text_normalization
from pytest_ami.lexicon.label_synonyms import harmless, more, next_page, onward
from pytest_ami.lexicon.vocabulary import FAILURE
from pytest_ami.model.outcome import Cause
from pytest_ami.model.workflow import StepKind

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from pytest_ami.model.look import Cover, PageControl, Presence
    from pytest_ami.model.workflow import Step

LASTING = frozenset(
    {"send", "delete", "archive", "save", "discard", "login", "logout", "signup", "submit", "reply", "forward", "buy"}
    | {"transfer", "publish", "move", "rename", "assign", "upload", "restore", "reset", "apply", "enable", "disable"}
    | {"create", "cart"}
)
"""Verbs of actions that leave something behind: a dialog about one of them asks for a decision."""

LONG = 800
"""Characters of text from which what stands in front of a page is no longer a notice."""

FEW = 6
"""Controls from which on a dialog is more than a notice."""

DIALOGS = ("dialog|", "alertdialog|")
"""Effect keys of what opens; any other notice tells that something was done."""

MOST_COVERS = 4
"""How many things that lie over a page are sent away for one step at most."""

MOST_TURNS = 20
"""How often a list is turned or scrolled at most."""

_QUESTION = re.compile(r"[?？]")
_DISMISSIVE = re.compile(
    r"reject|decline|necessary|essential|no,? thanks|not now|later|close|dismiss|skip|×|✕"
    r"|ablehnen|notwendig|nein|später|schlie|überspringen|拒绝|必要|关闭|跳过|以后|不用|暂不",
    re.IGNORECASE,
)
_NOTICE = re.compile(
    r"cookie|consent|privacy|personal data|tracking|gdpr|terms|news|welcome|what.s new|announce|tour|tip|improve"
    r"|new (look|design)|datenschutz|einwilligung|neuigkeit|willkommen|隐私|同意|欢迎|新功能|公告|提示",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ClearingAction:
    """Something to press, or to scroll, before the step.

    Attributes:
        kind: ``cover``, ``details``, ``tab``, ``controls``, ``menu``, ``onward``, ``pager`` or ``scroll``.
        control: The control, as the survey saw it.
        why: What it does, for the report.
    """

    kind: str
    control: PageControl
    why: str

    @property
    def repeats(self) -> bool:
        """Whether it may be taken several times."""
        return self.kind in ("pager", "scroll")

    @property
    def key(self) -> tuple[str, str, str]:
        """The key that distinguishes it from other actions, as long as the page is the same."""
        evidence = self.control.fingerprint
        return self.kind, self.control.name, evidence.absolute_xpath if evidence else ""


def dismissal(cover: Cover | None, values: Mapping[str, str]) -> ClearingAction | None:
    """Return the button that gets what lies over the page out of the way, if that is harmless.

    Args:
        cover: As the survey saw it.
        values: Parameter values: what speaks of them belongs to the flow.
    """
    if cover is None or cover.fields or cover.controls > FEW or cover.long > LONG:
        return None
    said = f"{cover.name} {cover.text}"
    if text_normalization.mentions(said, FAILURE) or any(
        v.strip() and v in said for v in values.values() if len(v.strip()) > 1
    ):
        return None
    fitting = [button for button in cover.buttons if harmless(button.name, said)]
    others = [button.name for button in cover.buttons if button not in fitting]
    notice = bool(_NOTICE.search(said))
    # A question with two answers is to be decided by somebody; one about cookies is not a question about the task.
    if not fitting or (not notice and (_QUESTION.search(said) or any(_lasting(name) for name in others))):
        return None
    if not notice and (_lasting(said) or len(cover.buttons) > 1):
        return None
    best = next((button for button in fitting if _DISMISSIVE.search(button.name)), fitting[0])
    called = f' "{cover.name}"' if cover.name else ""
    what = "the dialog" if cover.kind == "dialog" else "the page in front"
    return ClearingAction(
        kind="cover",
        control=replace(best, frame=cover.frame),
        why=f'{what}{called} was sent away with "{best.name}"',
    )


def openers(ways: Sequence[PageControl], *, hidden: bool) -> list[ClearingAction]:
    """Return what may bring an element to light, the surest first.

    Args:
        ways: As the survey saw them.
        hidden: Whether the element was found, out of sight; else it is not in the page at all.
    """
    found: list[ClearingAction] = []
    if hidden:
        direct = [way for way in ways if way.kind in ("details", "controls", "tab")]
        found += [
            ClearingAction(kind=way.kind, control=way, why=f'{way.role} "{way.name}" was opened first')
            for way in direct
            if not _lasting(way.name)
        ]
        near = [way for way in ways if way.kind == "button" and way.near and not way.submits]
        found += _only("onward", (way for way in near if onward(way.name)), '"{name}" was pressed first')
    menus = [way for way in ways if way.kind == "menu" and more(way.name)]
    found += _only("menu", menus, 'the menu "{name}" was opened first')
    turns = [way for way in ways if way.kind == "button" and not way.submits and not (hidden and way.near)]
    found += _only("pager", (w for w in turns if w.turns or next_page(w.name)), 'the list was turned by "{name}"')
    lists = [] if hidden else [way for way in ways if way.kind == "scroll"]
    return found + [ClearingAction(kind="scroll", control=way, why="the list was scrolled") for way in lists]


def _only(kind: str, ways: Iterable[PageControl], why: str) -> list[ClearingAction]:
    found = list(ways)
    return [ClearingAction(kind=kind, control=found[0], why=why.format(name=found[0].name))] if len(found) == 1 else []


def _lasting(text: str) -> bool:
    return bool(LASTING & set(text_normalization.verbs(text)))


def click_was_lost(step: Step, cause: Cause) -> bool:
    """Return whether a click that came to nothing may be made again: it only follows a link to another page.

    A page that draws itself anew between the button's going down and its coming up swallows a click; a person clicks
    again. Following a link twice does what following it once does, so only that is made again.

    Args:
        step: The step that did not have its effects.
        cause: What was found to be wrong.
    """
    effects, target = step.effects, step.target
    said = [notice for notice in effects.notices if not notice.startswith(("text|", *DIALOGS))]
    link = target is not None and target.role == "link" and bool(target.attributes.get("href"))
    leads = link and target is not None and effects.route and not set(text_normalization.verbs(target.name)) & LASTING
    beside = said or effects.tab or effects.download or effects.value is not None or step.dialogs
    return bool(cause is Cause.WRONG_EFFECT and step.kind is StepKind.CLICK and leads and not beside)


def already_open(step: Step, before: Mapping[str, Presence], keys: Sequence[str]) -> bool:
    """Return whether a step's work is done already: it only opens something, and all of that is there.

    Args:
        step: The step whose target is not there.
        before: For each of its effect keys, whether it is there.
        keys: The keys of what it makes appear, parameters filled in.
    """
    effects = step.effects
    said = [notice for notice in effects.notices if not notice.startswith(DIALOGS)]
    opens = step.kind in (StepKind.CLICK, StepKind.HOVER) and not said and not effects.route
    beside = effects.tab or effects.download or effects.value is not None or step.dialogs
    return bool(opens and not beside and keys and all(before.get(key, False) for key in keys))
