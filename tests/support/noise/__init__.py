"""Harmless noise of web applications: an application that takes an order, and the kinds of noise that surround it.

Gives the kinds and the application with one of them. Must never judge a replay.
"""
