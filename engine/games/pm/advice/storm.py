"""What stacks of this game do together, by its assaults, its lines and its ports; and what cutting off brings."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property, partial

from engine.components.grid import Hex, Unit
from engine.games.pm.advice.knowledge import PmKnowledge
from engine.games.pm.greedy import aftermath
from engine.games.pm.greedy.assault import AssaultPlanner, Attack
from engine.games.pm.greedy.ground import Foe, Ground
from engine.games.pm.supply import lanes, reaches
from engine.games.pm.tables import open_sides, tables
from engine.players.greedy.idea import Idea
from engine.players.greedy.scene import Scene
from engine.players.planner.siege import Field, Posts, Siege, closed_by, halted


def cut_off(foe: Foe) -> Foe:
    """The same stack without supply (9.7)."""
    return replace(foe, defense=max(1.0, foe.defense / 2))


class Storm(Siege[Attack]):
    """Plans on top of those that are made; whoever is cut off fights with half his factors (9.7)."""

    good, cut = 2.0, 0.25

    def __init__(self, g: Ground, posts: Posts, planner: Callable[[], AssaultPlanner]) -> None:
        """``planner`` makes who could attack what, by the posts that are given when the work begins."""
        self.g, self._make, self.cut = g, planner, 0.4 if g.side == "axis" else self.cut
        super().__init__(posts, g.s.hex_of, g.foes, field(g))

    @cached_property
    def planner(self) -> AssaultPlanner:
        """Those who may move and attack."""
        planner = self._make()
        planner.taken = dict(planner.taken)  # those of the plan change as its units are put
        return planner

    def strike(self, h: Hex, first: Sequence[tuple[Unit, Hex]] = (), starved: bool = False) -> Attack | None:
        """The best assault on a stack."""
        foe = cut_off(self.g.foes[h]) if starved else self.g.foes[h]
        return self.planner.best(foe, self.g.menace.get(h, 0.0), first)

    def bind(self, units: list[tuple[Unit, Hex]], target: Hex) -> None:
        """Units are spoken for."""
        self.planner.take(Attack(target, units, 0, 0.0, ()))


def field(g: Ground) -> Field:
    """The ground of this game: lines go over lakes for the Soviet side alone (9.4, 9.11), whose units in ports keep
    theirs (9.10)."""
    c, soviet = g.c, g.enemy == "soviet"
    sources = tables(c).zone("supply_soviet" if soviet else "supply_german")
    feeds = lambda h, rim: h in sources or (rim and reaches(c, g.enemy, h))  # noqa: E731
    endures, stand = lambda h: soviet and h in g.t.ports, lambda h: h not in g.foes and h in g.t.land
    guard = lambda u: (bool(g.r.mech[u]), -g.expected(u)[1], u)  # noqa: E731
    beside, ways = open_sides(c).__getitem__, lanes(c, soviet).__getitem__
    return Field(g.capture, beside, ways, feeds, endures, stand, guard, c.board.describe)


def advance(scene: Scene) -> Iterator[Idea | None]:
    """As the ground and the lines that it closes are worth it, but by nobody who lets those out that are cut off."""
    k, v = PmKnowledge(scene.c, scene.side), scene.c.frame.vars
    fed, u = partial(k.supplied, k.enemy), next((u for u in v["units"] if scene.c.state.hex_of[u] >= 0), -1)
    yield from aftermath.advance(scene, more=lambda g, target: Storm.cut * closed_by(fed, g.foes, {u: target}))
    halted(scene, v["target"], fed, k.held(k.enemy))
