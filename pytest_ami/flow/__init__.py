"""One `ami.run()` from the call to the commit.

Does: resolves the task and its values, plans replay or lesson, concludes the run, and commits on green.
Gives: the facade behind the fixture `ami`, `Attempt`, subtasks, heal verification, drift tracking, the memory writer.
Must never: store a learned version before the test is green, or build a teacher in replay mode.
"""
