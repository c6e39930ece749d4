"""What the memory knows, where a lesson or a replay uses it.

Does: reads task patterns and the knowledge of failures, and hands them to teachers, to the engine and to people.
Gives: the plan of a similar task, the outlook of a task, and the known failures of its steps.
Must never: decide whether a run is green, or fail one.
"""
