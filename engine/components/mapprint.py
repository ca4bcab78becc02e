"""A map sheet as plain text for proof-reading: every hex with all that the data say about it.

The sheet is cut into strips of columns. A hex takes four lines of text. Columns that sit half a hex lower stand two
lines lower, rows of pointed hexes that sit half a hex farther east half a cell farther right: neighbours stand where
they do on the map.
"""

from __future__ import annotations

from engine.components.board import BRIDGE, RAIL, ROAD, Board, Place, Sheet
from engine.components.grid import OFF, Hex
from engine.components.wording import plural

STRIP = 11
"""Columns in a strip."""
WIDTH = 12
LINES = 4
SIGNS = {
    "plains": ".", "clear": ".", "light woods": "l", "heavy woods": "H", "forest": "f", "hills": "h", "marsh": "m",
    "mountain": "M", "lake": "o", "sea": "~", "off board": " ",
}  # fmt: skip
RIVERS = {"minor river": "r", "river": "r", "major river": "R", "barred": "x", "start line": "s"}
WAYS = {ROAD: "=", RAIL: "#"}
SIZES = {"major city": "*", "city": "+", "large town": "t", "town": "-"}
LONGEST = 120
"""Hexes of the longest zone that is printed in full."""


def print_sheet(board: Board, sheet: str) -> list[str]:
    """All lines of a sheet: legend, strips, places, supply, bridges. Raises ``ValueError`` for an unknown sheet."""
    found = next((s for s in board.sheets if s.id == sheet.upper()), None)
    if found is None:
        known = ", ".join(s.id for s in board.sheets)
        raise ValueError(f"there is no sheet '{sheet}' on this map; it has {known}")
    lines = _legend(board, found)
    across = found.across(board.grid)
    for first in across[::STRIP]:
        lines += ["", *_strip(board, found, range(first, min(first + STRIP, across.stop)))]
    lists = (_places, _supply, _bridges, _zones)
    return [*lines, *(line for make in lists if (found_lines := make(board, found)) for line in ("", *found_lines))]


def hexes_of(board: Board, sheet: Sheet) -> list[Hex]:
    """All hexes that a sheet shows, row by row; also those whose name is that of another sheet."""
    grid = board.grid
    rows = range(sheet.first_row - 1, min(sheet.first_row - 1 + sheet.rows, grid.rows))
    return [grid.at(column, row) for row in rows for column in sheet.across(grid)]


def _legend(board: Board, sheet: Sheet) -> list[str]:
    numbers = "  ".join(f"{i + 1} {name}" for i, name in enumerate(board.grid.directions))
    terrain = "  ".join(f"{SIGNS.get(name, name[:1])} {name}" for name in board.terrain_names if SIGNS.get(name) != " ")
    sizes = "  ".join(f"{SIZES[size]} {size}" for size in SIZES if any(p.size == size for p in board.places))
    sides = "  ".join(f"{sign} {board.side_titles.get(name, name)}" for name, sign in _signs(board).items())
    ways = "  ".join(f"{sign} {name}" for name, sign in _ways(board).items() if any(board.side(name)))
    bridge = " (a river side crossed by road or railroad)" if any(board.side(BRIDGE)) else ""
    return [
        f"Sheet {sheet.id} {sheet.title} ({board.provenance})",
        f"Terrain: {terrain}",
        f"After the terrain: {sizes}" + ("  $ supply hex" if board.supply else ""),
        f"Sides of the hex, by number: {numbers}",
        f"{sides}  {ways}{bridge}",
    ]


def _signs(board: Board) -> dict[str, str]:
    """A letter for every sort of side on this map; groups that the map file names take the first letter left."""
    signs = {name: sign for name, sign in RIVERS.items() if any(board.side(name))}
    for name in board.side_titles:
        free = [c for c in name + "abcdefghijklmnopqrstuvwxyz" if c.isalpha() and c not in signs.values()]
        signs[name] = free[0]
    return signs


def _ways(board: Board) -> dict[str, str]:
    """A sign for every kind of line on this map, and for its bridges."""
    kinds = board.line_kinds.values()
    return {kind.id: WAYS[kind.net] for kind in kinds} | {kind.bridge: "^" for kind in kinds}


def _strip(board: Board, sheet: Sheet, columns: range) -> list[str]:
    grid, signs = board.grid, _signs(board)
    drop = LINES // 2 if grid.flat else 0
    canvas = [[" " * WIDTH for _ in columns] for _ in range(sheet.rows * LINES + drop)]
    for h in hexes_of(board, sheet):
        column = grid.column(h)
        if column in columns and board.terrain_name(h) != "off board":
            top = (grid.row(h) - sheet.first_row + 1) * LINES + (drop if grid.shifted(column) else 0)
            for i, text in enumerate(_hex(board, h, signs)):
                canvas[top + i][column - columns.start] = text[: WIDTH - 1].ljust(WIDTH)
    head = f"columns {board.column_numbers[columns[0]]:02d}-{board.column_numbers[columns[-1]]:02d}"
    indents = [_indent(board, sheet, line // LINES) for line in range(len(canvas))]
    return [head, *((indent + "".join(cells)).rstrip() for indent, cells in zip(indents, canvas, strict=True))]


def _indent(board: Board, sheet: Sheet, row: int) -> str:
    """What stands before a row of the sheet: half a cell where it sits half a hex farther east."""
    return " " * (WIDTH // 2) if not board.grid.flat and board.grid.shifted(row + sheet.first_row - 1) else ""


def _hex(board: Board, h: Hex, signs: dict[str, str]) -> list[str]:
    """The four lines of one hex: label and terrain, rivers, roads and railroads, name."""
    place = board.place_at.get(h)
    supply = "$" if any(h in hexes for hexes in board.supply.values()) else ""
    terrain = board.terrain_name(h)
    head = f"{board.label(h)} {SIGNS.get(terrain, terrain[:1])}{_mark(place)}{supply}"
    return [head, _marks(board, h, signs), _marks(board, h, _ways(board)), place.name if place else ""]


def _mark(place: Place | None) -> str:
    if place is None:
        return ""
    return SIZES.get(place.size, "+") + (str(place.value) if place.value else "")


def _marks(board: Board, h: Hex, features: dict[str, str]) -> str:
    out = ""
    for name, sign in features.items():
        flags = board.side(name)
        numbers = "".join(str(d + 1) for d in range(6) if flags[h * 6 + d])
        out += sign + numbers if numbers else ""
    return out


def _places(board: Board, sheet: Sheet) -> list[str]:
    shown = set(hexes_of(board, sheet))
    lines = [
        f"  {place.size:<11}{place.name}: {' '.join(board.label(h) for h in place.hexes)}"
        + (f"  {plural(place.value, 'point')}" if place.value else "")
        + "".join(f"  {mark}" for mark in place.marks)
        + (f"  ({place.note})" if place.note else "")
        for place in board.places
        if any(h in shown for h in place.hexes)
    ]
    return [f"Places ({len(lines)})", *lines]


def _supply(board: Board, sheet: Sheet) -> list[str]:
    shown = set(hexes_of(board, sheet))
    lines = [
        f"  {group}: {' '.join(board.label(h) for h in hexes if h in shown)}"
        for group, hexes in board.supply.items()
        if any(h in shown for h in hexes)
    ]
    return ["Supply hexes", *lines] if board.supply else []


def _bridges(board: Board, sheet: Sheet) -> list[str]:
    """Bridges by river, each side once."""
    by_river: dict[str, list[str]] = {}
    flags = board.side(BRIDGE)
    for h in hexes_of(board, sheet):
        for d, other in enumerate(board.grid.neighbours[h]):
            if flags[h * 6 + d] and other != OFF and h < other:
                name = board.river_names.get(h * 6 + d, "?")
                by_river.setdefault(name, []).append(f"{board.label(h)}/{board.label(other)}")
    lines = [f"  {name}: {' '.join(sides)}" for name, sides in sorted(by_river.items())]
    return ["Bridges", *lines] if any(flags) else []


def _zones(board: Board, sheet: Sheet) -> list[str]:
    """Zones with the hexes that lie on the sheet; of great ones only the number. Then the boxes."""
    shown, lines = set(hexes_of(board, sheet)), []
    for zone in board.zones.values():
        hexes = [board.label(h) for h in zone.hexes if h in shown]
        if hexes:
            text = " ".join(hexes) if len(hexes) <= LONGEST else plural(len(hexes), "hex", "es")
            lines.append(f"  {zone.group:<12}{zone.title} [{zone.rule}]: {text}")
    lines += [f"  {'box':<12}{box.title} [{box.rule}]" for box in board.boxes.values()]
    return ["Zones and boxes", *lines] if lines else []
