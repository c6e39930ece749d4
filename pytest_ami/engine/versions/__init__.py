"""Other ways to replay a version.

Does: goes on with an older version that fits, stops before the first commit, or expects a refusal.
Gives: `replay_versions`, `rehearse`, `replay_rejected`.
Must never: know a teacher, a store or a test.
"""
