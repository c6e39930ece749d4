"""Teachers: who knows how to do a task the first time. No replay imports them."""
