"""Comparison of effects: the message of a page, the text of a field, and the request of a deed, with the recorded one.

Does: compares words, and slots (numbers, dates, ids), recognises messages of a failure, and the values of a request.
Gives: the stored form of a message, its pattern, and the presence of messages on a page.
Must never: see a page, a step's element or a store.
"""
