"""What is decided between the phases and in the middle of battles: units that come, markers, answers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from engine.components.grid import Hex
from engine.games.bd.advice.knowledge import BdKnowledge
from engine.games.bd.advice.values import FAR, factors, from_enemy, goals, price
from engine.games.bd.combat.battle import attackers, fight
from engine.games.bd.combat.retreat import ends
from engine.games.bd.combat.strengths import fighting
from engine.games.bd.phases.offensive_supply import deployable
from engine.games.bd.phases.replacing import comb_out_helps
from engine.games.bd.phases.strongholds import threatened
from engine.games.bd.supply import overland
from engine.games.bd.tables import Ctx
from engine.games.bd.units import beside_enemy, occupied, side_units
from engine.play.action import Action
from engine.players.greedy.idea import Idea, deed
from engine.players.greedy.scene import Scene

FRONT = 2
"""Hexes from the enemy at which a unit that comes is of most use."""
STEP = 0.1
"""What each hex farther from there costs."""
ALARM = 3
"""Hexes from the enemy within which a city is in danger."""
EMPTY = 1.5
"""What a city counts more into which an enemy could walk."""

Useful = Callable[[Hex], float]
"""What a hex is worth to a unit that comes."""


# ---------------------------------------------------------------------- units that come
def places(scene: Scene) -> Useful:
    """Near the front, most in a city that is in danger."""
    far = from_enemy(scene.c, scene.side)
    aims = endangered(scene, far)
    return lambda h: 1.0 - STEP * abs(far.get(h, FAR) - FRONT) + aims.get(h, 0.0)


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


def _entering(c: Ctx, action: Action, useful: Useful) -> float:
    h = c.hex(action.args[1])
    return 3.0 + useful(h) - 0.05 * len(side_units(c, h, c.state.side))


def _joining(c: Ctx, action: Action, useful: Useful) -> float:
    """With the strongest attacker near the front."""
    carrier = c.unit(action.args[1])
    return 3.0 + useful(c.state.hex_of[carrier]) + price(c, carrier)


def _fortifying(c: Ctx, action: Action, _: Useful) -> float:
    """Where most own units stand beside the enemy."""
    h, side = c.hex(action.args[0]), c.state.side
    held = [n for n in (h, *c.grid.adjacent[h]) if side_units(c, n, side) and beside_enemy(c, n, side)]
    return 2.0 + 0.1 * len(held) + (0.5 if h in held else 0.0)


JUDGES: dict[str, Callable[[Ctx, Action, Useful], float]] = {
    "enter": _entering, "deploy": _entering, "attach": _joining, "convert": _joining,
    "fortify": _fortifying, "wall": _fortifying,
    "replace": lambda c, action, _: 6.0 + price(c, c.unit(action.args[0])),
    "withdraw": lambda c, action, useful: 2.0 - useful(c.state.hex_of[c.unit(action.args[0])]),
    "comb-out": lambda c, action, _: 5.0 if comb_out_helps(c) and not c.state.foot_steps else -1.0,
}  # fmt: skip
"""Verbs of the segments to what speaks for an action; all that is not here is left alone."""


def segment(scene: Scene) -> Iterator[Idea | None]:
    """Rebuild and bring on whom one can, where they are of use; then the end."""
    c, useful = scene.c, places(scene)
    yield Idea(Action("end"), "end", "Nobody else is of use: 0.0 is the best")
    for n, action in enumerate(scene.legal):
        judge = JUDGES.get(action.verb)
        if judge is not None:
            parts = (("use", judge(c, action, useful)),)
            yield Idea(action, "reinforcement", deed(c.roster, c.board, action), parts)
        if n % 50 == 0:
            yield None


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
            found[h] = sum(factors(c, u)[0] for u in side_units(c, h, "soviet"))
    return found


# ---------------------------------------------------------------------- in the middle of battles
def support(scene: Scene) -> Iterator[Idea | None]:
    """Aircraft and aerial supply help whoever is attacked: they are of no use afterwards (7.7, 11.23)."""
    for action in scene.legal:
        worth = {"luftwaffe": 1.0, "aerial": 0.5, "pass": 0.1}.get(action.verb, 0.0)
        yield Idea(action, "support", f"{action.verb.capitalize()} for the defenders", (("use", worth),))


def convert(scene: Scene) -> Iterator[Idea | None]:
    """A bloodbath where the enemy loses more by it; a retreat where he has no way back (5.14, 5.16)."""
    c, v = scene.c, fight(scene.c)
    defenders, mine = fighting(c, v["target"], v["kind"]), attackers(c)
    way = ends(c, defenders, v["target"], sorted({c.state.hex_of[u] for u in mine}))
    left, lost = sum(factors(c, u)[1] for u in defenders), 0.0
    for u in sorted(mine, key=lambda u: (price(c, u), u)):
        lost, left = lost + price(c, u) * (left > 0), left - factors(c, u)[0]
    gain = sum(price(c, u) for u in defenders)
    yield Idea(Action("bloodbath"), "result", "The bloodbath is taken", (("enemy losses", gain), ("own losses", -lost)))
    yield Idea(Action("retreat"), "result", "The defenders go back", (("enemy losses", 0.0 if way else gain),))


def declare(scene: Scene) -> Iterator[Idea | None]:
    """A threatened city becomes a hero or fortress city, the one that counts most first (9.7)."""
    c, aims = scene.c, goals(scene.c)
    yield Idea(Action("pass"), "stronghold", "No city is in danger: 0.0 is the best")
    for h in threatened(c, scene.side):
        what = f"{c.board.describe(h)} is threatened"
        yield Idea(Action("declare", (c.label(h),)), "stronghold", what, (("held", aims.get(h, 0.0)),))


def emergency(scene: Scene) -> Iterator[Idea | None]:
    """The strongest of the reserve into a city that is in danger and thinly held (8.11)."""
    c, useful, aims = scene.c, places(scene), endangered(scene, from_enemy(scene.c, scene.side))
    yield Idea(Action("pass"), "reserve", "No city is in danger: 0.0 is the best")
    for action in scene.legal:
        if action.verb == "deploy" and (h := c.hex(action.args[1])) in aims:
            thin = price(c, c.unit(action.args[0])) - 0.3 * len(side_units(c, h, scene.side))
            parts = (("city", useful(h)), ("strength", thin))
            yield Idea(action, "reserve", f"{c.board.describe(h)} is in danger", parts)


def surplus(scene: Scene) -> Iterator[Idea | None]:
    """Of an enemy stack that is too large the best goes (6.2)."""
    c = scene.c
    for action in scene.legal:
        u = c.unit(action.args[0])
        yield Idea(action, "stacking", f"{c.roster.short[u]} is worth most", (("unit", price(c, u)),))
