"""24.1: what the special rules of a scenario forbid for some turns: kinds of movement, attacks, places."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.components.grid import Hex, Unit
from engine.games.efs.command import Cover, commanders, cover
from engine.games.efs.homes import beyond, kept_near
from engine.games.efs.tables import Ctx
from engine.play.action import Refusal
from engine.play.citing import rule
from engine.play.fields import derived

RAIL, ATTACK, SOUTH = "rail", "attack", "south"
"""What a limit of a scenario may forbid, beside the columns of the Movement Phase Chart."""
LAW = "efs:R200"


@rule("efs:R200")
def forbidden(c: Ctx, u: Unit, what: str) -> Refusal | None:
    """Whether a special rule of the scenario forbids a unit something in this turn."""
    row = next((row for row in _lines(c, what) if _covers(c, row, u)), None)
    return None if row is None else Refusal(LAW, f"{c.roster.short[u]}: {row['text']}", units=(u,))


@derived("turn", "captured_ever")
def _lines(c: Ctx, what: str) -> list[dict[str, Any]]:
    """The lines of the scenario that forbid something now."""
    return [row for row in c.scenario.get("limit", ()) if what in row["what"].split() and _lasts(c, row)]


@rule("efs:R200", "efs:R243")
def _lasts(c: Ctx, row: dict[str, Any]) -> bool:
    """Whether a line is in force: in its turns, and only until the Axis side has captured the place that it names."""
    first, last = row["turns"]
    return first <= c.state.turn <= last and row.get("until") not in c.state.captured_ever


def in_force(c: Ctx) -> tuple[tuple[int, ...], Cover | None]:
    """What decides about limits beside the units themselves: the lines in force, and who is commanded if one asks."""
    rows = c.scenario.get("limit", ())
    now = tuple(n for n, row in enumerate(rows) if _lasts(c, row))
    return now, cover(c) if any(rows[n].get("commanded", False) for n in now) else None


@rule("efs:R200")
def _covers(c: Ctx, row: dict[str, Any], u: Unit) -> bool:
    """Whether a line holds for a unit: by its side, among those that it names, where it stands, not commanded."""
    h = c.state.hex_of[u]
    if c.roster.side[u] != row["side"] or c.roster.ids[u] not in row.get("units", (c.roster.ids[u],)):
        return False
    if "west_of" in row and (h < 0 or not west(c, h, row["west_of"])):
        return False
    return not (row.get("commanded", False) and h >= 0 and commanders(c, h))


def west(c: Ctx, h: Hex, label: str) -> bool:
    """Whether a hex lies west of the column of another."""
    return c.grid.column(h) < c.grid.column(c.hex(label))


@rule("efs:R200", "efs:21.74")
def shut(c: Ctx, units: Sequence[Unit]) -> frozenset[Hex]:
    """Hexes into which units may not move in this turn: behind a line of the scenario, too far from home."""
    return _kept_shut(c, *units)


@derived()
def _kept_shut(c: Ctx, *units: Unit) -> frozenset[Hex]:
    found = beyond(c, units)
    for row in c.scenario.get("limit", ()):
        if row["what"] == SOUTH and _lasts(c, row) and any(_covers(c, row, u) for u in units):
            found |= _south(c, row["line"])
    return found


def _south(c: Ctx, label: str) -> frozenset[Hex]:
    memo, key = c.data.of_map, f"south of {label}"
    if key not in memo:
        line = c.grid.row(c.hex(label))
        memo[key] = frozenset(h for h in c.data.in_play if c.grid.row(h) > line)
    found: frozenset[Hex] = memo[key]
    return found


@rule("efs:R200", "efs:21.74", "efs:R230")
def out_of_bounds(c: Ctx, units: Sequence[Unit], h: Hex) -> Refusal | None:
    """Whether a special rule of the scenario keeps units out of a hex for now, or a militia brigade its city."""
    if (refusal := kept_near(c, units, h)) is not None:
        return refusal
    if h not in shut(c, units):
        return None
    u = next(u for u in units if h in shut(c, [u]))
    text = next(row["text"] for row in c.scenario["limit"] if row["what"] == SOUTH and _covers(c, row, u))
    return Refusal(LAW, f"{c.roster.short[u]}: {text}", (h,), (u,))


@rule("efs:R200", "efs:22.42")
def kept_whole(c: Ctx, a: Hex, b: Hex) -> Refusal | None:
    """Whether the scenario saves the bridges between two hexes from destruction in this turn."""
    for row in c.scenario.get("limit", ()):
        ends = {f"{c.label(a)}/{c.label(b)}", f"{c.label(b)}/{c.label(a)}"}
        if row["what"] == "blow" and "die" not in row and _lasts(c, row) and ends & set(row["bridges"]):
            return Refusal(LAW, str(row["text"]), (a, b))
    return None


@rule("efs:R200", "efs:22.42")
def least_die(c: Ctx, a: Hex, b: Hex) -> int:
    """The least roll of a ten-sided die that blows the bridges between two hexes now, 0 for none asked."""
    ends = {f"{c.label(a)}/{c.label(b)}", f"{c.label(b)}/{c.label(a)}"}
    for row in c.scenario.get("limit", ()):
        if row["what"] == "blow" and "die" in row and _lasts(c, row) and ends & set(row["bridges"]):
            return int(row["die"])
    return 0
