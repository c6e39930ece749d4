"""Guards: a request that must not be sent is held back before the server sees it.

Does: intercepts the requests of a lesson, and those of one press, by routes or over CDP; aborts the refused ones.
Gives: `RequestGuard`, `guarded_click`, and `release` for routes whose guard is over.
Must never: change a request or a response, or keep a request from the routes of the test.
"""
