"""The cost of relearning after a redesign by hand: the questions to a model for every changed step."""
