"""The summary section: silent if no flow ran; else counts, one line for each remarkable run, the next command."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

ORDER = ("replayed", "healed", "relearned", "learned", "stale", "failed", "harness_error")
BAD = ("stale", "failed", "harness_error")
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


def summary(tests: Mapping[str, list[dict[str, Any]]], mode: str, notes: Iterable[str] = ()) -> Iterator[str]:
    """Yield the lines of the summary section; nothing if no learned flow ran.

    Args:
        tests: For each node id the runs of its last attempt, as ``run_to_dict`` returns them, with ``passed``.
        mode: The mode of the run.
        notes: Lines about the files that were written at its end.
    """
    runs = [(test, run) for test, entries in sorted(tests.items()) for run in entries]
    if not runs:
        yield from notes
        return
    counts = {outcome: sum(run["outcome"] == outcome for _, run in runs) for outcome in ORDER}
    calls = sum(run["model_calls"] for _, run in runs)
    said = ", ".join(f"{n} {outcome.replace('_', ' ')}" for outcome, n in counts.items() if n)
    tokens = sum(run["tokens"] for _, run in runs)
    money = sum(run.get("money", 0) for _, run in runs)
    unpriced = sum(run.get("unpriced", 0) for _, run in runs)
    cost = (f", {tokens} tokens" if tokens else "") + (f", ${money:.4f}" if money else "")
    cost += f", price of {unpriced} not known" if unpriced else ""
    yield f"{said}; {_calls(calls)}{cost}{_against_lessons(run for _, run in runs)}"
    for test, run in runs:
        if run["outcome"] != "replayed":
            yield from _about(test, run)
        elif run.get("drifting"):
            yield f'drifting   "{run["task"]}" v{run["version"]}  {test}'
        yield from _drifting(run)
    yield from notes
    yield from _next(runs, mode)


def _calls(number: int) -> str:
    return f"{number} model call{'' if number == 1 else 's'}"


def _against_lessons(runs: Iterable[Mapping[str, Any]]) -> str:
    """Return what the replays took, and what the lessons of their flows took; empty if no lesson's cost is known."""
    known = [(run, run["lesson"]) for run in runs if run["outcome"] in ("replayed", "healed") and run.get("lesson")]
    if not known:
        return ""
    seconds = sum(run["seconds"] for run, _ in known)
    lessons = {key: sum(lesson.get(key, 0) for _, lesson in known) for key in ("seconds", "calls", "money")}
    money = f", ${lessons['money']:.4f}" if lessons["money"] else ""
    return f"; {seconds:.1f} s, learned in {lessons['seconds']:.1f} s with {_calls(lessons['calls'])}{money}"


def _about(test: str, run: Mapping[str, Any]) -> Iterator[str]:
    _, word = LETTERS[run["outcome"]]
    version = f" v{run['version']}" if run["version"] else ""
    kept = "" if run.get("passed", True) or run["outcome"] in BAD else " (not kept: the test was not green)"
    drift = run.get("drift")
    yield f'{word.lower():<10} "{run["task"]}"{version}{kept}  {test}'
    if drift:
        yield f"           step {drift['step']}, {drift['cause']}: {drift['title']}"
        if drift.get("reason", PAGE_CHANGED) != PAGE_CHANGED:
            yield f"           reason: {drift['reason']}"
        if drift.get("old_xpath"):
            yield f"           old {drift['old_xpath']}"
        if drift.get("new_xpath"):
            yield f"           new {drift['new_xpath']}"
    if run["healed"]:
        steps = ", ".join(map(str, run["healed"]))
        yield f"           step {steps}: other place, same element (two keys agree, effect confirmed)"
    for finding in run.get("findings", ()):
        yield f"           mind: {finding}"
    if run.get("transcript") and (run["outcome"] in BAD or not run.get("passed", True)):
        yield f"           transcript: {run['transcript']}   # the moves: ami lesson --last"


def _drifting(run: Mapping[str, Any]) -> Iterator[str]:
    """Yield the evidence that a run that passed is drifting, and the result of confirming a heal."""
    if run.get("confirmed"):
        yield f"           from a clean context: {CONFIRMED[run['confirmed']]}"
    if run.get("drifting") and run["outcome"] not in BAD:
        for line in run["drifting"]:
            yield f"           drifting: {line}"
        yield f'           it still passes; what moved when: ami history "{run["task"]}"'


def _next(runs: list[tuple[str, dict[str, Any]]], mode: str) -> Iterator[str]:
    stale = [] if mode in ("auto", "relearn") else [test for test, run in runs if run["outcome"] == "stale"]
    green = [run for _, run in runs if run.get("passed", True)]
    proven = {run.get("workflow") for run in green if run["outcome"] == "replayed"}
    made = [run for run in green if run["outcome"] in ("learned", "relearned")]
    fresh = [run for run in made if not run.get("workflow") or run["workflow"] not in proven]
    if stale:
        tests = " ".join(f'"{test}"' for test in dict.fromkeys(stale))
        yield f"To relearn what is stale: pytest {tests} --ami-mode=auto"
    if fresh:
        what = "1 new version is a candidate" if len(fresh) == 1 else f"{len(fresh)} new versions are candidates"
        yield f"{what} until the first green replay: run pytest once more."
