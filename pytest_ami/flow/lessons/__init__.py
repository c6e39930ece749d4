"""The view of a lesson for people, while it goes on and after it.

Does: follows the lessons of one run, finds their plan, and keeps ``todo.md`` and ``results.md``.
Gives: `LessonLog`, the observer of `engine.teaching.lesson`.
Must never: decide about a lesson or a test, or fail one by its own fault.
"""
