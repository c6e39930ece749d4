"""The places of the tiers of the memory; a key in one is refused, and the message shows no part that may be one.

It knows the form of a place. It must never connect to one.
"""

from __future__ import annotations

import re

from pytest_ami.model.errors import ConfigurationError


def cold_place(place: str, source: str) -> str:
    """Return the place of the cold tier, if it is one: a folder, or ``s3://BUCKET/PREFIX``.

    Args:
        place: The place.
        source: Where it stands, for the message.

    Raises:
        ConfigurationError: It is an address of another kind, or holds more than bucket and prefix.
    """
    if "://" not in place or re.fullmatch(r"s3://[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](?:/[\w./-]*)?", place):
        return place
    raise ConfigurationError(
        f"{source} is not a place for the cold tier",
        why="It is not shown here, because it may hold a key. Credentials come from the environment only.",
        evidence=["a place: a folder, or s3://BUCKET/PREFIX with AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY"],
        run="export AMI_COLD=s3://bucket/prefix   # or the ini key ami_cold",
    )


def hot_address(address: str, source: str) -> str:
    """Return the address of the hot tier, if it is one: ``redis://[USER@]HOST[:PORT][/NUMBER]``, or ``rediss://``.

    Args:
        address: The address.
        source: Where it stands, for the message.

    Raises:
        ConfigurationError: It is not an address, or may hold a password.
    """
    if re.fullmatch(r"rediss?://(?:[\w.-]+@)?(?:[\w.-]+|\[[\w:.%]+\])(?::\d{1,5})?(?:/\d{0,3})?", address):
        return address
    raise ConfigurationError(
        f"{source} is not the address of a hot tier",
        why="It is not shown here, because it may hold a password.",
        evidence=["an address: redis://HOST:6379/0, with the password in REDISCLI_AUTH"],
        run="export AMI_HOT=redis://localhost:6379   # or the ini key ami_hot",
    )
