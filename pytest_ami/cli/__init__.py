"""The command `ami`. Knows how to print what is stored; decides nothing and changes nothing.

Importing this package imports nothing; what a command needs is imported when it runs.
"""


def main() -> None:
    """Run the command line; the console script calls this."""
    from .app import ami

    ami()
