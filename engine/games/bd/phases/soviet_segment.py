"""5.3, 8.12 to 8.21: the Soviet Replacement, Reinforcement, Conversion and Withdrawal Segment."""

from __future__ import annotations

from collections.abc import Iterable

from engine.components.grid import Unit
from engine.games.bd.conversions import exchange
from engine.games.bd.kinds import (
    GUARDS,
    INTERCEPTOR,
    INTERCEPTOR_LEAVES,
    SHOCK,
    SUPPORT,
    is_cavalry,
)
from engine.games.bd.phases.entering import bound_to_place
from engine.games.bd.phases.fortifying import FORTIFY, fortifiable
from engine.games.bd.phases.german_segment import (
    ENTRY_VERBS,
    bring_up,
    converts,
    enterers,
    question,
    riders_waiting,
    waiting,
)
from engine.games.bd.phases.offensive_supply import moscow_counts
from engine.games.bd.phases.phase import Phase
from engine.games.bd.phases.replacing import ARRIVING, forfeit, receive, to_replace
from engine.games.bd.phases.strongholds import DECLARE
from engine.games.bd.phases.withdrawing import WITHDRAWALS, armies, called_for, may_convert, withdrawable
from engine.games.bd.state import BdState
from engine.games.bd.tables import Ctx
from engine.games.bd.units import DEAD, REMOVED, to_box
from engine.play.action import Action, Refusal
from engine.play.citing import rule
from engine.play.step import Context, Prompt, Verb, no_words

Words = tuple[str, ...]
PROMOTED = (GUARDS, SHOCK)


# ---------------------------------------------------------------------- conversions
def _to_promote(c: Ctx) -> list[Unit]:
    """Guards and shock armies in hand."""
    return [u for u in waiting(c, "soviet") if converts(c, u) and c.roster.kind[u] in PROMOTED]


@rule("bd:8.20")
def convert_check(c: Ctx, unit: str, army: str) -> Refusal | None:
    """``convert 9g 43ra``: a Guards or shock army takes the place of a rifle army."""
    if c.unit(unit) not in _to_promote(c):
        text = f"{c.roster.short[c.unit(unit)]} is no Guards or shock army that waits."
        return Refusal("bd:8.20", text, units=(c.unit(unit),))
    return may_convert(c, c.unit(army))


@rule("bd:8.20")
def _convert(c: Ctx, unit: str, army: str) -> None:
    exchange(c, c.unit(army), c.unit(unit), "bd:8.20", DEAD)


def promotions(c: Ctx) -> list[str]:
    """Guards and shock armies that wait to take the place of a rifle army."""
    return [c.roster.ids[u] for u in _to_promote(c)]


def _pairs(c: Ctx, subject: str | None) -> Iterable[Words]:
    for unit in promotions(c):
        if subject in (None, unit):
            yield from ((unit, army) for army in armies(c))


# ---------------------------------------------------------------------- the RVGK
@rule("bd:8.1", "bd:8.8", "bd:8.30", "bd:R11")
def hold_check(c: Ctx, unit: str) -> Refusal | None:
    """``hold-back 16ra``: into the RVGK instead of onto the map."""
    u = c.unit(unit)
    if c.roster.ids[u] not in enterers(c):
        return Refusal("bd:8.8", f"{c.roster.short[u]} does not wait to enter.", units=(u,))
    if is_cavalry(c, u):
        return Refusal(
            "bd:8.30", f"{c.roster.short[u]} never goes into the RVGK: it enters now or not at all.", units=(u,)
        )
    if bound_to_place(c, u):
        return Refusal("bd:8.34", f"{c.roster.short[u]} enters in its place or not at all.", units=(u,))
    return None


def _hold(c: Ctx, unit: str) -> None:
    to_box(c, c.unit(unit), "rvgk")
    c.touch()


# ---------------------------------------------------------------------- the segment
@rule("bd:8.21", "bd:8.18", "bd:8.1")
def end_check(c: Ctx) -> Refusal | None:
    """``end``: the withdrawal has been made or declined, the fortified area is placed, if either can be."""
    if fortifiable(c):
        return Refusal("bd:8.18", "The fortified area must be placed first.")
    if c.state.withdrawals and withdrawable(c):
        return Refusal("bd:8.21", "A rifle army must be withdrawn first.")
    return None


@rule("bd:8.1", "bd:8.8", "bd:8.13", "bd:8.20", "bd:8.30", "bd:R51")
def _end(c: Ctx) -> None:
    """Who has not entered is held back in the RVGK; Guards and shock armies without a rifle army come a turn later.

    Cavalry groups are lost.
    """
    c.state.withdrawals = c.state.area_marker = 0
    later = f"turn {c.state.turn + 1}"
    for u in waiting(c, "soviet"):
        if converts(c, u):
            to_box(c, u, later if c.roster.kind[u] in PROMOTED else ARRIVING)
        elif is_cavalry(c, u):
            to_box(c, u, REMOVED)
            c.say("reinforcement", f"{c.roster.name[u]} has not entered and is forfeit.", "bd:8.30", units=[u])
        else:
            to_box(c, u, later if bound_to_place(c, u) or c.roster.value("entry", u) == "atop" else "rvgk")
    forfeit(c)
    c.done()


@rule("bd:8.36", "bd:8.37", "bd:8.38", "bd:8.39", "bd:8.40")
def _support(c: Ctx) -> None:
    """Markers that support attacks go into their holding boxes at once; the interceptor corps leaves on turn 8."""
    for u in waiting(c, "soviet"):
        if c.roster.kind[u] in SUPPORT:
            to_box(c, u, SUPPORT[c.roster.kind[u]])
            c.say("reinforcement", f"{c.roster.name[u]} is ready.", "bd:8.36", units=[u])
    for u, kind in enumerate(c.roster.kind):
        if kind == INTERCEPTOR and c.state.turn >= INTERCEPTOR_LEAVES and c.state.box[u] == SUPPORT[kind]:
            to_box(c, u, REMOVED)


class SovietSegment(Phase):
    """Replacements, reinforcements, conversions and withdrawals of the Soviet side."""

    id = "soviet-segment"
    phase = "segment"
    private = True
    title = "Soviet reinforcements"

    def acts(self, c: Context[BdState]) -> str:
        return "soviet"

    def begin(self, c: Context[BdState]) -> None:
        moscow_counts(c)
        bring_up(c, "soviet")
        _support(c)
        receive(c, "soviet")
        c.state.withdrawals = called_for(c)
        c.touch()

    def idle(self, c: Context[BdState]) -> bool:
        return not (
            enterers(c) or riders_waiting(c) or to_replace(c) or promotions(c) or withdrawable(c) or fortifiable(c)
        )

    def close(self, c: Context[BdState]) -> None:
        _end(c)

    def prompt(self, c: Context[BdState]) -> Prompt:
        if c.state.withdrawals and withdrawable(c):
            return Prompt("soviet", "A rifle army must be withdrawn: which one?", "bd:8.21")
        if fortifiable(c):
            return Prompt("soviet", "The fortified area is to be placed: in which hex?", "bd:8.18")
        return Prompt("soviet", question(c, len(promotions(c))), "bd:8.1", Action("end"))

    verbs = (
        *ENTRY_VERBS,
        DECLARE,
        Verb("convert", _pairs, convert_check, _convert, "convert UNIT ARMY: takes its place", "bd:8.20", promotions),
        Verb("hold-back", lambda c, s: [(i,) for i in enterers(c) if s in (None, i)], hold_check, _hold,
             "hold-back UNIT: into the RVGK", "bd:8.8", enterers),
        *WITHDRAWALS,
        FORTIFY,
        Verb("end", no_words, end_check, _end, "end: the rest goes into the RVGK", "bd:8.1"),
    )  # fmt: skip
