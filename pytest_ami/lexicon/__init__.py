"""The words of user interfaces: tables, and the comparison of texts through them.

Does: normalises text, cuts it into tokens, and compares labels through synonyms in five languages.
Gives: synonyms, opposites, dangerous actions, and the lexical embedding.
Must never: know elements, workflows or pages: it sees text only.
"""
