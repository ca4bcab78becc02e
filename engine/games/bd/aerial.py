"""7.7: the German aerial supply marker."""

from __future__ import annotations

from engine.components.grid import Hex
from engine.games.bd.tables import Ctx
from engine.play.action import Refusal
from engine.play.citing import rule
from engine.play.fields import units_at
from engine.play.suppose import supposing

SPENT = -1
"""In place of the turn: the marker was used up in this game turn, its return is thrown for at the end."""


@rule("bd:7.7")
def available(c: Ctx) -> bool:
    """Whether the marker can be committed now: it has come, and is not on the map."""
    return 0 < c.state.aerial_ready <= c.state.turn and not c.state.aerial


@rule("bd:7.7")
def may_commit(c: Ctx, h: Hex) -> Refusal | None:
    """Whether the marker can be put into a hex: one with units of the German side."""
    if not available(c):
        return Refusal("bd:7.7", "The aerial supply marker is not available.")
    if not any(c.roster.side[u] == "axis" for u in units_at(c, h)):
        return Refusal("bd:7.7", f"No unit of the German side is in {c.board.describe(h)}.", (h,))
    return None


def supposed(c: Ctx, h: Hex) -> Ctx:
    """The position with the marker in a hex, for questions."""
    return supposing(c, aerial=c.label(h))


@rule("bd:7.7")
def commit(c: Ctx, h: Hex) -> None:
    """Put the marker down; it lies until the end of the game turn."""
    c.state.aerial = c.label(h)
    c.touch()
    c.say("supply", f"Aerial supply for {c.board.describe(h)}.", "bd:7.7", hexes=[h])


@rule("bd:7.7")
def comes_back(c: Ctx) -> None:
    """End of a game turn in which the marker lay: a die says how many turns later it can be used again."""
    s = c.state
    if not s.aerial and s.aerial_ready != SPENT:
        return
    die = c.roll(6, results=[f"turn {s.turn + n}" for n in range(1, 7)])
    s.aerial, s.aerial_ready = "", s.turn + die
    c.touch()
    c.say("supply", f"Aerial supply is available again on turn {s.turn + die}: roll {die}.", "bd:7.7", rolls=[die])


@rule("bd:7.7")
def prune(c: Ctx) -> None:
    """The marker comes off once all units of its side in its hex are gone."""
    s = c.state
    if s.aerial and not any(c.roster.side[u] == "axis" for u in units_at(c, c.board.index[s.aerial])):
        s.aerial, s.aerial_ready = "", SPENT
        c.touch()
