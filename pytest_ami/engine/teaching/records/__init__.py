"""Which record a task is about, and which values and deeds belong to other records.

Does: reads the task and its values, and compares them with the elements of a page and with the moves so far.
Gives: `record_parameter`, `recorded_text`, `deed_of_another`, and the place of a press on a row.
Must never: know a page or a teacher, or decide by the words of a page alone that a record is the right one.
"""
