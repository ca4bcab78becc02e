"""8.9-8.13 of the Soviet side: tank brigades by dice, replacements, Guards, the aircraft of turn 12."""

from __future__ import annotations

from hashlib import blake2b

from engine.components.grid import Hex, Unit
from engine.components.wording import plural
from engine.games.pm.beginners import in_force
from engine.games.pm.supply import lake_supply, overland, reaches
from engine.games.pm.tables import Ctx, tables
from engine.games.pm.units import held_by, name, place, to_box
from engine.play.action import Refusal
from engine.play.citing import rule

LOT = 1000


# ---------------------------------------------------------------------- tank brigades
@rule("pm:8.9", "pm:R17")
def tank_brigade_modifiers(c: Ctx) -> list[tuple[int, str]]:
    """What Leningrad and Moscow take from the dice, in words."""
    s, t = c.state, tables(c)
    found = []
    for town, hexes in (("Leningrad", t.named("Leningrad")), ("Moscow", t.moscow)):
        lost = any(s.control[c.label(h)] == "axis" for h in hexes)
        cut_off = not any(reaches(c, "soviet", h) for h in hexes)
        on_lake = town == "Leningrad" and lake_supply(c)
        if lost or cut_off or on_lake:
            why = "is German-controlled" if lost else "is cut off" if cut_off else "is on lake supply"
            found.append((int(c.data.scenario["tank_brigades"][f"{town.lower()}_lost"]), f"{town} {why}"))
    return found


@rule("pm:8.9")
def raise_tank_brigades(c: Ctx) -> None:
    """From turn 3 on two dice a turn, until all of the group of 48 have come."""
    group = [u for u, box in enumerate(c.state.box) if box == "tank brigades"]
    rules = c.data.scenario["tank_brigades"]
    if c.state.turn < int(rules["from_turn"]) or not group:
        return
    dice = [c.roll(6) for _ in range(int(rules["dice"]))]
    changes = tank_brigade_modifiers(c)
    count = min(len(group), max(0, sum(dice) + sum(n for n, _ in changes)))
    for u in group[:count]:
        c.state.box[u] = "arriving"
    c.touch()
    words = "".join(f", {n} as {why}" for n, why in changes)
    text = f"Tank brigades: {' + '.join(map(str, dice))}{words}: {count} come, {len(group) - count} are left."
    c.say("reinforcement", text, "pm:8.9", rolls=dice)


# ---------------------------------------------------------------------- replacements
@rule("pm:8.13", "pm:R16", "pm:R19")
def replacement_rate(c: Ctx) -> tuple[int, int]:
    """Rifle divisions for each Military District hex this turn, and how many such hexes qualify."""
    hexes = [h for h in sorted(tables(c).districts) if c.state.control[c.label(h)] == "soviet" and overland(c, h)]
    return int(tables(c).date(c.state.turn)["replacements"]), len(hexes)


@rule("pm:8.13", "pm:R60")
def reclaim(c: Ctx) -> list[Unit]:
    """Rifle divisions from the deadpile, drawn blindly and untried again; the units that came."""
    if not in_force(c, "8.13"):
        return []
    rate, hexes = replacement_rate(c)
    s = c.state
    kind = c.data.scenario["replacements"]["soviet_formation"]
    dead = [u for u, box in enumerate(s.box) if box == "eliminated" and c.roster.formation[u] == kind]
    count = min(rate * hexes, len(dead))
    if not count:
        return []
    mix = c.roll(LOT, lot=True)
    # The lot is told with the event; without the seed of the game nobody can work out from it who is who.
    lot = f"{c.dice.seed}:{mix}"
    who = sorted((s.identity[u] for u in dead), key=lambda i: blake2b(f"{lot}:{i}".encode(), digest_size=8).digest())
    for u, identity in zip(dead, who, strict=True):
        s.identity[u], s.tried[u] = identity, 0
    for u in dead[:count]:
        s.box[u], s.steps_left[u] = "arriving", 1
    c.touch()
    each = plural(hexes, "district hex", "es")
    text = f"Replacements: {plural(count, 'rifle division')} of {len(dead)} dead ({rate} for each of {each})."
    c.say("reinforcement", text, "pm:8.13", rolls=[mix])
    return dead[:count]


# ---------------------------------------------------------------------- Guards
@rule("pm:8.11", "pm:17.6")
def conversions(c: Ctx) -> dict[str, int]:
    """Guards conversions of this turn by the formation that is converted."""
    if not in_force(c, "8.11"):
        return {}
    row = tables(c).schedule.get(str(c.state.turn), {})
    guards: dict[str, str] = c.data.scenario["schedule"]["guards"]
    return {formation: row[column] for column, formation in guards.items() if row.get(column)}


@rule("pm:8.11")
def may_convert(c: Ctx, u: Unit) -> Refusal | None:
    """Whether a unit may become Guards now: type, supply, distance from the enemy, tried before untried."""
    formation = c.roster.formation[u]
    if not c.frame.vars.get(f"guards {formation}"):
        return Refusal("pm:8.11", f"No Guards conversion of {c.roster.short[u]} is left this turn.", units=(u,))
    if (refusal := _fit(c, u)) is not None:
        return refusal
    if _guards(c, u) is None:
        text = f"No Guards counter of the kind of {c.roster.short[u]} is left: a position set up by hand has none."
        return Refusal("pm:8.11", text, units=(u,))
    if not c.state.tried[u]:
        better = [v for v in range(len(c.roster)) if c.roster.formation[v] == formation and c.state.tried[v]]
        if any(_fit(c, v) is None for v in better):
            return Refusal("pm:8.11", "A tried unit of that type must be taken first.", units=(u,))
    return None


def _fit(c: Ctx, u: Unit) -> Refusal | None:
    """In full supply and not beside the enemy, on the map or in the RVGK."""
    h, short = c.state.hex_of[u], c.roster.short[u]
    if h < 0:
        if c.state.box[u] == "rvgk":
            return None
        return Refusal("pm:8.11", f"{short} is neither on the map nor in the RVGK.", units=(u,))
    if not (overland(c, h) or h in tables(c).ports):
        return Refusal("pm:8.11", f"{short} in {c.label(h)} is not in full supply.", (h,), (u,))
    if beside_enemy(c, h, "soviet"):
        return Refusal("pm:8.11", f"{short} in {c.label(h)} stands beside a German-side unit.", (h,), (u,))
    return None


def _guards(c: Ctx, u: Unit) -> Unit | None:
    """The Guards counter that takes the place of a unit; ``None`` where none waits."""
    r, kind = c.roster, c.roster.kind[u]
    waiting = (v for v, box in enumerate(c.state.box) if box == "aside" and r.formation[v] == "guards")
    return next((v for v in waiting if r.kind[v] == kind), None)


def beside_enemy(c: Ctx, h: Hex, side: str) -> bool:
    """Whether an enemy ground unit of a side stands next to a hex."""
    return any(held_by(c, n) not in ("", side) for n in c.grid.adjacent[h])


@rule("pm:8.11")
def convert(c: Ctx, u: Unit) -> None:
    """Put the Guards counter in the place of a unit, which leaves the game."""
    formation, h, box = c.roster.formation[u], c.state.hex_of[u], c.state.box[u]
    c.frame.vars[f"guards {formation}"] -= 1
    guard = _guards(c, u)
    assert guard is not None
    before = name(c, u)
    to_box(c, u, "converted")
    c.state.steps_left[guard] = c.roster.steps[guard]
    if h >= 0:
        place(c, guard, h)
    else:
        c.state.box[guard] = box
    c.touch()
    where, who = ([h], None) if h >= 0 else ([], "soviet")  # 8.1: nobody looks into the RVGK
    text = f"{before} becomes {c.roster.name[guard]}."
    c.say("reinforcement", text, "pm:8.11", seen_by=who, hexes=where, units=[u, guard])


# ---------------------------------------------------------------------- the 6th Interceptor Corps
@rule("pm:8.10", "pm:10.4", "pm:R18")
def aircraft(c: Ctx) -> None:
    """The Soviet aircraft of the last turn come unless Moscow is lost or wholly cut off."""
    row = tables(c).schedule.get(str(c.state.turn), {})
    if not row.get("GSA") or not in_force(c, "8.10"):
        return
    moscow = tables(c).moscow
    lost = any(c.state.control[c.label(h)] == "axis" for h in moscow)
    if lost or not any(reaches(c, "soviet", h) for h in moscow):
        why = "Moscow is not wholly Soviet" if lost else "Moscow is cut off"
        c.say("reinforcement", f"The Soviet aircraft do not come: {why}.", "pm:8.10")
        return
    for u, box in enumerate(c.state.box):
        if box == "aside" and c.roster.kind[u] == "ground support":
            c.state.box[u] = "air"
            c.say("reinforcement", f"{c.roster.agree(u, 'is', 'are')} ready.", "pm:8.10", units=[u])
    c.touch()
