"""The workflow store under load: many writers, kills, age, and what an unrelated suite pays for the plugin."""
