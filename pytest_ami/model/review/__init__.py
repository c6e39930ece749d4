"""Learning from people as frozen data.

Does: defines sessions, their steps, the verdicts on steps, and the consequence of a verdict.
Gives: `StepAnnotation`, `Session`, `SessionStep`, `Impact`.
Must never: know a store, a file, or how a golden path is found.
"""
