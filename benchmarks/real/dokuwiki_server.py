"""DokuWiki's server: the application's files beside settings, accounts and pages of a run's own."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from .application import Running
from .stage import free_port, process

HOME = Path("/usr/share/dokuwiki")
SETTINGS = Path("/etc/dokuwiki")
PASSWORD = "correct horse"
PRELOAD = "<?php if (!defined('DOKU_CONF')) define('DOKU_CONF', '{conf}/');\n"
LOCAL = """<?php
$conf['title'] = 'Handbuch';
$conf['template'] = '{template}';
$conf['savedir'] = '{data}';
$conf['useacl'] = 1;
$conf['superuser'] = '@admin';
$conf['license'] = '';
$conf['updatecheck'] = 0;
$conf['remote'] = 1;
$conf['remoteuser'] = '';
"""
FOLDERS = ("attic", "cache", "index", "locks", "log", "media", "media_attic", "media_meta", "meta", "pages", "tmp")
SEEDED = 1_700_000_000
SUMMERS = range(1981, 2023)


def _seed_pages() -> dict[str, str]:
    """Return pages by their names: one that lists others, and three folders with many that look alike."""
    people = ["anna", "anna_maria", "bernd", "caecilie", "dieter", "eva", "eva-lotte", "francois", "gyoergy", "o_brien"]
    pages = {f"people:{name}": f"====== {name.title()} ======\n\nRoom {n}.\n" for n, name in enumerate(people, 11)}
    pages |= {f"reports:summer_{year}": f"====== Summer {year} ======\n\nIt was warm in {year}.\n" for year in SUMMERS}
    pages |= {f"projects:bridge_{n}": f"====== Bridge {n} ======\n\nSpan: {n} m.\n" for n in (1, 2, 10, 11, 12, 100)}
    listed = "".join(f"  * [[{name}]]\n" for name in sorted(pages))
    return pages | {"start": f"====== Handbook ======\n\nWelcome.\n\n{listed}"}


def _seed_users() -> list[str]:
    first = ["Anna", "Anna Maria", "Björn", "Chloé", "Dóra", "Élodie", "Fatma", "Grégoire", "Hao", "Ines"]
    last = ["Berg", "Bergmann", "D'Arcy", "Núñez", "Ødegård", "Sæther"]
    people = [f"{one} {two}" for one in first for two in last]
    lines = [f"admin:{_digest(PASSWORD)}:Administration:admin@example.org:admin,user\n"]
    for number, name in enumerate(people):
        login = f"u{number:02}{re.sub('[^a-z]', '', name.lower())}"
        lines.append(f"{login}:{_digest(f'secret {number:02}')}:{name}:{login}@example.org:user\n")
    return lines


def _digest(password: str) -> str:
    return hashlib.sha1(password.encode()).hexdigest()  # noqa: S324  (one of the application's own formats)


def _lay_out(folder: Path, template: str, templates: Path) -> Path:
    """Copy the application into ``folder``, with settings and pages of its own; return where it is served from."""
    wiki, conf, data = folder / "wiki", folder / "conf", folder / "data"
    shutil.copytree(HOME, wiki, ignore=shutil.ignore_patterns(".htaccess", "install.php"))
    shutil.copytree(SETTINGS, conf, ignore=shutil.ignore_patterns(".htaccess"), ignore_dangling_symlinks=True)
    if not (wiki / "lib/tpl" / template).exists():
        shutil.copytree(templates / template, wiki / "lib/tpl" / template)
    (wiki / "inc/preload.php").write_text(PRELOAD.format(conf=conf), "utf-8")
    for name in FOLDERS:
        (data / name).mkdir(parents=True)
    (conf / "local.php").write_text(LOCAL.format(template=template, data=data), "utf-8")
    (conf / "mime.local.conf").write_text("txt text/plain\ncsv text/csv\n", "utf-8")
    (conf / "acl.auth.php").write_text("*\t@ALL\t1\n*\t@user\t8\n", "utf-8")
    (conf / "users.auth.php").write_text("".join(_seed_users()), "utf-8")
    for name, text in _seed_pages().items():
        page = (data / "pages" / name.replace(":", "/")).with_suffix(".txt")
        page.parent.mkdir(exist_ok=True)
        page.write_text(text, "utf-8")
        os.utime(page, (SEEDED, SEEDED))
        log = (data / "meta" / name.replace(":", "/")).with_suffix(".changes")
        log.parent.mkdir(exist_ok=True)
        log.write_text(f"{SEEDED}\t127.0.0.1\tC\t{name}\tadmin\tseeded\t\t{len(text.encode())}\n", "utf-8")
    for name in ("letters", "minutes", "plans", "plans-b"):
        (data / "media" / name).mkdir()
        (data / "media" / name / "readme.txt").write_text("Nothing to see.\n", "utf-8")
    (data / "index/page.idx").write_text("".join(f"{name}\n" for name in _seed_pages()), "utf-8")
    return wiki


def _facts(folder: Path) -> dict[str, Any]:
    """Return the pages, files, accounts, sessions and the log of changes, read from the disk."""
    data = folder / "data"
    lines = (folder / "conf/users.auth.php").read_text("utf-8").splitlines()
    users = [line.split(":") for line in lines if line and not line.startswith(("#", "<"))]
    log = data / "meta/_dokuwiki.changes"
    changes = [line.split("\t") for line in log.read_text("utf-8").splitlines()] if log.exists() else []
    sessions = [path.read_text("utf-8", "replace") for path in (data / "tmp").glob("sess_*")]
    return {
        "pages": _files(data / "pages"),
        "media": _files(data / "media"),
        "users": {login: [name, mail, groups] for login, _, name, mail, groups in users},
        "passwords": {login: password for login, password, *_ in users},
        "changes": [[kind, name, user, summary] for _, _, kind, name, user, summary, *_ in changes],
        "settings": (folder / "conf/local.php").read_text("utf-8") + (folder / "conf/acl.auth.php").read_text("utf-8"),
        "signed in": sorted({name for text in sessions for name in re.findall(r'"user";s:\d+:"([^"]+)"', text)}),
    }


def _files(folder: Path) -> dict[str, str]:
    found = (path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)).replace("/", ":"): path.read_text("utf-8", "replace") for path in found}


@contextmanager
def serve(template: str, installed: Path, folder: Path) -> Iterator[Running]:
    wiki = _lay_out(folder, template, installed / "usr/share/dokuwiki/templates-extra")
    url = f"http://127.0.0.1:{(port := free_port())}"
    options = [f"session.save_path={folder}/data/tmp", "opcache.enable_cli=1"]
    command = ["php", *(f"-d{one}" for one in options), "-S", f"127.0.0.1:{port}", "-t", str(wiki)]
    with process(command, folder, f"{url}/doku.php", more={"PHP_CLI_SERVER_WORKERS": "4"}):
        yield Running(url, partial(_facts, folder))
