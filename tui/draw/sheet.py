"""The style sheet of the program: parsed once for each set of colours, and matched once for parts that are alike."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, NamedTuple

from textual.cache import LRUCache
from textual.css.model import RuleSet
from textual.css.styles import RulesMap
from textual.css.stylesheet import Stylesheet
from textual.dom import DOMNode

THEMES = 8
"""Sets of colours whose rules are kept."""
SHEETS = 32
"""Sets of rules, each with those of the screens opened so far, for which it is kept what matches whom."""
MOST_ALIKE = 2000
"""Kinds of parts that are kept with one set of rules."""
OF_THE_PROGRAM = {"dark", "light", "inline", "ansi", "nocolor"}
"""Pseudo classes that all parts of a program have at once."""

_kept: LRUCache[tuple[tuple[str, str], ...], LRUCache[tuple[object, ...], list[RuleSet]]] = LRUCache(THEMES)
_matched: LRUCache[tuple[int, ...], Matches] = LRUCache(SHEETS)


class Match(NamedTuple):
    """What a style sheet says of a part, and which changes of it or about it may make it say something else."""

    rules: RulesMap
    marks: tuple[bool, bool, bool, bool]
    settled: dict[str, object]
    """What a part holds that has got them, in its own form; empty for parts that change by and by."""


class Matches(NamedTuple):
    """What has been matched with one set of rules. These are held as well: they are told apart as objects."""

    rules: list[RuleSet]
    asked: frozenset[str]
    """Pseudo classes that any of the rules asks for."""
    found: dict[Any, Match]


def _settled(node: DOMNode) -> dict[str, object]:
    """The rules that a part holds; every part has a layout of its own, so that only its name can be compared."""
    rules: dict[str, object] = {**node.styles.base._rules}
    return {**rules, "layout": repr(rules["layout"])} if "layout" in rules else rules


class Sheet(Stylesheet):
    """The library's, which parses everything twice at the start and anew for each theme, and matches every part anew.

    A part is matched by its class, id, classes and pseudo classes and by those of whatever it lies in: where all that
    is the same, so are the rules. Those that depend on the place among others are left to the library.
    """

    _BY_PLACE: ClassVar[frozenset[str]] = frozenset(Stylesheet._EXCLUDE_PSEUDO_CLASSES_FROM_CACHE)

    def __init__(self, *, variables: dict[str, str] | None = None) -> None:
        super().__init__(variables=variables)
        self._share()
        self._matches = Matches([], frozenset(), {})

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

    # ------------------------------------------------------------------ what matches whom
    def apply(self, node: DOMNode, *, animate: bool = False, cache: dict[tuple[Any, ...], Any] | None = None) -> None:
        """Give a part the styles of the rules that match it."""
        matches = self._of_rules()
        sign = self._sign(node, matches.asked, {} if cache is None else cache)
        match = matches.found.get(sign)
        if match is None:
            self._match(node, animate, matches, sign)
            return
        # As in the library: which pseudo classes and neighbours its rules ask about.
        node._has_hover_style, node._has_focus_within, node._has_order_style, node._has_odd_or_even = match.marks
        if not match.settled or _settled(node) != match.settled:
            self.replace_rules(node, match.rules, animate=animate)
        elif not animate:
            node.notify_style_update()
        self._process_component_classes(node)

    def _match(self, node: DOMNode, animate: bool, matches: Matches, sign: Any) -> None:
        """Let the library find the rules; it notes them in its own cache unless the place among others matters."""
        noted: dict[tuple[Any, ...], RulesMap] = {}
        super().apply(node, animate=animate, cache=noted)
        marks = node._has_hover_style, node._has_focus_within, node._has_order_style, node._has_odd_or_even
        if len(matches.found) >= MOST_ALIKE:
            matches.found.clear()
        for rules in noted.values():
            matches.found[sign] = Match(rules, marks, {} if "transitions" in rules else _settled(node))

    def _of_rules(self) -> Matches:
        """What has been matched with the rules as they are now, by this program or another of the same process."""
        rules = self.rules
        if self._matches.rules is not rules:
            key = tuple(map(id, rules))
            if key not in _matched:
                asked = frozenset[str]().union(*(rule.pseudo_classes for rule in rules))
                _matched[key] = Matches(rules, asked - self._BY_PLACE, {})
            self._matches = _matched[key]._replace(rules=rules)
        return self._matches

    def _sign(self, node: DOMNode, asked: frozenset[str], signs: dict[tuple[Any, ...], Any]) -> Any:
        """All of a part, and of what it lies in, that a rule can ask about; found once in a run over many parts."""
        known = signs.get((node,))
        if known is None:
            checks: Mapping[str, Callable[[Any], bool]] = node._PSEUDO_CLASSES
            parent, above = node._parent, None
            if isinstance(parent, DOMNode):
                above, asked_here = self._sign(parent, asked, signs), asked - OF_THE_PROGRAM
            else:
                asked_here = asked
            own = frozenset([name for name in asked_here if name in checks and checks[name](node)])
            known = signs[(node,)] = above, type(node), node._id, frozenset(node._classes), own
        return known
