"""Settings of the library; THEME names an application that redraws the admin."""

import os
from pathlib import Path

HERE = Path.cwd()
DEBUG = True
SECRET_KEY = "only for this bed"
ALLOWED_HOSTS = ["*"]
ROOT_URLCONF = "library.urls"
INSTALLED_APPS = [
    *filter(None, [os.environ.get("THEME")]),
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "library",
]
MIDDLEWARE = [
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
]
PROCESSORS = [
    "django.template.context_processors.request",
    "django.contrib.auth.context_processors.auth",
    "django.contrib.messages.context_processors.messages",
]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {"context_processors": PROCESSORS},
    }
]
DATABASES = {
    "default": {"ENGINE": "django.db.backends.sqlite3", "NAME": HERE / "db.sqlite3", "OPTIONS": {"timeout": 20}}
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
STATIC_URL = "/static/"
MEDIA_URL = "/media/"
MEDIA_ROOT = HERE / "media"
USE_TZ = True
TIME_ZONE = "UTC"
