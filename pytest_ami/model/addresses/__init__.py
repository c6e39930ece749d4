"""Addresses in settings: of the shared store, and of the tiers of the memory.

Does: accepts an address that says where, and no more.
Gives: `store_address`, `cold_place`, `hot_address`.
Must never: accept a password or a key, show a part that may be one, or connect anywhere.
"""
