"""The reports of a run: the size of the report, the time in which it opens, and the cost of its evidence."""
