"""From a sentence to a task and its values.

Does: reads an instruction in English or Chinese, finds the workflow that it means, and extracts typed parameters.
Gives: templates with `{{name}}`, parameter checks, the index of stored workflows, and the retrieval over it.
Must never: select by similarity where no project declares it, or do I/O.
"""
