"""Tests of pytest-ami. ``support`` has what they share; benchmarks and examples may import it too."""
