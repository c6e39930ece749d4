"""Stress for a stored workflow: the user's own flow on random redesigns of the user's own pages. For `ami stress`."""
