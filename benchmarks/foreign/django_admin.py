"""Django's admin: pages made on the server, forms, a confirmation page, lists with links."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from .stage import Application, Running, clean, free_port, process, python_of

SETTINGS = """
from pathlib import Path
HERE = Path(__file__).parent
DEBUG = True
SECRET_KEY = "only for this trial"
ALLOWED_HOSTS = ["*"]
ROOT_URLCONF = "trial_urls"
INSTALLED_APPS = ["django.contrib.admin", "django.contrib.auth", "django.contrib.contenttypes",
                  "django.contrib.sessions", "django.contrib.messages", "django.contrib.staticfiles"]
MIDDLEWARE = ["django.contrib.sessions.middleware.SessionMiddleware", "django.middleware.common.CommonMiddleware",
              "django.middleware.csrf.CsrfViewMiddleware", "django.contrib.auth.middleware.AuthenticationMiddleware",
              "django.contrib.messages.middleware.MessageMiddleware"]
TEMPLATES = [{"BACKEND": "django.template.backends.django.DjangoTemplates", "APP_DIRS": True, "OPTIONS": {
    "context_processors": ["django.template.context_processors.request", "django.contrib.auth.context_processors.auth",
                           "django.contrib.messages.context_processors.messages"]}}]
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": HERE / "db.sqlite3"}}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
STATIC_URL = "/static/"
"""
URLS = """
from django.contrib import admin
from django.urls import path
urlpatterns = [path("admin/", admin.site.urls)]
"""
PREPARE = """
import django; django.setup()
from django.core.management import call_command
call_command("migrate", verbosity=0)
from django.contrib.auth.models import User
User.objects.create_superuser("chief", password="s3cret-Pass/word?1")
User.objects.create_superuser("deputy", password="another=One&2")
"""
LOOK = """
import django, json; django.setup()
from django.contrib.auth.models import Group, User
print(json.dumps({"groups": sorted(g.name for g in Group.objects.all()),
    "users": {u.username: [u.first_name, u.email, u.is_staff, sorted(g.name for g in u.groups.all())]
              for u in User.objects.filter(is_superuser=False)}}))
"""


@contextmanager
def serve(installed: Path, folder: Path) -> Iterator[Running]:
    """Run the development server on a new database with two administrators."""
    (folder / "trial_settings.py").write_text(SETTINGS, "utf-8")
    (folder / "trial_urls.py").write_text(URLS, "utf-8")
    python, port = python_of(installed), free_port()

    def ask(code: str) -> str:
        done = subprocess.run(
            [python, "-c", code],
            cwd=folder,
            env={**clean(), "DJANGO_SETTINGS_MODULE": "trial_settings"},
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise RuntimeError(done.stderr[-600:])
        return done.stdout

    ask(PREPARE)
    url = f"http://127.0.0.1:{port}"
    command = [python, "-m", "django", "runserver", "--noreload", "--settings=trial_settings", "--pythonpath=."]
    with process([*command, f"127.0.0.1:{port}"], folder, f"{url}/admin/login/"):
        yield Running(url, lambda: json.loads(ask(LOOK)))


def perform(page: Page, values: Mapping[str, str]) -> None:
    """Log in, add a group, add a user, put the user into the group, delete the group of another name."""
    page.get_by_label("Username:").fill(values["administrator"])
    page.get_by_label("Password:").fill(values["password"])
    page.get_by_role("button", name="Log in").click()
    page.locator("#content-main tr.model-group").get_by_role("link", name="Add").click()
    page.get_by_label("Name:").fill(values["group"])
    page.get_by_role("button", name="Save and add another").click()
    page.get_by_label("Name:").fill(values["second_group"])
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_role("link", name="Home").click()
    page.locator("#content-main tr.model-user").get_by_role("link", name="Add").click()
    page.get_by_label("Username:").fill(values["user"])
    page.get_by_label("Password:").fill(values["new_password"])
    page.get_by_label("Password confirmation:").fill(values["new_password"])
    page.get_by_role("button", name="Save and continue editing").click()
    page.get_by_label("First name:").fill(values["first_name"])
    page.get_by_label("Email address:").fill(values["email"])
    page.get_by_label("Staff status").check()
    page.locator("#id_groups_from").select_option(label=values["group"])
    page.locator("#id_groups_add, #id_groups_add_link").first.click()
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_role("link", name="Home").click()
    page.locator("#content-main").get_by_role("link", name="Groups", exact=True).click()
    page.locator("#result_list").get_by_role("link", name=values["second_group"], exact=True).click()
    page.get_by_role("link", name="Delete").click()
    page.get_by_role("button", name="Yes, I’m sure").click()
    page.get_by_role("button", name="Log out").click()
    page.get_by_text("Thanks for spending").wait_for()


def wanted(values: Mapping[str, str]) -> Any:
    """Return what the database holds afterwards."""
    member = [values["first_name"], values["email"], True, [values["group"]]]
    return {"groups": [values["group"]], "users": {values["user"]: member}}


APPLICATION = Application(
    name="Django admin",
    kind="forms made on the server",
    python=("django",),
    serve=serve,
    start="/admin/",
    perform=perform,
    first={
        "administrator": "chief",
        "password": "s3cret-Pass/word?1",
        "group": "Editors",
        "second_group": "Visitors",
        "user": "ann",
        "new_password": "Wq7+long enough",
        "first_name": "Ann",
        "email": "ann@example.com",
    },
    other={
        "administrator": "deputy",
        "password": "another=One&2",
        "group": "Night shift",
        "second_group": "Aliens",
        "user": "robert",
        "new_password": "8-Xy long enough",
        "first_name": "Robert",
        "email": "rob@example.org",
    },
    wanted=wanted,
    secrets=("password", "new_password"),
)
