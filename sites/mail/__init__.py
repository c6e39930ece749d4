"""A webmail that exists in three designs and three languages, with one behaviour."""

from .site import MailSite
from .state import Attachment, Mail, Settings

__all__ = ["Attachment", "Mail", "MailSite", "Settings"]
