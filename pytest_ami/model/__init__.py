"""The words of the project as frozen data: no I/O, no pytest, no Playwright, no decisions."""
