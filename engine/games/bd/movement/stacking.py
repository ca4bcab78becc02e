"""6.2: what happens where there are too many units in a hex."""

from __future__ import annotations

from collections.abc import Iterable

from engine.components.grid import Hex, Unit
from engine.games.bd.fate import eliminate
from engine.games.bd.stacking import ONE_OF, counts, fits
from engine.games.bd.state import BdState
from engine.games.bd.tables import Ctx
from engine.games.bd.units import side_units
from engine.play.action import Refusal
from engine.play.citing import rule
from engine.play.fields import derived, stacks
from engine.play.step import Context, Prompt, Step, Verb


@rule("bd:6.2")
@derived("hex_of")
def overstacked(c: Ctx, side: str) -> list[Hex]:
    """Hexes in which a side breaks the stacking rules now."""
    found = []
    for h, units in sorted(stacks(c).items()):
        if c.roster.side[units[0]] == side and len(units) > 1 and fits(c, units, h) is not None:
            found.append(h)
    return found


@rule("bd:6.2")
def _most_kept(c: Ctx, units: Iterable[Unit]) -> int:
    """The greatest number of some units that may stay together in a hex."""
    group = list(units)
    kept = 0
    room, ones = c.data.constant("stacking"), [1] * len(ONE_OF)
    for u in sorted(group, key=lambda u: counts(c, u)):
        sorts = [n for n, (sort, _, _) in enumerate(ONE_OF) if sort(c, u)]
        if any(not ones[n] for n in sorts) or (counts(c, u) and not room):
            continue
        for n in sorts:
            ones[n] = 0
        room -= counts(c, u)
        kept += 1
    return kept


# ---------------------------------------------------------------------- too many units
@rule("bd:6.2")
def may_remove(c: Ctx, u: Unit) -> Refusal | None:
    """Whether the opponent may take away a unit of an overstacked hex: no more units than it needs."""
    h, side = c.state.hex_of[u], c.other(c.state.side)
    if c.roster.side[u] != side or h not in overstacked(c, side):
        return Refusal("bd:6.2", f"{c.roster.short[u]} is in no overstacked hex of the enemy.", units=(u,))
    here = side_units(c, h, side)
    if _most_kept(c, [v for v in here if v != u]) < _most_kept(c, here):
        text = f"Without {c.roster.short[u]} more units than necessary would have to go from {c.label(h)}."
        return Refusal("bd:6.2", text, (h,), (u,))
    return None


def _remove_check(c: Ctx, unit: str) -> Refusal | None:
    """``remove 3ra``."""
    return may_remove(c, c.unit(unit))


def _remove(c: Ctx, unit: str) -> None:
    u = c.unit(unit)
    h = c.state.hex_of[u]
    text = f"Too many units in {c.board.describe(h)}: {c.roster.name[u]} must go."
    c.say("stacking", text, "bd:6.2", hexes=[h], units=[u])
    eliminate(c, u, "bd:6.2")
    if not overstacked(c, c.other(c.state.side)):
        c.done()


def _victims(c: Ctx) -> list[str]:
    side = c.other(c.state.side)
    return [c.roster.ids[u] for h in overstacked(c, side) for u in side_units(c, h, side)]


class Overstack(Step[BdState]):
    """The opponent of a side that has too many units in a hex takes some away. Called with ``side``, who decides."""

    id = "overstack"
    title = "Too many units in a hex"
    verbs = (
        Verb(
            "remove",
            lambda c, subject: [(u,) for u in _victims(c) if subject in (None, u)],
            _remove_check,
            _remove,
            "remove UNIT: take an enemy unit from an overstacked hex",
            "bd:6.2",
            _victims,
        ),
    )

    def prompt(self, c: Context[BdState]) -> Prompt:
        hexes = overstacked(c, c.other(c.state.side))
        where = c.board.describe(hexes[0]) + (f" and {len(hexes) - 1} more" if len(hexes) > 1 else "")
        return Prompt(c.state.side, f"Too many units in {where}: take one away.", "bd:6.2")

    def enter(self, c: Context[BdState]) -> None:
        c.frame.vars["hexes"] = overstacked(c, c.other(c.state.side))  # its opponent looks through these
        c.touch()
        if not overstacked(c, c.other(c.state.side)):
            c.done()
