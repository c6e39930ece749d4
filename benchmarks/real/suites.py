"""Packages of another suite of Debian: downloaded by apt from this machine's own archive, and unpacked into a folder.

Nothing is installed, and the lists of the machine stay as they are.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from pathlib import Path

Run = Callable[[Sequence[str], Path], str]
"""Runs a command in a folder to its end; returns its output, raises if it fails."""

KEYS = "/usr/share/keyrings/debian-archive-keyring.gpg"
TARGETS = ["apt-get", "indextargets", "--format", "$(REPO_URI)", "Created-By: Packages", "Label: Debian"]


def unpack(named: str, folder: Path, run: Run) -> None:
    """Download a package and unpack it into ``folder``.

    Args:
        named: Suite and package, for example ``"trixie/hello"``.
        folder: Below it the files get the paths that they would have below ``/``.
        run: Runs a command.
    """
    suite, package = named.split("/")
    own = folder / "apt"
    for name in ("lists/partial", "cache/archives/partial", "parts"):
        (own / name).mkdir(parents=True, exist_ok=True)
    archive = run(TARGETS, folder).split()[0]
    (own / "sources.list").write_text(f"deb [signed-by={KEYS}] {archive} {suite} main\n", "utf-8")
    options = {
        "Dir::Etc::sourcelist": own / "sources.list",
        "Dir::Etc::sourceparts": own / "parts",
        "Dir::State::lists": own / "lists",
        "Dir::Cache": own / "cache",
        "Acquire::Languages": "none",
        "APT::Sandbox::User": "root",
    }
    apt = ["apt-get", "-q", *(f"-o{name}={value}" for name, value in options.items())]
    run([*apt, "update"], own)
    run([*apt, "download", package], own)
    (found,) = own.glob(f"{package}_*.deb")
    run(["dpkg-deb", "-x", str(found), str(folder)], own)
    shutil.rmtree(own)
