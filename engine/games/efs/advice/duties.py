"""The small decisions: attacks, what they are given, reaction, guns, Orders, air support, replacements, railroads."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from engine.components.grid import Hex
from engine.games.efs.advice.attacks import Declaring, Stakes
from engine.games.efs.advice.knowledge import COMMAND, EfsKnowledge
from engine.games.efs.advice.planning import WEIGHTS
from engine.games.efs.air.bases import flying, ready
from engine.games.efs.air.interdiction import DIE, marker_level, richest
from engine.games.efs.combat.attack_supply import foreseen
from engine.games.efs.combat.battles import CAS, COVER, ENGINEER, battle, number_at, open_battles
from engine.games.efs.combat.modifiers import may_engineer
from engine.games.efs.phases.flights import CAS as CAS_FLIGHT
from engine.games.efs.phases.flights import INTERDICTION, mission_of
from engine.games.efs.phases.interdiction import may_interdict
from engine.games.efs.phases.missions import present
from engine.games.efs.phases.preparing import NOBODY, chosen
from engine.games.efs.phases.reaction import WORDS
from engine.games.efs.queries.railways import served
from engine.games.efs.replacing import is_marked, marked, payable, stock
from engine.games.efs.tables import Ctx
from engine.games.efs.units import READY
from engine.play.action import Action
from engine.players.greedy.idea import Idea
from engine.players.greedy.scene import Scene
from engine.players.planner.knowledge import Force
from engine.players.planner.obliging import declared
from engine.players.planner.planning import allowed
from engine.players.planner.rear import forward
from engine.players.planner.valuing import DUE, valued
from engine.players.planner.works import LEAST, building

OVER, ALOFT, HAMPERED = 3, 0.1, 0.02
"""Hexes that are interdicted at most, what an air unit brings elsewhere, what a unit loses in such a zone."""
FIRST, RISK = 1000, 0.1
"""What is due before the first battle comes before all; what a further unit in one costs, beside steps."""
Ideas = Iterator[Idea | None]


def declaration(scene: Scene) -> Ideas:
    """The attacks that are worth most together; what cannot stand as it is declared is called off (12.11)."""
    return declared(scene, partial(Declaring, scene.c, scene.side), bool(open_battles(scene.c)), "cancel")


def combat(scene: Scene) -> Ideas:
    """The battle first that supply and guns help most; they are given where they are worth a supply point; Orders for
    attackers before all battles, where they change what one is worth (12.53)."""
    c, s, n = scene.c, Stakes(scene.c, scene.side), chosen(scene.c)
    if n == NOBODY:
        first = {c.label(battle(c, m).target): m for m in open_battles(c)}
        yield from valued(
            scene,
            fight=lambda h: DUE + s.equipped(first[h]) if h in first else 0.0,
            order=lambda h, word: FIRST * (s.ordered(first[h], WORDS[word]) - LEAST) if h in first else 0.0,
        )
        return
    b = battle(c, n)
    if ENGINEER not in b.flags and may_engineer(c, b) is None:
        parts = (("effect", s.gain(b, flags={**b.flags, ENGINEER: ""})),)
        yield Idea(Action("engineers"), "engineers", "Engineers help", parts)
    yield Idea(Action("all"), "supply", "Supply and guns for the attack", (("effect", s.equipped(n) - LEAST),))
    yield Idea(Action("resolve"), "resolve", "The attack has what it is worth", (("no more", 0.0),))


def reaction(scene: Scene) -> Ideas:
    """Guns, Orders and reserves, where they cost the attacker most of what he may hope for."""
    c = scene.c
    s = Stakes(c, c.other(scene.side))
    fights = {h: b for b in (foreseen(c, n) for n in open_battles(c)) for h in b.targets}
    now = {h: s.worth(b) for h, b in fights.items()}
    for action in (a for a in scene.legal if a.verb in ("support", "order", "react")):
        name, word = action.args
        h = c.hex(name if action.verb == "order" else word)
        if h in fights:
            gain = now[h] - s.answered(fights[h], action.verb, *action.args) - RISK * (action.verb == "react")
            if gain > LEAST:
                yield Idea(action, action.verb, f"{action} spoils the attack on {c.label(h)}", (("spoiled", gain),))
        yield None


def missions(scene: Scene) -> Ideas:
    """Close Air Support where a modifier changes most (15.55)."""
    c, side = scene.c, scene.side
    if mission_of(c) == INTERDICTION:
        yield from _interdict(c, side)
    if mission_of(c) != CAS_FLIGHT:
        return
    attacks, sort = side == c.frame.vars["attacker"], present(c)
    s, word = Stakes(c, side if attacks else c.other(side)), CAS if attacks else COVER
    for action in (a for a in scene.legal if a.verb == "send"):
        u, h = c.unit(action.args[0]), c.hex(action.args[1])
        now, more, n = sort.worth(c, flying(c, side, h)), sort.worth(c, [u]), number_at(c, h)
        gain = (s.flown(n, word, now + more) - s.flown(n, word, now)) * (1 if attacks else -1) - LEAST
        if gain > 0:
            yield Idea(action, "air", f"{c.roster.short[u]} flies to {c.label(h)}", (("effect", gain),))


def _interdict(c: Ctx, side: str) -> Ideas:
    """Air units over hexes with most of the enemy under them, who may fail or is hampered (14.65, 14.66)."""
    for under in richest(c)[:OVER] if side == c.frame.vars["attacker"] else ():
        there = flying(c, side, under.hex)
        for u in ready(c, side):
            more = marker_level(c, [*there, u]) - marker_level(c, there)
            gain = more * (COMMAND * len(under.hqs) / DIE + HAMPERED * under.units)
            if gain > ALOFT and may_interdict(c, u, under.hex, side) is None:
                told = f"{c.roster.short[u]} flies over {c.label(under.hex)}"
                parts = (("hampered", gain), ("not elsewhere", -ALOFT))
                yield Idea(Action("send", (c.roster.ids[u], c.label(under.hex))), "interdict", told, parts)
        yield None


def posting(scene: Scene) -> Ideas:
    """New units come near the front; the worn are refilled away from it, as many as there are points for (7.71);
    aircraft are made ready; who is called away and worth no point goes (8.53)."""
    c, k = scene.c, EfsKnowledge(scene.c, scene.side)
    yield from k.approached(k.goals())
    due, box = marked(c, scene.side), c.state.box
    yield from valued(
        scene,
        place=lambda u, h: DUE + forward(k, c.hex(h)),
        replace=lambda u: k.resting(c.unit(u)) * payable(c, scene.side, [*due, c.unit(u)]),
        withdraw=lambda u: 1 - sum(k.steps(c.unit(u))) + LEAST * (box[c.unit(u)] != READY),
        ready=lambda u: DUE,
    )


def engineering(scene: Scene) -> Ideas:
    """The foremost railhead goes on; points are spent, on the map first; works where they spare most of a blow."""
    c, k = scene.c, EfsKnowledge(scene.c, scene.side)
    yield from valued(
        scene,
        convert=lambda h, *_: DUE + served(c, c.hex(h), scene.side),
        rebuild=lambda u, t: k.regained(c.unit(u)) + is_marked(c, c.unit(u)) + LEAST * stock(c, scene.side, t),
    )
    yield from building(k, partial(_work, c), WEIGHTS[scene.side].retreat, "A strongpoint")


def _work(c: Ctx, h: Hex, forces: Iterable[Force]) -> Action | None:
    """How a strongpoint can be begun in a hex now, by a unit there where that is needed."""
    begun = [Action(verb, (c.label(h),)) for verb in ("entrench", "build")]
    return allowed(c, [*begun, *(Action("fortify", (c.roster.ids[f.unit],)) for f in forces)])
