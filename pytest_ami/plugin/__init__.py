"""The pytest plugin: hooks, fixtures, options, and the log of a run.

Does: connects pytest's hooks and fixtures with `flow`, `store` and `report`.
Gives: the fixtures `ami`, `recorded_page`, `workflow_store`, `ami_teacher`, `ami_settings`, and every `--ami-` option.
Must never: import a heavy library outside of a function (law 8), or turn a test green or red by its own fault.
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
