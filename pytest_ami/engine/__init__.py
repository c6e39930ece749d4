"""The engine without I/O: generators that yield commands and receive results.

Does: replays a workflow, locates its elements, checks effects, and relearns the part that drifted.
Gives: `replay`, `run_flow`, their reports, and the pure rules about effects, readiness and redaction.
Must never: import Playwright, a teacher, a store or a model client, read a clock, or keep state between runs.
"""
