"""5.3, 8.12 to 8.21: the Soviet Replacement, Reinforcement, Conversion and Withdrawal Segment."""

from __future__ import annotations

from collections.abc import Iterable

from engine.components.grid import Unit
from engine.games.bd.conversions import exchange
from engine.games.bd.kinds import (
    GUARDS,
    INTERCEPTOR,
    INTERCEPTOR_LEAVES,
    RIFLE,
    SHOCK,
    SUPPORT,
    is_cavalry,
    is_satellite,
)
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
from engine.games.bd.state import BdState
from engine.games.bd.supply import overland
from engine.games.bd.tables import Ctx
from engine.games.bd.units import DEAD, REMOVED, to_box
from engine.play.action import Action, Refusal
from engine.play.citing import rule
from engine.play.step import Context, Prompt, Verb, no_words

Words = tuple[str, ...]
RETURN, LAST_WITHDRAWAL = 27, 20
"""Turn on which the withdrawn armies of 1941-42 come back, and that of the one withdrawn for good (8.21)."""
EARLY_WITHDRAWALS = (6, 7, 8)
PROMOTED = (GUARDS, SHOCK)


# ---------------------------------------------------------------------- conversions
def _to_promote(c: Ctx) -> list[Unit]:
    """Guards and shock armies in hand."""
    return [u for u in waiting(c, "soviet") if converts(c, u) and c.roster.kind[u] in PROMOTED]


@rule("bd:8.20")
def may_convert(c: Ctx, u: Unit) -> Refusal | None:
    """Whether a rifle army may become a Guards or shock army: on the map in regular overland supply."""
    r, h, name = c.roster, c.state.hex_of[u], c.roster.short[u]
    if not _rifle_army(c, u) or h < 0:
        return Refusal("bd:8.20", f"{name} is no rifle army on the map.", units=(u,))
    if not overland(c, r.side[u], h):
        return Refusal("bd:8.20", f"{name} is not in overland supply.", (h,), (u,))
    return None


def _rifle_army(c: Ctx, u: Unit) -> bool:
    r = c.roster
    return r.side[u] == "soviet" and r.kind[u] == RIFLE and r.size[u] == "army" and not is_satellite(c, u)


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


def _promotions(c: Ctx) -> list[str]:
    return [c.roster.ids[u] for u in _to_promote(c)]


def _armies(c: Ctx) -> list[str]:
    return [c.roster.ids[u] for u, h in enumerate(c.state.hex_of) if h >= 0 and _rifle_army(c, u)]


def _pairs(c: Ctx, subject: str | None) -> Iterable[Words]:
    for unit in _promotions(c):
        if subject in (None, unit):
            yield from ((unit, army) for army in _armies(c))


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
    if c.roster.value("entry", u) == "hex":
        return Refusal("bd:8.34", f"{c.roster.short[u]} enters in its hex or not at all.", units=(u,))
    return None


def _hold(c: Ctx, unit: str) -> None:
    to_box(c, c.unit(unit), "rvgk")
    c.touch()


# ---------------------------------------------------------------------- withdrawals
@rule("bd:8.21")
def _called_for(c: Ctx) -> int:
    """Rifle armies to be withdrawn in this turn."""
    return 1 if c.state.turn in (*EARLY_WITHDRAWALS, LAST_WITHDRAWAL) and not c.scenario.get("no_withdrawals") else 0


@rule("bd:8.21")
def withdraw_check(c: Ctx, unit: str) -> Refusal | None:
    """``withdraw 58ra``: a rifle army leaves the map."""
    u = c.unit(unit)
    if not c.state.withdrawals:
        return Refusal("bd:8.21", "No withdrawal is called for.")
    return may_convert(c, u)


@rule("bd:8.21")
def _withdraw(c: Ctx, unit: str) -> None:
    u = c.unit(unit)
    h = c.state.hex_of[u]
    c.state.withdrawals -= 1
    to_box(c, u, REMOVED if c.state.turn == LAST_WITHDRAWAL else f"turn {RETURN}")
    c.say("withdrawal", f"{c.roster.name[u]} is withdrawn.", "bd:8.21", hexes=[h], units=[u])


@rule("bd:4.9", "bd:8.21")
def decline_check(c: Ctx) -> Refusal | None:
    """``decline``: an early withdrawal is not made, for one point."""
    if not c.state.withdrawals or c.state.turn == LAST_WITHDRAWAL:
        return Refusal("bd:8.21", "No withdrawal is asked for that could be declined.")
    return None


@rule("bd:4.9")
def _decline(c: Ctx) -> None:
    c.state.withdrawals -= 1
    c.state.vp += 1
    c.touch()
    c.say("points", f"The withdrawal of a rifle army is declined: +1 VP, {c.state.vp} now.", "bd:4.9")


def _withdrawable(c: Ctx) -> list[str]:
    return [i for i in _armies(c) if may_convert(c, c.unit(i)) is None] if c.state.withdrawals else []


# ---------------------------------------------------------------------- the segment
@rule("bd:8.21")
def end_check(c: Ctx) -> Refusal | None:
    """``end``: the withdrawal has been made or declined, if any army can go."""
    if c.state.withdrawals and _withdrawable(c):
        return Refusal("bd:8.21", "A rifle army must be withdrawn first.")
    return None


@rule("bd:8.1", "bd:8.8", "bd:8.13", "bd:8.20", "bd:8.30", "bd:R51")
def _end(c: Ctx) -> None:
    """Who has not entered is held back in the RVGK; Guards and shock armies without a rifle army come a turn later.

    Cavalry groups are lost.
    """
    c.state.withdrawals = 0
    later = f"turn {c.state.turn + 1}"
    for u in waiting(c, "soviet"):
        if converts(c, u):
            to_box(c, u, later if c.roster.kind[u] in PROMOTED else ARRIVING)
        elif is_cavalry(c, u):
            to_box(c, u, REMOVED)
            c.say("reinforcement", f"{c.roster.name[u]} has not entered and is forfeit.", "bd:8.30", units=[u])
        else:
            to_box(c, u, later if c.roster.value("entry", u) in ("hex", "atop") else "rvgk")
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
        c.state.withdrawals = _called_for(c)
        c.touch()

    def idle(self, c: Context[BdState]) -> bool:
        return not (enterers(c) or riders_waiting(c) or to_replace(c) or _promotions(c) or _withdrawable(c))

    def close(self, c: Context[BdState]) -> None:
        _end(c)

    def prompt(self, c: Context[BdState]) -> Prompt:
        if c.state.withdrawals and _withdrawable(c):
            return Prompt("soviet", "A rifle army must be withdrawn: which one?", "bd:8.21")
        return Prompt("soviet", question(c), "bd:8.1", Action("end"))

    verbs = (
        *ENTRY_VERBS,
        DECLARE,
        Verb("convert", _pairs, convert_check, _convert, "convert UNIT ARMY: takes its place", "bd:8.20", _promotions),
        Verb("hold-back", lambda c, s: [(i,) for i in enterers(c) if s in (None, i)], hold_check, _hold,
             "hold-back UNIT: into the RVGK", "bd:8.8", enterers),
        Verb("withdraw", lambda c, s: [(i,) for i in _withdrawable(c) if s in (None, i)], withdraw_check, _withdraw,
             "withdraw UNIT: off the map", "bd:8.21", _withdrawable),
        Verb("decline", no_words, decline_check, _decline, "decline: no withdrawal, for 1 VP", "bd:4.9", grave=True),
        Verb("end", no_words, end_check, _end, "end: the rest goes into the RVGK", "bd:8.1"),
    )  # fmt: skip
