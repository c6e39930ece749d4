"""Reports about a run, for people and for machines.

Does: renders outcomes as terminal lines, JSON, JUnit properties and error messages.
Gives: the summary, `stale_error`, and the comparison of two versions.
Must never: decide an outcome, or print text of a page raw.
"""
