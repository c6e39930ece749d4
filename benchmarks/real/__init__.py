"""Flows on applications nobody here wrote: learned once, replayed with other values and on the next release."""
