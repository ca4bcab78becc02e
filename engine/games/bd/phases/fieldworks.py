"""8.5, 11.21: the East Wall, whose counters are placed in the segment in which they come."""

from __future__ import annotations

from collections.abc import Iterable

from engine.components.load import records
from engine.games.bd.phases.entering import controls
from engine.games.bd.supply import overland
from engine.games.bd.tables import Ctx, tables
from engine.play.action import Refusal
from engine.play.citing import rule
from engine.play.fields import derived
from engine.play.step import Verb

WALL = "east-wall"


@rule("bd:8.5", "bd:11.21")
def arrive(c: Ctx) -> None:
    """Counters of this turn come into hand; those of the first turn are in the scenario's list."""
    s = c.state
    if s.turn == tables(c).first_turn:
        return
    for row in records(c.data.tables["markers"], "markers.toml", "markers"):
        if row["arrival"] == s.turn and row["id"] == WALL:
            s.walls_in_hand = int(row["count"])
    c.touch()


# ---------------------------------------------------------------------- the East Wall
@rule("bd:8.5", "bd:11.21")
def wall_check(c: Ctx, hex_: str) -> Refusal | None:
    """``wall 2110``: an East Wall counter into a German-controlled, supplied hex of the Soviet Union without a city."""
    h, t = c.hex(hex_), tables(c)
    where = c.board.describe(h)
    if not c.state.walls_in_hand:
        return Refusal("bd:8.5", "No East Wall counter is in hand.")
    if h not in t.land or not t.in_ussr(h) or t.city(h):
        return Refusal("bd:8.5", f"The East Wall stands inside the Soviet Union, in no city: not in {where}.", (h,))
    if c.label(h) in c.state.east_wall:
        return Refusal("bd:8.5", f"The East Wall stands in {where} already.", (h,))
    if not (controls(c, "axis", h) and overland(c, "axis", h)):
        return Refusal("bd:8.5", f"{where} is not German-controlled in overland supply.", (h,))
    return None


@rule("bd:8.5")
def _wall(c: Ctx, hex_: str) -> None:
    h = c.hex(hex_)
    c.state.east_wall.append(c.label(h))
    c.state.walls_in_hand -= 1
    c.touch()
    c.say("forts", f"The East Wall goes up in {c.board.describe(h)}.", "bd:8.5", hexes=[h])


@derived()
def walls(c: Ctx) -> list[str]:
    """Where an East Wall counter can go."""
    if not c.state.walls_in_hand:
        return []
    return [c.label(h) for h in sorted(tables(c).land) if wall_check(c, c.label(h)) is None]


@rule("bd:8.5")
def must_wall(c: Ctx) -> Refusal | None:
    """Whether counters are left that can be placed; they are placed at once."""
    count = c.state.walls_in_hand
    if not count or not walls(c):
        return None
    text = f"{count} East Wall counter{'s are' if count > 1 else ' is'} still to be placed: 'wall HEX'."
    return Refusal("bd:8.5", text)


def forfeit_works(c: Ctx) -> None:
    """What found no place in its segment is lost."""
    c.state.walls_in_hand = 0


def _each(found: list[str], subject: str | None) -> Iterable[tuple[str, ...]]:
    return [(word,) for word in found if subject in (None, word)]


WALL_VERB = Verb("wall", lambda c, s: _each(walls(c), s), wall_check, _wall, "wall HEX: an East Wall counter", "bd:8.5",
                 walls, rare=True)  # fmt: skip
