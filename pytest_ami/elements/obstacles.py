"""Obstacles: the harmless actions that may clear the way to a step's element, without a model.

Rules of this module:

* Only actions without lasting effects are allowed: dismiss a dialog about consent or news, open a tab or menu, turn or
  scroll a list. A dialog that asks, warns, reports a failure or wants input is left alone.
* The words of the button and the words around it decide, and both have to agree.
* An action is tried only if it is the only one of its kind. It worked if the step's element is there afterwards.
* A control that shows something is called by what it shows ("Details", "Edit address"). If its name begins with the
  verb of another deed ("Start cooling"), it is not pressed to see what comes; nor is "Kiln 2" for a part of "Kiln 1".

It knows the result of a survey. It must never know a page, or whether the step succeeds.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pytest_ami.instructions.parameters import names
from pytest_ami.lexicon import text_normalization
from pytest_ami.lexicon.consequences import consequences_at_once
from pytest_ami.lexicon.dangerous_actions import dangerous_actions
from pytest_ami.lexicon.label_synonyms import harmless, key, more, next_page, onward, plain
from pytest_ami.lexicon.phrase_table import leading_verb
from pytest_ami.lexicon.vocabulary import FAILURE, SUCCESS
from pytest_ami.model.workflow import StepKind

from .commits import equal
from .text_keys import exact, fold

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from pytest_ami.model.fingerprint import Fingerprint
    from pytest_ami.model.look import Cover, PageControl, Presence
    from pytest_ami.model.workflow import Step

LASTING = frozenset(
    {"send", "delete", "archive", "save", "discard", "login", "logout", "signup", "submit", "reply", "forward", "buy"}
    | {"transfer", "publish", "move", "rename", "assign", "upload", "restore", "reset", "apply", "enable", "disable"}
    | {"create", "cart"}
)
"""Verbs of actions with a lasting effect: a dialog about one of them asks for a decision."""

ENTRIES = frozenset({"option", "menuitem", "treeitem", "row", "gridcell"})
"""Roles of elements of a list, which may be further down in it."""

LONG = 800
"""The most characters of text in a dialog that still counts as a notice."""

FEW = 6
"""The most controls in a dialog that still counts as a notice."""

DIALOGS = ("dialog|", "alertdialog|")
"""Starts of effect keys of things that open. Any other notice reports a completed action."""

MOST_COVERS = 4
"""The most dialogs or other covers that are dismissed for one step."""

MOST_TURNS = 20
"""The most times that a list is turned or scrolled for one step."""

SHOWING = frozenset(
    {"view", "open", "hide", "expand", "collapse", "select", "search", "filter", "sort", "group", "edit", "change"}
    | {"update", "refresh", "preview", "manage", "configure", "customize", "review", "compare", "check", "track"}
    | {"comment", "contact", "report", "schedule", "rate", "request", "zoomin", "zoomout"}
)
"""Verbs with which the name of a control begins that only shows a part of the page, or that are nouns as well."""

_THING = re.compile(r"(?P<kind>[^\W\d]+(?:[ -][^\W\d]+)*) ?[#№]?(?P<number>\d+)")
"""The name of one of several things: "Kiln 2"."""

_QUESTION = re.compile(r"[?？]")
_DISMISSIVE = re.compile(
    r"reject|decline|necessary|essential|no,? thanks|not now|later|close|dismiss|skip|×|✕"
    r"|ablehnen|notwendig|nein|später|schlie|überspringen|拒绝|必要|关闭|跳过|以后|不用|暂不",
    re.IGNORECASE,
)
_NOTICE = re.compile(
    r"cookie|consent|privacy|personal data|tracking|gdpr|terms|news|welcome|what.s new|announce|tour|tip|improve"
    r"|what is new|new (look|design)|datenschutz|einwilligung|neuigkeit|willkommen|隐私|同意|欢迎|新功能|公告|提示",
    re.IGNORECASE,
)


_CONSENT = re.compile(
    r"cookie|consent|privacy|personal data|tracking|gdpr|dsgvo|datenschutz|einwilligung"
    r"|confidentialité|privacidad|隐私|同意",
    re.IGNORECASE,
)
_PRICE = re.compile(
    r"\d ?(?:[€$£¥₹]|元|(?:eur|euros?|usd|dollars?|gbp|pounds?|chf|francs?|jpy|yen|cny|rmb|inr)\b)|[€$£¥₹] ?\d",
    re.IGNORECASE,
)
"""An amount of money: a notice that names one may ask for it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClearingAction:
    """A control to press or to scroll before the step.

    Attributes:
        kind: ``cover``, ``details``, ``tab``, ``controls``, ``menu``, ``onward``, ``pager`` or ``scroll``.
        control: The control, as in the survey.
        why: The description of the action for the report.
    """

    kind: str
    control: PageControl
    why: str

    @property
    def repeats(self) -> bool:
        """Whether the action may be repeated."""
        return self.kind in ("pager", "scroll")

    @property
    def key(self) -> tuple[str, str, str]:
        """The key that distinguishes this action from others on the same page."""
        evidence = self.control.fingerprint
        return self.kind, self.control.name, evidence.absolute_xpath if evidence else ""


def outside_dialogs(target: Fingerprint) -> bool:
    """Return whether an element is known to have been recorded outside of all dialogs."""
    return bool(target.scope) and not any(one.startswith(DIALOGS) for one in target.scope)


def only_closes(step: Step) -> bool:
    """Return whether a step only closes the dialog that it stands in: any of its buttons may have this effect."""
    effects, target = step.effects, step.target
    if target is None or not effects.vanished or not any(one.startswith(DIALOGS) for one in target.scope):
        return False
    more = effects.route or effects.notices or effects.appeared or effects.tab or effects.download or effects.turned
    return not more and effects.value is None


def without_detours(steps: Sequence[Step]) -> tuple[Step, ...]:
    """Return steps without the opening of a dialog that is closed, and opened again to be used.

    A teacher that took a dialog for an obstacle sends it away, and then opens it again. The later opening stays.

    Args:
        steps: The steps of a version, in order.
    """
    made: list[Step] = []
    for step in steps:
        used = step.target is not None and not outside_dialogs(step.target) and not only_closes(step)
        while used and len(made) > 2 and _is_detour(*made[-3:]):  # noqa: PLR2004  (opened, closed, opened again)
            del made[-3:-1]
        made.append(step)
    return tuple(made)


def _is_detour(first: Step, closing: Step, again: Step) -> bool:
    """Return whether a dialog was opened, closed and opened by the same control, and nothing was sent or reported."""
    opened = [{key for key in one.effects.notices if key.startswith(DIALOGS)} for one in (first, again)]
    silent = not (first.sent or closing.sent or again.sent)
    told = any(text_normalization.mentions(key.partition("|")[2], SUCCESS) for key in first.effects.notices)
    return (
        silent
        and not told
        and bool(opened[0])
        and opened[0] == opened[1]
        and equal(first, again)
        and only_closes(closing)
    )


def dismissal(cover: Cover | None, values: Mapping[str, str], avoid: str = "") -> ClearingAction | None:
    """Return the button that dismisses a cover of the page, if that is harmless.

    Args:
        cover: The cover, as in the survey.
        values: Parameter values. A cover that mentions one of them belongs to the flow and stays.
        avoid: Name of the element behind it. A button of this name in the cover is never pressed.
    """
    if cover is None or cover.fields or cover.controls > FEW or cover.long > LONG:
        return None
    said = f"{cover.name} {cover.text}"
    if text_normalization.mentions(said, FAILURE) or any(
        v.strip() and v in said for v in values.values() if len(v.strip()) > 1
    ):
        return None
    same = fold(avoid)
    fitting = [one for one in cover.buttons if harmless(one.name, said) and (not same or fold(one.name) != same)]
    others = [button.name for button in cover.buttons if button not in fitting]
    notice = bool(_NOTICE.search(said))
    # A question with two answers needs a decision. A question about cookies does not concern the task.
    if not fitting or (not notice and (_QUESTION.search(said) or any(lasting(name) for name in others))):
        return None
    if not notice and (lasting(said) or consequences_at_once(said) or len(cover.buttons) > 1):
        return None  # a warning: "Tickets that are booked now are cancelled"
    declines = next((button for button in fitting if _DISMISSIVE.search(button.name)), None)
    if declines is None and _PRICE.search(said):
        return None  # an OK may be an order
    best = declines or fitting[0]
    called = f' "{cover.name}"' if cover.name else ""
    what = "the dialog" if cover.kind == "dialog" else "the page in front"
    return ClearingAction(
        kind="cover",
        control=replace(best, frame=cover.frame),
        why=f'{what}{called} was sent away with "{best.name}"',
    )


def about_consent(cover: Cover | None) -> bool:
    """Return whether a cover asks about cookies or data: the answer is sent to the server, and concerns no task."""
    return cover is not None and bool(_CONSENT.search(f"{cover.name} {cover.text}"))


def openers(
    ways: Sequence[PageControl], *, hidden: bool, command: bool = True, target: Fingerprint | None = None
) -> list[ClearingAction]:
    """Return the actions that may make an element visible, the most reliable first.

    Args:
        ways: The controls, as in the survey.
        hidden: Whether the element is in the page but hidden; if False, it is not in the page at all.
        command: Whether the element is clicked. A menu has commands, so a field that is not in the page is not in it.
        target: The recorded element, parameter values filled in; None if it is not known.
    """
    found: list[ClearingAction] = []
    ways = [way for way in ways if not way.takes]  # nothing that the page has ticked goes along unasked
    ways = [way for way in ways if target is None or not names_another(way.name, target)]
    if hidden:
        direct = [way for way in ways if way.kind in ("details", "controls", "tab")]
        found += [
            ClearingAction(kind=way.kind, control=way, why=f'{way.role or "control"} "{way.name}" was opened first')
            for way in direct
            if not (does_something(way.name) if way.kind == "controls" else lasting(way.name))
        ]
        near = [way for way in ways if way.kind == "button" and way.near and not way.submits]
        found += _only("onward", (way for way in near if onward(way.name)), '"{name}" was pressed first')
    menus = [way for way in ways if way.kind == "menu" and more(way.name) and (hidden or command)]
    found += _only("menu", menus, 'the menu "{name}" was opened first')
    turns = [way for way in ways if way.kind == "button" and not way.submits and not (hidden and way.near)]
    found += _only("pager", (w for w in turns if w.turns or next_page(w.name)), 'the list was turned by "{name}"')
    lists = [] if hidden or _stays(target) else [way for way in ways if way.kind == "scroll"]
    return found + [ClearingAction(kind="scroll", control=way, why="the list was scrolled") for way in lists]


def _stays(target: Fingerprint | None) -> bool:
    """Return whether an element stands in the head of its page, and in no list there: no scroll brings it."""
    if target is None or target.context or target.role in ENTRIES or "li" in target.ancestors:
        return False
    return any(place.startswith("banner|") for place in (target.landmark, *target.scope))


def does_something(name: str) -> bool:
    """Return whether the name of a control begins with the verb of another deed than to show a part of the page."""
    verb = leading_verb(key(name))
    return lasting(name) or bool(dangerous_actions(name)) or bool(verb and verb not in SHOWING)


def names_another(name: str, target: Fingerprint) -> bool:
    """Return whether a control is called like a thing of the recorded element but for its number.

    "Kiln 2" leads to another kiln if the words around the recorded element name kiln 1, and no kiln 2.
    """
    thing = _THING.fullmatch(exact(plain(name)))
    if thing is None:
        return False
    around = (target.name, target.label, target.context, target.heading, target.landmark)
    said = " | ".join(map(exact, (*around, *target.texts, *target.cells, *target.neighbours, *target.scope)))
    named = re.findall(rf"(?<!\w){re.escape(thing['kind'])} ?[#№]?(\d+)(?!\w)", said)
    return bool(named) and thing["number"] not in named


def _only(kind: str, ways: Iterable[PageControl], why: str) -> list[ClearingAction]:
    found = list(ways)
    return [ClearingAction(kind=kind, control=found[0], why=why.format(name=found[0].name))] if len(found) == 1 else []


def lasting(text: str) -> bool:
    """Return whether a text names an action with a lasting effect."""
    return bool(LASTING & set(text_normalization.verbs(text)))


def click_may_be_lost(step: Step) -> bool:
    """Return whether a click without an effect may be repeated: only if it follows a link to another page.

    A page that renders again between mouse-down and mouse-up loses the click; a person then clicks again. Following a
    link twice equals following it once, so only such a click is repeated.

    Args:
        step: The step that clicked.
    """
    effects, target = step.effects, step.target
    said = [notice for notice in effects.notices if not notice.startswith(("text|", *DIALOGS))]
    link = target is not None and target.role == "link" and bool(target.attributes.get("href"))
    leads = link and target is not None and effects.route and not set(text_normalization.verbs(target.name)) & LASTING
    beside = said or effects.tab or effects.download or effects.value is not None or step.dialogs
    return bool(step.kind is StepKind.CLICK and leads and not beside)


def already_open(step: Step, before: Mapping[str, Presence], keys: Sequence[str]) -> bool:
    """Return whether a step is unnecessary: it only opens something, and everything that it opens is there.

    If a parameter's value names the record of its element, the open part of the page must name the record, too: one
    panel may serve all records.

    Args:
        step: The step whose target is missing.
        before: The presence of each of its effect keys.
        keys: The keys of everything that it makes appear, parameters filled in.
    """
    effects = step.effects
    said = [notice for notice in effects.notices if not notice.startswith(DIALOGS)]
    opens = step.kind in (StepKind.CLICK, StepKind.HOVER) and not said and not effects.route
    beside = effects.tab or effects.download or effects.value is not None or step.dialogs
    target, shown = step.target, " ".join((*effects.appeared, *effects.notices))
    record = names(" ".join((target.name, target.text, *target.cells))) if target is not None else ()
    known = not record or bool(set(record) & set(names(shown)))
    return bool(opens and not beside and known and keys and all(before.get(key, False) for key in keys))
