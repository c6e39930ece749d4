"""Secrets: how they are written, and how they stay out of everything that is written.

Gives: `redact` and its kin, the spellings of a secret, the gate of this process, the fields that take secrets.
Must never: know a page or a store, or change a text that is public.
"""
