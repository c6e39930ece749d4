"""Is this still the element? Pure comparison of a stored fingerprint with what a page shows.

Does: compares evidence key by key, ranks candidates, names the cause of a drift and the obstacles before an element.
Gives: verdicts `same`, `healed` or a drift, always with the evidence; routes of pages; the trend of drifting evidence.
Must never: act on a page, wait, or let similarity alone select an element.
"""
