"""The applications of the bed, by the names under which they are asked for."""

from __future__ import annotations

from importlib import import_module

from .application import Application

MODULES = {
    "gradio": "gradio_app",
    "nicegui": "nicegui_app",
    "streamlit": "streamlit_app",
    "mlflow": "mlflow_ui",
    "django": "django_admin",
    "dokuwiki": "dokuwiki",
    "verdaccio": "verdaccio",
    "jupyter": "jupyter_lab",
    "swagger": "swagger_ui",
    "phpmyadmin": "phpmyadmin",
}
"""For each name: the module beside this one."""


def application(name: str) -> Application:
    """Return an application; only its own module is loaded."""
    made: Application = import_module(f"{__package__}.{MODULES[name]}").APPLICATION
    return made
