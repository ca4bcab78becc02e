"""13.1 to 13.3, 15.3: which artillery may support a battle, how many units together, and what they add."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from engine.components.charts import TallyLine
from engine.components.grid import Hex, Unit
from engine.games.efs import forts
from engine.games.efs.combat.access import SWAMP
from engine.games.efs.combat.attack_supply import gun_supplied, limited, unsupplied
from engine.games.efs.combat.battles import NONE, Battle, defenders
from engine.games.efs.combat.combining import combine
from engine.games.efs.combat.strengths import Number, shown
from engine.games.efs.edition import edition
from engine.games.efs.kinds import GREEN, colour, is_flotilla, is_gun, is_heavy, nationality
from engine.games.efs.state import ACTIVATED, BACK, OUT
from engine.games.efs.tables import Ctx, tables
from engine.games.efs.units import combat_units, number
from engine.games.efs.weather import MUD, ice, key
from engine.games.efs.zones import projectors
from engine.play.action import Refusal
from engine.play.citing import rule

GERMAN = "german"


@dataclass(slots=True)
class Support:
    """What the artillery of one side adds to a battle."""

    value: Number = 0
    """After halving and the limit of 13.13."""
    guns: tuple[Unit, ...] = ()
    """Those that support."""
    silent: tuple[Unit, ...] = ()
    """Guns in a Defender hex that bring their defense strength instead (13.22)."""
    lines: list[TallyLine] = field(default_factory=list)


# ---------------------------------------------------------------------- one gun
@rule("efs:13.12", "efs:13.13", "efs:13.42", "efs:13.46", "efs:13.33")
def _ready(c: Ctx, b: Battle, u: Unit) -> Refusal | None:
    """Why a gun fires for nobody now."""
    s, name = c.state, c.roster.short[u]
    if s.hex_of[u] < 0 or not is_gun(c, u):
        return Refusal("efs:13.11", f"{name} is no artillery on the map.", units=(u,))
    if s.committed[u] not in (NONE, b.number):
        return Refusal("efs:13.12", f"{name} supports another combat.", units=(u,))
    if s.fired[u]:
        return Refusal("efs:13.12", f"{name} has fired.", units=(u,))
    if s.overrun[u]:
        return Refusal("efs:11.38", f"{name} has an Overrun marker: it supports nobody.", units=(u,))
    if s.did[u] & ACTIVATED and colour(c, u) == GREEN and not edition(c).activated_guns_fire:
        return Refusal("efs:10.13", f"{name} is super-heavy and was activated: it supports nobody.", units=(u,))
    if is_heavy(c, u):
        if s.mode[u] != BACK:
            return Refusal("efs:13.42", f"{name} is on its Mobile side and cannot fire.", units=(u,))
        if rationed(c, u) and not s.ammo[u]:
            return Refusal("efs:13.46", f"{name} has no ammunition left.", units=(u,))
    return None


@rule("efs:13.46")
def rationed(c: Ctx, u: Unit) -> bool:
    """Whether the scenario counts the rounds of a gun."""
    return c.roster.ids[u] in c.scenario.get("ammunition", {})


@rule("efs:13.11", "efs:12.17")
def in_range(c: Ctx, u: Unit, targets: Iterable[Hex]) -> list[Hex]:
    """Those of some Defender hexes that a gun can reach: its own hex is not counted, that of the defender is."""
    h, far = c.state.hex_of[u], number(c, u, "range")
    return [b for b in targets if c.grid.distance(h, b) <= far]


@rule("efs:13.11", "efs:13.23", "efs:13.42", "efs:15.22", "efs:15.33", "efs:15.34", "efs:22.56")
def may_support(c: Ctx, b: Battle, u: Unit) -> Refusal | None:
    """Why a gun cannot support an attack; combination limits left aside."""
    if (refusal := _ready(c, b, u) or _reach(c, b, u)) is not None:
        return refusal
    name, here, enemy = c.roster.short[u], c.state.hex_of[u], c.other(b.side)
    if c.roster.side[u] != b.side:
        return Refusal("efs:13.11", f"{name} is not on the side that attacks.", units=(u,))
    alone = not edition(c).guns_help_flotillas
    if alone and b.attackers and all(is_flotilla(c, v) for v in b.attackers):
        return Refusal("efs:22.56", f"{name} does not support flotillas that attack alone.", b.targets, (u,))
    if is_heavy(c, u) and not any(_worth_a_shell(c, h, enemy) for h in b.targets):
        return Refusal("efs:13.42", f"{name} fires at fortifications{_or_cities(c)} alone.", b.targets, (u,))
    binding = sorted({c.state.hex_of[e] for e in projectors(c, here, enemy)})
    if binding and edition(c).guns_bound and not set(binding) & set(b.targets):
        where = " or ".join(map(c.label, binding))
        return Refusal("efs:13.23", f"{name} is in the zone of control of {where}: it can only fire there.",
                       tuple(binding), (u,))  # fmt: skip
    if not gun_supplied(c, b, u):
        return Refusal("efs:13.11", f"{name} traces no LOC to an Attack Supply Point of this attack.", (here,), (u,))
    if not edition(c).guns_fed_alone and (short := unsupplied(c, b)):
        who = f"{c.roster.names(short)} trace{'s' * (len(short) == 1)}"
        text = f"{who} no LOC to one: the attack is not supplied, so no artillery supports it."
        return Refusal("efs:15.22", text, (here,), tuple(short))
    return None


@rule("efs:13.42")
def _worth_a_shell(c: Ctx, h: Hex, enemy: str) -> bool:
    """Whether big guns fire at a hex: one with works, or in editions that let them a city."""
    city = tables(c).city(h) or tables(c).major_city(h)
    return bool(forts.helps(c, h, enemy)) or (city and edition(c).big_guns_at_cities)


def _or_cities(c: Ctx) -> str:
    return " and cities" if edition(c).big_guns_at_cities else ""


@rule("efs:13.11", "efs:13.21", "efs:13.22", "efs:13.32", "efs:13.42", "efs:6.35", "efs:13.52", "efs:15.32")
def may_defend(c: Ctx, b: Battle, u: Unit) -> Refusal | None:
    """Why a gun cannot support the defense of a battle; combination limits left aside."""
    if (refusal := _ready(c, b, u) or _reach(c, b, u)) is not None:
        return refusal
    name, here, enemy = c.roster.short[u], c.state.hex_of[u], c.other(b.side)
    if c.roster.side[u] != enemy:
        return Refusal("efs:13.11", f"{name} is not on the side that defends.", units=(u,))
    if number(c, u, "attack_only") and (is_heavy(c, u) or edition(c).rockets_apart):
        law = "efs:13.42" if is_heavy(c, u) else "efs:13.32"
        return Refusal(law, f"{name} supports attacks only.", units=(u,))
    if not edition(c).guns_help_flotillas and all(is_flotilla(c, v) for v in defenders(c, b)):
        return Refusal("efs:22.56", f"{name} does not support flotillas that defend alone.", b.targets, (u,))
    if c.state.supply[u] == OUT:
        return Refusal("efs:6.35", f"{name} is out of supply and cannot support a defense.", units=(u,))
    if here not in b.targets:
        if c.label(here) in c.state.battle and c.state.battle[c.label(here)] not in c.state.battles_done:
            return Refusal("efs:13.22", f"{name} is in a Defender hex and supports only that.", (here,), (u,))
        if projectors(c, here, b.side):
            return Refusal("efs:13.11", f"{name} is in an enemy zone of control: no support elsewhere.", (here,), (u,))
    elif all(is_gun(c, v) for v in combat_units(c, here, enemy)):
        return Refusal(
            "efs:13.21", f"{name} defends with artillery alone: only defense strengths count.", (here,), (u,)
        )
    if limited(c) and not gun_supplied(c, b, u):
        text = f"Limited Artillery Supply: {name} traces no LOC to an Attack Supply Point."
        return Refusal("efs:13.52", text, (here,), (u,))
    return None


def _reach(c: Ctx, b: Battle, u: Unit) -> Refusal | None:
    if in_range(c, u, b.targets):
        return None
    far, name = number(c, u, "range"), c.roster.short[u]
    where = " or ".join(map(c.label, b.targets))
    text = f"{where} is more than {far} hex{'es' * (far != 1)} from {name}."
    return Refusal("efs:13.11", text, b.targets, (u,))


# ---------------------------------------------------------------------- strengths
@rule("efs:13.16", "efs:13.31", "efs:15.41", "efs:15.42", "efs:3.42")
def strength(c: Ctx, b: Battle, u: Unit) -> tuple[Fraction, list[tuple[str, str]]]:
    """Support strength of a gun in a battle, with fractions, and why it is halved."""
    reached, why = in_range(c, u, b.targets), []
    if not ice(c).swamps and reached and all(tables(c).terrain(h) == SWAMP for h in reached):
        why.append(("into a swamp", "efs:13.16"))
    if reached and all(key(c, h) == MUD for h in reached):
        why.append(("in Mud", "efs:15.42"))
    if edition(c).allied_guns_weak and allied(c, u) and c.roster.side[u] != b.side and not _in_the_fight(c, b, u):
        why.append(("Axis-Allied", "efs:13.31"))
    return Fraction(number(c, u, "support"), 1 << len(why)), why


@rule("efs:13.31")
def allied(c: Ctx, u: Unit) -> bool:
    """Whether a gun is Axis-Allied: Axis and not German."""
    return c.roster.side[u] == "axis" and nationality(c, u) != GERMAN


def _in_the_fight(c: Ctx, b: Battle, u: Unit) -> bool:
    h = c.state.hex_of[u]
    return h in b.targets or h in {c.state.hex_of[v] for v in b.attackers}


@rule("efs:13.13", "efs:15.46", "efs:15.42")
def _sum(c: Ctx, b: Battle, guns: Sequence[Unit], limit: int, found: Support) -> None:
    """Add up what guns bring: fractions of halved ones together, then dropped; not more than the limit."""
    found.guns, total = tuple(guns), Fraction(0)
    for u in guns:
        value, why = strength(c, b, u)
        reasons = "".join(f", halved {word}" for word, _ in why)
        law = why[0][1] if why else "efs:13.12"
        found.lines.append(TallyLine(f"+{shown(value)}", f"{c.roster.short[u]} supports{reasons}", law))
        total += value
    found.value = int(total) if total.denominator == 1 or not edition(c).fractions_kept else total
    if total != found.value:
        found.lines.append(TallyLine(f"+{found.value}", "support together, fraction dropped", "efs:15.42"))
    if found.value > limit:
        text = f"support of {shown(found.value)} is limited to {limit}, the strength that it supports"
        found.lines.append(TallyLine(f"+{limit}", text, "efs:13.13"))
        found.value = limit


@rule("efs:15.33", "efs:13.12")
def attack_support(c: Ctx, b: Battle, limit: int) -> Support:
    """What the guns of the attacker add; those that may not, or no longer, are left out."""
    found = Support()
    _sum(c, b, firing(c, b), limit, found)
    return found


def firing(c: Ctx, b: Battle) -> list[Unit]:
    """The guns of the attacker that do support a battle."""
    guns = [u for u in b.guns if may_support(c, b, u) is None]
    while guns and combine(c, b, guns) is not None:
        guns.pop()
    return guns


@rule("efs:15.32", "efs:13.22", "efs:R133")
def supporters(c: Ctx, b: Battle) -> tuple[list[Unit], list[Unit]]:
    """Guns that support a defense, and those in a Defender hex, with other units, that cannot.

    Committed guns come first. Guns in the Defender hex join by themselves, the strongest first, as far as the limits
    of 13.14 and 13.15 leave room.
    """
    enemy = c.other(b.side)
    here = [u for h in b.targets for u in combat_units(c, h, enemy) if is_gun(c, u)]
    able = [u for u in here if may_defend(c, b, u) is None]
    guns = [u for u in b.defence_guns if may_defend(c, b, u) is None]
    while guns and combine(c, b, guns) is not None:
        guns.pop()
    for u in sorted(set(able) - set(guns), key=lambda u: (-strength(c, b, u)[0], u)):
        if combine(c, b, [*guns, u]) is None:
            guns.append(u)
    return guns, [u for u in here if u not in guns]


def defence_support(c: Ctx, b: Battle, guns: Sequence[Unit], limit: int) -> Support:
    """What the guns of the defender add."""
    found = Support()
    _sum(c, b, guns, limit, found)
    return found


# ---------------------------------------------------------------------- committing
@rule("efs:13.12", "efs:13.13")
def may_commit(c: Ctx, b: Battle, u: Unit) -> Refusal | None:
    """Why a gun cannot support a battle beside those that do already, on either side."""
    defending = c.roster.side[u] != b.side
    refusal = may_defend(c, b, u) if defending else may_support(c, b, u)
    return refusal or combine(c, b, [*(b.defence_guns if defending else b.guns), u])


@rule("efs:13.12", "efs:13.42", "efs:13.46")
def fire(c: Ctx, b: Battle) -> None:
    """After a battle: the guns that supported it bear a Fired marker, and counted rounds are spent."""
    guns, _ = supporters(c, b)
    for u in (*guns, *firing(c, b)):
        c.state.fired[u] = 1
        if is_heavy(c, u) and rationed(c, u):
            c.state.ammo[u] -= 1
    c.touch()
