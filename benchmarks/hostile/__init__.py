"""Pairs of small pages, of which the second one was changed; counts green runs that did something else."""
