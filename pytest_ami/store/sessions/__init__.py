"""Sessions: the runs of tasks that a person reviews, the verdicts on their steps, and what follows from a verdict.

Does: puts the steps of a session together from its version, its facts and its evidence file; records verdicts.
Gives: `Feedback`, which the store's methods `add_user_feedback` and `get_session_steps` use.
Must never: set a status itself: `store.lifecycle` puts versions aside, and `store.version_fold` decides what runs.
"""
