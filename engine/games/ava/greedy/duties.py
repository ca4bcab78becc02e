"""The small decisions: chits, interrupts, losses, retreats, advances, supply checks, reinforcements."""

from __future__ import annotations

from collections.abc import Iterator
from math import exp

from engine.components.grid import Unit
from engine.components.wording import counted, plural
from engine.games.ava.combat.battle import FORTRESS
from engine.games.ava.combat.combat import may_attack, planned
from engine.games.ava.greedy.fight import Attack, AttackSearch
from engine.games.ava.greedy.ground import SUPPLY_SINCE
from engine.games.ava.greedy.position import Ground
from engine.games.ava.greedy.post import Posts
from engine.games.ava.movement.reach import normal_reach
from engine.games.ava.phases.command import in_command, label_of
from engine.games.ava.units import strength
from engine.play.action import Action
from engine.play.suppose import reckoning
from engine.players.greedy.idea import Idea
from engine.players.greedy.scene import Scene


# ---------------------------------------------------------------------- combat
def _declaring(g: Ground) -> AttackSearch:
    """The field of a Combat Segment: everybody attacks from where they stand."""
    c = g.c
    pool = {}
    for u in g.mine:
        near = any(n in g.enemies for n in g.t.open_to("axis")[c.state.hex_of[u]])
        if near and not c.roster.hq[u] and c.state.target[u] < 0 and may_attack(c, u) is None:
            pool[u] = frozenset({c.state.hex_of[u]})
    field = AttackSearch(g, pool, {h: 2 for hexes in pool.values() for h in hexes}, moving=False)
    field.aims.update(planned(c))
    return field


def combat(scene: Scene) -> Iterator[Idea | None]:
    """Declare the planned attacks unit by unit, then fight; end the segment if none is worth it."""
    queue: list[tuple[Unit, Attack]] | None = scene.notes.get("declare")
    g = Ground(scene.c, scene.side)
    if queue is None:
        queue = []
        yield from g.relief.look()
        for attack in _declaring(g).plan():
            if attack is not None:
                queue += [(u, attack) for u, _ in attack.units]
            yield None
        scene.notes["declare"] = queue
    r, board = scene.c.roster, scene.c.board
    while queue:
        u, attack = queue.pop(0)
        heading = g.t.crt.columns[attack.column]
        what = f"{r.short[u]} joins the attack on {board.describe(attack.target)} at {heading}"
        action = Action("attack", (r.ids[u], board.labels[attack.target]))
        yield Idea(action, "attack", what, attack.parts)
        return
    plans = planned(scene.c)
    if plans:
        yield Idea(
            Action("fight"),
            "attack",
            f"{counted(len(plans), 'attack is', 'attacks are')} declared",
            (("attacks", float(len(plans))),),
        )
    else:
        yield Idea(Action("end"), "end", f"No attack is worth {g.w.least:g} or more")


def resolve(scene: Scene) -> Iterator[Idea | None]:
    """The attack that promises most comes first."""
    g = Ground(scene.c, scene.side, brief=True)
    field = AttackSearch(g, {}, {}, moving=False)
    for target, units in planned(scene.c).items():
        attack = field.measure(target, [(u, scene.c.state.hex_of[u]) for u in units])
        what = f"The attack on {scene.c.board.describe(target)} at {g.t.crt.columns[attack.column]} comes next"
        yield Idea(Action("resolve", (scene.c.label(target),)), "order", what, attack.parts)
        yield None


def losses(scene: Scene) -> Iterator[Idea | None]:
    """The cheapest step."""
    g = Ground(scene.c, scene.side, brief=True)
    for action in scene.legal:
        name = action.args[0]
        if name == FORTRESS:
            cost, who = 0.4, "The fortress"
        else:
            u = scene.c.roster.find(name)
            cost, who = g.steps(u)[0], scene.c.roster.short[u]
        yield Idea(action, "loss", f"{who} has the cheapest step to lose", (("step", -cost),))


def retreat(scene: Scene) -> Iterator[Idea | None]:
    """The way to the best hex among those that the rule leaves."""
    g = Ground(scene.c, scene.side, brief=True)
    yield from g.warm()
    posts = Posts(g)
    for action in scene.legal:
        u = scene.c.roster.find(action.args[0])
        if len(action.args) > 1:
            end = scene.c.board.find(action.args[-1])
            what = f"{scene.c.roster.short[u]} falls back to {scene.c.board.describe(end)}"
            yield Idea(action, "retreat", what, posts.parts(u, end))
        yield None


def advance(scene: Scene) -> Iterator[Idea | None]:
    """Into the hex that was won where that beats staying."""
    g = Ground(scene.c, scene.side, brief=True)
    yield from g.warm()
    ways = [action for action in scene.legal if action.args]
    stand = {scene.c.state.hex_of[scene.c.roster.find(action.args[0])] for action in ways}
    yield from g.trunk.hold(stand)
    yield from g.barrier.look(frozenset({*stand, *(scene.c.board.find(action.args[-1]) for action in ways)}))
    posts = Posts(g)
    yield Idea(Action("end"), "end", "Nobody gains by advancing further: 0.0 is the best")
    for action in ways:
        u = scene.c.roster.find(action.args[0])
        here, end = scene.c.state.hex_of[u], scene.c.board.find(action.args[-1])
        were = dict(posts.parts(u, here))
        gains = [(name, value - were.get(name, 0.0)) for name, value in posts.parts(u, end)]
        first = scene.c.board.find(action.args[1])
        if first != end and first in g.goals and g.owner(first) != g.side:
            gains.append(("objective", g.goals[first] * 0.5))
        what = f"{scene.c.roster.short[u]} advances to {scene.c.board.describe(end)}"
        yield Idea(action, "advance", what, tuple(gains))
        yield None


# ---------------------------------------------------------------------- chits
def _led(g: Ground, hq: Unit) -> float:
    """Strength that a headquarters would activate, twice where it is in touch with the enemy."""
    c = g.c
    if hq < 0 or c.state.hex_of[hq] < 0:
        return 0.0
    threat = g.threat[0]
    return sum(
        (strength(c, u)[0] + strength(c, u)[1]) * (1.0 if threat[c.state.hex_of[u]] else 0.4)
        for u in in_command(c, hq)
        if u != hq
    )


def draw(scene: Scene) -> Iterator[Idea | None]:
    """Nothing to decide."""
    yield Idea(Action("draw"), "draw", f"One of {plural(scene.c.state.cup, 'chit')} in the cup comes next")


def select(scene: Scene) -> Iterator[Idea | None]:
    """The chits that set most strength in motion, then the end of the selection."""
    g = Ground(scene.c, scene.side, brief=True)
    yield Idea(Action("ready"), "chits", "The selection is complete", (("chits", 1000.0),))
    for action in scene.legal:
        if action.verb == "hold":
            # An interrupt in hand goes before the worst that the enemy may draw.
            yield Idea(action, "chits", "A chit in hand can go before one of the enemy's", (("chits", 2000.0),))
        if action.verb in ("select", "add"):
            chit = g.t.chits[action.args[0]]
            moved = _led(g, scene.c.roster.by_id.get(chit["hq"], -1)) + (100 if chit["kind"] == "interrupt" else 0)
            what = f"{chit['label']} sets {moved:.0f} points of strength in motion"
            yield Idea(action, "chits", what, (("strength", moved * 0.1),))
            yield None


def interrupt(scene: Scene) -> Iterator[Idea | None]:
    """Break in where a Panzergruppe has its chance, before the enemy can mend his line or a check finds mine cut."""
    g = Ground(scene.c, scene.side, brief=True)
    drawn = g.t.chits[scene.c.state.drawn]
    threat = 0.0
    if drawn["kind"] == "supply":
        # 16.4: the check of the last turn ends the game, with the chit still in hand.
        threat = 50.0 if g.left == 0 else g.due() * 0.7
    if drawn["owner"] == g.enemy:
        threat = _led(g, scene.c.roster.by_id.get(drawn["hq"], -1)) * 0.06
    label = label_of(scene.c, scene.c.state.drawn)
    yield Idea(Action("pass"), "interrupt", f"{label} may go ahead", (("patience", _patience(g, drawn)),))
    for action in scene.legal:
        if not action.args or action.args[0] not in g.t.chits:
            continue
        chit = g.t.chits[action.args[0]]
        hq = scene.c.roster.by_id.get(chit["hq"], -1)
        chance = 0.0
        for value in _chances(g, hq):
            chance += value
            yield None
        what = f"{chit['label']} goes before {label}"
        yield Idea(action, "interrupt", what, (("attacks", chance * 0.5), ("forestalls", threat)))


def _patience(g: Ground, drawn: dict[str, str]) -> float:
    """What it is worth to go on holding an interrupt.

    It is played at the end of the turn in any case (7.3). While a Supply Check may still come, only what is held can
    put the check off until a line that has been cut is open again. With several fronts no single line carries all, and
    to strike at the right moment is worth more.
    """
    awaited = drawn["kind"] != "supply" and g.c.state.chits.get("supply") != "played"
    return g.w.in_hand if awaited and g.one_front and g.c.state.turn > SUPPLY_SINCE else g.w.patience


def _chances(g: Ground, hq: Unit) -> Iterator[float]:
    """Worth of the attacks that a headquarters could make now, found piece by piece."""
    c = g.c
    if hq < 0 or c.state.hex_of[hq] < 0:
        return
    pool = {}
    for u in in_command(c, hq):
        if strength(c, u)[0] and not c.roster.hq[u]:
            fresh = reckoning(c, mp_left={u: c.roster.move[u] * 2})
            pool[u] = frozenset(normal_reach(fresh, u)[0])
        yield 0.0
    hexes = {h for found in pool.values() for h in found}
    for attack in AttackSearch(g, pool, dict.fromkeys(hexes, 2)).plan():
        yield attack.value if attack is not None else 0.0


def reserve(scene: Scene) -> Iterator[Idea | None]:
    """The strongest units that have an enemy in reach (17.2)."""
    g = Ground(scene.c, scene.side, brief=True)
    yield Idea(Action("end"), "reserve", "Nobody else is of use: 0.0 is the best")
    for action in scene.legal:
        if action.args:
            u = scene.c.roster.find(action.args[0])
            near = exp(-g.foe.get(scene.c.state.hex_of[u], 99) / 4)
            what = f"{scene.c.roster.short[u]} with strength {strength(scene.c, u)[0]} is called up"
            yield Idea(action, "reserve", what, (("strength in reach", near * strength(scene.c, u)[0]),))


# ---------------------------------------------------------------------- supply checks
def give_up(scene: Scene) -> Iterator[Idea | None]:
    """Withdraw strength that costs the fewest points: reduced units, and those cut off."""
    g = Ground(scene.c, scene.side, brief=True)
    for action in scene.legal:
        u = scene.c.roster.find(action.args[0])
        weight = strength(scene.c, u)[0]
        last = 0.3 if g.left == 0 else 1.0
        cost = (1.0 if g.whole(u) else 0.0) + last * 0.12 * weight
        if g.c.state.hex_of[u] not in g.lines:
            cost *= 0.5
        what = f"{scene.c.roster.short[u]} gives {weight} attack strength"
        yield Idea(action, "withdrawal", what, (("points per strength", -cost / max(weight, 1)),))


def pull_back(scene: Scene) -> Iterator[Idea | None]:
    """Units far behind the front come back sooner by railroad."""
    g = Ground(scene.c, scene.side, brief=True)
    yield Idea(Action("end"), "recall", "Everybody is more use on the map: 0.0 is the best")
    row = g.t.track[min(scene.c.state.turn + 1, g.t.last_turn)]
    sides = scene.c.roster.side
    waiting = sum(1 for u, box in enumerate(scene.c.state.box) if box == "available" and sides[u] == "axis")
    if waiting >= row["ger_reinf"]:
        return
    posts = Posts(g)
    distance = scene.c.grid.distance
    for action in scene.legal:
        if not action.args:
            continue
        u = scene.c.roster.find(action.args[0])
        h = scene.c.state.hex_of[u]
        behind = min((distance(h, e) for e in g.enemies), default=0) - 12
        if not scene.c.roster.hq[u] and behind > 0 and not posts.urgency.get(h):
            what = f"{scene.c.roster.short[u]} is {behind + 12} hexes behind the front"
            yield Idea(action, "recall", what, (("distance", 0.1 * behind),))
        yield None


def lift(scene: Scene) -> Iterator[Idea | None]:
    """The marker of the city that is most in danger: it can only bring the enemy points."""
    g = Ground(scene.c, scene.side, brief=True)
    urgency = Posts(g).urgency
    yield Idea(Action("end"), "marker", "No marker is worth lifting: 0.0 is the best")
    for action in scene.legal:
        if action.args:
            h = scene.c.board.find(action.args[0])
            what = f"{scene.c.board.describe(h)} may fall, and its marker would score"
            yield Idea(action, "marker", what, (("points at risk", 5 * urgency.get(h, 0.0) + 0.01),))


def build(scene: Scene) -> Iterator[Idea | None]:
    """Fortresses where the enemy comes first."""
    g = Ground(scene.c, scene.side, brief=True)
    urgency = Posts(g).urgency
    for action in scene.legal:
        if not action.args:
            yield Idea(action, "fortress", "No further fortress: 0.0 is the best")
            continue
        h = scene.c.board.find(action.args[0])
        what = f"A fortress in {scene.c.board.describe(h)} adds 1 to its defence"
        held_ = g.goals.get(h, 0.0) * 0.1 * (0.2 + urgency.get(h, 0.0))
        yield Idea(action, "fortress", what, (("points held", held_),))
