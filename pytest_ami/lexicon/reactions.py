"""Names of controls by which a reader reacts to something; a number beside such a name counts those who did.

Knows words of five languages. Must never know an element.
"""

from __future__ import annotations

import re

_REACTIONS = frozenset(
    {"star", "like", "love", "favorite", "favourite", "bookmark", "follow", "watch", "fork", "upvote", "downvote"}
    | {"vote", "vote up", "vote down", "helpful", "useful", "thanks", "clap", "recommend", "comment", "comments"}
    | {"gefällt mir", "folgen", "merken", "hilfreich", "kommentieren", "kommentare"}
    | {"j’aime", "suivre", "utile", "recommander", "commenter", "commentaires"}
    | {"me gusta", "seguir", "útil", "favorito", "comentar", "comentarios"}
    | {"点赞", "赞", "收藏", "关注", "评论", "有用", "推荐", "喜欢"}
)
"""Whole names. No verb that moves money, seats or goods is among them, for its number may be the amount."""

_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")


def is_reaction(name: str) -> bool:
    """Return whether a name only says how one reacts to something, pictures and signs aside: "☆ Star"."""
    words = " ".join(_WORD.findall(name.casefold())).replace("'", "’")
    return words in _REACTIONS and not any(map(str.isdigit, name))
