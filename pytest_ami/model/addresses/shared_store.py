"""The address of a shared store; a password in it is refused, and the message shows no part that may be one.

It knows the form of an address. It must never connect to one.
"""

from __future__ import annotations

import re
from urllib.parse import parse_qsl

from pytest_ami.model.errors import ConfigurationError


def store_address(address: str, source: str) -> str:
    """Return the address of a shared store, if it is one.

    Args:
        address: The address.
        source: Where it stands, for the message.

    Raises:
        ConfigurationError: It is not an address, or it holds a password. The message shows no part that may be one.
    """
    found = re.fullmatch(r"(postgres(?:ql)?)://(?:([^/?#@]*)@)?([^/?#@]*)(/[^?#@]*)?(?:\?([^#@]*))?", address)
    user, hosts, name, query = (found[n] or "" for n in (2, 3, 4, 5)) if found else ("", "", "", "")
    login, colon, _ = user.partition(":")
    if colon or any("password" in key.lower() for key, _ in parse_qsl(query, keep_blank_values=True)):
        clean = f"postgresql://{login}{'@' if login else ''}{hosts}{name}"
        raise ConfigurationError(
            f"{source} holds a password",
            why="Others read ini files, command lines and lists of processes. Nothing was connected.",
            evidence=[f"the address without it: {clean}"],
            run="export PGPASSWORD=...   # or a password file, ~/.pgpass",
        )
    if not found or not re.fullmatch(r"(?:[\w.%-]*|\[[\w:.%]+\])(?::\d+)?(?:,[\w.%:-]+)*", hosts):
        raise ConfigurationError(
            f"{source} is not the address of a shared store",
            why="It is not shown here, because it may hold a password.",
            evidence=["an address: postgresql://USER@HOST:5432/DATABASE, with the password in PGPASSWORD"],
            run="export AMI_STORE=postgresql://ami@db.example/ami   # or the ini key ami_store",
        )
    return address
