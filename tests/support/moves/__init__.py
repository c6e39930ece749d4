"""Pages on which a person's moves tell more than the events of the page, with a drive and the wanted steps."""
