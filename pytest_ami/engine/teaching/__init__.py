"""A lesson: a teacher performs a task, or the rest of one, while the engine records and guards it.

Does: asks the teacher for moves, checks each move against the policies, and finds the way back to stored steps.
Gives: `learn`, `choose_element`, and the policies about moves, actions and origins.
Must never: know which kind of teacher answers, or perform a move that a policy refuses.
"""
