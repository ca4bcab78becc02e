"""Whole positions as a side could imagine them: what it cannot know is dealt by lot, what it has seen stays."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from engine.components.dice import Lots
from engine.components.errors import BadInput
from engine.components.grid import Hex, Unit
from engine.play.event import Event
from engine.play.match import Match
from engine.play.step import Context
from engine.play.suppose import fork


def determinised(match: Match, side: str, seed: int) -> Context[Any]:
    """A position to play on in that fits all that a side knows, and nothing else of the truth; by ``seed`` alone.

    Raises ``BadInput`` for a game that does not tell how its secrets are dealt.
    """
    deal = match.rules.deal
    if deal is None:
        raise BadInput(f"{match.rules.title} does not tell how what is hidden could be dealt.")
    c = fork(match.view(side).c, seed)
    hidden = match.rules.concealed(match.data, match.state, side)
    deal(c, side, Lots(seed), remembered(match.log, side, match.state.hex_of, hidden))
    c.touch()
    return c


def remembered(log: Iterable[Event], side: str, hex_of: list[Hex], hidden: Collection[Unit]) -> frozenset[Unit]:
    """Units that a side may not look at now, and yet knows where they are: it saw the last that happened to them.

    Whatever it could not make out since then in the same hex may have been this unit, which it then knows no more.
    """
    left = {u for u in hidden if hex_of[u] >= 0}
    found, blurred = set[Unit](), set[Hex]()
    for event in reversed(list(log)):
        if not left:
            break
        unseen = event.unseen.get(side, ())
        named = left.intersection(event.units)
        found |= {u for u in named if u not in unseen and hex_of[u] not in blurred}
        left -= named
        if unseen:
            blurred.update(event.hexes)
    return frozenset(found)
