"""Counts how often a deed is done twice, when the application fails after it was done."""
