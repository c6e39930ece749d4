"""Plain tests under `--ami-watch`: proposals, heals, and the messages of a green run."""
