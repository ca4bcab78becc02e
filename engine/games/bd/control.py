"""3.6, 4.2: control of hexes: units come into one, it changes hands, with all that follows."""

from __future__ import annotations

from collections.abc import Iterable

from engine.components.grid import Hex, Unit
from engine.games.bd.allies import call_allies
from engine.games.bd.caucasus import lose_exits
from engine.games.bd.tables import SIDE_WORDS, Ctx
from engine.games.bd.units import place, with_riders
from engine.games.bd.victory.places import changes_hands, worth
from engine.games.bd.victory.siege import settle_siege
from engine.games.bd.works import captured, entered
from engine.play.citing import rule


@rule("bd:3.6", "bd:4.2", "bd:11.21")
def enter(c: Ctx, units: Iterable[Unit], h: Hex) -> None:
    """Put units of one side, with those attached to them, into a hex free of the enemy, with all that follows.

    The game may be over afterwards: callers look at ``c.state.over`` before they go on.
    """
    group = with_riders(c, units)
    for u in group:
        place(c, u, h)
    if group:
        side = c.roster.side[group[0]]
        entered(c, side, h)
        take_control(c, side, h)
        if c.state.over:
            return
        settle_siege(c)
        call_allies(c, side, h)
        lose_exits(c, side, h)


@rule("bd:3.6", "bd:4.2", "bd:4.3")
def take_control(c: Ctx, side: str, h: Hex) -> None:
    """A ground unit has come into a hex: control changes at once, and points with it; it may end the game."""
    label, s = c.label(h), c.state
    if s.control.get(label, side) == side:
        return
    points, law = worth(c, side, h)
    s.control = {**s.control, label: side}
    points += captured(c, side, h)
    if law:
        who = SIDE_WORDS[side]
        c.say("control", f"{who} takes {c.board.describe(h)}.", "bd:3.6", hexes=[h])
        s.vp += points if side == "axis" else -points
        c.say("points", f"{points if side == 'axis' else -points:+d} VP: {s.vp} now.", law, hexes=[h])
    c.touch()
    changes_hands(c, side, h)
