"""`python -m benchmarks.identity --pairs PATH [--write]`: measure the ranker on page pairs; write its numbers.

Without ``--write`` it only prints. With it, ``benchmarks/results.json`` gets the figures (key ``identity``, the rest
is kept), and the package the numbers fitted on all sites.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

from benchmarks import results
from pytest_ami.elements.candidates import Calibration

from . import baselines, figures, pages, study
from .figures import Outcome

FROZEN = Path(__file__).parents[2] / "pytest_ami" / "elements" / "calibration.json"
HOW_TO = """\
no page pairs at {path}
They are Similo's elements recorded a second time, and have no licence of their own: measure with them, never ship them.
One line of a gzipped JSONL file a page:
  {{"site", "candidates": [element, ...], "questions": [{{"target": element, "truth": index, "gone": [indexes]}}]}}
where an element has: tag id name class type href alt title value placeholder text visible_text neighbor_text xpath
idxpath is_button x y width height. Then: python -m benchmarks.identity --pairs PATH --write"""


def measure(path: Path) -> tuple[dict[str, Any], Calibration]:
    """Return the figures, all of sites that were held out, and the numbers fitted on all sites."""
    asked = pages.questions(path)
    sites = {one.site for one in asked}
    looked = pages.seen_sites(sites)
    cases = [study.case(one) for one in asked]
    answers = study.cross_fitted(cases, lambda site: print(f"held out: {site}", file=sys.stderr))
    unseen = [one for one in answers if one.question.site not in looked]
    profiles = tuple(study.BUDGETS)
    drifted = sum(one.drifted and not one.gone for one in asked)
    found = {
        "data": {
            "sha256": pages.digest(path),
            "sites": len(sites),
            "drifted": drifted,
            "gone": sum(one.gone for one in asked),
        },
        "profiles": {profile: figures.table(figures.outcomes(answers, profile)) for profile in profiles},
        "sites_never_looked_at": {
            "sites": sorted(sites - looked),
            **{profile: figures.table(figures.outcomes(unseen, profile)) for profile in profiles},
        },
        "baselines": {name: figures.table(done) for name, done in _baselines(asked, answers).items()},
        "among_first_ten": figures.top(answers, 10),
        "first": figures.top(answers, 1),
        "resolving_xpath_of_another_element_caught": figures.silent(answers),
        "ms": figures.milliseconds(answers),
        "curve": figures.curve(answers),
        "goals": {"drifted_healed": 75, "drifted_wrong": 0.5, "gone_healed": 1, "precision_30_gone": 99},
    }
    return found, study.fitted(cases)


def _baselines(asked: Sequence[pages.Question], answers: Sequence[study.Answer]) -> dict[str, list[Outcome]]:
    done: dict[str, list[Outcome]] = {
        name: [] for name in ("Similo", "Similo, threshold and lead", "equality cascade", "two keys, no probability")
    }
    for one in asked:
        scores = baselines.similo(one)
        chosen = (baselines.best(scores), baselines.cautious(scores, one), baselines.cascade(one))
        for name, index in zip(done, chosen, strict=False):
            done[name].append(Outcome(one, index is not None, index in one.right))
    done["two keys, no probability"] = [Outcome(one.question, one.level >= 0, one.right) for one in answers]
    return done


def frozen(numbers: Calibration, found: dict[str, Any]) -> dict[str, Any]:
    """Return what the package gets: the numbers, their digest, and what they were fitted on."""
    budgets = {profile: f"upper 95 % bound of wrong heals <= {most} %" for profile, most in study.BUDGETS.items()}
    return {
        "date": datetime.now(timezone.utc).date().isoformat(),
        "data": found["data"],
        "budgets": budgets,
        "assumed": sorted(study.UNSEEN),
        **asdict(numbers),
    }


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure; return 2 where there is no data."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.identity", description=__doc__)
    parser.add_argument("--pairs", type=Path, required=True, metavar="PATH", help="the page pairs, a .jsonl.gz file")
    parser.add_argument("--write", action="store_true", help="write results.json and the package's calibration.json")
    chosen = parser.parse_args(arguments)
    if not chosen.pairs.is_file():
        print(HOW_TO.format(path=chosen.pairs), file=sys.stderr)
        return 2
    found, numbers = measure(chosen.pairs)
    print("\n".join(figures.lines(found)))
    if chosen.write:
        results.keep("identity", found)
        FROZEN.write_text(json.dumps(frozen(numbers, found), indent=2) + "\n", "utf-8")
        print(f"written to {results.RESULTS.name} and {FROZEN.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
