"""The library behind Django's admin: serves it, prepares it, and reads from its facts what was done.

Must never know a page.
"""

from __future__ import annotations

import base64
import hashlib
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from .application import Running, Values
from .stage import ask, free_port, process, python_of, run

SEEDS = Path(__file__).parent / "seeds" / "django"
LANGUAGES = {"German": "de", "English": "en", "Spanish": "es", "Japanese": "ja", "Chinese": "zh"}


@contextmanager
def serve(installed: Path, folder: Path, *, theme: str = "") -> Iterator[Running]:
    """Run the development server on a new database of 40 books."""
    shutil.copytree(SEEDS / "library", folder / "library")
    python, port = python_of(installed), free_port()
    more = {"DJANGO_SETTINGS_MODULE": "library.settings", "THEME": theme, "PYTHONPATH": str(folder)}
    run([python, "-m", "library.seed"], folder, more)
    url = f"http://127.0.0.1:{port}"
    command = [python, "-m", "django", "runserver", "--noreload", f"127.0.0.1:{port}"]
    with process(command, folder, f"{url}/bed/facts/", more=more):
        yield Running(url, lambda: ask(f"{url}/bed/facts/"))


# -- the server's answers ---------------------------------------------------------------------------------------------


def delta(before: Any, after: Any) -> dict[str, list[tuple[Any, Any]]]:
    """Return for each kind of record its changes, sorted; None stands for what was not or is no longer there."""
    found = {}
    for kind in before:
        was, now = before[kind], after[kind]
        pairs = [(was.get(key), now.get(key)) for key in {**was, **now} if was.get(key) != now.get(key)]
        if pairs:
            found[kind] = sorted(pairs, key=str)
    return found


def book(facts: Any, title: str) -> Any:
    """Return the book of a title, which only one has."""
    return next(one for one in facts["books"].values() if one["title"] == title)


def author_added(before: Any, after: Any, values: Values) -> bool:
    """Tell whether one author came, and nothing else."""
    return delta(before, after) == {"authors": [(None, [values["name"], values["email"], values["born"]])]}


def book_added(before: Any, after: Any, values: Values) -> bool:
    """Tell whether one book with its author and tag came, and nothing else."""
    writer = next(int(key) for key, one in before["authors"].items() if one[0] == values["author"])
    wanted = {
        "title": values["title"],
        "author": writer,
        "published": values["published"],
        "pages": int(values["pages"]),
        "language": LANGUAGES[values["language"]],
        "tags": [values["tag"]],
        "summary": "",
        "cover": "",
    }
    return delta(before, after) == {"books": [(None, wanted)]}


def book_changed(before: Any, after: Any, values: Values, **wanted: Any) -> bool:
    """Tell whether the book of the title, and no other, became another one in these points."""
    was = book(before, values["title"])
    return delta(before, after) == {"books": [(was, {**was, **wanted})]}


def gone(before: Any, after: Any, *titles: str) -> bool:
    """Tell whether these books are gone, and nothing else."""
    return delta(before, after) == {"books": sorted(((book(before, title), None) for title in titles), key=str)}


def copy_added(before: Any, after: Any, values: Values) -> bool:
    """Tell whether the book has one copy more."""
    return delta(before, after) == {"copies": [(None, [values["title"], values["shelf"], values["bought"]])]}


def renamed(before: Any, after: Any, values: Values) -> bool:
    """Tell whether the author has another name, and nothing else."""
    was = next(one for one in before["authors"].values() if one[0] == values["name"])
    return delta(before, after) == {"authors": [(was, [values["new_name"], *was[1:]])]}


def password_set(before: Any, after: Any, values: Values) -> bool:
    """Tell whether the member, and nobody else, has the new password."""
    changed = delta(before, after)
    if list(changed) != ["users"] or changed["users"] != [(before["users"][values["member"]], changed["users"][0][1])]:
        return False
    _, rounds, salt, wanted = changed["users"][0][1].split("$")
    made = hashlib.pbkdf2_hmac("sha256", values["password"].encode(), salt.encode(), int(rounds))
    return bool(base64.b64encode(made).decode() == wanted)


def written_by_new(before: Any, after: Any, values: Values) -> bool:
    """Tell whether a new author came and the book is theirs."""
    new = [int(key) for key in after["authors"] if key not in before["authors"]]
    was = book(before, values["title"])
    return len(new) == 1 and delta(before, after) == {
        "authors": [(None, [values["author"], "", ""])],
        "books": [(was, {**was, "author": new[0]})],
    }


# -- the state that a run needs ---------------------------------------------------------------------------------------


def shelve(running: Running, *titles: str) -> None:
    """Add books of these titles."""
    for title in titles:
        wanted = {"title": title, "author": "Anna Seghers", "published": "2001-02-03"}
        ask(f"{running.url}/bed/add/", "POST", wanted)


def with_second_edition(running: Running, values: Values) -> None:
    """Add the book that is deleted, and one whose title begins like it."""
    shelve(running, f"{values['title']} (second edition)", values["title"])


def with_issues(running: Running, values: Values) -> None:
    """Add the two issues that are deleted, and one that stays."""
    shelve(running, values["first"], f"{values['series']} 0", values["second"])
