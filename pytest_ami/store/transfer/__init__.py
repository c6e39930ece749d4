"""Facts and workflows that come from other machines.

Does: merges journals and stores as a set union by fact id, and exports and imports libraries of workflows.
Gives: `take`, `plan`, `collect`, and reports of what was new.
Must never: change a fact on the way, or import half of a library.
"""
