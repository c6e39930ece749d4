"""pytest-ami: learn a web flow once, replay it without a model, know when the page has moved on.

Importing this package imports nothing else: the plugin's hooks pull in what they need when they need it.
"""

__version__ = "0.1.0"
