"""12.11 to 12.17, 12.21, 12.33: what declared attacks still lack, battle by battle and for all of them together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.components.grid import Hex, Unit
from engine.components.wording import counted
from engine.games.efs.combat.access import BOATS, SHUT, able_to_attack, approach, company, may_attack, never
from engine.games.efs.combat.battles import MANDATED, Battle, battle, number_at, open_battles, origins
from engine.games.efs.combat.odds import initial, table
from engine.games.efs.combat.shares import idle
from engine.games.efs.combat.strengths import attack_force, shown
from engine.games.efs.edition import edition
from engine.games.efs.kinds import is_engineer, is_rocket
from engine.games.efs.stacking import excess, points
from engine.games.efs.tables import Ctx
from engine.games.efs.units import attack, combat_units, fighters, is_untried, number, steps
from engine.games.efs.zones import projectors
from engine.play.action import Refusal
from engine.play.citing import rule
from engine.play.fields import derived

MANDATE_ODDS = "3-2"
BOAT_POINTS = 2
"""Stacking points that attack over shallow water besides one engineer (15.53)."""


# ---------------------------------------------------------------------- one battle
def flaw(c: Ctx, b: Battle) -> Refusal | None:
    """Why a battle cannot be fought as it is declared; ``None`` for one in order."""
    return next(flaws(c, b), None)


@rule("efs:12.11", "efs:12.12", "efs:12.17", "efs:12.21", "efs:12.23", "efs:15.13")
def flaws(c: Ctx, b: Battle) -> Iterator[Refusal]:
    """All that is wrong with a battle, what weighs most first."""
    where = names_of(c, b.targets)
    if not b.attackers:
        yield Refusal("efs:12.11", f"Nobody attacks {where}: name attackers, or call the attack off.", b.targets)
        return
    for u in b.attackers:
        if (refusal := joins_all(c, u, b.targets)) is not None:
            yield refusal
    yield from filter(None, (company(c, b.attackers, h) for h in b.targets))
    yield from _boats(c, b)
    yield from strengthless(c, b)
    odds = initial(c, b)
    if odds.place < 0:
        least = table(c).columns[0]
        ratio = f"{shown(odds.attack)} against {shown(odds.defence)}"
        text = f"{ratio} in {where} is below {least}: no attack can be declared."
        yield Refusal("efs:12.21", text, b.targets, b.attackers)
    elif MANDATED in b.flags and (refusal := mandate_flaw(c, b)) is not None:
        yield refusal


@rule("efs:12.17", "efs:15.13")
def joins_all(c: Ctx, u: Unit, targets: Iterable[Hex]) -> Refusal | None:
    """Why a unit cannot attack several hexes at once: it must be able to attack each of them."""
    targets = tuple(targets)
    for h in targets:
        refusal = may_attack(c, u, h)
        if refusal is not None and len(targets) > 1 and refusal.rule == "efs:12.12" and never(c, u) is None:
            text = (
                f"{c.roster.short[u]} is not adjacent to {c.label(h)}: who attacks several hexes is beside all of them."
            )
            return Refusal("efs:12.17", text, targets, (u,))
        if refusal is not None:
            return refusal
    return None


@rule("efs:12.12", "efs:3.44")
def strengthless(c: Ctx, b: Battle) -> Iterator[Refusal]:
    """Attackers that halving leaves without strength, and Untried ones with nobody of known strength beside them."""
    spent = attack_force(c, b, initial=True).spent
    if spent:
        verb = "is" if len(spent) == 1 else "are"
        text = f"{c.roster.names(spent)} {verb} halved to nothing and cannot attack {names_of(c, b.targets)}."
        yield Refusal("efs:3.44", text, b.targets, spent)
    untried = tuple(u for u in b.attackers if is_untried(c, u))
    if untried and not any(attack(c, u) for u in b.attackers if u not in untried):
        text = f"{c.roster.names(untried)}: Untried units attack only with a unit of known attack strength."
        yield Refusal("efs:12.12", text, units=untried)


@rule("efs:15.53")
def _boats(c: Ctx, b: Battle) -> Iterator[Refusal]:
    """Over shallow water two stacking points attack, and one engineer."""
    for a in origins(c, b):
        over = [u for u in b.attackers if c.state.hex_of[u] == a and BOATS in (approach(c, u, a, h) for h in b.targets)]
        load = sum(points(c, u) for u in over if not is_engineer(c, u))
        if load > BOAT_POINTS or sum(is_engineer(c, u) for u in over) > 1:
            text = f"Over shallow water from {c.label(a)} attack {BOAT_POINTS} stacking points and one engineer unit."
            yield Refusal("efs:15.53", text, (a, *b.targets), tuple(over))


@rule("efs:12.33", "efs:R140")
def mandate_flaw(c: Ctx, b: Battle) -> Refusal | None:
    """Why a battle is no Mandated Attack: too few steps of attackers, no artillery, or initial odds below 3-2."""
    found, least = sum(steps(c, u) for u in b.attackers), edition(c).mandate_steps
    if found < least:
        told = f"{counted(found, 'attacks', 'attack')} {names_of(c, b.targets)}"
        text = f"A Mandated Attack needs {least} steps of attackers; {told}."
        return Refusal("efs:12.33", text, b.targets, b.attackers)
    odds, crt = initial(c, b), table(c)
    if odds.place < crt.columns.index(MANDATE_ODDS):
        text = f"A Mandated Attack needs initial odds of {MANDATE_ODDS}; {names_of(c, b.targets)} is at {odds.heading}."
        return Refusal("efs:12.33", text, b.targets, b.attackers)
    return idle(c, b)


# ---------------------------------------------------------------------- all battles together
@rule("efs:12.16", "efs:12.14")
def required(c: Ctx, b: Battle) -> dict[Hex, tuple[Hex, ...]]:
    """Enemy hexes whose zone of control reaches attackers of a battle, each with the hexes that it reaches."""
    found: dict[Hex, list[Hex]] = {}
    for a in origins(c, b):
        for e in projectors(c, a, c.other(b.side)):
            here = found.setdefault(c.state.hex_of[e], [])
            if a not in here:
                here.append(a)
    return {e: tuple(hexes) for e, hexes in sorted(found.items()) if not excused(c, e, b.side)}


@rule("efs:12.14", "efs:12.16", "efs:R141")
def excused(c: Ctx, h: Hex, side: str) -> bool:
    """Whether by the ground no combat unit of a side beside an enemy hex could attack it: then nobody has to."""
    beside = (u for n in c.grid.adjacent[h] for u in combat_units(c, n, side))
    return not any(never(c, u) is None and approach(c, u, c.state.hex_of[u], h) != SHUT for u in beside)


@rule("efs:12.16", "efs:12.11")
def unmet(c: Ctx, side: str) -> list[Refusal]:
    """The enemy hexes that declared attacks oblige a side to attack, and that nobody attacks yet."""
    found: dict[Hex, Refusal] = {}
    for n in open_battles(c):
        b = battle(c, n)
        for e, hexes in (required(c, b) if b.side == side else {}).items():
            if number_at(c, e) < 0 and e not in found:
                found[e] = _left_out(c, b, e, hexes)
    return [found[e] for e in sorted(found)]


def _left_out(c: Ctx, b: Battle, e: Hex, hexes: tuple[Hex, ...]) -> Refusal:
    helpers, enemy = able(c, e, b.side), c.label(e)
    who = f" {helpers[0]}{' or others' * (len(helpers) > 1)} could." if helpers else ""
    reach = f"The zone of {enemy} reaches {names_of(c, hexes)}, from where {names_of(c, b.targets)} is attacked"
    text = f"{reach}: somebody must attack {enemy} too.{who}"
    return Refusal("efs:12.16", text, (e, *hexes), combat_units(c, e, c.other(b.side)))


def able(c: Ctx, h: Hex, side: str) -> list[str]:
    """Short names of the units of a side that could attack a hex and attack nobody yet, the strongest first."""
    beside = [u for n in c.grid.adjacent[h] for u in combat_units(c, n, side)]
    free = [u for u in beside if c.state.committed[u] < 0 and may_attack(c, u, h) is None]
    return [c.roster.short[u] for u in sorted(free, key=lambda u: (-attack(c, u), u))]


@rule("efs:3.33", "efs:15.53", "efs:13.32")
def crowded(c: Ctx, side: str) -> list[Refusal]:
    """Hexes above the stacking limit that no attack by an engineer or rocket unit in them explains."""
    s, battles = c.state, [battle(c, n) for n in open_battles(c)]
    attacking = {s.hex_of[u] for b in battles if b.side == side for u in b.attackers}
    aims = [h for b in battles if b.side == side for h in b.targets]
    for h, units in fighters(c, side).items():
        for u in units:
            if is_rocket(c, u) and any(c.grid.distance(h, aim) <= number(c, u, "range") for aim in aims):
                attacking.add(h)
    return [
        Refusal(
            "efs:3.33", f"{c.board.describe(h)} is {over} above the stacking limit and nobody attacks from it.", (h,)
        )
        for h, over in sorted(excess(c, side, attacking=attacking).items())
    ]


BEFORE_ATTACKS = ("axis-movement", "soviet-motorized")
"""The movement phases behind which attacks are declared."""


@rule("efs:3.33", "efs:15.53", "efs:13.32")
@derived()
def overfull(c: Ctx) -> dict[Hex, int]:
    """Hexes of the side that moves with more than may stand there when the phase ends, and how many points too many:
    where attacks come next an engineer that can attack may be above the limit, and two rocket units in range."""
    side = c.state.side
    if not edition(c).attackers_above or c.state.phase not in BEFORE_ATTACKS:
        return excess(c, side)
    if not (found := excess(c, side)):
        return found
    aims = able_to_attack(c, side)
    able = {u for units in aims.values() for u in units}
    held = fighters(c, side)
    ready = [h for h in found if any(_may_be_above(c, u, able, aims) for u in held[h])]
    return excess(c, side, attacking=ready)


def _may_be_above(c: Ctx, u: Unit, able: set[Unit], aims: Iterable[Hex]) -> bool:
    if is_engineer(c, u):
        return u in able
    return is_rocket(c, u) and any(c.grid.distance(c.state.hex_of[u], h) <= number(c, u, "range") for h in aims)


@rule("efs:12.11", "efs:12.16", "efs:12.21", "efs:12.33")
@derived()
def open_duties(c: Ctx, side: str) -> list[Refusal]:
    """All that is to be mended before a declaration can end: flawed battles, enemies left out, hexes too full."""
    own = [b for b in map(lambda n: battle(c, n), open_battles(c)) if b.side == side]
    return [*(r for b in own for r in flaws(c, b)), *unmet(c, side), *crowded(c, side)]


def names_of(c: Ctx, hexes: Iterable[Hex]) -> str:
    """Hexes for a sentence."""
    return " and ".join(map(c.label, hexes))
