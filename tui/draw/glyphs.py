"""Signs of the map in two sets: one for terminals with Unicode, one in plain ASCII.

Every sign is one cell wide on every terminal: none is wide, none is of East Asian ambiguous width, none has an emoji
form. A meaning has a sign of its own in its place, so that the map can be read without any colour.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

TRAILS = ("rail", "road", "trunk", "track")
"""Signs that a kind of line may be drawn with."""
BRACKETS = (("[", "]"), ("(", ")"), ("{", "}"))
"""Brackets of the first, second and any further side: whose counter or place it is, also without colour."""

PLAIN, LINE, MINOR, MAJOR, BARRED, LIMIT = "plain", "line", "minor", "major", "barred", "limit"
CANAL, EDGE = "canal", "edge"
EDGES = (
    PLAIN, LINE, MINOR, MAJOR, BARRED, "minor bridge", "major bridge", "line minor", "line major", "line minor bridge",
    "line major bridge", "limit", "limit minor", "limit major", "strait", CANAL, "canal bridge", EDGE,
)  # fmt: skip
"""Kinds of hexside that the map tells apart. ``line`` is one such as the red start line, ``limit`` a second line; both
may run along a river. ``edge`` is where the map in play ends."""
UNDER = " under"
"""Ends the style of text that has taken the place of a hexside below it: it is underlined."""
ALIKE = {"clear": "plains", "forest": "light woods", "woods": "light woods", "rough": "hills"}
"""Terrains that are drawn as another one, which is not on the same map."""


class TerrainLook(NamedTuple):
    """How a terrain is drawn: its style, the upper and lower four cells of a hex, a short word and a far sign."""

    style: str
    upper: str
    lower: str
    word: str
    far: str


class Edge(NamedTuple):
    """Signs of a hexside: rising ``/``, falling ``\\``, upright, and four cells of a level one."""

    rising: str
    falling: str
    upright: str
    level: str


class Signs(NamedTuple):
    """One set of signs."""

    name: str
    ground: Mapping[str, TerrainLook]
    edges: Mapping[str, Edge]
    city: str
    major_city: str
    objective: str
    fortress: str
    stand_fast: str
    source: str
    goal: str
    stronghold: str
    """A fort of the stronger sort."""
    rampart: str
    """A hex of a line of fortifications."""
    ruin: str
    """A fort that does not work, or not yet."""
    harbour: str
    seat: str
    """A place that rules name for something of its own."""
    flag: str
    """A hex that a side has marked as its own."""
    rail: str = "#"
    road: str = ":"
    trunk: str = ";"
    """A road greater than the others."""
    track: str = ","
    """A road lesser than the others."""
    full: str = ":"
    """A unit of several steps with all of them."""
    front: str = "|"
    """A hex between units of both sides, at far zoom."""
    more: str = "+"
    """More than fits: strength eighty or above at far zoom, a third counter at near zoom."""
    pointer: str = "><"
    """Left and right of the cursor where there are no colours."""
    chosen: str = "<"
    """Closes a counter that is selected."""
    done: str = ";"
    """Closes a counter that has moved or fought."""
    cut_off: str = "!"
    """Closes a counter without communications."""
    unknown: str = "?"
    """A counter that may not be looked at, and a strength that nobody knows."""
    plain: bool = False
    """Draw unit kinds by their letter."""

    def terrain(self, name: str) -> TerrainLook:
        """How a terrain is drawn; an unknown one by its first letter on the ground of plains."""
        found = self.ground.get(name)
        if found is not None:
            return found
        if name in ALIKE:
            return self.ground[ALIKE[name]]._replace(word=name)
        letter = name[:1].upper() or "?"
        return TerrainLook("plains", f" {letter}  ", f"  {letter} ", name[:8], letter)


def _unicode_ground() -> dict[str, TerrainLook]:
    return {
        "plains": TerrainLook("plains", "    ", "    ", "plains", " "),
        "light woods": TerrainLook("light", " ↟  ", "   ↟", "lt woods", "'"),
        "heavy woods": TerrainLook("heavy", "↟ ↟ ", " ↟ ↟", "hv woods", "↟"),
        "marsh": TerrainLook("marsh", '" " ', ' " "', "marsh", '"'),
        "lake": TerrainLook("water", " ≃≃ ", " ≃≃ ", "lake", "≅"),
        "sea": TerrainLook("water", "≃ ≃ ", " ≃ ≃", "sea", "≃"),
        "mountain": TerrainLook("mountain", "⋀ ⋀ ", " ⋀ ⋀", "mountain", "⋀"),
        "hills": TerrainLook("mountain", " ⌢ ⌢", "⌢ ⌢ ", "hills", "⌢"),
        "wooded hills": TerrainLook("mountain", " ↟ ⌢", "⌢ ↟ ", "wd hills", "ʌ"),
        "swamp": TerrainLook("marsh", '"≃" ', ' "≃"', "swamp", "≀"),
        "desert steppe": TerrainLook("plains", " ⋮  ", "   ⋮", "steppe", "⋮"),
    }


def _ascii_ground() -> dict[str, TerrainLook]:
    return {
        "plains": TerrainLook("plains", "    ", "    ", "plains", " "),
        "light woods": TerrainLook("light", " %  ", "   %", "lt woods", "'"),
        "heavy woods": TerrainLook("heavy", "% % ", " % %", "hv woods", "%"),
        "marsh": TerrainLook("marsh", '" " ', ' " "', "marsh", '"'),
        "lake": TerrainLook("water", " -- ", " -- ", "lake", "_"),
        "sea": TerrainLook("water", "- - ", " - -", "sea", "-"),
        "mountain": TerrainLook("mountain", "^ ^ ", " ^ ^", "mountain", "^"),
        "hills": TerrainLook("mountain", " n n", "n n ", "hills", "n"),
        "wooded hills": TerrainLook("mountain", " % n", "n % ", "wd hills", "h"),
        "swamp": TerrainLook("marsh", '"-" ', ' "-"', "swamp", ";"),
        "desert steppe": TerrainLook("plains", " ,  ", "   ,", "steppe", ","),
    }


def _edges(major: Edge, edge: Edge) -> dict[str, Edge]:
    wave = major.level[0]
    return {
        PLAIN: Edge(".", ".", ".", "    "),
        LINE: Edge(":", ":", ":", ": : "),
        MINOR: Edge("/", "\\", "|", "~~~~"),
        MAJOR: major,
        BARRED: Edge("x", "x", "x", "xxxx"),
        "minor bridge": Edge("=", "=", "=", "~==~"),
        "major bridge": Edge("H", "H", "H", f"{wave}HH{wave}"),
        "line minor": Edge("!", "!", "!", ":~:~"),
        "line major": Edge("I", "I", "I", f":{wave}:{wave}"),
        "line minor bridge": Edge("t", "t", "t", ":==:"),
        "line major bridge": Edge("T", "T", "T", ":HH:"),
        LIMIT: Edge("*", "*", "*", "* * "),
        "limit minor": Edge("%", "%", "%", "*~*~"),
        "limit major": Edge("$", "$", "$", f"*{wave}*{wave}"),
        "strait": Edge("S", "S", "S", "S~~S"),
        CANAL: Edge("~", "~", "~", "-~-~"),
        "canal bridge": Edge("n", "n", "n", "-nn-"),
        EDGE: edge,
    }


UNICODE = Signs(
    "unicode", _unicode_ground(), _edges(Edge("▞", "▚", "▮", "≋≋≋≋"), Edge("╏", "╏", "╏", "╍╍╍╍")),
    city="◦", major_city="◉", objective="✶", fortress="⌂", stand_fast="⊗", source="»", goal="✶",
    stronghold="⌹", rampart="⊓", ruin="⌑", harbour="⋓", seat="⍟", flag="⚑",
)  # fmt: skip

ASCII = Signs(
    "ascii", _ascii_ground(), _edges(Edge("{", "}", "&", "wwww"), Edge("#", "#", "#", "####")),
    city="o", major_city="O", objective="*", fortress="#", stand_fast="@", source="s", goal="*",
    stronghold="$", rampart="l", ruin="u", harbour="p", seat="d", flag="v", plain=True,
)  # fmt: skip

SETS = {"unicode": UNICODE, "ascii": ASCII}


def signs(name: str) -> Signs:
    """A set of signs by name, the ASCII one for a name that there is not."""
    return SETS.get(name, ASCII)


def edge_style(kind: str) -> str:
    """Style of a hexside: the ground's own is the empty string."""
    if kind in (LINE, BARRED, LIMIT):
        return "line"
    if kind == PLAIN or not kind:
        return ""
    if kind == "strait":
        return "river"
    if kind == EDGE:
        return "void"
    return "line river" if kind.startswith((LINE, LIMIT)) else "major" if kind.startswith(MAJOR) else "river"
