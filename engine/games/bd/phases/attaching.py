"""8.31, 8.32: Tiger battalions and cavalry-mechanized groups, which lie on corps and armies of their side."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from engine.components.grid import Unit
from engine.games.bd.control import enter
from engine.games.bd.kinds import is_satellite
from engine.games.bd.stacking import counts, fits
from engine.games.bd.supply import overland
from engine.games.bd.tables import Ctx
from engine.games.bd.units import side_units
from engine.play.action import Refusal
from engine.play.citing import rule
from engine.play.step import Options


@rule("bd:8.31", "bd:8.32")
def may_carry(c: Ctx, rider: Unit, carrier: Unit) -> Refusal | None:
    """Whether a unit may have a Tiger battalion or a cavalry-mechanized group attached to it where it stands."""
    r, h = c.roster, c.state.hex_of[carrier]
    law = "bd:8.31" if r.side[rider] == "axis" else "bd:8.32"
    if r.side[carrier] != r.side[rider] or h < 0:
        return Refusal(law, f"{r.short[carrier]} is no unit of that side on the map.", units=(carrier,))
    wanted = "corps" if r.side[rider] == "axis" else "army"
    size = r.size[carrier] == wanted or (wanted == "corps" and r.size[carrier] == "army")
    if is_satellite(c, carrier) or not size or not counts(c, carrier):
        return Refusal(law, f"{r.short[rider]} cannot be attached to {r.short[carrier]}.", units=(carrier,))
    if not overland(c, r.side[carrier], h):
        return Refusal(law, f"{r.short[carrier]} is not in overland supply.", (h,), (carrier,))
    here = [u for u in side_units(c, h, r.side[rider]) if u != rider]
    return fits(c, [*here, rider], h)


@rule("bd:8.31", "bd:8.32")
def attach(c: Ctx, rider: Unit, carrier: Unit) -> None:
    """Lay a support unit on another one."""
    h = c.state.hex_of[carrier]
    law = "bd:8.31" if c.roster.side[rider] == "axis" else "bd:8.32"
    enter(c, [rider], h)
    c.state.attached = {**c.state.attached, c.roster.ids[rider]: c.roster.ids[carrier]}
    c.touch()
    text = f"{c.roster.short[rider]} joins {c.roster.short[carrier]} in {c.board.describe(h)}."
    c.say("reinforcement", text, law, hexes=[h], units=[rider, carrier])


def carriers(riders: Callable[[Ctx], Iterable[str]]) -> Options:
    """Options of a verb that names one of some support units and a unit on the map to lie on, of the side to act."""

    def options(c: Ctx, subject: str | None) -> Iterable[tuple[str, ...]]:
        s, r = c.state, c.roster
        own = [r.ids[v] for v, h in enumerate(s.hex_of) if h >= 0 and r.side[v] == s.side]
        for rider in riders(c):
            if subject in (None, rider):
                yield from ((rider, carrier) for carrier in own)

    return options
