"""The parts of the version fold: versions and statuses as facts tell them, and the marks of people on their steps.

Does: reads versions, statuses and verdicts from facts, and finds the versions that carry a step marked wrong.
Gives: `Version`, `StatusRecord` and `MarkFold`, of which `store.version_fold` makes the version that runs.
Must never: open a file or a database, or decide which version runs. The order of facts must not matter.
"""
