"""What runs leave to be remembered about pages: pure rules over frozen data.

Does: cuts recorded operations into visits and sequences, merges what is the same, and folds facts into a memory.
Gives: page identity, page history, deduplication, and the text that teachers and people read.
Must never: read or write a file. `store.pages` keeps the facts.
"""
