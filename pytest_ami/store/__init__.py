"""What the project remembers: facts in journals, absorbed by one DuckDB file, knowledge as views over it."""
