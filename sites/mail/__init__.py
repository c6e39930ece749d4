"""A webmail that exists in three designs and three languages, with one behaviour.

Does: serves the log-in, the mailbox, a form for mails and the settings.
Gives: `MailSite`, and the records of its state for the checks of a test.
Must never: know the plugin, or behave in another way in another design.
"""

from .site import MailSite
from .state import Attachment, Mail, MailSettings

__all__ = ["Attachment", "Mail", "MailSettings", "MailSite"]
