"""What is counted in a game that computer players play: attacks, losses without supply, ways left open."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.components.grid import Hex
from engine.play.event import Event
from engine.play.match import Match
from engine.study.attacks import Attacks


@dataclass(slots=True)
class Counts:
    """One side's game. All but ``attacks`` and ``turns`` are things that a good player keeps low."""

    attacks: int = 0
    """Attacks rolled for."""
    cut_headquarters: int = 0
    cut_mechanized: int = 0
    """Units eliminated for lack of supply, by the rules that the game's file names."""
    poor: int = 0
    again: int = 0
    """Attacks that could only be expected to cost more than they brought, with the reply; those of them on enemies who
    had been attacked so before. Counted where plans are made for a game, and 0 elsewhere."""
    turns: int = 0
    open_turns: int = 0
    """Turns that began, and those of them that began with a free way to a hex with points that the side holds."""

    def add(self, other: Counts) -> None:
        """Count another game too."""
        for name in self.__slots__:
            setattr(self, name, getattr(self, name) + getattr(other, name))


class Counter:
    """Looks on while a game is played."""

    def __init__(self, match: Match, judging: bool = False) -> None:
        """``judging``: whether attacks are reckoned anew to tell poor ones, which takes time."""
        self.match = match
        self.sides: dict[str, Counts] = {side: Counts() for side in match.data.meta["sides"]}
        self._cut_off = frozenset(match.data.meta.get("cut_off", ()))
        self._turn = match.state.turn
        self._attacks = Attacks(match) if judging else None

    def coming(self) -> None:
        """Somebody is about to act."""
        if self._attacks is not None:
            self._attacks.coming()

    def happened(self, side: str, events: Iterable[Event]) -> None:
        """``side`` has acted, and this came of it."""
        r = self.match.data.roster
        for event in events:
            if event.kind == "combat" and event.rolls:
                self.sides[side].attacks += 1
                if self._attacks is not None:
                    poor, again = self._attacks.judged(side, event)
                    self.sides[side].poor += poor
                    self.sides[side].again += again
            elif event.kind == "eliminated" and event.rule in self._cut_off:
                for u in event.units:
                    lost = self.sides[r.side[u]]
                    lost.cut_headquarters += r.hq[u]
                    lost.cut_mechanized += r.mech[u] and not r.hq[u]
        if self.match.state.turn != self._turn and not self.match.over:
            self._turn = self.match.state.turn
            for holder, counts in self.sides.items():
                counts.turns += 1
                counts.open_turns += bool(open_ways(self.match, holder))


def open_ways(match: Match, holder: str) -> list[Hex]:
    """Hexes with points that a side holds and an enemy could walk into: no unit, and no zone on the way there.

    The way is one of hexes, no longer than the movement allowance of the enemy who could go it; one that he has the
    points for, where the game tells that.
    """
    c, ask, r = match.c, match.rules.ask.map, match.data.roster
    enemy, hex_of = c.other(holder), match.state.hex_of
    shown = match.rules.ask.units.values or (lambda c, u: "")  # attack, defence and movement, ? where they are unknown
    there = (u for u, h in enumerate(hex_of) if h >= 0 and r.side[u] == enemy and not r.hq[u])
    walkers = [u for u in there if r.attack[u] or shown(c, u).startswith("?")]
    held = {h for u, h in enumerate(hex_of) if h >= 0 and r.side[u] == holder}
    goals = {h for h in c.data.in_play if h not in held and ask.points(c, h) > 0 and ask.control(c, h) == holder}
    if not goals or not walkers:
        return []
    closed, ways, start = held.union(ask.zoc(c, holder)), ask.ways(c, enemy), {hex_of[u] for u in walkers}
    left, edge = dict[Hex, int](), set[Hex]()
    for far in range(max(r.move[u] for u in walkers), -1, -1):
        beyond = {n for h in edge if h in start or h not in closed for n in ways[h]}
        edge = {n for n in beyond if n not in left and n not in held}
        edge |= {hex_of[u] for u in walkers if r.move[u] == far} - left.keys()
        left |= dict.fromkeys(edge, far)
    found = goals & left.keys()
    walked = [hexes for u in walkers if (hexes := ask.walks(c, u)) is not None] if found else []
    return sorted(found & set().union(*walked) if walked else found)
