"""The DuckDB backend: one file that absorbs journals, and SQL views over its facts.

Does: opens `workflows.duckdb` under a file lock, migrates it, absorbs journals, and rebuilds a damaged file.
Gives: `Database`, the schema, the catalogue of tables and views, and errors that name a next command.
Must never: hold the file longer than one operation, or be the only copy of a fact that is not yet absorbed.
"""
