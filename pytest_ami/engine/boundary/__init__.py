"""The boundary of a flow: where it may act, and what a flow from a stranger may contain.

Does: finds the origin that the test asked for, decides about requests of a lesson, checks stored flows by the rules.
Gives: `FlowOrigins`, `confined`, `home_url`, `violation`.
Must never: open an address, or know a page.
"""
