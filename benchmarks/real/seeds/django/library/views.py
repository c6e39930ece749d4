"""The state of the library for the bed, and a way to add a record that one run needs."""

import json

from django.contrib.auth.models import User
from django.http import HttpRequest, JsonResponse
from django.views.decorators.csrf import csrf_exempt

from .models import Author, Book, Copy, Tag


def facts(request: HttpRequest) -> JsonResponse:
    """Answer everything that the library holds, by kind and number."""
    books = Book.objects.prefetch_related("tags")
    return JsonResponse(
        {
            "authors": {one.pk: [one.name, one.email, str(one.born or "")] for one in Author.objects.all()},
            "tags": {one.pk: one.name for one in Tag.objects.all()},
            "books": {one.pk: _book(one) for one in books},
            "copies": {one.pk: [one.book.title, one.shelf, str(one.bought or "")] for one in Copy.objects.select_related("book")},
            "users": {one.username: one.password for one in User.objects.all()},
        }
    )


def _book(one: Book) -> dict:
    return {
        "title": one.title,
        "author": one.author_id,
        "published": str(one.published or ""),
        "pages": one.pages,
        "language": one.language,
        "tags": [tag.name for tag in one.tags.all()],
        "summary": one.summary,
        "cover": one.cover.read().decode() if one.cover else "",
    }


@csrf_exempt
def add(request: HttpRequest) -> JsonResponse:
    """Add a book, or a user, with what the request says."""
    wanted = json.loads(request.body)
    if "username" in wanted:
        made = User.objects.create_user(**wanted)
    else:
        made = Book.objects.create(**{**wanted, "author": Author.objects.get(name=wanted["author"])})
    return JsonResponse({"id": made.pk})
