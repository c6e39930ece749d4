"""Pages, servers, recordings and judges that tests share. Benchmarks and examples may import them; a test module never is.

Nothing here is a test, and nothing here is shipped.
"""
