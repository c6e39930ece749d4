"""The evidence of one flow: its steps with what was seen, thought and decided.

Does: joins the moments that a witness saw with the steps that the engine reports.
Gives: `witness_for` and `steps_of`.
Must never: decide about a run, or write a file.
"""
