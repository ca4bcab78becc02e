"""After a battle: who takes the losses, whether to go back, and who advances."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from engine.components.grid import Hex, Unit
from engine.games.pm.combat.losses import way_out
from engine.games.pm.greedy.danger import Danger
from engine.games.pm.greedy.ground import Ground
from engine.play.action import Action
from engine.players.greedy.idea import Idea
from engine.players.greedy.scene import Scene

FULL = 5
"""Units that a hex holds."""


def losses(scene: Scene) -> Iterator[Idea | None]:
    """Back where nothing is lost by it; else the cheapest step."""
    c = scene.c
    prompt = c.steps["losses"].prompt(c)
    v = c.frame.vars
    if way_out(c):
        g = Ground(c, scene.side)
        here = next(c.state.hex_of[u] for u in v["units"] if c.state.hex_of[u] >= 0)
        steps = sum(c.state.steps_left[u] for u in v["units"])
        stake = g.values.get(here, 0.0) * g.w.point
        stays = stake - v["left"] / 2 * g.w.step if steps > v["left"] / 2 else -5.0
        yield Idea(Action("all"), "loss", "The ground is held at a price", (("place", stays),))
        yield Idea(Action("retreat"), "retreat", "A hex is cheaper than a step", (("step saved", g.w.step * 0.5),))
    elif prompt.default is not None:
        yield Idea(Action("all"), "loss", f"The cheapest of {v['left'] / 2:g} increments first")


def nothing(g: Ground, target: Hex) -> float:
    """Who weighs nothing beside the ground itself."""
    return 0.0


def advance(scene: Scene, more: Callable[[Ground, Hex], float] = nothing) -> Iterator[Idea | None]:
    """Into the hex that was won, but not out of places that must be kept; ``more`` is what else having it brings."""
    c, v = scene.c, scene.c.frame.vars
    g = Ground(c, scene.side)
    target, side = v["target"], scene.side
    waiting = [u for u in v["units"] if c.state.hex_of[u] >= 0 and c.state.hex_of[u] != target]
    yield None
    extra = more(g, target) if waiting else 0.0
    going = _followers(g, target, waiting, extra) if side == "axis" else _few(g, target, waiting, extra)
    if going:
        why = f"{len(going)} of {len(waiting)} advance into {c.board.describe(target)}."
        scene.script += [(Action("advance", (g.r.ids[u],)), why) for u in going]
        scene.script.append((Action("end"), why))
        return
    yield Idea(Action("end"), "end", f"{len(waiting)} hold their hexes, nobody gains by advancing")


def _few(g: Ground, target: Hex, waiting: Sequence[Unit], extra: float) -> list[Unit]:
    """Soviet units go only into places of value, three at most: the front is to stay closed."""
    return sorted(waiting, key=lambda u: (-sum(g.expected(u)), u))[:3] if g.capture(target) + extra else []


def _followers(g: Ground, target: Hex, waiting: Sequence[Unit], extra: float) -> list[Unit]:
    """Whole groups go or stay, whatever costs fewest steps in the enemy's next phase; nobody is left alone."""
    danger = Danger(g, {target, *(g.s.hex_of[u] for u in waiting)})
    by_hex: dict[Hex, list[Unit]] = {}
    for u in sorted(waiting, key=lambda u: (-sum(g.expected(u)), u)):
        by_hex.setdefault(g.s.hex_of[u], []).append(u)
    must = {h: 1 for h in by_hex if (h in g.zomo or g.values.get(h, 0) > 0) and len(by_hex[h]) == len(g.mine[h])}
    options: list[list[Unit]] = [[]]
    for h, units in sorted(by_hex.items()):
        options.append(units[: len(units) - must.get(h, 0)])
    options.append([u for option in options for u in option])
    worth = g.w.ground + g.capture(target) + extra

    def value(going: list[Unit]) -> float:
        """Ground won, less the steps that are to be expected to fall in the hexes that are touched."""
        lost = danger.loss(target, sum(g.expected(u)[1] for u in going), sum(g.s.steps_left[u] for u in going))
        for h in by_hex:
            rest = [u for u in g.mine[h] if u not in going]
            lost += danger.loss(h, sum(g.expected(u)[1] for u in rest), sum(g.s.steps_left[u] for u in rest))
        return (worth if going else 0.0) - lost * g.w.step * g.w.caution

    fitting = [option[:FULL] if not g.t.city(target) else option for option in options]
    return max(fitting, key=lambda option: (value(option), len(option)))
