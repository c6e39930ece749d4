"""Shared by all tests: pytester, and a home of its own for every test's workflow store."""

pytest_plugins = ["pytester"]
