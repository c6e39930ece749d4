"""The first steps of a new user: a demonstration, and the files of a first test.

Does: runs the example project in a real browser, and writes a test, a configuration and a CI file.
Gives: `ami demo` and `ami init`.
Must never: overwrite a file of the user, or need a checkout.
"""
