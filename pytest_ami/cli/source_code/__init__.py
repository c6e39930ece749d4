"""Flows and the source of tests: out of the store, and into it.

Does: writes a learned flow as plain Playwright code, and proposes how a plain test becomes one of a learned flow.
Gives: `ami eject` and `ami adopt`.
Must never: change a file of the user without being asked to.
"""
