"""Section 15: mobile assaults, declared in the movement phase; the battle itself is the common one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from engine.components.grid import Hex, Unit
from engine.games.pm.allies import CHAPTER, may_attack_together, may_go
from engine.games.pm.beginners import in_force
from engine.games.pm.combat.odds import tally
from engine.games.pm.combat.strengths import MOBILE
from engine.games.pm.hedgehogs import hedgehog, prune
from engine.games.pm.kinds import ARMOR, CAVALRY, FLAK
from engine.games.pm.movement.allowance import (
    begin,
    budget,
    describe_group,
    end_movement,
    may_move,
    movers,
    points,
)
from engine.games.pm.movement.costs import barrier, class_of, side_cost, why_shut
from engine.games.pm.movement.entering import enter
from engine.games.pm.movement.reach import reach_of
from engine.games.pm.movement.stacking import fits
from engine.games.pm.state import PmState
from engine.games.pm.supply import attack_barred
from engine.games.pm.tables import Ctx, tables
from engine.games.pm.units import held_by, side_units
from engine.games.pm.weather import assaults_barred, marsh_frozen, weather
from engine.kit.picking import group_of, let_tired_go
from engine.play.action import Action, Refusal
from engine.play.citing import rule
from engine.play.step import Context, Prompt, Step, Verb, no_words

MOTORIZED = ("motorized", "motorized division", "motorized rifle brigade")


# ---------------------------------------------------------------------- who
@rule("pm:15.1", "pm:15.12", "pm:10.1", "pm:9.19", "pm:9.20")
def may_assault(c: Ctx, u: Unit) -> Refusal | None:
    """Whether a unit, by what it is, may take part in a mobile assault."""
    r, short = c.roster, c.roster.short[u]
    if not in_force(c, "15.1"):
        return Refusal("pm:15.0", "There are no mobile assaults in the beginners' game.", units=(u,))
    if r.nationality[u] in CHAPTER:
        text = f"{short} is {r.nationality[u].capitalize()}: it never takes part in a mobile assault."
        return Refusal("pm:15.1", text, units=(u,))
    if r.kind[u] == FLAK:
        return Refusal("pm:10.1", f"{short} is flak: it never attacks nor rides along.", units=(u,))
    if not r.mech[u] and r.kind[u] != CAVALRY:
        return Refusal("pm:15.1", f"{short} is not mechanized: no mobile assault.", units=(u,))
    return attack_barred(c, u)


@rule("pm:15.1")
def may_together(c: Ctx, group: Sequence[Unit]) -> Refusal | None:
    """Whether a group has what a mobile assault needs: armour where motorized infantry takes part."""
    kinds = [c.roster.kind[u] for u in group]
    foot = [u for u in group if c.roster.kind[u] in MOTORIZED]
    if foot and not any(kind in ARMOR for kind in kinds):
        text = f"{c.roster.short[foot[0]]} needs a tank, assault gun or armored recon unit in the same assault."
        return Refusal("pm:15.1", text, units=tuple(foot))
    return may_attack_together(c, group)


# ---------------------------------------------------------------------- where
@rule("pm:15.3", "pm:13.5", "pm:13.7", "pm:14.18", "pm:14.40", "pm:R27", "pm:12.16")
def may_storm(c: Ctx, a: Hex, b: Hex) -> Refusal | None:
    """Whether the ground lets a mobile assault go from a hex into its neighbour; nobody attacks out of a hedgehog."""
    t, words = tables(c), c.board.describe(b)
    if hedgehog(c, a):
        return Refusal("pm:14.40", f"The units in {c.label(a)} form a hedgehog: they may not attack.", (a,))
    if assaults_barred(c, b):
        return Refusal("pm:15.3", f"No mobile assaults in {weather(c, b)}.", (b,))
    ground = "clear" if marsh_frozen(c, b) else t.natural(b)
    if not t.effects[ground].get("mobile_assault", True):
        return Refusal("pm:15.3", f"{words} is {ground}: no mobile assault goes into it.", (b,))
    if t.city(a) and t.city(b):
        return Refusal("pm:15.3", "No mobile assault goes from one city hex into another.", (a, b))
    if (strait := t.strait(a, b)) and not t.effects[strait]["mobile_assault"]:
        return Refusal("pm:15.3", "No mobile assault goes across the Sivash or the Kerch Straits.", (a, b))
    return why_shut(c, a, b) if barrier(c, a, b) else None


@rule("pm:15.2", "pm:5.6", "pm:15.6", "pm:5.5", "pm:12.15", "pm:12.21")
def assault_cost(c: Ctx, group: Sequence[Unit], a: Hex, b: Hex) -> int:
    """Points for a mobile assault from a hex into its neighbour: the assault itself and the river, not the ground."""
    side = c.roster.side[group[0]]
    return round_cost(c, side) + max(side_cost(c, class_of(c, u), side, a, b) for u in group)


@rule("pm:15.2", "pm:5.6")
def round_cost(c: Ctx, side: str) -> int:
    """Points for one round of a mobile assault without hexsides."""
    if side == "soviet":
        return c.data.constant("assault_cost_soviet")
    return c.data.constant("assault_cost_axis_first_turn" if swift(c, side) else "assault_cost_axis")


@rule("pm:5.6", "pm:15.6")
def swift(c: Ctx, side: str) -> bool:
    """Whether German units assault cheaply and in several rounds: on Game Turn 1."""
    return side == "axis" and c.state.turn == 1 and in_force(c, "5.6")


# ---------------------------------------------------------------------- the assault
@rule("pm:15.1", "pm:15.2", "pm:15.3", "pm:15.7", "pm:15.8", "pm:6.2", "pm:6.5", "pm:12.3", "pm:R48")
def assault_check(c: Ctx, unit: str, hex_: str) -> Refusal | None:
    """``assault 1pz 2707N``: a mobile assault on a neighbouring hex; picked units together."""
    group, h = group_of(c, c.unit(unit)), c.hex(hex_)
    for u in group:
        if (refusal := may_move(c, u) or may_assault(c, u)) is not None:
            return refusal
    a, side = c.state.hex_of[group[0]], c.roster.side[group[0]]
    if held_by(c, h) in ("", side):
        return Refusal("pm:15.2", f"No enemy unit is in {c.board.describe(h)}.", (h,))
    if h not in c.grid.adjacent[a]:
        text = f"{c.board.describe(h)} is not beside {c.label(a)}: move next to it first."
        return Refusal("pm:15.2", text, (h,), tuple(group))
    for u in group:
        if (refusal := may_go(c, u, h)) is not None:
            return refusal
    return may_storm(c, a, h) or may_together(c, group) or _launch(c, group, a) or _affords(c, group, a, h)


@rule("pm:15.7", "pm:6.2")
def _launch(c: Ctx, group: Sequence[Unit], a: Hex) -> Refusal | None:
    crowd = fits(c, side_units(c, a, c.roster.side[group[0]]), a)
    if crowd is None:
        return None
    return Refusal("pm:15.7", f"No mobile assault starts from an overstacked hex. {crowd.reason}", (a,), tuple(group))


@rule("pm:15.3", "pm:12.3")
def _affords(c: Ctx, group: Sequence[Unit], a: Hex, h: Hex) -> Refusal | None:
    cost, slow = assault_cost(c, group, a, h), min(group, key=lambda u: points(c, u, group))
    if (have := budget(c, group)) < cost:
        text = f"The assault on {c.board.describe(h)} costs {cost} MP, {c.roster.short[slow]} has {have}."
        return Refusal("pm:15.3", text, (h,), tuple(group))
    return None


@rule("pm:15.2", "pm:15.13")
def assault_apply(c: Ctx, unit: str, hex_: str) -> None:
    """Pay and fight; the force stays where it is until the battle is over."""
    group, h = group_of(c, c.unit(unit)), c.hex(hex_)
    a = c.state.hex_of[group[0]]
    cost = assault_cost(c, group, a, h)
    begin(c, group, c.state.origin[group[0]])
    c.frame.vars.update(target=h, launch=a, force=group)
    _round(c, group, cost, h)
    c.call("battle", kind="mobile", target=h, attackers=group)


def _round(c: Ctx, group: Sequence[Unit], cost: int, h: Hex) -> None:
    for u in group:
        c.state.mp_left[u] -= cost
    where = c.board.describe(h)
    text = f"Mobile assault on {where} by {describe_group(c, group)} for {cost} MP."
    c.say("assault", text, "pm:15.2", hexes=[c.state.hex_of[group[0]], h], units=group)
    c.touch()


def _assault(c: Ctx) -> dict[str, Any]:
    """What the movement phase noted of the mobile assault under way: ``target``, ``launch`` hex, ``force``."""
    return next((f.vars for f in reversed(c.state.stack) if "force" in f.vars), {"force": []})


def survivors(c: Ctx) -> list[Unit]:
    """The force of the mobile assault that is under way, as far as it is still there."""
    v = _assault(c)
    return [u for u in v["force"] if c.state.hex_of[u] == v["launch"]]


# ---------------------------------------------------------------------- after the battle
@rule("pm:15.6", "pm:15.9", "pm:R6", "pm:R39", "pm:R46")
def after_battle(c: Ctx) -> None:
    """Into the hex if it is clear; another round where the first turn allows it; else back, and no further."""
    v, force = _assault(c), survivors(c)
    if not force:
        return
    h = v["target"]
    if c.state.cleared:
        text = f"{describe_group(c, force, 'takes', 'take')} {c.board.describe(h)}."
        c.say("move", text, "pm:15.9", hexes=[v["launch"], h], units=force)
        enter(c, force, h)
        prune(c)
        let_tired_go(c, force)
    elif may_go_on(c, force) is None:
        c.call("mobile-again", side=c.roster.side[force[0]])
    else:
        _stop(c, force)


@rule("pm:15.6")
def may_go_on(c: Ctx, force: Sequence[Unit]) -> Refusal | None:
    """Whether a force that was repelled may assault once more."""
    side = c.roster.side[force[0]]
    if not swift(c, side):
        return Refusal("pm:15.6", "Only German units on Game Turn 1 make a second round.", units=tuple(force))
    if min(c.state.mp_left[u] for u in force) < round_cost(c, side):
        return Refusal("pm:15.6", f"Another round costs {round_cost(c, side)} MP.", units=tuple(force))
    return may_together(c, force)


@rule("pm:15.6")
def _stop(c: Ctx, force: Sequence[Unit]) -> None:
    for u in force:
        end_movement(c, u)
    back = c.label(c.state.hex_of[force[0]])
    text = f"{describe_group(c, force, 'stays', 'stay')} in {back}: no further movement."
    c.say("repelled", text, "pm:15.6", hexes=[c.state.hex_of[force[0]]], units=force)
    c.touch()


def _again(c: Ctx) -> None:
    v, force = _assault(c), survivors(c)
    _round(c, force, round_cost(c, c.roster.side[force[0]]), v["target"])
    c.goto("battle", kind="mobile", target=v["target"], attackers=force)


def _halt(c: Ctx) -> None:
    _stop(c, survivors(c))
    c.done()


@rule("pm:15.6")
class MobileAgain(Step[PmState]):
    """Game Turn 1: a German force that did not clear the hex goes in again, or stays where it came from."""

    id = "mobile-again"
    title = "Another round of the mobile assault"
    verbs = (
        Verb("again", no_words, lambda c: may_go_on(c, survivors(c)), _again, "again: another round", "pm:15.6"),
        Verb("halt", no_words, lambda c: None, _halt, "halt: back, its movement ends", "pm:15.6"),
    )

    def prompt(self, c: Context[PmState]) -> Prompt:
        v, force = _assault(c), survivors(c)
        left = min(c.state.mp_left[u] for u in force)
        odds = tally(c, MOBILE, force, v["target"])
        text = f"{c.board.describe(v['target'])} holds out. Assault again at {odds.column or odds.automatic}"
        text += f" with {left} MP left, or halt?"
        return Prompt(c.state.side, text, "pm:15.6", Action("halt"))


# ---------------------------------------------------------------------- what can be tried
def _targets(c: Ctx, subject: str | None) -> Iterable[tuple[str, str]]:
    if not in_force(c, "15.1"):
        return
    for unit in movers(c) if subject is None else [subject]:
        u = c.roster.by_id.get(unit, -1)
        if u >= 0 and c.state.hex_of[u] >= 0 and may_move(c, u) is None and may_assault(c, u) is None:
            for n in c.grid.adjacent[c.state.hex_of[u]]:
                if held_by(c, n) not in ("", c.roster.side[u]):
                    yield unit, c.label(n)


def assault_reach(c: Ctx, units: Sequence[Unit]) -> dict[Hex, int]:
    """Enemy hexes that a group could move up to and assault, with all the points that it takes; stacking left out."""
    if any(may_assault(c, u) for u in units) or may_together(c, units):
        return {}
    have, found, side = budget(c, units), dict[Hex, int](), c.roster.side[units[0]]
    for a, spent in sorted(reach_of(c, units)[0].items()):
        for h in c.grid.adjacent[a]:
            if held_by(c, h) in ("", side) or may_storm(c, a, h) or any(may_go(c, u, h) for u in units):
                continue
            total = spent + assault_cost(c, units, a, h)
            if total <= min(have, found.get(h, have)):
                found[h] = total
    return found


VERBS = (
    Verb(
        "assault",
        _targets,
        assault_check,
        assault_apply,
        "assault UNIT HEX: mobile assault",
        "pm:15.2",
        movers,
        battle="mobile",
    ),
)
