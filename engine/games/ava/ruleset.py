"""The ruleset record of A Victory Awaits: loading a scenario, what each side may see, what must always hold."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from engine.components.board import Board
from engine.components.grid import Hex
from engine.components.load import GameData, known, need
from engine.games.ava.options import agreed
from engine.games.ava.phases.queue import Lay, Queue
from engine.games.ava.phases.sequence import REGISTRY, begin
from engine.games.ava.phases.teams import Distribute, MasterDraw, MasterTurn
from engine.games.ava.queries.combat import COMBAT
from engine.games.ava.queries.map import MAP
from engine.games.ava.queries.turn import TURN
from engine.games.ava.queries.units import UNITS
from engine.games.ava.state import AvaState
from engine.games.ava.tables import Ctx, tables
from engine.kit.invariants import astray, overdrawn
from engine.kit.opening import OFF_BOARD, opened
from engine.play.citing import rule
from engine.play.fields import derived, stacks
from engine.play.queries import Queries
from engine.play.ruleset import Ruleset, late

GAME = "ava"
BY_UNIT = ("active", "mp_left", "mode", "target", "fought", "retreated")
PLACES = ("box", "later", "ready", "chosen", "kept", "cup", "hand", "played", "hidden", "up", "down", "drawn")
"""Where a chit can be; in the queue a number follows, in the cup of one player his label."""


def load(scenario: str, options: dict[str, str], overrides: Path | None) -> GameData:
    """The data of one scenario with its options. Raises ``BadInput`` or ``DataError``."""
    data = opened(GAME, scenario, options, overrides)
    data.choices = agreed(data)
    data.in_play = play_area(data.board, data.scenario, f"scenarios/{scenario}.toml")
    return data


@rule("ava:2.1", "ava:R65")
def play_area(board: Board, scenario: dict[str, Any], file: str) -> frozenset[Hex]:
    """Hexes inside the black border of a scenario: blocks of rows and columns, written as their first and last hex.

    Raises ``DataError`` for an unknown hex.
    """
    blocks = tuple(map(str, need(need(scenario, "play_area", dict, file), "blocks", list, file)))
    if blocks not in board.memo:
        board.memo[blocks] = _inside(board, blocks, file)
    found: frozenset[Hex] = board.memo[blocks]
    return found


def _inside(board: Board, blocks: Iterable[str], file: str) -> frozenset[Hex]:
    found: set[Hex] = set()
    for block in blocks:
        first, _, last = block.partition("-")
        a, b = (known(board, label, file, "play_area.blocks") for label in (first, last))
        found |= {
            board.grid.at(column, row)
            for column in range(board.grid.column(a), board.grid.column(b) + 1)
            for row in range(board.grid.row(a), board.grid.row(b) + 1)
        }
    return frozenset(h for h in found if board.terrain_name(h) != OFF_BOARD)


def blank(data: GameData, state: AvaState, side: str) -> None:
    """Chits that the other side holds ready, has chosen, put in the cup or keeps in hand are secret (6.1)."""
    owners = {row[0]: row[2] for row in data.tables["chits"]["rows"]}
    for chit, where in state.chits.items():
        if where.startswith("down "):
            # Face down in the queue: to everybody it might as well be in the cup (19.4(5)).
            where = state.chits[chit] = "cup"
        hidden = where in ("later", "ready", "chosen", "kept", "hand") or where.startswith("cup")
        if owners[chit] not in (side, "both") and hidden:
            # Which chits are available is known to both (4.0(6)), but the free armies are not until they are drawn.
            state.chits[chit] = "hidden" if where != "later" or chit in _free(data) else where


def _free(data: GameData) -> list[str]:
    found: list[str] = data.tables["chits"]["calendar"][data.scenario["calendar"]].get("free", [])
    return found


def invariants(c: Ctx) -> list[str]:
    """What must hold in every position, as sentences about what does not."""
    s = c.state
    wrong = [*_stacked_wrong(c), *astray(c, BY_UNIT), *overdrawn(c, "half points")]
    if s.cup != sum(1 for w in s.chits.values() if w == "cup") and "hidden" not in s.chits.values():
        wrong.append("the cup does not hold what it should")
    if unknown := [k for k, w in s.chits.items() if w.split(" ")[0] not in PLACES]:
        wrong.append(f"chit {unknown[0]} is nowhere")
    return wrong


@derived("hex_of")
def _stacked_wrong(c: Ctx) -> list[str]:
    r, wrong = c.roster, list[str]()
    most, land = c.data.constant("stacking"), tables(c).land
    for h, units in stacks(c).items():
        if len(units) > 1 and len({r.side[u] for u in units}) > 1:
            wrong.append(f"both sides stand in {c.label(h)} (3.1)")
        if len(units) > most:
            wrong.append(f"{len(units)} units stand in {c.label(h)} (3.1)")
        if h not in land:
            wrong.append(f"units stand in {c.label(h)}, which is no land in play")
    return wrong


REGISTRY.add(Queue, Lay, MasterTurn, Distribute, MasterDraw)
RULESET = Ruleset(
    id=GAME,
    title="A Victory Awaits: Operation Barbarossa 1941",
    state=AvaState,
    steps=REGISTRY.steps,
    load=load,
    begin=begin,
    blank=blank,
    invariants=invariants,
    edit=late("engine.games.ava.edit:edit"),
    editable=late("engine.games.ava.edit:editable"),
    deal=late("engine.games.ava.phases.dealt:deal"),
    ask=Queries(MAP, UNITS, COMBAT, TURN),
    advice="engine.games.ava.advice",
)
