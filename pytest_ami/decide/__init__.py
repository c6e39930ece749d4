"""Pure decisions: identity, effects, staleness, matching, parameters. No I/O, no clock, no randomness."""
