"""The pytest plugin: hooks, fixtures and options around learned web flows.

It gives the marker ``learned``, the fixtures (``ami``, ``recorded_page``, ``workflow_store`` and others), the options
``--ami-...``, and the hooks in ``hookspecs``. Pytest loads this package by its entry point.
It must never import anything heavy at the top of a module, wrap the user's page, or decide anything about workflows.
"""

from __future__ import annotations

from .fixtures import (
    ami,
    ami_embedder,
    ami_settings,
    ami_teacher,
    bank_server,
    bank_site,
    mail_server,
    mail_site,
    recorded_page,
    redesigned,
    shop_server,
    shop_site,
    tracker_server,
    tracker_site,
    workflow_store,
)
from .hooks import (
    MARKER,
    pytest_addhooks,
    pytest_addoption,
    pytest_collection_modifyitems,
    pytest_configure,
    pytest_pycollect_makeitem,
    pytest_report_collectionfinish,
    pytest_report_header,
    pytest_report_teststatus,
    pytest_runtest_call,
    pytest_runtest_makereport,
    pytest_runtest_setup,
    pytest_sessionfinish,
    pytest_terminal_summary,
)

__all__ = [
    "MARKER",
    "ami",
    "ami_embedder",
    "ami_settings",
    "ami_teacher",
    "bank_server",
    "bank_site",
    "mail_server",
    "mail_site",
    "pytest_addhooks",
    "pytest_addoption",
    "pytest_collection_modifyitems",
    "pytest_configure",
    "pytest_pycollect_makeitem",
    "pytest_report_collectionfinish",
    "pytest_report_header",
    "pytest_report_teststatus",
    "pytest_runtest_call",
    "pytest_runtest_makereport",
    "pytest_runtest_setup",
    "pytest_sessionfinish",
    "pytest_terminal_summary",
    "recorded_page",
    "redesigned",
    "shop_server",
    "shop_site",
    "tracker_server",
    "tracker_site",
    "workflow_store",
]
