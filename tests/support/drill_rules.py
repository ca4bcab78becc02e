"""The rules of the drill: railways that are cut, supply in stages, combats of several hexes with guns behind them.

A side marches, then makes up one engagement after the other: target hexes, attackers beside each of them, guns in
range; the enemy adds guns of his; a ten-sided die with modifiers decides.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import ClassVar

from engine.components.charts import Tally
from engine.components.errors import BadInput
from engine.components.grid import Hex, Unit
from engine.components.ownership import CUT, Ownership
from engine.components.results import build_results
from engine.components.stages import Routes, Stage, in_stages
from engine.kit.editing import take_off
from engine.play.action import Action, Refusal
from engine.play.asked import Supply
from engine.play.engagement import Engagement
from engine.play.fields import units_at
from engine.play.queries import CombatQueries, MapQueries, Queries, UnitQueries
from engine.play.state import Frame
from engine.play.step import Prompt, Step, Verb, always, no_words
from tests.support.drill import BARE, LOST, Ctx, DrillState, March, barred, put

BATTLE = "battle"


# ---------------------------------------------------------------------- values by steps lost
def lost(c: Ctx, u: Unit) -> int:
    """Steps that a unit has lost."""
    return c.roster.steps[u] - c.state.steps_left[u]


def number(c: Ctx, name: str, u: Unit) -> int:
    """A further printed value of the face that is up."""
    return c.roster.number(name, u, lost(c, u))


def mine(c: Ctx, side: str) -> list[Unit]:
    """Units of a side on the map."""
    return [u for u, h in enumerate(c.state.hex_of) if h >= 0 and c.roster.side[u] == side]


def own(c: Ctx, name: str) -> Unit | Refusal:
    """A unit of the side that decides, on the map and fresh."""
    u = c.unit(name)
    if u not in mine(c, c.state.side) or c.state.moved[u]:
        return Refusal("drill:3.1", f"{c.roster.short[u]} is not yours to use now", units=(u,))
    return u


# ---------------------------------------------------------------------- marching and cutting
def march_check(c: Ctx, name: str, label: str) -> Refusal | None:
    """Whether a unit may march into the next hex, which must have room for its stacking points."""
    u, h = own(c, name), c.hex(label)
    if isinstance(u, Refusal):
        return u
    if h not in c.grid.adjacent[c.state.hex_of[u]]:
        return Refusal("drill:3.1", f"{c.label(h)} is not the next hex", (h,))
    if refusal := barred(c, u, h):
        return refusal
    if stacking(c, h)[0] + number(c, "stacking", u) > stacking(c, h)[1]:
        return Refusal("drill:2.3", f"{c.label(h)} is full", (h,))
    return None


def march(c: Ctx, name: str, label: str) -> None:
    """March; a railway that is entered changes hands."""
    u, h = c.unit(name), c.hex(label)
    put(c, u, h)
    c.state.moved[u] = 1
    if railway(c).owner(h) == c.other(c.state.side):
        c.state.rails[c.label(h)] = c.state.side
    c.say("move", f"{c.roster.short[u]} to {c.label(h)}.", "drill:3.1", hexes=[h], units=[u])


def cut_check(c: Ctx, name: str) -> Refusal | None:
    """Whether a unit stands on a railway that it can cut."""
    u = own(c, name)
    if isinstance(u, Refusal):
        return u
    if not railway(c).owner(c.state.hex_of[u]):
        return Refusal("drill:5.2", "there is no railway to cut", units=(u,))
    return None


def cut(c: Ctx, name: str) -> None:
    """Nobody's trains pass there from now on."""
    u = c.unit(name)
    c.state.rails[c.label(c.state.hex_of[u])], c.state.moved[u] = CUT, 1


# ---------------------------------------------------------------------- supply in stages
def railway(c: Ctx) -> Ownership:
    """The railway, each half of which belongs to its country at the start."""
    return Ownership(
        c.board, "line", lambda h: c.board.owner_names[c.board.owner[h]].removesuffix("land"), c.state.rails
    )


def routes(c: Ctx, side: str) -> Routes:
    """By rail as far as it goes, up to four hexes of road, then two hexes of country; woods shorten these to one."""
    closed, size = bytearray(c.grid.size), c.grid.size
    for u in mine(c, c.other(side)):
        for h in (c.state.hex_of[u], *(() if number(c, "no_zone", u) else c.grid.adjacent[c.state.hex_of[u]])):
            closed[h] = 1
    for u in mine(c, side):
        closed[c.state.hex_of[u]] = 0
    ends = bytes(size)
    kinds = [k.id for k in c.board.line_kinds.values() if k.net == "road"]
    roads = [[n for n in c.grid.adjacent[h] if any(c.board.has(k, h, n) for k in kinds)] for h in c.grid]
    country = [[n for n in c.grid.adjacent[h] if n in c.data.in_play] for h in c.grid]
    woods = bytes(c.board.terrain_name(h) == "woods" for h in c.grid)
    stages = (
        Stage(railway(c).net(side), closed, ends),
        Stage(roads, closed, ends, c.data.constant("road_leg")),
        Stage(country, closed, ends, c.data.constant("country_leg"), hard=woods, hard_limit=1),
    )
    return in_stages(stages, [h for h in c.board.supply[side] if not closed[h]])


def supply(c: Ctx, u: Unit) -> Supply:
    """Whether a route leads to a unit, by which hexes."""
    found, h = routes(c, c.roster.side[u]), c.state.hex_of[u]
    if h not in found:
        return Supply("out of supply", False, (), -1, "drill:5.1")
    way = found.path(h)
    return Supply("in supply", True, tuple(reversed(way)), way[0], "drill:5.1")


# ---------------------------------------------------------------------- engagements
def joined(c: Ctx) -> Engagement:
    """The engagement that is being made up."""
    return Engagement.from_vars(c.frame.vars)


def keep(c: Ctx, fight: Engagement) -> None:
    """Note it in the step that waits."""
    c.frame.vars.update(fight.to_vars())


def target_check(c: Ctx, label: str) -> Refusal | None:
    """Whether a hex can be a target: the enemy stands there, beside every attacker."""
    h = c.hex(label)
    if not any(c.roster.side[u] == c.other(c.state.side) for u in units_at(c, h)) or h in joined(c).targets:
        return Refusal("drill:4.1", f"there is no enemy in {c.label(h)}, or it is a target already", (h,))
    far = [u for u in joined(c).attackers if h not in c.grid.adjacent[c.state.hex_of[u]]]
    return Refusal("drill:4.2", f"{c.roster.names(far)} not beside it", (h,), tuple(far)) if far else None


def target(c: Ctx, label: str) -> None:
    """One more target."""
    fight = joined(c)
    keep(c, replace(fight, targets=(*fight.targets, c.hex(label))))


def add_check(c: Ctx, name: str) -> Refusal | None:
    """Whether a unit can attack every target."""
    u, fight = own(c, name), joined(c)
    if isinstance(u, Refusal):
        return u
    if not fight.targets or u in fight.units or not strength(c, u)[0]:
        return Refusal("drill:4.2", "there is no target, it takes part already, or it has no strength", units=(u,))
    if any(h not in c.grid.adjacent[c.state.hex_of[u]] for h in fight.targets):
        return Refusal("drill:4.2", f"{c.roster.short[u]} is not beside every target", units=(u,))
    return None


def add(c: Ctx, name: str) -> None:
    """One more attacker."""
    fight = joined(c)
    keep(c, replace(fight, attackers=(*fight.attackers, c.unit(name))))


def support_check(c: Ctx, name: str) -> Refusal | None:
    """Whether guns reach a target."""
    u, fight = own(c, name), joined(c)
    if isinstance(u, Refusal):
        return u
    near = any(c.grid.distance(c.state.hex_of[u], h) <= number(c, "range", u) for h in fight.targets)
    if not number(c, "support", u) or u in fight.units or not near:
        return Refusal("drill:4.3", f"{c.roster.short[u]} cannot support there", units=(u,))
    return None


def support(c: Ctx, name: str) -> None:
    """One more supporter of the side that decides."""
    fight, u = joined(c), c.unit(name)
    if c.frame.step == BATTLE:
        keep(c, replace(fight, attack_support=(*fight.attack_support, u)))
    else:
        keep(c, replace(fight, defense_support=(*fight.defense_support, u)))


def fight_check(c: Ctx) -> Refusal | None:
    """Whether there is somebody to fight."""
    return None if joined(c).attackers else Refusal("drill:4.2", "nobody attacks yet")


def fight(c: Ctx) -> None:
    """The other side may add guns."""
    c.call("answer", side=c.other(c.state.side), **joined(c).to_vars())


def strength(c: Ctx, u: Unit) -> tuple[int, int, int]:
    """Attack, defence and movement of the face that is up."""
    return c.roster.faces[u][min(lost(c, u), c.roster.steps[u] - 1)]


def tally(c: Ctx, kind: str, fight: Engagement, modifiers: dict[str, str]) -> Tally:
    """Strengths with support, a column left over a broad stream, modifiers for supply and morale."""
    defenders = tuple(u for h in fight.targets for u in units_at(c, h) if u not in fight.attackers)
    if not fight.attackers or not defenders:
        raise BadInput("an engagement needs somebody on either side")
    if any(h not in c.grid.adjacent[c.state.hex_of[u]] for u in fight.attackers for h in fight.targets):
        raise BadInput("every attacker stands beside every target")
    table = build_results(c.data.charts["crt"])
    found = Tally(kind, targets=fight.targets, attackers=fight.attackers, defenders=defenders)
    found.attack_support, found.defense_support = fight.attack_support, fight.defense_support
    attack, defense = sum(strength(c, u)[0] for u in fight.attackers), sum(strength(c, u)[1] for u in defenders)
    guns, theirs = (
        sum(number(c, "support", u) for u in side) for side in (fight.attack_support, fight.defense_support)
    )
    found.attack, found.defense = attack + min(guns, attack), defense + min(theirs, defense)
    found.add(f"{found.attack:g}", f"attack {attack}, support {guns}", "drill:4.3")
    found.add(f"{found.defense:g}", f"defence {defense}, support {theirs}", "drill:4.3")
    place = table.place(int(found.attack), int(found.defense))
    found.odds = table.heading(place)
    stream = c.board.side("broad stream")
    over = [stream[c.grid.between(c.state.hex_of[u], h)] for u in fight.attackers for h in fight.targets]
    if all(over):
        found.shift = -1
        found.add("1L", "over a broad stream", "drill:4.4")
    drm = table.limited(_modifiers(c, found, defenders))
    entry = table.enter(place + found.shift, drm)
    found.column = table.columns[entry.column] if entry.column >= 0 else None
    found.automatic = entry.outside or None
    found.results, found.distribution = list(entry.results), entry.distribution
    found.add(found.column or entry.outside, f"column, die {drm:+d}", "drill:4.4")
    return found


def _modifiers(c: Ctx, found: Tally, defenders: tuple[Unit, ...]) -> int:
    """Low rolls are good: -1 against a defender without supply, the difference of the best morale."""
    drm = 0
    if not all(supply(c, u).in_supply for u in defenders):
        drm -= 1
        found.add("-1", "defenders out of supply", "drill:5.1")
    best = [max(number(c, "morale", u) for u in units) for units in (found.attackers, defenders)]
    if best[0] != best[1]:
        drm += best[1] - best[0]
        found.add(f"{best[1] - best[0]:+d}", "morale", "drill:4.5")
    return drm


def done(c: Ctx) -> None:
    """Roll, take the losses from the first units of each side, and give the decision back."""
    fight = joined(c)
    found = tally(c, "attack", fight, {})
    result = found.automatic or found.results[c.roll(10, results=found.results) - 1]
    c.say("combat", f"{found.column or ''} {result}", "drill:4.4", hexes=fight.targets, units=fight.attackers)
    for units, count in zip((found.attackers, found.defenders), result.split("/"), strict=True):
        lose(c, units, int(count))
    for u in fight.attackers + fight.attack_support + fight.defense_support:
        c.state.moved[u] = 1
    c.done()


def lose(c: Ctx, units: Iterable[Unit], count: int) -> None:
    """Steps lost, one unit after the other."""
    for u in units:
        while count and c.state.steps_left[u]:
            c.state.steps_left[u] -= 1
            count -= 1
        if not c.state.steps_left[u]:
            take_off(c, u, LOST)


# ---------------------------------------------------------------------- steps
def units(c: Ctx, subject: str | None) -> Iterator[tuple[str, ...]]:
    """Candidates that are named alone."""
    yield from ((c.roster.ids[u],) for u in mine(c, c.state.side))


def names(c: Ctx) -> list[str]:
    """Ids of the units of the side that decides."""
    return [c.roster.ids[u] for u in mine(c, c.state.side)]


def marches(c: Ctx, subject: str | None) -> Iterator[tuple[str, ...]]:
    """Candidates of ``march``."""
    for u in mine(c, c.state.side):
        yield from ((c.roster.ids[u], c.label(h)) for h in c.grid.adjacent[c.state.hex_of[u]])


def targets(c: Ctx, subject: str | None) -> Iterator[tuple[str, ...]]:
    """Candidates of ``target``."""
    yield from ((label,) for label in sorted({c.label(c.state.hex_of[u]) for u in mine(c, c.other(c.state.side))}))


def stop(c: Ctx) -> None:
    """The engagement is given up; whoever marched goes on."""
    c.done()


class Field(March):
    """The turn with its rules."""

    verbs: ClassVar[tuple[Verb, ...]] = (
        Verb("march", marches, march_check, march, "march UNIT HEX", "drill:3.1", subjects=names),
        Verb("cut", units, cut_check, cut, "cut UNIT", "drill:5.2", subjects=names),
        Verb("engage", no_words, always, lambda c: c.call(BATTLE, side=c.state.side), "engage", "drill:4.1"),
        *March.verbs,
    )


class Battle(Step[DrillState]):
    """An engagement is made up."""

    id, phase, title = BATTLE, "combat", "Engagement"
    verbs = (
        Verb("target", targets, target_check, target, "target HEX", "drill:4.1"),
        Verb("add", units, add_check, add, "add UNIT", "drill:4.2", subjects=names),
        Verb("support", units, support_check, support, "support UNIT", "drill:4.3", subjects=names),
        Verb("fight", no_words, fight_check, fight, "fight", "drill:4.4"),
        Verb("stop", no_words, always, stop, "stop", "drill:4.1"),
    )

    def prompt(self, c: Ctx) -> Prompt:
        """Ask who fights whom."""
        return Prompt(c.state.side, "Who attacks which hexes?", "drill:4.1", Action("stop"))

    def resume(self, c: Ctx, ended: str) -> None:
        """It was fought."""
        c.done()


class Answer(Step[DrillState]):
    """The attacked side adds guns."""

    id, phase, title = "answer", "combat", "Supporting fire"
    verbs = (
        Verb("support", units, support_check, support, "support UNIT", "drill:4.3", subjects=names),
        Verb("done", no_words, always, done, "done", "drill:4.4"),
    )

    def prompt(self, c: Ctx) -> Prompt:
        """Ask for guns."""
        return Prompt(c.state.side, "Which guns support the defence?", "drill:4.3", Action("done"))


# ---------------------------------------------------------------------- questions
def stacking(c: Ctx, h: Hex) -> tuple[float, float]:
    """Stacking points in a hex, and how many may be there."""
    return sum(number(c, "stacking", u) for u in units_at(c, h)), c.data.constant("stacking")


def declared(c: Ctx) -> list[Engagement]:
    """The engagement that is made up, of whichever step waits."""
    frames: list[Frame] = [f for f in c.state.stack if f.vars.get("targets")]
    return [Engagement.from_vars(frames[-1].vars)] if frames else []


def owners(c: Ctx, h: Hex) -> dict[str, str]:
    """Whose the railway is, or that it is cut."""
    word = railway(c).owner(h) or c.state.rails.get(c.label(h), "")
    return {"line": word} if word else {}


RULESET = BARE._replace(
    steps={step.id: step for step in (Field(), Battle(), Answer())},
    ask=Queries(
        MapQueries(control=lambda c, h: c.state.control.get(c.label(h), ""), stacking=stacking, line_owners=owners),
        UnitQueries(strength=strength, supply=supply),
        CombatQueries(tally=tally, kinds=("attack",), joint=True, declared=declared),
        BARE.ask.turn,
    ),
)
