"""How many redesigns a tool survives, and how many regressions it lets pass: the corpus, the tools, the judge."""
