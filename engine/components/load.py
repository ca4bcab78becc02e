"""Data files to Board, Roster and scenario: every fault is named with its file, key and value."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from engine.components.board import Board, Box, Sheet
from engine.components.boxes import read_boxes
from engine.components.counters import build_roster, joined
from engine.components.datafile import LIMIT as LIMIT
from engine.components.datafile import DataError as DataError
from engine.components.datafile import Table as Table
from engine.components.datafile import need as need
from engine.components.datafile import own_names as own_names
from engine.components.datafile import own_path
from engine.components.datafile import read_table as read_table
from engine.components.datafile import rule_numbers as rule_numbers
from engine.components.datafile import strangers as strangers
from engine.components.grid import Grid, Hex
from engine.components.mapfeatures import add_lines, add_places, add_single_hexes
from engine.components.mapfeatures import known as known
from engine.components.mapfeatures import known_side as known_side
from engine.components.mapfeatures import records as records
from engine.components.mapnumbers import Numbering, read_numbering
from engine.components.mapzones import add_zones
from engine.components.results import build_results
from engine.components.roster import Roster
from engine.components.rulenumbers import RuleNumbers
from engine.components.shipped import data_of, shipped

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
    """Further data files of the game by name: ``terrain``, ``sequence`` and whatever else lies in its folder."""
    scenario: Table
    options: dict[str, str]
    in_play: frozenset[Hex] = frozenset()
    extra: list[dict[str, Any]] = field(default_factory=list)
    """Counters given by value for an analysis position, as the columns of the roster."""
    drawn: list[dict[str, Any]] = field(default_factory=list)
    """Changes of the map drawn by hand for an analysis position; board and scenario are this match's own then."""
    shipped: Any = None
    """What the match was played on before anything was drawn by hand, to go back to; ``None`` while nothing was."""
    overrides: tuple[str, ...] = ()
    """Names of the data files that a player has overridden."""
    choices: Any = None
    """The optional rules in force, as a record that the game makes once from the options."""
    memo: dict[str, Any] = field(default_factory=dict)
    """Tables prepared once from the above by the game's rules."""

    @property
    def of_map(self) -> dict[str, Any]:
        """The same for tables that follow from the map and the chart of terrain alone: kept with the map, for all
        matches that are played on the same hexes of it."""
        found: dict[str, Any] | None = self.memo.get("of map")
        if found is None:
            tables, found = self.board.memo.get(self.in_play, (None, {}))
            if tables is not self.tables:
                found = {}
                self.board.memo[self.in_play] = self.tables, found
            self.memo["of map"] = found
        return found

    @cached_property
    def numbers(self) -> RuleNumbers:
        """Under which number this edition prints the rules that its family shares."""
        return rule_numbers(self.game, str(self.meta.get("board", self.game)))

    @cached_property
    def boxes(self) -> dict[str, Box]:
        """The boxes of the game by id. Raises ``DataError``."""
        return read_boxes(self.meta)

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
    numbers = read_numbering(grid_table, name)
    columns, rows = _size(grid_table, "columns", name), _size(grid_table, "rows", name)
    sheets = tuple(
        Sheet(
            s["id"], s["title"], int(s["first_row"]), int(s["rows"]), int(s.get("first_column", 1)), s.get("columns", 0)
        )
        for s in need(table, "sheet", list, name)
    )
    column_numbers = _column_numbers(sheets, columns, numbers)
    grid = _grid(grid_table, columns, rows, column_numbers[0], numbers, name)
    labels, index = _labels(grid, sheets, column_numbers, numbers)
    terrain, terrain_names = _rows(table, "terrain", "legend", grid, sheets, numbers, name)
    owner, owner_names = _rows(table, "owner", "owner_legend", grid, sheets, numbers, name)
    board = Board(grid, sheets, labels, index, terrain_names, terrain, owner_names, owner)
    board.numbers, board.column_numbers = numbers, column_numbers
    board.provenance = str(table.get("provenance", "reconstructed"))
    board.source = str(table.get("source", ""))
    add_single_hexes(board, table, name)
    add_lines(board, table, name)
    add_places(board, table, name)
    for group, hexes in table.get("supply", {}).items():
        if isinstance(hexes, list):
            board.supply[group] = tuple(known(board, h, name, f"supply.{group}") for h in hexes)
    add_zones(board, table, name)
    return board


def _size(grid: Mapping[str, Any], key: str, name: str) -> int:
    number = int(need(grid, key, int, name))
    if not 1 <= number <= LARGEST:
        raise DataError(name, f"grid.{key}", f"is {number}, not a number from 1 to {LARGEST}")
    return number


SHAPES = ("flat", "pointed")
SHIFTS = {"flat": ("down", "up"), "pointed": ("right", "left")}
"""Where the hexes of odd columns (flat tops) or odd rows (pointed ones) stand against the even ones."""


def _grid(table: Mapping[str, Any], columns: int, rows: int, west: int, numbers: Numbering, name: str) -> Grid:
    """The grid. Printed numbers decide which columns or rows are odd; the grid counts its own from one."""
    shape = table.get("shape", SHAPES[0])
    if shape not in SHAPES:
        raise DataError(name, "grid.shape", f"is {shape!r}, not one of {', '.join(SHAPES)}")
    shifts = SHIFTS[shape]
    odd = table.get("odd", shifts[0])
    if odd not in shifts:
        raise DataError(name, "grid.odd", f"is {odd!r}, not one of {', '.join(shifts)}")
    flat = shape == SHAPES[0]
    renumbered = (west if flat else numbers.first_row) % 2 == 0
    return Grid(columns, rows, flat=flat, odd_shifted=(odd == shifts[0]) != renumbered)


def _column_numbers(sheets: Iterable[Sheet], columns: int, numbers: Numbering) -> tuple[int, ...]:
    """The number printed on each column of the frame; sheets that lie beside each other number theirs anew."""
    found = [0] * columns
    for sheet in sheets:
        wide, first = sheet.columns or columns, sheet.first_column - 1
        if first < 0 or first + wide > columns:
            raise DataError("map.toml", f"sheet {sheet.id}", "reaches beyond the grid")
        found[first : first + wide] = [numbers.column(place, wide) for place in range(wide)]
    return tuple(found)


def _labels(
    grid: Grid, sheets: Iterable[Sheet], column_numbers: tuple[int, ...], numbers: Numbering
) -> tuple[list[str], dict[str, Hex]]:
    labels = [""] * grid.size
    index: dict[str, Hex] = {}
    for sheet in sheets:
        across = sheet.across(grid)
        digits = [f"{column_numbers[column]:02d}" for column in across]
        for row in range(sheet.rows):
            first = grid.at(across[0], sheet.first_row - 1 + row)
            if first < 0:
                raise DataError("map.toml", f"sheet {sheet.id}", "reaches beyond the grid")
            # A later sheet lies over an earlier one: its label counts, the other stays an alias.
            found = numbers.labels(sheet.id, digits, row + numbers.first_row)
            labels[first : first + len(found)] = found
            index.update(zip(found, range(first, first + len(found)), strict=True))
    return labels, index


def _rows(
    table: Mapping[str, Any],
    key: str,
    legend_key: str,
    grid: Grid,
    sheets: Iterable[Sheet],
    numbers: Numbering,
    name: str,
) -> tuple[bytearray, tuple[str, ...]]:
    legend = need(table, legend_key, dict, name)
    names = tuple(dict.fromkeys(legend.values()))
    codes = {sign: names.index(word) for sign, word in legend.items()}
    rows = need(table, key, dict, name)
    cells = bytearray(grid.size)
    for sheet in sheets:
        for r in range(sheet.rows):
            row = numbers.row(sheet.id, r + numbers.first_row)
            text, across = rows.get(row), sheet.across(grid)
            if text is None:
                continue
            if len(text) != len(across):
                raise DataError(name, f"{key}.{row}", f"has {len(text)} hexes, not {len(across)}")
            if not codes.keys() >= set(text):
                unknown = next(sign for sign in text if sign not in codes)
                raise DataError(name, f"{key}.{row}", f"'{unknown}' is not in the legend")
            # The hexes of a row follow each other.
            first = grid.at(across[0], sheet.first_row + r - 1)
            cells[first : first + len(across)] = bytes([codes[sign] for sign in text])
    return cells, names


# ---------------------------------------------------------------------- a whole game
TAKEN = ("game", "map", "counters", "classes", "charts", "hints", "numbers", "course")
"""Data files of a game that have a place of their own; all others are its tables. Hints are for the screens alone, the
course of the war for games of computer players."""


def table_names(game: str) -> list[str]:
    """The further data files of a game, in alphabetical order: ``terrain``, ``sequence``, ``pool`` ..."""
    names = (f.name.removesuffix(".toml") for f in data_of(game).iterdir() if f.name.endswith(".toml"))
    return sorted(name for name in names if name not in TAKEN)


@lru_cache(maxsize=8)
def load_shared(game: str, overrides: Path | None = None) -> GameData:
    """A game's data without a scenario; one object for all matches of a process. Raises ``DataError``."""
    changed: list[str] = []

    def take(name: str, folder: str = game) -> Table:
        table, own = read_table(folder, f"{name}.toml", overrides)
        if own:
            changed.append(f"{name}.toml")
        return table

    def called(name: str, folder: str = game) -> str:
        return str(own_path(folder, f"{name}.toml", overrides) or f"{name}.toml")

    meta = take("game")
    _guard(called("game"), lambda: read_boxes(meta, called("game")))
    home = str(meta.get("board", game))
    own = rule_numbers(game, home).throughout
    board = _guard(called("map", home), lambda: build_board(own(take("map", home)), called("map", home)))
    pieces = game if data_of(game).joinpath("counters.toml").is_file() else home
    counters = called("counters", pieces)
    further = [take(name, pieces) for name in meta.get("rosters", ())]
    roster = _guard(
        counters,
        lambda: build_roster(joined(take("counters", pieces), further), own(take("classes", pieces)), counters),
    )
    charts = take("charts")
    if "crt" in charts:
        _guard(called("charts"), lambda: build_results(charts["crt"], called("charts")))
    tables = {name: take(name) for name in table_names(game)}
    return GameData(game, meta, board, roster, charts, tables, {}, {}, overrides=tuple(changed))


def load_board(game: str, overrides: Path | None = None) -> Board:
    """The map of a game without anything else of it, for those of ``games_with_map``. Raises ``DataError``."""
    home = map_folder(game)
    table, own = read_table(home, "map.toml", overrides)
    name = str(own_path(home, "map.toml", overrides)) if own else "map.toml"
    numbered = rule_numbers(game, home).throughout(table)
    board: Board = _guard(name, lambda: build_board(numbered, name))
    return board


def games_with_map() -> list[str]:
    """The games whose map is among the data files, in alphabetical order."""
    games = sorted(f.name for f in shipped().iterdir() if f.joinpath("game.toml").is_file())
    return [game for game in games if data_of(map_folder(game)).joinpath("map.toml").is_file()]


def map_folder(game: str) -> str:
    """The folder whose map a game plays on: its own, or the one that editions share, by ``board`` of its game.toml."""
    return str(read_table(game, "game.toml")[0].get("board", game))


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
    folder = data_of(game).joinpath("scenarios")
    return sorted(f.name.removesuffix(".toml") for f in folder.iterdir() if f.name.endswith(".toml"))
