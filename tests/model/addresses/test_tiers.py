"""Places of the tiers of the memory: a folder or a bucket is taken, and anything that may hold a key is not shown."""

from __future__ import annotations

import pytest

from pytest_ami.model.addresses.tiers import cold_place
from pytest_ami.model.errors import ConfigurationError


@pytest.mark.parametrize("place", ["cold", "/mnt/cold", "s3://bucket", "s3://bucket-1.eu/a/b"])
def test_a_place_of_the_cold_tier_is_a_folder_or_a_bucket(place: str) -> None:
    assert cold_place(place, "here") == place


@pytest.mark.parametrize("place", ["s3://key:hidden@bucket/x", "s3://bucket?key=hidden", "https://hidden", "s3://"])
def test_a_place_that_may_hold_a_key_is_refused_and_not_shown(place: str) -> None:
    with pytest.raises(ConfigurationError, match="here is not a place for the cold tier") as caught:
        cold_place(place, "here")
    assert "hidden" not in str(caught.value)
