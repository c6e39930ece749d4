"""What relearning costs when a site is redesigned by hand: questions to a model for every step that changed."""
