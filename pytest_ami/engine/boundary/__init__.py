"""The boundary of a flow: where it may act, and what a flow from a stranger may contain.

Does: compares origins with those of the start, and checks stored flows against the rules.
Gives: `FlowOrigins`, `confined`, `violation`.
Must never: open an address, or know a page.
"""
