"""Mandated Attacks that a scenario asks of certain corps: whose unit has to attack, and which are still to be made."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from engine.components.grid import Unit
from engine.games.efs.combat.battles import MANDATED, Battle, battle, flags, open_battles
from engine.games.efs.tables import Ctx
from engine.play.action import Refusal
from engine.play.citing import rule


class Corps(NamedTuple):
    """A corps of the scenario, how many Mandated Attacks it has to make, its units."""

    title: str
    attacks: int
    units: frozenset[Unit]


@rule("efs2:12.31", "efs2:R221")
def corps(c: Ctx) -> tuple[Corps, ...]:
    """The corps that have to make Mandated Attacks; none in most scenarios."""
    memo = c.data.memo
    if "corps" not in memo:
        rows = c.scenario.get("mandated", {}).get("corps", ())
        memo["corps"] = tuple(Corps(r["title"], r["attacks"], frozenset(map(c.unit, r["units"]))) for r in rows)
    found: tuple[Corps, ...] = memo["corps"]
    return found


def unmade(c: Ctx) -> dict[str, int]:
    """Mandated Attacks that each corps has still to make; empty where anybody may make them."""
    return {k.title: max(k.attacks - c.state.corps_made[k.title], 0) for k in corps(c)}


@rule("efs2:R221")
def idle(c: Ctx, b: Battle) -> Refusal | None:
    """Why an attack is no Mandated Attack: no unit takes part of a corps that has one left beside those declared."""
    if not (left := unmade(c)):
        return None
    others = [d for d in _declared(c) if set(d.targets).isdisjoint(b.targets)]
    free = c.state.mandates - sum(left.values())
    if _placed([*others, b], corps(c), left, max(free, 0)):
        return None
    names = ", ".join(f"{n} by the {title}" for title, n in left.items() if n)
    text = f"Mandated Attacks are left to be made with a unit of the corps: {names or 'none'}."
    return Refusal("efs2:R221", text, b.targets, b.attackers)


@rule("efs2:R221")
def credit(c: Ctx, b: Battle) -> str:
    """Note for which corps a Mandated Attack is made, so that those declared besides still count; its title, or ``""``.

    Of several corps that took part it is the first of the list.
    """
    left, others = unmade(c), [d for d in _declared(c) if d.targets != b.targets]
    free = max(c.state.mandates - sum(left.values()), 0)
    taking = [k for k in corps(c) if left[k.title] and not k.units.isdisjoint(b.attackers)]
    for k in taking:
        if _placed(others, corps(c), left | {k.title: left[k.title] - 1}, free):
            c.state.corps_made[k.title] += 1
            return k.title
    return ""


def _declared(c: Ctx) -> list[Battle]:
    return [battle(c, n) for n in open_battles(c) if MANDATED in flags(c, n)]


def _placed(battles: Sequence[Battle], known: Collection[Corps], left: dict[str, int], free: int) -> bool:
    """Whether every attack can stand for a corps of its own share, or for a Mandated Attack that is nobody's."""
    if not battles:
        return True
    first, *rest = battles
    if free and _placed(rest, known, left, free - 1):
        return True
    return any(
        _placed(rest, known, left | {k.title: left[k.title] - 1}, free)
        for k in known
        if left[k.title] > 0 and not k.units.isdisjoint(first.attackers)
    )
