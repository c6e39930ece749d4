"""Authors, tags, books and their copies."""

from django.db import models

LANGUAGES = [("de", "German"), ("en", "English"), ("es", "Spanish"), ("ja", "Japanese"), ("zh", "Chinese")]


class Author(models.Model):
    """Somebody who writes books."""

    name = models.CharField(max_length=100)
    email = models.EmailField(blank=True)
    born = models.DateField(null=True, blank=True)

    class Meta:
        ordering = ["name"]

    def __str__(self):
        return self.name


class Tag(models.Model):
    """A word about a book."""

    name = models.CharField(max_length=50)

    class Meta:
        ordering = ["name"]

    def __str__(self):
        return self.name


class Book(models.Model):
    """A book of the library."""

    title = models.CharField(max_length=200)
    author = models.ForeignKey(Author, on_delete=models.PROTECT)
    published = models.DateField(null=True, blank=True)
    pages = models.PositiveIntegerField(default=100)
    language = models.CharField(max_length=2, choices=LANGUAGES, default="en")
    tags = models.ManyToManyField(Tag, blank=True)
    summary = models.TextField(blank=True)
    cover = models.FileField(upload_to="covers", blank=True)

    class Meta:
        ordering = ["title"]

    def __str__(self):
        return self.title


class Copy(models.Model):
    """A book as it stands on a shelf."""

    book = models.ForeignKey(Book, on_delete=models.CASCADE)
    shelf = models.CharField(max_length=30)
    bought = models.DateField(null=True, blank=True)

    class Meta:
        ordering = ["id"]
        verbose_name_plural = "copies"

    def __str__(self):
        return self.shelf
