"""The words of the project as frozen data: workflows, operations, commands, outcomes, settings, errors.

Does: defines the types that all other packages exchange, and their plain JSON form.
Gives: `Workflow`, `Step`, `Fingerprint`, the commands of the engine, `Run`, `Drift`, `Settings`, the error tree.
Must never: import another package of the project, or decide anything.
"""
