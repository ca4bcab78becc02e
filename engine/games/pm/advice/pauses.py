"""What the player that plans knows of the Pause, and of hexes that close a line when somebody advances into them."""

from __future__ import annotations

from collections.abc import Generator, Iterator

from engine.components.grid import Hex
from engine.games.pm.advice.knowledge import PmKnowledge
from engine.games.pm.advice.storm import Storm
from engine.games.pm.advice.support import Flown, attacks
from engine.games.pm.greedy import aftermath, duties
from engine.games.pm.greedy.assault import Attack
from engine.games.pm.greedy.ground import Ground
from engine.games.pm.state import FRESH
from engine.games.pm.supply import east_of_gas
from engine.play.action import Action
from engine.play.suppose import supposing
from engine.players.greedy.idea import Idea
from engine.players.greedy.scene import Scene

FREED = 0.15
"""Share of the points beyond the line that the German side can reach only because its supply is no worse there."""


# ---------------------------------------------------------------------- the Pause
def stay(scene: Scene) -> Iterator[Idea | None]:
    """The Pause where there is little to attack meanwhile and much to be had beyond the line (9.19)."""
    lost, gain = yield from _balance(scene, scene.c.data.constant("pause_couplets"))
    yield Idea(Action("pause"), "pause", f"Attacks worth {lost:.0f} are not made", (("beyond the line", gain - lost),))
    yield Idea(Action("end"), "end", f"Attacks worth {lost:.0f} can be made meanwhile")


def orders(scene: Scene) -> Iterator[Idea | None]:
    """Aerial supply; a Pause is broken off where it costs more than it brings."""
    left = scene.c.state.pause_left
    if left and "pause" not in scene.diary:
        lost, gain = yield from _balance(scene, left)
        scene.diary["pause"] = True
        if lost > gain:
            scene.script.append((Action("abort"), f"Attacks worth {lost:.0f} are at hand."))
            return
    yield from duties.orders(scene)


def _balance(scene: Scene, couplets: int) -> Generator[None, None, tuple[float, float]]:
    """What attacks of so many couplets bring, if there are as many in each as now, and what a Pause does."""
    n, hexes = len(scene.c.roster), list(scene.c.state.hex_of)
    c = supposing(scene.c, side=scene.side, moving=[FRESH] * n, mp_left=[0] * n, origin=hexes)
    g, made = Flown(c, scene.side), list[Attack]()
    yield from attacks(g, made)
    beyond = sum(g.capture(h) for h in g.values if east_of_gas(scene.c, h))
    return couplets * sum(attack.value for attack in made), FREED * beyond


# ---------------------------------------------------------------------- after a battle
def advance(scene: Scene) -> Iterator[Idea | None]:
    """The same as for everybody, with an eye on whom it cuts off."""
    return aftermath.advance(scene, closing)


def closing(g: Ground, target: Hex) -> float:
    """What it brings that enemies lose their line once somebody stands in a hex."""
    u = next(v for v in g.c.frame.vars["units"] if g.s.hex_of[v] >= 0)
    fed = PmKnowledge(g.c, g.side).supplied(g.enemy, {u: target})
    return Storm.cut * sum(foe.worth for h, foe in g.foes.items() if foe.supplied and not fed[h])
