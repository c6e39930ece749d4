"""The memory of pages: pure rules over frozen data that recordings leave behind.

Does: cuts recorded operations into visits and sequences, merges equal ones, and folds facts into a memory.
Gives: page identity, page history, deduplication, and the text that teachers and people read.
Must never: read or write a file. `store.pages` keeps the facts.
"""
