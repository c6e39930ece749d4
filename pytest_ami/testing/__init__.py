"""Public helpers for tests of and with pytest-ami.

Does: offers a fake page, a project builder for pytester-like tests, redesigns, stress runs, and jobs on executors.
Gives: `FakePage`, `Project`, `pytest_ami.testing.redesign`, `pytest_ami.testing.stress`.
Must never: be imported by a run that did not ask for it.
"""
