"""Small web applications to learn, replay and redesign: real enough to be used, and each keeps an oracle beside the page."""
