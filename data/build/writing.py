"""The finished board as the text of map.toml."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from data.build.corrections import start_line
from data.build.generate import Draft
from data.build.lattice import Cell
from data.build.trails import Trail, trails

WIDTH = 118
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


def text(draft: Draft, settings: dict[str, Any]) -> str:
    """The whole file."""
    parts = [
        HEADER,
        _head(draft, settings),
        _rows(draft),
        _owners(draft),
        _sides(draft),
        _lines(draft, settings),
        _places(draft),
        _supply(draft),
        _fixes(draft),
    ]
    return "\n\n".join(parts) + "\n"


def quote(word: str) -> str:
    """A TOML string."""
    return '"' + word.replace("\\", "\\\\").replace('"', '\\"') + '"'


def array(key: str, words: Iterable[str]) -> str:
    """A TOML array of strings, wrapped."""
    lines, line = [f"{key} = ["], "   "
    for word in words:
        item = f" {quote(word)},"
        if len(line) + len(item) > WIDTH and line.strip():
            lines.append(line)
            line = "   "
        line += item
    if line.strip():
        lines.append(line)
    return "\n".join([*lines, "]"])


def _head(draft: Draft, settings: dict[str, Any]) -> str:
    lines = [
        'provenance = "reconstructed"',
        f"source = {quote(settings['source'])}",
        "",
        "[grid]",
        'shape = "flat"',
        'odd = "down"',
        f"columns = {draft.lattice.columns}",
        f"rows = {draft.lattice.rows}",
    ]
    for sheet in settings["sheets"]:
        lines += [
            "",
            "[[sheet]]",
            f"id = {quote(sheet['id'])}",
            f"title = {quote(sheet['title'])}",
            f"first_row = {sheet['first_row']}",
            f"rows = {sheet['rows']}",
        ]
    lines += ["", "[legend]", *(f"{quote(sign)} = {quote(word)}" for word, sign in SIGNS.items()), '" " = "off board"']
    return "\n".join(lines)


def _table(draft: Draft, sign_of: dict[Cell, str]) -> list[str]:
    lines = []
    for sheet in sorted(draft.lattice.sheets, key=lambda s: s.first_row):
        for row in range(1, sheet.named_rows + 1):
            frame_row = sheet.first_row + row - 1
            signs = "".join(sign_of[c, frame_row] for c in range(1, draft.lattice.columns + 1))
            lines.append(f'{sheet.letter}{row:02d} = "{signs}"')
    return lines


def _ruler(draft: Draft) -> list[str]:
    tens = "".join(str(c // 10) if c % 10 == 0 else " " for c in range(1, draft.lattice.columns + 1))
    ones = "".join(str(c % 10) for c in range(1, draft.lattice.columns + 1))
    return [f"#      {tens}".rstrip(), f"#      {ones}"]


def _rows(draft: Draft) -> str:
    return "\n".join(["[terrain]", *_ruler(draft), *_table(draft, {c: SIGNS[w] for c, w in draft.terrain.items()})])


def _owners(draft: Draft) -> str:
    signs = {c: COUNTRIES[draft.owner[c]] if c in draft.owner else SIGNS[draft.terrain[c]] for c in draft.terrain}
    legend = [f'"{sign}" = {quote(word)}' for word, sign in COUNTRIES.items()]
    water = [f'"{SIGNS[w]}" = {quote(w)}' for w in ("lake", "sea")]
    return "\n".join(
        [
            "# Country on 22 June 1941: capital letters are the Soviet Union and what it had annexed.",
            "[owner_legend]",
            *legend,
            *water,
            "",
            "[owner]",
            *_ruler(draft),
            *_table(draft, signs),
        ]
    )


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
        "# Rivers: sides in order from source to mouth, without those in a lake or shared with a greater river.",
    ]
    for run in draft.rivers:
        lines += [
            "",
            "[[river]]",
            f"name = {quote(run.name)}",
            f"class = {quote(run.kind)}",
            array("sides", [side(s) for s in run.sides]),
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


def _fixes(draft: Draft) -> str:
    lines = ["# Changes by hand to the generated board: hexes, sides or chains, what stands there now, and why."]
    for where, what, why in draft.fixes:
        lines += ["", "[[fix]]", _wrapped("hex", where), f"what = {quote(what)}", f"why = {quote(why)}"]
    return "\n".join(lines)


def _wrapped(key: str, words: str) -> str:
    if len(words) + len(key) + 5 <= WIDTH:
        return f"{key} = {quote(words)}"
    lines, line = [f'{key} = """'], ""
    for word in words.split():
        if len(line) + len(word) + 3 > WIDTH:
            lines.append(line + " \\")
            line = ""
        line = f"{line} {word}".strip()
    return "\n".join([*lines, line + '"""'])
