"""The summary section: silent if no flow ran; else counts, one line for each remarkable run, the next command."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    Tested = tuple[str, dict[str, Any]]

ORDER = ("replayed", "healed", "relearned", "learned", "stale", "failed", "harness_error")
BAD = ("stale", "failed", "harness_error")
GOOD = ("healed", "relearned", "learned", "drifting", "similar")
MOST_LINES = 40
"""Most lines of the summary section, its heading included."""

WIDTH = 110
"""Characters of a line that names several runs."""

MOST_NAMED = 5
"""Most stale tests that the next command names; of more tests, it runs the last failed ones."""

LETTERS = {
    "replayed": (".", "REPLAYED"),
    "healed": ("H", "HEALED"),
    "relearned": ("R", "RELEARNED"),
    "learned": ("L", "LEARNED"),
    "stale": ("S", "STALE"),
    "failed": ("F", "FAILED"),
    "harness_error": ("E", "HARNESS ERROR"),
}
"""For each outcome the letter in the progress line and the word in the verbose one."""

PAGE_CHANGED = "page_changed"
"""The reason that a message does not repeat: the usual one."""

CONFIRMED = {
    "green": "green, it takes over now",
    "failed": "it did not fit the page and is retired",
    "open": "it could not be tried and stays a candidate",
}
"""Each result of replaying a healed version at once."""


def outcome_of(entries: Iterable[Mapping[str, Any]]) -> str:
    """Return the outcome that speaks for a test with several runs: the worst, else the most telling."""
    worst = ("harness_error", "failed", "stale", "relearned", "learned", "healed", "replayed")
    found = {entry["outcome"] for entry in entries}
    return next((outcome for outcome in worst if outcome in found), "")


def header(mode: str, reason: str, store: str) -> str:
    """Return the one header line."""
    return f"ami: mode {mode} ({reason}), store {store}"


def status_of(
    outcome: str, entries: Iterable[Mapping[str, Any]]
) -> tuple[str, str, tuple[str, dict[str, bool]]] | None:
    """Return category, letter and word of a test's call, as pytest wants them; None where pytest's own say it all.

    Args:
        outcome: ``passed``, ``failed`` or else, as pytest sees the test.
        entries: The test's runs.
    """
    what = outcome_of(entries)
    failed = outcome == "failed"
    if outcome not in ("passed", "failed") or failed != (what in BAD) or what == "failed":
        return None
    letter, word = LETTERS[what]
    return outcome, letter, (word, {"red" if failed else "yellow" if what == "healed" else "green": True})


def summary(
    tests: Mapping[str, list[dict[str, Any]]], mode: str, notes: Iterable[str] = (), most: int = MOST_LINES
) -> Iterator[str]:
    """Yield the lines of the summary section; nothing if no learned flow ran.

    Args:
        tests: For each node id the runs of its last attempt, as ``run_to_dict`` returns them, with ``passed``.
        mode: The mode of the run.
        notes: Lines about the files that were written at its end.
        most: Most lines, the heading of the section included.
    """
    runs = runs_of(tests)
    if not runs:
        yield from notes
        return
    tail = [*notes, *_next(runs, mode)]
    yield headline([run for _, run in runs])
    yield from _remarkable(runs, most - 2 - len(tail))
    yield from tail


def runs_of(tests: Mapping[str, list[dict[str, Any]]]) -> list[Tested]:
    """Return all runs with the node ids of their tests, sorted by test."""
    return [(test, run) for test, entries in sorted(tests.items()) for run in entries]


def headline(runs: Sequence[Mapping[str, Any]]) -> str:
    """Return the counts of all runs, their cost, and the cost of replays beside that of their lessons."""
    from .costs import total  # the header of a run without flows needs this module, and no costs

    counts = {outcome: sum(run["outcome"] == outcome for run in runs) for outcome in ORDER}
    words = ", ".join(f"{n} {outcome.replace('_', ' ')}" for outcome, n in counts.items() if n)
    spent = total(runs)
    cost = (f", {spent.tokens} tokens" if spent.tokens else "") + (f", ${spent.money:.4f}" if spent.money else "")
    unpriced = sum(run.get("unpriced", 0) for run in runs)
    cost += f", price of {unpriced} not known" if unpriced else ""
    return f"{words}; {_calls(spent.calls)}{cost}{_against_lessons(runs)}"


def importance(run: Mapping[str, Any]) -> int:
    """Return the place of a run in a list by importance, 0 for the most important; remarkable replays come late."""
    order = (*reversed(BAD), "healed", "relearned", "learned")
    plain = not (run.get("drifting") or run.get("similar"))
    return order.index(run["outcome"]) if run["outcome"] in order else len(order) + plain


def details(run: Mapping[str, Any]) -> Iterator[str]:
    """Yield the facts about a remarkable run, one line each: its drift, its heals, its evidence."""
    drift = run.get("drift")
    if drift:
        yield f"step {drift['step']}, {drift['cause']}: {drift['title']}"
        if drift.get("reason", PAGE_CHANGED) != PAGE_CHANGED:
            yield f"reason: {drift['reason']}"
        if drift.get("old_xpath"):
            yield f"old {drift['old_xpath']}"
        if drift.get("new_xpath"):
            yield f"new {drift['new_xpath']}"
    if run["healed"]:
        steps = ", ".join(map(str, run["healed"]))
        yield f"step {steps}: other place, same element (two keys agree, effect confirmed)"
    if run.get("similar"):
        yield run["similar"]
    for finding in run.get("findings", ()):
        yield f"mind: {finding}"
    if run.get("transcript") and (run["outcome"] in BAD or not run.get("passed", True)):
        yield f"transcript: {run['transcript']}   # the moves: ami lesson --last"
    yield from _drifting(run)


def title(run: Mapping[str, Any]) -> str:
    """Return a run by its task and version, and whether what it learned is kept."""
    version = f" v{run['version']}" if run["version"] else ""
    kept = "" if run.get("passed", True) or run["outcome"] in BAD else " (not kept: the test was not green)"
    return f'"{run["task"]}"{version}{kept}'


def word(run: Mapping[str, Any]) -> str:
    """Return the outcome of a run in lower case; ``drifting`` or ``similar`` for a remarkable replay."""
    marks = [mark for mark in ("drifting", "similar") if run["outcome"] == "replayed" and run.get(mark)]
    return marks[0] if marks else LETTERS[run["outcome"]][1].lower()


def remarkable(runs: Iterable[Tested]) -> list[Tested]:
    """Return the runs that a person may want to look at."""
    return [(test, run) for test, run in runs if importance(run) < importance({"outcome": "replayed"})]


def in_full(test: str, run: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines about a run: the first names outcome, task and test, the others are its details."""
    yield f"{word(run):<10} {title(run)}  {test}"
    yield from (f"{'':<10} {line}" for line in details(run))


def _calls(number: int) -> str:
    return f"{number} model call{'' if number == 1 else 's'}"


def _against_lessons(runs: Iterable[Mapping[str, Any]]) -> str:
    """Return what the replays took, and what the lessons of their flows took; empty if no lesson's cost is known."""
    from .costs import compared

    costs = compared(runs)
    if costs is None:
        return ""
    learning = costs.learning
    money = f", ${learning.money:.4f}" if learning.money else ""
    took = f"{costs.replay.seconds:.1f} s, learned in {learning.seconds:.1f} s"
    return f"; {took} with {_calls(learning.calls)}{money}"


def _remarkable(runs: list[Tested], room: int) -> list[str]:
    """Return the lines about the remarkable runs: with all details if they fit, else one line each, else in groups."""
    found = remarkable(runs)
    whole = [line for test, run in found for line in in_full(test, run)]
    if len(whole) <= room:
        return whole
    found.sort(key=lambda entry: importance(entry[1]))
    brief = [_brief(test, run) for test, run in found]
    if len(brief) <= room:
        return brief
    bad = [_brief(test, run) for test, run in found if run["outcome"] in BAD]
    groups = bad + [line for outcome in GOOD for line in _packed(outcome, found)]
    if len(groups) <= room:
        return groups
    kept = groups[: max(0, room - 1)]
    return [*kept, f"and {len(groups) - len(kept)} more lines; pytest --ami-json=FILE writes all runs"]


def _brief(test: str, run: Mapping[str, Any]) -> str:
    return f"{word(run):<10} {title(run)}{_at(run)}  {test}"


def _at(run: Mapping[str, Any]) -> str:
    """Return the steps of a drift or of heals."""
    drift = run.get("drift")
    if drift:
        return f" step {drift['step']}, {drift['cause']}"
    return f" step {', '.join(map(str, run['healed']))}" if run["healed"] else ""


def _packed(outcome: str, found: Iterable[Tested]) -> list[str]:
    """Return the runs of one outcome, several on each line."""
    lines: list[str] = []
    for _, run in found:
        if word(run) != outcome:
            continue
        part = f"{title(run)}{_at(run)}"
        if lines and len(lines[-1]) + len(part) + 2 <= WIDTH:
            lines[-1] += f"; {part}"
        else:
            lines.append(f"{outcome:<10} {part}")
    return lines


def _drifting(run: Mapping[str, Any]) -> Iterator[str]:
    """Yield the evidence that a run that passed is drifting, and the result of confirming a heal."""
    from pytest_ami.model.printable import as_argument

    if run.get("confirmed"):
        yield f"from a clean context: {CONFIRMED[run['confirmed']]}"
    if run.get("drifting") and run["outcome"] not in BAD:
        for line in run["drifting"]:
            yield f"drifting: {line}"
        yield f"it still passes; what moved when: ami history {as_argument(run['task'])}"


def _next(runs: list[Tested], mode: str) -> Iterator[str]:
    from pytest_ami.model.printable import as_argument

    stale = [] if mode in ("auto", "relearn") else [test for test, run in runs if run["outcome"] == "stale"]
    green = [run for _, run in runs if run.get("passed", True)]
    proven = {run.get("workflow") for run in green if run["outcome"] == "replayed"}
    made = [run for run in green if run["outcome"] in ("learned", "relearned") and run["version"]]  # 0: not kept
    fresh = [run for run in made if not run.get("workflow") or run["workflow"] not in proven]
    if stale:
        tests = list(dict.fromkeys(stale))
        which = " ".join(map(as_argument, tests)) if len(tests) <= MOST_NAMED else "--last-failed"
        yield f"To relearn what is stale: pytest {which} --ami-mode=auto"
    if fresh:
        what = "1 new version is a candidate" if len(fresh) == 1 else f"{len(fresh)} new versions are candidates"
        yield f"{what} until the first green replay: run pytest once more."
