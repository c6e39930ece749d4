"""Secrets: how they are written, and how they stay out of everything that is written.

Does: finds a secret in every spelling, replaces it, and keeps it from every writer of this process.
Gives: `redact` and its kin, `GATE`, the forms of a secret, the rule for fields that take one.
Must never: know a page or a store, or change a text that is public.
"""
