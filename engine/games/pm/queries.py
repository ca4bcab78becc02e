"""What can be asked of a game: overlays, outline, boxes, flags. Nothing here changes the state."""

from __future__ import annotations

from engine.charts import Tally
from engine.games.pm.outlook import reach_query
from engine.games.pm.supply import state_of
from engine.games.pm.tables import Ctx, tables
from engine.games.pm.units import strength
from engine.games.pm.victory import needed
from engine.grid import Unit
from engine.ruleset import OutlineLine, Overlay, Queries, Score, Supply

STATES = ("supplied", "attenuated supply", "aerial supply", "out of supply")


def supply_of(c: Ctx, u: Unit) -> Supply:
    state = state_of(c, u)
    return Supply(STATES[state], state != 3, (), -1, "pm:9.2")


def score(c: Ctx) -> Score:
    return Score("axis", c.state.vp, needed(c, c.state.turn), (), "pm:4.2", "pm:17.2")


ASK = Queries(
    tally=lambda c, kind, units, h, options: Tally(kind),
    reach=reach_query,
    supply=supply_of,
    zoc=lambda c, side: [],
    overlays=(("supply", "Supply"),),
    overlay=lambda c, name, side, u: Overlay(name, name, "pm:9.2", {}, ()),
    flags=lambda c, u: [],
    strength=strength,
    control=lambda c, h: c.state.control.get(c.label(h), ""),
    points=lambda c, h: p.value if (p := tables(c).place(h)) else 0,
    markers=lambda c: {},
    score=score,
    tracks=lambda c, viewer: [],
    outline=lambda c: [OutlineLine("turn", "Turn", "pm:5.2", 0, "now")],
    turn_name=lambda c: f"T{c.state.turn}",
)
