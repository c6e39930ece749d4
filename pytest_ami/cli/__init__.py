"""The command `ami`: shows the stored workflows, decides about versions, and moves workflows between machines.

Gives `main`, the entry point of the console script. Importing this package imports nothing; a command imports its needs
when it runs. The package must never ask a model.
"""


def main() -> None:
    """Run the command line; the console script calls this."""
    from .app import ami

    ami()
