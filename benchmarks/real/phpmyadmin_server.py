"""phpMyAdmin's server: the application's files beside a configuration of a run's own, and a database server for it."""

from __future__ import annotations

import json
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from .application import Running
from .stage import NotInstallableError, free_port, process, run

HOME = Path("/usr/share/phpmyadmin")
USER, PASSWORD = "admin", "correct horse"
COLLEAGUES = {"anna": "Anna's key", "anna_maria": "schlüssel 12", "bjoern": "p@ss/wörd", "li.wei": "密码 34"}
CONFIGURATION = """<?php
$cfg['blowfish_secret'] = '0123456789abcdef0123456789abcdef';
$cfg['Servers'][1] = ['auth_type' => 'cookie', 'host' => '127.0.0.1', 'port' => '{port}'];
$cfg['ThemeDefault'] = '{theme}';
$cfg['PmaNoRelation_DisableWarning'] = true;
$cfg['SendErrorReports'] = 'never';
$cfg['VersionCheck'] = false;
"""
AUTHORS = ("Anna Seghers", "Anna", "O'Brien, Flann", "Çelik, Ayşe", "李白", "Grass/Böll")
COLUMNS = ("note", "note_2", "größe", "colour", "made on", "weight", "footnote", "origin")
TABLES = ("archive", "archive_2024", "archive_2025", "cards", "Karten alt", "rooms", "o'neill", "旧书", "year 1999")
QUERY = (
    "SELECT JSON_OBJECT('table', table_name, 'column', column_name, 'type', column_type, 'nullable', is_nullable)"
    " FROM information_schema.columns WHERE table_schema = 'library' ORDER BY table_name, ordinal_position"
)
"""The columns of all tables, one a line."""


# -- SQL --------------------------------------------------------------------------------------------------------------


def text(value: str) -> str:
    """Return a value as SQL writes it."""
    return "'" + value.replace("\\", "\\\\").replace("'", "''") + "'"


def name(value: str) -> str:
    """Return the name of a table or a column as SQL writes it."""
    return "`" + value.replace("`", "``") + "`"


def ask(port: int, sql: str) -> list[str]:
    """Send statements to the database as its owner; return the lines of the answer."""
    command = ["mariadb", "--no-defaults", "--host=127.0.0.1", f"--port={port}", "--user=root", "--batch", "--raw"]
    command += ["--skip-column-names", "--default-character-set=utf8mb4"]
    return run(command, Path("/"), sent=sql).splitlines()


def _seed(port: int) -> None:
    books = ", ".join(
        f"('Handbook {number}', {text(AUTHORS[number % len(AUTHORS)])}, {number}.50, '2021-03-{number % 28 + 1:02}')"
        for number in range(1, 61)
    )
    more = ", ".join(f"{name(column)} VARCHAR(40) NULL" for column in COLUMNS)
    tables = "".join(f"CREATE TABLE {name(one)} (id INT PRIMARY KEY, said VARCHAR(40) NULL);" for one in TABLES)
    people = {USER: PASSWORD, **COLLEAGUES}
    rights = "".join(
        f"CREATE USER {text(user)}@'%' IDENTIFIED BY {text(password)}; GRANT ALL ON *.* TO {text(user)}@'%';"
        for user, password in people.items()
    )
    ask(
        port,
        f"{rights} CREATE DATABASE library CHARACTER SET utf8mb4; USE library;"  # noqa: S608  (values of our own)
        "CREATE TABLE books (id INT AUTO_INCREMENT PRIMARY KEY, title VARCHAR(120) NOT NULL,"
        " author VARCHAR(80) NOT NULL, price DECIMAL(8,2) NOT NULL, bought DATE NOT NULL);"
        f"INSERT INTO books (title, author, price, bought) VALUES {books};"
        f"CREATE TABLE members (id INT AUTO_INCREMENT PRIMARY KEY, {more});"
        f"INSERT INTO members (note) VALUES ('Nothing'), ('Something');{tables}",
    )


def _facts(port: int) -> dict[str, Any]:
    """Return the columns and rows of all tables, and who has logged in since the database was started."""
    columns: dict[str, dict[str, list[str]]] = {}
    for one in map(json.loads, ask(port, QUERY)):
        columns.setdefault(one["table"], {})[one["column"]] = [one["type"], one["nullable"]]
    parts = [
        f"SELECT JSON_OBJECT('table', {text(table)}, 'rows', JSON_ARRAYAGG(JSON_OBJECT("  # noqa: S608  (likewise)
        + ", ".join(f"{text(column)}, {name(column)}" for column in known)
        + f"))) FROM library.{name(table)};"
        for table, known in columns.items()
    ]
    rows = {one["table"]: one["rows"] or [] for one in map(json.loads, ask(port, "".join(parts)))}
    seen = ask(port, "SELECT user FROM information_schema.user_statistics WHERE total_connections > 0 ORDER BY user")
    return {
        "columns": columns,
        "rows": {table: sorted(each, key=lambda row: row["id"]) for table, each in rows.items()},
        "signed in": seen,
        "port": port,
    }


# -- the servers ------------------------------------------------------------------------------------------------------


def _lay_out(folder: Path, theme: str, port: int) -> Path:
    """Link the application into ``folder``, with a configuration of its own; return where it is served from."""
    site, scratch, configuration = folder / "site", folder / "scratch", folder / "config.inc.php"
    (site / "libraries").mkdir(parents=True)
    scratch.mkdir()
    for path in (*HOME.iterdir(), *(HOME / "libraries").iterdir()):
        if path.name not in ("libraries", "index.php", "vendor_config.php"):
            (site / path.relative_to(HOME)).symlink_to(path)
    shutil.copy(HOME / "index.php", site)
    vendor = (HOME / "libraries/vendor_config.php").read_text("utf-8")
    vendor = vendor.replace("/etc/phpmyadmin/config.inc.php", str(configuration))
    vendor = vendor.replace("/var/lib/phpmyadmin/tmp/", f"{scratch}/")
    (site / "libraries/vendor_config.php").write_text(vendor, "utf-8")
    configuration.write_text(CONFIGURATION.format(port=port, theme=theme), "utf-8")
    return site


@contextmanager
def _database(folder: Path) -> Iterator[int]:
    """Run a database server on a new folder of data; yield its port."""
    port = free_port()
    with tempfile.TemporaryDirectory() as made:  # the installer takes no space in a path
        install = ["mariadb-install-db", "--no-defaults", f"--datadir={made}/data", "--user=root", "--skip-test-db"]
        run([*install, "--auth-root-authentication-method=normal"], folder)
        shutil.move(f"{made}/data", folder)
    command = ["mariadbd", "--no-defaults", f"--datadir={folder / 'data'}", "--user=root", "--bind-address=127.0.0.1"]
    command += [f"--port={port}", "--socket=database.sock", "--pid-file=database.pid", "--userstat=1"]
    command += ["--innodb-flush-log-at-trx-commit=0", "--innodb-buffer-pool-size=32M"]
    with process(command, folder, ""):
        _wait(port)
        yield port


def _wait(port: int) -> None:
    end = time.monotonic() + 60
    while True:
        try:
            ask(port, "SELECT 1")
        except NotInstallableError:
            if time.monotonic() > end:
                raise
            time.sleep(0.2)
        else:
            return


@contextmanager
def serve(theme: str, _installed: Path, folder: Path) -> Iterator[Running]:
    """Run the application in a theme, with a database of its own."""
    with _database(folder) as database:
        _seed(database)
        site = _lay_out(folder, theme, database)
        url = f"http://127.0.0.1:{(port := free_port())}"
        options = [f"session.save_path={folder}/scratch", "opcache.enable_cli=1"]
        command = ["php", *(f"-d{one}" for one in options), "-S", f"127.0.0.1:{port}", "-t", str(site)]
        with process(command, folder, f"{url}/index.php", more={"PHP_CLI_SERVER_WORKERS": "4"}):
            yield Running(url, partial(_facts, database))
