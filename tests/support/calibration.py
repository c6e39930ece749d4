"""The digest of the frozen numbers: the benchmark that fits them writes it, a test compares it."""

from __future__ import annotations

import hashlib
import json

from pytest_ami.elements.candidates import Calibration


def digest_of(numbers: Calibration) -> str:
    """Return the SHA-256 of all numbers, which reveals a changed number."""
    parts = [sorted(part.items()) for part in (numbers.weights, numbers.chance, numbers.thresholds)]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()
