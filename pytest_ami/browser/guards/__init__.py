"""Guards of single presses: what a press must not send is held back before the server sees it.

Does: routes the requests of one press, and aborts those that are not the recorded deed, or that do it again.
Gives: `guarded_click`.
Must never: change a request or a response, or keep a route after the press.
"""
