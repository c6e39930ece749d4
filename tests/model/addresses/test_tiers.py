"""Places of the tiers of the memory: a folder or a bucket is taken, and anything that may hold a key is not shown."""

from __future__ import annotations

import pytest

from pytest_ami.model.addresses.tiers import cold_place, hot_address
from pytest_ami.model.errors import ConfigurationError


@pytest.mark.parametrize("place", ["cold", "/mnt/cold", "s3://bucket", "s3://bucket-1.eu/a/b"])
def test_a_place_of_the_cold_tier_is_a_folder_or_a_bucket(place: str) -> None:
    assert cold_place(place, "here") == place


@pytest.mark.parametrize("place", ["s3://key:hidden@bucket/x", "s3://bucket?key=hidden", "https://hidden", "s3://"])
def test_a_place_that_may_hold_a_key_is_refused_and_not_shown(place: str) -> None:
    with pytest.raises(ConfigurationError, match="here is not a place for the cold tier") as caught:
        cold_place(place, "here")
    assert "hidden" not in str(caught.value)


@pytest.mark.parametrize("address", ["redis://localhost", "rediss://anna@cache.example:6380/2", "redis://[::1]:6379"])
def test_an_address_of_the_hot_tier_has_no_password(address: str) -> None:
    assert hot_address(address, "here") == address


@pytest.mark.parametrize(
    "address", ["redis://a:hidden@cache", "redis://:hidden@cache", "redis://x?password=hidden", "x"]
)
def test_an_address_that_may_hold_a_password_is_refused_and_not_shown(address: str) -> None:
    with pytest.raises(ConfigurationError, match="here is not the address of a hot tier") as caught:
        hot_address(address, "here")
    assert "hidden" not in str(caught.value)
