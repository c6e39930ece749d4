"""The engine without I/O: generators that yield commands and receive results; and the reducer."""
