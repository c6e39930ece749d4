"""Steering files: the golden path of each task as one reviewable YAML file in git.

Does: reads, checks and writes golden paths; equal data gives equal bytes.
Gives: `SteeringFolder`, `SteeringPath`, and the names of files.
Must never: trust a file, because each one is untrusted input; or rewrite a file after a replay.
"""
