"""The finished board of A Victory Awaits as the text of map.toml."""

from __future__ import annotations

from typing import Any

from data.build.corrections import start_line
from data.build.generate import Draft
from data.build.trails import Trail, trails
from data.build.writing import Style, array, fixes, head, owner_rows, quote, rivers, terrain_rows

SIGNS = {"plains": ".", "light woods": "l", "heavy woods": "H", "marsh": "m", "mountain": "M", "lake": "o", "sea": "~"}
COUNTRIES = {
    "USSR-RSFSR": "R",
    "USSR-Ukrainian SSR": "U",
    "USSR-Byelorussian SSR": "B",
    "USSR-Lithuanian SSR": "L",
    "USSR-Latvian SSR": "V",
    "USSR-Estonian SSR": "E",
    "USSR-Moldavian SSR": "D",
    "USSR-Bialystok & Lwow regions": "P",
    "USSR-Crimea (RSFSR)": "C",
    "Germany": "g",
    "General Government": "p",
    "Hungary": "h",
    "Romania": "r",
    "Finland": "f",
}
HEADER = """\
# The board of A Victory Awaits: sheets L (Leningrad), S (Smolensk) and K (Kiev) on one frame.
#
# Rebuilt from geography and from the hexes that the rules print; it is not a copy of the printed map. This file is the
# output of data/build/build_ava.py: change data/build/corrections_ava.toml and run that script. An owner of the
# printed game can mend a hex without it: put a file map.toml with only the changed keys into the folder of own data.
# A table [hex] changes single hexes (S2817 = "marsh"); [terrain] rows, rivers, roads and railroads replace ours.
#
# Hex numbers: sheet letter, two digits column from the west, two digits row from the north. Hexes have flat tops, odd
# columns lie half a hex lower. Rows L21-L30 are the same ground as S01-S10: there the S number is the name and the L
# number an alias (2.1). A row of text below is a row of the map, its first character column 01.
# A side is written as the two hexes that share it, a road or railroad as the chain of its hexes. Bridges are not
# stored: each river side crossed by a road or railroad is one (2.1)."""

STYLE = Style(HEADER, SIGNS, COUNTRIES)


def text(draft: Draft, settings: dict[str, Any]) -> str:
    """The whole file."""
    parts = [
        head(draft, settings, STYLE),
        terrain_rows(draft, STYLE),
        owner_rows(draft, STYLE),
        _sides(draft),
        _lines(draft, settings),
        _places(draft),
        _supply(draft),
        fixes(draft),
    ]
    return "\n\n".join(parts) + "\n"


def _sides(draft: Draft) -> str:
    side = draft.lattice.side_text
    lines = [
        "# The red start line: every side between Soviet and other land.",
        "[start_line]",
        array("sides", [side(s) for s in start_line(draft)]),
        "",
        "# Sides between two land hexes in open water (bays, lake ends, limans): nothing crosses them.",
        "[barred]",
        array("sides", [side(s) for s in sorted(draft.barred)]),
        "",
        *rivers(draft),
    ]
    return "\n".join(lines)


def _lines(draft: Draft, settings: dict[str, Any]) -> str:
    lines = ["# Roads and railroads: each pair of joined hexes stands once. A line ends where another takes over."]
    for kind, net in (("road", draft.roads), ("railroad", draft.railroads)):
        one_class = dict.fromkeys(net, "main") if kind == "road" else net
        names, ends = settings["line_names"][kind], settings["line_ends"]["cities"]
        for trail in trails(draft.lattice, one_class, draft.cities, names, ends):
            lines += [
                "",
                f"[[{kind}]]",
                f"name = {quote(trail.name)}",
                *([f"class = {quote(trail.kind)}"] if kind == "railroad" else []),
                array("chains", _chains(draft, trail)),
            ]
    return "\n".join(lines)


def _chains(draft: Draft, trail: Trail) -> list[str]:
    """The hexes of a line, cut into chains that fit a line of text; each begins where the last one ends."""
    labels = [draft.lattice.label(c) for c in trail.cells]
    step = 17
    return [" ".join(labels[i : i + step + 1]) for i in range(0, max(1, len(labels) - 1), step)]


def _places(draft: Draft) -> str:
    lines = [
        "# Major cities: twelve hexes printed in 16.2 and nine chosen ones. A city is what 3.4 also calls town.",
        "[places]",
        'columns = ["name", "hexes", "size", "note"]',
        "rows = [",
    ]
    for city in sorted(draft.cities, key=lambda c: (c.size != "major city", c.name)):
        hexes = ", ".join(quote(draft.lattice.label(c)) for c in city.cells)
        lines.append(f"    [{quote(city.name)}, [{hexes}], {quote(city.size)}, {quote(city.note)}],")
    return "\n".join([*lines, "]"])


def _supply(draft: Draft) -> str:
    lines = [
        "# Grey (axis) and red (soviet) supply hexes. from_moscow is printed (15.4, 16.3); the others are where a",
        "# railroad leaves the board, for the Romanian army also on the south edge.",
        "[supply]",
    ]
    lines += [array(group, [draft.lattice.label(c) for c in cells]) for group, cells in draft.supply.items()]
    return "\n".join(lines)
