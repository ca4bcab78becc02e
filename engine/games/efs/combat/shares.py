"""Mandated Attacks that a scenario asks of certain corps, or against certain ground, and which are still to be made."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

from engine.components.grid import Hex, Unit
from engine.games.efs.combat.battles import MANDATED, Battle, battle, flags, open_battles
from engine.games.efs.tables import Ctx
from engine.play.action import Refusal
from engine.play.citing import rule


class Share(NamedTuple):
    """A part of the Mandated Attacks: whose they are or against whom, how many, and which attacks count."""

    title: str
    attacks: int
    units: frozenset[Unit]
    """Corps of which a unit has to attack; empty for everybody."""
    ground: frozenset[Hex]
    """Hexes of which one has to be attacked; empty for all."""

    @property
    def words(self) -> str:
        """Who makes them, or against whom they are."""
        return f"by the {self.title}" if self.units else f"against {self.title}"

    def takes(self, b: Battle) -> bool:
        """Whether an attack can stand for one of these."""
        mine = not self.units or not self.units.isdisjoint(b.attackers)
        return mine and (not self.ground or not self.ground.isdisjoint(b.targets))


@rule("efs:12.31", "efs:R221", "efs:R240")
def shares(c: Ctx) -> tuple[Share, ...]:
    """The shares that a scenario makes of its Mandated Attacks; none in most scenarios."""
    memo = c.data.memo
    if "shares" not in memo:
        rows = c.scenario.get("mandated", {}).get("share", ())
        memo["shares"] = tuple(
            Share(r["title"], r["attacks"], frozenset(map(c.unit, r.get("units", ()))), _ground(c, r)) for r in rows
        )
    found: tuple[Share, ...] = memo["shares"]
    return found


@rule("efs:R240")
def _ground(c: Ctx, row: Mapping[str, Any]) -> frozenset[Hex]:
    """The hexes of a share: within ``range`` of the hex ``around``, or between the corners ``within``."""
    inside = c.data.in_play
    if "around" in row:
        centre = c.board.find(row["around"])
        return frozenset(h for h in inside if c.grid.distance(h, centre) <= row["range"])
    if "within" not in row:
        return frozenset()
    (west, north), (east, south) = ((c.grid.column(h), c.grid.row(h)) for h in map(c.board.find, row["within"]))
    return frozenset(h for h in inside if west <= c.grid.column(h) <= east and north <= c.grid.row(h) <= south)


def unmade(c: Ctx) -> dict[str, int]:
    """Mandated Attacks of each share that are still to be made; empty where anybody may make them anywhere."""
    return {k.title: max(k.attacks - c.state.shares_made[k.title], 0) for k in shares(c)}


def outstanding(c: Ctx) -> list[str]:
    """The same told: ``2 by the 5th Mechanized Corps``."""
    left = unmade(c)
    return [f"{left[k.title]} {k.words}" for k in shares(c) if left[k.title]]


@rule("efs:R221", "efs:R240")
def idle(c: Ctx, b: Battle) -> Refusal | None:
    """Why an attack is no Mandated Attack: no share that has one left beside those declared takes it."""
    if not (left := unmade(c)):
        return None
    others = [d for d in _declared(c) if set(d.targets).isdisjoint(b.targets)]
    free = c.state.mandates - sum(left.values())
    if _placed([*others, b], shares(c), left, max(free, 0)):
        return None
    text = f"Mandated Attacks are left to be made: {', '.join(outstanding(c)) or 'none'}."
    return Refusal("efs:R221", text, b.targets, b.attackers)


@rule("efs:R221", "efs:R240")
def credit(c: Ctx, b: Battle) -> str:
    """Note of which share a Mandated Attack is made, so that those declared besides still count; its words, or ``""``.

    Of several shares that it could stand for it is the first of the list.
    """
    left, others = unmade(c), [d for d in _declared(c) if d.targets != b.targets]
    free = max(c.state.mandates - sum(left.values()), 0)
    taking = [k for k in shares(c) if left[k.title] and k.takes(b)]
    for k in taking:
        if _placed(others, shares(c), left | {k.title: left[k.title] - 1}, free):
            c.state.shares_made[k.title] += 1
            return k.words
    return ""


def _declared(c: Ctx) -> list[Battle]:
    return [battle(c, n) for n in open_battles(c) if MANDATED in flags(c, n)]


def _placed(battles: Sequence[Battle], known: Collection[Share], left: dict[str, int], free: int) -> bool:
    """Whether every attack can stand for one of a share, or for a Mandated Attack that is of none."""
    if not battles:
        return True
    first, *rest = battles
    if free and _placed(rest, known, left, free - 1):
        return True
    return any(
        _placed(rest, known, left | {k.title: left[k.title] - 1}, free)
        for k in known
        if left[k.title] > 0 and k.takes(first)
    )
