"""False alarms on noisy pages: replays of one flow while the page does what harmless pages do."""
