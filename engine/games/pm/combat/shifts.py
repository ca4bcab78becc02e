"""14.11: every column shift of a battle but that of the GAST, each with its rule; right is positive."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.components.grid import Hex, Unit
from engine.games.pm.beginners import in_force
from engine.games.pm.combat.strengths import MOBILE, PREPARED
from engine.games.pm.forts import intact
from engine.games.pm.hedgehogs import hedgehog
from engine.games.pm.kinds import FLAK, SIEGE
from engine.games.pm.tables import Ctx, tables
from engine.games.pm.weather import SNOW, river_counts, strait_counts, weather
from engine.play.citing import rule


@dataclass(frozen=True, slots=True)
class Shift:
    """Columns, right positive, for a reason."""

    columns: int
    text: str
    rule: str


def shifts(c: Ctx, kind: str, attackers: Sequence[Unit], target: Hex, defender: str) -> list[Shift]:
    """All shifts of terrain, works, hexsides, position and weather against the defenders of a hex."""
    found = [*_ground(c, kind, target), *_works(c, target, defender)]
    if attackers:
        found += _sides(c, attackers, target)
        if kind == PREPARED:
            found += _position(c, attackers, target, defender)
    return [s for s in found if s.columns]


def _left(c: Ctx, name: str) -> int:
    """Columns to the left by the Terrain Effects Chart for a place, a work or a kind of side; negative."""
    return -int(tables(c).effects[name]["shift"])


# ---------------------------------------------------------------------- the hex
@rule("pm:12.10", "pm:14.11", "pm:14.15", "pm:14.16", "pm:14.21", "pm:14.22", "pm:14.23", "pm:15.11", "pm:17.9")
def _ground(c: Ctx, kind: str, h: Hex) -> list[Shift]:
    terrain, grade = tables(c).natural(h), tables(c).grade(h)
    row = tables(c).effects[terrain]
    found = [Shift(-row["shift"], terrain, "pm:14.16")]
    if kind == MOBILE:
        found.append(Shift(-row["ma_shift"], f"{terrain} against a mobile assault", "pm:15.11"))
    if grade:
        rule_id = {"city": "pm:14.23", "large town": "pm:14.22"}.get(grade, "pm:14.21")
        found.append(Shift(_left(c, grade), grade, rule_id))
    return found


@rule("pm:14.27", "pm:14.28", "pm:R35", "pm:14.40")
def _works(c: Ctx, h: Hex, defender: str) -> list[Shift]:
    if defender == "soviet":
        fort = intact(c, h)
        if fort == "fort" and in_force(c, "14.27"):
            return [Shift(_left(c, fort), fort, "pm:14.27")]
        if fort == "heavy fort" and in_force(c, "14.28"):
            return [Shift(_left(c, fort), fort, "pm:14.28")]
        return []
    return [Shift(_left(c, "hedgehog"), "hedgehog", "pm:14.40")] if hedgehog(c, h) else []


# ---------------------------------------------------------------------- its sides
@rule("pm:14.19", "pm:14.20", "pm:15.10", "pm:5.5", "pm:R53")
def _sides(c: Ctx, attackers: Sequence[Unit], target: Hex) -> list[Shift]:
    """Water helps only against attackers who all come across it; straits and rivers mixed help like a river."""
    where = {c.state.hex_of[u] for u in attackers}
    if not where <= set(c.grid.adjacent[target]):
        return []  # an attack looked at from afar
    side = c.roster.side[attackers[0]]
    straits = [tables(c).strait(h, target) if strait_counts(c, h, target) else "" for h in sorted(where)]
    rivers = [river_counts(c, side, h, target) for h in sorted(where)]
    if all(straits):
        return [Shift(max(_left(c, name) for name in straits), "all across the straits", "pm:14.20")]
    if all(s or r for s, r in zip(straits, rivers, strict=True)):
        return [Shift(_left(c, "river"), "all across rivers", "pm:14.19")]
    return []


# ---------------------------------------------------------------------- the attackers
@rule("pm:14.14", "pm:14.40", "pm:11.4", "pm:R26", "pm:13.7")
def _position(c: Ctx, attackers: Sequence[Unit], target: Hex, defender: str) -> list[Shift]:
    """Shifts of prepared assaults alone: from all around, from the sea, in snow."""
    found = []
    if concentric(c, attackers, target) and not (defender == "axis" and hedgehog(c, target)):
        found.append(Shift(1, "concentric assault", "pm:14.14"))
    if any(c.state.hex_of[u] not in tables(c).land for u in attackers):
        found.append(Shift(-1, "invasion", "pm:11.4"))
    if c.roster.side[attackers[0]] == "soviet" and weather(c, target) == SNOW and in_force(c, "13.7"):
        found.append(Shift(1, "Soviet assault in snow", "pm:13.7"))
    return found


@rule("pm:14.14", "pm:10.1", "pm:14.41")
def concentric(c: Ctx, attackers: Sequence[Unit], target: Hex) -> bool:
    """Whether attackers stand opposite each other, in three hexes with gaps between them, or in more than three.

    Flak and siege artillery never attack by themselves, so a hex with nothing else counts for nothing.
    """
    if not in_force(c, "14.14"):
        return False
    where = {c.state.hex_of[u] for u in attackers if c.roster.kind[u] not in (FLAK, SIEGE)}
    around = {d for d, n in enumerate(c.grid.neighbours[target]) if n >= 0 and n in where}
    opposite = any((d + 3) % 6 in around for d in around)
    return opposite or around in ({0, 2, 4}, {1, 3, 5}) or len(around) > 3
