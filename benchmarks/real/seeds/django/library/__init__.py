"""A small library, for the admin to manage."""
