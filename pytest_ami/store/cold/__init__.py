"""The cold tier: what the memory has forgotten, in write-once Parquet files on disk or in S3.

Does: moves facts that no longer count out of the warm store, and brings back those that count again.
Gives: `settle`, `open_tier`, `ColdTier`.
Must never: decide what is forgotten, hold the only copy of a fact that counts, or have an effect on a test.
"""
