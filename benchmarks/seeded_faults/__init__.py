"""Seeded faults: does the suite still notice what a developer may break? See the README beside this file."""
