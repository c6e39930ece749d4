"""Is what is said of a step right while nothing breaks: false alarms, early warnings, wrong elements, and the time."""
