"""Observes plain Playwright tests, while `--ami-watch` is on: the one exception to "the user's page is the user's".

Does: remembers the element of each locator on green tests, and says what a locator that fails should be today.
Gives: the plugin that `plugin` registers, and the proposals that `ami fix` and `ami mcp` read.
Must never: be imported while the option is off, change a call that succeeds, or heal an expectation.
"""
