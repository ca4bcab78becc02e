"""8.12 to 8.15, 8.31, 8.32: what becomes of units that are eliminated."""

from __future__ import annotations

from engine.components.grid import Unit
from engine.games.bd.kinds import CAVALRY_MECHANIZED, TIGERS, is_attached, is_satellite
from engine.games.bd.reorganization import replace_lost
from engine.games.bd.state import OUT, OVERLAND
from engine.games.bd.supply import state_of
from engine.games.bd.tables import Ctx, tables
from engine.games.bd.units import DEAD, REMOVED, riders, to_box
from engine.games.bd.watch import note_loss
from engine.play.citing import rule

LOST_CUT_OFF_FROM = 28
"""Game turn from which German units lost without overland supply are lost for good (8.14)."""


@rule("bd:8.12", "bd:8.13", "bd:8.14", "bd:8.15", "bd:8.22", "bd:8.31", "bd:8.32", "bd:14.10", "bd:R15")
def eliminate(c: Ctx, u: Unit, cause: str, *, state: int | None = None) -> None:
    """A unit goes to the dead pile, one with a dot out of play; those attached share its fate.

    ``state`` is the supply state in which it is lost, by default that of now; some scenarios count those without any.
    """
    h, found = c.state.hex_of[u], state_of(c, u) if state is None else state
    supplied = found == OVERLAND
    company = riders(c, [u])
    where = f" in {c.board.describe(h)}" if h >= 0 else ""
    c.say("eliminated", f"{c.roster.name[u]}{where} is eliminated.", cause, hexes=[h] if h >= 0 else [], units=[u])
    if found == OUT and c.roster.side[u] == "soviet" and not is_attached(c, u):
        c.state.losses_out += 1
    note_loss(c, u)
    gone = bool(c.roster.number("dot", u)) or (not supplied and _cut_off_late(c, u))
    to_box(c, u, REMOVED if gone else DEAD)
    replace_lost(c, u)
    if is_attached(c, u) and not gone:
        _comes_back(c, u)
    elif c.roster.nationality[u] == "romanian" and c.roster.side[u] == "axis":
        _sent_home(c, u, supplied)
    for rider in company:
        eliminate(c, rider, "bd:8.31" if c.roster.kind[rider] == TIGERS else "bd:8.32", state=found)


@rule("bd:8.14")
def _cut_off_late(c: Ctx, u: Unit) -> bool:
    """Whether a unit is a German one of the later war, which never comes back if it is lost without overland supply."""
    return c.state.turn >= LOST_CUT_OFF_FROM and c.roster.side[u] == "axis" and not is_satellite(c, u)


@rule("bd:8.31", "bd:8.32")
def _comes_back(c: Ctx, u: Unit) -> None:
    """Replaceable Tiger battalions and cavalry-mechanized groups come again as many turns later as a die says."""
    _by_a_die(c, u, "bd:8.32" if c.roster.kind[u] == CAVALRY_MECHANIZED else "bd:8.31")


@rule("bd:8.15")
def _sent_home(c: Ctx, u: Unit, supplied: bool) -> None:
    """A Romanian army comes back once, by a die, if it was in regular overland supply when it was lost."""
    name = c.roster.ids[u]
    if c.state.sent_back[name] or not supplied:
        to_box(c, u, REMOVED)
    else:
        c.state.sent_back[name] = 1
        _by_a_die(c, u, "bd:8.15")


def _by_a_die(c: Ctx, u: Unit, cause: str) -> None:
    """A unit comes again as many turns later as a die says, or never if that is after the last one."""
    die = c.roll(6, results=[f"turn {c.state.turn + n}" for n in range(1, 7)])
    turn, name = c.state.turn + die, c.roster.name[u]
    if turn > tables(c).last_turn:
        to_box(c, u, REMOVED)
        c.say("eliminated", f"{name}: roll {die}, which is after the end.", cause, rolls=[die], units=[u])
    else:
        to_box(c, u, f"turn {turn}")
        c.say("reinforcement", f"{name} comes again on turn {turn}: roll {die}.", cause, rolls=[die], units=[u])
