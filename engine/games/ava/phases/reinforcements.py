"""Section 12, and the units that come over the map edge: 15.3 and 15.4."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

from engine.components.grid import Hex, Unit
from engine.components.paths import reach, trail
from engine.components.wording import plural
from engine.games.ava.movement.reach import Search, closed_zones, may_stop, tolls
from engine.games.ava.phases.transfer import returning
from engine.games.ava.state import NORMAL, STRATEGIC, AvaState
from engine.games.ava.tables import Ctx, tables
from engine.games.ava.units import place, room, take_control
from engine.games.ava.zones import friendly_sources, held, rail_net, zone
from engine.play.action import Refusal
from engine.play.citing import rule
from engine.play.fields import derived
from engine.play.step import Context, Prompt, Step, Verb, always, no_words


@rule("ava:12.0", "ava:12.2")
def allotment(c: Ctx, side: str) -> dict[str, int]:
    """Reinforcements of this turn by nationality (turn track)."""
    row = tables(c).track[c.state.turn]
    if side == "soviet":
        return {"soviet": row["su_reinf"]}
    return {"german": row["ger_reinf"], "romanian": row["rum_reinf"]}


@derived("box")
def available(c: Ctx, side: str) -> list[Unit]:
    """Units in the Available Box of a side that belong to this scenario."""
    r = c.roster
    return [u for u, box in enumerate(c.state.box) if box == "available" and r.side[u] == side]


@rule("ava:18.1")
@derived("box", "turn")
def transferred(c: Ctx, side: str) -> list[Unit]:
    """Units of the turn track that come with this turn's Reinforcements besides the regular ones."""
    boxes = _due(c)
    return [u for u, box in enumerate(c.state.box) if box in boxes and c.roster.side[u] == side] if boxes else []


def _due(c: Ctx) -> list[str]:
    """Boxes of the turn track that are due with this turn's Reinforcements."""
    arrivals = c.data.scenario.get("arrival", {}).items()
    return [f"turn {c.state.turn}: {key}" for key, a in arrivals if a["entry"] == "reinforcement"]


# ---------------------------------------------------------------------- by railroad
def _left(c: Ctx, nation: str) -> int:
    return int(c.frame.vars.get(nation, 0))


def _deployable(c: Ctx) -> list[str]:
    r = c.roster
    regular = [u for u in available(c, c.state.side) if _left(c, r.nationality[u]) > 0]
    return [r.ids[u] for u in (*_extra(c, c.state.side), *regular)]


def _extra(c: Ctx, side: str) -> list[Unit]:
    """Units on the turn track that arrive besides the regular reinforcements (17.3, 18.1)."""
    return [*transferred(c, side), *returning(c, side)]


@rule("ava:12.1", "ava:12.2", "ava:12.3", "ava:18.1")
def deploy_check(c: Ctx, unit: str, hex_: str) -> Refusal | None:
    """``deploy 24rd S4112``: a unit from the Available Box arrives by railroad."""
    u, h = c.unit(unit), c.hex(hex_)
    name, side = c.roster.short[u], c.state.side
    boxed = c.roster.side[u] == side and c.state.box[u] == "available"
    if not boxed and u not in _extra(c, side):
        return Refusal("ava:12.2", f"{name} is not in your Available Box.", units=(u,))
    if boxed and _left(c, c.roster.nationality[u]) <= 0:
        return Refusal(
            "ava:12.2", f"No more {c.roster.nationality[u].capitalize()} reinforcements this turn.", units=(u,)
        )
    if h not in rail_net(c, side):
        return _no_rail(c, side, h)
    return may_stop(c, u, h)


def _no_rail(c: Ctx, side: str, h: Hex) -> Refusal:
    where = c.board.describe(h)
    if not any(c.board.side("railroad")[h * 6 + d] for d in range(6)):
        return Refusal("ava:12.1", f"{where} has no railroad.", (h,))
    if zone(c, c.other(side))[h]:
        return Refusal("ava:12.1", f"{where} is in an enemy zone of control.", (h,))
    return Refusal("ava:12.1", f"No railroad free of the enemy leads from a supply source to {where}.", (h,))


@rule("ava:12.1", "ava:3.1")
@derived()
def _open_rails(c: Ctx, side: str) -> list[str]:
    """Labels of the railroad hexes where one more unit of a side can arrive, sorted."""
    return sorted([c.label(h) for h in rail_net(c, side) if room(c, side, h) > 0])


def _deploy_options(c: Ctx, subject: str | None) -> Iterable[tuple[str, ...]]:
    units = sorted(_deployable(c))
    for unit in units if subject is None else [subject] if subject in units else []:
        yield from product([unit], _open_rails(c, c.state.side))


def _deploy(c: Ctx, unit: str, hex_: str) -> None:
    u, h = c.unit(unit), c.hex(hex_)
    nation = c.roster.nationality[u]
    if u not in _extra(c, c.state.side):
        c.frame.vars[nation] = _left(c, nation) - 1
    place(c, u, h)
    c.say(
        "reinforce",
        f"{c.roster.name[u]} arrives at {c.board.describe(h)} by railroad.",
        "ava:12.1",
        hexes=[h],
        units=[u],
    )
    take_control(c, c.roster.side[u], h)
    if not _deployable(c) or not _open_rails(c, c.state.side):
        c.done()


class Reinforce(Step[AvaState]):
    """Reinforcements chit: units from the Available Box arrive on railroads (12)."""

    id = "reinforce"
    phase = "reinforcements"
    title = "Reinforcements"
    verbs = (
        Verb(
            "deploy",
            _deploy_options,
            deploy_check,
            _deploy,
            "deploy UNIT HEX: by railroad",
            "ava:12.1",
            _deployable,
            sure=True,
        ),
        Verb("end", no_words, always, lambda c: c.done(), "end: nobody else comes in this turn", "ava:12.2"),
    )

    def enter(self, c: Context[AvaState]) -> None:
        side = c.frame.vars["side"]
        c.frame.vars.update(allotment(c, side))
        if not _deployable(c) or not _open_rails(c, c.state.side):
            c.say("reinforce", "No reinforcements can be deployed.", "ava:12.2")
            c.done()

    def prompt(self, c: Context[AvaState]) -> Prompt:
        parts = [f"{_left(c, n)} {n.capitalize()}" for n in allotment(c, c.state.side) if _left(c, n)]
        if extra := _extra(c, c.state.side):
            parts.append(f"{c.roster.names(extra)} from the turn track")
        left = ", ".join(parts)
        return Prompt(c.state.side, f"Deploy reinforcements on free railroads: {left} left.", "ava:12.1")


@rule("ava:12.1", "ava:12.2")
def still_to_come(c: Ctx) -> list[tuple[int, str]]:
    """While reinforcements are deployed: how many of which sort may still come and have somebody to come."""
    side = c.state.side
    waiting = [c.roster.nationality[u] for u in available(c, side)]
    found = [(min(_left(c, n), waiting.count(n)), n.capitalize()) for n in allotment(c, side)]
    return [(n, who) for n, who in [*found, (len(_extra(c, side)), "from the turn track")] if n > 0]


# ---------------------------------------------------------------------- over the map edge
@rule("ava:15.3", "ava:15.4")
def entries(c: Ctx) -> list[Hex]:
    """Supply source hexes through which units may enter now (15.3, 15.4)."""
    v = c.frame.vars
    side = c.state.side
    if v["chosen"] >= 0:
        return [v["chosen"]]
    enemies = held(c, c.other(side))
    ours = friendly_sources(c, side)
    return [h for h in v["hexes"] if h in ours and h not in enemies]


@derived()
def _entrants(c: Ctx) -> list[str]:
    if not c.frame.vars["left"]:
        return []
    box = c.frame.vars["box"]
    return [c.roster.ids[u] for u, b in enumerate(c.state.box) if b == box and c.roster.side[u] == c.state.side]


def _entry_reach(c: Ctx, u: Unit, gate: Hex, mode: str) -> Search:
    r = c.roster
    return _entry_search(c, r.side[u], r.mech[u], r.move[u] * 2, gate, mode)


@derived()
def _entry_search(c: Ctx, side: str, mech: bool, budget: int, gate: Hex, mode: str) -> Search:
    t, closed, enemy = tables(c), held(c, c.other(side)), zone(c, c.other(side))
    if mode == "march":
        on_road = bool(t.along("road", side)[gate]) and not enemy[gate]
        return reach(t.march_edges[side], gate, budget, closed_zones(c, side), closed, 1) if on_road else ({}, {})
    toll = tolls(c, side)
    spent = t.entry_cost(gate, mech) + toll[gate]
    return reach(t.edges(side, mech), gate, budget, toll, closed, spent) if spent <= budget else ({}, {})


def _enter_check(c: Ctx, mode: str, unit: str, gate_: str, hex_: str) -> Refusal | None:
    u, gate, h = c.unit(unit), c.hex(gate_), c.hex(hex_)
    rule_id = c.frame.vars["rule"]
    if c.roster.ids[u] not in _entrants(c):
        return Refusal(rule_id, f"{c.roster.short[u]} does not enter now.", units=(u,))
    if gate not in entries(c):
        choices = ", ".join(c.label(g) for g in entries(c)) or "none"
        return Refusal(rule_id, f"Units cannot enter at {c.label(gate)} now; open: {choices}.", (gate,))
    if h not in _entry_reach(c, u, gate, mode)[0]:
        how = "by road at half cost" if mode == "march" else "with its movement allowance"
        cost_rule = "ava:9.3" if mode == "march" else "ava:9.2"
        return Refusal(cost_rule, f"{c.roster.short[u]} does not get from {c.label(gate)} to {c.label(h)} {how}.", (h,))
    return may_stop(c, u, h)


def enter_check(c: Ctx, unit: str, gate: str, hex_: str) -> Refusal | None:
    """``enter 127rd S5507 S5307``: over the map edge with normal movement."""
    return _enter_check(c, "move", unit, gate, hex_)


def enter_march_check(c: Ctx, unit: str, gate: str, hex_: str) -> Refusal | None:
    """``enter-march 127rd S5507 S4807``: over the map edge with strategic movement."""
    return _enter_check(c, "march", unit, gate, hex_)


def _enter_options(mode: str):  # type: ignore[no-untyped-def]
    def options(c: Ctx, subject: str | None) -> Iterable[tuple[str, ...]]:
        for unit in _entrants(c) if subject is None else [subject]:
            u = c.roster.by_id.get(unit, -1)
            for gate in entries(c) if u >= 0 else ():
                for h in _entry_reach(c, u, gate, mode)[0]:
                    yield unit, c.label(gate), c.label(h)

    return options


def _enter(c: Ctx, mode: str, unit: str, gate_: str, hex_: str) -> None:
    u, gate, h = c.unit(unit), c.hex(gate_), c.hex(hex_)
    v = c.frame.vars
    path = trail(_entry_reach(c, u, gate, mode)[1], h)
    if v["single"]:
        v["chosen"] = gate
    v["left"] -= 1
    c.state.steps_left[u] = c.roster.steps[u]
    place(c, u, h)
    if v["fight"]:
        c.state.active[u], c.state.mode[u] = 1, STRATEGIC if mode == "march" else NORMAL
    where = f"{c.board.describe(gate)} and moves to {c.board.describe(h)}"
    c.say("enter", f"{c.roster.name[u]} enters at {where}.", v["rule"], hexes=path, units=[u])
    for step in path:
        take_control(c, c.roster.side[u], step)
    if not _entrants(c):
        c.done()


class Arrive(Step[AvaState]):
    """Units enter over the eastern map edge with normal or strategic movement (15.3, 15.4)."""

    id = "arrive"
    phase = "reinforcements"
    title = "Arrival over the map edge"
    verbs = (
        Verb(
            "enter",
            _enter_options("move"),
            enter_check,
            lambda c, *w: _enter(c, "move", *w),
            "enter UNIT SOURCE HEX",
            "ava:15.4",
            _entrants,
        ),
        Verb(
            "enter-march",
            _enter_options("march"),
            enter_march_check,
            lambda c, *w: _enter(c, "march", *w),
            "enter-march UNIT SOURCE HEX: by road",
            "ava:9.3",
            _entrants,
        ),
        Verb("end", no_words, always, lambda c: c.done(), "end: nobody else enters", "ava:15.4"),
    )

    def acts(self, c: Context[AvaState]) -> str:
        return "soviet"

    def enter(self, c: Context[AvaState]) -> None:
        if not _entrants(c) or not entries(c):
            c.done()

    def prompt(self, c: Context[AvaState]) -> Prompt:
        v = c.frame.vars
        gates = ", ".join(c.label(g) for g in entries(c))
        left = min(v["left"], len(_entrants(c)))
        return Prompt("soviet", f"Bring up to {plural(left, 'unit')} over the map edge at {gates}.", v["rule"])
