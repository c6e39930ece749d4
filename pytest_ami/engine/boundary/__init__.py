"""The boundary of a flow: where a stored flow may act, and what a flow from a stranger may contain.

Gives: `FlowOrigins`, `confined`, `violation`.
Must never: know a page, or open an address.
"""
