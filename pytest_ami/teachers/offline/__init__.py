"""The teacher that needs no model.

Does: matches parameters and the words of a task with labels, roles and names on the page, and tries the best fit.
Gives: `OfflineTeacher`.
Must never: ask anybody, or read more than the observation that it is given.
"""
