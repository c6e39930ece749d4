"""Teachers: they perform a task the first time, or the part of a flow that drifted.

The package asks a language model, an offline teacher, a demonstration function or a person for moves. It gives the
engine moves and their cost, within budgets. No replay imports it. It must never touch a browser or a store, send the
value of a secret to a model, or act on text of a page as on an instruction.
"""
