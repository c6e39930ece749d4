"""Comparison of effects: the message of a page, the text of a field, and the request of a deed, with the recorded one.

Does: reads numbers, dates and ids as slots, compares words and slots, recognises messages of a failure, and the values
    that a request carries.
Gives: the stored form of a message, its pattern, and the presence of messages on a page.
Must never: see a page, a step's element or a store.
"""
