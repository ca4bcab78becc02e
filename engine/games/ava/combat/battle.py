"""Sections 10.4, 10.5 and 10.7: the result of one attack, step losses, advance after combat."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from engine.components.grid import Hex, Unit
from engine.games.ava.state import AvaState
from engine.games.ava.tables import Ctx, effect, sheet_of, tables
from engine.games.ava.units import lose_step, open_for, place, room, strength, take_control
from engine.games.ava.zones import held
from engine.play.action import Action, Refusal
from engine.play.citing import rule
from engine.play.fields import units_at
from engine.play.step import Context, Prompt, Step, Verb, always, no_words

FORTRESS = "fortress"
"""How the fortress marker of the hex is named when losses are taken."""


@lru_cache(maxsize=100)
@rule("ava:10.4", "ava:14.2")
def read_result(result: str, fortress: bool) -> tuple[int, int, int]:
    """Attacker's losses, defender's losses, hexes of retreat. A fortress turns each hex of retreat into a loss."""
    if result.startswith("A"):
        return int(result[1:]), 0, 0
    retreat = result.count("R")
    losses = int(result[: len(result) - retreat] or 0) if retreat else 0
    return (0, losses + retreat, 0) if fortress else (0, losses, retreat)


class Battle(Step[AvaState]):
    """One attack after its roll: losses, then retreat, then advance. It waits in the steps that it calls."""

    id = "battle"
    phase = "combat"
    title = "Combat result"

    def prompt(self, c: Context[AvaState]) -> Prompt:
        return Prompt(c.state.side, "The result of the attack is carried out.", "ava:10.4")

    def acts(self, c: Context[AvaState]) -> str:
        side: str = c.frame.vars.get("attacker", "")
        return side

    def enter(self, c: Context[AvaState]) -> None:
        v = c.frame.vars
        own, enemy, v["retreat"] = read_result(v["result"], c.label(v["target"]) in c.state.fortress)
        v["attacker"] = c.state.side
        if own:
            v["stage"] = "done"
            c.call("losses", side=c.state.side, left=own, units=list(v["attackers"]), target=-1)
        elif enemy:
            v["stage"] = "retreat"
            c.call(
                "losses",
                side=c.other(c.state.side),
                left=enemy,
                units=list(units_at(c, v["target"])),
                target=v["target"],
            )
        else:
            v["stage"] = "retreat"
            self.resume(c, "")

    def resume(self, c: Context[AvaState], ended: str) -> None:
        v = c.frame.vars
        stage, v["stage"] = v["stage"], {"retreat": "advance"}.get(v["stage"], "done")
        if stage == "retreat":
            units = [u for u in units_at(c, v["target"]) if v["retreat"]]
            if units:
                c.call("retreat", units=units, count=v["retreat"], side=c.other(v["attacker"]), target=v["target"])
            else:
                self.resume(c, "")
        elif stage == "advance":
            if v["target"] in held(c, c.other(v["attacker"])) or v["result"] == "-":
                c.done()
            else:
                c.call("advance", target=v["target"], units=list(v["attackers"]))
        else:
            c.done()


# ---------------------------------------------------------------------- step losses
def _bearers(c: Ctx) -> list[str]:
    """Who can take a loss now: the units concerned that are left, and the fortress of the hex."""
    v = c.frame.vars
    found = [c.roster.ids[u] for u in v["units"] if c.state.hex_of[u] >= 0]
    if v["target"] >= 0 and c.label(v["target"]) in c.state.fortress:
        found.append(FORTRESS)
    return found


def _loss_options(c: Ctx, subject: str | None) -> Iterable[tuple[str, ...]]:
    return [(name,) for name in _bearers(c)]


@rule("ava:10.5")
def lose_check(c: Ctx, unit: str) -> Refusal | None:
    """``lose 7pz`` or ``lose fortress``: who takes the next step loss is the owner's choice."""
    if unit not in _bearers(c):
        return Refusal("ava:10.5", f"'{unit}' cannot take this loss; choose among: {', '.join(_bearers(c))}.")
    return None


def _lose(c: Ctx, unit: str) -> None:
    v = c.frame.vars
    if unit == FORTRESS:
        damage_fortress(c, v["target"])
    else:
        lose_step(c, c.unit(unit), "ava:10.5")
    v["left"] -= 1
    _go_on(c)


@rule("ava:14.2", "ava:14.3")
def damage_fortress(c: Ctx, h: Hex) -> None:
    """A fortress marker loses a step, and is gone for good with its last."""
    label = c.label(h)
    c.state.fortress[label] -= 1
    left = c.state.fortress[label]
    if not left:
        del c.state.fortress[label]
        c.state.markers_lost[sheet_of(c, h)] += 1
    c.touch()
    c.say(
        "loss",
        f"The fortress at {c.board.describe(h)} {'falls to +1' if left else 'is destroyed'}.",
        "ava:14.2",
        hexes=[h],
    )


def _steps(c: Ctx) -> int:
    """Steps that are left to lose."""
    v = c.frame.vars
    units: int = sum(c.state.steps_left[u] for u in v["units"] if c.state.hex_of[u] >= 0)
    fort = c.state.fortress.get(c.label(v["target"]), 0) if v["target"] >= 0 else 0
    return units + fort


def _go_on(c: Ctx) -> None:
    """Losses that leave no choice are taken at once; those beyond what is there are ignored."""
    v = c.frame.vars
    while v["left"] > 0 and (bearers := _bearers(c)):
        if len(bearers) > 1 and _steps(c) > v["left"]:
            return
        v["left"] -= 1
        if bearers[0] == FORTRESS:
            damage_fortress(c, v["target"])
        else:
            lose_step(c, c.unit(bearers[0]), "ava:10.5")
    c.done()


def _cheapest(c: Ctx) -> str:
    """Who a careful owner would offer first: a whole unit before a reduced one, the weakest, fortresses last."""

    def cost(name: str) -> tuple[bool, bool, int, str]:
        if name == FORTRESS:
            return True, True, 0, name
        u = c.roster.by_id[name]
        return False, c.state.steps_left[u] == 1, sum(strength(c, u)[:2]), name

    return min(_bearers(c), key=cost)


class Losses(Step[AvaState]):
    """Step losses, each given by its owner to one unit (10.5)."""

    id = "losses"
    phase = "combat"
    title = "Step losses"
    verbs = (Verb("lose", _loss_options, lose_check, _lose, "lose UNIT: it takes the step loss", "ava:10.5", _bearers),)

    def enter(self, c: Context[AvaState]) -> None:
        _go_on(c)

    def prompt(self, c: Context[AvaState]) -> Prompt:
        left = c.frame.vars["left"]
        text = f"Choose who takes the step loss ({left} to take)."
        return Prompt(c.state.side, text, "ava:10.5", Action("lose", (_cheapest(c),)))


# ---------------------------------------------------------------------- advance after combat
@rule("ava:10.7")
def advance_limit(c: Ctx, u: Unit, target: Hex) -> int:
    """Hexes a unit may advance into ``target`` and beyond: 2 for mechanized units on open ground without a river."""
    if not c.roster.mech[u]:
        return c.data.constant("advance_foot")
    t = tables(c)
    river, place = t.river(c.state.hex_of[u], target) if c.state.rivers else "", t.place_size(target)
    # A city leaves the terrain around it what it is, a major city takes its place.
    ground = [] if place == "major city" else [int(t.terrain[c.board.terrain_name(target)]["advance"])]
    return min([*ground, *(effect(c, name.replace(" ", "_"), "advance") for name in (river, place) if name)])


def _waiting(c: Ctx) -> list[Unit]:
    return [u for u in c.frame.vars["units"] if c.state.hex_of[u] >= 0]


@rule("ava:10.7")
def advance_check(c: Ctx, unit: str, first: str, second: str = "") -> Refusal | None:
    """``advance 7pz S0917 [S1017]``: into the vacated hex, and one beyond if the unit may."""
    u, side, target = c.unit(unit), c.state.side, c.frame.vars["target"]
    if u not in _waiting(c):
        return Refusal("ava:10.7", f"{c.roster.short[u]} took no part in this combat or has advanced.", units=(u,))
    if c.hex(first) != target:
        return Refusal("ava:10.7", f"The first hex of an advance is the vacated one, {c.label(target)}.", (target,))
    if target not in open_for(c, u)[c.state.hex_of[u]]:
        return Refusal("ava:10.7", f"{c.roster.short[u]} may not enter {c.label(target)} from its hex.", (target,))
    end = target
    if second:
        end = c.hex(second)
        if advance_limit(c, u, target) < 2:
            return Refusal("ava:10.7", f"{c.roster.short[u]} may advance one hex only.", (end,), (u,))
        if end in held(c, c.other(side)):
            return Refusal("ava:10.7", f"An enemy is in {c.label(end)}.", (end,))
        if end not in open_for(c, u)[target]:
            return Refusal("ava:10.7", f"{c.label(end)} cannot be entered from {c.label(target)}.", (end,))
    if room(c, side, end, leaving=u) <= 0:
        return Refusal("ava:3.1", f"{c.board.describe(end)} already holds two units.", (end,))
    return None


def _advancers(c: Ctx) -> list[str]:
    return [c.roster.ids[u] for u in _waiting(c)]


def _advance_options(c: Ctx, subject: str | None) -> Iterable[tuple[str, ...]]:
    target = c.frame.vars["target"]
    for u in _waiting(c):
        yield c.roster.ids[u], c.label(target)
        if advance_limit(c, u, target) > 1:
            for n in open_for(c, u)[target]:
                yield c.roster.ids[u], c.label(target), c.label(n)


def _advance(c: Ctx, unit: str, first: str, second: str = "") -> None:
    u = c.unit(unit)
    path = [c.hex(w) for w in (first, second) if w]
    c.frame.vars["units"].remove(u)
    start = c.state.hex_of[u]
    place(c, u, path[-1])
    c.say(
        "advance",
        f"{c.roster.short[u]} advances to {c.board.describe(path[-1])}.",
        "ava:10.7",
        hexes=[start, *path],
        units=[u],
    )
    for h in path:
        take_control(c, c.state.side, h)
    if not any(advance_check(c, *words) is None for words in _advance_options(c, None)):
        c.done()


class Advance(Step[AvaState]):
    """Advance after combat: optional, any unit that attacked, enemy zones ignored (10.7)."""

    id = "advance"
    phase = "combat"
    title = "Advance after combat"
    verbs = (
        Verb("advance", _advance_options, advance_check, _advance, "advance UNIT HEX [HEX]", "ava:10.7", _advancers),
        Verb("end", no_words, always, lambda c: c.done(), "end: no further advance", "ava:10.7"),
    )

    def enter(self, c: Context[AvaState]) -> None:
        if not any(advance_check(c, *words) is None for words in _advance_options(c, None)):
            c.done()

    def prompt(self, c: Context[AvaState]) -> Prompt:
        where = c.board.describe(c.frame.vars["target"])
        text = f"{where} is vacated: advance units, or end the advance."
        return Prompt(c.state.side, text, "ava:10.7", Action("end"))
