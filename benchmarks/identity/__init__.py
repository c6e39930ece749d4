"""How often the ranker is right, silent or wrong on recorded page pairs; and where its frozen numbers come from."""
