"""Reports about a run: terminal, JSON, error messages, and differences between versions.

Gives lines and plain data. Must never decide anything, write a file or know a browser.
"""
