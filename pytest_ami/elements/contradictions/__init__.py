"""Facts that rule an element out, whatever else agrees.

Does: compares what an element does, what its deed takes along, and what the texts around it say, then and now.
Gives: the fact that differs, for people.
Must never: weigh evidence, or know the rest of the page.
"""
