"""What is decided between the phases and in the middle of battles: units that come, markers, answers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from engine.components.grid import Hex
from engine.games.bd import aerial
from engine.games.bd.advice.knowledge import BdKnowledge
from engine.games.bd.advice.values import balance, goals, left, price
from engine.games.bd.combat.battle import attackers, fight
from engine.games.bd.combat.odds import tally
from engine.games.bd.combat.retreat import ends
from engine.games.bd.combat.strengths import fighting
from engine.games.bd.combat.support import Support, flown_over
from engine.games.bd.phases.offensive_supply import deployable
from engine.games.bd.phases.replacing import comb_out_helps
from engine.games.bd.phases.strategic import entrainers, rails
from engine.games.bd.phases.strongholds import threatened
from engine.games.bd.queries.expected import factors
from engine.games.bd.supply import overland
from engine.games.bd.tables import Ctx
from engine.games.bd.units import beside_enemy, occupied, side_units
from engine.play.action import Action
from engine.play.suppose import supposing
from engine.players.greedy.idea import Idea, deed
from engine.players.greedy.scene import Scene
from engine.players.planner.exchange import cheapest
from engine.players.planner.needs import Needs, promising, walked
from engine.players.planner.remembering import once
from engine.players.planner.threats import feared
from engine.players.planner.valuing import DUE, valued

SAVED, TRAIN, HELD = 0.05, 0.3, 0.1
"""What the Luftwaffe must save to fly, and a ride by railroad bring; share of a city that counts for declaring it."""


# ---------------------------------------------------------------------- units that come
def needs(scene: Scene) -> Needs:
    """Where somebody is wanted; who is covered is not known to go anywhere."""
    k = BdKnowledge(scene.c, scene.side)
    seen = (f.unit for f in k.forces(k.enemy) if f.attack > 0 and not scene.c.state.covered[f.unit])
    return Needs(k, once(scene.diary, "walked", lambda: walked(k, seen)))


def _entering(c: Ctx, action: Action, wanted: Needs) -> float:
    u, h = c.unit(action.args[0]), c.hex(action.args[1])
    return 3.0 + wanted.at(h, factors(c, u)[1]) - 0.05 * len(side_units(c, h, c.state.side))


def _replacing(c: Ctx, action: Action, wanted: Needs) -> float:
    """With, or for, the strongest attacker near the front."""
    u = c.unit(action.args[1])
    return 3.0 + wanted.at(c.state.hex_of[u], 0.0) + price(c, u)


def _fortifying(c: Ctx, action: Action, _: Needs) -> float:
    """Where most own units stand beside the enemy."""
    h, side = c.hex(action.args[0]), c.state.side
    held = [n for n in (h, *c.grid.adjacent[h]) if side_units(c, n, side) and beside_enemy(c, n, side)]
    return 2.0 + 0.1 * len(held) + (0.5 if h in held else 0.0)


JUDGES: dict[str, Callable[[Ctx, Action, Needs], float]] = {
    "enter": _entering, "attach": _replacing, "convert": _replacing,
    "deploy": lambda c, action, wanted: _entering(c, action, wanted)
    if wanted.leaves_reserve(c.hex(action.args[1]), c.state.box.count("rvgk")) else -1.0,
    "store": lambda c, action, wanted: wanted.stored(c.unit(action.args[0]), c.state.box.count("rvgk"))
    if left(c, c.state.side).own > 1 else -1.0,
    "fortify": _fortifying, "wall": _fortifying,
    "replace": lambda c, action, _: 6.0 + price(c, c.unit(action.args[0])),
    "withdraw": lambda c, action, wanted: 2.0 - wanted.at(c.state.hex_of[c.unit(action.args[0])], 0.0),
    "comb-out": lambda c, action, _: 5.0 if comb_out_helps(c) and not c.state.foot_steps else -1.0,
}  # fmt: skip
"""Verbs of the segments to what speaks for an action; all that is not here is left alone."""


def segment(scene: Scene) -> Iterator[Idea | None]:
    """Rebuild and bring on whom one can, where they are of use; then the end."""
    c, wanted = scene.c, needs(scene)
    yield Idea(Action("end"), "end", "Nobody else is of use: 0.0 is the best")
    for n, action in enumerate(scene.legal):
        judge = JUDGES.get(action.verb)
        if judge is not None:
            parts = (("use", judge(c, action, wanted)),)
            yield Idea(action, "reinforcement", deed(c.roster, c.board, action), parts)
        if n % 50 == 0:
            yield None


def rail(scene: Scene) -> Iterator[Idea | None]:
    """By railroad from where nobody is missed into cities in danger, and to the front (8.7)."""
    c, wanted = scene.c, needs(scene)
    yield Idea(Action("end"), "end", "Nobody is of more use elsewhere: 0.0 is the best")
    for name in entrainers(c):
        for gain, h in wanted.rides(c.unit(name), rails(c, c.unit(name)), TRAIN):
            action = Action("rail", (name, c.label(h)))
            if c.step.check(c, action) is None:
                yield Idea(action, "reserve", deed(c.roster, c.board, action), (("use", gain),))
                break
        yield None


# ---------------------------------------------------------------------- offensives
def summer(scene: Scene) -> Iterator[Idea | None]:
    """The offensive of 1943 is launched in the last turn that is left for it: one that fails costs as much as none."""
    due = scene.c.state.turn >= scene.c.data.tables["track"]["offensive_1943"]["due"]
    yield Idea(Action("launch"), "offensive", "It costs nothing more to fail", (("last turn", 1.0 if due else -1.0),))
    yield Idea(Action("wait"), "offensive", "A later turn may be better: 0.0 is the best")


def offensive(scene: Scene) -> Iterator[Idea | None]:
    """Each marker where it gives most strength beside the enemy its whole factor, the longest range first (7.10)."""
    c = scene.c
    yield Idea(Action("end"), "end", "All markers lie where they are of use: 0.0 is the best")
    left = [name for name in deployable(c) if name not in c.state.offensive]
    if not left:
        return
    strength = _unfed(c)
    far = c.data.constant(f"offensive_{left[0].lower()}")
    for h in sorted(occupied(c, "soviet")):
        total = sum(value for at, value in strength.items() if c.grid.distance(h, at) <= far)
        if total:
            what = f"{left[0]} at {c.board.describe(h)} feeds {total:.0f} points of attack beside the enemy"
            yield Idea(Action("mark", (left[0], c.label(h))), "supply", what, (("strength", 0.1 * total),))


def _unfed(c: Ctx) -> dict[Hex, float]:
    """Attack factors of Soviet units near the enemy whom no marker feeds yet, by hex, as far as they can win."""
    ranges = {c.board.index[h]: c.data.constant(f"offensive_{name.lower()}") for name, h in c.state.offensive.items()}
    found = promising(BdKnowledge(c, "soviet"), lambda u: factors(c, u)[0])
    left = {h for h in found if all(c.grid.distance(h, at) > far for at, far in ranges.items())}
    return {h: found[h] for h in sorted(left) if overland(c, "soviet", h)}


# ---------------------------------------------------------------------- in the middle of battles
def support(scene: Scene) -> Iterator[Idea | None]:
    """What aircraft and aerial supply would save; the air armies of the attacker are not known (7.7, 8.38, 11.23)."""
    c, v = scene.c, fight(scene.c)
    mine, target, now = attackers(c), v["target"], replace(Support.from_vars(v), air=0)
    before = balance(c, tally(c, v["kind"], mine, target, now), target)
    yield Idea(Action("pass"), "support", "What it saves here is little", (("kept", SAVED),))
    for action in scene.legal:
        if action.verb in ("luftwaffe", "aerial"):
            flies = action.verb == "luftwaffe"
            there = c if flies else aerial.supposed(c, target)
            after = balance(c, tally(there, v["kind"], mine, target, flown_over(c, now) if flies else now), target)
            what = f"{action.verb.capitalize()} for the defenders"
            yield Idea(action, "support", what, (("saved", before - after),))


def convert(scene: Scene) -> Iterator[Idea | None]:
    """A bloodbath where the enemy loses more by it; a retreat where he has no way back (5.14, 5.16)."""
    c, v = scene.c, fight(scene.c)
    defenders, mine = fighting(c, v["target"], v["kind"]), attackers(c)
    way = ends(c, defenders, v["target"], sorted({c.state.hex_of[u] for u in mine}))
    left, lost = sum(factors(c, u)[1] for u in defenders), 0.0
    for u in sorted(mine, key=lambda u: (price(c, u), u)):
        lost, left = lost + price(c, u) * (left > 0), left - factors(c, u)[0]
    gain = sum(price(c, u) for u in defenders)
    yield Idea(Action("bloodbath"), "result", "The bloodbath is taken", (("enemy losses", gain), ("own losses", -lost)))
    yield Idea(Action("retreat"), "result", "The defenders go back", (("enemy losses", 0.0 if way else gain),))


def losses(scene: Scene) -> Iterator[Idea | None]:
    """The attackers that cost least together for their factors; the fewer in a city, the more are missed (11.26)."""
    c, v, held, offers = scene.c, scene.c.frame.vars, goals(scene.c, scene.side), list[tuple[Action, int, float]]()
    for action in (a for a in scene.legal if a.verb == "lose"):
        u = c.unit(action.args[0])
        last = held.get(c.state.hex_of[u], 0.0) / len(side_units(c, c.state.hex_of[u], scene.side)) ** 2
        offers.append((action, v["worth"][v["units"].index(u)], price(c, u) + last))
    best = cheapest(offers, v["left"])
    for action, _, missed in offers:
        parts = (("missed", -missed), ("others cost less", -float(bool(best) and action not in best)))
        yield Idea(action, "losses", f"{c.roster.short[c.unit(action.args[0])]} is missed least", parts)


def send(scene: Scene) -> Iterator[Idea | None]:
    """To the Caucasus go those who are missed least (4.12)."""
    c, wanted = scene.c, needs(scene)
    yield from valued(scene, send=lambda name: DUE + wanted.spared(c.unit(name)))


def declare(scene: Scene) -> Iterator[Idea | None]:
    """A threatened city becomes a hero or fortress city where that keeps more than it gives the enemy (9.7, 4.3)."""
    c, side = scene.c, scene.side
    yield Idea(Action("pass"), "stronghold", "No city is held by it: 0.0 is the best")
    names = "heroes" if side == "soviet" else "fortresses"
    for h in threatened(c, side):
        there = supposing(c, **{names: [*getattr(c.state, names), c.label(h)]})
        before, after = (feared(BdKnowledge(position, side), h) for position in (c, there))
        parts = (("held", HELD * goals(c).get(h, 0.0)), ("saved", before - after))
        if before > 0:
            yield Idea(Action("declare", (c.label(h),)), "stronghold", f"{c.board.describe(h)} is threatened", parts)
        yield None


def emergency(scene: Scene) -> Iterator[Idea | None]:
    """The strongest of the reserve into a city that is in danger and thinly held (8.11)."""
    c, wanted = scene.c, needs(scene)
    yield Idea(Action("pass"), "reserve", "No city is in danger: 0.0 is the best")

    def worth(name: str, label: str) -> float:
        u, h = c.unit(name), c.hex(label)
        return wanted.at(h, factors(c, u)[1]) + price(c, u) if h in wanted.goals else 0.0

    yield from valued(scene, deploy=worth)


def surplus(scene: Scene) -> Iterator[Idea | None]:
    """Of an enemy stack that is too large the best goes (6.2)."""
    yield from valued(scene, remove=lambda name: price(scene.c, scene.c.unit(name)))
