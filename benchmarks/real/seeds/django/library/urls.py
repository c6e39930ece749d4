"""The admin, and the bed's own two addresses."""

from django.contrib import admin
from django.urls import path

from . import views

urlpatterns = [path("admin/", admin.site.urls), path("bed/facts/", views.facts), path("bed/add/", views.add)]
