"""`python -m benchmarks.seeded_faults [name ...]`: does the suite still notice what a developer may break?"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from . import run
from .checkout import PACKAGES, TESTS, TOP, Checkout, copied
from .fault import Fault, FaultError, load, locate

OWN_PROCESS = ("testing.project", "pytester", "from projects import")
"""Words of test files that run pytest on projects of their own."""


def main() -> int:
    """Do what the command line asks for; 0 where every fault was killed."""
    chosen = _arguments()
    faults = _chosen(chosen)
    with copied() as checkout:
        if chosen.check:
            return _check(checkout, faults)
        checkout.check_imports()
        if chosen.elsewhere:
            return _elsewhere(checkout, [fault for fault in faults if fault.needs])
        print(f"{len(faults)} faults; first their targets without any fault", flush=True)
        green = run.without(checkout, faults, chosen.timeout)
        results = []
        for number, fault in enumerate(faults, 1):
            result = run.tried(checkout, fault, green, timeout=chosen.timeout, whole=chosen.whole)
            results.append(run.plain(result))
            print(f"{number:>2}/{len(faults)} {_line(results[-1])}", flush=True)
            if chosen.write:
                _write(chosen.write, results)
    killed = sum(result["result"] == run.KILLED for result in results)
    print(f"{killed} of {len(results)} killed")
    if chosen.against:
        print(*_compared(json.loads(chosen.against.read_text("utf-8"))["faults"], results), sep="\n")
    if any(result["result"] == run.SURVIVED_TARGETS for result in results):
        print("Some survived their targets. To run all tests on them: --whole NAME ...")
    return int(killed < len(results))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.seeded_faults", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="name", help="names of faults (default: all)")
    parser.add_argument("--layer", help="only the faults of this layer")
    parser.add_argument("--check", action="store_true", help="only look for the text and the tests of each fault")
    parser.add_argument("--whole", action="store_true", help="run all tests on a fault that survives its targets")
    parser.add_argument(
        "--elsewhere",
        action="store_true",
        help="plant all faults at once that need a browser or a pytest of their own, and run the tests without either",
    )
    parser.add_argument("--timeout", type=float, default=600, metavar="SECONDS", help="for one run of targets")
    parser.add_argument("--write", type=Path, metavar="FILE", help="write or update a JSON file of results")
    parser.add_argument("--against", type=Path, metavar="FILE", help="compare with a JSON file of results")
    return parser.parse_args()


def _chosen(chosen: argparse.Namespace) -> list[Fault]:
    faults = load()
    strange = set(chosen.names) - {fault.name for fault in faults}
    if strange:
        raise SystemExit(f"there is no fault {', '.join(sorted(strange))}")
    return [
        fault
        for fault in faults
        if (not chosen.names or fault.name in chosen.names) and chosen.layer in (None, fault.layer)
    ]


def _check(checkout: Checkout, faults: Sequence[Fault]) -> int:
    """Say where each fault would be planted, and how many test functions may notice it."""
    wrong = 0
    for fault in faults:
        lost = [name for name in fault.tests if not checkout.nodes([name])]
        try:
            spot = locate(fault, checkout.sources)
            with checkout.planted(fault):
                where = f"{spot.file}:{checkout.sources[spot.file].count(chr(10), 0, spot.start) + 1}"
        except FaultError as error:
            where = f"!! {error}"
        wrong += where.startswith("!!") or bool(lost)
        print(f"{fault.layer:<13} {fault.name:<28} {where}" + (f"  !! no test {', '.join(lost)}" if lost else ""))
    print(f"{len(faults)} faults, {wrong} to be mended")
    return int(wrong > 0)


def _elsewhere(checkout: Checkout, faults: Sequence[Fault]) -> int:
    """Run the quick tests that start neither a browser nor a pytest on all faults that are said to need one of them."""
    files = sorted((checkout.path / TESTS).rglob("test_*.py"))
    own = [file for file in files if any(word in file.read_text("utf-8") for word in OWN_PROCESS)]
    left_out = [str(file.relative_to(checkout.path)) for file in own]
    with checkout.planted(*faults):
        found = run.everything(checkout, "not browser and not slow", left_out)
    print(f"{len(faults)} faults at once, {len(found.selected)} tests, {found.seconds:.0f} s: ", end="")
    print(f"{next(iter(found.failed), 'something')} failed" if found.failed or not found.green else "all green")
    return int(not found.green)


def _line(result: dict[str, Any]) -> str:
    by = f"  {result['by']} ({result.get('error') or 'no exception'})" if "by" in result else ""
    why = f"  {result['error']}" if "by" not in result and "error" in result else ""
    seconds = f"{result.get('green_seconds', 0):.1f} s, {result.get('seconds', 0):.1f} s"
    return f"{result['layer']:<13} {result['fault']:<28} {result['result']}{by}{why}  [{seconds}]"


def _write(path: Path, results: Sequence[dict[str, Any]]) -> None:
    """Write results into a file; those of other faults that are there stay."""
    known = json.loads(path.read_text("utf-8"))["faults"] if path.exists() else []
    new = {result["fault"]: result for result in results}
    merged = {**{result["fault"]: result for result in known}, **new}
    rows = [merged[fault.name] for fault in load() if fault.name in merged]
    killed = sum(row["result"] == run.KILLED for row in rows)
    document = {"commit": _commit(), "killed": killed, "of": len(rows), "faults": rows}
    path.write_text(json.dumps(document, indent=2, ensure_ascii=False) + "\n", "utf-8")


def _commit() -> str:
    """Return the last commit that changed the package or its tests."""
    asked = ["git", "log", "-1", "--format=%h", "--", *PACKAGES, TESTS]
    return subprocess.run(asked, cwd=TOP, capture_output=True, text=True, check=False).stdout.strip()


def _compared(before: Sequence[dict[str, Any]], after: Sequence[dict[str, Any]]) -> Iterator[str]:
    """Yield a line for each fault that is not killed by the test that killed it before, and how many are."""
    known, same = {row["fault"]: row for row in before}, 0
    for row in after:
        was = known.get(row["fault"], {"result": "not tried"})
        names = [one.get("by", "").partition("[")[0].rpartition("::")[2] for one in (was, row)]
        if was["result"] == row["result"] and names[0] == names[1]:
            same += 1
            continue
        yield f"{row['fault']}: {was['result']} by {names[0] or 'none'}, now {row['result']} by {names[1] or 'none'}"
    yield f"{same} of {len(after)} as before, by the same test function"


if __name__ == "__main__":
    sys.exit(main())
