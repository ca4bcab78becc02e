"""Before the first move: the data of a scenario with the options that were chosen."""

from __future__ import annotations

from pathlib import Path

from engine.components.board import Board
from engine.components.datafile import own_of
from engine.components.errors import BadInput
from engine.components.grid import Hex
from engine.components.load import GameData, Table, load_shared, read_table, scenario_ids
from engine.play.catalogue import option_value

OFF_BOARD = "off board"
"""Terrain of hexes that are printed and not part of the map."""


def opened(game: str, scenario: str, options: dict[str, str], overrides: Path | None) -> GameData:
    """The data of one scenario with its options, every hex of the map in play. Raises ``BadInput`` or ``DataError``."""
    if scenario not in scenario_ids(game):
        raise BadInput(f"there is no scenario '{scenario}'; there is: {', '.join(scenario_ids(game))}")
    shared = load_shared(game, own_of(game, overrides))
    file = f"scenarios/{scenario}.toml"
    table, own = read_table(game, file, overrides)
    return GameData(
        game,
        shared.meta,
        shared.board,
        shared.roster,
        shared.charts,
        shared.tables,
        table,
        chosen(shared.meta, scenario, options),
        in_play=printed(shared.board),
        overrides=(*shared.overrides, file) if own else shared.overrides,
    )


def printed(board: Board) -> frozenset[Hex]:
    """The hexes of a map that are part of it."""
    if "printed" not in board.memo:
        board.memo["printed"] = _on_the_map(board)
    found: frozenset[Hex] = board.memo["printed"]
    return found


def _on_the_map(board: Board) -> frozenset[Hex]:
    off = {code for code, word in enumerate(board.terrain_names) if word == OFF_BOARD}
    return frozenset([h for h, code in enumerate(board.terrain) if code not in off])


def chosen(meta: Table, scenario: str, options: dict[str, str]) -> dict[str, str]:
    """The options that a scenario offers, with defaults filled in. Raises ``BadInput`` for an unknown name or value."""
    offered = {o["id"]: o for o in meta.get("option", ()) if scenario in o.get("scenarios", [scenario])}
    if unknown := [name for name in options if name not in offered]:
        raise BadInput(f"there is no option '{unknown[0]}'; there is: {', '.join(offered) or 'none'}")
    return {name: option_value(o, options.get(name, str(o["default"]))) for name, o in offered.items()}
