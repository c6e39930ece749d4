"""`python -m benchmarks.relearning`: every task of every site, learned in one design and run in the others."""

from __future__ import annotations

import argparse
import json
import tempfile
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Error as PlaywrightError
from rich.console import Console

from benchmarks import results
from pytest_ami.model.errors import AmiError
from pytest_ami.sites.look import SiteLook
from pytest_ami.testing.redesign import Redesign
from pytest_ami.testing.redesign.breaks import ControlRemoved
from tests.support.model.server import ModelServer
from tests.support.redesign.ours import PytestAmi
from tests.support.redesign.stage import Stage, Subject, stage

from .case import Changed, Row, relearned
from .measured import lines, score


def main() -> None:
    """Run all cases, print the score, and write it down if so wished."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.relearning", description=__doc__)
    parser.add_argument("--sites", default="", help="names of sites, with commas (default: all)")
    parser.add_argument("--tasks", default="", help="only tasks whose name holds this")
    parser.add_argument("--keep", type=Path, help="file for one line of JSON a case; what is there is not run again")
    parser.add_argument("--write", action="store_true", help="put the result into results.json")
    asked = parser.parse_args()
    known = _kept(asked.keep)
    console = Console()
    rows = list(known.values())
    sites = tuple(asked.sites.split(",")) if asked.sites else ()
    with (
        tempfile.TemporaryDirectory() as folder,
        ModelServer() as server,
        stage(sites) as made,
        console.status("") as told,
    ):
        tool = PytestAmi(Path(folder) / "learned")
        for number, (subject, changed) in enumerate(cases(made, asked.tasks)):
            name = f"{subject.title} -> {changed.name}"
            if name in known:
                continue
            told.update(name)
            try:
                memory = tool.learn(subject.flow())
                row = relearned(subject, memory, changed, server, Path(folder) / str(number))
            except (AmiError, PlaywrightError) as error:
                row = Row(name=name, outcome="not learned", why=" ".join(str(error).split())[:300])
            rows.append(row)
            if asked.keep:
                with asked.keep.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(row.plain(), ensure_ascii=False) + "\n")
    found = score(rows)
    console.print_json(json.dumps(found, ensure_ascii=False))
    console.print("\n".join(lines(found)), highlight=False)
    if asked.write:
        results.keep("relearning", found)


def cases(made: Stage, tasks: str) -> Iterator[tuple[Subject, Changed]]:
    """Yield every flow of the first design in the others, and without the last control that it presses.

    Args:
        made: The sites.
        tasks: A part of the names of the tasks that are wanted.
    """
    for subject in made.subjects:
        if subject.look.design != subject.site.DESIGNS[0] or tasks not in subject.task.name:
            continue
        for design in subject.site.DESIGNS[1:]:
            yield subject, Changed(look=SiteLook(design, "en"))
        subject.observe()
        pressed = [deed.key for deed in subject.deeds if deed.what == "click" and deed.key.startswith("button ")]
        if pressed:
            yield subject, Changed(look=subject.look, redesign=Redesign((ControlRemoved(at=pressed[-1]),)))


def _kept(file: Path | None) -> dict[str, Row]:
    if file is None or not file.exists():
        return {}
    rows = (Row(**json.loads(line)) for line in file.read_text("utf-8").splitlines())
    return {row.name: row for row in rows}


if __name__ == "__main__":
    main()
