"""Pages that tell a teacher what to do: where obeying would leave the task or the site, or give a secret away."""
