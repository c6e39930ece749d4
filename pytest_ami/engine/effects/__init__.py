"""Comparison of texts: a message of a page with the recorded one, and what a field holds with what was typed.

Does: reads numbers, dates and ids as slots, compares words and slots, recognises messages of a failure.
Gives: the stored form of a message, its pattern, and the presence of messages on a page.
Must never: see a page, a step's element or a store.
"""
