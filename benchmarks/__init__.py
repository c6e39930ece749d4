"""What the plugin costs, measured: `python -m benchmarks` writes `benchmarks/results.json`."""
