"""Stress for a stored workflow: the user's own flow on random redesigns of the user's own pages. For `ami stress`.

Does: replays the workflow on the unchanged page and on redesigns, judges each run, and shrinks a failed redesign.
Gives: the plan, the course, the judgement and the report of a stress run.
Must never: write to the store, ask a model, or keep a value of a run: results hold the names of values.
"""
