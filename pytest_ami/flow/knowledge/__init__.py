"""The knowledge of the memory, where a lesson or the message of a failure uses it.

Does: reads task patterns and the knowledge of failures, and hands them to teachers and to people.
Gives: the plan of a similar task, the outlook of a task, and the earlier failures like one.
Must never: decide whether a run is green, or fail one.
"""
