"""Pairs of small pages: one to learn a flow on, one that was changed. Small applications, not garbage.

Each pair knows the deeds that a right replay performs. The assertion of its test is weak on purpose, so that only the
replay itself can notice a change. No page knows how the replay decides.
"""
