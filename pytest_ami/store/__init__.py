"""The project's knowledge: facts in journals, and everything that is derived from them.

Does: appends facts, folds them into versions of workflows, and keeps the life cycle of every version.
Gives: `WorkflowStore` (the fixture `workflow_store`), the journal, the memory of pages, statistics.
Must never: edit a fact, overwrite the last good version, or keep the database open.
"""
