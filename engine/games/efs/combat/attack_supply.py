"""15.2, 13.5: the Attack Supply Points that a battle draws on, who of its units they reach, and when they are spent."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from engine.components.grid import Hex, Unit
from engine.games.efs.combat.battles import ATTACKER, NONE, Battle, battle
from engine.games.efs.edition import edition
from engine.games.efs.kinds import is_flotilla, is_gun, is_supply, is_train
from engine.games.efs.supply.points import spend as spend_point
from engine.games.efs.supply.routes import line_between
from engine.games.efs.tables import Ctx
from engine.games.efs.units import number, on_map
from engine.games.efs.weather import DRY, FROST
from engine.play.action import Refusal
from engine.play.citing import rule


# ---------------------------------------------------------------------- the points
@rule("efs:6.41", "efs:15.21")
def counters(c: Ctx, side: str) -> list[Unit]:
    """The supply counters of a side on the map with points in them."""
    s = c.state
    return [u for u, n in enumerate(s.asp) if n and s.hex_of[u] >= 0 and c.roster.side[u] == side and is_supply(c, u)]


@rule("efs:15.21", "efs:15.45")
def promised(c: Ctx, u: Unit) -> int:
    """Points of a supply counter that battles of this phase have been promised: each battle takes one of its own."""
    name = c.roster.ids[u]
    battles = {key.partition(" ")[0] for key, named in c.state.battle_asp.items() if name in named.split()}
    if edition(c).points_spent_at_once:
        battles -= {str(n) for n in c.state.battles_done}
    return len(battles)


def left(c: Ctx, u: Unit) -> int:
    """Points of a supply counter that no battle has been promised."""
    return c.state.asp[u] - promised(c, u)


@rule("efs:15.21", "efs:6.14", "efs:13.11")
def reaches(c: Ctx, counter: Unit, h: Hex) -> bool:
    """Whether a LOC leads from a hex to a supply counter: seven hexes, or five in bad weather and ground."""
    return line_between(c, h, c.state.hex_of[counter], c.roster.side[counter])


# ---------------------------------------------------------------------- one battle
@rule("efs:15.21", "efs:15.22", "efs:22.56", "efs:21.34")
def needy(c: Ctx, b: Battle) -> list[Unit]:
    """The attackers that want Attack Supply; guns are looked at apart.

    Armored trains and flotillas do without, unless the edition supplies them like all others.
    """
    every = edition(c).trains_need_supply
    return [u for u in b.attackers if every or not (is_train(c, u) or is_flotilla(c, u))]


@rule("efs:15.21", "efs:15.22", "efs:15.56", "efs:R136")
def unsupplied(c: Ctx, b: Battle) -> list[Unit]:
    """The attackers that no supply counter named for the battle reaches; empty for a supplied attack."""
    units = needy(c, b)
    if b.supplied is not None:
        return [] if b.supplied else units
    return [u for u in units if not any(reaches(c, p, c.state.hex_of[u]) for p in b.points)]


def supplied(c: Ctx, b: Battle) -> bool:
    """Whether an attack is Attack Supplied."""
    return not unsupplied(c, b)


@rule("efs:13.11", "efs:15.34", "efs:13.52")
def gun_supplied(c: Ctx, b: Battle, u: Unit) -> bool:
    """Whether a gun traces a LOC to a point of its battle, or to one named for it alone.

    In defense, where that is asked under Limited Artillery Supply, any point of its side will do.
    """
    h = c.state.hex_of[u]
    if c.roster.side[u] != b.side:
        return any(reaches(c, p, h) for p in counters(c, c.roster.side[u]))
    if b.supplied is not None:
        return b.supplied
    named = (*b.points, *((b.gun_points[u],) if u in b.gun_points else ()))
    return any(reaches(c, p, h) for p in named)


@rule("efs:15.21")
def plan(c: Ctx, b: Battle, units: Sequence[Unit] | None = None) -> list[Unit] | None:
    """Fewest supply counters with free points that reach all attackers, one point each; ``None`` if none do."""
    open_ = [c.state.hex_of[u] for u in (needy(c, b) if units is None else units)]
    own = [p for p in counters(c, b.side) if left(c, p) > 0 or p in b.points]
    chosen: list[Unit] = []
    while open_:
        best = max(own, key=lambda p: (sum(reaches(c, p, h) for h in open_), -c.state.asp[p], -p), default=None)
        if best is None or not any(reaches(c, best, h) for h in open_):
            return None
        chosen.append(best)
        open_ = [h for h in open_ if not reaches(c, best, h)]
    return chosen


@rule("efs:15.21")
def foreseen(c: Ctx, n: int) -> Battle:
    """A declared battle as it will be: with Attack Supply where its side has a point for it."""
    b = battle(c, n)
    return replace(b, supplied=plan(c, b) is not None)


# ---------------------------------------------------------------------- promising
@rule("efs:15.21", "efs:6.41")
def may_name(c: Ctx, n: int, counter: Unit) -> Refusal | None:
    """Why a supply counter cannot give a point to a battle as a whole."""
    b, name = battle(c, n), c.roster.short[counter]
    if not is_supply(c, counter) or c.state.hex_of[counter] < 0 or c.roster.side[counter] != b.side:
        return Refusal("efs:15.21", f"{name} is no supply counter of yours on the map.", units=(counter,))
    if counter in b.points:
        return Refusal("efs:15.21", f"{name} gives this battle a point already.", units=(counter,))
    if left(c, counter) < 1:
        return Refusal("efs:15.21", f"All points of {name} are promised to other battles.", units=(counter,))
    if not any(reaches(c, counter, c.state.hex_of[u]) for u in (*b.attackers, *b.guns, *_near(c, b))):
        text = f"Neither an attacker nor a gun in range traces a LOC to {name}."
        return Refusal("efs:15.21", text, units=(counter, *b.attackers))
    return None


@rule("efs:15.21", "efs:15.34", "efs:13.11")
def _near(c: Ctx, b: Battle) -> list[Unit]:
    """Guns in range of a battle that support none yet: a point may be for them."""
    far, hex_of = c.grid.distance, c.state.hex_of
    free = (u for u in on_map(c, b.side) if is_gun(c, u) and c.state.committed[u] == NONE)
    return [u for u in free if any(far(hex_of[u], h) <= number(c, u, "range") for h in b.targets)]


@rule("efs:15.21", "efs:15.45")
def name(c: Ctx, n: int, points: Iterable[Unit], who: str = ATTACKER) -> None:
    """Promise points of supply counters to a battle, or with the id of a gun to it alone; none takes them back."""
    ids, key = " ".join(c.roster.ids[p] for p in points), f"{n} {who}"
    c.state.battle_asp.pop(key, None)
    if ids:
        c.state.battle_asp[key] = ids
    c.touch()


@rule("efs:15.45")
def spend_now(c: Ctx, n: int) -> None:
    """A battle is being fought: what it was promised is taken, where an edition does not wait for the others."""
    if not edition(c).points_spent_at_once:
        return
    found = (word for key, words in c.state.battle_asp.items() if key.startswith(f"{n} ") for word in words.split())
    for word in sorted(set(found)):
        take(c, c.unit(word), 1)


@rule("efs:15.45", "efs:6.43", "efs:6.48")
def spend(c: Ctx, side: str) -> None:
    """The end of a Combat Phase: points promised to the battles of a side are taken; empty counters leave the map."""
    for u in counters(c, side):
        take(c, u, promised(c, u))


@rule("efs:6.43", "efs:15.45", "efs:13.53")
def take(c: Ctx, u: Unit, points: int) -> None:
    """Take points out of a supply counter; with the last it leaves the map, to be used again."""
    if points <= 0:
        return
    s, where = c.state, c.state.hex_of[u]
    name, stays = c.roster.short[u], u
    for _ in range(min(points, s.asp[u])):
        stays = spend_point(c, stays)
    what = f"{s.asp[stays]} left" if stays >= 0 else "it leaves the map"
    text = f"{name} spends {points} Attack Supply Point{'s' * (points > 1)}: {what}."
    c.say("supply", text, "efs:15.45", hexes=[where], units=[u])


# ---------------------------------------------------------------------- limited artillery supply
@rule("efs:13.51")
def limited(c: Ctx) -> bool:
    """Whether Limited Artillery Supply holds: from the second Frost turn of Frost climate to the next Dry climate."""
    if not edition(c).limited_artillery:
        return False
    turns, on = 0, bool(c.scenario.get("limited_artillery", False))
    for climate, weather in zip(c.state.climates, c.state.weathers, strict=False):
        if climate == DRY:
            turns, on = 0, False
        elif climate == FROST and weather == FROST:
            turns += 1
        on = on or turns > 1
    return on
