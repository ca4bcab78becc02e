"""Overlays that every board has: the lines that it draws, net by net, and its places with their points."""

from __future__ import annotations

from engine.components.board import NETS, RAIL, ROAD, Board, LineKind
from engine.components.grid import Unit
from engine.play.asked import PLACES, Ctx
from engine.play.queries import Drawing, Layer, Queries

SIGNS = {RAIL: "#", ROAD: ":"}
"""Marks of a hex on a line of a net."""


def board_layers(board: Board, ask: Queries) -> tuple[Layer, ...]:
    """Each net that a board has, its places, all nets together."""
    kinds = tuple(board.line_kinds.values())
    nets = [_lines(net, some) for net in reversed(NETS) if (some := tuple(k for k in kinds if k.net == net))]
    places = (_places(ask),) if board.place_at else ()
    return (*nets, *places, *((_lines("lines", kinds),) if len(nets) > 1 else ()))


def _lines(id: str, kinds: tuple[LineKind, ...]) -> Layer:
    names = tuple(k.id for k in kinds)

    def marks(c: Ctx, side: str, u: Unit | None) -> Drawing:
        key = f"layer {id}"
        if key not in c.data.memo:
            c.data.memo[key] = _drawn(c, kinds)
        found: Drawing = c.data.memo[key]
        return found

    return Layer(id, ", ".join(names).replace("_", " ").capitalize(), marks, names)


def _drawn(c: Ctx, kinds: tuple[LineKind, ...]) -> Drawing:
    board, found = c.board, dict[int, str]()
    nets = [(SIGNS[k.net], board.side(k.id)) for k in kinds]
    for h in c.data.in_play:
        if mark := "".join(dict.fromkeys(sign for sign, flags in nets if 1 in flags[h * 6 : h * 6 + 6])):
            found[h] = mark
    legend = {
        m: ", ".join(k.id.replace("_", " ") for k in kinds if SIGNS[k.net] in m) for m in sorted({*found.values()})
    }
    return found, tuple(legend.items()), kinds[0].rule


def _places(ask: Queries) -> Layer:
    def marks(c: Ctx, side: str, u: Unit | None) -> Drawing:
        worth = {h: ask.map.points(c, h) for h in c.board.place_at if h in c.data.in_play}
        legend = (("3", "victory points"),)
        return {h: str(points) for h, points in worth.items() if points}, legend, ask.turn.score(c).rule

    return Layer("places", "Places and their points", marks, (PLACES,))
