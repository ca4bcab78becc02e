"""11.1 to 11.4, 11.17 to 11.19: which units make prepared assaults, and which hexes each can attack."""

from __future__ import annotations

from collections.abc import Sequence

from engine.components.grid import Hex, Unit
from engine.games.bd.kinds import COASTAL_ARMY, COUNTER_FIRE, is_attached, is_cavalry
from engine.games.bd.movement.limits import may_go
from engine.games.bd.stalingrad import stands_fast
from engine.games.bd.tables import KERCH, SIVASH, Ctx, tables
from engine.games.bd.units import occupied
from engine.play.action import Refusal
from engine.play.citing import rule
from engine.play.fields import derived, stacks, units_at


# ---------------------------------------------------------------------- who
@rule("bd:8.31", "bd:8.33", "bd:10.34", "bd:11.12")
def never_attacks(c: Ctx, u: Unit) -> Refusal | None:
    """Whether a unit, by what it is, makes no attack ever."""
    name = c.roster.short[u]
    if is_attached(c, u):
        law = "bd:8.31" if c.roster.side[u] == "axis" else "bd:8.32"
        return Refusal(law, f"{name} goes with the unit that it supports.", units=(u,))
    if c.roster.kind[u] == COASTAL_ARMY:
        return Refusal("bd:10.34", f"{name} only defends.", units=(u,))
    if not c.roster.attack[u] and not c.roster.number("diced", u):
        return Refusal("bd:11.12", f"{name} has no attack factor and takes no part in attacks.", units=(u,))
    return None


@rule("bd:11.1", "bd:11.4", "bd:10.16", "bd:10.17", "bd:12.7", "bd:12.8")
def may_attack(c: Ctx, u: Unit) -> Refusal | None:
    """Whether a unit may still make a prepared assault in this phase."""
    s, name = c.state, c.roster.short[u]
    if c.roster.side[u] != s.side or s.hex_of[u] < 0:
        return Refusal("bd:11.1", f"{name} is no ground unit of yours on the map.", units=(u,))
    if (refusal := never_attacks(c, u)) is not None:
        return refusal
    if s.fought[u]:
        return Refusal("bd:11.4", f"{name} has attacked in this phase.", units=(u,))
    if s.still[u]:
        return Refusal("bd:10.16", f"{name} has moved by sea and may not attack in this player turn.", units=(u,))
    return stands_fast(c, u) or _stays_out(c, u)


@rule("bd:12.8")
def _stays_out(c: Ctx, u: Unit) -> Refusal | None:
    """Whether the first turn of the scenario is not for attacks from where a unit stands."""
    area, t = c.scenario.get("first_turn", {}).get("attacks_from"), tables(c)
    if area is None or c.state.turn != t.first_turn or t.area(c.state.hex_of[u]) == area:
        return None
    text = f"Only units in the {area}ern logistical area attack in this turn, not {c.roster.short[u]}."
    return Refusal("bd:12.8", text, (c.state.hex_of[u],), (u,))


# ---------------------------------------------------------------------- what
@rule("bd:11.1", "bd:11.4", "bd:11.29")
def may_be_attacked(c: Ctx, h: Hex) -> Refusal | None:
    """Whether a hex may still be attacked in this phase by the side that acts."""
    here = units_at(c, h)
    if not here or c.roster.side[here[0]] == c.state.side:
        return Refusal("bd:11.1", f"There is no enemy in {c.board.describe(h)}.", (h,))
    if h in c.state.attacked:
        return Refusal("bd:11.4", f"{c.board.describe(h)} has been attacked in this phase.", (h,))
    if all(c.state.fled[u] for u in here):
        text = f"All units in {c.board.describe(h)} were attacked in this phase and retreated there."
        return Refusal("bd:11.4", text, (h,))
    return None


@rule("bd:11.3", "bd:11.17", "bd:11.18", "bd:11.19", "bd:8.30", "bd:10.22", "bd:5.11")
def may_reach(c: Ctx, u: Unit, h: Hex) -> Refusal | None:
    """Whether a unit can attack a hex from where it stands: adjacent, not over closed water."""
    here, t, name, where = c.state.hex_of[u], tables(c), c.roster.short[u], c.board.describe(h)
    if h not in c.grid.adjacent[here]:
        return Refusal("bd:11.3", f"{name} is not adjacent to {where}.", (h,), (u,))
    if t.has(KERCH, here, h):
        if c.roster.mech[u]:
            return Refusal("bd:11.17", f"{name} is mechanized: no attack across the Kerch Strait.", (here, h), (u,))
    elif t.has(SIVASH, here, h):
        early = c.state.turn < int(t.effects["sivash"]["from_turn"])
        if c.roster.side[u] == "axis" or c.roster.mech[u] or early:
            return Refusal("bd:11.18", f"{name} cannot attack across the Sivash.", (here, h), (u,))
    elif t.has("sea", here, h) or t.has("lake", here, h):
        return Refusal("bd:11.19", f"No attack over the water between {c.label(here)} and {where}.", (h,), (u,))
    if is_cavalry(c, u) and t.city(h):
        return Refusal("bd:8.30", f"{name} is a cavalry group: it attacks no city.", (h,), (u,))
    return may_go(c, u, h)


@rule("bd:8.35")
def together(c: Ctx, attackers: Sequence[Unit]) -> Refusal | None:
    """Whether units may attack together: the counter-fire corps needs an army."""
    alone = [u for u in attackers if c.roster.kind[u] == COUNTER_FIRE]
    if alone and not any(c.roster.size[u] == "army" for u in attackers if u not in alone):
        text = f"{c.roster.short[alone[0]]} attacks only together with an army."
        return Refusal("bd:8.35", text, units=tuple(alone))
    return None


@derived()
def attack_list(c: Ctx) -> dict[Hex, tuple[Unit, ...]]:
    """Every hex that the side to act can attack now, to the units that could take part, in the order of the hexes."""
    found: dict[Hex, list[Unit]] = {}
    enemy = occupied(c, c.other(c.state.side))
    targets = {h for h in enemy if may_be_attacked(c, h) is None}
    for h, units in stacks(c).items():
        beside = targets.intersection(c.grid.adjacent[h]) if h not in enemy else ()
        free = [u for u in units if may_attack(c, u) is None] if beside else ()
        for target in sorted(beside) if free else ():
            found.setdefault(target, []).extend(u for u in free if may_reach(c, u, target) is None)
    return {h: tuple(sorted(units)) for h, units in sorted(found.items()) if units}
