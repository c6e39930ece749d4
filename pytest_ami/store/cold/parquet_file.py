"""Cold files: facts as Parquet, written and read by DuckDB, under the hash of their content.

Rules of this module:

* A file has the columns of the table ``facts``. So any tool that reads Parquet reads it.
* What was written is read back before anybody relies on it.
* A file whose content does not have the hash of its name is damaged, whatever it holds. DuckDB reads only files whose
  hash is right, and reaches no other file while it does.

It knows facts as rows. It must never know why a fact is cold.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from pytest_ami.store.duckdb.database import CONFIG
from pytest_ami.store.duckdb.fact_table import FACT_TABLE, insert_rows, select
from pytest_ami.store.facts import Fact, decode, encode

from .tier import SUFFIX, ColdTier, refusal

NAME = re.compile(rf"[0-9a-f]{{64}}{re.escape(SUFFIX)}")
"""Names of cold files."""


class Written(NamedTuple):
    """A cold file that was written, and read back.

    Attributes:
        name: Its name.
        size: Its size in bytes.
    """

    name: str
    size: int


def write(tier: ColdTier, facts: Sequence[Fact]) -> Written:
    """Write facts as one file, and return when the tier has given them back.

    Args:
        tier: Where to.
        facts: The facts, at least one.

    Raises:
        StoreError: The tier does not answer or refuses, or gives back something else.
    """
    blob = _parquet(facts)
    name = hashlib.sha256(blob).hexdigest() + SUFFIX
    if tier.get(name) != blob:
        tier.put(name, blob)
    back = {fact.id: encode(fact) for fact in read(tier, name)}
    if back != {fact.id: encode(fact) for fact in facts}:
        raise refusal(tier.place, ValueError(f"{name} does not hold the facts that were written"))
    return Written(name, len(blob))


def read(tier: ColdTier, name: str) -> list[Fact]:
    """Return the facts of a file.

    Args:
        tier: Where it is.
        name: Its name.

    Raises:
        StoreError: The tier does not answer or refuses, or the file is missing or damaged.
    """
    if not NAME.fullmatch(name):
        raise refusal(tier.place, ValueError(f"{name[:80]} is not the name of a cold file"))
    blob = tier.get(name)
    if blob is None:
        raise refusal(tier.place, ValueError(f"{name} is missing"))
    if hashlib.sha256(blob).hexdigest() + SUFFIX != name:
        raise refusal(tier.place, ValueError(f"{name} is damaged: its content has another hash"))
    return _facts(blob, tier.place)


def _parquet(facts: Sequence[Fact]) -> bytes:
    import duckdb

    with TemporaryDirectory(prefix="ami-cold-") as place:
        path = Path(place, "facts.parquet")
        with duckdb.connect(":memory:", config={**CONFIG, "enable_external_access": "true"}) as connection:
            connection.execute(FACT_TABLE)
            insert_rows(connection, [encode(fact).rstrip(b"\n") for fact in facts])
            connection.execute(f"COPY (FROM facts ORDER BY id) TO {_quoted(path)} (FORMAT parquet, COMPRESSION zstd)")
        return path.read_bytes()


def _facts(blob: bytes, place: str) -> list[Fact]:
    import duckdb

    with TemporaryDirectory(prefix="ami-cold-") as folder:
        path = Path(folder, "facts.parquet")
        path.write_bytes(blob)
        try:
            with duckdb.connect(":memory:", config={**CONFIG, "enable_external_access": "true"}) as connection:
                connection.execute(f"SET allowed_paths = [{_quoted(path)}]")
                connection.execute("SET enable_external_access = false")
                connection.execute(f"CREATE VIEW facts AS FROM read_parquet({_quoted(path)})")
                found = [fact for piece in select(connection, "true ORDER BY id") for fact in piece]
        except (duckdb.Error, ValueError, TypeError) as error:
            raise refusal(place, error) from error
    read_back = (decode(encode(fact)) for fact in found)
    return [fact for fact in read_back if fact is not None]


def _quoted(path: Path) -> str:
    return "'" + str(path).replace("'", "''") + "'"
