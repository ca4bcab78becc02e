"""What is decided in the middle of a battle or of the enemy's turn."""

from __future__ import annotations

from collections.abc import Iterator

from engine.components.grid import Hex
from engine.games.bd.advice.duties import endangered, useful
from engine.games.bd.advice.values import factors, from_enemy, goals, price
from engine.games.bd.combat.battle import attackers, fight
from engine.games.bd.combat.retreat import ends
from engine.games.bd.combat.strengths import fighting
from engine.games.bd.phases.strongholds import threatened
from engine.games.bd.supply import overland
from engine.games.bd.tables import Ctx, tables
from engine.games.bd.units import occupied, side_units
from engine.play.action import Action
from engine.players.greedy.idea import Idea
from engine.players.greedy.scene import Scene


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


def retreat(scene: Scene) -> Iterator[Idea | None]:
    """To the hex that is held most easily: in supply, good ground, friends, few enemies beside it (11.27)."""
    c = scene.c
    for action in scene.legal:
        if action.verb == "to":
            h = c.hex(action.args[0])
            yield Idea(action, "retreat", f"The retreat goes to {c.board.describe(h)}", _held(c, scene.side, h))


def _held(c: Ctx, side: str, h: Hex) -> tuple[tuple[str, float], ...]:
    t, enemy = tables(c), occupied(c, c.other(side))
    return (
        ("supply", 1.0 * overland(c, side, h)),
        ("ground", 0.4 * t.city(h) + 0.3 * (t.natural(h) == "rough")),
        ("friends", 0.1 * len(side_units(c, h, side))),
        ("enemies", -0.1 * sum(n in enemy for n in c.grid.adjacent[h])),
    )


def declare(scene: Scene) -> Iterator[Idea | None]:
    """A threatened city becomes a hero or fortress city, the one that counts most first (9.7)."""
    c, aims = scene.c, goals(scene.c)
    yield Idea(Action("pass"), "stronghold", "No city is in danger: 0.0 is the best")
    for h in threatened(c, scene.side):
        what = f"{c.board.describe(h)} is threatened"
        yield Idea(Action("declare", (c.label(h),)), "stronghold", what, (("held", aims.get(h, 0.0)),))


def emergency(scene: Scene) -> Iterator[Idea | None]:
    """The strongest of the reserve into a city that is in danger and thinly held (8.11)."""
    c, far = scene.c, from_enemy(scene.c, scene.side)
    aims = endangered(scene, far)
    yield Idea(Action("pass"), "reserve", "No city is in danger: 0.0 is the best")
    for action in scene.legal:
        if action.verb == "deploy" and (h := c.hex(action.args[1])) in aims:
            thin = price(c, c.unit(action.args[0])) - 0.3 * len(side_units(c, h, scene.side))
            parts = (("city", useful(far, aims, h)), ("strength", thin))
            yield Idea(action, "reserve", f"{c.board.describe(h)} is in danger", parts)


def surplus(scene: Scene) -> Iterator[Idea | None]:
    """Of an enemy stack that is too large the best goes (6.2)."""
    c = scene.c
    for action in scene.legal:
        u = c.unit(action.args[0])
        yield Idea(action, "stacking", f"{c.roster.short[u]} is worth most", (("unit", price(c, u)),))
