"""The library's pages in the admin, as most projects write them; with the bases of a theme that wants its own."""

from django.conf import settings
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.models import Group, User

from . import models

if "unfold" in settings.INSTALLED_APPS:
    from unfold.admin import ModelAdmin, TabularInline
    from unfold.forms import AdminPasswordChangeForm, UserChangeForm, UserCreationForm

    class Members(UserAdmin, ModelAdmin):
        """Users with the theme's own forms."""

        form = UserChangeForm
        add_form = UserCreationForm
        change_password_form = AdminPasswordChangeForm

    admin.site.unregister(User)
    admin.site.register(User, Members)
else:
    from django.contrib.admin import ModelAdmin, TabularInline

admin.site.unregister(Group)


class Copies(TabularInline):
    """The copies of a book, below it."""

    model = models.Copy
    extra = 0


@admin.register(models.Author)
class Authors(ModelAdmin):
    """Authors, found by their names."""

    list_display = ["name", "email", "born"]
    search_fields = ["name"]
    list_per_page = 20


@admin.register(models.Tag)
class Tags(ModelAdmin):
    """Tags."""


@admin.register(models.Book)
class Books(ModelAdmin):
    """Books, 20 on a page."""

    list_display = ["title", "author", "published", "pages", "language"]
    list_filter = ["language", "tags"]
    search_fields = ["title"]
    autocomplete_fields = ["author"]
    filter_horizontal = ["tags"]
    inlines = [Copies]
    list_per_page = 20
