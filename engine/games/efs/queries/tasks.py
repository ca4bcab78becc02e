"""What is left in a step, for the list and for the question before a phase is ended early."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from engine.components.grid import Hex
from engine.components.wording import counted, plural
from engine.games.efs.air.bases import is_dummy
from engine.games.efs.air.interdiction import richest
from engine.games.efs.combat.battles import open_battles, targets
from engine.games.efs.combat.declare import attackable, declared_mandates
from engine.games.efs.combat.duties import open_duties, overfull
from engine.games.efs.combat.promises import broken_promise
from engine.games.efs.command import ACTIVATE, left, value
from engine.games.efs.edition import edition
from engine.games.efs.kinds import is_hq, is_supply
from engine.games.efs.movement.airlift import lifters
from engine.games.efs.movement.allowance import begun, movers, told
from engine.games.efs.movement.entry import comers
from engine.games.efs.movement.reach import stands_still
from engine.games.efs.movement.substitutes import may_form
from engine.games.efs.phases.activation import candidates, doublers
from engine.games.efs.phases.changes import called
from engine.games.efs.phases.demolition import blowers, menders
from engine.games.efs.phases.flights import AIRLIFT, INTERDICTION, mission_of
from engine.games.efs.phases.guns import turnable
from engine.games.efs.phases.missions import able, present
from engine.games.efs.phases.placing import coming
from engine.games.efs.phases.preparing import chosen
from engine.games.efs.phases.railroads import converters, convertible, cuttable
from engine.games.efs.phases.reaction import gunners, ordered, reactors, untouched
from engine.games.efs.phases.regiments import joinable
from engine.games.efs.phases.replacements import refittable
from engine.games.efs.phases.reservists import called_up, freeable, results
from engine.games.efs.phases.strongpoints import EXTRA, builders
from engine.games.efs.phases.supply_phase import hungry
from engine.games.efs.phases.zaps import dissolvable, fillable
from engine.games.efs.replacing import markable, rebuildable, waiting
from engine.games.efs.stacking import too_many_trains
from engine.games.efs.state import BACK
from engine.games.efs.supply import events
from engine.games.efs.tables import Ctx
from engine.games.efs.units import fighters
from engine.games.efs.victory import AXIS, LAPSED, SOVIET, called_for, deserted
from engine.play.asked import Task
from engine.play.citing import rule
from engine.play.fields import derived

Left = Callable[[Ctx], Iterator[Task]]
LAST_MOVES = "axis-motorized"
"""Phase after which the Axis side moves no more before places are judged (24.25)."""
DOUBLE, MODE = "double", "mode"
"""Verbs that not every edition has in its movement."""
UNTIL_DECLARED = ("soviet-motorized", "soviet-declaration")
"""Phases of the Soviet side up to that in which it declares attacks."""
NEAR = 2
"""Hexes from the enemy within which a unit that has not moved is worth a question."""


def tasks(c: Ctx) -> list[Task]:
    """What is left in the present step, what is pressing first; empty for steps that are one question."""
    return listed(c, LEFT)


def listed(c: Ctx, left_in: Mapping[str, Left]) -> list[Task]:
    """The same by a table of what is left in which step."""
    step = c.frame.step if c.state.stack else ""
    found = list(left_in[step](c)) if step in left_in else []
    return sorted(found, key=lambda task: not task.pressing)


@derived("hex_of", "side")
def _near(c: Ctx) -> dict[Hex, int]:
    """Hexes by their distance from the nearest enemy combat unit, 1 beside it, as far as anything matters."""
    edge = set(fighters(c, c.other(c.state.side)))
    found = dict.fromkeys(edge, 0)
    for distance in range(1, NEAR + 1):
        edge = {n for h in edge for n in c.grid.adjacent[h]}.difference(found)
        found |= dict.fromkeys(edge, distance)
    return found


def _offers_verb(c: Ctx, name: str) -> bool:
    """Whether the present step knows a kind of answer: phases of another edition do not know all."""
    return any(verb.name == name for verb in c.step.verbs)


# ---------------------------------------------------------------------- moving
@rule("efs:10.1", "efs:8.12", "efs:6.45", "efs:21.12", "efs:3.33", "efs:23.32")
def _movement(c: Ctx) -> Iterator[Task]:
    """Hexes too full, supply that is lost when it does not come in, headquarters with points, who has not moved."""
    s, r = c.state, c.roster
    for h, over in sorted(overfull(c).items()):
        many = counted(over, "stacking point", "stacking points")
        yield Task(c.label(h), f"{many} too many", "efs:3.33", True, "hexes too full")
    for h in too_many_trains(c, s.side):
        yield Task(c.label(h), "one armored train a hex", "efs:21.31", True, "hexes too full")
    for spot in deserted(c) if s.side == AXIS else ():
        gone = s.places[spot.key].endswith(LAPSED)
        what = "to count again at the end of the turn" if gone else "or its points are lost at the end of the turn"
        text = f"{spot.key} needs a unit in it, {what}"
        last = s.phase == LAST_MOVES
        yield Task(c.label(spot.town[0]), text, "efs:24.24", last, "places are not occupied")
    for name in comers(c):
        if is_supply(c, r.by_id[name]):
            yield Task(name, "supply comes in, or is lost", "efs:6.45", True, "supply units wait to enter")
        else:
            yield Task(name, "may enter", "efs:8.12", False, "units wait to enter")
    yield from _headquarters(c)
    yield from risks(c)
    yield from _offers(c)
    near = _near(c)
    for name in movers(c):
        u = r.by_id[name]
        away, kind = near.get(s.hex_of[u], NEAR + 1), r.kind[u]
        if stands_still(c, u):
            continue
        if begun(c, u):
            yield Task(name, f"may go on, {told(s.mp_left[u])} MP left", "efs:10.23")
        elif away > NEAR:
            yield Task(name, "not moved", "efs:10.1", False, "more not moved", kind)
        else:
            text = "beside the enemy, not moved" if away == 1 else f"not moved, {away} from the enemy"
            # A supply unit that stays where it is is no slip.
            pressing = away > 1 and not is_supply(c, u)
            yield Task(name, text, "efs:10.1", pressing, "units near the enemy have not moved", kind)


@rule("efs:23.32", "efs:14.71")
def _offers(c: Ctx) -> Iterator[Task]:
    """Divisions that can take in regiments, and units that can be flown."""
    for name in joinable(c):
        yield Task(name, "can take a regiment in", "efs:23.32", False, "divisions can take in regiments")
    yield from _guns(c)
    for name in lifters(c):
        yield Task(name, "can be flown to another town", "efs:14.71", False, "units can be flown")


@rule("efs:21.12", "efs:10.13", "efs:12.35")
def _headquarters(c: Ctx) -> Iterator[Task]:
    """Headquarters that can still activate somebody."""
    waiting = candidates(c)
    if not waiting:
        return
    able = doublers(c) if _offers_verb(c, DOUBLE) else []
    for u, h in enumerate(c.state.hex_of):
        if h >= 0 and is_hq(c, u) and c.roster.side[u] == c.state.side and (points := left(c, u, ACTIVATE)) > 0:
            use = ", may double" if c.roster.ids[u] in able else " to activate"
            use += ", doubled" if c.roster.ids[u] in c.state.doubled else ""
            text = f"{points} of {plural(value(c, u, ACTIVATE), 'point')} left{use}"
            yield Task(c.roster.ids[u], text, "efs:21.12", True, "headquarters have points left")


@rule("efs:12.36")
def risks(c: Ctx) -> list[Task]:
    """Mandated Attacks that become points in this turn unless they are declared: told until that can be done."""
    s = c.state
    if s.side != SOVIET or s.phase not in UNTIL_DECLARED or not (places := called_for(c)):
        return []
    if (open_ := s.mandates - declared_mandates(c)) < 1:
        return []
    many, points = counted(open_, "Mandated Attack becomes", "Mandated Attacks become"), open_ * edition(c).mandate_vp
    text = f"{many} {points} VP of the Axis in this turn, while it holds {', '.join(places)}"
    return [Task("", text, "efs:12.36", False, "warning of Mandated Attacks")]


# ---------------------------------------------------------------------- fighting
@rule("efs:12.16", "efs:12.1")
def _declaration(c: Ctx) -> Iterator[Task]:
    """What declared attacks oblige to, then hexes that could be attacked; while there is no attack at all, they press:
    with the phase go reaction, air support and combat of the turn.
    """
    side, declared = c.state.side, {h for n in open_battles(c) for h in targets(c, n)}
    promise = broken_promise(c, side)
    for duty in [*open_duties(c, side), *([promise] if promise else [])]:
        yield Task(c.label(duty.hexes[0]) if duty.hexes else "", duty.reason, duty.rule, True, "duties are open")
    yield from risks(c)
    for h in attackable(c, side):
        if h not in declared:
            yield Task(c.label(h), "could be attacked", "efs:12.11", not declared, "hexes could be attacked")


@rule("efs:12.4", "efs:12.52", "efs:13.1")
def _reaction(c: Ctx) -> Iterator[Task]:
    """Units that can react, and the attacks on which Orders and guns can be spent: pressing until something is done."""
    asked = untouched(c)
    for name in reactors(c):
        yield Task(name, "can react", "efs:12.41", asked, "units can react")
    for name, hexes in gunners(c).items():
        yield Task(name, f"can fire for {' or '.join(hexes)}", "efs:13.1", asked, "guns can fire")
    for n in open_battles(c):
        label = c.label(targets(c, n)[0])
        if ordered(c, label):
            yield Task(label, "is attacked: Orders?", "efs:12.52", asked, "hexes are attacked")


@rule("efs:14.51", "efs:14.61", "efs:14.75")
def _missions(c: Ctx) -> Iterator[Task]:
    """Air units that can fly to a battle, to interdict, or with transports; or against those who do."""
    mission, sort = mission_of(c), present(c)
    column, word = ("interdiction", "interdiction") if mission == INTERDICTION else ("cas", "support")
    plain = mission == AIRLIFT or (mission == INTERDICTION and c.state.side != c.frame.vars["attacker"])
    for name in able(c):
        u = c.roster.by_id[name]
        worth = "" if plain else f"{word} {c.roster.number(column, u)}, "
        text = f"{worth}air combat {c.roster.number('air_combat', u)}"
        yield Task(name, text, sort.rule if mission else "efs:14.51", not is_dummy(c, u), "air units are ready")
    if mission == INTERDICTION and not plain:
        yield from _targets(c)


@rule("efs:14.64", "efs:14.66")
def _targets(c: Ctx) -> Iterator[Task]:
    """Where most of the enemy would be in a zone."""
    for h, hqs, units in richest(c):
        rolls = f"{c.roster.names(hqs)} would roll, " if hqs else ""
        text = f"under a zone here: {rolls}{counted(units, 'unit', 'units')}"
        yield Task(c.label(h), text, "efs:14.64", False, "hexes where a zone would reach most")


@rule("efs:15.1")
def _combat(c: Ctx) -> Iterator[Task]:
    """Battles that are to be fought, that which is prepared first: nobody who is asked about it goes to another."""
    for n in sorted(open_battles(c), key=lambda n: n != chosen(c)):
        yield Task(c.label(targets(c, n)[0]), "is to be fought", "efs:15.1", True, "battles are to be fought")


# ---------------------------------------------------------------------- supply and engineering
@rule("efs:6.26", "efs:7.53")
def _feeding(c: Ctx) -> Iterator[Task]:
    if n := events.left(c, c.state.side):
        yield Task("", f"{counted(n, 'result', 'results')} S, lost if not used", "efs:7.53", True, "results S are left")
    for h in hungry(c, c.state.side):
        yield Task(c.label(h), "has no General Supply", "efs:6.26", True, "hexes lack supply")


@rule("efs:22.42", "efs:22.44", "efs:7.43", "efs:7.44")
def _engineering(c: Ctx) -> Iterator[Task]:
    """Bridges to blow or repair, units that can build, Zap units, and who can be rebuilt."""
    marked = waiting(c, c.state.side)
    for name in marked:
        text = "marked: receives a step, or its marker comes off for nothing"
        yield Task(name, text, "efs:7.73", True, "marked units have received nothing")
    for name in blowers(c):
        yield Task(name, "can blow a bridge", "efs:22.42", False, "units can blow a bridge")
    for name in menders(c):
        yield Task(name, "can repair a bridge", "efs:22.44", True, "engineers can repair a bridge")
    yield from building(c)
    for name in fillable(c):
        yield Task(name, "can absorb a Zap unit", "efs:7.43", True, "units can absorb Zap units")
    for name in dissolvable(c):
        yield Task(name, "can become a Zap unit", "efs:7.44", False, "militia can become Zap units")
    for name in rebuildable(c, c.state.side):
        if name in marked:
            continue
        yield Task(name, "can be rebuilt", "efs:7.73", True, "units can be rebuilt")


@rule("efs:18.45", "efs:7.41")
def building(c: Ctx) -> Iterator[Task]:
    """Railroads, strongpoints and guns."""
    yield from _railroads(c)
    for name in builders(c):
        yield Task(name, "can build a strongpoint", "efs:18.45", False, "units can build")
    yield from _guns(c)
    if c.state.side == "soviet" and (n := c.state.events[EXTRA]):
        text = f"{counted(n, 'strongpoint', 'strongpoints')} near a city, lost if not begun"
        yield Task("", text, "efs:7.41", True, "E strongpoints are left")


@rule("efs:19.21", "efs:19.3", "efs:19.4")
def _railroads(c: Ctx) -> Iterator[Task]:
    """Conversion points that have a use, Soviet units that can convert, and where a railroad can be cut."""
    if open_ends := convertible(c):
        points = plural(c.state.conversion[AXIS], "point")
        yield Task(open_ends[0], f"a railhead can go on, {points}", "efs:19.21", True, lost=True)
    for name in converters(c):
        yield Task(name, "can convert its railroad hex", "efs:19.3", True, "units can convert a railroad hex")
    for label in cuttable(c):
        yield Task(label, "the railroad can be cut here", "efs:19.4", True, "railroads can be cut")


@rule("efs:13.42", "efs:R245")
def _guns(c: Ctx) -> Iterator[Task]:
    """Big guns that can change their mode."""
    for name in turnable(c) if _offers_verb(c, MODE) else ():
        fires = c.state.mode[c.unit(name)] == BACK
        text = "can be made mobile again" if fires else "can be made ready to fire"
        yield Task(name, text, "efs:13.42", False, "big guns can change their mode")


@rule("efs:7.71", "efs:7.33")
def _replacements(c: Ctx) -> Iterator[Task]:
    """Units that can be marked, and air units that a point can make ready."""
    for name in markable(c, c.state.side):
        yield Task(name, "can be marked", "efs:7.71", False, "units can be marked for replacements")
    if may_form(c) is None:
        yield Task("", "a regiment can be formed for a type I point", "efs:7.61", False, "regiments can be formed")
    for name in refittable(c):
        yield Task(name, "can be made ready", "efs:7.33", True, "air units can be made ready")


@rule("efs:7.52", "efs:7.81", "efs:8.31", "efs:8.51")
def _reinforcements(c: Ctx) -> Iterator[Task]:
    """Units called away or to be placed, garrisons that a result R releases, divisions that can be called up."""
    for name in called(c):
        yield Task(name, "called away: withdraw", "efs:8.51", True, "units are called away")
    for name in coming(c, c.state.side):
        yield Task(name, "can be placed", "efs:8.31", True, "units can be placed")
    if n := results(c, c.state.side):
        for label in freeable(c):
            text = f"a garrison, of which {n} may be released"
            yield Task(label, text, "efs:7.52", True, "garrisons can be released")
    for name in called_up(c, c.state.side):
        yield Task(name, "can be called up as a garrison", "efs:7.81", False, "reservists can be called up")


LEFT: dict[str, Left] = {
    "movement": _movement, "declaration": _declaration, "reaction": _reaction, "missions": _missions,
    "combat": _combat, "feeding": _feeding, "engineering": _engineering,
    "replacements": _replacements, "reinforcements": _reinforcements,
}  # fmt: skip
"""What is left, by step."""
