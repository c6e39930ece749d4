"""The tools of a coding agent, and the server that offers them, for `ami mcp`.

Does: shows flows and evidence, adds candidates, runs one test, and lets an agent answer the questions of a lesson.
Gives: a table of tools that knows no protocol, and a server over stdio that speaks MCP.
Must never: accept a version, judge a step, or change a test; nothing here takes part in a replay.
"""
