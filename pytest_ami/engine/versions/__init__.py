"""Other ways to replay a version: with an older one that fits, up to its first commit, or up to a refusal.

Gives: `replay_versions`, `rehearse`, `replay_rejected`.
Must never: know a teacher, a store or a test.
"""
