"""10.23 to 10.33: mobile assaults, declared in the movement phase; the battle itself is the common one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from engine.components.grid import Hex, Unit
from engine.games.bd import works
from engine.games.bd.combat.support import DROP, MOBILE, Support, may_have
from engine.games.bd.control import enter
from engine.games.bd.movement.allowance import (
    begin,
    budget,
    describe_group,
    end_movement,
    may_move,
    movers,
    points,
)
from engine.games.bd.movement.costs import class_of, step_cost
from engine.games.bd.movement.limits import may_go
from engine.games.bd.movement.reach import reach_of
from engine.games.bd.stacking import fits
from engine.games.bd.state import CRIMEA, GARRISON, OFFENSIVE, OVERLAND
from engine.games.bd.supply import WORDS, state_of
from engine.games.bd.tables import KERCH, SIVASH, SOVIET_FROM, Ctx, in_season, tables
from engine.games.bd.units import held_by, side_units, with_riders
from engine.kit.picking import group_of, let_tired_go
from engine.play.action import Refusal
from engine.play.citing import rule
from engine.play.step import Verb

HELP = ("luftwaffe", DROP)
"""What can be added to a mobile assault (4.17, 10.33)."""
WITH = (HELP[:1], HELP[1:], HELP)
SUPPLIED = (OVERLAND, OFFENSIVE, GARRISON, CRIMEA)


# ---------------------------------------------------------------------- when and who
@rule("bd:10.23", "bd:10.24", "bd:10.26", "bd:R25", "bd:5.10")
def may_assault(c: Ctx, u: Unit) -> Refusal | None:
    """Whether a unit may take part in a mobile assault now, from where it stands."""
    r, short = c.roster, c.roster.short[u]
    if not r.mech[u] or not (r.attack[u] or r.number("diced", u)):
        return Refusal("bd:10.23", f"{short} is no mechanized unit with an attack factor.", units=(u,))
    if r.side[u] == "axis" and not in_season(c, "axis"):
        return Refusal("bd:10.23", "German mobile assaults are for single-month game turns.", units=(u,))
    if r.side[u] == "axis" and c.state.turn == 3 and c.state.paused == 1:
        return Refusal("bd:5.10", "Nobody of the German side attacks during the Paulus Pause.", units=(u,))
    if r.side[u] == "soviet" and not in_season(c, "soviet"):
        return Refusal("bd:10.23", f"Soviet mobile assaults begin on game turn {SOVIET_FROM}.", units=(u,))
    if r.side[u] == "soviet" and c.state.stormed[u]:
        return Refusal("bd:10.24", f"{short} has made its mobile assault of this phase.", units=(u,))
    if (state := state_of(c, u)) not in SUPPLIED:
        return Refusal("bd:10.26", f"{short} is in {WORDS[state]}: no mobile assault.", units=(u,))
    return None


# ---------------------------------------------------------------------- where
@rule("bd:10.24", "bd:10.25", "bd:9.6", "bd:8.18", "bd:R22", "bd:R24", "bd:5.13")
def may_storm(c: Ctx, u: Unit, a: Hex, b: Hex) -> Refusal | None:
    """Whether the ground lets a mobile assault go from a hex into its neighbour."""
    t, words, defender = tables(c), c.board.describe(b), c.other(c.roster.side[u])
    first = c.state.turn == 1 and defender == "soviet" and c.label(b) in ("2013", "2014")
    if t.natural(b) not in ("clear", "desert steppe") and not first:
        return Refusal("bd:10.25", f"{words} is {t.natural(b)}: no mobile assault goes into it.", (b,))
    if works.stronghold(c, b, defender):
        return Refusal("bd:10.25", f"No mobile assault goes into a hero or fortress city: {words}.", (b,))
    if defender == "soviet" and b in works.area(c):
        return Refusal("bd:R24", f"{words} belongs to the fortified area: no mobile assault.", (b,))
    if any(t.has(name, a, b) for name in ("sea", "lake", KERCH, SIVASH)):
        return Refusal("bd:10.25", f"No mobile assault goes across the water to {words}.", (a, b))
    return may_go(c, u, b)


@rule("bd:10.19", "bd:10.20", "bd:10.24", "bd:R23")
def assault_cost(c: Ctx, group: Sequence[Unit], a: Hex, b: Hex) -> int:
    """Points for a mobile assault: entering the hex, over a river perhaps, and the assault itself."""
    extra = tables(c).effects["assault"]
    hard = tables(c).city(b) or b in works.lines(c, c.other(c.roster.side[group[0]]))
    return max(step_cost(c, class_of(c, u), a, b) for u in group) + int(extra["city" if hard else "clear"])


# ---------------------------------------------------------------------- the assault
@rule("bd:10.23", "bd:10.24", "bd:10.25", "bd:10.26", "bd:10.27", "bd:10.33", "bd:4.17")
def assault_check(c: Ctx, unit: str, hex_: str, *with_: str) -> Refusal | None:
    """``assault 3pz 2307``: a mobile assault on a neighbouring hex; ``luftwaffe`` and ``paratroops`` behind it help."""
    group, h = group_of(c, c.unit(unit)), c.hex(hex_)
    for u in group:
        if (refusal := may_move(c, u) or may_assault(c, u)) is not None:
            return refusal
    a, side = c.state.hex_of[group[0]], c.roster.side[group[0]]
    if held_by(c, h) in ("", side):
        return Refusal("bd:10.24", f"No enemy unit is in {c.board.describe(h)}.", (h,))
    if h not in c.grid.adjacent[a]:
        text = f"{c.board.describe(h)} is not beside {c.label(a)}: move next to it first."
        return Refusal("bd:10.24", text, (h,), tuple(group))
    if not set(with_) <= set(HELP) or len(set(with_)) < len(with_):
        return Refusal("bd:10.33", f"To a mobile assault can be added, once each: {', '.join(HELP)}.")
    support = Support(**dict.fromkeys(with_, 1))
    ground = next((refusal for u in group if (refusal := may_storm(c, u, a, h)) is not None), None)
    return ground or _launch(c, side, a) or _affords(c, group, a, h) or may_have(c, MOBILE, group, h, support)


@rule("bd:10.24", "bd:6.2")
def _launch(c: Ctx, side: str, a: Hex) -> Refusal | None:
    crowd = fits(c, side_units(c, a, side), a)
    if crowd is None:
        return None
    return Refusal("bd:10.24", f"No mobile assault starts from an overstacked hex. {crowd.reason}", (a,))


@rule("bd:10.25", "bd:10.3")
def _affords(c: Ctx, group: Sequence[Unit], a: Hex, h: Hex) -> Refusal | None:
    cost, slow = assault_cost(c, group, a, h), min(group, key=lambda u: points(c, u))
    if (have := budget(c, group)) < cost:
        text = f"The assault on {c.board.describe(h)} costs {cost} MP, {c.roster.short[slow]} has {have}."
        return Refusal("bd:10.25", text, (h,), tuple(group))
    return None


@rule("bd:10.24", "bd:10.30")
def assault_apply(c: Ctx, unit: str, hex_: str, *with_: str) -> None:
    """Pay and fight; the force stays where it is until the battle is over."""
    group, h = group_of(c, c.unit(unit)), c.hex(hex_)
    a = c.state.hex_of[group[0]]
    cost = assault_cost(c, group, a, h)
    begin(c, group, c.state.origin[group[0]])
    c.frame.vars.update(target=h, launch=a, force=group)
    for u in group:
        c.state.mp_left[u] -= cost
        c.state.stormed[u] = 1
    c.touch()
    text = f"Mobile assault on {c.board.describe(h)} by {describe_group(c, group)} for {cost} MP."
    c.say("assault", text, "bd:10.24", hexes=[a, h], units=group)
    support = Support(**dict.fromkeys(with_, 1))
    c.call("battle", kind=MOBILE, target=h, attackers=group, **support.to_vars())


def _assault(c: Ctx) -> dict[str, Any]:
    """What the movement phase noted of the mobile assault under way: ``target``, ``launch`` hex, ``force``."""
    return next((f.vars for f in reversed(c.state.stack) if "force" in f.vars), {"force": []})


# ---------------------------------------------------------------------- after the battle
@rule("bd:10.28", "bd:10.29")
def after_battle(c: Ctx) -> None:
    """Into the hex if it is clear; else back, where Soviet units must stay and German ones may go on."""
    v = _assault(c)
    force = [u for u in v["force"] if c.state.hex_of[u] == v["launch"]]
    if not force:
        return
    h, side = v["target"], c.roster.side[force[0]]
    if c.state.cleared:
        text = f"{describe_group(c, force, 'takes', 'take')} {c.board.describe(h)}."
        c.say("move", text, "bd:10.29", hexes=[v["launch"], h], units=force)
        enter(c, force, h)
        let_tired_go(c, force)
    elif side == "soviet":
        for u in with_riders(c, force):
            end_movement(c, u)
        text = f"{describe_group(c, force, 'stays', 'stay')} in {c.label(v['launch'])}: no further movement."
        c.say("repelled", text, "bd:10.28", hexes=[v["launch"]], units=force)
        c.touch()
    else:
        let_tired_go(c, force)


# ---------------------------------------------------------------------- what can be tried
def _targets(c: Ctx, subject: str | None) -> Iterable[tuple[str, ...]]:
    for unit in movers(c) if subject is None else [subject]:
        u = c.roster.by_id.get(unit, -1)
        if u >= 0 and c.state.hex_of[u] >= 0 and may_move(c, u) is None and may_assault(c, u) is None:
            for n in c.grid.adjacent[c.state.hex_of[u]]:
                if held_by(c, n) not in ("", c.roster.side[u]):
                    yield unit, c.label(n)
                    yield from ((unit, c.label(n), *words) for words in WITH)


def assault_reach(c: Ctx, units: Sequence[Unit]) -> dict[Hex, int]:
    """Enemy hexes that a group could move up to and assault, with all the points that it takes; stacking left out."""
    if any(may_assault(c, u) for u in units):
        return {}
    have, found, side = budget(c, units), dict[Hex, int](), c.roster.side[units[0]]
    for a, spent in sorted(reach_of(c, units)[0].items()):
        for h in c.grid.adjacent[a]:
            if held_by(c, h) in ("", side) or any(may_storm(c, u, a, h) for u in units):
                continue
            total = spent + assault_cost(c, units, a, h)
            if total <= min(have, found.get(h, have)):
                found[h] = total
    return found


VERBS = (
    Verb("assault", _targets, assault_check, assault_apply, "assault UNIT HEX [luftwaffe] [paratroops]: mobile assault",
         "bd:10.24", movers, battle="mobile"),
)  # fmt: skip
