"""3.7: the variant in which Lithuania is German and five hexes of Poland are Soviet, made of the data of a scenario."""

from __future__ import annotations

import copy
from dataclasses import replace
from itertools import chain
from typing import Any

from engine.components.board import Board, Zone
from engine.components.grid import Hex
from engine.components.load import GameData
from engine.play.citing import rule

OPTION = "lithuania"
USSR = "USSR"
START = "start"
"""Group of the zones in which the letters on the reverse let units start."""


@rule("bd:3.7", "bd:R49", "bd:15.3")
def exchanged(data: GameData) -> GameData:
    """The same scenario with the countries changed; the data as they are where the option is off."""
    terms = data.scenario.get(OPTION)
    if data.options.get(OPTION) != "on" or terms is None:
        return data
    lost = data.board.zones[terms["zone"]].inside
    won = frozenset(h for h, code in enumerate(data.board.owner) if data.board.owner_names[code] == terms["country"])
    board = _board(data.board, terms, won, lost)
    return replace(data, board=board, scenario=_scenario(data, terms, won, lost), memo={})


# ---------------------------------------------------------------------- the map
@rule("bd:3.7", "bd:3.6")
def _board(shared: Board, terms: dict[str, Any], won: frozenset[Hex], lost: frozenset[Hex]) -> Board:
    """A board of its own: countries, the border between them, the hexes in which units start."""
    board = copy.copy(shared)
    board.owner, board.memo = bytearray(shared.owner), {}
    board.owner_names = (*shared.owner_names, terms["becomes"])
    for h in won:
        board.owner[h] = len(shared.owner_names)
    for h in lost:
        board.owner[h] = shared.owner_names.index(terms["given_to"])
    board.sides = shared.sides | {"border": _border(board, won | lost)}
    board.zones = shared.zones | {zone.id: zone for zone in _starts(board, terms, won, lost)}
    return board


def _soviet(board: Board, h: Hex) -> bool:
    return board.owner_names[board.owner[h]].startswith(USSR)


def _border(board: Board, changed: frozenset[Hex]) -> bytearray:
    """The border of 1941 as it runs around the hexes that have changed their country."""
    flags = bytearray(board.side("border"))
    for a in changed:
        for b in board.grid.adjacent[a]:
            here, there = board.grid.between(a, b), board.grid.between(b, a)
            same = board.owner[a] == board.owner[b] or (_soviet(board, a) and _soviet(board, b))
            flags[here] = flags[there] = not same
    return flags


@rule("bd:3.7", "bd:R60")
def _starts(board: Board, terms: dict[str, Any], won: frozenset[Hex], lost: frozenset[Hex]) -> list[Zone]:
    """Zones of the army groups: one gains Lithuania, the others lose hexes and gain those beside the exchange."""
    behind = {n for h in lost for n in board.grid.adjacent[h] if not _soviet(board, n)}
    found = []
    for zone in board.zones.values():
        if zone.group != START or zone.id == terms["zone"]:
            continue
        inside = set(zone.inside - lost)
        inside |= won if zone.id == terms["joins"] else behind if zone.inside & lost else set()
        found.append(zone._replace(hexes=tuple(sorted(inside)), inside=frozenset(inside)))
    return found


# ---------------------------------------------------------------------- who sets up what
@rule("bd:3.7", "bd:R60")
def _scenario(data: GameData, terms: dict[str, Any], won: frozenset[Hex], lost: frozenset[Hex]) -> dict[str, Any]:
    """The printed Soviet units become free ones: displaced ones anywhere, others where they are or in new hexes."""
    scenario = copy.deepcopy(data.scenario)
    if not terms["stay"]:
        return scenario
    labels = data.board.labels
    printed, new = dict(scenario["setup"]["soviet"]), [labels[h] for h in sorted(lost)]
    stay = {label: [n for n in names if n in terms["stay"]] for label, names in printed.items()}
    free = {label: [n for n in names if n not in terms["stay"]] for label, names in printed.items()}
    scenario["setup"]["soviet"] = {label: names for label, names in stay.items() if names}
    scenario["bound"] = {
        n: [label, *new] for label, names in free.items() if data.board.index[label] not in won for n in names
    }
    for label, names in terms["ready"].items():
        free = {at: [n for n in there if n not in names] for at, there in free.items()} | {label: list(names)}
    scenario["ready"]["soviet"] = {label: names for label, names in free.items() if names}
    units = list(chain.from_iterable(free.values()))
    scenario["free"] = {"soviet": {"units": units, "rule": terms["rule"]}}
    scenario["order"] = {"columns": ["side", "what"], "rows": [["soviet", "free"], ["axis", "free"]]}
    scenario["victory"] = {k: v for k, v in scenario["victory"].items() if k != "points"}
    return scenario
