"""Pages that would notice an observer: moves on them, and a witness that writes down all that happened."""
