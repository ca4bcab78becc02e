"""A game made up for the tests: two sides, eleven counters, a secret plan, moves, attacks with losses, three turns.

Its data files lie in ``tests/support/data/toy``; the fixture ``toy`` makes the engine find both. The axis wins by
holding Ford at the end of the last turn.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from engine.components.charts import Tally
from engine.components.dice import Lots
from engine.components.errors import BadInput
from engine.components.grid import Hex, Unit
from engine.components.load import DataError, GameData
from engine.components.paths import reach
from engine.components.results import build_results
from engine.kit.opening import opened
from engine.play.action import Action, Refusal
from engine.play.asked import OutlineLine, Reach, Score, Supply, Track
from engine.play.engagement import Engagement
from engine.play.fields import derived, units_at
from engine.play.queries import CombatQueries, Drawing, Layer, MapQueries, Queries, TurnQueries, UnitQueries
from engine.play.ruleset import Ruleset
from engine.play.state import State
from engine.play.step import Context, Prompt, Step, Verb, always, no_words

PLANS = ("bold", "careful")
SIDES = ("axis", "soviet")


@dataclass
class ToyState(State):
    """What the toy keeps: who moved or attacked this turn, and the plans."""

    done: list[int] = field(default_factory=list)
    """Per unit 0 fresh, 1 moved, 2 attacked."""
    plans: dict[str, str] = field(default_factory=dict)
    """Per side its plan of this turn; secret until both are made."""


Ctx = Context[ToyState]


# ---------------------------------------------------------------------- setting up
def load(scenario: str, options: dict[str, str], overrides: Path | None) -> GameData:
    """The data of a scenario, whose lakes are out of play. Raises ``BadInput`` for names that there are not."""
    data = opened("toy", scenario, options, overrides)
    if not isinstance(data.scenario.get("place"), dict):
        raise DataError(f"scenarios/{scenario}.toml", "place", "is missing")
    data.in_play = frozenset(h for h in data.in_play if data.board.terrain_name(h) != "lake")
    return data


def begin(c: Ctx) -> None:
    """Put the counters where the scenario says and ask for the first plan."""
    s, units = c.state, range(len(c.roster))
    s.turn, s.side = 1, "axis"
    s.steps_left, s.hex_of, s.box = [c.roster.steps[u] for u in units], [-1 for _ in units], ["" for _ in units]
    s.done = [0 for _ in units]
    for name, label in c.scenario["place"].items():
        s.hex_of[c.unit(name)] = c.hex(label)
    c.call("plan", side="axis")


def turns(c: Ctx) -> int:
    """Turns of the game."""
    return int(c.scenario["turns"][c.options["length"]])


# ---------------------------------------------------------------------- predicates
def own(c: Ctx, text: str) -> Unit | Refusal:
    """The unit named, if it is on the map and belongs to the side that decides."""
    u = c.unit(text)
    if c.roster.side[u] != c.state.side or c.state.hex_of[u] < 0:
        return Refusal("toy:2.1", f"{c.roster.short[u]} is not yours to use", units=(u,))
    return u


def can_enter(c: Ctx, u: Unit, h: Hex) -> Refusal | None:
    """Whether a unit may end in a hex."""
    here = units_at(c, h)
    if h not in c.data.in_play:
        return Refusal("toy:2.1", f"{c.label(h)} is a lake", hexes=(h,))
    if any(c.roster.side[v] != c.roster.side[u] for v in here):
        return Refusal("toy:2.1", f"the enemy holds {c.label(h)}", hexes=(h,), units=here)
    if len([v for v in here if v != u]) >= c.data.constant("stacking"):
        return Refusal("toy:2.1", f"{c.label(h)} is full", hexes=(h,), units=here)
    return None


@derived("hex_of")
def ways(c: Ctx, u: Unit) -> dict[Hex, int]:
    """Cheapest costs within the allowance: woods two, all else one, never through the enemy."""
    edges = c.data.memo.get("edges")
    if edges is None:
        entry = [2 if c.board.terrain_name(h) == "woods" else 1 for h in c.grid]
        edges = [[(n, entry[n]) for n in around if n in c.data.in_play] for around in c.grid.adjacent]
        c.data.memo["edges"] = edges
    enemy = {c.state.hex_of[v] for v in range(len(c.roster)) if c.roster.side[v] != c.roster.side[u]}
    return reach(edges, c.state.hex_of[u], c.roster.move[u], [0] * c.grid.size, enemy)[0]


def check_move(c: Ctx, unit: str, target: str) -> Refusal | None:
    """Whether a unit may move to a hex."""
    u, h = own(c, unit), c.hex(target)
    if isinstance(u, Refusal):
        return u
    if c.state.done[u]:
        return Refusal("toy:2.1", f"{c.roster.short[u]} has already acted", units=(u,))
    if h == c.state.hex_of[u]:
        return Refusal("toy:2.1", "it is there already", hexes=(h,))
    if refusal := can_enter(c, u, h):
        return refusal
    return None if h in ways(c, u) else Refusal("toy:2.1", f"{c.label(h)} is too far", hexes=(h,))


def check_attack(c: Ctx, unit: str, target: str) -> Refusal | None:
    """Whether a unit may attack a hex."""
    u, h = own(c, unit), c.hex(target)
    if isinstance(u, Refusal):
        return u
    if c.state.done[u] == 2:
        return Refusal("toy:3.1", f"{c.roster.short[u]} has attacked", units=(u,))
    if h not in c.grid.adjacent[c.state.hex_of[u]]:
        return Refusal("toy:3.1", f"{c.label(h)} is not beside it", hexes=(h,))
    if not any(c.roster.side[v] == c.other(c.state.side) for v in units_at(c, h)):
        return Refusal("toy:3.1", f"there is nobody in {c.label(h)}", hexes=(h,))
    return None


def check_lose(c: Ctx, unit: str) -> Refusal | None:
    """Whether a unit may take the loss that is owed."""
    u = c.unit(unit)
    if c.state.hex_of[u] != c.frame.vars["hex"] or c.roster.side[u] != c.state.side:
        return Refusal("toy:3.2", f"{c.roster.short[u]} was not in the fight", units=(u,))
    return None


# ---------------------------------------------------------------------- what a unit can try
def mine(c: Ctx) -> list[str]:
    """Ids of the units on the map of the side that decides."""
    r = c.roster
    return [r.ids[u] for u in range(len(r)) if r.side[u] == c.state.side and c.state.hex_of[u] >= 0]


def moves(c: Ctx, subject: str | None) -> Iterator[tuple[str, ...]]:
    """Candidates of ``move``."""
    for name in mine(c):
        if subject in (None, name) and not c.state.done[c.unit(name)]:
            yield from ((name, c.label(h)) for h in ways(c, c.unit(name)))


def attacks(c: Ctx, subject: str | None) -> Iterator[tuple[str, ...]]:
    """Candidates of ``attack``."""
    for name in mine(c):
        if subject in (None, name):
            yield from ((name, c.label(h)) for h in c.grid.adjacent[c.state.hex_of[c.unit(name)]])


def losers(c: Ctx, subject: str | None) -> Iterable[tuple[str, ...]]:
    """Candidates of ``lose``."""
    return [(name,) for name in mine(c)]


# ---------------------------------------------------------------------- effects
def do_plan(c: Ctx, plan: str) -> None:
    """Note a plan; when both sides have one they are shown."""
    s = c.state
    s.plans[s.side] = plan
    c.say("plan", f"The plan is {plan}.", "toy:1.2", seen_by=s.side)
    if s.side == "axis":
        c.goto("plan", side="soviet")
        return
    c.reveal()
    c.say("reveal", f"Axis {s.plans['axis']}, Soviets {s.plans['soviet']}.", "toy:1.2")
    s.done = [0] * len(s.done)
    c.goto("operate", side="axis")


def check_plan(c: Ctx, plan: str) -> Refusal | None:
    """Whether there is such a plan."""
    return None if plan in PLANS else Refusal("toy:1.2", f"there is no plan '{plan}'")


def do_move(c: Ctx, unit: str, target: str) -> None:
    """Move a unit."""
    u, h = c.unit(unit), c.hex(target)
    before, c.state.hex_of[u], c.state.done[u] = c.state.hex_of[u], h, 1
    c.say("move", f"{c.roster.short[u]} to {c.label(h)}.", "toy:2.1", hexes=(before, h), units=(u,))


def do_attack(c: Ctx, unit: str, target: str) -> None:
    """Roll for an attack and ask for the loss."""
    u, h = c.unit(unit), c.hex(target)
    tally = attack_tally(c, "attack", Engagement((h,), (u,)), {})
    c.state.done[u] = 2
    die = c.roll(c.data.constant("die_sides"), results=tally.results)
    result = tally.results[die - 1]
    c.say("attack", f"{tally.column}, {die}: {result}.", "toy:3.1", rolls=[die], hexes=(h,), units=(u,))
    if result == "D1":
        c.call("losses", hex=h, side=c.other(c.state.side))
    elif result == "A1":
        c.call("losses", hex=c.state.hex_of[u], side=c.state.side)


def do_lose(c: Ctx, unit: str) -> None:
    """A unit loses a step; without any left it is gone."""
    u, s = c.unit(unit), c.state
    h = s.hex_of[u]
    s.steps_left[u] -= 1
    if s.steps_left[u] == 0:
        s.hex_of[u], s.box[u] = -1, "eliminated"
    c.say("loss", f"{c.roster.short[u]} loses a step.", "toy:3.2", hexes=(h,), units=(u,))
    c.done()


def do_end(c: Ctx) -> None:
    """End of a side's operations, of the turn, of the game."""
    s = c.state
    if s.side == "axis":
        return c.goto("operate", side="soviet")
    if s.turn < turns(c):
        s.turn += 1
        s.plans.clear()
        return c.goto("plan", side="axis")
    winner = "axis" if score(c).total else "soviet"
    c.say("end", f"{winner} wins.", "toy:4.1")
    return c.over(winner, "", "toy:4.1")


# ---------------------------------------------------------------------- steps
class Plan(Step[ToyState]):
    """A secret choice of each side."""

    id, phase, title = "plan", "planning", "Plan"
    secret = True
    verbs = (
        Verb("plan", lambda c, subject: [(p,) for p in PLANS], check_plan, do_plan, "plan bold|careful", "toy:1.2"),
    )

    def prompt(self, c: Ctx) -> Prompt:
        """Ask for the plan."""
        return Prompt(c.state.side, "Choose a plan.", "toy:1.2", Action("plan", ("bold",)))


class Operate(Step[ToyState]):
    """Moves and attacks of one side."""

    id, phase, title = "operate", "operations", "Operations"
    verbs = (
        Verb("move", moves, check_move, do_move, "move UNIT HEX", "toy:2.1", subjects=mine, paid=True),
        Verb("attack", attacks, check_attack, do_attack, "attack UNIT HEX", "toy:3.1", subjects=mine),
        Verb("end", no_words, always, do_end, "end", "toy:4.1"),
    )

    def prompt(self, c: Ctx) -> Prompt:
        """Ask for a move or an attack."""
        return Prompt(c.state.side, "Move or attack.", "toy:2.1", Action("end"))


class Losses(Step[ToyState]):
    """The side that was hit takes off a step."""

    id, title = "losses", "Losses"
    verbs = (Verb("lose", losers, check_lose, do_lose, "lose UNIT", "toy:3.2", subjects=mine),)

    def prompt(self, c: Ctx) -> Prompt:
        """Ask for the unit."""
        return Prompt(c.state.side, "Who takes the loss?", "toy:3.2")


# ---------------------------------------------------------------------- queries
def strength(c: Ctx, u: Unit) -> tuple[int, int, int]:
    """Values of the side that is up."""
    r = c.roster
    reduced = c.state.steps_left[u] < r.steps[u]
    return (r.attack2[u], r.defense2[u], r.move[u]) if reduced else (r.attack[u], r.defense[u], r.move[u])


def attack_tally(c: Ctx, kind: str, fight: Engagement, modifiers: dict[str, str]) -> Tally:
    """Sum of attacks against sum of defences, one column right for a bold plan."""
    units, target = fight.attackers, fight.target
    table = build_results(c.data.charts["crt"])
    defenders = tuple(v for v in units_at(c, target) if v not in units)
    if not units or not defenders:
        raise BadInput("an attack needs somebody on either side")
    attack, defense = sum(strength(c, u)[0] for u in units), sum(strength(c, v)[1] for v in defenders)
    column = max(0, table.place(attack, defense))
    shift = int(c.state.plans.get(c.roster.side[units[0]]) == "bold")
    used = min(column + shift, len(table.columns) - 1)
    tally = Tally(kind, attack, defense, table.columns[column], table.columns[used], shift)
    tally.attackers, tally.defenders, tally.targets = units, defenders, (target,)
    tally.distribution, tally.results = table.distribution(used), table.results(used)
    tally.add(attack, "attack", "toy:3.1")
    tally.add(-defense, "defence", "toy:3.1")
    if shift:
        tally.add("+1 column", "a bold plan", "toy:1.2")
    return tally


def reach_of(c: Ctx, u: Unit, mode: str) -> Reach:
    """Where a unit can go."""
    if mode:
        raise BadInput(f"there is no mode '{mode}'")
    if c.state.hex_of[u] < 0:
        raise BadInput(f"{c.roster.short[u]} is not on the map")
    around = {h: can_enter(c, u, h) for h in c.grid.adjacent[c.state.hex_of[u]]}
    return Reach({h: float(n) for h, n in ways(c, u).items()}, {h: (r.rule, r.reason) for h, r in around.items() if r})


def supply(c: Ctx, u: Unit) -> Supply:
    """A unit on the map is supplied in a straight line."""
    if c.state.hex_of[u] < 0:
        return Supply("off the map", False, (), -1, "toy:1.1")
    source = c.board.supply[c.roster.side[u]][0]
    return Supply("in supply", True, tuple(c.grid.line(c.state.hex_of[u], source)), source, "toy:1.1")


def zoc(c: Ctx, side: str) -> list[Hex]:
    """All hexes beside a unit."""
    units = [u for u, h in enumerate(c.state.hex_of) if h >= 0 and c.roster.side[u] == side]
    return sorted({n for u in units for n in c.grid.adjacent[c.state.hex_of[u]]})


def control(c: Ctx, h: Hex) -> str:
    """The side that stands in the hex."""
    here = units_at(c, h)
    return c.roster.side[here[0]] if here else ""


def score(c: Ctx) -> Score:
    """One point for Ford."""
    ford = c.board.places[0].hexes[0]
    return Score("axis", int(control(c, ford) == "axis"), 1, (), "toy:4.1")


def outline(c: Ctx) -> list[OutlineLine]:
    """The phases with the present one marked."""
    now = next((c.steps[f.step].phase for f in reversed(c.state.stack) if c.steps[f.step].phase), "")
    phases = c.data.tables["sequence"]["phase"]
    return [OutlineLine(p["id"], p["title"], p["rule"], 0, "now" if p["id"] == now else "later") for p in phases]


def blank(data: GameData, s: ToyState, side: str) -> None:
    """Until both sides have a plan each knows only its own."""
    if s.stack and s.stack[-1].step == "plan":
        s.plans = {who: plan for who, plan in s.plans.items() if who == side}


def deal(c: Ctx, side: str, lots: Lots, known: Collection[Unit]) -> None:
    """The plan of the other, once it has one."""
    if c.state.stack and c.state.stack[-1].step == "plan" and c.state.side == side == "soviet":
        c.state.plans.setdefault("axis", lots.mixed(PLANS)[0])


def invariants(c: Ctx) -> list[str]:
    """What must always hold."""
    s, r, wrong = c.state, c.roster, []
    for u in range(len(r)):
        if (s.hex_of[u] >= 0) == (s.box[u] != "") or (s.hex_of[u] >= 0) != (s.steps_left[u] > 0):
            wrong.append(f"{r.ids[u]} is in two places or none")
    for h in c.grid:
        here = units_at(c, h)
        if len(here) > c.data.constant("stacking") or len({r.side[u] for u in here}) > 1:
            wrong.append(f"{c.label(h)} holds too many")
    return wrong


def edit(c: Ctx, changes: dict[str, Any]) -> None:
    """Clear the map, set the turn, place and remove known units."""
    s = c.state
    if changes.get("clear"):
        s.hex_of, s.box = [-1] * len(c.roster), ["available"] * len(c.roster)
        s.steps_left = [0] * len(c.roster)
    s.turn = int(changes.get("turn", s.turn))
    for item in changes.get("place", []):
        u = c.unit(item["unit"])
        s.hex_of[u], s.box[u], s.steps_left[u] = c.hex(item["hex"]), "", int(item.get("steps", c.roster.steps[u]))
    for name in changes.get("remove", []):
        u = c.unit(name)
        s.hex_of[u], s.box[u], s.steps_left[u] = -1, "eliminated", 0
    c.touch()
    if wrong := invariants(c):
        raise BadInput(wrong[0])


def zones(c: Ctx, side: str, unit: Unit | None) -> Drawing:
    """The one overlay there is: zones of control."""
    return dict.fromkeys(zoc(c, side), "x"), (("x", "zone"),), "toy:1.1"


def flags(c: Ctx, u: Unit) -> list[str]:
    """What a unit has done."""
    return [["moved", "attacked"][c.state.done[u] - 1]] if c.state.done[u] else []


def tracks(c: Ctx, side: str) -> list[Track]:
    """The plans that a side knows."""
    lines = tuple(f"{who}: {plan}" for who, plan in sorted(c.state.plans.items()))
    return [Track("plans", "Plans", "toy:1.2", lines)]


RULESET = Ruleset(
    "toy", "Toy", ToyState, {s.id: s for s in (Plan(), Operate(), Losses())}, load, begin, blank, invariants, edit,
    Queries(
        MapQueries(
            control=control, points=lambda c, h: int(h in c.board.place_at), zoc=zoc,
            layers=(Layer("zoc", "Zones", zones),),
        ),
        UnitQueries(strength=strength, reach=reach_of, supply=supply, flags=flags),
        CombatQueries(tally=attack_tally, kinds=("attack",)),
        TurnQueries(name=lambda c: f"Turn {c.state.turn}", outline=outline, score=score, tracks=tracks),
    ),
    deal=deal,
)  # fmt: skip
