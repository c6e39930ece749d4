"""Steering files: the golden path of each task as one reviewable YAML file in git.

Does: reads, checks and writes golden paths, the same bytes for the same data.
Gives: `SteeringFolder`, `GoldenPath`, and the names of files.
Must never: trust a file: each one is input from strangers. A replay rewrites none.
"""
