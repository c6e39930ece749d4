"""The report for people: one HTML page that opens without a server.

Does: collects the runs of a session of pytest, their evidence and history, and renders them with Jinja2.
Gives: `write_report`.
Must never: decide an outcome, load anything from a network, or let a text of a page become markup.
"""
