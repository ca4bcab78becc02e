"""The style sheet of the program, whose rules are parsed once for each set of colours."""

from __future__ import annotations

from textual.cache import LRUCache
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet

THEMES = 8
"""Sets of colours whose rules are kept."""
_kept: LRUCache[tuple[tuple[str, str], ...], LRUCache[tuple[object, ...], list[RuleSet]]] = LRUCache(THEMES)


class Sheet(Stylesheet):
    """The library's, which parses everything twice at the start of a program and anew whenever a theme is chosen."""

    def __init__(self, *, variables: dict[str, str] | None = None) -> None:
        super().__init__(variables=variables)
        self._share()

    def set_variables(self, variables: dict[str, str]) -> None:
        """Other colours; what has been parsed with them before is taken again."""
        self._parse_cache = LRUCache(1)  # the library empties the one there is
        super().set_variables(variables)
        self._share()

    def reparse(self) -> None:
        """The rules with other colours. Raises ``StylesheetError``."""
        self.parse()

    def _share(self) -> None:
        key = tuple(self._variables.items())
        if key not in _kept:
            _kept[key] = LRUCache(64)
        self._parse_cache = _kept[key]
