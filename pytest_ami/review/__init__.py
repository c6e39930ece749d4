"""The review of runs by people: the order of tasks, and the player that steps through a run.

Does: sorts and pages tasks, and keeps the state of a step player as pure functions.
Gives: `sorted_tasks` and `Player`, for the review application and for every other front end.
Must never: write a verdict itself: the caller records what the player says is to be saved.
"""
