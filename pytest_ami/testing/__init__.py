"""Public helpers for tests of and with pytest-ami.

Does: offers a fake page, a project builder for pytester-like tests, redesigns and stress runs.
Gives: `FakePage`, `Project`, `pytest_ami.testing.redesign`, `pytest_ami.testing.stress`.
Must never: be imported by a run that did not ask for it.
"""
