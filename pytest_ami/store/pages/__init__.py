"""The memory of pages, kept as facts.

Does: writes what a green test did on pages, and reads what other tests and processes remembered.
Gives: `Memory`, which flows ask and fill.
Must never: decide what is the same: `memory` has the rules.
"""
