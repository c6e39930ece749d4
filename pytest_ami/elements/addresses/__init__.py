"""Addresses of pages, links and forms as evidence: a pattern, and the parts of it that are data.

Does: replaces values and ids in an address by holes, and compares two addresses by what is left.
Gives: routes, patterns, origins, and the ids of the records that an address names.
Must never: know a page or a fingerprint.
"""
