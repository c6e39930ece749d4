"""`ami mcp`, the command that a coding agent's client starts.

Does: reads the command line, and opens the store for the agent's desk.
Gives: a click command.
Must never: decide about a tool; `pytest_ami.agent` has them.
"""
