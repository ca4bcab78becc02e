"""5.3, 8.1 to 8.5, 8.12 to 8.17: the German Replacement, Reinforcement and Withdrawal Segment."""

from __future__ import annotations

from collections.abc import Iterable

from engine.components.grid import Unit
from engine.components.wording import plural
from engine.games.bd import gambit
from engine.games.bd.kinds import is_attached
from engine.games.bd.phases import fieldworks
from engine.games.bd.phases.attaching import attach, carriers, may_carry
from engine.games.bd.phases.entering import come_in, gates, may_enter
from engine.games.bd.phases.phase import Phase
from engine.games.bd.phases.replacing import (
    ARRIVING,
    comb_out,
    comb_out_check,
    comb_out_helps,
    forfeit,
    receive,
    replace,
    replace_check,
    steps_left,
    to_replace,
)
from engine.games.bd.phases.strongholds import DECLARE
from engine.games.bd.state import BdState
from engine.games.bd.tables import Ctx
from engine.games.bd.units import REMOVED, to_box
from engine.play.action import Action, Refusal
from engine.play.citing import rule
from engine.play.fields import derived
from engine.play.step import Context, Prompt, Verb, no_words

Words = tuple[str, ...]


@rule("bd:8.1", "bd:R72")
def bring_up(c: Ctx, side: str) -> list[Unit]:
    """Units of a side whose turn has come are in hand; those that take another's place wait for that (8.19, 8.29)."""
    found = []
    for u, box in enumerate(c.state.box):
        if (box == f"turn {c.state.turn}" or u == gambit.paratroops(c)) and c.roster.side[u] == side:
            to_box(c, u, ARRIVING)
            found.append(u)
    return found


def waiting(c: Ctx, side: str) -> list[Unit]:
    """Units of a side in hand that are not yet on the map."""
    return [u for u, box in enumerate(c.state.box) if box == ARRIVING and c.roster.side[u] == side]


def converts(c: Ctx, u: Unit) -> bool:
    """Whether a unit only takes the place of another one."""
    return c.roster.value("entry", u) == "conversion"


# ---------------------------------------------------------------------- entering, both sides
@rule("bd:8.1", "bd:8.2", "bd:8.3", "bd:8.4")
def enter_check(c: Ctx, unit: str, hex_: str) -> Refusal | None:
    """``enter 6ss 1415``: a unit in hand comes onto the map."""
    u, h = c.unit(unit), c.hex(hex_)
    if u not in waiting(c, c.state.side):
        return Refusal("bd:8.1", f"{c.roster.short[u]} does not wait to enter.", units=(u,))
    if converts(c, u) or is_attached(c, u):
        text = f"{c.roster.short[u]} does not enter by itself: it takes another's place, or is attached to one."
        return Refusal("bd:8.20" if converts(c, u) else "bd:8.31", text, units=(u,))
    return may_enter(c, u, h, gates(c, u), "bd:8.1")


def _enter(c: Ctx, unit: str, hex_: str) -> None:
    come_in(c, c.unit(unit), c.hex(hex_), "bd:8.1")


@derived()
def enterers(c: Ctx) -> list[str]:
    """Ids of units in hand that could enter by themselves."""
    side = c.state.side
    return [c.roster.ids[u] for u in waiting(c, side) if not converts(c, u) and not is_attached(c, u)]


def _entries(c: Ctx, subject: str | None) -> Iterable[Words]:
    for unit in enterers(c):
        if subject in (None, unit):
            yield from ((unit, c.label(h)) for h in sorted(gates(c, c.unit(unit))))


# ---------------------------------------------------------------------- attaching, both sides
@rule("bd:8.31", "bd:8.32")
def attach_check(c: Ctx, unit: str, carrier: str) -> Refusal | None:
    """``attach 506tb 3pz``: support in hand is laid on a unit."""
    u = c.unit(unit)
    if u not in waiting(c, c.state.side) or not is_attached(c, u):
        return Refusal("bd:8.31", f"{c.roster.short[u]} is no support unit that waits.", units=(u,))
    return may_carry(c, u, c.unit(carrier))


def _attach(c: Ctx, unit: str, carrier: str) -> None:
    attach(c, c.unit(unit), c.unit(carrier))


def riders_waiting(c: Ctx) -> list[str]:
    """Ids of support units in hand."""
    return [c.roster.ids[u] for u in waiting(c, c.state.side) if is_attached(c, u)]


ENTRY_VERBS = (
    Verb("enter", _entries, enter_check, _enter, "enter UNIT HEX: onto the map", "bd:8.1", enterers),
    Verb("attach", carriers(riders_waiting), attach_check, _attach, "attach UNIT CARRIER: support goes with a unit",
         "bd:8.31", riders_waiting),
    Verb("replace", lambda c, s: [(i,) for i in to_replace(c) if s in (None, i)], replace_check, replace,
         "replace UNIT: a step brings it back", "bd:8.12", to_replace),
)  # fmt: skip
"""What both sides do in their segments."""


# ---------------------------------------------------------------------- the segment
@rule("bd:8.1", "bd:8.13")
def _end(c: Ctx) -> None:
    """What has not entered is forfeit."""
    forfeit(c)
    fieldworks.forfeit_works(c)
    for u in waiting(c, "axis"):
        if gambit.drops(c, u):
            gambit.keep_for_drop(c, u)
        elif not converts(c, u):
            to_box(c, u, REMOVED)
            c.say("reinforcement", f"{c.roster.name[u]} has not entered and is forfeit.", "bd:8.1", units=[u])
    c.done()


class GermanSegment(Phase):
    """Replacements and reinforcements of the German side."""

    id = "german-segment"
    phase = "segment"
    private = True
    title = "German reinforcements"

    def acts(self, c: Context[BdState]) -> str:
        return "axis"

    def begin(self, c: Context[BdState]) -> None:
        c.state.situ.clear()
        bring_up(c, "axis")
        receive(c, "axis")
        fieldworks.arrive(c)

    def idle(self, c: Context[BdState]) -> bool:
        return not (enterers(c) or riders_waiting(c) or to_replace(c) or fieldworks.walls(c) or comb_out_helps(c))

    def close(self, c: Context[BdState]) -> None:
        _end(c)

    def prompt(self, c: Context[BdState]) -> Prompt:
        return Prompt("axis", question(c), "bd:8.1", Action("end"))

    verbs = (
        *ENTRY_VERBS,
        fieldworks.WALL_VERB,
        Verb(
            "comb-out",
            no_words,
            comb_out_check,
            comb_out,
            "comb-out: half a die of steps, once a year",
            "bd:8.16",
            grave=True,
        ),
        DECLARE,
        Verb("end", no_words, fieldworks.must_wall, _end, "end: what has not entered is lost", "bd:8.1"),
    )


def question(c: Ctx, converts: int = 0) -> str:
    """What waits in a segment, in a line; ``converts`` units take the place of others."""
    units = len(enterers(c)) + len(riders_waiting(c))
    waits = [f"{plural(units, 'unit')} to enter"] if units or not converts else []
    waits += [f"{converts} to convert"] if converts else []
    told = ", ".join(waits) if units or converts else "Nobody waits to enter"
    return f"{told}; replacement steps: {steps_left(c)}."
