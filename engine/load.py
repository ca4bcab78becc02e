"""Data files to Board, Roster and scenario: every fault is named with its file, key and value."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from importlib.resources import files
from itertools import pairwise
from pathlib import Path
from typing import Any

from engine.board import BRIDGE, Board, Place, Sheet
from engine.charts import ResultsTable
from engine.datafile import LIMIT as LIMIT
from engine.datafile import DataError as DataError
from engine.datafile import Table as Table
from engine.datafile import merge as merge
from engine.datafile import need as need
from engine.datafile import own_names as own_names
from engine.datafile import own_path
from engine.datafile import read_table as read_table
from engine.datafile import strangers as strangers
from engine.grid import Grid, Hex
from engine.roster import Roster, UnitClass

LARGEST = 400
"""Columns or rows of the largest map."""


@dataclass
class GameData:
    """Everything about a game that does not change in play, for one scenario and its options."""

    game: str
    meta: Table
    board: Board
    roster: Roster
    charts: Table
    tables: dict[str, Table]
    """Further data files of the game by name: ``terrain``, ``chits``, ``deployment``, ``sequence``."""
    scenario: Table
    options: dict[str, str]
    in_play: frozenset[Hex] = frozenset()
    extra: list[dict[str, Any]] = field(default_factory=list)
    """Counters given by value for an analysis position, as the columns of the roster."""
    overrides: tuple[str, ...] = ()
    """Names of the data files that a player has overridden."""
    choices: Any = None
    """The optional rules in force, as a record that the game makes once from the options."""
    memo: dict[str, Any] = field(default_factory=dict)
    """Tables prepared once from the above by the game's rules."""

    def constant(self, name: str) -> int:
        """A number of the rules from ``game.toml``. Raises ``DataError`` if it is missing."""
        try:
            return int(self.meta["constants"][name]["value"])
        except KeyError:
            raise DataError("game.toml", f"constants.{name}", "is missing") from None


# ---------------------------------------------------------------------- the map
def build_board(table: Mapping[str, Any], name: str = "map.toml") -> Board:
    """A Board from ``map.toml``. Raises ``DataError``."""
    grid_table = need(table, "grid", dict, name)
    grid = Grid(
        _size(grid_table, "columns", name),
        _size(grid_table, "rows", name),
        flat=grid_table.get("shape", "flat") == "flat",
        odd_shifted=grid_table.get("odd", "down") in ("down", "right"),
    )
    sheets = tuple(
        Sheet(s["id"], s["title"], int(s["first_row"]), int(s["rows"])) for s in need(table, "sheet", list, name)
    )
    labels, index = _labels(grid, sheets)
    terrain, terrain_names = _rows(table, "terrain", "legend", grid, sheets, name)
    owner, owner_names = _rows(table, "owner", "owner_legend", grid, sheets, name)
    board = Board(grid, sheets, labels, index, terrain_names, terrain, owner_names, owner)
    board.provenance = str(table.get("provenance", "reconstructed"))
    board.source = str(table.get("source", ""))
    _single_hexes(board, table, name)
    _lines(board, table, name)
    _places(board, table, name)
    for group, hexes in table.get("supply", {}).items():
        if isinstance(hexes, list):
            board.supply[group] = tuple(known(board, h, name, f"supply.{group}") for h in hexes)
    return board


def _size(grid: Mapping[str, Any], key: str, name: str) -> int:
    number = int(need(grid, key, int, name))
    if not 1 <= number <= LARGEST:
        raise DataError(name, f"grid.{key}", f"is {number}, not a number from 1 to {LARGEST}")
    return number


def _labels(grid: Grid, sheets: Iterable[Sheet]) -> tuple[list[str], dict[str, Hex]]:
    labels = [""] * grid.size
    index: dict[str, Hex] = {}
    for sheet in sheets:
        for row in range(sheet.rows):
            for column in range(grid.columns):
                h = grid.at(column, sheet.first_row - 1 + row)
                if h < 0:
                    raise DataError("map.toml", f"sheet {sheet.id}", "reaches beyond the grid")
                # A later sheet lies over an earlier one: its label counts, the other stays an alias.
                labels[h] = f"{sheet.id}{column + 1:02d}{row + 1:02d}"
                index[labels[h]] = h
    return labels, index


def _rows(
    table: Mapping[str, Any], key: str, legend_key: str, grid: Grid, sheets: Iterable[Sheet], name: str
) -> tuple[bytearray, tuple[str, ...]]:
    legend = need(table, legend_key, dict, name)
    names = tuple(dict.fromkeys(legend.values()))
    codes = {sign: names.index(word) for sign, word in legend.items()}
    rows = need(table, key, dict, name)
    cells = bytearray(grid.size)
    for sheet in sheets:
        for r in range(1, sheet.rows + 1):
            text = rows.get(f"{sheet.id}{r:02d}")
            if text is None:
                continue
            if len(text) != grid.columns:
                raise DataError(name, f"{key}.{sheet.id}{r:02d}", f"has {len(text)} hexes, not {grid.columns}")
            for c, sign in enumerate(text):
                if sign not in codes:
                    raise DataError(name, f"{key}.{sheet.id}{r:02d}", f"'{sign}' is not in the legend")
                cells[grid.at(c, sheet.first_row + r - 2)] = codes[sign]
    return cells, names


def _single_hexes(board: Board, table: Mapping[str, Any], name: str) -> None:
    """``[hex]`` mends single hexes: ``S2817 = "marsh"``."""
    for text, word in table.get("hex", {}).items():
        h = known(board, text, name, "hex")
        if word not in board.terrain_names:
            raise DataError(name, f"hex.{text}", f"'{word}' is no terrain of the legend")
        board.terrain[h] = board.terrain_names.index(word)


def _lines(board: Board, table: Mapping[str, Any], name: str) -> None:
    for river in table.get("river", []):
        if river["class"] not in ("minor", "major"):
            raise DataError(name, f"river {river['name']}", f"'{river['class']}' is neither minor nor major")
        for text in river["sides"]:
            side = known_side(board, text, name, f"river {river['name']}")
            board.set_side(f"{river['class']} river", side)
            board.river_names[side] = river["name"]
            board.river_names[board.grid.mirror(side)] = river["name"]
    for kind in ("road", "railroad"):
        for line in table.get(kind, []):
            for chain in line["chains"]:
                hexes = [known(board, h, name, kind) for h in chain.split()]
                for a, b in pairwise(hexes):
                    if b not in board.grid.adjacent[a]:
                        gap = f"{board.labels[a]} and {board.labels[b]} do not touch"
                        raise DataError(name, f"{kind} {line.get('name', '')}", gap)
                    board.set_side(kind, board.grid.between(a, b))
    for key, feature in (("barred", "barred"), ("start_line", "start line")):
        for text in table.get(key, {}).get("sides", []):
            board.set_side(feature, known_side(board, text, name, key))
    for side in range(board.grid.size * 6):
        # 2.1: roads and railroads make the bridges of a river, nothing else does.
        river = board.side("minor river")[side] or board.side("major river")[side]
        if river and (board.side("road")[side] or board.side("railroad")[side]):
            board.set_side(BRIDGE, side)


def _places(board: Board, table: Mapping[str, Any], name: str) -> None:
    places = []
    for row in records(table.get("places", {}), name, "places"):
        hexes = tuple(known(board, h, name, f"place {row['name']}") for h in row["hexes"])
        place = Place(row["name"], hexes, row["size"], row.get("note", ""))
        places.append(place)
        board.place_at.update(dict.fromkeys(hexes, place))
    board.places = tuple(places)


# ---------------------------------------------------------------------- counters and charts
def build_roster(table: Mapping[str, Any], classes: Mapping[str, Any], name: str = "counters.toml") -> Roster:
    """A Roster from ``counters.toml`` and ``classes.toml``. Raises ``DataError``."""
    roster = Roster(provenance=str(table.get("provenance", "")), source=str(table.get("source", "")))
    for row in records(classes, "classes.toml", "classes"):
        roster.classes[row["kind"]] = UnitClass(
            row["kind"], row["mech"], row["hq"], row["glyph"], row["ascii"], f"{row.get('rule', '')}"
        )
    columns = need(table, "columns", list, name)
    for formation in need(table, "formation", list, name):
        roster.formation_titles[formation["id"]] = formation.get("title", formation["id"])
        for row in records({"columns": columns, "rows": formation["rows"]}, name, formation["id"]):
            _counter(roster, formation, row, name)
    return roster


def _counter(roster: Roster, formation: Table, row: Table, name: str) -> None:
    kind = roster.classes.get(row["kind"])
    if kind is None:
        raise DataError(name, row["id"], f"'{row['kind']}' is not a kind in classes.toml")
    for key in ("attack", "defense", "move", "attack2", "defense2"):
        if type(row[key]) is not int or not 0 <= row[key] <= 99:
            raise DataError(name, f"{row['id']}.{key}", f"{row[key]!r} is not a number from 0 to 99")
    try:
        roster.add(
            ids=row["id"], short=row["short"], name=row["name"], side=formation["side"],
            nationality=formation["nationality"], sheet=row["map"], kind=row["kind"], attack=row["attack"],
            defense=row["defense"], move=row["move"], attack2=row["attack2"], defense2=row["defense2"],
            steps=2 if row["attack2"] or row["defense2"] else 1, formation=formation["id"], mech=kind.mech,
            hq=kind.hq, note=row.get("note", ""),
        )  # fmt: skip
    except ValueError as error:
        raise DataError(name, row["id"], str(error)) from None


def build_results(table: Mapping[str, Any], name: str = "charts.toml") -> ResultsTable:
    """A results table from its printed layout. Raises ``DataError`` for holes."""
    columns = tuple(need(table, "columns", list, name))
    rows = tuple(tuple(r) for r in need(table, "rows", list, name))
    if any(len(r) != len(columns) for r in rows):
        raise DataError(name, "rows", f"every row needs {len(columns)} results")
    return ResultsTable(
        table.get("title", ""),
        table.get("rule", ""),
        table.get("provenance", ""),
        table.get("source", ""),
        columns,
        rows,
    )


# ---------------------------------------------------------------------- small helpers
def records(table: Mapping[str, Any], name: str, key: str) -> list[Table]:
    """The rows of a ``columns``/``rows`` table as tables. Raises ``DataError`` for a row of the wrong length."""
    columns = table.get("columns", [])
    found = []
    for row in table.get("rows", []):
        if len(row) != len(columns):
            raise DataError(name, key, f"row {row[:1]} has {len(row)} cells, not {len(columns)}")
        found.append(dict(zip(columns, row, strict=True)))
    return found


def known(board: Board, text: Any, name: str, key: str) -> Hex:
    """The hex with this label. Raises ``DataError``."""
    h = board.index.get(text) if isinstance(text, str) else None
    if h is None:
        raise DataError(name, key, f"there is no hex '{text}'")
    return h


def known_side(board: Board, text: str, name: str, key: str) -> int:
    """The side written ``S0927/S0828``. Raises ``DataError``."""
    a, _, b = text.partition("/")
    first, second = known(board, a, name, key), known(board, b, name, key)
    if second not in board.grid.adjacent[first]:
        raise DataError(name, key, f"{text}: the hexes do not touch")
    return board.grid.between(first, second)


TABLES = ("terrain", "chits", "deployment", "sequence", "roles")


@lru_cache(maxsize=8)
def load_shared(game: str, overrides: Path | None = None) -> GameData:
    """A game's data without a scenario; one object for all matches of a process. Raises ``DataError``."""
    changed: list[str] = []

    def take(name: str) -> Table:
        table, own = read_table(game, f"{name}.toml", overrides)
        if own:
            changed.append(f"{name}.toml")
        return table

    def called(name: str) -> str:
        return str(own_path(game, f"{name}.toml", overrides) or f"{name}.toml")

    meta = take("game")
    board = _guard(called("map"), lambda: build_board(take("map"), called("map")))
    counters = called("counters")
    roster = _guard(counters, lambda: build_roster(take("counters"), take("classes"), counters))
    charts = take("charts")
    tables = {name: take(name) for name in TABLES if files("data").joinpath(game, f"{name}.toml").is_file()}
    return GameData(game, meta, board, roster, charts, tables, {}, {}, overrides=tuple(changed))


def _guard(name: str, build: Any) -> Any:
    """Builders trust the shape of tables; a player's file may not have it."""
    try:
        return build()
    except DataError:
        raise
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise DataError(
            name, "", f"does not have the shape of the original ({type(error).__name__}: {error})"
        ) from None


def scenario_ids(game: str) -> list[str]:
    """Scenario files of a game, in alphabetical order."""
    folder = files("data").joinpath(game, "scenarios")
    return sorted(f.name.removesuffix(".toml") for f in folder.iterdir() if f.name.endswith(".toml"))
