"""What is left of a game: what a side still has to fear, what its units are still good for, and what one step more or
less towards winning decides."""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from engine.components.grid import Hex
from engine.players.planner.weights import Weights

FAR = 99
"""More parts than anybody plans for."""
LASTING = (0.3, 0.5, 0.8)
"""What units count for, as a share, while one part of the game is left in all, two, three."""
DECIDING = (3.0, 3.0, 2.0, 2.0)
"""How many times as much what decides the game counts while one part of it is left in all, two, and so on."""
LAST_REPLY, LAST_WAY, LAST_STORM = 0.5, 1.0, 0.5
"""Share of the enemy's blows, of the ways that are open to him, and of storms on goals that he finds a way to, that a
side reckons with which cannot act again before the end, while he can."""
SOME_WAY, SOME_STORM = 0.75, 0.25
"""The same of ways and storms for a side that has to keep all of some hexes, but to take about as many others."""
NEARLY = 0.9
"""Share of what a side needs at the end that it has to keep, from which on it minds all that could be lost."""
NO_TIME = 2
"""Parts of the game in which a side cannot wait for better odds, and tries its luck."""
SPARE = 0.35
"""What a step beyond those that are needed counts of the one before it."""


class Left(NamedTuple):
    """Parts of the game in which a side and its enemy still act before it is decided, the one that goes on counted."""

    own: int = FAR
    enemy: int = FAR

    @property
    def lasting(self) -> float:
        """What units count for, as a share of their worth: they are of no use after the end."""
        return _of(LASTING, self)

    @property
    def deciding(self) -> float:
        """How many times as much counts what is needed at the end: what is lost early may be had again."""
        return _of(DECIDING, self)


def _of(shares: Sequence[float], left: Left) -> float:
    n = max(left.own + left.enemy, 1)
    return shares[n - 1] if n <= len(shares) else 1.0


def towards_end(w: Weights, left: Left) -> Weights:
    """The numbers of a side that has so much left: nothing is feared that never comes, nothing hoped for after its last
    part; a last defence reckons with all that the enemy can do."""
    found = replace(w, parts=left.own, prospect=w.prospect if left.own > 1 else 0.0)
    if left.own <= NO_TIME:
        found = replace(found, luck=1.0)
    if left.enemy < 1:
        found = replace(found, reply=0.0, answer=0.0, open=0.0, through=0.0, keep=0.0, menace=0.0, relief=0.0)
    elif left.own <= 1 and left.enemy == 1:
        through, storm = (LAST_WAY, LAST_STORM) if w.through else (0.0, 0.0)
        found = replace(found, reply=max(w.reply, LAST_REPLY), open=max(w.open, LAST_WAY), through=through, storm=storm)
    return found


def keeping_all(w: Weights, needs: Iterable[tuple[int, int]]) -> Weights:
    """The numbers of a side that has to keep nearly all that it needs at the end, as it has lost once it lacks one of
    it: what enemies could walk into or storm next counts at all times as it does in a last defence.

    ``needs`` are how many hexes it needs, out of how many: as many means that it has them.
    """
    told = list(needs)
    kept = sum(need for need, many in told if need == many)
    if not kept or kept < NEARLY * sum(need for need, _ in told):
        found = replace(w, open=max(w.open, SOME_WAY)) if kept else w
        return replace(found, storm=max(w.storm, SOME_STORM)) if kept and w.through else found
    through, storm = (max(w.through, LAST_WAY), max(w.storm, LAST_STORM)) if w.through else (0.0, 0.0)
    return replace(w, open=max(w.open, LAST_WAY), through=through, storm=storm)


def stakes(hexes: Collection[Hex], need: int, held: Container[Hex]) -> Iterator[tuple[Hex, float]]:
    """What each of some hexes counts, 0 to 1, of which a side needs so many at the end of a game: for it and its enemy
    alike; those that it has are ``held``. As all that are needed are needed together, they count by the root of their
    share; those beyond do not."""
    have = sum(h in held for h in hexes)
    for h in hexes:
        share = keeping(have, need) if h in held else taking(have, need)
        yield h, share if have + (h not in held) > need else share**0.5


def taking(have: float, need: float) -> float:
    """What one more of things counts of which so many are had and needed, 0 to 1: the last that is missing most, one
    beyond what is needed less and less."""
    return 1 / (need - have) if have < need else SPARE ** (have - need + 1)


def keeping(have: float, need: float) -> float:
    """The same of one that is had already."""
    return taking(have - 1, need)
