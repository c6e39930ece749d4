"""How well instructions select workflows: the corpus, the figures, the command."""
