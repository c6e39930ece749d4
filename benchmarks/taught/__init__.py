"""Tasks taught by a model over HTTP: learned on a site's own pages, replayed without a call, judged by its ledger."""
