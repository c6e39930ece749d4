"""An issue tracker that exists in three designs and three languages, with one behaviour."""

from .site import TrackerSite
from .state import Comment, File, Issue

__all__ = ["Comment", "File", "Issue", "TrackerSite"]
