"""Small web applications to learn, replay and redesign: real enough to be used, with an oracle beside each page.

Does: serves the pages of each application in three designs and three languages, and keeps the state of each server.
Gives: `mail`, `shop`, `tracker` and `bank`, each with its site and the records of its state.
Must never: know the plugin, a recorder or a teacher.
"""
