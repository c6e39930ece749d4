"""An issue tracker that exists in three designs and three languages, with one behaviour.

Does: serves issues with their comments, files and states.
Gives: `TrackerSite`, and the records of its state for the checks of a test.
Must never: know the plugin, or behave in another way in another design.
"""

from .site import TrackerSite
from .state import Comment, File, Issue

__all__ = ["Comment", "File", "Issue", "TrackerSite"]
