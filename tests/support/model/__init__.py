"""A model that answers from a script: a server with an OpenAI-compatible interface, and the policy behind it."""
