"""7.52, 7.8, 21.84: the Reinforcements Phase of the Soviet side: garrisons released, reservists called up."""

from __future__ import annotations

from collections.abc import Iterable

from engine.components.grid import Hex, Unit
from engine.components.wording import counted
from engine.games.efs import garrisons
from engine.games.efs.arrivals import may_stand
from engine.games.efs.edition import edition
from engine.games.efs.holders import friendly
from engine.games.efs.movement.entering import enter
from engine.games.efs.stacking import fits
from engine.games.efs.state import GENERAL
from engine.games.efs.supply.routes import traced
from engine.games.efs.tables import Ctx
from engine.games.efs.units import ACTIVE, combat_units
from engine.play.action import Refusal
from engine.play.citing import rule
from engine.play.fields import derived
from engine.play.step import Verb

Words = tuple[str, ...]
SOVIET, RESULT, HALF = "soviet", "R", "R half"
"""Side, result of the Soviet Replacements Table, and the second hex that a result still releases (7.52)."""
HOMES = ("USSR-RSFSR", "USSR-Byelorussian SSR", "USSR-Bialystok & Lwow regions", "USSR-Ukrainian SSR")
"""Countries of the map in which reservists are called up: Russia, Belorussia, Ukraine (7.81, R194)."""


# ---------------------------------------------------------------------- garrisons
@rule("efs:7.52", "efs:21.84")
def results(c: Ctx, side: str) -> int:
    """Hexes of garrisons that results R still release in this turn: one or two for each."""
    return edition(c).garrisons_freed * c.state.events[RESULT] + c.state.events[HALF] if side == SOVIET else 0


@rule("efs:7.52", "efs:21.8", "efs:21.81")
def garrisoned(c: Ctx) -> list[Hex]:
    """Hexes with Soviet garrisons."""
    held = (h for u, h in enumerate(c.state.hex_of) if c.state.garrison[u] and h >= 0 and c.roster.side[u] == SOVIET)
    return sorted(set(held))


@rule("efs:7.52", "efs:21.84")
def free_check(c: Ctx, hex_: str) -> Refusal | None:
    """``free B0235``: a result R releases all garrisons of a hex, and of one more."""
    h = c.hex(hex_)
    if not results(c, c.state.side):
        return Refusal("efs:7.52", "Your side has no result R left in this turn.")
    if h not in garrisoned(c):
        return Refusal("efs:7.52", f"There is no garrison of yours in {c.board.describe(h)}.", (h,))
    return None


@rule("efs:7.52", "efs:21.84")
def _free(c: Ctx, hex_: str) -> None:
    events = c.state.events
    if events[HALF]:
        events[HALF] -= 1
    else:
        events[RESULT] -= 1
        if edition(c).garrisons_freed > 1:
            events[HALF] = 1
    garrisons.free(c, c.hex(hex_), "by a result R", "efs:7.52")


def freeable(c: Ctx) -> list[str]:
    """Hexes of garrisons that can be released now."""
    return [c.label(h) for h in garrisoned(c)] if results(c, c.state.side) else []


# ---------------------------------------------------------------------- reservists
@rule("efs:7.81", "efs:7.83")
@derived()
def reservists(c: Ctx, side: str) -> list[Unit]:
    """Infantry divisions in the Active Box with one step: they may be called up as reservists."""
    if not edition(c).zap_units:
        return []
    s, r = c.state, c.roster
    waiting = (u for u, box in enumerate(s.box) if box == ACTIVE and r.side[u] == side == SOVIET)
    return [u for u in waiting if r.kind[u] == "infantry" and r.size[u] == "division" and s.steps_left[u] == 1]


@rule("efs:7.81", "efs:R194")
def _towns(c: Ctx) -> list[Hex]:
    """Town and city hexes in play in Russia, Belorussia and Ukraine."""
    memo = c.data.of_map
    if "reservists" not in memo:
        owner, names, inside = c.board.owner, c.board.owner_names, c.data.in_play
        places = (h for place in c.board.places for h in place.hexes if h in inside)
        memo["reservists"] = sorted(h for h in places if names[owner[h]] in HOMES)
    found: list[Hex] = memo["reservists"]
    return found


@rule("efs:7.81")
def reserve_check(c: Ctx, unit: str, hex_: str) -> Refusal | None:
    """``reserve rd-50 B0834``: an infantry division of one step becomes the garrison of a town or city."""
    u = c.unit(unit)
    if u not in reservists(c, c.state.side):
        text = f"{c.roster.short[u]} is no infantry division of one step in your Active Box."
        return Refusal("efs:7.81", text, units=(u,))
    return _may_call(c, u, c.hex(hex_))


@rule("efs:7.81", "efs:7.83", "efs:R14", "efs:3.32")
def _may_call(c: Ctx, u: Unit, h: Hex) -> Refusal | None:
    """Whether a reservist may be placed in a hex."""
    side, where = c.roster.side[u], c.board.describe(h)
    if h not in _towns(c) or friendly(c, h) != side:
        text = f"{where} is no friendly town or city of Russia, Belorussia or Ukraine."
        return Refusal("efs:7.81", text, (h,), (u,))
    if c.state.called[c.label(h)] == c.state.turn:
        return Refusal("efs:7.83", f"Reservists came to {where} in this turn.", (h,), (u,))
    if (refusal := may_stand(c, side, h)) is not None:
        return Refusal("efs:R14", refusal.reason, (h,), (u,))
    if not traced(c, h, side):
        return Refusal("efs:7.81", f"{where} has no Supply Route to a source.", (h,), (u,))
    return fits(c, [*combat_units(c, h, side), u], h)


@rule("efs:7.82", "efs:7.83", "efs:21.84")
def _reserve(c: Ctx, unit: str, hex_: str) -> None:
    s, u, h = c.state, c.unit(unit), c.hex(hex_)
    enter(c, [u], h)
    s.supply[u], s.garrison[u] = GENERAL, 1
    s.called[c.label(h)] = s.turn
    c.touch()
    text = f"{c.roster.agree(u, 'is', 'are')} called up as garrison of {c.board.describe(h)}."
    c.say("arrival", text, "efs:7.82", hexes=[h], units=[u])


@derived()
def called_up(c: Ctx, side: str) -> list[str]:
    """Divisions of a side that can be called up somewhere."""
    found = (u for u in reservists(c, side) if any(_may_call(c, u, h) is None for h in _towns(c)))
    return [c.roster.ids[u] for u in found]


def _subjects(c: Ctx) -> list[str]:
    return called_up(c, c.state.side)


def _callings(c: Ctx, subject: str | None) -> Iterable[Words]:
    for u in reservists(c, c.state.side):
        if subject in (None, c.roster.ids[u]):
            yield from ((c.roster.ids[u], c.label(h)) for h in _towns(c))


# ---------------------------------------------------------------------- for the phase
def anything(c: Ctx, side: str) -> bool:
    """Whether a side has garrisons to release or reservists to call up."""
    return bool((results(c, side) and garrisoned(c)) or called_up(c, side))


def told(c: Ctx) -> str:
    """What the side to act should know of garrisons and reservists, as sentences; empty for nothing."""
    left, able = results(c, c.state.side), len(called_up(c, c.state.side))
    words = f" 'free' releases {counted(left, 'garrison', 'garrisons')}." if left and garrisoned(c) else ""
    return f"{words} 'reserve' calls up {counted(able, 'division', 'divisions')}." if able else words


RESERVE_VERBS = (
    Verb("free", lambda c, s: [(h,) for h in freeable(c) if s in (None, h)], free_check, _free,
         "free HEX: a result R releases the garrisons of a hex, and of a second one", "efs:7.52", freeable, rare=True),
    Verb("reserve", _callings, reserve_check, _reserve,
         "reserve UNIT HEX: a division of one step becomes the garrison of a town", "efs:7.81", _subjects, rare=True),
)  # fmt: skip
"""For the reinforcements step."""
