"""Which design and which language the next page load gets."""

from __future__ import annotations

from dataclasses import dataclass

DESIGNS = ("2019", "2023", "2026")


@dataclass(frozen=True)
class SiteLook:
    """A design and a language."""

    design: str = "2019"
    locale: str = "en"

    @classmethod
    def of(cls, design: str, locale: str, locales: tuple[str, ...]) -> SiteLook:
        """Return the look, or raise ValueError naming the choices.

        Args:
            design: One of `DESIGNS`.
            locale: One of `locales`.
            locales: The languages that the site speaks.
        """
        for what, value, choices in (("design", design, DESIGNS), ("locale", locale, locales)):
            if value not in choices:
                message = f"no {what} {value!r}: choose one of {', '.join(choices)}"
                raise ValueError(message)
        return cls(design, locale)
