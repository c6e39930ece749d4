"""Uses of the memory, counted: lessons from similar plans, the knowledge of failures, and the order of models."""
