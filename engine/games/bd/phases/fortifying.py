"""7.7, 8.18: markers that the Turn Record Track brings: aerial supply, and the fortified area, placed at once."""

from __future__ import annotations

from collections.abc import Iterable

from engine.components.grid import Hex
from engine.components.load import records
from engine.games.bd.phases.entering import controls
from engine.games.bd.supply import overland
from engine.games.bd.tables import Ctx, tables
from engine.play.action import Refusal
from engine.play.citing import rule
from engine.play.step import Verb

AERIAL, AREA = "aerial-supply", "fortified-area"
AROUND = 6


@rule("bd:7.7", "bd:8.18")
def bring(c: Ctx) -> None:
    """Markers of this turn come into hand; those of the first turn are in the scenario's list."""
    s = c.state
    if s.turn == tables(c).first_turn:
        return
    arrived = {r["id"] for r in records(c.data.tables["markers"], "markers.toml", "markers") if r["arrival"] == s.turn}
    if AERIAL in arrived:
        s.aerial_ready = s.turn
        c.say("marker", "The German side has the aerial supply marker.", "bd:7.7")
    if AREA in arrived and not s.fortified_area:
        s.area_marker = 1
    c.touch()


# ---------------------------------------------------------------------- the fortified area
@rule("bd:8.18")
def may_fortify(c: Ctx, h: Hex) -> Refusal | None:
    """Whether the marker may lie in a hex: friendly and supplied, like the six around it."""
    where = c.board.describe(h)
    if not c.state.area_marker:
        return Refusal("bd:8.18", "No fortified area is to be placed.")
    land = [n for n in c.grid.adjacent[h] if n in tables(c).land]
    if h not in tables(c).land or len(land) < AROUND:
        return Refusal("bd:8.18", f"{where} is not surrounded by six hexes of land.", (h,))
    bad = [n for n in (h, *land) if not (controls(c, "soviet", n) and overland(c, "soviet", n))]
    if bad:
        return Refusal("bd:8.18", f"{c.board.describe(bad[0])} is not Soviet-controlled in overland supply.", (bad[0],))
    return None


def fortify_check(c: Ctx, hex_: str) -> Refusal | None:
    """``fortify 2207``: the fortified area is placed there."""
    return may_fortify(c, c.hex(hex_))


@rule("bd:8.18")
def _fortify(c: Ctx, hex_: str) -> None:
    h, s = c.hex(hex_), c.state
    s.area_marker, s.fortified_area, s.area_turn = 0, c.label(h), s.turn
    c.touch()
    c.say("marker", f"The fortified area is placed around {c.board.describe(h)}.", "bd:8.18", hexes=[h])


def fortifiable(c: Ctx) -> list[str]:
    """Labels of the hexes in which the marker can be placed now."""
    if not c.state.area_marker:
        return []
    return [c.label(h) for h in sorted(tables(c).land) if may_fortify(c, h) is None]


def _options(c: Ctx, subject: str | None) -> Iterable[tuple[str, ...]]:
    return [(label,) for label in fortifiable(c) if subject in (None, label)]


FORTIFY = Verb("fortify", _options, fortify_check, _fortify, "fortify HEX: the fortified area there", "bd:8.18",
               fortifiable, grave=True, rare=True)  # fmt: skip
"""What the Soviet side does about the fortified area."""
