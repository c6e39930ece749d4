"""Uses of the memory, measured."""
