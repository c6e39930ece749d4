"""The edge to Playwright: drivers for sync and async pages, the recorder, and the scripts in the page.

Does: carries out the engine's commands, records the events of a context, and finds a browser to start.
Gives: `SyncDriver`, `AsyncDriver`, `BehaviorRecorder`, `find_browser`.
Must never: decide anything about an element or a version, or wrap the user's `page` and `context`.
"""
