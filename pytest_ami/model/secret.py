"""The value of a secret in memory: a text to be typed that shows its name, never itself.

Knows texts only. Must never know where a secret is used.
"""

from __future__ import annotations


class Secret(str):  # noqa: SLOT000  (a text cannot have slots that are not empty)
    """The value of a secret parameter, or a text that was made from one.

    It is a text wherever a text is needed. A traceback, ``--showlocals``, and everything else that shows values, shows
    the template instead.

    Attributes:
        template: The text with names in place of secrets, such as ``{{password}}``.
        public: Whether the value is that of another parameter too, which is no secret.
    """

    template: str
    public: bool

    def __new__(cls, value: str, template: str, *, public: bool = False) -> Secret:  # noqa: PYI034  (nobody derives from it)
        """Make the text ``value`` that is displayed as ``template``."""
        made = super().__new__(cls, value)
        made.template = template
        made.public = public
        return made

    def __repr__(self) -> str:
        """Return the template."""
        return repr(self.template)

    def __reduce__(self) -> tuple[type[str], tuple[str]]:
        """Travel to another process as plain text."""
        return str, (str(self),)
