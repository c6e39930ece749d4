"""Flows on redesigned pages: the stage that shows them, the cases, and what carries them out."""
