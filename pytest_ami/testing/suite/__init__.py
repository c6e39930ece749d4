"""The learned tests of a project in several processes or on several machines. For `ami replay` and `ami relearn`.

Does: divides tests into shards, and runs a shard with pytest on a store of its own.
Gives: the shards, and for each the reports of its tests and the facts that it wrote.
Must never: write to the project's store or its steering files; the facts go there as those of any other machine.
"""
