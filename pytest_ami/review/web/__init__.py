"""The local web application of `ami review`: pages, requests, and the server on the loopback interface.

Does: answers requests with pages, pictures and JSON, and passes verdicts to the store.
Gives: `application` (all routes behind the guard) and `server` (runs it until Ctrl-C or an idle time).
Must never: listen on another interface, run an inline script, or answer without the token.
"""
