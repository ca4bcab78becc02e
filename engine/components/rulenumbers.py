"""Under which number a game prints a rule that the editions of a family share."""

from __future__ import annotations

from collections.abc import Mapping
from marshal import dumps
from typing import Any

PRINTED, INSTEAD = "number", "instead"
"""Tables of ``numbers.toml``: family rules by what the edition prints, and by what is cited where it has none."""


class RuleNumbers:
    """The id of a rule in the book of a game, by the id with which the code of its family cites it.

    Games that share a board share code: it cites ``drill:10.2`` for their family, numbered as the edition without a
    table of its own is. Ids of other books are what they are. Filled as far as somebody asks.
    """

    def __init__(self, game: str = "", family: str = "", table: Mapping[str, Any] | None = None) -> None:
        self.plain = game == family
        """Whether the game has its code for itself, so that every id is its own."""
        self._game, self._family, self._prefix = game, family, f"{family}:"
        self._known: dict[str, str] = {}
        self._sections: dict[str, str] = {**(table or {}).get(PRINTED, {}), **(table or {}).get(INSTEAD, {})}

    def __getitem__(self, id: str) -> str:
        found = self._known.get(id)
        if found is None:
            book, _, section = id.partition(":")
            own = not self.plain and book == self._family
            found = self._known[id] = f"{self._game}:{self._sections.get(section, section)}" if own else id
        return found

    def section(self, id: str) -> str:
        """The number alone, for a sentence: ``10.2``."""
        return self[id].partition(":")[2]

    def throughout(self, table: Any) -> Any:
        """A table of data, or a value in one, with the ids of this game in place of those of its family.

        A row of words names its rule last, if any: thousands of others are labels of hexes.
        """
        if self.plain:
            return table
        if isinstance(table, dict):
            return {key: self.throughout(value) if self._cited(value) else value for key, value in table.items()}
        if isinstance(table, list) and table:
            words = type(table[0]) is str and type(table[-1]) is str and not self._own(table[-1])
            return table if words else [self.throughout(value) for value in table]
        return self[table] if isinstance(table, str) and self._own(table) else table

    def _cited(self, table: Any) -> bool:
        """Whether the family may be cited in a table: most parts of a map are told to cite nothing at a glance."""
        try:
            return self._prefix.encode() in dumps(table)
        except ValueError:  # a date is written in no such way
            return True

    def _own(self, word: str) -> bool:
        return word.startswith(self._prefix) and " " not in word
