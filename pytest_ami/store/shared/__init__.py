"""One store for many machines: a log of facts on a server, and its exchange with the store of this machine.

Does: sends the facts of this machine, fetches those of others, and copies whole stores.
Gives: `SharedLink`, `FactLog`, `copy`.
Must never: be imported without a shared store, decide about a test, answer a query, or read a password from a URL.
"""
