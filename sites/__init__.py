"""Small web applications to learn, replay and redesign: real enough to be used, with an oracle beside each page."""
