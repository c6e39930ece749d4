"""Valid steering files and journals, and ways to break them: bytes, lines, and constructs of YAML and JSON.

Every way is a function of the file and a random generator, so that a seed says what was done. Knows the two forms of
files. Must never read what it has broken.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

from pytest_ami.model.codec import from_plain, to_plain
from pytest_ami.model.workflow import Workflow
from pytest_ami.store.facts import Fact, Kind, encode
from pytest_ami.store.steering.file_facts import facts_of
from pytest_ami.store.steering.golden_path import SteeringPath, written

STORED = Path(__file__).parents[2] / "fixtures" / "workflows"
SINCE = "2026-01-31T08:15:00.123Z"
CANARY = "CANARY"
"""The file that a command leaves behind which a tag asks for."""

Mutation = Callable[[bytes, Random], bytes]


# -- valid files -------------------------------------------------------------------------------------------------------


def paths() -> list[SteeringPath]:
    """Return golden paths of which the files are valid."""
    made = []
    for number, file in enumerate(sorted(STORED.glob("*.json"))):
        plain = {**json.loads(file.read_text("utf-8")), "id": f"01a2004c-be00-721e-9553-fade8d9cee8{number}"}
        workflow = from_plain(Workflow, {**plain, "status": "active"})
        made.append(SteeringPath(workflow=workflow, since=SINCE, apps=("http://127.0.0.1:8000",), success_rate=0.5))
    return made


def steering_files() -> list[bytes]:
    """Return valid steering files, long ones and short ones."""
    found = []
    for path in paths():
        short = SteeringPath(
            workflow=from_plain(Workflow, {**to_plain(path.workflow), "steps": to_plain(path.workflow.steps[:1])}),
            since=SINCE,
        )
        found += [written(path).encode(), written(short).encode()]
    return found


def journal_files() -> list[bytes]:
    """Return valid journals."""
    found = []
    for path in paths():
        version, status = facts_of(path)
        rest = [
            Fact(kind=Kind.OPERATION.value, run="r", data={"mode": "auto"}),
            version,
            status,
            Fact(kind=Kind.IDENTITY.value, run="r", task=version.task, workflow=version.workflow, data={"moved": True}),
            Fact(kind=Kind.TEST_FINISHED.value, run="r", task=version.task, data={"passed": True, "seconds": 1.5}),
            Fact(kind=Kind.RUN_FINISHED.value, run="r"),
        ]
        found.append(b"".join(map(encode, rest)))
    return found


# -- mutations ---------------------------------------------------------------------------------------------------------


def _lines(change: Callable[[list[bytes], int, Random], None]) -> Mutation:
    def changed(blob: bytes, rng: Random) -> bytes:
        lines = blob.split(b"\n")
        change(lines, rng.randrange(len(lines)), rng)
        return b"\n".join(lines)

    return changed


def _drop(lines: list[bytes], at: int, _: Random) -> None:
    del lines[at]


def _double(lines: list[bytes], at: int, _: Random) -> None:
    lines.insert(at, lines[at])


def _swap(lines: list[bytes], at: int, rng: Random) -> None:
    other = rng.randrange(len(lines))
    lines[at], lines[other] = lines[other], lines[at]


def _indent(lines: list[bytes], at: int, rng: Random) -> None:
    lines[at] = rng.choice([b" ", b"  ", b"\t", b"- ", b"? ", b": "]) + lines[at]


def _value(lines: list[bytes], at: int, rng: Random) -> None:
    key, colon, _ = lines[at].partition(b": ")
    value = rng.choice(VALUES)
    lines[at] = key + b": " + value if colon else value


def _insert(lines: list[bytes], at: int, rng: Random) -> None:
    indent = lines[at][: len(lines[at]) - len(lines[at].lstrip(b" "))]
    lines.insert(at, indent + rng.choice(LINES))


def _flip(blob: bytes, rng: Random) -> bytes:
    changed = bytearray(blob)
    for _ in range(rng.randint(1, 8)):
        if changed:
            changed[rng.randrange(len(changed))] = rng.randrange(256)
    return bytes(changed)


def _cut(blob: bytes, rng: Random) -> bytes:
    start = rng.randrange(len(blob) + 1)
    return blob[:start] if rng.random() < 0.5 else blob[:start] + blob[start + rng.randint(1, 200) :]


def _spread(blob: bytes, rng: Random) -> bytes:
    at = rng.randrange(len(blob) + 1)
    return blob[:at] + rng.choice(PIECES) * rng.choice([1, 1, 3, 50]) + blob[at:]


def _grow(blob: bytes, rng: Random) -> bytes:
    piece = rng.choice(
        [b"\n- a", b"[", b"a: {", b"\n? ", b" ", b"\n", b"'", b"&a ", b"*a,", b"! ", b"a,", b"- ", b"{a:"]
    )
    return blob + piece * rng.choice([100, 3000, 20_000, 80_000])


VALUES = (
    b"null",
    b"true",
    b"[]",
    b"{}",
    b"-1",
    b"1e999",
    b"9" * 400,
    b".nan",
    b".inf",
    b"0x7fffffffffffffff",
    b"1_000",
    b"1:30:00",
    b"!!python/object/apply:os.system ['touch CANARY']",
    b"!!python/name:os.system",
    b"!!binary aGk=",
    b"!!python/object/new:type {args: ['x', [], {}]}",
    b"!<tag:yaml.org,2002:python/tuple> [1]",
    b"&a [1]",
    b"*a",
    b"!!set {a, b}",
    b"2026-01-31",
    b"{a: 1, a: 2}",
    b"{<<: {a: 1}}",
    b"[" * 300 + b"]" * 300,
    b"{a: " * 60 + b"}" * 60,
    b'"\\ud800"',
    b'"\\UFFFFFFFF"',
    b'"\\xff\\0"',
    b"|\n  text",
    b">-\n  text",
    b"'",
    b'"',
    b"\xff\xfe",
    b"\x00",
    b"@",
    b"`",
    b"%TAG",
    b"---",
    b"...",
    b"a: b: c",
    b"1" + b"0" * 5000,
    b"-0",
    b"+1",
    b"1.",
    b"1.5e+308",
    b"1.5e+309",
    b"" * 2,
)
"""Replacements for a value."""

LINES = (
    b"<<: *base",
    b"<<: {id: x}",
    b"base: &base {a: 1}",
    b"? [a, b]",
    b"? {a: b}",
    b"1: 2",
    b"null: x",
    b"~: x",
    b"- - - -",
    b"--- !!python/object/apply:os.system",
    b"---",
    b"...",
    b"%YAML 9.9",
    b"%TAG ! tag:x,2000:",
    b"%YAML " + b"9" * 5000 + b".1",
    b"a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]",
    b"x: &x [*x]",
    b"<<<<<<< HEAD",
    b"=======",
    b">>>>>>> theirs",
    b"__proto__: {a: b}",
    b"__class__: x",
    b"steps: 5",
    b"workflow: []",
    b"format: 99",
    b"schema: 99",
    b'{"v":1,"kind":"version","id":"x"}',
    b'{"v":99}',
    b"[" * 5000,
    b'{"a":' * 3000,
    b"null",
    b'{"v":1,"kind":"status","data":{"status":["active"]}}',
    b"\xef\xbb\xbf",
    b"\x1a",
    b"\x85",
    b"\xe2\x80\xa8",
)
"""Lines to insert."""

PIECES = (
    b"\x00",
    b"\xff",
    b"\xc3",
    b"\xed\xa0\x80",
    b"\xef\xbf\xbe",
    b"\r",
    b"\n",
    b"\t",
    b"&",
    b"*",
    b"!",
    b"!!",
    b"#",
    b"{",
    b"}",
    b"[",
    b"]",
    b":",
    b"- ",
    b"'",
    b'"',
    b"\\",
    b"\\ud800",
    b"\xf0\x9f\x98\x80",
    b"\xe2\x80\xae",
    b"<<",
    b"%",
    b"@",
    b"|",
    b">",
    b"?",
    b"~",
)
"""Pieces to insert anywhere."""

MUTATIONS: tuple[Mutation, ...] = (
    _flip,
    _cut,
    _spread,
    _grow,
    *map(_lines, (_drop, _double, _swap, _indent)),
    *[_lines(_value)] * 3,
    *[_lines(_insert)] * 3,
)


def mutated(blob: bytes, rng: Random) -> bytes:
    """Return a file changed at one to four places."""
    for _ in range(rng.randint(1, 4)):
        blob = rng.choice(MUTATIONS)(blob, rng)
    return blob


def cases(valid: list[bytes], count: int, seed: int) -> Iterator[bytes]:
    """Yield broken files."""
    for number in range(count):
        rng = Random(f"{seed}-{number}")  # noqa: S311  (nothing is kept secret by it)
        yield mutated(rng.choice(valid), rng)
