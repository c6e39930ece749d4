"""Measurements of the plugin's cost: `python -m benchmarks` writes `benchmarks/results.json`."""
