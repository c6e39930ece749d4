"""Teachers: who knows how to do a task the first time.

Does: chooses a teacher, limits what it may cost, and turns its answers into moves.
Gives: the protocol of a teacher, the offline teacher, the llm teacher, and demonstrations.
Must never: be imported by a replay, touch a page, or see the value of a secret.
"""
