"""Fills an empty database: `python -m library.seed`."""

from datetime import date
from pathlib import Path

import django

django.setup()

from django.contrib.auth.models import User  # noqa: E402  (models need the set-up)
from django.core.management import call_command  # noqa: E402

from library.models import Author, Book, Copy, Tag  # noqa: E402


def rows(name: str) -> list[list[str]]:
    """Return the lines of a table beside this module."""
    text = (Path(__file__).parent / name).read_text("utf-8")
    return [line.split("\t") for line in text.splitlines()]


call_command("migrate", run_syncdb=True, verbosity=0)
User.objects.create_superuser("librarian", password="over-due-since-1974")
for name in ("ann", "anna", "annabel", "bob", "bo", "carla"):
    User.objects.create_user(name, password=f"{name}-has-read-it-all")
authors = {name: Author.objects.create(name=name, email=email) for name, email in rows("authors.tsv")}
tags = {name: Tag.objects.create(name=name) for (name,) in rows("tags.tsv")}
for number, (title, author, year, language, tag) in enumerate(rows("books.tsv")):
    book = Book.objects.create(
        title=title,
        author=authors[author],
        published=date(int(year), 1 + number % 12, 1 + number % 28),
        pages=96 + 7 * number,
        language=language,
    )
    book.tags.add(tags[tag])
    Copy.objects.create(book=book, shelf=f"Hall {number % 4 + 1}/{number}")
