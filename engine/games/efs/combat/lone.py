"""6.42: supply units that are alone beside units that could attack: where an edition lets a declaration remove them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.components.grid import Hex, Unit
from engine.games.efs.combat.access import barred, never
from engine.games.efs.edition import edition
from engine.games.efs.kinds import is_supply
from engine.games.efs.supply.points import on_map, remove, title
from engine.games.efs.tables import Ctx
from engine.games.efs.units import combat_units, side_units
from engine.play.action import Refusal
from engine.play.citing import rule
from engine.play.fields import derived
from engine.play.step import Verb

Words = tuple[str, ...]


@rule("efs:6.42", "efs:12.12", "efs:12.15")
def may_raid(c: Ctx, u: Unit, h: Hex) -> Refusal | None:
    """Whether a declaration of a unit removes the supply units of a hex: it could attack there, and they are alone."""
    enemy, where = c.other(c.roster.side[u]), c.board.describe(h)
    if not edition(c).supply_fired_on:
        return Refusal("efs:6.42", "No attack is declared against supply units.", (h,), (u,))
    if (refusal := never(c, u)) is not None:
        return refusal
    if not alone(c, h, enemy):
        return Refusal("efs:6.42", f"No enemy supply unit is alone in {where}.", (h,), (u,))
    return barred(c, u, h)


@rule("efs:6.42")
def alone(c: Ctx, h: Hex, side: str) -> list[Unit]:
    """The supply units of a side in a hex without a combat unit of it."""
    return [] if combat_units(c, h, side) else [u for u in side_units(c, h, side) if is_supply(c, u)]


@derived()
def raids(c: Ctx, side: str) -> dict[Hex, tuple[Unit, ...]]:
    """Hexes with lone supply units of the enemy, each with the units of a side that may declare against them."""
    if not edition(c).supply_fired_on:
        return {}
    found: dict[Hex, tuple[Unit, ...]] = {}
    for h in sorted({c.state.hex_of[v] for v in on_map(c, c.other(side))}):
        beside = (u for n in c.grid.adjacent[h] for u in combat_units(c, n, side))
        if able := tuple(sorted(u for u in beside if may_raid(c, u, h) is None)):
            found[h] = able
    return found


def _side(c: Ctx) -> str:
    return str(c.frame.vars["side"])


def _check(c: Ctx, unit: str, hex_: str) -> Refusal | None:
    """``raid 18pz-pzr B0112``: the supply units that are alone there are removed at once."""
    u = c.unit(unit)
    if c.roster.side[u] != _side(c):
        return Refusal("efs:12.12", f"{c.roster.short[u]} is not yours.", units=(u,))
    return may_raid(c, u, c.hex(hex_))


@rule("efs:6.42", "efs:6.43")
def _raid(c: Ctx, unit: str, hex_: str) -> None:
    u, h = c.unit(unit), c.hex(hex_)
    gone = alone(c, h, c.other(c.roster.side[u]))
    told = " and ".join(f"{title(c, v)} {c.roster.short[v]}" for v in gone)
    verb = "is" if len(gone) == 1 else "are"
    text = f"{told} at {c.board.describe(h)} {verb} removed: {c.roster.short[u]} attacks there, and nobody defends."
    c.say("supply", text, "efs:6.42", hexes=[h], units=[u, *gone])
    for v in gone:
        remove(c, v)


def _options(c: Ctx, subject: str | None) -> Iterator[Words]:
    ids = c.roster.ids
    for h, units in raids(c, _side(c)).items():
        yield from ((ids[u], c.label(h)) for u in units if subject in (None, ids[u]))


def _raiders(c: Ctx) -> Iterable[str]:
    return sorted({c.roster.ids[u] for units in raids(c, _side(c)).values() for u in units})


RAID_VERB = Verb("raid", _options, _check, _raid, "raid UNIT HEX: remove supply units that are alone there", "efs:6.42",
                 _raiders, rare=True)  # fmt: skip
"""For the declaration of attacks."""
