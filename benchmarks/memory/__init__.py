"""The uses of the memory, counted: lessons from the plan of a similar task, and what is known of failures."""
