"""The labels of search fields: do two of them look for the same things?

Rules of this module:

* A label of a search begins with its verb. The rest names the things, and by which of their words they are found.
* The words by which things are found may differ ("by names or tags"). A word about the things may not: a search of
  archived models, or of all models, is another search.
* A label that names no things ("Search", "Search by name") is compared with none.

Knows words. Must never know a field or a page.
"""

from __future__ import annotations

from functools import lru_cache

from .label_synonyms import key
from .phrase_table import leading_verb
from .text_normalization import split, verbs

_WAYS = frozenset(
    {"by", "for", "in", "or", "and", "of", "the", "a", "an", "your", "name", "title", "tag", "id", "keyword"}
    | {"registered", "existing", "available"}
    | {"nach", "oder", "und", "von", "der", "die", "das", "den", "namen", "titel", "schlagwort", "stichwort"}
    | {"par", "pour", "ou", "et", "de", "le", "la", "les", "un", "une", "nom", "titre", "mot", "clé"}
    | {"por", "para", "o", "y", "el", "los", "las", "una", "nombre", "título", "etiqueta", "palabra", "clave"}
)
"""Words that tell how something is found, and such as stand before a thing."""


@lru_cache(maxsize=4096)
def _sought(label: str) -> frozenset[str]:
    """Return the words about the things that a search looks for; empty if it names none, or is no search."""
    if leading_verb(key(label)) != "search":
        return frozenset()
    return frozenset(word for word in split(label) if word not in _WAYS and verbs(word) != ("search",))


def seeks(label: str) -> bool:
    """Return whether a label is that of a search."""
    return leading_verb(key(label)) == "search"


def seeks_same(first: str, second: str) -> bool:
    """Return whether two labels are those of a search of the same things."""
    return bool(_sought(first)) and _sought(first) == _sought(second)
