"""Pictures of pages for the evidence of a run, the times of its actions, and the names of its steps in a trace.

Does: takes a picture with the element framed and secrets covered, where the setting asks for it.
Gives: `Witness`, which a driver informs of every command and its result.
Must never: delay a replay that goes as recorded, or turn a test red: a fault is one warning.
"""
