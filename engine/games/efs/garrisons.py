"""21.8, 24.26: who becomes a garrison of a place that is worth nothing any more; when garrisons are released."""

from __future__ import annotations

from itertools import compress, count

from engine.components.grid import Hex, Unit
from engine.games.efs.edition import edition
from engine.games.efs.kinds import is_motorized
from engine.games.efs.state import GENERAL
from engine.games.efs.tables import Ctx, tables
from engine.games.efs.units import attack, combat_units, defence, fighters
from engine.games.efs.victory import AXIS, Spot, needs_step, score, spots, worth
from engine.games.efs.zones import in_zoc
from engine.play.action import Refusal
from engine.play.citing import rule
from engine.play.step import Verb


@rule("efs:21.83", "efs:R65")
def free(c: Ctx, h: Hex, why: str, law: str = "efs:21.83") -> None:
    """All garrison units of a hex are released."""
    units = [u for u, at in enumerate(c.state.hex_of) if at == h and c.state.garrison[u]]
    for u in units:
        c.state.garrison[u] = 0
    c.touch()
    c.say("garrison", f"{c.roster.names(units)} in {c.board.describe(h)}: released, {why}.", law, hexes=[h])


@rule("efs:21.83", "efs:R65", "efs:24.26")
def release(c: Ctx) -> None:
    """At the end of every phase: garrisons under attack, or in the zone of control of an enemy, are free."""
    if 1 not in c.state.garrison:
        return
    _called_up(c)
    held = {(h, c.roster.side[u]) for u, h in enumerate(c.state.hex_of) if h >= 0 and c.state.garrison[u]}
    for h, side in sorted(held):
        if c.label(h) in c.state.battle:
            free(c, h, "for the hex is attacked")
        elif edition(c).garrisons_free_early and (why := _alarmed(c, h, side)):
            free(c, h, why)
        elif in_zoc(c, c.other(side))[h]:
            free(c, h, "for an enemy zone of control reaches the hex")


@rule("efs:21.83")
def _alarmed(c: Ctx, h: Hex, side: str) -> str:
    """Why a garrison is released without an attack or a zone: an enemy beside it, or no General Supply; else empty."""
    enemy = fighters(c, c.other(side))
    if any(n in enemy for n in c.grid.adjacent[h]):
        return "for the enemy is beside the hex"
    hungry = any(c.state.garrison[u] and c.state.supply[u] != GENERAL for u in combat_units(c, h, side))
    return "for the hex is out of General Supply" if hungry else ""


@rule("efs:R243")
def _called_up(c: Ctx) -> None:
    """Garrisons that the scenario releases when the Axis side has captured a place."""
    for row in c.scenario.get("released", ()):
        units = [u for u in map(c.unit, row["units"]) if c.state.garrison[u]]
        if row["when"] in c.state.captured_ever:
            for h in sorted({c.state.hex_of[u] for u in units}):
                free(c, h, f"for {row['when']} has fallen", "efs:R243")


# ---------------------------------------------------------------------- places that are worth nothing any more
@rule("efs:24.26", "efs:R217")
def pin(c: Ctx) -> None:
    """At the beginning of a turn: a place of the Axis side whose value has just become zero keeps a garrison."""
    if c.state.turn <= tables(c).first_turn:
        return
    for spot in spots(c):
        before, now = (worth(c, spot, turn) for turn in (c.state.turn - 1, c.state.turn))
        if now or not before or not needs_step(spot) or not c.state.places.get(spot.key, "").startswith(AXIS):
            continue
        if (u := _designated(c, spot)) >= 0:
            c.state.garrison[u] = 1
            c.touch()
            h = c.state.hex_of[u]
            text = f"{spot.key} is worth nothing any more: {c.roster.short[u]} is its garrison."
            c.say("garrison", text, "efs:24.26", hexes=[h], units=[u])


@rule("efs:24.26", "efs:R217")
def _designated(c: Ctx, spot: Spot) -> Unit:
    """The occupation of a place, no garrison yet: without motors before others, then the weakest; -1 for none."""
    here = [u for h in spot.town for u in combat_units(c, h, AXIS) if not c.state.garrison[u]]
    return min(here, key=lambda u: (is_motorized(c, u), attack(c, u) + defence(c, u), u), default=-1)


@rule("efs:24.26")
def free_check(c: Ctx, hex_: str) -> Refusal | None:
    """``free B0235``: the Axis side releases the garrisons of a hex for a victory point."""
    h = c.hex(hex_)
    if c.label(h) in _pinned(c):
        return None
    return Refusal("efs:24.26", f"No garrison of yours in {c.board.describe(h)} can be released for a point.", (h,))


def _pinned(c: Ctx) -> list[str]:
    """Hexes of the Axis garrisons, for the Axis side."""
    s = c.state
    if s.side != AXIS or 1 not in s.garrison:
        return []
    own = (u for u in compress(count(), s.garrison) if c.roster.side[u] == AXIS)
    return [c.label(h) for h in sorted({s.hex_of[u] for u in own}) if h >= 0]


@rule("efs:24.26", "efs:R253")
def price(c: Ctx) -> int:
    """Victory points for the release of a garrison: none while more of them stand than the scenario asks for."""
    row, held = c.scenario.get("rear", {}), c.state.hex_of
    if not row or c.state.turn < int(row["from"]):
        return 1
    pinned = {h for u, h in enumerate(held) if h >= 0 and c.state.garrison[u] and c.roster.side[u] == AXIS}
    return int(len(pinned) <= int(row["most"]))


@rule("efs:24.26", "efs:R253")
def _free(c: Ctx, hex_: str) -> None:
    h, cost = c.hex(hex_), price(c)
    free(c, h, "for a victory point" if cost else "for enough others stand", "efs:24.26" if cost else "efs:R253")
    score(c, -cost, f"the garrison of {c.board.describe(h)} is released", "efs:24.26", [h])


FREE_VERB = Verb("free", lambda c, subject: [(name,) for name in _pinned(c) if subject in (None, name)], free_check,
                 _free, "free HEX: release garrisons for a victory point", "efs:24.26", _pinned, grave=True,
                 rare=True)  # fmt: skip
"""For the movement step."""
