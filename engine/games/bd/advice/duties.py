"""What is decided between the phases: replacements, reinforcements, reserves, markers of offensive supply."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from engine.components.grid import Hex, Unit
from engine.games.bd.advice.knowledge import BdKnowledge
from engine.games.bd.advice.values import FAR, factors, from_enemy, goals, price
from engine.games.bd.phases.offensive_supply import deployable
from engine.games.bd.phases.replacing import comb_out_helps
from engine.games.bd.supply import overland
from engine.games.bd.tables import Ctx
from engine.games.bd.units import beside_enemy, occupied, side_units
from engine.play.action import Action
from engine.players.greedy.idea import Idea
from engine.players.greedy.scene import Scene

FRONT = 2
"""Hexes from the enemy at which a unit that comes is of most use."""
STEP = 0.1
"""What each hex farther from there costs."""
ALARM = 3
"""Hexes from the enemy within which a city is in danger."""
EMPTY = 1.5
"""What a city counts more into which an enemy could walk."""

Judge = Callable[[Ctx, Action, Mapping[Hex, int], Mapping[Hex, float]], float]


# ---------------------------------------------------------------------- units that come
def useful(far: Mapping[Hex, int], aims: Mapping[Hex, float], h: Hex) -> float:
    """What a hex is worth to a unit that comes: near the front, most in a city that is in danger (``aims``)."""
    return 1.0 - STEP * abs(far.get(h, FAR) - FRONT) + aims.get(h, 0.0)


def endangered(scene: Scene, far: Mapping[Hex, int]) -> dict[Hex, float]:
    """Cities near the enemy, or into which one whom the side sees could walk, with what they count."""
    c, side = scene.c, scene.side
    if "walked" not in scene.diary:
        k = BdKnowledge(c, side)
        seen = (f.unit for f in k.forces(k.enemy) if f.attack > 0 and not c.state.covered[f.unit])
        scene.diary["walked"] = frozenset(h for u in seen for h in k.reach(u))
    empty = {h for h in scene.diary["walked"] if not side_units(c, h, side)}
    aims = goals(c).items()
    return {h: v + EMPTY * (h in empty) for h, v in aims if h in empty or far.get(h, FAR) <= ALARM}


def _entering(c: Ctx, action: Action, far: Mapping[Hex, int], aims: Mapping[Hex, float]) -> float:
    return (
        3.0 + useful(far, aims, c.hex(action.args[1])) - 0.05 * len(side_units(c, c.hex(action.args[1]), c.state.side))
    )


def _replacing(c: Ctx, action: Action, far: Mapping[Hex, int], aims: Mapping[Hex, float]) -> float:
    return 6.0 + price(c, c.unit(action.args[0]))


def _joining(c: Ctx, action: Action, far: Mapping[Hex, int], aims: Mapping[Hex, float]) -> float:
    """With the strongest attacker near the front."""
    carrier = c.unit(action.args[1])
    return 3.0 + useful(far, aims, c.state.hex_of[carrier]) + price(c, carrier)


def _leaving(c: Ctx, action: Action, far: Mapping[Hex, int], aims: Mapping[Hex, float]) -> float:
    """Whoever is farthest from the front."""
    return 2.0 - useful(far, aims, c.state.hex_of[c.unit(action.args[0])])


def _fortifying(c: Ctx, action: Action, far: Mapping[Hex, int], aims: Mapping[Hex, float]) -> float:
    """Where most own units stand beside the enemy."""
    h, side = c.hex(action.args[0]), c.state.side
    held = [n for n in (h, *c.grid.adjacent[h]) if side_units(c, n, side) and beside_enemy(c, n, side)]
    return 2.0 + 0.1 * len(held) + (0.5 if h in held else 0.0)


JUDGES: dict[str, Judge] = {
    "replace": _replacing, "enter": _entering, "deploy": _entering, "attach": _joining, "convert": _joining,
    "withdraw": _leaving, "fortify": _fortifying, "wall": _fortifying,
    "comb-out": lambda c, action, far, aims: 5.0 if comb_out_helps(c) and not c.state.foot_steps else -1.0,
}  # fmt: skip
"""Verbs of the segments to what speaks for an action; all that is not here is left alone."""


def segment(scene: Scene) -> Iterator[Idea | None]:
    """Rebuild and bring on whom one can, where they are of use; then the end."""
    c, far = scene.c, from_enemy(scene.c, scene.side)
    aims = endangered(scene, far)
    yield Idea(Action("end"), "end", "Nobody else is of use: 0.0 is the best")
    for n, action in enumerate(scene.legal):
        judge = JUDGES.get(action.verb)
        if judge is not None:
            yield Idea(action, "reinforcement", f"{_told(c, action)}", (("use", judge(c, action, far, aims)),))
        if n % 50 == 0:
            yield None


def _told(c: Ctx, action: Action) -> str:
    """A unit and where it goes, as the beginning of a sentence."""
    r, words = c.roster, list[str]()
    for word in action.args:
        words.append(r.short[r.by_id[word]] if word in r.by_id else c.board.describe(c.hex(word)))
    return f"{action.verb.capitalize()} {', '.join(words)}" if words else action.verb.capitalize()


# ---------------------------------------------------------------------- offensive supply
def offensive(scene: Scene) -> Iterator[Idea | None]:
    """Each marker where it gives most strength beside the enemy its whole factor, the longest range first (7.10)."""
    c = scene.c
    yield Idea(Action("end"), "end", "All markers lie where they are of use: 0.0 is the best")
    left = [name for name in deployable(c) if name not in c.state.offensive]
    if not left:
        return
    strength = _unfed(c)
    far = c.data.constant(f"offensive_{left[0].lower()}")
    for h in sorted(occupied(c, "soviet")):
        total = sum(value for at, value in strength.items() if c.grid.distance(h, at) <= far)
        if not total:
            continue
        what = f"{left[0]} at {c.board.describe(h)} feeds {total:.0f} points of attack beside the enemy"
        yield Idea(Action("mark", (left[0], c.label(h))), "supply", what, (("strength", 0.1 * total),))


def _unfed(c: Ctx) -> dict[Hex, float]:
    """Attack factors of Soviet units near the enemy that no marker feeds yet, by hex."""
    s, far, found = c.state, from_enemy(c, "soviet"), dict[Hex, float]()
    ranges = {at: c.data.constant(f"offensive_{name.lower()}") for name, at in s.offensive.items()}
    for h in sorted(occupied(c, "soviet")):
        fed = any(c.grid.distance(h, c.board.index[at]) <= most for at, most in ranges.items())
        if far.get(h, FAR) <= FRONT and not fed and overland(c, "soviet", h):
            found[h] = sum(_attack(c, u) for u in side_units(c, h, "soviet"))
    return found


def _attack(c: Ctx, u: Unit) -> float:
    return factors(c, u)[0]
