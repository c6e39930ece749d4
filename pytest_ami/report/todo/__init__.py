"""The plan and the progress of a lesson, as a file that people read while the lesson goes on.

Does: keeps the state of a lesson as frozen data, renders and parses ``todo.md``, renders ``results.md``, writes both.
Gives: `state`, `text`, `results` and `files`; all but the last are pure.
Must never: decide about a lesson, fail a test, or let a text of a page begin a line.
"""
