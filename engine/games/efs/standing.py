"""R241: places that count once, when the game ends, and points for the turns in which the Axis side held one."""

from __future__ import annotations

from engine.components.wording import plural
from engine.games.efs.tables import Ctx
from engine.games.efs.victory import AXIS, Spot, needs_step, occupied, score, spots, worth
from engine.play.citing import rule


@rule("efs:R241", "efs:24.24")
def held(c: Ctx, spot: Spot) -> bool:
    """Whether the Axis side holds a place that counts at the end: it took it last, and stands in it."""
    mine = c.state.places.get(spot.key, "").startswith(AXIS)
    return mine and (occupied(c, spot) or not needs_step(spot))


@rule("efs:R241")
def note_turn(c: Ctx) -> None:
    """At the end of a turn: places whose turns are counted were held in it, or are given up for good."""
    for spot in (s for s in spots(c) if s.turns):
        if held(c, spot):
            c.state.turns_held[spot.key] += 1
        else:
            c.state.given_up[spot.key] = 1
        c.touch()


@rule("efs:R241")
def value(c: Ctx, spot: Spot) -> int:
    """What a place that counts at the end would bring if all stayed as it is now."""
    if held(c, spot) and not c.state.given_up[spot.key]:
        return worth(c, spot, c.state.turn)
    return c.state.turns_held[spot.key] // spot.turns if spot.turns else 0


@rule("efs:R241", "efs:24.24")
def why(c: Ctx, spot: Spot) -> str:
    """What those points are for."""
    if spot.turns and c.state.given_up[spot.key]:
        return f"{spot.key} was held at the end of {plural(c.state.turns_held[spot.key], 'turn')}"
    return f"{spot.key} is held at the end"


@rule("efs:R241")
def count(c: Ctx) -> None:
    """When the game ends: each place that counts then is booked."""
    for spot in (s for s in spots(c) if s.late):
        n = value(c, spot)
        if n:
            c.state.places[spot.key] = f"{AXIS} {n}"
        score(c, n, why(c, spot), "efs:R241", spot.hexes)


@rule("efs:R241")
def expected(c: Ctx) -> int:
    """Points that the places which count at the end would bring if all stayed as it is now."""
    return 0 if c.state.over else sum(value(c, spot) for spot in spots(c) if spot.late)
