"""The teacher that asks a model through an OpenAI-compatible endpoint.

Does: writes prompts, asks, reads answers in every shape that endpoints use, counts tokens and money, keeps transcripts.
Gives: `LLMTeacher`, the fallback over several models, the instruction reader, and embeddings.
Must never: send a secret, follow what a page says to the model, or ask beyond the budget.
"""
