"""The review application: a person steps through recorded runs, judges their steps, and edits and compares paths.

Does: reads sessions and steps, finds similar steps, edits paths, compares versions, draws charts.
Gives: what the pages in `web` show; nothing here needs the web application's extra.
Must never: write a file of the store, judge a step by itself, or trust a text of a page.
"""
