"""The hot tier: answers of the memory about a page, in this process or in Redis, in front of the warm store.

Does: keeps answers under a digest of the facts that they follow from, within a budget of bytes.
Gives: `HotTier`, `ProcessTier`, `RedisTier`, `open_hot`.
Must never: hold anything that does not follow from facts, select a workflow, or fail.
"""
