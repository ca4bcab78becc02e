"""8.36 to 8.41, 11.23: what supports a battle from beside the map, and who may have it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from engine.components.grid import Hex, Unit
from engine.games.bd import gambit, watch
from engine.games.bd.kinds import (
    AIR_ARMY,
    AIRBORNE_MARKER,
    ARTILLERY,
    INTERCEPTOR,
    PARTISANS,
    SHOCK,
    SUPPORT,
    is_satellite,
)
from engine.games.bd.state import FIGHT_FIGHT, FIGHT_MOVE, OVERLAND
from engine.games.bd.supply import overland, state_of
from engine.games.bd.tables import Ctx, tables, year
from engine.games.bd.units import side_units
from engine.play.action import Refusal
from engine.play.citing import rule

MOBILE, PREPARED = "mobile", "prepared"
DROP = "paratroops"
"""Word for the drop of the paratroop corps (4.17)."""
DROP_YEARS = (1942, 1943)
"""Years in each of which the airborne assault is used once (8.40, R19)."""


@dataclass(frozen=True, slots=True)
class Support:
    """How many counters of each sort support a battle; ``luftwaffe`` is for whichever side the German is on."""

    luftwaffe: int = 0
    air: int = 0
    artillery: int = 0
    partisans: int = 0
    interceptor: int = 0
    airborne: int = 0
    tigers: int = 0
    """Tiger battalions beside those on the map, for a calculation (8.31)."""
    groups: int = 0
    """Cavalry-mechanized groups beside those on the map, for a calculation (8.32)."""
    paratroops: int = 0
    """1 where the paratroop corps drops on the defenders (4.17)."""

    def to_vars(self) -> dict[str, int]:
        """As variables of a step; older games know nothing of a drop, so it is told only where there is one."""
        return {f.name: getattr(self, f.name) for f in fields(self) if f.name != DROP or self.paratroops}

    @classmethod
    def from_vars(cls, variables: dict[str, Any]) -> Support:
        """Read back ``to_vars``; other variables of the step are passed over."""
        return cls(**{f.name: int(variables.get(f.name, 0)) for f in fields(cls)})


NONE = Support()
KIND_OF = {
    "air": AIR_ARMY, "artillery": ARTILLERY, "partisans": PARTISANS, "interceptor": INTERCEPTOR,
    "airborne": AIRBORNE_MARKER,
}  # fmt: skip
"""Sorts of Soviet support to the kind of their counters."""
RULES = {
    "luftwaffe": "bd:11.23", DROP: "bd:4.17", "air": "bd:8.38", "artillery": "bd:8.36", "partisans": "bd:8.39",
    "interceptor": "bd:8.37", "airborne": "bd:8.40",
}  # fmt: skip
TITLES = {
    "luftwaffe": "Luftwaffe", DROP: "paratroop corps", "air": "air army", "artillery": "artillery corps",
    "partisans": "partisans", "interceptor": "interceptor corps", "airborne": "airborne assault",
}  # fmt: skip


# ---------------------------------------------------------------------- how much there is
@rule("bd:11.23", "bd:4.18")
def planes_left(c: Ctx) -> int:
    """Luftwaffe counters that are still to be used in this game turn."""
    return max(0, tables(c).luftwaffe[c.state.turn] + watch.luftwaffe(c) - c.state.planes_used)


@rule("bd:8.36", "bd:8.37", "bd:8.38", "bd:8.39", "bd:8.40")
def ready(c: Ctx, sort: str) -> list[Unit]:
    """Counters of a sort that have arrived and were not used in this phase."""
    kind, s = KIND_OF[sort], c.state
    return [u for u, k in enumerate(c.roster.kind) if k == kind and s.box[u] == SUPPORT[kind] and not s.fought[u]]


@rule("bd:8.36", "bd:8.38")
def supported(c: Ctx, attackers: Sequence[Unit], sort: str) -> list[Unit]:
    """Armies of an attack that air armies or artillery corps can support, those that gain most first."""
    r = c.roster
    found = [u for u in attackers if r.side[u] == "soviet" and r.size[u] == "army" and not is_satellite(c, u)]
    if sort == "artillery":
        found = [u for u in found if r.kind[u] != SHOCK and overland(c, "soviet", c.state.hex_of[u])]
    return sorted(found, key=lambda u: (-r.attack[u], r.ids[u]))


# ---------------------------------------------------------------------- whether it may be
@rule(
    "bd:8.36",
    "bd:8.37",
    "bd:8.38",
    "bd:8.39",
    "bd:8.40",
    "bd:8.41",
    "bd:11.23",
    "bd:R18",
    "bd:R19",
    "bd:15.7",
    "bd:4.17",
)
def may_have(c: Ctx, kind: str, attackers: Sequence[Unit], target: Hex, wanted: Support) -> Refusal | None:
    """Whether a battle can have the support that is wanted, by number, time, place and order of the phases."""
    side = c.roster.side[attackers[0]] if attackers else c.state.side
    if wanted.luftwaffe > min(1, planes_left(c)):
        text = "No Luftwaffe counter is left in this turn." if not planes_left(c) else "One Luftwaffe counter a battle."
        return Refusal("bd:11.23", text)
    if wanted.paratroops and (side != "axis" or wanted.paratroops > 1 or gambit.paratroops(c) is None):
        return Refusal("bd:4.17", "No paratroop corps of the Gambit stands ready to drop.")
    soviet = [sort for sort in KIND_OF if getattr(wanted, sort)]
    if soviet and (side != "soviet" or kind != PREPARED):
        return Refusal(RULES[soviet[0]], f"{_word(soviet[0])} supports Soviet prepared assaults alone.")
    if wanted.luftwaffe and (wanted.air or wanted.airborne) and (wanted.air or c.scenario.get("luftwaffe_bars_drop")):
        return Refusal("bd:8.38", "Air armies stay away from a battle with Luftwaffe support.")
    for sort in soviet:
        refusal = _enough(c, attackers, sort, getattr(wanted, sort)) or _placed(c, attackers, target, sort)
        if refusal is not None:
            return refusal
    return None


@rule("bd:8.38", "bd:15.7", "bd:15.8")
def flown_over(c: Ctx, support: Support) -> Support:
    """The support of a Soviet attack that the Luftwaffe joins: no air armies, in some scenarios no airborne assault."""
    airborne = 0 if c.scenario.get("luftwaffe_bars_drop") else support.airborne
    return replace(support, luftwaffe=1, air=0, airborne=airborne)


def _word(sort: str) -> str:
    return TITLES[sort].capitalize()


def _enough(c: Ctx, attackers: Sequence[Unit], sort: str, count: int) -> Refusal | None:
    """Counters at hand, armies to support, and the order of the phases."""
    law, order = RULES[sort], c.state.order
    if count > len(ready(c, sort)):
        return Refusal(law, f"{_word(sort)}: {len(ready(c, sort))} ready, not {count}.")
    if sort in ("air", "artillery") and count > (most := len(supported(c, attackers, sort))):
        return Refusal(law, f"{_word(sort)}: {most} of the attacking armies can be supported, not {count}.")
    if sort == "partisans":
        return None
    orders = (FIGHT_MOVE,) if sort in ("interceptor", "airborne") else (FIGHT_MOVE, FIGHT_FIGHT)
    if order not in orders or second_fight(c):
        return Refusal(law, f"{_word(sort)}: only where the side fights first and then moves.")
    return None


def second_fight(c: Ctx) -> bool:
    """Whether this is the second combat phase of a fight/fight sequence."""
    return c.state.order == FIGHT_FIGHT and any(f.step == "combat" and f.vars.get("fight") == 2 for f in c.state.stack)


@rule("bd:8.37", "bd:8.39", "bd:8.40")
def _placed(c: Ctx, attackers: Sequence[Unit], target: Hex, sort: str) -> Refusal | None:
    """Where partisans, the interceptor corps and paratroopers can be used."""
    t, law, where = tables(c), RULES[sort], c.board.describe(target)
    if sort == "interceptor":
        moscow, far = t.named("Moscow"), c.data.constant("support_range")
        if any(c.grid.distance(moscow, h) > far for h in (target, *(c.state.hex_of[u] for u in attackers))):
            return Refusal(law, f"The battle is more than {far} hexes from Moscow.", (target,))
    if sort in ("partisans", "airborne") and (t.city(target) or not t.in_ussr(target)):
        return Refusal(law, f"{where} is a city, or lies outside the Soviet Union.", (target,))
    if sort == "partisans" and any(state_of(c, u) != OVERLAND for u in side_units(c, target, "axis")):
        return Refusal(law, f"The defenders of {where} are not in overland supply.", (target,))
    if sort == "airborne":
        now = year(c.state.turn)
        if now not in DROP_YEARS or c.state.drops[str(now)]:
            return Refusal(law, f"No airborne assault is left in {now}.")
    return None


# ---------------------------------------------------------------------- using it up
@rule("bd:8.36", "bd:8.37", "bd:8.38", "bd:8.39", "bd:8.40", "bd:11.23")
def spend(c: Ctx, support: Support) -> None:
    """The counters of a battle are used."""
    s = c.state
    s.planes_used += support.luftwaffe
    for sort in KIND_OF:
        for u in ready(c, sort)[: getattr(support, sort)]:
            s.fought[u] = 1
    if support.airborne:
        s.drops[str(year(s.turn))] = 1
    c.touch()


@rule("bd:8.41")
def applied(c: Ctx, kind: str, attackers: Sequence[Unit], target: Hex, wanted: Support) -> Support:
    """Of the support that is wanted as much as the battle can have, the Luftwaffe first: the rest changes nothing."""
    found = Support(tigers=wanted.tigers, groups=wanted.groups)
    for sort in ("luftwaffe", DROP, *KIND_OF):
        while getattr(found, sort) < getattr(wanted, sort):
            more = replace(found, **{sort: getattr(found, sort) + 1})
            if may_have(c, kind, attackers, target, more) is not None:
                break
            found = more
    return found


def most(c: Ctx, kind: str, attackers: Sequence[Unit], target: Hex, support: Support, sort: str) -> int:
    """How many counters of a sort a battle could have beside what it has."""
    count = getattr(support, sort)
    while may_have(c, kind, attackers, target, replace(support, **{sort: count + 1})) is None:
        count += 1
    return int(count)
