"""The commands by which a person judges runs.

Does: records verdicts on steps from the command line, and serves the review application.
Gives: `ami annotate` and `ami review`.
Must never: decide what follows from a verdict, which `store.sessions` does.
"""
