"""The command `ami`.

Does: shows what is stored, records what a person demonstrates, and writes down what a person decides.
Gives: click commands, all registered in `app`; each larger one has a module of its own.
Must never: run a model, or change the store without a fact that says so.
"""


def main() -> None:
    """Run the command line; the console script calls this."""
    from .app import ami

    ami()
