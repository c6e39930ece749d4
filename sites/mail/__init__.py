"""A webmail that exists in three designs and three languages, with one behaviour."""

from .site import MailSite
from .state import Attachment, Mail, MailSettings

__all__ = ["Attachment", "Mail", "MailSettings", "MailSite"]
