"""The memory of pages, kept as facts.

Does: writes the actions of a green test on pages, and reads the memories of other tests and processes.
Gives: `Memory`, which flows query and fill.
Must never: decide which sequences or phrases to merge: `memory` has the rules.
"""
