"""Short lives of flows that take a secret: learned on one page, run red on a changed one, in one process.

The search for what is left knows all spellings by itself: nothing here calls the code that hides secrets.
"""

from __future__ import annotations

import base64
import html
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from typing import Any
from urllib.parse import quote, quote_plus

from tests.support import vault
from tests.support.inline import Inline
from tests.support.model.server import ModelServer
from tests.support.projects import PLAIN

TEACHERS = ("demonstration", "offline", "llm")
KEY = 8
"""How many bytes of a part are looked up."""

SHORT = 4
"""The fewest characters of a value of which parts are looked for; a shorter one is looked for as a whole word."""

TESTS = """
import json
import os

import pytest

from tests.support import vault

RED, VALUES = os.environ.get("RED"), list(vault.HARD.values())
LIVES = [tuple(life) for life in json.loads(os.environ["LIVES"])]


@pytest.fixture(scope="session")
def base_url():
    return os.environ["VAULT"]


def demonstrate(page, **values):
    here = page.frame_locator("iframe") if page.frames[1:] else page
    here.locator("#f").fill(*values.values())
    here.get_by_role("button").last.click()


def case(number, way, teacher):
    teachers = {"demonstration": demonstrate}
    mark = pytest.mark.learned(f"continue {way} {number} {teacher}", secrets=("phrase",), teacher=teachers.get(teacher, teacher))
    return pytest.param(number, way, id=f"{number}-{way}-{teacher}", marks=mark)


@pytest.mark.parametrize(("number", "way"), [case(*life) for life in LIVES])
def test_life(ami, page, number, way):
    kind, value = ("passcode", "phrase")[number % 2], VALUES[number]
    change = ("", "renamed", "dead")[1 + number % 2 if RED else 0]
    page.on("dialog", lambda dialog: dialog.accept())
    page.goto(f"/{kind}/{way}?{change}")
    run = ami.run(**{kind: value})
    print("RUN", run, ami.runs, page.title())
    if RED:
        assert page.title() == f"other than {value}"
"""

PARTS = len(vault.LEAKS) * len(TEACHERS)

Life = tuple[int, str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """The traces of the secrets after some lives.

    Attributes:
        lives: Number of lives.
        learned: Number of lives whose first run was green.
        red: Number of lives whose second run was red.
        searched: Number of bytes that were searched for each value.
        traces: Where something of a value was found, with the name of the value.
        green: Number of pictures that show a secret, and of all pictures.
    """

    lives: int
    learned: int
    red: int
    searched: int
    traces: tuple[str, ...] = field(default=())
    green: tuple[int, int] = (0, 0)


def _green(browser: Any, pictures: Sequence[bytes]) -> int:
    """Return how many pictures show a secret; the browser counts the pixels."""
    page = browser.new_page()
    try:
        return sum(page.evaluate(_COUNT, base64.b64encode(picture).decode()) > 0 for picture in pictures)
    finally:
        page.close()


_COUNT = """async (data) => {
  const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
  const pen = new OffscreenCanvas(image.width, image.height).getContext("2d");
  pen.drawImage(image, 0, 0);
  const { data: all } = pen.getImageData(0, 0, image.width, image.height);
  let green = 0;
  for (let i = 0; i < all.length; i += 4) green += all[i + 1] > all[i] + 60 && all[i + 1] > all[i + 2] + 60;
  return green;
}"""


def every_life() -> tuple[Life, ...]:
    """Return every value on every leaking page with every teacher."""
    return tuple(product(range(len(vault.HARD)), vault.LEAKS, TEACHERS))


def part(turn: int) -> tuple[Life, ...]:
    """Return one of ``PARTS`` parts of all lives: each value once, with pages and teachers in turn."""
    turns = ((number, number + turn) for number in range(len(vault.HARD)))
    return tuple((number, vault.LEAKS[at % len(vault.LEAKS)], TEACHERS[at % len(TEACHERS)]) for number, at in turns)


def by_day() -> tuple[Life, ...]:
    """Return a few lives in which each page and each teacher occurs, and most values."""
    return tuple((at * 5 % len(vault.HARD), way, TEACHERS[at % 3]) for at, way in enumerate((*vault.LEAKS, "codes")))


def live(
    folder: Path, lives: Sequence[Life], playwright: Any, browser: Any, tell: Callable[[str], object] = lambda _: None
) -> Found:
    """Live these lives in ``folder`` and search all that was written, printed or sent."""
    with vault.Vault() as served, ModelServer() as server:
        project = Inline(playwright=playwright, browser=browser, _place=Inline.at(folder)._place)
        project = project.with_file("test_lives.py", TESTS).with_env(
            VAULT=served.url,
            LIVES=json.dumps(lives),
            OPENAI_BASE_URL=server.base_url,
            AMI_MODEL="ami-local",
            AMI_TRANSCRIPTS="on",
        )
        project = project.with_args(*PLAIN, "-rA", "-l", "--tb=long", "--ami-timeout=1.5", "--ami-calls=5")
        first = project.run("--ami-json=1.json", "--junitxml=1.xml")
        tell((first.out or first.err).strip().splitlines()[-1])
        second = project.with_env(RED="yes").run("--ami-json=2.json", "--junitxml=2.xml", "--full-trace")
        tell((second.out or second.err).strip().splitlines()[-1])
        texts = list(vault.files(folder))
        rows = project.store.facts("SELECT * FROM facts ORDER BY id")
        texts.append(("database", json.dumps(rows, ensure_ascii=False, default=str).encode()))
        for number, result in enumerate((first, second), 1):
            texts += [(f"{number} out", result.out.encode()), (f"{number} err", result.err.encode())]
        texts += vault.requests(server.requests)
        pictures = list(vault.pictures(server.requests))
    used = {number for number, *_ in lives}
    secrets = {name: value for number, (name, value) in enumerate(vault.HARD.items()) if number in used}
    return Found(
        lives=len(lives),
        learned=first.outcomes.get("passed", 0),
        red=second.outcomes.get("failed", 0),
        searched=sum(len(text) for _, text in texts),
        traces=tuple(traces(secrets, texts)),
        green=(_green(browser, pictures), len(pictures)),
    )


def spellings(value: str) -> Iterator[str]:
    """Yield a value as pages, addresses, files and scripts write it."""
    raw = value.encode()
    yield from vault.forms(value)
    yield from (value.upper(), value.lower(), value[::-1], raw.hex(), raw.hex().upper(), raw.hex(":"))
    yield "".join(f"%{byte:02x}" for byte in raw)
    yield "".join(f"%{byte:02X}" for byte in raw)
    yield quote(quote(value, safe=""), safe="")
    yield quote_plus(quote_plus(value))
    yield html.escape(html.escape(value))
    yield "".join(f"&#{ord(char)};" for char in value)
    yield "".join(f"&#x{ord(char):x};" for char in value)
    yield json.dumps(json.dumps(value))[3:-3]
    yield repr(value)[1:-1]
    for before in (b"", b"a", b"ab"):
        coded = base64.b64encode(before + raw).decode().rstrip("=")[(0, 2, 3)[len(before)] : -1]
        yield from (coded, coded.replace("+", "-").replace("/", "_"))


def windows(value: str) -> Iterator[bytes]:
    """Yield any ``WINDOW`` characters in a row of all spellings of a value."""
    for text in spellings(value):
        window = max(1, round(min(vault.WINDOW, len(value)) * len(text) / len(value)))
        yield from (text[at : at + window].encode() for at in range(len(text) - window + 1))
    yield " ".join(re.findall("....", value)).encode() if value.isdigit() else value.encode()


def words(value: str) -> re.Pattern[bytes]:
    """Return a pattern of a short value as a word, or of the beginning of another one."""
    if len(value) >= SHORT:
        return re.compile(re.escape((value if value.isdigit() else value[:6]).encode()))
    forms = {value, quote(value, safe=""), html.escape(value), base64.b64encode(value.encode()).decode()}
    return re.compile(rb"(?<![\w/+])(?:" + b"|".join(re.escape(form.encode()) for form in forms) + rb")(?![\w/+=])")


def traces(values: Mapping[str, str], texts: Iterable[tuple[str, bytes]]) -> list[str]:
    """Return where something of a value is left, with what is around it.

    Args:
        values: The values by name.
        texts: All that was written, by place.
    """
    table: dict[bytes, set[tuple[str, bytes]]] = {}
    for name, value in values.items():
        for part in windows(value) if len(value) >= SHORT else ():
            if len(set(part)) > 1:
                table.setdefault(part[:KEY], set()).add((name, part))
    found = []
    for where, text in texts:
        hits: dict[str, tuple[int, int]] = {}
        for key in _keys(text) & table.keys():
            hits |= {name: (text.index(part), len(part)) for name, part in table[key] if part in text}
        for name, value in values.items():
            by_chance = len(value) < SHORT and where.endswith((".duckdb", ".png"))  # its rows are searched as text
            if not by_chance and (match := words(value).search(text)):
                hits.setdefault(name, (match.start(), len(match[0])))
        for name, (at, length) in sorted(hits.items()):
            around = text[max(0, at - 80) : at + length + 40].decode("utf-8", "replace")
            found.append(f"{name}: {where}: ...{around}...")
    return found


def _keys(text: bytes) -> set[bytes]:
    """Return all ``KEY`` bytes in a row of a text."""
    return {text[at : at + KEY] for at in range(len(text) - KEY + 1)}
