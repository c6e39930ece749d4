"""A test project of a few lines, and a demonstration that runs it: `python -m examples.demo`."""
