"""7.2, 7.3, 7.6, 7.71: the Replacements Phase: what both sides receive, aircraft made ready, who is marked."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import ClassVar, NamedTuple

from engine.components.grid import Unit
from engine.components.wording import counted
from engine.games.efs import replacing
from engine.games.efs.edition import edition
from engine.games.efs.kinds import is_air
from engine.games.efs.movement.substitutes import form, may_form
from engine.games.efs.phases.phase import WAITS
from engine.games.efs.phases.strongpoints import EXTRA
from engine.games.efs.replacing import ARMAMENTS, INFANTRY, NKVD, TRAINS, receive, stock
from engine.games.efs.state import EfsState
from engine.games.efs.tables import Ctx, tables
from engine.games.efs.units import DAMAGED, DESTROYED, FLOWN, READY, to_box
from engine.games.efs.victory import owe
from engine.games.efs.weather import MUD, SNOW, weather
from engine.play.action import Action, Refusal
from engine.play.citing import rule
from engine.play.step import Context, Prompt, Step, Verb, always, no_words

Words = tuple[str, ...]
DIE = 10
TABLES = "soviet_replacements"
MIDDLE = "B"
"""The table that has the name of all without a letter."""
AIRCRAFT, MANDATE = "V", "M"
DEALT = "dealt"
"""Set for a position put up by hand that tells itself what the phase has brought; nothing more is rolled for."""
CODE = re.compile(r"(\d*)([A-Z])")


class Received(NamedTuple):
    """One row of the Soviet Replacements Table."""

    infantry: int
    strongpoints: int
    codes: dict[str, int]
    """Results by letter: A, V, E, M, R and S."""
    text: str


# ---------------------------------------------------------------------- the Soviet table
@rule("efs:7.2", "efs:7.21")
def table_name(c: Ctx) -> str:
    """The chart of the Soviet Replacements Table that serves in this turn; empty for none."""
    letter = str(tables(c).logistics("soviet", c.state.turn).get("table", ""))
    return "" if not letter else TABLES if letter == MIDDLE else f"{TABLES}_{letter.lower()}"


@rule("efs:7.22")
def by_weather(c: Ctx) -> int:
    """What Mud, perhaps Snow, adds to the die."""
    return int(weather(c) == MUD or (weather(c) == SNOW and edition(c).snow_adds))


@rule("efs:7.22", "efs:12.36")
def modifier(c: Ctx) -> int:
    """What the weather and Mandated Attacks not yet made add to the die."""
    total, most = by_weather(c) + c.state.mandates, edition(c).table_most
    return min(total, most) if most else total


@rule("efs:7.22", "efs:12.36")
def _why(c: Ctx) -> str:
    """What makes the modifier of the die, in words."""
    due = counted(c.state.mandates, "Mandated Attack", "Mandated Attacks") if c.state.mandates else ""
    bad = weather(c).capitalize() if by_weather(c) else ""
    return ", ".join(part for part in (due, bad) if part)


@rule("efs:7.22", "efs:7.41", "efs:7.5")
def row(c: Ctx, chart: str, result: int) -> Received:
    """What a modified die gives in a table; beyond its end the last row serves."""
    table = c.data.charts[chart]
    result = min(result, int(table["rows"][-1][0]))
    found = next(dict(zip(table["columns"], r, strict=True)) for r in table["rows"] if int(r[0]) == result)
    codes: dict[str, int] = {}
    plain = 0
    for part in (*str(found["strongpoints"]).split("+"), str(found["other"]), str(found["special"])):
        if part.isdigit():
            plain = int(part)
        elif match := CODE.fullmatch(part):
            codes[match[2]] = codes.get(match[2], 0) + int(match[1] or 1)
    return Received(int(found["type_i"]), plain, codes, _in_words(int(found["type_i"]), plain, codes))


NAMES = {
    EXTRA: "E strongpoint",
    ARMAMENTS: "type A",
    AIRCRAFT: "type V",
    MANDATE: "Mandated Attack",
    NKVD: "NKVD point",
}
"""Results by letter that have a name; the others are called by the letter."""


@rule("efs:7.22", "efs:7.41", "efs:7.5")
def _in_words(infantry: int, plain: int, codes: dict[str, int]) -> str:
    """What a row of the table gives, in words for the log."""
    told = [f"{infantry} type I"] if infantry else []
    told += [counted(plain, "strongpoint", "strongpoints")] if plain else []
    for letter, n in codes.items():
        name = NAMES.get(letter, f"result {letter}")
        told.append(f"{n} {name}" if name.startswith("type") else counted(n, name, f"{name}s" if letter in NAMES
                    else f"results {letter}"))  # fmt: skip
    return ", ".join(told) or "nothing"


@rule("efs:7.21", "efs:7.22", "efs:7.3", "efs:7.31", "efs:7.32", "efs:7.33", "efs:7.41", "efs:7.51")
def roll(c: Ctx, chart: str) -> None:
    """Roll on a table and note what it gives; strongpoints and events are those of this turn alone."""
    drm = modifier(c)
    die = c.roll(DIE, results=[row(c, chart, n + drm).text for n in range(1, DIE + 1)])
    got = row(c, chart, die + drm)
    told = f" {drm:+d} ({_why(c)})" if drm else ""
    c.say("replacement", f"Soviet replacements: roll {die}{told}: {got.text}.", "efs:7.22", rolls=[die])
    receive(c, "soviet", INFANTRY, got.infantry)
    receive(c, "soviet", ARMAMENTS, got.codes.get(ARMAMENTS, 0))
    if edition(c).nkvd_points:
        receive(c, "soviet", NKVD, got.codes.get(NKVD, 0))
    c.state.strongpoints["soviet"] = got.strongpoints
    c.state.events[f"soviet {AIRCRAFT}"] = got.codes.get(AIRCRAFT, 0)
    for letter in ("R", "S", EXTRA):
        if n := got.codes.get(letter, 0):
            c.state.events[letter] = n
    spared = c.state.turn <= int(c.scenario.get("mandated", {}).get("none_until", 0))
    demand(c, 0 if spared else got.codes.get(MANDATE, 0))
    c.touch()


@rule("efs:7.51", "efs:12.36")
def demand(c: Ctx, n: int) -> None:
    """Mandated Attacks are received; each one above nine is a victory point of the Axis side instead."""
    before = c.state.mandates
    owe(c, n)
    if kept := c.state.mandates - before:
        called = counted(kept, "Mandated Attack is", "Mandated Attacks are")
        c.say("mandate", f"{called} called for, {c.state.mandates} in all to be made.", "efs:7.51")


@rule("efs:7.6", "efs:7.61", "efs:7.62", "efs:7.63", "efs:7.42", "efs:12.36", "efs:R200")
def by_card(c: Ctx) -> None:
    """Points that the set-up cards give in this turn: the Axis side's, and those for Soviet armored trains."""
    due = tables(c).logistics("axis", c.state.turn)
    kept = {type_: receive(c, "axis", type_, int(due.get(f"rp_{type_.lower()}", 0))) for type_ in replacing.SAVED}
    planes = c.state.events[f"axis {AIRCRAFT}"] = int(due.get("rp_v", 0))
    told = [f"{n} {type_}" for type_, n in {**kept, AIRCRAFT: planes}.items() if n]
    if told:
        c.say("replacement", f"Axis replacements: {', '.join(told)}.", "efs:7.6")
    if ordered := int(c.scenario.get("mandated", {}).get("turns", {}).get(str(c.state.turn), 0)):
        demand(c, ordered)
    if trains := int(tables(c).logistics("soviet", c.state.turn).get("trains", 0)):
        receive(c, "soviet", TRAINS, trains)
        c.say("replacement", f"Replacements for {trains} Soviet armored trains.", "efs:7.42")


# ---------------------------------------------------------------------- aircraft
@rule("efs:7.33", "efs:7.63")
def may_refit(c: Ctx, u: Unit) -> Refusal | None:
    """Whether a type V point may bring an air unit into the Ready Box."""
    side, name = c.state.side, c.roster.short[u]
    law = "efs:7.33" if side == "soviet" else "efs:7.63"
    if not is_air(c, u) or c.roster.side[u] != side:
        return Refusal(law, f"{name} is no air unit of yours.", units=(u,))
    if c.state.box[u] not in _refit_from(c):
        flown = "Flown, " if edition(c).refits_flown else ""
        return Refusal(law, f"{name} is not in the {flown}Damaged or Destroyed Box.", units=(u,))
    if not c.state.events[f"{side} {AIRCRAFT}"]:
        return Refusal(law, "There is no type V point left.", units=(u,))
    if c.state.box[u] == DESTROYED and not (edition(c).wrecks_refit or c.roster.number("rebuild", u)):
        return Refusal(law, f"{name} cannot be rebuilt.", units=(u,))
    return None


def _refit_from(c: Ctx) -> tuple[str, ...]:
    """The boxes of the air units that a point makes ready."""
    return (FLOWN, DAMAGED, DESTROYED) if edition(c).refits_flown else (DAMAGED, DESTROYED)


def refittable(c: Ctx) -> list[str]:
    """Air units of the side to act that a point can bring into the Ready Box."""
    if not c.state.events[f"{c.state.side} {AIRCRAFT}"]:
        return []
    return [c.roster.ids[u] for u in range(len(c.roster)) if may_refit(c, u) is None]


def _refit(c: Ctx, unit: str) -> None:
    u, side = c.unit(unit), c.state.side
    to_box(c, u, READY)
    c.state.events[f"{side} {AIRCRAFT}"] -= 1
    law = "efs:7.33" if side == "soviet" else "efs:7.63"
    c.say("replacement", f"{c.roster.agree(u, 'is', 'are')} in the Ready Box.", law, units=[u])


# ---------------------------------------------------------------------- the verbs
def _mark(c: Ctx, unit: str) -> None:
    replacing.mark(c, c.unit(unit))


def _marked(c: Ctx) -> list[str]:
    return [c.roster.ids[u] for u in replacing.marked(c, c.state.side)]


def _unmark_check(c: Ctx, unit: str) -> Refusal | None:
    """``unmark 18pz-pzr``"""
    u = c.unit(unit)
    if c.roster.ids[u] in _marked(c):
        return None
    return Refusal("efs:7.71", f"{c.roster.short[u]} is not one of yours that are marked.", units=(u,))


def _unmark(c: Ctx, unit: str) -> None:
    u = c.unit(unit)
    replacing.unmark(c, u)
    c.say("replacement", f"{c.roster.agree(u, 'is', 'are')} to receive no replacements.", "efs:7.71", units=[u])


def _listed(names: Iterable[str], subject: str | None) -> list[Words]:
    return [(name,) for name in names if subject in (None, name)]


def _end(c: Ctx) -> None:
    step = c.step
    assert isinstance(step, Replacements)
    step.next_side(c)


class Replacements(Step[EfsState]):
    """Points come by cards and table, then each side that can marks units, the Axis side first (R100)."""

    id = "replacements"
    phase = "replacements"
    title = "Replacements Phase"
    verbs: ClassVar[tuple[Verb, ...]] = (
        Verb("replace", lambda c, x: _listed(replacing.markable(c, c.state.side), x),
             lambda c, unit: replacing.may_mark(c, c.unit(unit)), _mark,
             "replace UNIT: it receives replacements, neither moves nor attacks", "efs:7.71",
             lambda c: replacing.markable(c, c.state.side)),
        Verb("unmark", lambda c, x: _listed(_marked(c), x), _unmark_check, _unmark,
             "unmark UNIT: it receives none after all", "efs:7.71", _marked, role="back"),
        Verb("ready", lambda c, x: _listed(refittable(c), x), lambda c, unit: may_refit(c, c.unit(unit)), _refit,
             "ready UNIT: a type V point brings an air unit into the Ready Box", "efs:7.33", refittable),
        Verb("form", no_words, may_form, form, "form: a regiment for a type I point", "efs:7.61"),
        Verb("end", no_words, always, _end, "end: no more marked, V points lost", "efs:7.71"),
    )  # fmt: skip

    def prompt(self, c: Context[EfsState]) -> Prompt:
        side = c.state.side
        points = ", ".join(f"{stock(c, side, type_)} {type_}" for type_ in replacing.SAVED)
        planes = c.state.events[f"{side} {AIRCRAFT}"]
        more = " 'form' makes a regiment." if may_form(c) is None else ""
        told = f"{points}{f', {planes} V' if planes else ''}"
        does = ["Mark units that are to receive them"] if replacing.markable(c, side) else []
        does += ["'ready' brings an air unit back"] if refittable(c) else []
        text = f"Replacement points: {told}. {'; '.join(does) or 'Nobody can receive them now'}.{more}"
        return Prompt(side, text, "efs:7.71", Action("end"), both=True)

    @rule("efs:7.0", "efs:7.1", "efs:R100")
    def enter(self, c: Context[EfsState]) -> None:
        """Deal out what the turn brings, then each side decides; a position put up by hand waits, and may tell it."""
        replacing.release_delayed(c)
        if not c.frame.vars.get(DEALT):
            self._deal(c)
        sides = c.frame.vars["left"] = list(c.data.meta["sides"])
        if c.frame.vars.get(WAITS):
            c.frame.vars["left"] = sides[sides.index(c.state.side) + 1 :]
        else:
            self.next_side(c)

    def _deal(self, c: Context[EfsState]) -> None:
        c.state.events.clear()
        c.state.strongpoints.pop("soviet", None)
        by_card(c)
        if chart := table_name(c):
            roll(c, chart)
        elif not any(c.state.points.values()):
            c.say("passed", "Replacements: nobody has replacement points.", "efs:7.0")

    def anything(self, c: Context[EfsState], side: str) -> bool:
        """Whether a side, the one to act, has units to mark, aircraft to make ready or a regiment to form."""
        return bool(replacing.markable(c, side) or refittable(c) or may_form(c) is None)

    @rule("efs:7.33", "efs:7.63", "efs:7.71")
    def next_side(self, c: Context[EfsState]) -> None:
        """The next side that has something to decide; behind the last one the phase ends, and type V points with it."""
        while c.frame.vars["left"]:
            side, *c.frame.vars["left"] = c.frame.vars["left"]
            c.frame.vars["side"] = c.state.side = side
            c.touch()
            if self.anything(c, side):
                return
        for side in c.data.meta["sides"]:
            c.state.events.pop(f"{side} {AIRCRAFT}", None)
        c.touch()
        c.done()
